"""The course of a table's game in memory: its match and its sea, when each event was, and who owed a decision then."""

import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from fathoms.bots.warm import is_ready
from fathoms.engine.errors import IllegalMove
from fathoms.engine.game import Game, installed_game
from fathoms.engine.match import Match, Moment, View, has_secrets
from fathoms.engine.parts.lesson import BrokenLesson, Past, Turn
from fathoms.engine.position import Position
from fathoms.engine.sea import Sea
from fathoms.table.rooms import stirring
from fathoms.table.rooms.store import Row, StoredEvent

LEAVES = 1024  # a longer game goes on with a further commitment
REMEMBERED = 80  # events whose positions are kept, to tell what each brought about


class Change:
    """What an event changed for all: the public views before and after it, worked out when somebody looks.

    `mark` stands for the event among all others, without holding on to what was looked at.
    """

    __slots__ = ("_after", "_before", "mark")

    def __init__(self, before: Moment, after: Moment) -> None:
        self._before, self._after = before, after
        self.mark = (before.position, after.position)

    def __getitem__(self, which: int) -> View:
        return (self._before, self._after)[which].view()

    def __iter__(self) -> Iterator[View]:
        yield self._before.view()
        yield self._after.view()


Views = Change | tuple[View, View]


@dataclass(frozen=True)
class Step:
    """One event: the moments before and after it, to be looked at through anybody's eyes."""

    version: int
    before: Moment
    after: Moment
    at: float

    @property
    def change(self) -> Change:
        return Change(self.before, self.after)

    def has_secrets(self) -> bool:
        """Whether somebody at the table knows something after it that another does not."""
        return self.after.has_secrets() or len(self.after.view()["to_act"]) > 1


def new_match(game: Game, row: Row) -> Match:
    """A match at its start; interpreted until the game's compiled code lies ready, so that nobody waits for it."""
    return Match(game, interpreted=not is_ready(game), **row.options)


def sea_from(row: Row) -> Sea:
    sea = Sea.from_master(row.secret, LEAVES)
    for seat, words in row.entropy.items():
        sea.stir(seat, words)
    if row.status != "open" and row.settings.stirring:
        sea.commitments, sea.by_server = dict(stirring.state_of(row).commitments), tuple(stirring.by_server(row))
    return sea


