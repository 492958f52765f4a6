"""Word between server processes that share one PostgreSQL: LISTEN and NOTIFY. With SQLite there is one process."""

import asyncio
import contextlib
import logging

import psycopg

from fathoms.table.live.hub import Hub
from fathoms.table.rooms.identity import new_table_id
from fathoms.table.rooms.store import Store

log = logging.getLogger("fathoms")
CHANNEL = "fathoms_tables"


class PubSub:
    """Tells other processes which table has changed, and listens to them."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self.name = new_table_id()  # process numbers repeat between containers
        self._listener: asyncio.Task[None] | None = None
        self._speaker: psycopg.AsyncConnection | None = None

    async def open(self) -> None:
        if self.store.is_sqlite:
            return
        url = self.store.url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._speaker = await psycopg.AsyncConnection.connect(url, autocommit=True)
        listening = await psycopg.AsyncConnection.connect(url, autocommit=True)
        await listening.execute(f"LISTEN {CHANNEL}")
        self._listener = asyncio.create_task(self._listen(listening))
        self.hub.notify = lambda table_id, what: self._tell(table_id, what)

    def _tell(self, table_id: str, what: str) -> None:
        self.hub.spawn(self._send(table_id, what))

    async def _send(self, table_id: str, what: str) -> None:
        if self._speaker is not None:
            await self._speaker.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self.name} {table_id} {what}"))

    async def _listen(self, connection: psycopg.AsyncConnection) -> None:
        async with connection:
            async for note in connection.notifies():
                sender, table_id, what = note.payload.split(" ")
                if sender != self.name:
                    self.hub.spawn(self.hub.heard(table_id, what))

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        if self._speaker is not None:
            await self._speaker.close()
