"""Which tables have had their time, by the host's settings; and what goes with a game's end."""

import math
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from fathoms.table.keeping.records import keep_record
from fathoms.table.logs import tell
from fathoms.table.rooms.hosting import note_removed
from fathoms.table.rooms.people.devices import forget_old_devices
from fathoms.table.rooms.store import LIVING, MOVES, REPORTS, TABLES, Store
from fathoms.table.settings import Settings

MOVE_IDS_HOURS = 1  # after the end, in which a move may still be sent again
MOST_GIVING_WAY = 20  # tables that go at once when the server is full
AT_ONCE = 200  # tables that go in one transaction: nobody waits long for the disk


@dataclass
class Cleared:
    """What was, or would be, cleared."""

    tables: dict[str, list[str]] = field(default_factory=dict)  # open, abandoned, finished -> ids
    move_ids: int = 0
    reports: int = 0
    records: int = 0

    @property
    def count(self) -> int:
        return sum(map(len, self.tables.values()))

    def facts(self) -> dict[str, int]:
        kinds = {kind: len(ids) for kind, ids in self.tables.items()}
        return {**kinds, "move_ids": self.move_ids, "reports": self.reports, "records": self.records}


def prune(store: Store, settings: Settings, only_look: bool = False) -> Cleared:
    """Clear what has had its time, finished games as files first where the host wishes; with `only_look`, count it."""
    with store.reading() as connection:
        now = database_time(store, connection)
        found = Cleared(
            {kind: _older(connection, where, now, days) for kind, (where, days) in _kinds(settings).items()}
        )
    if not only_look:
        for ids in found.tables.values():
            found.records += sum(keep_record(store, one, settings.records) for one in ids if settings.records)
            _remove_all(store, ids)
        _clear_leftovers(store, settings, now, found)
        if any(found.facts().values()):
            tell("cleared", **found.facts())
    return found


def _kinds(settings: Settings) -> dict[str, tuple[str, float]]:
    return {
        "open": ("open", settings.keep_open_days),
        "abandoned": ("playing", settings.keep_abandoned_days),
        "finished": ("over", settings.keep_finished_days),
    }


def _older(connection: sa.Connection, status: str, now: datetime, days: float) -> list[str]:
    if math.isinf(days):
        return []
    query = sa.select(TABLES.c.id).where(TABLES.c.status == status, TABLES.c.touched < now - timedelta(days))
    return list(connection.execute(query).scalars())


def remove(store: Store, ids: list[str]) -> int:
    """Tables with all that belongs to them, gone for good; how many there were."""

    def take(connection: sa.Connection) -> int:
        gone: int = connection.execute(TABLES.delete().where(TABLES.c.id.in_(ids))).rowcount
        for one in ids:
            note_removed(connection, one)
        return gone

    return store.write(take)


def _remove_all(store: Store, ids: list[str]) -> None:
    for start in range(0, len(ids), AT_ONCE):
        remove(store, ids[start : start + AT_ONCE])


def make_room(store: Store, in_use: set[str]) -> int:
    """Where the server is full: tables that nobody misses give way, so that no stranger keeps others from playing.

    First those where no person has moved and nobody came for an hour; then, after a day, those with the fewest events.
    """
    moved = sa.exists().where(MOVES.c.table_id == TABLES.c.id, ~MOVES.c.move_id.startswith("bot:"))
    living = sa.select(TABLES.c.id).where(TABLES.c.status.in_(LIVING)).limit(MOST_GIVING_WAY)
    with store.reading() as connection:
        now = database_time(store, connection)
        unplayed = living.where(TABLES.c.touched < now - timedelta(hours=1), ~moved).order_by(TABLES.c.touched)
        left = living.where(TABLES.c.touched < now - timedelta(days=1)).order_by(TABLES.c.version, TABLES.c.touched)
        found = [one for query in (unplayed, left) for one in connection.execute(query).scalars() if one not in in_use]
    going = list(dict.fromkeys(found))[:MOST_GIVING_WAY]
    if going:
        tell("made room", tables=len(going))
    return remove(store, going) if going else 0


def _clear_leftovers(store: Store, settings: Settings, now: datetime, found: Cleared) -> None:
    """What only served while a game was on, or can be had again."""
    found.move_ids = _clear(store, MOVES, now - timedelta(hours=MOVE_IDS_HOURS))
    if not math.isinf(settings.keep_reports_days):
        found.reports = _clear(store, REPORTS, now - timedelta(settings.keep_reports_days))
    forget_old_devices(store)


def _clear(store: Store, what: sa.Table, before: datetime) -> int:
    over = sa.select(TABLES.c.id).where(TABLES.c.status == "over", TABLES.c.touched < before)
    gone: int = store.write(lambda one: one.execute(what.delete().where(what.c.table_id.in_(over))).rowcount)
    return gone


def database_time(store: Store, connection: sa.Connection) -> datetime:
    """Now, by the clock that wrote when tables were touched: a server's own that jumps clears nothing."""
    asked = sa.func.now() if store.is_sqlite else sa.func.localtimestamp()
    found: Any = connection.execute(sa.select(sa.type_coerce(asked, sa.DateTime))).scalar_one()
    return datetime.fromisoformat(found) if isinstance(found, str) else found.replace(tzinfo=None)


# The file itself


def vacuum(store: Store) -> None:
    """Give the room of what was cleared back to the disk; who writes waits meanwhile. PostgreSQL tidies itself."""
    if not store.is_sqlite:
        return
    connection = store.engine.raw_connection()  # outside any transaction
    try:
        for order in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
            connection.cursor().execute(order).close()
    finally:
        connection.close()
    tell("vacuum", bytes=size_of(store))


def unused_share(store: Store) -> float:
    """How much of an SQLite file is room that nothing uses."""
    if not store.is_sqlite:
        return 0.0
    with store.reading() as connection:
        free, pages = (
            int(connection.exec_driver_sql(f"PRAGMA {what}").scalar_one()) for what in ("freelist_count", "page_count")
        )
    return free / max(1, pages)


def size_of(store: Store) -> int:
    """Bytes of the database."""
    if store.is_sqlite:
        path = Path(str(store.engine.url.database or ""))
        return sum(file.stat().st_size for file in (path, Path(f"{path}-wal")) if file.is_file())
    with store.reading() as connection:
        return int(connection.execute(sa.text("SELECT pg_database_size(current_database())")).scalar_one())
