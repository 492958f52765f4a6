"""The devices of a person: their names, the hashes of their secrets, and where each wishes to be called.

A person's first device has the secret whose hash is the person's id. Every other device has a secret of its own in
`device_keys`. Databases of before version 0008 have people whose devices all share the first secret.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from fathoms.table.rooms.people.identity import DeviceSecret, key_of, new_device_secret
from fathoms.table.rooms.store import LUGGAGE, METADATA, Store

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
    sa.Column("name", sa.String(40), nullable=False, server_default=""),  # what its owner calls it
)

DEVICE_KEYS = sa.Table(
    "device_keys",
    METADATA,
    sa.Column("key", sa.String(64), primary_key=True),  # the hash of a device's secret
    sa.Column("person", sa.String(64), nullable=False, index=True),
    sa.Column("device", sa.String(40), nullable=False),
    sa.Column("revoked", sa.Float, index=True),  # when it ceased to count
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
    name: str = ""
    shares: bool = False  # the person's first secret with other devices: they can only be revoked together


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


def _forget(connection: sa.Connection, person: str, devices: Sequence[str]) -> None:
    """Take devices off the list; their own secrets no longer count, and nobody is called there."""
    keys = (DEVICE_KEYS.c.person == person, DEVICE_KEYS.c.device.in_(devices), DEVICE_KEYS.c.revoked.is_(None))
    connection.execute(DEVICE_KEYS.update().where(*keys).values(revoked=time.time()))
    for kept in (DEVICES, SUBSCRIPTIONS):
        connection.execute(kept.delete().where(kept.c.person == person, kept.c.device.in_(devices)))


def devices_of(store: Store, person: str) -> list[Device]:
    """The devices of somebody, the one that was here last first."""
    columns = [DEVICES.c[name] for name in ("device", "label", "made", "seen", "name")]
    query = sa.select(*columns).where(DEVICES.c.person == person).order_by(DEVICES.c.seen.desc())
    with store.reading() as connection:
        found, sharing = connection.execute(query).all(), _on_the_first_secret(connection, person)
    shared = set(sharing if len(sharing) > 1 else ())
    return [Device(one.device, one.label, one.made, one.seen, one.name, one.device in shared) for one in found]


def _on_the_first_secret(connection: sa.Connection, person: str) -> list[str]:
    """The devices of somebody that have no secret of their own."""
    own = sa.exists().where(DEVICE_KEYS.c.person == person, DEVICE_KEYS.c.device == DEVICES.c.device)
    return list(connection.execute(sa.select(DEVICES.c.device).where(DEVICES.c.person == person, ~own)).scalars())


def name_device(store: Store, person: str, device: str, name: str) -> bool:
    """Call a device something; whether there is such a one."""
    this = (DEVICES.c.person == person, DEVICES.c.device == device)
    return bool(
        store.write(lambda connection: connection.execute(DEVICES.update().where(*this).values(name=name)).rowcount)
    )


# Secrets


def add_key(store: Store, person: str, device: str) -> str:
    """A new secret for a device of somebody. Only its hash is stored."""
    secret = new_device_secret()
    values = {"key": key_of(secret), "person": person, "device": device}
    store.write(lambda connection: connection.execute(DEVICE_KEYS.insert().values(values)))
    return secret


def add_key_where_shared(store: Store, person: str, device: str) -> str | None:
    """A secret of its own for a device that shares the first secret with others; None where it does not."""
    with store.reading() as connection:
        sharing = _on_the_first_secret(connection, person)
    return add_key(store, person, device) if device in sharing and len(sharing) > 1 else None


def find_key(store: Store, secret: str) -> DeviceSecret | None:
    """The person and the device behind a secret that counts."""
    query = sa.select(DEVICE_KEYS.c.person, DEVICE_KEYS.c.device)
    with store.reading() as connection:
        counts = (DEVICE_KEYS.c.key == key_of(secret), DEVICE_KEYS.c.revoked.is_(None))
        found = connection.execute(query.where(*counts)).first()
    return DeviceSecret(secret, found.person, found.device) if found else None


def revoked_keys(store: Store, since: float = 0.0) -> list[tuple[str, str, float]]:
    """The hashes of secrets that count no longer, whose they were, and since when."""
    query = sa.select(DEVICE_KEYS.c.key, DEVICE_KEYS.c.person, DEVICE_KEYS.c.revoked)
    with store.reading() as connection:
        return [tuple(one) for one in connection.execute(query.where(DEVICE_KEYS.c.revoked >= since))]


def revoke_device(store: Store, person: str, device: str) -> bool:
    """End the access of a device, together with all that share its secret; whether there is such a one.

    Links to other devices that were asked for before no longer work either: this device may have asked for one.
    """

    def revoke(connection: sa.Connection) -> bool:
        this = sa.select(DEVICES.c.device).where(DEVICES.c.person == person, DEVICES.c.device == device)
        if connection.execute(this).scalar() is None:
            return False
        sharing = _on_the_first_secret(connection, person)
        if device in sharing:
            first = {"key": person, "person": person, "device": device, "revoked": time.time()}
            connection.execute(DEVICE_KEYS.insert().values(first))
        _forget(connection, person, sharing if device in sharing else [device])
        connection.execute(LUGGAGE.delete().where(LUGGAGE.c.person == person))
        return True

    return store.write(revoke)


def forget_old_devices(store: Store) -> int:
    """Devices that have not been here for as long as a cookie lasts, their secrets, and what they were called on."""
    before = time.time() - FORGET_DAYS * 86_400

    def forget(connection: sa.Connection) -> int:
        gone: int = connection.execute(DEVICES.delete().where(DEVICES.c.seen < before)).rowcount
        connection.execute(SUBSCRIPTIONS.delete().where(~_is_known(SUBSCRIPTIONS)))
        connection.execute(DEVICE_KEYS.delete().where(DEVICE_KEYS.c.revoked < before))
        connection.execute(DEVICE_KEYS.delete().where(DEVICE_KEYS.c.revoked.is_(None), ~_is_known(DEVICE_KEYS)))
        return gone

    return store.write(forget)


def _is_known(of: sa.Table) -> sa.ColumnElement[bool]:
    return sa.exists().where(DEVICES.c.person == of.c.person, DEVICES.c.device == of.c.device)
