"""One table in memory: its match, who sits where, and what happens there. Knows nothing of the web."""

import json
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import sqlalchemy as sa

from fathoms.bots.levels import Bot
from fathoms.bots.warm import is_ready
from fathoms.engine.dialect import SPECTATOR
from fathoms.engine.errors import FathomsError, IllegalMove
from fathoms.engine.game import Game, installed_game
from fathoms.engine.match import Foreseen, Match, Moment, View, has_secrets
from fathoms.engine.position import Position
from fathoms.engine.sea import Sea
from fathoms.table.rooms.identity import is_secret, new_table_id
from fathoms.table.rooms.store import Row, Store, StoredEvent

LEAVES = 1024  # a longer game goes on with a further commitment
REMEMBERED = 80  # events whose positions are kept, to tell what each brought about
SHOWN_SECONDS = 0.6  # that a page takes to show an event of the sea: no clock runs before the position can be seen
Viewer = str | None
Change = tuple[View, View]  # the public views before and after an event


class Stale(FathomsError):
    """A move was meant for an earlier position than the table is in now."""


class NotSeated(FathomsError):
    """Somebody without this seat's secret tried to act for it."""


@dataclass(frozen=True)
class Step:
    """One event: the moments before and after it, to be looked at through anybody's eyes."""

    version: int
    before: Moment
    after: Moment
    at: float

    def has_secrets(self) -> bool:
        """Whether somebody at the table knows something after it that another does not."""
        return self.after.has_secrets() or len(self.after.view()["to_act"]) > 1


@dataclass(frozen=True)
class Clock:
    """The time of one seat: what is left until a bot moves for it, and how much of that is the bank."""

    left: float
    bank: float
    running: bool


def new_match(game: Game, row: Row) -> Match:
    """A match at its start; interpreted until the game's compiled code lies ready, so that nobody waits for it."""
    return Match(game, interpreted=not is_ready(game), **row.options)


def sea_from(row: Row) -> Sea:
    sea = Sea.from_master(row.secret, LEAVES)
    for seat, words in row.entropy.items():
        sea.stir(seat, words)
    return sea


def note_resumed(row: Row) -> None:
    """Clocks run from now, whatever the last event's time."""
    row.settings["resumed"] = [*row.settings.get("resumed", []), time.time()]


