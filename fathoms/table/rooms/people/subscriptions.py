"""Where people's browsers wish to be called, and the key by which push services know this server."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import sqlalchemy as sa

from fathoms.table.rooms.hosting import HOST_FACTS
from fathoms.table.rooms.people.devices import SUBSCRIPTIONS
from fathoms.table.rooms.store import SITTINGS, TABLES, Store

MOST_OF_ONE = 10  # browsers of one person that are called
PUSH_KEY = "push_key"


@dataclass(frozen=True)
class Subscription:
    """A browser that wishes to be called: its address at its push service, its keys, and its language."""

    endpoint: str
    p256dh: str
    auth: str
    lang: str
    base: str  # how that browser reaches this server


def push_key(store: Store, new_key: Callable[[], str]) -> str:
    """This server's own key; made at the first start, and kept where all its processes and its backups find it."""
    known = sa.select(HOST_FACTS.c.value).where(HOST_FACTS.c.name == PUSH_KEY)
    put = sa.text("INSERT INTO host_facts (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING")

    def read(connection: sa.Connection) -> str:
        if connection.execute(known).scalar() is None:
            connection.execute(put, {"name": PUSH_KEY, "value": new_key()})
        return str(connection.execute(known).scalar_one())

    return store.write(read)


def subscribe(store: Store, person: str, device: str, wanted: Subscription) -> bool:
    """Call somebody on this browser too; it is one person's at a time, and of too many the oldest go.

    Whether this browser was known: one that the push service has refused was dropped meanwhile.
    """
    mine = SUBSCRIPTIONS.c.person == person

    def put(connection: sa.Connection) -> bool:
        same = SUBSCRIPTIONS.delete().where(SUBSCRIPTIONS.c.endpoint == wanted.endpoint)
        known = bool(connection.execute(same).rowcount)
        connection.execute(SUBSCRIPTIONS.delete().where(mine, SUBSCRIPTIONS.c.device == device))
        values = {**vars(wanted), "person": person, "device": device, "at": time.time()}
        connection.execute(SUBSCRIPTIONS.insert().values(values))
        newest = sa.select(SUBSCRIPTIONS.c.endpoint).where(mine).order_by(SUBSCRIPTIONS.c.at.desc())
        too_many = list(connection.execute(newest.offset(MOST_OF_ONE).limit(100)).scalars())
        connection.execute(SUBSCRIPTIONS.delete().where(SUBSCRIPTIONS.c.endpoint.in_(too_many)))
        return known

    return store.write(put)


def drop(store: Store, endpoint: str, person: str | None = None) -> None:
    """Call this browser no more; by its person's wish, only if it is theirs."""
    where = [SUBSCRIPTIONS.c.endpoint == endpoint, *([SUBSCRIPTIONS.c.person == person] if person else [])]
    store.write(lambda connection: connection.execute(SUBSCRIPTIONS.delete().where(*where)))


def subscriptions_of(store: Store, person: str) -> list[Subscription]:
    columns = [SUBSCRIPTIONS.c[name] for name in ("endpoint", "p256dh", "auth", "lang", "base")]
    with store.reading() as connection:
        found = connection.execute(sa.select(*columns).where(SUBSCRIPTIONS.c.person == person))
        return [Subscription(*one) for one in found]


def claim_call(store: Store, person: str, table_id: str, call: str, also: str) -> bool:
    """Whether somebody is still to be called to a decision: once, whichever process is first. `also` says as much."""
    mine = (SITTINGS.c.person == person, SITTINGS.c.table_id == table_id)
    new = SITTINGS.update().where(*mine, SITTINGS.c.called.not_in([call, also])).values(called=call)
    return bool(store.write(lambda connection: connection.execute(new).rowcount))


def due_before(store: Store, when: float) -> list[tuple[str, float]]:
    """The tables in mid-game where a clock runs out before then, and when."""
    query = sa.select(TABLES.c.id, TABLES.c.due).where(TABLES.c.status == "playing", TABLES.c.due < when)
    with store.reading() as connection:
        return [(table_id, due) for table_id, due in connection.execute(query.order_by(TABLES.c.due).limit(500))]
