"""Whether the server can do its work: hear the database, write to it, and hear the other processes."""

import asyncio
import shutil
import time
from dataclasses import dataclass, field

from fathoms.engine.kinds import Json
from fathoms.table.keeping.policy import size_of
from fathoms.table.live.hub import Hub
from fathoms.table.metrics import DEAF
from fathoms.table.rooms.hosting import all_aside, note_health
from fathoms.table.rooms.opening import why
from fathoms.table.settings import Settings, sqlite_file

PATIENCE = 3.0  # seconds in which the database must answer
WRITE_EVERY = 5.0  # seconds; who asks in between hears what was found last
MIB = 1 << 20


@dataclass
class Health:
    """Looked at by whoever asks; the database is written to, since that alone shows a full or read-only disk."""

    hub: Hub
    settings: Settings
    deaf: bool = False
    _written: float = field(default=-WRITE_EVERY)
    _fault: str = ""

    async def look(self) -> Json:
        """`ok`, and what is wrong."""
        problems = [*(await self._database()), *self._disk(), *self._hearing()]
        facts: Json = {"ok": not problems, "problems": problems, "in_memory": len(self.hub.places)}
        if not problems:
            facts["tables"] = await self.hub.run(self.hub.store.count)
        return facts

    async def _database(self) -> list[str]:
        if time.monotonic() - self._written >= WRITE_EVERY or self._fault:
            try:
                await asyncio.wait_for(self.hub.run(note_health, self.hub.store), PATIENCE)
                self._fault = ""
            except TimeoutError:
                self._fault = f"the database does not answer within {PATIENCE:g} s"
            except Exception as error:
                self._fault = f"the database cannot be written: {why(error)}"
            self._written = time.monotonic()
        return [self._fault] if self._fault else []

    def _disk(self) -> list[str]:
        file = sqlite_file(self.settings.database)
        if file is None:
            return []
        free = shutil.disk_usage(file.parent).free // MIB
        least = self.settings.least_free_mib
        return [f"the disk is full: {free} MiB are free, and {least} are needed"] if free < least else []

    def _hearing(self) -> list[str]:
        return ["this process does not hear the others: PostgreSQL's notices do not come in"] if self.deaf else []

    def doubt(self) -> None:
        """Something could not be read or written: who asks next is not answered by what was found before."""
        self._written = -WRITE_EVERY

    def note_deaf(self, deaf: bool) -> None:
        self.deaf = deaf
        DEAF.set(deaf)

    async def facts(self) -> dict[str, float]:
        """Figures that only the database knows, for metrics."""
        counted = await self.hub.run(self.hub.store.count_by_status)
        aside = await self.hub.run(all_aside, self.hub.store)
        tables = {f"tables_{status}": float(count) for status, count in counted.items()}
        return {**tables, "tables_aside": len(aside), "database_bytes": await self.hub.run(size_of, self.hub.store)}
