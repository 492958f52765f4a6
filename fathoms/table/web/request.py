"""Who asks: the hub behind a request, the person's cookie, the seat a token opens."""

import logging
import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar
from urllib.parse import quote

from fastapi import HTTPException
from pydantic import Field
from starlette.requests import HTTPConnection

from fathoms.engine.errors import OptionError
from fathoms.engine.kinds import Json
from fathoms.table.keeping.policy import make_room
from fathoms.table.live.hub import Hub, Place
from fathoms.table.logs import tell
from fathoms.table.rooms.people.identity import clean_name, new_secret
from fathoms.table.rooms.room import Room, Viewer
from fathoms.table.web.gate.visitor import household_of
from fathoms.table.web.i18n import language_of

PERSON, NICKNAME, LANG, TABLES = "fathoms_person", "fathoms_name", "fathoms_lang", "fathoms_tables"
DEVICE = "fathoms_device"
YEAR = 3600 * 24 * 400
MOST_TABLES = 20  # that a browser remembers
Result = TypeVar("Result")
MOST_COUNT = 10**9  # no table has as many events
Count = Annotated[int, Field(ge=0, le=MOST_COUNT)]  # how many events had happened


def hub_of(asked: HTTPConnection) -> Hub:
    hub: Hub = asked.app.state.hub
    return hub


def person_of(asked: HTTPConnection) -> str | None:
    """The secret that a browser comes with, as `hash_secret` takes it; none if its device was revoked."""
    known: str | None = asked.app.state.known_devices.owner(asked.cookies.get(PERSON))
    return known


def person_or_new(asked: HTTPConnection) -> str:
    return person_of(asked) or new_secret()


def lang_of(asked: HTTPConnection) -> str:
    return language_of(asked.cookies.get(LANG), asked.headers.get("accept-language"))


def token_of(asked: HTTPConnection) -> str | None:
    """The seat token of a program: `Authorization: Bearer …`."""
    scheme, _, token = asked.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def same_origin(origin: str | None, host: str | None) -> bool:
    """Programs send no origin; a browser's must be ours."""
    return origin is None or origin.split("://", 1)[-1] == host


async def check_room_for_a_table(asked: HTTPConnection) -> None:
    """Whether somebody may set one more table now."""
    hub = hub_of(asked)
    if not asked.app.state.table_limit.allows(household_of(asked)):
        raise HTTPException(429, f"too many tables; allowed: {hub.settings.tables_a_minute} a minute")
    if not asked.app.state.day_limit.allows(household_of(asked)):
        raise HTTPException(429, f"too many tables; allowed: {hub.settings.tables_a_day} a day")
    full = await hub.run(hub.store.count) >= hub.settings.most_tables
    if full and not await hub.run(make_room, hub.store, {one for one, at in hub.places.items() if at.connections}):
        most = hub.settings.most_tables
        tell("refusal", logging.WARNING, kind="this server is full", most=most)
        raise OptionError(
            f"this server is full; allowed: {most} tables", f"ce serveur est plein ; permis : {most} tables"
        )


async def place_of(asked: HTTPConnection, table_id: str) -> Place:
    is_one = re.fullmatch("[0-9a-z]{1,24}", table_id)
    place = await hub_of(asked).place(table_id, household_of(asked)) if is_one else None
    if place is None:
        raise HTTPException(404, "there is no such table")
    return place


def seats_of(asked: HTTPConnection, room: Room) -> list[str]:
    """The seats the asker may act for."""
    token = token_of(asked)
    if token is not None:
        seat = room.seat_of_token(token)
        if seat is None:
            raise HTTPException(401, "this token opens no seat at this table")
        return [seat]
    return room.seats_of_person(person_of(asked))


async def look_back(asked: HTTPConnection, work: Callable[..., Result], *arguments: Any) -> Result:
    """What takes a whole game to answer: one at a time, askers in turn, so that those who play notice nothing."""
    return await hub_of(asked).pools.looking.run(household_of(asked), work, *arguments)


def viewer_of(asked: HTTPConnection, room: Room) -> Viewer:
    """Through whose eyes the asker looks; with several seats (one device passed round) it is whose turn it is."""
    seats = seats_of(asked, room)
    if len(seats) > 1:
        acting = [seat for seat in room.match.to_act if seat in seats]
        return acting[0] if acting else None
    return seats[0] if seats else None


def person_cookie(person: str) -> Json:
    return {"key": PERSON, "value": person, "max_age": YEAR, "httponly": True, "samesite": "lax"}


def device_cookie(device: str) -> Json:
    return {"key": DEVICE, "value": device, "max_age": YEAR, "httponly": True, "samesite": "lax"}


def name_cookie(name: str) -> Json:
    return {"key": NICKNAME, "value": quote(clean_name(name, "")), "max_age": YEAR, "samesite": "lax"}


def tables_cookie(table_id: str, known: str) -> Json:
    """The tables somebody has been at, the latest first."""
    others = [table for table in known.split(".") if table and table != table_id]
    value = ".".join([*filter(None, [table_id]), *others][:MOST_TABLES])
    return {"key": TABLES, "value": value, "max_age": YEAR, "httponly": True, "samesite": "lax"}


def base_of(asked: HTTPConnection) -> str:
    """How the outside reaches this server, for links and QR codes."""
    public: str = asked.app.state.settings.public_url
    scheme = {"ws": "http", "wss": "https"}.get(asked.url.scheme, asked.url.scheme)
    return public or f"{scheme}://{asked.headers.get('host', '')}"
