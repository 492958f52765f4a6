"""Word between server processes that share one PostgreSQL: LISTEN and NOTIFY. With SQLite there is one process.

A line that breaks is opened again, at growing intervals; then every table in memory catches up, since nobody knows what
was said meanwhile. Until then the process is deaf, and says so (`on_deaf`).
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

import psycopg

from fathoms.table.live.hub import Hub
from fathoms.table.logs import tell
from fathoms.table.rooms.people.identity import new_table_id
from fathoms.table.rooms.store import CONNECT_SECONDS, Store

log = logging.getLogger("fathoms")
CHANNEL = "fathoms_tables"
FIRST_WAIT, LONGEST_WAIT = 0.1, 5.0  # seconds before a line is tried again
SILENCE_SECONDS = 15.0  # after which the line is asked whether it is still there
LOST = (psycopg.Error, OSError)


class PubSub:
    """Tells other processes which table has changed, and listens to them."""

    def __init__(self, store: Store, hub: Hub, on_deaf: Callable[[bool], None] = lambda deaf: None) -> None:
        self.store = store
        self.hub = hub
        self.name = new_table_id()  # process numbers repeat between containers
        self._on_deaf = on_deaf
        self._url = store.url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._tasks: list[asyncio.Task[None]] = []
        self._unsaid: dict[tuple[str, str], None] = {}  # in their order, each once
        self._to_say = asyncio.Event()
        self._heard_until = time.time()

    async def open(self) -> None:
        if self.store.is_sqlite:
            return
        listening, speaking = await self._listening(), await self._connect()
        self._tasks = [
            asyncio.create_task(self._keep(self._listen, self._listening, listening)),
            asyncio.create_task(self._keep(self._speak, self._connect, speaking)),
        ]
        self.hub.notify = self._tell

    async def _connect(self) -> psycopg.AsyncConnection:
        return await psycopg.AsyncConnection.connect(self._url, autocommit=True, connect_timeout=CONNECT_SECONDS)

    async def _listening(self) -> psycopg.AsyncConnection:
        line = await self._connect()
        await line.execute(f"LISTEN {CHANNEL}")
        return line

    async def _keep(
        self,
        work: Callable[[psycopg.AsyncConnection], Awaitable[None]],
        connect: Callable[[], Awaitable[psycopg.AsyncConnection]],
        line: psycopg.AsyncConnection | None,
    ) -> None:
        """Work on a line for as long as it holds, then on the next one."""
        wait = FIRST_WAIT
        while True:
            try:
                line = line or await connect()
                wait = FIRST_WAIT
                async with line:
                    await work(line)
            except LOST as reason:
                if work == self._listen:
                    self._note_deaf(reason)
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)
            line = None

    # Listening

    async def _listen(self, line: psycopg.AsyncConnection) -> None:
        await self._catch_up()
        while True:
            async for note in line.notifies(timeout=SILENCE_SECONDS):
                self._heard_until = time.time()
                self._hear(note.payload)
            await line.execute("SELECT 1")  # a line that broke without a word is noticed by this
            self._heard_until = time.time()

    def _hear(self, payload: str) -> None:
        sender, table_id, what = payload.split(" ")
        if sender != self.name:
            self.hub.spawn(self.hub.heard(table_id, what))

    def _note_deaf(self, reason: Exception) -> None:
        self._on_deaf(True)
        told = str(reason).strip().splitlines()
        tell("deaf", logging.WARNING, kind="deaf", reason=told[0] if told else type(reason).__name__)

    async def _catch_up(self) -> None:
        """Take over, table by table, what others may have said while nobody listened."""
        since = self._heard_until
        for table_id, place in list(self.hub.places.items()):
            await self.hub.heard(table_id, "table")
            for said in await self.hub.run(self.store.said, table_id, None):
                if said["at"] > since:
                    self.hub.tell_said(place, said)
        self._heard_until = time.time()
        self._on_deaf(False)

    # Speaking

    def _tell(self, table_id: str, what: str) -> None:
        self._unsaid[(table_id, what)] = None
        self._to_say.set()

    async def _speak(self, line: psycopg.AsyncConnection) -> None:
        """What could not be said is said on the next line."""
        while True:
            self._to_say.clear()
            for table_id, what in list(self._unsaid):
                self._unsaid.pop((table_id, what))
                try:
                    await line.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self.name} {table_id} {what}"))
                except BaseException:
                    self._unsaid[(table_id, what)] = None
                    raise
            await self._to_say.wait()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError, *LOST):
                await task
