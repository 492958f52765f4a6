"""The hand that clears: beside the server, in one process of several, the heavy part in quiet hours."""

import asyncio
import logging
import time

import sqlalchemy as sa

from fathoms.table.keeping.policy import prune, unused_share, vacuum
from fathoms.table.live.hub import Hub
from fathoms.table.logs import tell, tell_counted
from fathoms.table.settings import Settings

log = logging.getLogger("fathoms")
EVERY_SECONDS = 3600.0
FIRST_SECONDS = 60.0  # after the start: whoever waits for the server comes first
MINUTE = 60.0
JUMP_SECONDS = 300.0  # by which the machine's clock may be set without a word
DISTRUST_SECONDS = 24 * 3600.0  # in which nothing is cleared after it was set by more: it may be set back
WORTH_IT = 0.2  # share of the file that must be unused before everybody waits for it to be written anew
KEEPING_LOCK = 7002  # PostgreSQL's, so that one process clears


class Watch:
    """Notices when the clock of the machine is set: how long tables were left alone is told by it."""

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def jumped(self) -> bool:
        before, self._ahead = self._ahead, time.time() - time.monotonic()
        if abs(self._ahead - before) < JUMP_SECONDS:
            return False
        tell("clock jumped", logging.WARNING, kind="clock", seconds=round(self._ahead - before))
        return True


async def keep_tidy(hub: Hub, settings: Settings) -> None:
    """Until it is cancelled: clear what has had its time, once an hour, and say how often faults came again."""
    due, watch = time.monotonic() + FIRST_SECONDS, Watch()
    while True:
        await asyncio.sleep(min(MINUTE, EVERY_SECONDS))
        tell_counted()
        if watch.jumped():
            due = time.monotonic() + DISTRUST_SECONDS
        if time.monotonic() < due:
            continue
        due = time.monotonic() + EVERY_SECONDS
        try:
            await hub.run(tidy, hub, settings, time.localtime().tm_hour)
        except Exception:
            log.exception("clearing failed; it is tried again in an hour")


def tidy(hub: Hub, settings: Settings, hour: int) -> None:
    store = hub.store
    if store.is_sqlite:
        prune(store, settings)
        if is_quiet(settings.quiet_hours, hour) and unused_share(store) > WORTH_IT:
            vacuum(store)
        return
    with store.engine.connect() as connection:
        if connection.execute(sa.text(f"SELECT pg_try_advisory_lock({KEEPING_LOCK})")).scalar():
            try:
                prune(store, settings)
            finally:
                connection.execute(sa.text(f"SELECT pg_advisory_unlock({KEEPING_LOCK})"))


def is_quiet(hours: str, hour: int) -> bool:
    """Whether an hour of the day lies within these, also across midnight."""
    first, last = map(int, hours.split("-"))
    return first <= hour < last if first < last else hour >= first or hour < last
