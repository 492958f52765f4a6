"""The host's desk: what is on this server, and what the host may do about it. Works on the database alone."""

import ipaddress
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from fathoms.engine.errors import OptionError
from fathoms.engine.kinds import Json
from fathoms.table.keeping.policy import remove, size_of
from fathoms.table.rooms import hosting
from fathoms.table.rooms.store import CHAT, EVENTS, LIVING, TABLES, Store

SHORT = 12  # letters of a person's hash that tell one from another
LEAST = 6  # that must be typed
MOST = 200  # tables and people that are listed


@dataclass(frozen=True)
class TableLine:
    """A table as the host sees it: who sits there, never what they hold."""

    id: str
    game: str
    status: str
    version: int
    touched: datetime
    seats: list[Json]
    aside: hosting.Aside | None = None

    @property
    def names(self) -> list[str]:
        return [str(seat.get("name") or "…") for seat in self.seats]


@dataclass
class PersonLine:
    """Somebody who sits or sat at tables, by the hash of what their browser keeps."""

    who: str
    names: dict[str, None] = field(default_factory=dict)
    tables: dict[str, None] = field(default_factory=dict)  # each once, however many seats they have there
    touched: datetime = datetime.min
    banned: hosting.Ban | None = None

    @property
    def short(self) -> str:
        return self.who[:SHORT]


# Looking


def tables(store: Store, status: str = "", most: int = MOST) -> list[TableLine]:
    """The tables, the last touched first."""
    aside = hosting.all_aside(store)
    query = sa.select(TABLES).order_by(TABLES.c.touched.desc()).limit(most)
    if status == "aside":
        query = query.where(TABLES.c.id.in_(aside))
    elif status:
        query = query.where(TABLES.c.status == status)
    with store.reading() as connection:
        return [_line(one, aside) for one in connection.execute(query).mappings()]


def _line(one: Any, aside: dict[str, hosting.Aside]) -> TableLine:
    seats = json.loads(one["seats"])
    return TableLine(one["id"], one["game"], one["status"], one["version"], one["touched"], seats, aside.get(one["id"]))


def people(store: Store, most: int = MOST) -> list[PersonLine]:
    """Who sits at tables, the last active first."""
    banned = hosting.bans(store)
    found: dict[str, PersonLine] = {who: PersonLine(who, banned=one) for who, one in banned.items() if is_person(who)}
    for touched, table_id, seat in _seats(store):
        if who := seat.get("person"):
            line = found.setdefault(who, PersonLine(who, banned=banned.get(who)))
            line.names[str(seat.get("name") or "…")] = None
            line.tables[table_id] = None
            line.touched = max(line.touched, touched)
    return sorted(found.values(), key=lambda line: line.touched, reverse=True)[:most]


def _seats(store: Store, living: bool = False) -> Iterator[tuple[datetime, str, Json]]:
    query = sa.select(TABLES.c.touched, TABLES.c.id, TABLES.c.seats)
    query = query.where(TABLES.c.status.in_(LIVING)) if living else query
    with store.reading() as connection:
        for touched, table_id, seats in connection.execute(query):
            for seat in json.loads(seats):
                yield touched, table_id, seat


def stats(store: Store) -> Json:
    """Figures of the whole database."""
    with store.reading() as connection:
        by_game = sa.select(TABLES.c.game, sa.func.count()).group_by(TABLES.c.game).order_by(TABLES.c.game)
        counts = {
            "events": connection.execute(sa.select(sa.func.count()).select_from(EVENTS)).scalar_one(),
            "messages": connection.execute(sa.select(sa.func.count()).select_from(CHAT)).scalar_one(),
            "games": {game: count for game, count in connection.execute(by_game)},
        }
    return {
        "tables": store.count_by_status(),
        **counts,
        "aside": len(hosting.all_aside(store)),
        "bans": len(hosting.bans(store)),
        "bytes": size_of(store),
    }


# Acting


def close_table(store: Store, table_id: str, reason: str = "") -> None:
    """Nobody plays on there; nothing is lost, and it can be opened again."""
    _need(store, table_id)
    hosting.set_aside(store, table_id, hosting.HOST, reason or "no reason was given")


def reopen_table(store: Store, table_id: str) -> None:
    if not hosting.take_up(store, table_id):
        raise OptionError(f"table {table_id!r} is not closed; allowed: those of `fathoms admin tables --status aside`")


def remove_table(store: Store, table_id: str) -> None:
    """A table, its events, messages and reports: gone for good."""
    _need(store, table_id)
    remove(store, [table_id])


def _need(store: Store, table_id: str) -> None:
    if store.get(table_id) is None:
        raise OptionError(f"there is no table {table_id!r}; allowed: those of `fathoms admin tables`")


def ban(store: Store, who: str, reason: str = "") -> str:
    """Keep a person, an address or a network away; bots stand in for a person wherever they play. Who it was."""
    whole = find_who(store, who)
    if is_person(whole):
        for table_id in {table_id for _, table_id, seat in _seats(store, living=True) if seat.get("person") == whole}:
            store.write(lambda connection, one=table_id: _stand_in(store, connection, one, whole))  # type: ignore[misc]
    # Last: the server reads a person's tables anew at this word, and must find the bots in their places.
    hosting.ban(store, whole, reason or "no reason was given")
    return whole


def pardon(store: Store, who: str) -> str:
    whole = find_who(store, who)
    if not hosting.pardon(store, whole):
        raise OptionError(f"{who!r} is not banned; allowed: those of `fathoms admin people`")
    return whole


def find_who(store: Store, who: str) -> str:
    """A person by the first letters of their hash, or an address or network as it is."""
    if not is_person(who):
        return str(ipaddress.ip_network(who.strip(), strict=False))
    known = {line.who for line in people(store, 10**9) if len(who) >= LEAST and line.who.startswith(who)}
    if len(known) != 1:
        raise OptionError(
            f"who={who!r} names {'nobody' if not known else 'several people'}; allowed: a person of "
            "`fathoms admin people`, an address as 192.0.2.7, or a network as 192.0.2.0/24"
        )
    return known.pop()


def is_person(who: str) -> bool:
    try:
        ipaddress.ip_network(who.strip(), strict=False)
    except ValueError:
        return True
    return False


def _stand_in(store: Store, connection: sa.Connection, table_id: str, who: str) -> None:
    """A bot moves where somebody banned sat; the seat's secrets open nothing any more."""
    store.lock(connection, table_id)
    one = connection.execute(sa.select(TABLES.c.seats).where(TABLES.c.id == table_id)).scalar()
    seats = json.loads(one or "[]")
    for seat in seats:
        if seat.get("person") == who:
            seat.update(away=True, stand_in="sailor")
            seat.pop("token", None)
    changed = {"seats": json.dumps(seats), "revision": TABLES.c.revision + 1}
    connection.execute(TABLES.update().where(TABLES.c.id == table_id).values(changed))
