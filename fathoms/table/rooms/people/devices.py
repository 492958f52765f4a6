"""The browsers somebody plays from, and where each of them wishes to be called when it is their turn."""

import time
from dataclasses import dataclass

import sqlalchemy as sa

from fathoms.table.rooms.store import METADATA, Store

MOST_DEVICES = 20  # that are remembered of one person
FORGET_DAYS = 400  # as long as a cookie lasts

DEVICES = sa.Table(
    "devices",
    METADATA,
    sa.Column("person", sa.String(64), primary_key=True),  # a hash
    sa.Column("device", sa.String(40), primary_key=True),
    sa.Column("label", sa.String(40), nullable=False),  # what kind of browser
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("seen", sa.Float, nullable=False),
)

SUBSCRIPTIONS = sa.Table(
    "subscriptions",
    METADATA,
    sa.Column("endpoint", sa.String(1000), primary_key=True),  # of the browser's own push service
    sa.Column("person", sa.String(64), nullable=False, index=True),
    sa.Column("device", sa.String(40), nullable=False),
    sa.Column("p256dh", sa.String(100), nullable=False),  # the browser's public key
    sa.Column("auth", sa.String(30), nullable=False),  # and the secret it shares with us
    sa.Column("lang", sa.String(5), nullable=False),
    sa.Column("base", sa.String(200), nullable=False),  # how that browser reaches this server
    sa.Column("at", sa.Float, nullable=False),
)


@dataclass(frozen=True)
class Device:
    """A browser of somebody's: since when, and when it was last here."""

    device: str
    label: str
    made: float
    seen: float


def note_device(store: Store, person: str, device: str, label: str) -> None:
    """Remember that somebody was here on a device; of too many, the one that was here longest ago is forgotten."""
    now, this = time.time(), (DEVICES.c.person == person, DEVICES.c.device == device)

    def note(connection: sa.Connection) -> None:
        if connection.execute(DEVICES.update().where(*this).values(seen=now, label=label)).rowcount:
            return
        connection.execute(DEVICES.insert().values(person=person, device=device, label=label, made=now, seen=now))
        known = sa.select(DEVICES.c.device).where(DEVICES.c.person == person).order_by(DEVICES.c.seen.desc())
        too_many = list(connection.execute(known.offset(MOST_DEVICES).limit(MOST_DEVICES)).scalars())
        _forget(connection, person, too_many)

    store.write(note)


def _forget(connection: sa.Connection, person: str, devices: list[str]) -> None:
    for kept in (DEVICES, SUBSCRIPTIONS) if devices else ():
        connection.execute(kept.delete().where(kept.c.person == person, kept.c.device.in_(devices)))


def devices_of(store: Store, person: str) -> list[Device]:
    """The devices of somebody, the one that was here last first."""
    query = sa.select(DEVICES.c.device, DEVICES.c.label, DEVICES.c.made, DEVICES.c.seen)
    with store.reading() as connection:
        found = connection.execute(query.where(DEVICES.c.person == person).order_by(DEVICES.c.seen.desc()))
        return [Device(*one) for one in found]


def forget_old_devices(store: Store) -> int:
    """Devices that have not been here for as long as a cookie lasts, and what they were called on."""
    before = time.time() - FORGET_DAYS * 86_400

    def forget(connection: sa.Connection) -> int:
        connection.execute(SUBSCRIPTIONS.delete().where(~_is_known()))
        gone: int = connection.execute(DEVICES.delete().where(DEVICES.c.seen < before)).rowcount
        return gone

    return store.write(forget)


def _is_known() -> sa.ColumnElement[bool]:
    same = (DEVICES.c.person == SUBSCRIPTIONS.c.person, DEVICES.c.device == SUBSCRIPTIONS.c.device)
    return sa.exists().where(*same)