@dataclass
class Course:
    """A game from its start. Whoever changes it goes on with a fork: one that others may look at stays as it is."""

    game: Game
    match: Match
    sea: Sea
    given: int = 0  # the first events that the sea has not decided: a lesson's, or those of another game
    times: list[float] = field(default_factory=list)
    owed: list[frozenset[str]] = field(default_factory=list)  # who had to act at each version
    past: deque[Position] = field(default_factory=lambda: deque(maxlen=REMEMBERED + 1))  # the last positions
    before: Moment | None = None  # the moment before the last event
    decided: tuple[int, Position] | None = None  # where somebody last decided: the version, the position before it

    @classmethod
    def start(cls, row: Row) -> "Course":
        game = installed_game(row.game)
        course = cls(game, new_match(game, row), sea_from(row), row.settings.given)
        course.match.origin = row.settings.origin
        course._note_owed()
        return course

    @classmethod
    def replay(cls, row: Row, events: Sequence[StoredEvent]) -> "Course":
        """The course that led to these events."""
        course = cls.start(row)
        for event in events:
            course.redo(event)
        return course

    def fork(self) -> "Course":
        """The same course, to go on with; of the two, only one is to be gone on with."""
        if self.version <= self.given:
            self.sea.used = 0  # whatever a fork that came to nothing has drawn
        return replace(
            self,
            match=self.match.fork(),
            times=list(self.times),
            owed=list(self.owed),
            past=deque(self.past, self.past.maxlen),
        )

    @property
    def version(self) -> int:
        return self.match.events

    # Going on

    def redo(self, event: StoredEvent) -> Step:
        """An event that has happened before."""
        before = self.match.moment
        if event.line.startswith("sea ") and self.version >= self.given:
            self.match.follow(self.sea, event.line)
        else:
            self._decide(event.line)
        return self._note(before, event.at)

    def play(self, line: str) -> Step:
        """Somebody's decision; what the sea does then is another matter."""
        before = self.match.moment
        self._decide(line)
        return self._note(before, time.time())

    def recite(self, line: str) -> Step:
        """A line that a lesson has written in advance, the sea's too."""
        try:
            return self.play(line)
        except IllegalMove as refusal:
            raise BrokenLesson(f"the lesson of {self.game.name} does not hold: {refusal}") from refusal

    def _decide(self, line: str) -> None:
        position = self.match.position
        self.match.play(line)
        self.decided = (self.version, position)

    def drift(self) -> list[Step]:
        """The sea acts until somebody must decide."""
        steps: list[Step] = []
        before = self.match.moment

        def note(match: Match) -> None:
            nonlocal before
            steps.append(self._note(before, time.time()))
            before = match.moment

        self.match.drift(self.sea, note)
        return steps

    def _note(self, before: Moment, at: float) -> Step:
        self.before = before
        self.times.append(at)
        self._note_owed()
        return Step(self.version, before, self.match.moment, at)

    def _note_owed(self) -> None:
        self.owed.append(frozenset(self.match.to_act))
        self.past.append(self.match.moment.position)

    # Looking

    def events(self, after: int = 0) -> list[StoredEvent]:
        """The events since a version, as they are kept."""
        lines = enumerate(self.match.log[after:], after + 1)
        return [StoredEvent(number, line, self.times[number - 1]) for number, line in lines]

    def glance(self, viewer: str | None) -> tuple[int, View, list[str], Change | None]:
        """Version, view and log as a viewer may see them, and what the last event changed for all."""
        now = self.match.moment
        change = Change(self.before, now) if self.before else None
        return self.version, now.view(viewer), self.match.log_for(viewer), change

    def changes(self) -> dict[int, Change]:
        """What each of the last events changed for all, by its number."""
        moments = [Moment(position, self.match.players, []) for position in self.past]
        changes = [Change(before, after) for before, after in pairwise(moments)]
        return dict(enumerate(changes, self.version - len(changes) + 1))

    def last_turn(self, seat: str) -> Turn | None:
        """A seat's last turn that is over, among the events that were not written in advance."""
        free = max(0, min(len(self.past) - 1, self.version - self.given))
        positions, lines = list(self.past)[-free - 1 :], self.match.log[self.version - free :]
        return Past(positions, lines, seat, self.match.players).last_turn()

    def crossed(self, seat: str, version: int) -> bool:
        """Whether all that happened since a version are choices others owed at the same time as this seat."""
        if not 0 <= version < self.version or seat not in self.owed[version]:
            return False
        movers = {line.split(" ")[0] for line in self.match.log[version:]}
        return seat not in movers and movers <= self.owed[version]

    def chosen_at(self, seat: str) -> int | None:
        """The event by which a seat has chosen, while some who choose at the same time still owe their choice."""
        number = next((n for n in range(self.version, self.given, -1) if self._mover(n) == seat), None)
        if number is None or not self.match.to_act:
            return None
        movers = {self._mover(later) for later in range(number, self.version + 1)}
        return number if set(self.match.to_act) == self.owed[number - 1] - movers else None

    def _mover(self, number: int) -> str:
        return self.match.log[number - 1].split(" ")[0]

    def may_undo(self, seat: str) -> bool:
        """Never across a sea event, a reveal or another player's move: the last event is one's own, told to all."""
        if self.version <= self.given:
            return False
        told = {self.match.moment.recent(viewer)[-1] for viewer in (*self.match.seats, None)}
        own = len(told) == 1 and told.pop().startswith(f"{seat} ")
        return own and not self._may_have_shown()

    def _may_have_shown(self) -> bool:
        """Whether the last event may have let anybody see what they had not: where there are secrets, no way back."""
        if self.decided is None or self.decided[0] != self.version:
            return True
        return has_secrets(self.decided[1], self.match.players) or self.match.moment.has_secrets()

    def has_secrets(self) -> bool:
        """Whether somebody at the table knows something now that another does not."""
        return self.match.moment.has_secrets() or len(self.match.to_act) > 1
