"""What a host decides, on disk: the secret of the host's page, who is banned, which tables are set aside.

The command line and the server are different processes: each decision leaves a line that every server process reads.
"""

import time
from dataclasses import dataclass

import sqlalchemy as sa

from fathoms.table.rooms.people.identity import new_secret
from fathoms.table.rooms.store import METADATA, Store

HOST_FACTS = sa.Table(
    "host_facts",
    METADATA,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

BANS = sa.Table(
    "bans",
    METADATA,
    sa.Column("who", sa.String(64), primary_key=True),  # the hash of a person's secret, or an address or network
    sa.Column("reason", sa.String(200), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

SET_ASIDE = sa.Table(
    "set_aside",
    METADATA,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("by", sa.String(10), nullable=False),  # host, or server: a table that could not be read
    sa.Column("reason", sa.String(400), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

DECISIONS = sa.Table(
    "decisions",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("what", sa.String(10), nullable=False),  # close, reopen, remove, ban, pardon, link
    sa.Column("subject", sa.String(64), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sqlite_autoincrement=True,  # a number is not given twice, or a decision would be overlooked
)

KEY, HEALTH = "key", "health"
_PUT = sa.text(
    "INSERT INTO host_facts (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = :value"
)
HOST, SERVER = "host", "server"
KEEP_DECISIONS = 24 * 3600.0  # seconds: every process has read them by then


@dataclass(frozen=True)
class Aside:
    """A table that is not played on, and why."""

    table_id: str
    by: str
    reason: str
    at: float


@dataclass(frozen=True)
class Ban:
    who: str
    reason: str
    at: float


@dataclass(frozen=True)
class Decision:
    id: int
    what: str
    subject: str


# The host's page


def host_key(store: Store) -> str:
    """The secret of the host's page; made when it is first asked for."""
    asked = sa.select(HOST_FACTS.c.value).where(HOST_FACTS.c.name == KEY)
    with store.reading() as connection:
        known: str | None = connection.execute(asked).scalar()
    return known or renew_host_key(store)


def renew_host_key(store: Store) -> str:
    """Another secret: who knows the old one is shut out."""
    key = new_secret()

    def renew(connection: sa.Connection) -> None:
        connection.execute(_PUT, {"name": KEY, "value": key})
        _decide(connection, "link", "")

    store.write(renew)
    return key


def note_health(store: Store) -> None:
    """A word on disk: it cannot be written where the disk is full or for reading only."""

    store.write(lambda connection: connection.execute(_PUT, {"name": HEALTH, "value": str(time.time())}))


# Tables set aside


def set_aside(store: Store, table_id: str, by: str, reason: str) -> None:
    """Play on at a table no more, and keep it; the first reason stays."""

    def put(connection: sa.Connection) -> None:
        if store.lock(connection, table_id) is None or _aside(connection, table_id):
            return
        values = {"table_id": table_id, "by": by, "reason": reason[:400], "at": time.time()}
        connection.execute(SET_ASIDE.insert().values(values))
        if by == HOST:
            _decide(connection, "close", table_id)

    store.write(put)


def take_up(store: Store, table_id: str) -> bool:
    """Let a table that was set aside be played on; False if it was not."""

    def take(connection: sa.Connection) -> bool:
        gone = connection.execute(SET_ASIDE.delete().where(SET_ASIDE.c.table_id == table_id)).rowcount
        if gone:
            _decide(connection, "reopen", table_id)
        return bool(gone)

    return store.write(take)


def _aside(connection: sa.Connection, table_id: str) -> Aside | None:
    found = connection.execute(sa.select(SET_ASIDE).where(SET_ASIDE.c.table_id == table_id)).mappings().first()
    return Aside(**found) if found else None


def aside(store: Store, table_id: str) -> Aside | None:
    with store.reading() as connection:
        return _aside(connection, table_id)


def all_aside(store: Store) -> dict[str, Aside]:
    with store.reading() as connection:
        return {one["table_id"]: Aside(**one) for one in connection.execute(sa.select(SET_ASIDE)).mappings()}


# Bans


def ban(store: Store, who: str, reason: str) -> None:
    def put(connection: sa.Connection) -> None:
        connection.execute(BANS.delete().where(BANS.c.who == who))
        connection.execute(BANS.insert().values(who=who, reason=reason[:200], at=time.time()))
        _decide(connection, "ban", who)

    store.write(put)


def pardon(store: Store, who: str) -> bool:
    def take(connection: sa.Connection) -> bool:
        gone = connection.execute(BANS.delete().where(BANS.c.who == who)).rowcount
        if gone:
            _decide(connection, "pardon", who)
        return bool(gone)

    return store.write(take)


def bans(store: Store) -> dict[str, Ban]:
    with store.reading() as connection:
        return {one["who"]: Ban(**one) for one in connection.execute(sa.select(BANS)).mappings()}


# Word of decisions


def _decide(connection: sa.Connection, what: str, subject: str) -> None:
    connection.execute(DECISIONS.delete().where(DECISIONS.c.at < time.time() - KEEP_DECISIONS))
    connection.execute(DECISIONS.insert().values(what=what, subject=subject[:64], at=time.time()))


def note_removed(connection: sa.Connection, table_id: str) -> None:
    _decide(connection, "remove", table_id)


def last_decision(store: Store) -> int:
    with store.reading() as connection:
        return int(connection.execute(sa.select(sa.func.max(DECISIONS.c.id))).scalar() or 0)


def decisions_after(store: Store, last: int) -> list[Decision]:
    query = sa.select(DECISIONS.c.id, DECISIONS.c.what, DECISIONS.c.subject).where(DECISIONS.c.id > last)
    with store.reading() as connection:
        return [Decision(**one) for one in connection.execute(query.order_by(DECISIONS.c.id)).mappings()]
