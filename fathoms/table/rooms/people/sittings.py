"""Where somebody sits: their tables as they stand, and which of them wait; and a person who takes another secret."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import sqlalchemy as sa

from fathoms.table.rooms import lessons
from fathoms.table.rooms.hosting import SET_ASIDE
from fathoms.table.rooms.people.devices import DEVICE_KEYS, DEVICES, SUBSCRIPTIONS
from fathoms.table.rooms.seats import PERSON
from fathoms.table.rooms.store import LUGGAGE, SITTINGS, TABLES, Row, Store, row_from

MOST_SHOWN = 200


@dataclass(frozen=True)
class Sitting:
    """A table of somebody's, through their eyes."""

    row: Row
    touched: datetime  # when it last changed
    seats: tuple[str, ...]  # their own there
    company: bool  # somebody else plays too
    turn: bool | None  # None: not known before the table is looked at
    aside: bool = False  # it cannot be played on

    @property
    def waits(self) -> bool:
        """Whether other people wait for them there; bots are patient."""
        return bool(self.turn) and self.company and not self.aside

    def left(self, now: float) -> float | None:
        """Seconds until a clock runs out at the table."""
        return None if self.row.due is None else max(0.0, self.row.due - now)

    def acting(self, to_act: Sequence[str]) -> "Sitting":
        """The same, where these seats are known to owe a decision."""
        return replace(self, turn=_owes(self.row, self.seats, to_act))

    @property
    def place(self) -> int | None:
        """How they came out of a finished game: the best of their seats. A what-if has no place."""
        if self.row.settings.origin is not None:
            return None
        return min((self.row.places[seat] for seat in self.seats if seat in self.row.places), default=None)


def _owes(row: Row, seats: Sequence[str], to_act: Sequence[str]) -> bool:
    own = {seat.seat for seat in row.seats if seat.seat in seats and not seat.away}
    return row.status == "playing" and any(seat in own for seat in to_act)


def sitting_of(row: Row, touched: datetime, person: str, aside: bool = False) -> Sitting:
    """A table through the eyes of somebody, by the hash of their secret."""
    taken = [seat for seat in row.seats if seat.kind == PERSON]
    seats = tuple(seat.seat for seat in taken if seat.person == person)
    company = any(seat.person != person for seat in taken) and not lessons.is_on(row)
    turn = None if row.to_act is None and row.status == "playing" else _owes(row, seats, row.to_act or "")
    return Sitting(row, touched, seats, company, turn, aside)


def sittings_of(store: Store, person: str, playing: bool = False) -> list[Sitting]:
    """The tables of somebody, those that changed last first; of the tables in mid-game only, if asked so."""
    query = sa.select(TABLES, _set_aside()).join(SITTINGS).where(SITTINGS.c.person == person)
    if playing:
        query = query.where(TABLES.c.status == "playing")
    with store.reading() as connection:
        found = connection.execute(query.order_by(TABLES.c.touched.desc()).limit(MOST_SHOWN)).mappings()
        return [sitting_of(row_from(one), one["touched"], person, bool(one["aside"])) for one in found]


def _set_aside() -> sa.ColumnElement[bool]:
    return sa.exists().where(SET_ASIDE.c.table_id == TABLES.c.id).label("aside")


def waiting_for(store: Store, person: str) -> list[Sitting]:
    """The tables where other people wait for somebody: first where time runs out, then the one that waits longest."""
    waiting = [one for one in sittings_of(store, person, playing=True) if one.waits]
    return sorted(waiting, key=lambda one: (one.row.due or float("inf"), one.touched))


def rename_person(store: Store, old: str, new: str, device: str) -> list[str]:
    """Put another secret's hash in the place of a person's, everywhere at once; their tables.

    Whoever still holds the old secret, or the token of one of their seats, is nobody from then on. Of the devices, and
    of what they are called on, only the one named stays.
    """

    def rename(connection: sa.Connection) -> list[str]:
        tables = list(connection.execute(sa.select(SITTINGS.c.table_id).where(SITTINGS.c.person == old)).scalars())
        for table_id in tables:
            _reseat(store, connection, table_id, old, new)
        connection.execute(LUGGAGE.delete().where(LUGGAGE.c.person == old))
        connection.execute(DEVICE_KEYS.update().where(DEVICE_KEYS.c.person == old).values(revoked=time.time()))
        for kept in (DEVICES, SUBSCRIPTIONS):
            connection.execute(kept.delete().where(kept.c.person == old, kept.c.device != device))
            connection.execute(kept.update().where(kept.c.person == old).values(person=new))
        return tables

    return store.write(rename)


def _reseat(store: Store, connection: sa.Connection, table_id: str, old: str, new: str) -> None:
    row = store.lock(connection, table_id)
    if row is None:
        return
    before, settings = row.people, row.settings
    row.seats = tuple(replace(seat, person=new, token=None) if seat.person == old else seat for seat in row.seats)
    row.settings = replace(settings, host=new if settings.host == old else settings.host)
    changed = {
        "seats": json.dumps([seat.to_json() for seat in row.seats]),
        "settings": json.dumps(row.settings.to_json()),
        "revision": row.revision + 1,
        "touched": TABLES.c.touched,  # nothing has happened at the table
    }
    connection.execute(TABLES.update().where(TABLES.c.id == table_id).values(changed))
    store.note_people(connection, row, before)
