"""After a start: tables that waited for a bot or a clock go on, one after the other, behind everybody's back."""

import asyncio
import logging
import time

from fathoms.engine.errors import FathomsError
from fathoms.table.live.hub import Hub, Place
from fathoms.table.rooms.store import Row

log = logging.getLogger("fathoms")
FIRST_SECONDS = 2.0  # in which those who come back have the server to themselves; each wakes their own table
REST = 3.0  # seconds of rest for every second of waking, so that those who play notice nothing


async def wake_unfinished(hub: Hub) -> None:
    """The latest first. A table that waits for nobody but people stays on disk until one of them comes."""
    await asyncio.sleep(FIRST_SECONDS)
    for table_id in await hub.run(hub.store.unfinished):
        began = time.monotonic()
        try:
            await _wake(hub, table_id)
        except FathomsError as reason:  # set aside: those who ask for it are told
            log.info("table %s sleeps on: %s", table_id, reason)
        except Exception:
            log.exception("a table could not be woken")
        await asyncio.sleep(REST * (time.monotonic() - began))


async def _wake(hub: Hub, table_id: str) -> None:
    known = table_id in hub.places or hub.is_loading(table_id)  # somebody was quicker, perhaps only to look
    row = await hub.run(hub.store.get, table_id)
    if row is None or not may_go_on_alone(row):
        return
    known = known or table_id in hub.places or hub.is_loading(table_id)
    place = await hub.place(table_id)
    if place is None:
        return
    hub.wake_bots(place)
    hub.wind_clock(place)
    if not known and not _is_at_work(place):  # nobody else has it yet: it was read in this very moment
        hub.places.pop(table_id, None)


def may_go_on_alone(row: Row) -> bool:
    """Whether something other than a person may have to move there, and a person waits for it."""
    clocks = row.settings.move_seconds or row.settings.bank_seconds
    bots = [bool(seat.bot_level) for seat in row.seats]
    return not all(bots) and (bool(clocks) or any(bots))


def _is_at_work(place: Place) -> bool:
    return bool(place.connections or place.room.bots_to_act() or place.room.time_left(time.time()))