@dataclass
class Room:
    """A table. Its methods change it under `lock`, on disk first; they may block, so they run off the event loop."""

    store: Store
    row: Row
    game: Game
    match: Match
    sea: Sea
    lock: threading.Lock = field(default_factory=threading.Lock)
    times: list[float] = field(default_factory=list)
    owed: list[frozenset[str]] = field(default_factory=list)  # who had to act at each version
    past: deque[Position] = field(default_factory=lambda: deque(maxlen=REMEMBERED + 1))  # the last positions
    _earlier: tuple[int, Position] | None = None  # the position before the last event, and the version it belongs to
    _before: Moment | None = None  # the moment before the last event

    @classmethod
    def load(cls, store: Store, table_id: str) -> "Room | None":
        """A table as it stands on disk."""
        with store.reading() as connection:
            row = store.lock(connection, table_id, hold=False)
            if row is None:
                return None
            room = cls.fresh(store, row)
            room._note_owed()
            for event in store.events(connection, table_id):
                room._redo(event)
        return room

    @classmethod
    def fresh(cls, store: Store, row: Row) -> "Room":
        game = installed_game(row.game)
        return cls(store, row, game, new_match(game, row), sea_from(row))

    def _redo(self, event: StoredEvent) -> None:
        self._before = self.match.moment
        if event.line.startswith("sea "):
            self.match.follow(self.sea, event.line)
        else:
            self._earlier = (self.version + 1, self.match.position)
            self.match.play(event.line)
        self._note_owed()
        self.times.append(event.at)

    def _note_owed(self) -> None:
        self.owed.append(frozenset(self.match.to_act))
        self.past.append(self.match.position)

    # Who sits where

    @property
    def version(self) -> int:
        return self.match.events

    def seat(self, letter: str) -> dict[str, Any]:
        for seat in self.row.seats:
            if seat["seat"] == letter:
                return seat
        raise NotSeated(f"there is no seat {letter!r} at this table; allowed: {', '.join(self.match.seats)}")

    def seat_of_token(self, token: str | None) -> str | None:
        return next((s["seat"] for s in self.row.seats if is_secret(token, s.get("token"))), None)

    def seats_of_person(self, person: str | None) -> list[str]:
        return [s["seat"] for s in self.row.seats if s["kind"] == "person" and is_secret(person, s.get("person"))]

    def is_host(self, person: str | None) -> bool:
        return is_secret(person, self.row.settings.get("host"))

    def played_by_bot(self, letter: str) -> str | None:
        """The level of the bot that moves for a seat now, if one does."""
        seat = self.seat(letter)
        if seat["kind"] == "bot":
            return str(seat["level"])
        return str(seat.get("stand_in") or "sailor") if seat.get("away") else None

    def bots_to_act(self) -> list[tuple[str, str]]:
        """The seats that owe a decision and are played by a bot, with its level."""
        if self.row.status != "playing":
            return []
        acting = [(seat, self.played_by_bot(seat)) for seat in self.match.to_act if seat != "sea"]
        return [(seat, level) for seat, level in acting if level]

    def snapshot(self) -> Match:
        """A copy of the match to think about."""
        with self.lock:
            return self.match.copy()

    def look(self, viewer: Viewer) -> tuple[int, View]:
        """Version and view of this moment, as a viewer may see it."""
        with self.lock:
            return self.version, self.match.moment.view(viewer)

    def glance(self, viewer: Viewer) -> tuple[int, View, list[str], Change | None]:
        """As `look`, and the log, and what the last event changed for all: what a page is drawn from."""
        with self.lock:
            now = self.match.moment
            change = (self._before.view(), now.view()) if self._before else None
            return self.version, now.view(viewer), self.match.log_for(viewer), change

    def ahead(self, viewer: Viewer) -> dict[str, list[Foreseen]]:
        """What a seat can be sure follows each of its choices."""
        with self.lock:
            now = self.match.moment
        return now.ahead(viewer) if viewer is not None else {}

    def changes(self) -> dict[int, Change]:
        """What each of the last events changed for all, by its number."""
        with self.lock:
            last, past = self.version, list(self.past)
        views = [position.view(SPECTATOR, self.match.players) for position in past]
        pairs = list(pairwise(views))
        return dict(enumerate(pairs, last - len(pairs) + 1))

    def open_seats(self) -> list[str]:
        return [seat["seat"] for seat in self.row.seats if seat["kind"] == "open"]

    # Changing things

    def change(self, work: Callable[[sa.Connection, Row], None]) -> list[Step]:
        """Change the row under its lock; what others did meanwhile comes first and is told in the steps."""
        with self.lock:
            return self._change(work)

    def _change(self, work: Callable[[sa.Connection, Row], None], steps: list[Step] | None = None) -> list[Step]:
        steps = [] if steps is None else steps
        caught_up = 0

        def change(connection: sa.Connection) -> Row:
            nonlocal caught_up
            row = self.store.lock(connection, self.row.id)
            if row is None:
                raise FathomsError("this table is gone")
            self._catch_up(connection, row, steps)
            caught_up = len(steps)
            work(connection, row)
            self.store.update(connection, row)
            return row

        try:
            row = self.store.write(change)
        except BaseException as refusal:
            if not isinstance(refusal, IllegalMove | Stale | NotSeated):  # those come before anything has changed
                self._reload()
            refusal.steps = steps[:caught_up]  # type: ignore[attr-defined]  # what others did is told all the same
            raise
        self.row = row
        return steps

    def _catch_up(self, connection: sa.Connection, row: Row, steps: list[Step]) -> None:
        """Take over what another process has written; an undo there means starting from the first event."""
        if (
            row.version < self.version
            or row.settings.get("undone") != self.row.settings.get("undone")
            or row.entropy != self.row.entropy
        ):
            self._restart(row)
            for event in self.store.events(connection, row.id):
                self._redo(event)
        elif row.version > self.version:
            for event in self.store.events(connection, row.id, self.version):
                before = self.match.moment
                self._redo(event)
                steps.append(Step(self.version, before, self.match.moment, event.at))
        self.row = row

    def _restart(self, row: Row) -> None:
        self.match, self.sea = new_match(self.game, row), sea_from(row)
        self.times, self.owed, self._earlier, self._before = [], [], None, None
        self.past.clear()
        self._note_owed()

    def _reload(self) -> None:
        """After something went wrong, memory is what the disk says."""
        stored = Room.load(self.store, self.row.id)
        if stored is not None:
            self.row, self.match, self.sea = stored.row, stored.match, stored.sea
            self.times, self.owed, self.past = stored.times, stored.owed, stored.past
            self._earlier, self._before = stored._earlier, stored._before

    def refresh(self) -> list[Step]:
        """Take over what other processes have written since."""
        with self.lock:
            steps: list[Step] = []
            with self.store.reading() as connection:
                row = self.store.lock(connection, self.row.id, hold=False)
                if row is not None and (row.version, row.revision) != (self.version, self.row.revision):
                    self._catch_up(connection, row, steps)
            return steps

    # Playing

    def begin_if_full(self, connection: sa.Connection, row: Row, steps: list[Step]) -> None:
        """Once nobody is missing the sea is stirred and begins."""
        if row.status == "open" and not any(seat["kind"] == "open" for seat in row.seats):
            row.status = "playing"
            note_resumed(row)
            if row.entropy != self.sea.entropy:
                self._restart(row)
            self._drift(connection, row, steps)

    def _drift(self, connection: sa.Connection, row: Row, steps: list[Step]) -> None:
        first = self.version
        before = self.match.moment

        def note(match: Match) -> None:
            nonlocal before
            self._note_owed()
            self._before = before
            steps.append(Step(self.version, before, match.moment, time.time()))
            before = match.moment

        self.match.drift(self.sea, note)
        self._store_new(connection, row, first)

    def _store_new(self, connection: sa.Connection, row: Row, first: int) -> None:
        now = time.time()
        events = [StoredEvent(number, line, now) for number, line in enumerate(self.match.log[first:], first + 1)]
        self.store.append(connection, row.id, events)
        self.times += [now] * (self.version - len(self.times))
        row.version = self.version
        if self.match.over:
            row.status = "over"

    def move(
        self, seat: str, move: str, move_id: str, version: int | None = None, by_clock: bool = False
    ) -> tuple[int, list[Step]]:
        """One decision, then the sea: on disk before this returns. The same id again changes nothing."""
        with self.lock:
            steps: list[Step] = []
            answer: list[int] = []

            def work(connection: sa.Connection, row: Row) -> None:
                known = self.store.played(connection, row.id, move_id)
                if known is not None:
                    answer.append(known)
                    return
                self._check_version(seat, version)
                first = self.version + 1
                self._play(connection, row, f"{seat} {move}", steps)
                if by_clock:
                    row.settings["by_clock"] = [*row.settings.get("by_clock", []), first]
                self.store.note_move(connection, row.id, move_id, self.version)
                answer.append(self.version)

            self._change(work, steps)
            return answer[0], steps

    def move_bot(self, bot: Bot, seat: str, by_clock: bool = False) -> tuple[int, list[Step]]:
        """The decision of a bot that does not think long, if the seat still owes one; or because time was up."""
        with self.lock:
            if seat not in self.match.to_act:
                return self.version, []
            choice, version = bot.choose(self.match, seat), self.version
        return self.move(seat, choice, f"bot:{seat}:{version}:{new_table_id()}", version, by_clock)

    def _check_version(self, seat: str, version: int | None) -> None:
        """A move is for the position its player saw; that others have chosen meanwhile, as he may, does no harm."""
        if self.row.status == "open":
            raise IllegalMove(
                f"the table waits for {', '.join(self.open_seats())}; allowed: to wait, or to fill the seats"
            )
        if version is not None and version != self.version and not self._crossed(seat, version):
            raise Stale(f"the table is at version {self.version}, the move was for {version}; look and choose again")

    def _crossed(self, seat: str, version: int) -> bool:
        """Whether all that happened since a version are choices others owed at the same time as this seat."""
        if not 0 <= version < self.version or seat not in self.owed[version]:
            return False
        movers = {line.split(" ")[0] for line in self.match.log[version:]}
        return seat not in movers and movers <= self.owed[version]

    def _play(self, connection: sa.Connection, row: Row, line: str, steps: list[Step]) -> None:
        first, before = self.version, self.match.moment
        earlier = self.match.position
        self.match.play(line)
        self._earlier, self._before = (self.version, earlier), before
        self._note_owed()
        steps.append(Step(self.version, before, self.match.moment, time.time()))
        self._store_new(connection, row, first)
        self._drift(connection, row, steps)

    def take_back(self, connection: sa.Connection, row: Row) -> None:
        """Undo the last event; `may_undo` and everybody's consent come first."""
        self.store.cut(connection, row.id, self.version - 1)
        row.version = self.version - 1
        row.settings["undone"] = row.settings.get("undone", 0) + 1  # so that other processes notice
        row.settings["by_clock"] = [number for number in row.settings.get("by_clock", []) if number <= row.version]
        note_resumed(row)
        self._restart(row)
        for event in self.store.events(connection, row.id):
            self._redo(event)

    def may_undo(self, seat: str) -> bool:
        """Never across a sea event, a reveal or another player's move: the last event is one's own, told to all."""
        if not self.version or self.row.status != "playing":
            return False
        told = {self.match.moment.recent(viewer)[-1] for viewer in (*self.match.seats, None)}
        own = len(told) == 1 and told.pop().startswith(f"{seat} ")
        return own and not self._may_have_shown()

    def _may_have_shown(self) -> bool:
        """Whether the last event may have let anybody see what he had not: where there are secrets, no way back."""
        if self._earlier is None or self._earlier[0] != self.version:
            return True
        return self._secrets_in(self._earlier[1]) or self._secrets_in(self.match.position)

    def _secrets_in(self, position: Position) -> bool:
        return has_secrets(position, self.match.players)

    def has_secrets(self) -> bool:
        """Whether somebody at the table knows something now that another does not."""
        return self._secrets_in(self.match.position) or len(self.match.to_act) > 1

    def moment(self, number: int, viewer: Viewer) -> tuple[int, View, list[str], Change | None]:
        """The table after `number` events, as a viewer may see it, and what the last of them changed for all."""
        with self.lock:
            number = max(0, min(number, self.version))
            told = self.match.log_for(viewer)[:number]
            match = new_match(self.game, self.row)
            before = None
            for done, line in enumerate(self.match.log[:number], 1):
                before = match.view() if done == number else None
                match.play(line)
        return number, match.view(viewer), told, (before, match.view()) if before else None

    def sea_facts(self) -> list[dict[str, Any]]:
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

    # Clocks

    def time_left(self, now: float) -> dict[str, float]:
        """Seconds each person who must move has left, where the table has clocks."""
        return {seat: clock.left for seat, clock in self.clocks(now).items() if clock.running}

    def clocks(self, now: float) -> dict[str, Clock]:
        """The clock of every seat that a person plays; none where the table has no clocks, or the game is not on."""
        move, bank = self.row.settings.get("move_seconds", 0), self.row.settings.get("bank_seconds", 0)
        if self.row.status != "playing" or not (move or bank):
            return {}
        used, owing = self._time_used(move)
        found = {}
        for seat in self.match.seats:
            began = self._began(owing[seat], now) if seat in owing else None
            rest = max(0.0, bank - used.get(seat, 0.0))
            if not self.played_by_bot(seat):
                left = move + rest - (0.0 if began is None else now - began)
                found[seat] = Clock(left, rest, began is not None)
        return found

    def _time_used(self, move: float) -> tuple[dict[str, float], dict[str, int]]:
        """What each seat's decisions took of its bank; and since which version each that must move has had to."""
        used: dict[str, float] = {}
        owing: dict[str, int] = {}
        for version, owed in enumerate(self.owed[: len(self.times) + 1]):
            mover = self.match.log[version - 1].split(" ")[0] if version else ""
            began = self._began(owing.pop(mover), self.times[version - 1]) if mover in owing else None
            if began is not None:
                used[mover] = used.get(mover, 0.0) + max(0.0, self.times[version - 1] - began - move)
            owing = {seat: owing.get(seat, version) for seat in owed}
        return used, owing

    def _began(self, version: int, end: float) -> float | None:
        """When the clock of a decision that ends (or is still open) at `end` began to run.

        That is when its position could be seen: after the sea's events before it were shown, and anew when the table
        began, a move was taken back, or somebody took their seat back. None: before tables noted when they began.
        """
        first = version
        while first and self.match.log[first - 1].startswith("sea "):
            first -= 1
        seen = [self.times[version - 1] + SHOWN_SECONDS * (version - first)] if version else []
        resumed = [at for at in self.row.settings.get("resumed", []) if at <= end]
        return max([*seen, *resumed[-1:]], default=None)

    def history(self, viewer: Viewer, after: int) -> list[tuple[int, str, View]]:
        """Version, line and view of every event since `after`, as a viewer may see them."""
        match = new_match(self.game, self.row)
        with self.lock:
            told, log = self.match.log_for(viewer), self.match.log
        steps = []
        for number, line in enumerate(log, 1):
            match.play(line)
            if number > after:
                steps.append((number, told[number - 1], match.view(viewer)))
        return steps

    def record_for(self, viewer: Viewer) -> str:
        """The save after the end; before it, what a viewer may know."""
        if self.match.over:
            return self.match.save()
        told = {"game": self.game.name, "options": self.row.options, "events": self.match.log_for(viewer)}
        return json.dumps({**told, "unfinished": True}, indent=1, ensure_ascii=False) + "\n"
