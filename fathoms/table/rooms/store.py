"""What the tables leave on disk: SQLite by default, PostgreSQL for several server processes. Append-only events."""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext

from fathoms.engine.kinds import Json
from fathoms.table.logs import tell
from fathoms.table.rooms.seats import OPEN, TableSeat, TableSettings
from fathoms.table.rooms.writer import GroupWriter

Result = TypeVar("Result")
OWNER_ONLY = 0o600
MIGRATIONS = Path(__file__).parent / "migrations"
MOST_SAID = 200  # messages that a table keeps
MOST_LOOKED_AT = 300  # listed tables, for some that wait
LIVING = ("open", "playing")
CONNECT_SECONDS = 5  # that a database may take to answer
METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("options", sa.Text, nullable=False),  # JSON
    sa.Column("seats", sa.Text, nullable=False),  # JSON: who sits where
    sa.Column("settings", sa.Text, nullable=False),  # JSON: pace, chat, hints, clocks …
    sa.Column("secret", sa.LargeBinary, nullable=False),  # the sea's: all its secrets follow from it
    sa.Column("entropy", sa.Text, nullable=False, server_default="{}"),
    sa.Column("listed", sa.Boolean, nullable=False),
    sa.Column("status", sa.String(10), nullable=False),  # open, playing, over
    sa.Column("version", sa.Integer, nullable=False),  # how many events have happened
    sa.Column("revision", sa.Integer, nullable=False),  # how often anything else of the row has changed
    sa.Column("next_table", sa.String(24)),  # the rematch
    sa.Column("to_act", sa.String(8)),  # the seats that owe a decision; unknown until the table next changes
    sa.Column("due", sa.Float),  # when the next clock runs out
    sa.Column("places", sa.Text, nullable=False, server_default="{}"),  # JSON: seat -> 1 for whoever won, and so on
    sa.Column("created", sa.DateTime, server_default=sa.func.now()),
    sa.Column("touched", sa.DateTime, server_default=sa.func.now(), onupdate=sa.func.now()),
)

