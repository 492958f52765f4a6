"""The tables in use: who is connected where, bots that move in their time, and word from other server processes."""

import asyncio
import contextlib
import gc
import json
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Hashable
from concurrent import futures
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fathoms.bots.levels import QUICK_LEVELS, Bot
from fathoms.engine.errors import FathomsError
from fathoms.engine.match import Match
from fathoms.table.live.thinking import THINKERS, thinking_pool, thinking_seconds
from fathoms.table.rooms import lobby
from fathoms.table.rooms.aside import load_room
from fathoms.table.rooms.identity import chat_message, new_table_id
from fathoms.table.rooms.room import Room, Step
from fathoms.table.rooms.store import Row, Store
from fathoms.table.settings import Settings

log = logging.getLogger("fathoms")
Result = TypeVar("Result")

IDLE_SECONDS = 600  # a table nobody looks at leaves memory
COLLECT_SECONDS = 1800  # between two full collections of cycles, each of which holds everybody up for a moment
RECOVER_SECONDS = 1.0  # before a bot whose move failed tries again
FINISH_SECONDS = 1.5  # that a stop leaves whatever is at work
MOST_WAITING = 200  # messages a slow client may be behind before it has to come back


@dataclass(frozen=True)
class Frame:
    """A message ready to be sent: to several connections where they see the same."""

    text: str
    version: int | None = None  # the event it tells of
    rewinds: bool = False  # goes back before what was sent
    restates: bool = False  # tells the table as it is at that event, once more

    @classmethod
    def of(cls, message: dict[str, Any], rewinds: bool = False) -> "Frame":
        text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        return cls(text, message.get("version"), rewinds, message.get("kind") == "state")

    def is_news(self, sent: int) -> bool:
        """Whether it is for somebody who was told all up to the event `sent`."""
        return self.rewinds or self.version is None or self.version > sent or (self.restates and self.version == sent)


