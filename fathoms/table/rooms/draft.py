"""A change at a table in the making: made in memory on a row and a course of its own, kept whole or not at all."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from fathoms.bots.levels import Bot
from fathoms.engine.errors import FathomsError, IllegalMove, OptionError
from fathoms.engine.match import Match, Moment
from fathoms.table.rooms import lessons, stirring
from fathoms.table.rooms.clocks import clocks_of
from fathoms.table.rooms.course import Course, Step
from fathoms.table.rooms.people.standing import note_standing
from fathoms.table.rooms.seats import OPEN, PERSON, GameResult, TableSeat
from fathoms.table.rooms.store import Row


class Stale(FathomsError):
    """A move was meant for an earlier position than the table is in now."""


class NotSeated(FathomsError):
    """Somebody without this seat's secret tried to act for it."""


@dataclass(frozen=True)
class Played:
    """What a move led to, and what of a path could not be played because the sea came in between."""

    version: int
    rest: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rewound:
    """How far a table went back."""

    version: int
    moment: Moment


@dataclass
class Draft:
    """What a change works on. Nobody sees it before it is on disk; one that is refused leaves nothing behind."""

    row: Row
    course: Course
    kept: int  # events that stay: those after them are new
    told: list[Step | Rewound] = field(default_factory=list)  # what there is to tell, in its order
    tables: list["Draft"] = field(default_factory=list)  # set along with it

    @classmethod
    def of(cls, row: Row, course: Course) -> "Draft":
        """A change of a table that stands like this."""
        return cls(replace(row), course.fork(), course.version)

    @classmethod
    def fresh(cls, row: Row, lines: Sequence[str] = ()) -> "Draft":
        """A table that is not on disk yet, with the events it goes on from; its game begins if nobody is missing."""
        draft = cls(row, Course.start(row), 0)
        for line in lines:
            draft.course.play(line)
        draft.row.version = draft.version
        draft.begin_if_full()
        note_standing(row, draft.course)
        return draft

    @property
    def match(self) -> Match:
        return self.course.match

    @property
    def version(self) -> int:
        return self.course.version

    # Seats and settings

    def seat(self, letter: str) -> TableSeat:
        return seat_of(self.row, letter)

    def reseat(self, letter: str, **changes: Any) -> None:
        """Change something of a seat."""
        seats = self.row.seats
        self.row.seats = tuple(replace(one, **changes) if one.seat == letter else one for one in seats)

    def set(self, **changes: Any) -> None:
        """Change something of the settings."""
        self.row.settings = replace(self.row.settings, **changes)

    def resume_clocks(self) -> None:
        """Clocks run from now, whatever the last event's time."""
        self.set(resumed=(*self.row.settings.resumed, time.time()))

    # Playing

    def begin_if_full(self) -> None:
        """Once nobody is missing and all have told their words, the sea begins."""
        if not stirring.is_full(self.row) or not self._stir():
            return
        self.row.status = "playing"
        self.resume_clocks()
        lessons.begin(self.row)
        self.course = Course.replay(self.row, self.course.events())
        self._happened(self._drift())

    def _stir(self) -> bool:
        """Whether the sea has every seat's words; at a lesson it needs none."""
        if lessons.is_on(self.row):
            return True
        stirring.fill_in(self.row)
        if stirring.owed(self.row):
            return False
        self.row.entropy = dict(stirring.state_of(self.row).words)
        return True

    def tell_words(self, letters: Sequence[str], words: str) -> None:
        """Somebody tells the words of their seats for the sea, which begins with the last of them."""
        stirring.tell(self.row, letters, words)
        self.begin_if_full()

    def leave_sea(self, letter: str) -> None:
        """Somebody gives a seat up before the sea begins; where all had committed, it is drawn anew."""
        secret = self.row.secret
        stirring.leave(self.row, letter)
        if self.row.secret != secret:
            self.course = Course.start(self.row)

    def commit(self, letters: Sequence[str], commitment: str) -> None:
        """Somebody commits to words anew, before every seat has."""
        stirring.commit(self.row, letters, commitment)
        self.begin_if_full()

    def _drift(self) -> list[Step]:
        """The sea acts until somebody must decide; at a lesson its script stands in for the sea."""
        steps = [self.course.recite(line) for line in lessons.take_due(self.row)]
        return steps if lessons.is_on(self.row) else [*steps, *self.course.drift()]

    def go_on(self, step: int) -> None:
        """The learner has read a step of a lesson: what comes next happens."""
        if lessons.go_on(self.row, step):
            self._happened(self._drift())

    def go_to_step(self, seat: str, step: int) -> None:
        """The learner goes back to a step of a lesson, or on to one without doing what lies before it."""
        told, self.kept, self.course = list(self.told), 0, Course.start(self.row)
        lessons.begin(self.row)
        self._drift()
        while lessons.is_on(self.row) and lessons.progress_of(self.row).step < step:
            wanted = lessons.wanted_move(self.row)
            if wanted is None:
                self.go_on(lessons.progress_of(self.row).step)
            else:
                self.move(seat, [wanted])
        self.row.version = self.version
        self.set(undone=self.row.settings.undone + 1)
        self.told = [*told, Rewound(self.version, self.match.moment)]

    def move(self, seat: str, path: Sequence[str], version: int | None = None, by_clock: bool = False) -> Played:
        """One decision, or several that follow from each other; then the sea.

        A path is played whole or, if a step of it is refused, not at all. Where the sea comes in between, what is left
        of the path was meant for another position: it is given back.
        """
        self._check_version(seat, version)
        if by_clock:
            self.set(by_clock=(*self.row.settings.by_clock, self.version + 1))
        rest = list(path)
        while rest:
            steps = self._play(seat, rest.pop(0))
            self._happened(steps)
            if len(steps) > 1:
                break
        return Played(self.version, tuple(rest))

    def _play(self, seat: str, move: str) -> list[Step]:
        lessons.check_move(self.row, move)
        step = self.course.play(f"{seat} {move}")
        lessons.note_move(self.row)
        return [step, *self._drift()]

    def move_bot(self, bot: Bot, seat: str, by_clock: bool = False) -> Played:
        """The decision of a bot that does not think long, if the seat still owes one; or because time was up."""
        if seat not in self.match.to_act or self.row.status != "playing" or (by_clock and self._has_time(seat)):
            return Played(self.version)
        return self.move(seat, [bot.choose(self.match, seat)], by_clock=by_clock)

    def _has_time(self, seat: str) -> bool:
        """Another process, or a page, may have been quicker: the clock is then that of a later decision."""
        clock = clocks_of(self.row, self.course, time.time()).get(seat)
        return clock is None or not clock.running or clock.left > 0

    def _happened(self, steps: list[Step]) -> None:
        self.told += steps
        self.row.version = self.version
        if self.match.over:
            self.row.status = "over"
            self.set(result=GameResult.of(self.row.id, self.row.seats, self.match.view()))

    def _check_version(self, seat: str, version: int | None) -> None:
        """A move is for the position its player saw; that others have chosen meanwhile, as they may, does no harm."""
        if self.row.status == "closed":
            raise IllegalMove("this game was ended early; allowed: a rematch")
        if self.row.status == "open":
            owed, waiting = stirring.owed(self.row), [one.seat for one in self.row.seats if one.kind == OPEN]
            if owed:
                raise IllegalMove(
                    f"the sea waits for the words of {', '.join(owed)}; allowed: to tell one's own, to wait"
                )
            raise IllegalMove(f"the table waits for {', '.join(waiting)}; allowed: to wait, or to fill the seats")
        if version is not None and version != self.version and not self.course.crossed(seat, version):
            raise Stale(f"the table is at version {self.version}, the move was for {version}; look and choose again")

    def may_undo(self, seat: str) -> bool:
        return self.row.status == "playing" and self.course.may_undo(seat)

    def take_back(self) -> None:
        """Undo the last event; `may_undo` and everybody's consent come first."""
        seat, taken = self.match.log[-1].split(" ")[0], self.row.settings.taken_back
        self._cut(self.version)
        self.set(taken_back=(*taken, f"{self.version} {seat}"))

    def choose_again(self, seat: str) -> None:
        """Undo a choice that nobody has seen; what others have chosen since then stands."""
        number = self.course.chosen_at(seat)
        if number is None:
            raise OptionError(
                "there is no choice to change; allowed: one's own, before all have chosen",
                "il n’y a pas de choix à changer ; permis : le sien, avant que tous aient choisi",
            )
        others = self.course.events(number)
        self._cut(number)
        self._happened([self.course.redo(event) for event in others])

    def _cut(self, number: int) -> None:
        """Undo an event and those after it."""
        self.kept = min(self.kept, number - 1)
        self.course = Course.replay(self.row, self.course.events()[: number - 1])
        self.row.version = self.version
        self.told.append(Rewound(self.version, self.match.moment))
        stays = tuple(number for number in self.row.settings.by_clock if number <= self.version)
        self.set(undone=self.row.settings.undone + 1, by_clock=stays)
        self.resume_clocks()


def seat_of(row: Row, letter: str) -> TableSeat:
    found = next((seat for seat in row.seats if seat.seat == letter), None)
    if found is None:
        known = ", ".join(seat.seat for seat in row.seats)
        raise NotSeated(f"there is no seat {letter!r} at this table; allowed: {known}")
    return found


def people_at(row: Row) -> list[str]:
    return [seat.seat for seat in row.seats if seat.kind == PERSON]


def rest_of(path: Sequence[str], seat: str, lines: Sequence[str]) -> tuple[str, ...]:
    """What of a path was given back, when it was played long ago and these lines are the log up to where it led."""
    decided = len(lines) - len(list(takewhile(lambda line: line.startswith("sea "), reversed(lines))))
    whole = [f"{seat} {move}" for move in path]
    done = next(
        (n for n in range(len(path), 0, -1) if list(lines[max(0, decided - n) : decided]) == whole[:n]), len(path)
    )
    return tuple(path[done:])