SITTINGS = sa.Table(
    "sittings",
    METADATA,
    sa.Column("person", sa.String(64), primary_key=True),  # the hash of somebody who sits at a table, or set it
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True, index=True),
    sa.Column("called", sa.String(40), nullable=False, server_default=""),  # the decision they were last called to
)

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("line", sa.String(120), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

MOVES = sa.Table(
    "moves",
    METADATA,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("move_id", sa.String(80), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
)

CHAT = sa.Table(
    "chat",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), index=True, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("text", sa.String(280), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("channel", sa.String(8), nullable=False, server_default=""),  # the letters of a team; none: for all
    sa.Column("author", sa.String(64), nullable=False, server_default=""),  # a hash
)

# Every page of a table asks: put together once, since that takes longer than the answer.
_SAID = (
    sa.select(CHAT.c.name, CHAT.c.text, CHAT.c.at, CHAT.c.channel, CHAT.c.author)
    .where(CHAT.c.table_id == sa.bindparam("table"))
    .order_by(CHAT.c.id.desc())
    .limit(sa.bindparam("most", type_=sa.Integer))
)
_SAID_TO = _SAID.where(sa.or_(CHAT.c.channel == "", CHAT.c.channel == sa.bindparam("channel")))

LUGGAGE = sa.Table(
    "luggage",
    METADATA,
    sa.Column("secret", sa.String(64), primary_key=True),  # the hash of what opens it
    sa.Column("person", sa.String(64), nullable=False),  # the hash of whose it is
    sa.Column("sealed", sa.LargeBinary, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)


REPORTS = sa.Table(
    "reports",
    METADATA,
    sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("body", sa.Text, nullable=False),  # JSON: what the coach says of a finished game
)


UPTIMES = sa.Table(
    "uptimes",
    METADATA,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("began", sa.Float, nullable=False),  # when a server began to answer
    sa.Column("seen", sa.Float, nullable=False),  # when it was last known to
)


# Statements of every move, built once: SQLAlchemy takes longer to build one than SQLite to execute it.
_ONE = sa.select(TABLES).where(TABLES.c.id == sa.bindparam("one"))
_ONE_FOR_UPDATE = _ONE.with_for_update()
_STANDS = sa.select(TABLES.c.version, TABLES.c.revision).where(TABLES.c.id == sa.bindparam("one"))
_PLAYED = sa.select(MOVES.c.version).where(
    MOVES.c.table_id == sa.bindparam("table"), MOVES.c.move_id == sa.bindparam("move")
)

Span = tuple[float, float]


@dataclass
class Row:
    """A table as it is stored, without its events. One that others may look at is replaced, and never changed."""

    id: str
    game: str
    options: Json
    seats: tuple[TableSeat, ...]
    settings: TableSettings
    secret: bytes
    entropy: dict[str, str] = field(default_factory=dict)
    listed: bool = False
    status: str = "open"
    version: int = 0
    revision: int = 0
    next_table: str | None = None
    to_act: str | None = None
    due: float | None = None
    places: dict[str, int] = field(default_factory=dict)
    outages: Sequence[Span] = ()  # of the server, from when to when: no column, and the same for all tables

    @property
    def people(self) -> frozenset[str]:
        """The hashes of those who sit here, and of whoever set the table."""
        return frozenset({seat.person for seat in self.seats if seat.person} | {self.settings.host or ""}) - {""}


@dataclass(frozen=True)
class StoredEvent:
    number: int
    line: str
    at: float


_COLUMNS = tuple(one.name for one in fields(Row) if one.name != "outages")
_UPDATE = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("one"), TABLES.c.revision == sa.bindparam("expected"))
    .values({name: sa.bindparam(name) for name in _COLUMNS})
)


class Store:
    """The database. A table is changed by whoever knows how it stands; who does not has to look again."""

    def __init__(self, url: str) -> None:
        url = url.replace("postgresql://", "postgresql+psycopg://", 1).replace(
            "postgres://", "postgresql+psycopg://", 1
        )
        self.url = url
        self.outages: list[Span] = []  # kept by `uptime.py`
        self.is_sqlite = url.startswith("sqlite")
        if self.is_sqlite:
            _make_file(url)
        waits = {} if self.is_sqlite else {"connect_timeout": CONNECT_SECONDS}
        self.engine = sa.create_engine(url, pool_pre_ping=not self.is_sqlite, connect_args=waits)
        if self.is_sqlite:
            sa.event.listen(self.engine, "connect", _prepare_sqlite)
            sa.event.listen(self.engine, "begin", _begin_sqlite)
        try:
            self.migrate()
        except BaseException:
            self.engine.dispose()
            raise
        self._writer = GroupWriter(self.engine) if self.is_sqlite else None

    def migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.connect() as connection:
            config.attributes["connection"] = connection
            if not self.is_sqlite:  # processes that start together migrate one after the other
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(7001)"))
            before = MigrationContext.configure(connection).get_current_revision()
            command.upgrade(config, "head")
            after = MigrationContext.configure(connection).get_current_revision()
            connection.commit()
        if before != after:
            tell("migration", before=before, after=after)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()

    def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """Do `work` in a transaction of its own; it is on disk when this returns, and undone if it raises."""
        if self._writer is not None:
            return self._writer.write(work)
        with self.engine.begin() as connection:
            return work(connection)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """To read, beside whoever writes."""
        with self.engine.connect().execution_options(reading=True) as connection, connection.begin():
            yield connection

    # Tables

    def add(self, connection: sa.Connection, row: Row, events: Sequence["StoredEvent"] = ()) -> None:
        """A new table, with the events its game began with."""
        connection.execute(TABLES.insert(), _to_columns(row))
        row.outages = self.outages
        self.note_people(connection, row, frozenset())
        self.append(connection, row.id, events)

    def note_people(self, connection: sa.Connection, row: Row, before: frozenset[str]) -> None:
        """Whose table this is, where that has changed."""
        here, gone = SITTINGS.c.table_id == row.id, before - row.people
        if gone:
            connection.execute(SITTINGS.delete().where(here, SITTINGS.c.person.in_(gone)))
        for person in row.people - before:
            connection.execute(SITTINGS.insert(), {"person": person, "table_id": row.id})

    def count(self) -> int:
        """The tables that live: finished ones are kept a while, and count against nothing."""
        with self.reading() as connection:
            living = sa.select(sa.func.count()).select_from(TABLES).where(TABLES.c.status.in_(LIVING))
            return int(connection.execute(living).scalar_one())

    def count_by_status(self) -> dict[str, int]:
        with self.reading() as connection:
            query = sa.select(TABLES.c.status, sa.func.count()).group_by(TABLES.c.status)
            return {status: count for status, count in connection.execute(query)}

    def get(self, table_id: str) -> Row | None:
        with self.reading() as connection:
            return self.lock(connection, table_id, hold=False)

    def lock(self, connection: sa.Connection, table_id: str, hold: bool = True) -> Row | None:
        """The row of a table; with `hold`, nobody else changes it before this transaction ends."""
        query = _ONE_FOR_UPDATE if hold and not self.is_sqlite else _ONE
        found = connection.execute(query, {"one": table_id}).mappings().first()
        return replace(row_from(found), outages=self.outages) if found else None

    def update(self, connection: sa.Connection, row: Row, expected: int) -> bool:
        """Put a row in the place of the one of revision `expected`; False if that is no longer the one there."""
        return connection.execute(_UPDATE, {"one": row.id, "expected": expected, **_to_columns(row)}).rowcount == 1

    def stands(self, connection: sa.Connection, table_id: str) -> tuple[int, int] | None:
        """Version and revision of a table."""
        found = connection.execute(_STANDS, {"one": table_id}).first()
        return (found.version, found.revision) if found else None

    def listed(self, most: int = 30) -> list[Row]:
        """The tables that wait for somebody, the newest first; one where words for the sea are told waits no more."""
        query = sa.select(TABLES).where(TABLES.c.listed, TABLES.c.status == "open")
        with self.reading() as connection:
            found = connection.execute(query.order_by(TABLES.c.created.desc()).limit(MOST_LOOKED_AT)).mappings()
            rows = map(row_from, found)
            return list(islice((row for row in rows if any(seat.kind == OPEN for seat in row.seats)), most))

    def some(self, ids: Sequence[str]) -> list[Row]:
        with self.reading() as connection:
            found = connection.execute(sa.select(TABLES).where(TABLES.c.id.in_(ids))).mappings()
            return [row_from(one) for one in found]

    def unfinished(self) -> list[str]:
        """The tables in mid-game, those that were last touched first."""
        with self.reading() as connection:
            playing = sa.select(TABLES.c.id).where(TABLES.c.status == "playing").order_by(TABLES.c.touched.desc())
            return list(connection.execute(playing).scalars())

    # Events

    def events(self, connection: sa.Connection, table_id: str, after: int = 0) -> list[StoredEvent]:
        query = sa.select(EVENTS).where(EVENTS.c.table_id == table_id, EVENTS.c.number > after)
        found = connection.execute(query.order_by(EVENTS.c.number)).mappings()
        return [StoredEvent(one["number"], one["line"], one["at"]) for one in found]

    def append(self, connection: sa.Connection, table_id: str, events: Sequence[StoredEvent]) -> None:
        rows = [{"table_id": table_id, **vars(event)} for event in events]
        if rows:
            connection.execute(EVENTS.insert(), rows)

    def cut(self, connection: sa.Connection, table_id: str, after: int) -> None:
        """Take events back (an undo everybody agreed to)."""
        connection.execute(EVENTS.delete().where(EVENTS.c.table_id == table_id, EVENTS.c.number > after))

    def played(self, connection: sa.Connection, table_id: str, move_id: str) -> int | None:
        """The version a move of this id led to, if it was played before."""
        found: int | None = connection.execute(_PLAYED, {"table": table_id, "move": move_id}).scalar()
        return found

    def note_move(self, connection: sa.Connection, table_id: str, move_id: str, version: int) -> None:
        connection.execute(MOVES.insert(), {"table_id": table_id, "move_id": move_id, "version": version})

    # Chat

    def say(self, table_id: str, name: str, text: str, channel: str = "", author: str = "") -> Json:
        """Keep what was said, to all or to one team, and no more than a table may keep."""
        said: Json = {"name": name, "text": text, "at": time.time(), "channel": channel, "author": author}
        mine = CHAT.c.table_id == table_id
        last = sa.select(CHAT.c.id).where(mine).order_by(CHAT.c.id.desc()).offset(MOST_SAID).limit(1).scalar_subquery()

        def put(connection: sa.Connection) -> None:
            connection.execute(CHAT.insert(), {"table_id": table_id, **said})
            connection.execute(CHAT.delete().where(mine, CHAT.c.id <= last))

        self.write(put)
        return said

    def said(self, table_id: str, channel: str | None = "", most: int = 50) -> list[Json]:
        """The last that was said to all and in one channel; None: in whichever."""
        asked = {"table": table_id, "channel": channel, "most": most}
        with self.reading() as connection:
            found = connection.execute(_SAID if channel is None else _SAID_TO, asked).mappings()
            return [dict(one) for one in reversed(list(found))]

    # What the coach says

    def report(self, table_id: str) -> str | None:
        with self.reading() as connection:
            found: str | None = connection.execute(
                sa.select(REPORTS.c.body).where(REPORTS.c.table_id == table_id)
            ).scalar()
            return found

    def keep_report(self, table_id: str, body: str) -> None:
        """Keep a report; if another process was first, its own stays."""
        known = sa.select(REPORTS.c.table_id).where(REPORTS.c.table_id == table_id)

        def keep(connection: sa.Connection) -> None:
            self.lock(connection, table_id)
            if connection.execute(known).first() is None:
                connection.execute(REPORTS.insert().values(table_id=table_id, body=body))

        self.write(keep)

    # Luggage: what a person takes along to another device

    def leave(self, secret: str, person: str, sealed: bytes, until: float) -> None:
        """Keep something until it is collected; whoever leaves again, and whoever is late, loses what lay here."""
        stale = sa.or_(LUGGAGE.c.person == person, LUGGAGE.c.until < until - 3600)

        def put(connection: sa.Connection) -> None:
            connection.execute(LUGGAGE.delete().where(stale))
            connection.execute(LUGGAGE.insert().values(secret=secret, person=person, sealed=sealed, until=until))

        self.write(put)

    def collect(self, secret: str, now: float) -> bytes | None:
        """What was left under this secret, once, and not too late."""
        found = LUGGAGE.delete().where(LUGGAGE.c.secret == secret).returning(LUGGAGE.c.sealed, LUGGAGE.c.until)
        row = self.write(lambda connection: connection.execute(found).first())
        return bytes(row.sealed) if row is not None and row.until > now else None


def _make_file(url: str) -> None:
    """The database's file, for nobody but its owner: it holds secrets. SQLite gives its journal the same rights."""
    path = sa.make_url(url).database
    if not path or path == ":memory:" or path.startswith("file:"):
        return
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    for file in (path, f"{path}-wal", f"{path}-shm"):
        if os.path.exists(file) and os.stat(file).st_mode & 0o077:
            os.chmod(file, OWNER_ONLY)


def _begin_sqlite(connection: sa.Connection) -> None:
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _prepare_sqlite(connection: Any, record: Any) -> None:
    connection.isolation_level = None  # SQLAlchemy's "begin" event opens transactions instead
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")  # a move is answered once it is on disk
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


_JSON = ("options", "seats", "settings", "entropy", "places")


def _to_columns(row: Row) -> Json:
    plain = {"seats": [seat.to_json() for seat in row.seats], "settings": row.settings.to_json()}
    values = {name: plain.get(name, getattr(row, name)) for name in _COLUMNS}
    return {name: json.dumps(value) if name in _JSON else value for name, value in values.items()}


def row_from(found: Any) -> Row:
    """A table from what a query found."""
    kept = {name: json.loads(found[name]) if name in _JSON else found[name] for name in _COLUMNS}
    kept["seats"] = tuple(map(TableSeat.from_json, kept["seats"]))
    kept["settings"] = TableSettings.from_json(kept["settings"])
    return Row(**kept)
