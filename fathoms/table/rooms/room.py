"""One table in memory: how it stands on disk, for all to look at, and the one way to change it. Knows no web."""

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

import sqlalchemy as sa

from fathoms.engine.errors import FathomsError
from fathoms.engine.game import Game
from fathoms.engine.kinds import Json
from fathoms.engine.match import Foreseen, Match, View
from fathoms.engine.sea import Sea
from fathoms.table.rooms import lessons, stirring
from fathoms.table.rooms.clocks import Clock, clocks_of
from fathoms.table.rooms.course import Change, Course, Step, Views, new_match
from fathoms.table.rooms.draft import Draft, Played, Rewound, Stale, rest_of, seat_of
from fathoms.table.rooms.people.identity import is_secret
from fathoms.table.rooms.people.standing import note_standing
from fathoms.table.rooms.seats import OPEN, PERSON
from fathoms.table.rooms.store import Row, Store, StoredEvent

MOST_TRIES = 20  # of a change that others are faster than, each time
Viewer = str | None
Result = TypeVar("Result")


class Conflict(Exception):
    """The table on disk is no longer the one that a change began from."""


class Gone(FathomsError):
    """The table was removed, or cleared, while somebody was at it."""


class AlreadyPlayed(Exception):
    """A move of this id is on disk, with the version it led to."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@dataclass
class Happened:
    """What there is to tell after a change, others' first."""

    told: list[Step | Rewound] = field(default_factory=list)  # in its order
    around: bool = False  # who sits where, what is asked, whether it has begun: what changes without an event
    moved: bool = False  # all go to the next table
    nudged: list[str] = field(default_factory=list)  # whose seats were

    def note_rows(self, before: Row, after: Row) -> None:
        was, now = before.settings.nudged, after.settings.nudged
        self.nudged += [seat for seat, at in now.items() if was.get(seat) != at]
        self.around = self.around or _around(before) != _around(after)
        self.moved = self.moved or before.next_table != after.next_table


def _around(row: Row) -> tuple[Any, ...]:
    """What pages show of a table that no event tells."""
    beside = replace(
        row.settings,
        undone=0,
        taken_back=(),
        undo_refused=-1,
        hinted={},
        hinted_at={},
        by_clock=(),
        resumed=(),
        nudged={},
    )
    return row.seats, beside, row.status, row.next_table


def _sea_of(row: Row) -> tuple[Any, ...]:
    """What decides a table's fates."""
    return row.secret, row.entropy, row.settings.stirring


@dataclass
class Outcome(Generic[Result]):
    """What a change brought: its result, or why it was refused; and what there is to tell either way."""

    happened: Happened
    value: Result | None = None
    refusal: FathomsError | None = None
    known: int | None = None  # it was done before: the version it led to

    @property
    def result(self) -> Result:
        if self.refusal is not None:
            raise self.refusal
        return self.value  # type: ignore[return-value]  # a change without a refusal has a result