@dataclass(eq=False)
class Connection:
    """One open page or program: what it may see, and the messages it still has to get."""

    eyes: Hashable  # whoever looks with the same eyes is told the same
    make: Callable[[Room, Step], dict[str, Any]]  # a step -> the message for this connection
    restate: Callable[[Room], dict[str, Any]]  # the table as it is: after an undo, and when seats or questions change
    is_page: bool = True  # or a program
    queue: asyncio.Queue[Frame | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    def send(self, frame: Frame) -> bool:
        try:
            self.queue.put_nowait(frame)
        except asyncio.QueueFull:
            return False
        return True


Message = tuple[Connection, Frame | None]


def _frame(connection: Connection, room: Room, step: Step) -> Frame | None:
    """A step for a connection; None, and a word in the log, if that fails: the move stands all the same."""
    try:
        return Frame.of(connection.make(room, step))
    except Exception:
        log.exception("event %d of table %s cannot be told", step.version, room.row.id)
        return None


def _restated(connection: Connection, room: Room, rewinds: bool) -> Frame | None:
    """The table as it is for a connection; None as above."""
    try:
        return Frame.of(connection.restate(room), rewinds)
    except Exception:
        log.exception("table %s cannot be told", room.row.id)
        return None


@dataclass(eq=False)
class Place:
    """A room with what this process keeps beside it."""

    room: Room
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    connections: set[Connection] = field(default_factory=set)
    bots: asyncio.Task[None] | None = None
    clock: asyncio.Task[None] | None = None
    used: float = field(default_factory=time.monotonic)


def _around_the_game(row: Row) -> tuple[Any, ...]:
    """What of a table changes without an event: who sits where, what is asked, whether it has begun."""
    return row.seats, row.settings, row.status, row.next_table


class Hub:
    """All tables this process has in memory. Blocking work runs in threads; the loop only hands messages on."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.places: dict[str, Place] = {}
        self.workers = ThreadPoolExecutor(32, "fathoms")  # most of them wait for the disk
        self.thinkers = thinking_pool(THINKERS, "fathoms-bot")
        self.notify: Callable[[str, str], None] = lambda table_id, what: None  # tell other processes
        self._drawing = threading.Lock()  # threads that draw share one interpreter: taking turns, they hold up less
        self._thinking = 0  # bots that think or wait for their turn to
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._at_work: set[Future[Any]] = set()  # in a worker, or waiting for one

    async def run(self, work: Callable[..., Result], *arguments: Any) -> Result:
        at_work = self.workers.submit(work, *arguments)
        self._at_work.add(at_work)
        at_work.add_done_callback(self._at_work.discard)
        return await asyncio.wrap_future(at_work)

    async def place(self, table_id: str) -> Place | None:
        """A table, from memory or from disk."""
        found = self.places.get(table_id)
        if found is None:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                found = self.places.get(table_id) or await self._load(table_id)
            self._loading.pop(table_id, None)
        if found is not None:
            found.used = time.monotonic()
        return found

    def is_loading(self, table_id: str) -> bool:
        return table_id in self._loading

    async def _load(self, table_id: str) -> Place | None:
        room = await self.run(load_room, self.store, table_id)
        if room is None:
            return None
        place = self.places[table_id] = Place(room)
        self.wind_clock(place)
        return place

    async def act(self, place: Place, work: Callable[[], list[Step]]) -> None:
        """Do something at a table, tell those who look on, and let bots go on."""
        await self._change(place, lambda: (None, work()))
        self.wake_bots(place)
        self.wind_clock(place)

    async def count_hint(self, place: Place, seat: str, decision: int, known: str) -> bool:
        """Whether a hint counts; Stale if it comes too late."""
        return await self._change(place, lambda: lobby.note_hint(place.room, seat, decision, known))

    async def move(self, place: Place, seat: str, move: str, move_id: str, version: int | None) -> int:
        """One decision at a table, told to everybody; also what others did before it, when it is refused."""
        return await self._change(place, lambda: place.room.move(seat, move, move_id, version))

    async def _change(self, place: Place, work: Callable[[], tuple[Result, list[Step]]]) -> Result:
        """Do something at a table and hand on what happened, in its order, also what others did if it is refused."""

        def do() -> tuple[Result | FathomsError, list[Message]]:
            try:
                result, steps = work()
            except FathomsError as refusal:
                return refusal, self._messages(place, getattr(refusal, "steps", []))
            return result, self._messages(place, steps)

        async with place.turn:  # a later event is not told before an earlier one
            result, messages = await self.run(do)
            self._send(place, messages)
        if isinstance(result, FathomsError):
            raise result
        self.notify(place.room.row.id, "table")
        return result

    def _messages(self, place: Place, steps: list[Step]) -> list[Message]:
        """What each connection is to be told; made in a worker, since drawing a table takes its time."""
        with self._drawing:
            return [message for step in steps for message in self._messages_of(place, step)]

    def _messages_of(self, place: Place, step: Step) -> list[Message]:
        """Those who see the same are told the same, drawn once."""
        frames: dict[Hashable, Frame | None] = {}
        present = list(place.connections)
        for one in present:
            if one.eyes not in frames:
                frames[one.eyes] = _frame(one, place.room, step)
        return [(one, frames[one.eyes]) for one in present]

    def _send(self, place: Place, messages: list[Message]) -> None:
        for connection, frame in messages:
            if connection in place.connections and (frame is None or not connection.send(frame)):
                self.drop(place, connection)

    async def refresh(self, place: Place) -> list[Step]:
        """Take over what other processes have written, and tell those who look on here."""
        found: list[Step] = []

        def do() -> list[Message]:
            found.extend(place.room.refresh())
            return self._messages(place, found)

        async with place.turn:
            self._send(place, await self.run(do))
        return found

    def tell_pages(self, place: Place, message: dict[str, Any]) -> None:
        """A message to people that is not an event: chat, a change of seats."""
        frame = Frame.of(message)
        for connection in list(place.connections):
            if connection.is_page:
                connection.send(frame)

    async def restate(self, place: Place, rewinds: bool = False) -> None:
        """Something other than an event happened: pages get the table anew; so do programs if a move was taken back."""

        def do() -> list[Message]:
            told = [one for one in list(place.connections) if one.is_page or rewinds]
            with self._drawing:
                return [(one, _restated(one, place.room, rewinds)) for one in told]

        async with place.turn:
            self._send(place, await self.run(do))

    def tell_rematch(self, place: Place) -> None:
        """Everybody goes to the next table together, but for those who said no."""
        row = place.room.row
        declined = row.settings.get("rematch", {}).get("declined", [])
        self.tell_pages(place, {"kind": "moved", "table": row.next_table, "without": declined})

    def drop(self, place: Place, connection: Connection, last: Frame | None = None) -> None:
        """Close a connection, after a last word if there is one."""
        place.connections.discard(connection)
        while not connection.queue.empty():
            connection.queue.get_nowait()
        if last is not None:
            connection.queue.put_nowait(last)
        connection.queue.put_nowait(None)  # the sender closes the socket

    # Bots

    def wake_bots(self, place: Place) -> None:
        if place.room.row.status == "playing" and (place.bots is None or place.bots.done()):
            place.bots = self.spawn(self._play_bots(place))

    def spawn(self, work: Awaitable[None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _play_bots(self, place: Place) -> None:
        """Move for every seat a bot plays, one decision at a time, at a pace people can follow."""
        while place.room.bots_to_act():
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
        chosen = place.room.row.settings.get("pace")
        return float(self.settings.pace if chosen is None else chosen)

    async def _move_bot(self, place: Place) -> None:
        room = place.room
        waiting = room.bots_to_act()
        if not waiting:
            return
        seat, level = waiting[0]
        if level in QUICK_LEVELS:
            await self._change(place, lambda: room.move_bot(Bot(level), seat))
        else:
            match = await self.run(room.snapshot)
            choice = await self._think(level, match, seat)
            await self.move(place, seat, choice, f"bot:{seat}:{len(match.log)}:{new_table_id()}", len(match.log))
        self.wind_clock(place)

    async def _think(self, level: str, match: Match, seat: str) -> str:
        """What a searching bot chooses: off the loop, in the time that the crowd leaves it."""
        self._thinking += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self.thinkers, lambda: Bot(level, seconds=thinking_seconds(level, self._thinking)).choose(match, seat)
            )
        finally:
            self._thinking -= 1

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
                    await self._change(place, lambda seat=seat: room.move_bot(Bot("sailor"), seat, by_clock=True))  # type: ignore[misc]
                    self.wake_bots(place)
            await asyncio.sleep(0.05)

    # Housekeeping

    async def heard(self, table_id: str, what: str) -> None:
        """Another process has changed a table: take it over and tell those who look on here."""
        place = self.places.get(table_id)
        if place is None:
            return
        if what == "chat":
            for said in await self.run(self.store.said, table_id, 1):
                self.tell_pages(place, chat_message(said["name"], said["text"]))
            return
        before = place.room.row
        await self.refresh(place)
        self.wake_bots(place)
        self.wind_clock(place)
        after = place.room.row
        undone = after.settings.get("undone") != before.settings.get("undone")
        if undone or _around_the_game(after) != _around_the_game(before):
            await self.restate(place, rewinds=undone)
        if after.next_table != before.next_table:
            self.tell_rematch(place)

    async def sweep(self) -> None:
        """Forget tables nobody looks at, and what they leave behind; they are on disk."""
        collected = time.monotonic()
        while True:
            await asyncio.sleep(30)
            now = time.monotonic()
            self.forget_idle(now)
            if now - collected > COLLECT_SECONDS:  # the server's own process has the collector wait (`collect_rarely`)
                gc.collect()
                collected = now

    def forget_idle(self, now: float) -> None:
        for table_id, place in list(self.places.items()):
            busy = place.connections or (place.bots is not None and not place.bots.done())
            if not busy and now - place.used > IDLE_SECONDS:
                del self.places[table_id]

    async def close(self) -> None:
        """What is being written is written; a bot that thinks, or compiles, holds nobody up."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.thinkers.shutdown(wait=False, cancel_futures=True)
        futures.wait(list(self._at_work), FINISH_SECONDS)
        self.workers.shutdown(wait=False, cancel_futures=True)
