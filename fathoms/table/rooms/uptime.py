"""When servers were there. Each notes every two seconds that it is; between those times there was none (an outage)."""

import asyncio
import logging
import time
from collections.abc import Sequence

import sqlalchemy as sa

from fathoms.table.rooms.store import UPTIMES, Span, Store

log = logging.getLogger("fathoms")
NOTE_SECONDS = 2.0
GAP_SECONDS = 3 * NOTE_SECONDS  # without a note: the database was away
BESIDE_SECONDS = 3.5  # since its last note another process may still be there; a file of SQLite's has one process
KEPT_SECONDS = 60 * 86400.0  # longer than any clock runs


class Uptime:
    """The present run of this process. `store.outages` is what it found when it began."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._run = 0
        self._seen = 0.0

    def begin(self) -> None:
        """A run begins, at the start or after the database was away; another process may have been there all along."""

        def put(connection: sa.Connection) -> list[Span]:
            now = time.time()
            connection.execute(UPTIMES.delete().where(UPTIMES.c.seen < now - KEPT_SECONDS))
            added = UPTIMES.insert().values(began=now, seen=now).returning(UPTIMES.c.id)
            self._run, self._seen = int(connection.execute(added).scalar_one()), now
            rows = connection.execute(sa.select(UPTIMES.c.began, UPTIMES.c.seen).order_by(UPTIMES.c.began))
            return [(began, seen) for began, seen in rows]

        least = 0.0 if self._store.is_sqlite else BESIDE_SECONDS
        self._store.outages[:] = outages_between(self._store.write(put), least)

    def note(self) -> None:
        """This process is there."""
        now = time.time()
        if now - self._seen > GAP_SECONDS:
            return self.begin()
        self._store.write(lambda connection: connection.execute(_NOTE, {"run": self._run, "now": now}))
        self._seen = now
        return None

    async def follow(self) -> None:
        """Note it until this is cancelled."""
        while True:
            await asyncio.sleep(NOTE_SECONDS)
            try:
                await asyncio.to_thread(self.note)
            except sa.exc.SQLAlchemyError as fault:  # the next note that succeeds tells how long it was away
                log.debug("could not note that the server is there: %s", fault)


_NOTE = UPTIMES.update().where(UPTIMES.c.id == sa.bindparam("run")).values(seen=sa.bindparam("now"))


def outages_between(runs: Sequence[Span], least: float) -> list[Span]:
    """The gaps of more than `least` seconds between runs that are ordered by their beginnings and may overlap."""
    found, there_until = list[Span](), runs[0][1] if runs else 0.0
    for began, seen in runs:
        if began - there_until > least:
            found.append((there_until, began))
        there_until = max(there_until, seen)
    return found
