"""The tables in use: who is connected where, bots that move in their time, and word from other server processes."""

import asyncio
import contextlib
import gc
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Hashable, Sequence
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from fathoms.bots.levels import QUICK_LEVELS, Bot
from fathoms.engine.errors import FathomsError
from fathoms.engine.kinds import Json
from fathoms.table.live.connection import CHANGED, Connection, Frame
from fathoms.table.live.pools import Busy, Pools
from fathoms.table.live.presence import AGAIN_SECONDS, OFFLINE, Presence, from_text, to_text
from fathoms.table.live.talk import POINTED, Point, heard
from fathoms.table.live.thinking import Thinker, Thinking
from fathoms.table.memory import give_memory_back
from fathoms.table.rooms import company
from fathoms.table.rooms.aside import load_room
from fathoms.table.rooms.course import Step
from fathoms.table.rooms.draft import Draft, Played, Rewound, people_at
from fathoms.table.rooms.people.identity import new_table_id
from fathoms.table.rooms.room import Happened, Outcome, Room
from fathoms.table.rooms.seats import STAND_IN
from fathoms.table.rooms.store import Store
from fathoms.table.settings import Settings

log = logging.getLogger("fathoms")
Result = TypeVar("Result")

IDLE_SECONDS = 600  # a table nobody looks at leaves memory
AUDIENCE_SECONDS = 60  # after somebody looked, bots among themselves play on; then they sleep
SWEEP_SECONDS = 30
COLLECT_SECONDS = 1800  # between two full collections of cycles, each of which holds everybody up for a moment
RECOVER_SECONDS = 1.0  # before a bot whose move failed tries again
FINISH_SECONDS = 1.5  # that a stop leaves whatever is at work
WHO_IS_THERE = "presence?"
WATCH_SECONDS = 0.5  # between two looks at who is there


def has_audience(place: "Place") -> bool:
    """Whether bots have somebody to play for: who looks on, who looked a moment ago, or a person at the table."""
    looked = time.monotonic() - place.used < AUDIENCE_SECONDS
    return bool(place.connections) or looked or any(not seat.bot_level for seat in place.room.row.seats)


def _is_busy(place: "Place") -> bool:
    return bool(place.connections) or (place.bots is not None and not place.bots.done())


Message = tuple[Connection, Frame | None]


def _frame(room: Room, make: Callable[[], Json], rewinds: bool = False) -> Frame | None:
    """A message as it is sent; None, and a word in the log, if it cannot be made: what happened stands all the same."""
    try:
        return Frame.of(make(), rewinds)
    except Exception:
        log.exception("table %s cannot be told at version %d", room.row.id, room.version)
        return None


@dataclass(eq=False)
class Place:
    """A room with what this process keeps beside it."""

    room: Room
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    presence: Presence = field(default_factory=Presence)
    points: dict[str, Point] = field(default_factory=dict)  # seat -> what it points out to its allies
    bots: asyncio.Task[None] | None = None
    ahead: tuple[int, str, str] | None = None  # a version, whose bot has thought on, and what it chose there
    clock: asyncio.Task[None] | None = None
    used: float = field(default_factory=time.monotonic)


