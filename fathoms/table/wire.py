"""Word between server processes that share one PostgreSQL: LISTEN and NOTIFY. With SQLite there is one process."""

import asyncio
import contextlib
import logging
import os

import psycopg

from fathoms.table.hub import Hub
from fathoms.table.store import Store

log = logging.getLogger("fathoms")
CHANNEL = "fathoms_tables"


class Wire:
    """Tells other processes which table has changed, and listens to them."""

    def __init__(self, store: Store, hub: Hub) -> None:
        self.store = store
        self.hub = hub
        self.name = f"{os.getpid()}"
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
        self.hub.notify = lambda table_id: self._tell(table_id)

    def _tell(self, table_id: str) -> None:
        self.hub.spawn(self._send(table_id))

    async def _send(self, table_id: str) -> None:
        if self._speaker is not None:
            await self._speaker.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self.name} {table_id}"))

    async def _listen(self, connection: psycopg.AsyncConnection) -> None:
        async with connection:
            async for note in connection.notifies():
                sender, _, table_id = note.payload.partition(" ")
                if sender != self.name:
                    self.hub.spawn(self.hub.heard(table_id))

    async def close(self) -> None:
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        if self._speaker is not None:
            await self._speaker.close()