@dataclass
class Room:
    """A table as it stands on disk. Whoever looks sees what is kept; changes are made one at a time, off the loop."""

    store: Store
    row: Row
    course: Course
    lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def load(cls, store: Store, table_id: str) -> "Room | None":
        """A table as it stands on disk."""
        with store.reading() as connection:
            row = store.lock(connection, table_id, hold=False)
            if row is None:
                return None
            events = store.events(connection, table_id)
        return cls(store, row, Course.replay(row, events))

    @property
    def game(self) -> Game:
        return self.course.game

    @property
    def match(self) -> Match:
        return self.course.match

    @property
    def sea(self) -> Sea:
        return self.course.sea

    @property
    def version(self) -> int:
        return self.course.version

    # Who sits where

    def seat_of_token(self, token: str | None) -> str | None:
        return next((seat.seat for seat in self.row.seats if is_secret(token, seat.token)), None)

    def seats_of_person(self, person: str | None) -> list[str]:
        return [seat.seat for seat in self.row.seats if seat.kind == PERSON and is_secret(person, seat.person)]

    def is_host(self, person: str | None) -> bool:
        return is_secret(person, self.row.settings.host)

    def played_by_bot(self, letter: str) -> str | None:
        """The level of the bot that moves for a seat now, if one does."""
        return seat_of(self.row, letter).bot_level

    def bots_to_act(self) -> list[tuple[str, str]]:
        """The seats that owe a decision and are played by a bot, with its level."""
        if self.row.status != "playing" or lessons.is_on(self.row):
            return []
        acting = [(seat, self.played_by_bot(seat)) for seat in self.match.to_act if seat != "sea"]
        return [(seat, level) for seat, level in acting if level]

    def open_seats(self) -> list[str]:
        return [seat.seat for seat in self.row.seats if seat.kind == OPEN]

    # Changing

    def change(self, work: Callable[[Draft], Result], move_id: str = "") -> Outcome[Result]:
        """Do `work` on a draft, and keep it if the table still stands on disk as it does here.

        Where it does not, others' changes come first, and `work` is done again on what they led to.
        """
        with self.lock:
            happened = Happened()
            for _ in range(MOST_TRIES):
                draft = Draft.of(self.row, self.course)
                try:
                    result = work(draft)
                    self._keep(draft, move_id)
                except FathomsError as refusal:  # by how the table stood here; it may stand otherwise
                    if not self._catch_up(happened):
                        return Outcome(happened, refusal=refusal, known=self._known(move_id))
                except AlreadyPlayed as before:
                    return Outcome(happened, known=before.version)
                except Conflict:
                    self._catch_up(happened)
                else:
                    self._take_over(draft, happened)
                    return Outcome(happened, result)
            return Outcome(happened, refusal=Stale("others at this table were faster each time; look and choose again"))

    def move(self, seat: str, move: str | Sequence[str], move_id: str, version: int | None = None) -> Outcome[Played]:
        """A decision, or a path of them: on disk before this returns. The same id again changes nothing."""
        path = [move] if isinstance(move, str) else list(move)
        outcome = self.change(lambda draft: draft.move(seat, path, version), move_id)
        if outcome.known is None:
            return outcome
        rest = rest_of(path, seat, self.match.log[: outcome.known])
        return Outcome(outcome.happened, Played(outcome.known, rest))

    def _keep(self, draft: Draft, move_id: str) -> None:
        """Put a draft on disk in one transaction, in the place of the row it began from."""
        if draft.row == self.row and not draft.told:
            return
        draft.row.revision = self.row.revision + 1
        note_standing(draft.row, draft.course)

        def write(connection: sa.Connection) -> None:
            known = self.store.played(connection, draft.row.id, move_id) if move_id else None
            if known is not None:
                raise AlreadyPlayed(known)
            if not self.store.update(connection, draft.row, self.row.revision):
                raise Conflict
            if draft.row.people != self.row.people:
                self.store.note_people(connection, draft.row, self.row.people)
            if draft.kept < self.version:
                self.store.cut(connection, draft.row.id, draft.kept)
            self.store.append(connection, draft.row.id, draft.course.events(draft.kept))
            if move_id:
                self.store.note_move(connection, draft.row.id, move_id, draft.version)
            for table in draft.tables:
                self.store.add(connection, table.row, table.course.events())

        self.store.write(write)

    def _known(self, move_id: str) -> int | None:
        """A move that is refused may be one that was played, and whose answer was lost: the version it led to."""
        if not move_id:
            return None
        with self.store.reading() as connection:
            return self.store.played(connection, self.row.id, move_id)

    def _take_over(self, draft: Draft, happened: Happened) -> None:
        happened.note_rows(self.row, draft.row)
        happened.told += draft.told
        self.row, self.course = draft.row, draft.course

    def refresh(self) -> Outcome[None]:
        """Take over what other processes have written since."""
        with self.lock:
            happened = Happened()
            self._catch_up(happened)
            return Outcome(happened)

    def _catch_up(self, happened: Happened) -> bool:
        """Take over what stands on disk; False if that is what stands here."""
        with self.store.reading() as connection:
            stands = self.store.stands(connection, self.row.id)
            if stands == (self.version, self.row.revision):
                return False
            row = self.store.lock(connection, self.row.id, hold=False)
            if row is None:
                raise Gone("this table is gone")
            whole = row.settings.undone != self.row.settings.undone or _sea_of(row) != _sea_of(self.row)
            events = self.store.events(connection, row.id, 0 if whole else self.version)
        course = self._retraced(row, events, happened) if whole else self.course.fork()
        happened.told += [course.redo(event) for event in events if event.number > course.version]
        happened.note_rows(self.row, row)
        self.row, self.course = row, course
        return True

    def _retraced(self, row: Row, events: list[StoredEvent], happened: Happened) -> Course:
        """The course as far as it is still what was told here: elsewhere a move was taken back."""
        log = self.match.log
        same = next(
            (n for n, event in enumerate(events) if event.number > len(log) or event.line != log[n]), len(events)
        )
        course = Course.replay(row, events[:same])
        if same < len(log):
            happened.told.append(Rewound(course.version, course.match.moment))
        return course

    # Looking

    def snapshot(self) -> Match:
        """A copy of the match to think about."""
        with self.lock:  # closing the sea's books for it must not cross a change that draws from them
            return self.match.copy()

    def look(self, viewer: Viewer) -> tuple[int, View]:
        """Version and view of this moment, as a viewer may see it."""
        course = self.course
        return course.version, course.match.moment.view(viewer)

    def glance(self, viewer: Viewer) -> tuple[int, View, list[str], Change | None]:
        """As `look`, and the log, and what the last event changed for all: what a page is drawn from."""
        return self.course.glance(viewer)

    def ahead(self, viewer: Viewer) -> dict[str, list[Foreseen]]:
        """What a seat can be sure follows each of its choices."""
        with self.lock:
            now = self.match.moment
        return now.ahead(viewer) if viewer is not None else {}

    def changes(self) -> dict[int, Change]:
        """What each of the last events changed for all, by its number."""
        return self.course.changes()

    def may_undo(self, seat: str) -> bool:
        return self.row.status == "playing" and self.course.may_undo(seat)

    def may_choose_again(self, seat: str) -> bool:
        return self.row.status == "playing" and self.course.chosen_at(seat) is not None

    def has_secrets(self) -> bool:
        """Whether somebody at the table knows something now that another does not."""
        return self.course.has_secrets()

    def time_left(self, now: float) -> dict[str, float]:
        """Seconds each person who must move has left, where the table has clocks."""
        return {seat: clock.left for seat, clock in self.clocks(now).items() if clock.running}

    def clocks(self, now: float) -> dict[str, Clock]:
        return clocks_of(self.row, self.course, now)

    # Looking back

    def moment(self, number: int, viewer: Viewer) -> tuple[int, View, list[str], Views | None]:
        """The table after `number` events, as a viewer may see it, and what the last of them changed for all."""
        course = self.course
        number = max(0, min(number, course.version))
        told = course.match.log_for(viewer)[:number]
        match = self.match_at(max(0, number - 1))
        before = match.view() if number else None
        if number:
            match.play(course.match.log[number - 1])
        return number, match.view(viewer), told, (before, match.view()) if before else None

    def match_at(self, number: int) -> Match:
        """The match after `number` events, secrets included: for whoever may see them."""
        match = new_match(self.game, self.row)
        for line in self.course.match.log[:number]:
            match.play(line)
        return match

    @property
    def is_open_book(self) -> bool:
        """Whether all that happened here may be seen by all."""
        return self.match.over

    def history(self, viewer: Viewer, after: int) -> list[tuple[int, str, View]]:
        """Version, line and view of every event since `after`, as a viewer may see them."""
        course, match = self.course, new_match(self.game, self.row)
        told = course.match.log_for(viewer)
        steps = []
        for number, line in enumerate(course.match.log, 1):
            match.play(line)
            if number > after:
                steps.append((number, told[number - 1], match.view(viewer)))
        return steps

    def sea_told(self) -> Json:
        """What all may know of the sea at any time: its root, and who has committed to what."""
        return stirring.facts(self.row, self.sea.root)

    def sea_facts(self) -> list[Json]:
        """All that is needed to check the sea of a finished game: every commitment, and every fate's possibilities."""
        with self.lock:
            record = self.match.to_record()
        match = new_match(self.game, self.row)
        possible: dict[int, Any] = {}
        for number, line in enumerate(record.events, 1):
            if line.startswith("sea "):
                possible[number] = [[self.game.fate_text(code), weight] for code, weight in match.position.fates()]
            match.play(line)
        return [
            {
                **vars(tide),
                "lines": [record.events[number - 1] for number in tide.events],
                "fates": [possible[number] for number in tide.events],
            }
            for tide in record.sea
        ]

    def record_for(self, viewer: Viewer) -> str:
        """The save after the end; before it, what a viewer may know."""
        with self.lock:
            if self.match.over:
                return self.match.save()
            told = {"game": self.game.name, "options": self.row.options, "events": self.match.log_for(viewer)}
        return json.dumps({**told, "unfinished": True}, indent=1, ensure_ascii=False) + "\n"