class Hub:
    """All tables this process has in memory. Blocking work runs in threads; the loop only hands messages on."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.name = new_table_id()  # of this process, among those that share a database
        self.places: dict[str, Place] = {}
        self.workers = ThreadPoolExecutor(32, "fathoms")  # most of them wait for the disk
        self.pools = Pools()
        self.notify: Callable[[str, str], None] = lambda table_id, what: None  # tell other processes
        self.noticed: Callable[[Place], object] = bool  # called where whom a table waits for, or who is there, changed
        self._drawing = threading.Lock()  # threads that draw share one interpreter: taking turns, they hold up less
        self.thinking = Thinking(self.run, self.pools.thinking)
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._at_work: set[Future[Any]] = set()  # in a worker, or waiting for one

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        at_work = self.workers.submit(work, *arguments)
        self._at_work.add(at_work)
        at_work.add_done_callback(self._at_work.discard)
        return await asyncio.wrap_future(at_work)

    async def place(self, table_id: str, who: str = "") -> Place | None:
        """A table, from memory or from disk; whoever looks wakes bots that slept for want of an audience."""
        found = self.places.get(table_id)
        if found is None:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                found = self.places.get(table_id) or await self._load(table_id, who)
            self._loading.pop(table_id, None)
        if found is not None:
            found.used = time.monotonic()
            self.wake_bots(found)
        return found

    def _make_room(self) -> None:
        """Forget the tables that were left longest ago, where there are too many; refuse where all are in use."""
        most = self.settings.tables_in_memory
        if len(self.places) < most:
            return
        idle = sorted((place.used, table_id) for table_id, place in self.places.items() if not _is_busy(place))
        for _, table_id in idle[: max(1, most // 20)]:
            self._forget(table_id)
        if not idle:
            raise Busy(f"this server is busy; allowed: {most} tables in use at a time, try again later")

    def is_loading(self, table_id: str) -> bool:
        return table_id in self._loading

    async def _load(self, table_id: str, who: str) -> Place | None:
        room = await self.pools.loading.run(who, load_room, self.store, table_id)
        if room is None:
            return None
        self._make_room()
        place = self.places[table_id] = Place(room)
        self.notify(table_id, WHO_IS_THERE)
        self.wake_bots(place)  # whoever comes first after a start: nobody waits for a bot that sleeps
        self.wind_clock(place)
        return place

    # Changing a table, and telling of it

    async def change(self, place: Place, work: Callable[[Draft], Result]) -> Result:
        """The one way that anything changes at a table: `work` on a draft, kept on disk, told to all who look on."""
        return await self._do(place, lambda: place.room.change(work))

    async def move(
        self, place: Place, seat: str, move: str | Sequence[str], move_id: str, version: int | None
    ) -> Played:
        """A decision, or a path of them; the same id again changes nothing."""
        return await self._do(place, lambda: place.room.move(seat, move, move_id, version))

    async def _do(self, place: Place, change: Callable[[], Outcome[Result]]) -> Result:
        """Change a table, let other processes know, and let bots and clocks go on."""
        result = await self._hand_on(place, change)
        self.notify(place.room.row.id, "table")
        self.wake_bots(place)
        self.wind_clock(place)
        self.noticed(place)
        return result

    async def _hand_on(self, place: Place, change: Callable[[], Outcome[Result]]) -> Result:
        """Tell what happened, in its order; also what others did, if the change itself was refused."""

        def do() -> tuple[Outcome[Result], list[Message]]:
            outcome = change()
            return outcome, self._messages(place, outcome.happened)

        async with place.turn:  # a later event is not told before an earlier one
            outcome, messages = await self.run(do)
            self._send(place, messages)
            if outcome.happened.around:
                self._drop_unseated(place)
        return outcome.result

    def _drop_unseated(self, place: Place) -> None:
        """Whoever has lost the seat they came with, and hears of nothing else now: programs, which hear of events."""
        for connection in list(place.connections):
            if not connection.sits(place.room):
                self.drop(place, connection, CHANGED if connection.is_page else None)

    def _messages(self, place: Place, happened: Happened) -> list[Message]:
        """What each connection is to be told; made in a worker, since drawing a table takes its time."""
        with self._drawing:
            messages = [message for one in happened.told for message in self._messages_of(place, one)]
            messages += self._anew(place) if happened.around else []
            messages += self._attendance(place) if place.presence.since else []  # whom the table waits for has changed
            messages += [message for seat in happened.nudged for message in self._nudges(place, seat)]
            messages += self._points(place, self._forget_points(place))
            return messages + (self._to_the_rematch(place) if happened.moved else [])

    def _messages_of(self, place: Place, told: Step | Rewound) -> list[Message]:
        """Those who see the same are told the same, drawn once."""
        present = list(place.connections)
        if isinstance(told, Rewound):  # pages get the table as it is now, programs as it was then
            return [(one, _frame(place.room, partial(one.rewind, place.room, told), True)) for one in present]
        frames: dict[Hashable, Frame | None] = {}
        for one in present:
            if one.eyes not in frames:
                frames[one.eyes] = _frame(place.room, partial(one.make, place.room, told))
        return [(one, frames[one.eyes]) for one in present]

    def _anew(self, place: Place) -> list[Message]:
        """Something other than an event happened: pages get the table anew."""
        room, present = place.room, list(place.connections)
        return [(one, _frame(room, partial(one.restate, room))) for one in present if one.restate]

    def _nudges(self, place: Place, seat: str) -> list[Message]:
        """Pages of a seat are told that the others wait for it."""
        frame = Frame.of({"kind": "nudge", "seat": seat})
        return [(one, frame) for one in list(place.connections) if one.is_page and seat in one.signal.seats]

    def _to_the_rematch(self, place: Place) -> list[Message]:
        """Everybody goes to the next table together, but for those who said no."""
        row = place.room.row
        declined = list(row.settings.question.declined) if row.settings.question else []
        frame = Frame.of({"kind": "moved", "table": row.next_table, "without": declined})
        return [(one, frame) for one in list(place.connections) if one.is_page]

    def _send(self, place: Place, messages: list[Message]) -> None:
        for connection, frame in messages:
            if connection in place.connections and not connection.sits(place.room):  # what comes next is not for them
                self.drop(place, connection, CHANGED if connection.is_page else None)
            elif connection in place.connections and (frame is None or not connection.send(frame)):
                self.drop(place, connection)

    async def refresh(self, place: Place) -> None:
        """Take over what other processes have written, and tell those who look on here."""
        await self._hand_on(place, place.room.refresh)

    def tell_pages(self, place: Place, message: Json) -> None:
        """A message to people that nothing at the table has changed for: a hint taken."""
        frame = Frame.of(message)
        for connection in list(place.connections):
            if connection.is_page:
                connection.send(frame)

    # Talk

    def tell_said(self, place: Place, said: Json) -> None:
        """What somebody has said, to those it is for."""
        for connection in list(place.connections):
            message = heard(said, connection.ear) if connection.ear and connection.sits(place.room) else None
            if message is not None:
                connection.send(Frame.of(message))

    def point(self, place: Place, point: Point) -> None:
        """Somebody points a choice out to their allies; the same once more takes it back."""
        self._take_point(place, point)
        self.notify(place.room.row.id, point.to_text())

    def _take_point(self, place: Place, point: Point) -> None:
        if place.points.get(point.by) == point:
            del place.points[point.by]
        else:
            place.points[point.by] = point
        self._send(place, self._points(place, [point.by, *self._forget_points(place)]))

    def _forget_points(self, place: Place) -> list[str]:
        """What was pointed out goes with its decision; by whom something was."""
        stale = [by for by, point in list(place.points.items()) if not point.holds(place.room)]
        for by in stale:
            place.points.pop(by, None)
        return stale

    def _points(self, place: Place, changed: list[str]) -> list[Message]:
        """What the pages of allies are told, where one of them points at something else; others hear of nothing."""
        room, points = place.room, list(place.points.values())
        told = [one for one in list(place.connections) if one.ear and set(one.ear.team) & set(changed)]
        return [(one, _frame(room, partial(one.point, room, points))) for one in told if one.point]

    def drop(self, place: Place, connection: Connection, last: Frame | None = None) -> None:
        """Close a connection, after a last word if there is one."""
        self.leave(place, connection)
        while not connection.queue.empty():
            connection.queue.get_nowait()
        if last is not None:
            connection.queue.put_nowait(last)
        connection.queue.put_nowait(None)  # the sender closes the socket

    # Who is there

    def enter(self, place: Place, connection: Connection) -> None:
        place.connections.add(connection)
        self.attend(place)

    def leave(self, place: Place, connection: Connection) -> None:
        place.connections.discard(connection)
        for seat in connection.signal.seats:
            place.presence.left[seat] = time.monotonic()

    def present(self, place: Place) -> dict[str, str]:
        """The state of every person at a table."""
        signals = [one.signal for one in place.connections]
        return place.presence.now(people_at(place.room.row), signals, time.monotonic())

    def absent(self, place: Place) -> list[str]:
        """The seats of people who are offline, or have not been heard of."""
        return [seat for seat, state in self.present(place).items() if state == OFFLINE]

    def attend(self, place: Place) -> None:
        """Tell who is there, if that has changed, here and in other processes."""
        states, presence, now = self.present(place), place.presence, time.monotonic()
        watchers = sorted(one.signal.watcher for one in place.connections if one.signal.watcher is not None)
        news = states != presence.told or watchers != presence.watchers
        if not news and now - presence.sent < AGAIN_SECONDS:
            return
        presence.watchers = watchers
        presence.note(states, now)
        presence.sent = now
        mine = presence.here([one.signal for one in place.connections], now)
        if mine or news:
            self.notify(place.room.row.id, f"presence:{self.name}:{to_text(mine)}")
        if news:
            self.spawn(self._tell_attendance(place))
            self.noticed(place)

    async def _tell_attendance(self, place: Place) -> None:
        def do() -> list[Message]:
            with self._drawing:
                return self._attendance(place)

        async with place.turn:
            self._send(place, await self.run(do))

    def _attendance(self, place: Place) -> list[Message]:
        room, states = place.room, place.presence.told
        return [(one, _frame(room, partial(one.attend, room, states))) for one in list(place.connections) if one.attend]

    async def watch_presence(self) -> None:
        """Notice lines that have gone dead, bots that are to stand in, and people who are back."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for place in list(self.places.values()):
                if place.connections or place.presence.told:
                    self.attend(place)
                    self._mind_seats(place)

    def _mind_seats(self, place: Place) -> None:
        """Where the table chose so, a bot plays for whoever is gone, while somebody is there to wait."""
        row, present = place.room.row, self.present(place)
        if row.status != "playing" or all(state == OFFLINE for state in present.values()):
            return
        back = [seat.seat for seat in row.seats if seat.gone and present.get(seat.seat, OFFLINE) != OFFLINE]
        gone = [seat for seat in place.presence.gone(time.monotonic()) if not place.room.played_by_bot(seat)]
        if back:
            self.spawn(self._quietly(place, lambda draft: company.come_back(draft, back)))
        for seat in gone if row.settings.absent == STAND_IN else []:
            self.spawn(self._quietly(place, partial(company.stand_in, letter=seat)))

    async def _quietly(self, place: Place, work: Callable[[Draft], None]) -> None:
        with contextlib.suppress(FathomsError):
            await self.change(place, work)

    # Bots

    def wake_bots(self, place: Place) -> None:
        """Bots play on, if one of them must move and somebody is there to see it, or waits for it."""
        asleep = place.bots is None or place.bots.done()
        if place.room.row.status == "playing" and asleep and has_audience(place) and place.room.bots_to_act():
            place.bots = self.spawn(self._play_bots(place))

    def spawn(self, work: Awaitable[None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _play_bots(self, place: Place) -> None:
        """Move for every seat a bot plays, one decision at a time, at a pace people can follow."""
        while place.room.bots_to_act() and has_audience(place):
            await asyncio.sleep(self._pace(place))
            try:
                await self._move_bot(place)
            except FathomsError as refusal:  # somebody else moved first
                log.debug("bot move refused: %s", refusal)
                await self.refresh(place)
            except Exception:  # whatever it was, people at the table are not to wait for ever
                log.exception("a bot's move failed at table %s", place.room.row.id)
                await asyncio.sleep(RECOVER_SECONDS)

    def _pace(self, place: Place) -> float:
        chosen = place.room.row.settings.pace
        return float(self.settings.pace if chosen is None else chosen)

    async def _move_bot(self, place: Place) -> None:
        room = place.room
        waiting = room.bots_to_act()
        if not waiting:
            return
        seat, level = waiting[0]
        if level in QUICK_LEVELS and not room.game.has_swims:
            await self.change(place, lambda draft: draft.seat(seat).bot_level and draft.move_bot(Bot(level), seat))
            return
        match, (version, mover, chosen) = await self.run(room.snapshot), place.ahead or (-1, "", "")
        place.ahead, before = None, len(match.log)
        if seat not in match.to_act:  # another process has moved for it
            return
        bot = Thinker(room.row.id, seat, level, hides_its_time=self._pace(place) > 0 and room.has_secrets())
        first = chosen if (version, mover) == (before, seat) else await self.thinking.choose(bot, match)
        path, then = await self.thinking.swim(bot, match, first)
        if not room.played_by_bot(seat):  # its person is back
            return
        played = await self.move(place, seat, path, f"bot:{seat}:{before}:{new_table_id()}", before)
        place.ahead = (played.version, seat, then) if then else None

    # Clocks

    def wind_clock(self, place: Place) -> None:
        """Where a table has clocks, a bot moves for whoever runs out of time."""
        if place.room.time_left(time.time()) and (place.clock is None or place.clock.done()):
            place.clock = self.spawn(self._watch_clock(place))

    async def _watch_clock(self, place: Place) -> None:
        room = place.room
        while left := room.time_left(time.time()):
            seat, seconds = min(left.items(), key=lambda pair: pair[1])
            if seconds > 0:
                await asyncio.sleep(min(seconds, 5.0))
                continue
            if seat in room.match.to_act:
                with contextlib.suppress(FathomsError):
                    await self.change(place, partial(Draft.move_bot, bot=Bot("sailor"), seat=seat, by_clock=True))
            await asyncio.sleep(0.05)

    # Housekeeping

    async def heard(self, table_id: str, what: str) -> None:
        """Another process has changed a table: take it over and tell those who look on here."""
        place = self.places.get(table_id)
        if place is None:
            return
        if what.startswith("presence"):
            self._hear_of_presence(place, what)
        elif what == "chat":
            for said in await self.run(self.store.said, table_id, None, 1):
                self.tell_said(place, said)
        elif what.startswith(POINTED):
            self._take_point(place, Point.from_text(what))
        else:
            await self.refresh(place)
            self.wake_bots(place)
            self.wind_clock(place)

    def _hear_of_presence(self, place: Place, what: str) -> None:
        """Another process says who is there, `presence:NAME:A=here`, or asks: `presence?`."""
        if what == WHO_IS_THERE:
            place.presence.sent = 0.0
        else:
            _, process, said = what.split(":")
            place.presence.elsewhere[process] = (time.monotonic(), from_text(said))
        self.attend(place)

    async def sweep(self) -> None:
        """Forget tables nobody looks at, and what they leave behind; they are on disk."""
        collected = time.monotonic()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            now = time.monotonic()
            self.forget_idle(now)
            if now - collected > COLLECT_SECONDS:  # the server's own process has the collector wait (`collect_rarely`)
                gc.collect()
                collected = now
            await self.run(give_memory_back)

    def forget_idle(self, now: float) -> None:
        for table_id, place in list(self.places.items()):
            if not _is_busy(place) and now - place.used > IDLE_SECONDS:
                self._forget(table_id)

    def _forget(self, table_id: str) -> None:
        """A table stays on disk; its clock is wound again when somebody comes, or when it is about to run out."""
        place = self.places.pop(table_id)
        if place.clock is not None:
            place.clock.cancel()

    async def close(self) -> None:
        """What is being written is written; a bot that thinks, or compiles, holds nobody up."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.pools.close()
        futures.wait(list(self._at_work), FINISH_SECONDS)
        self.workers.shutdown(wait=False, cancel_futures=True)
