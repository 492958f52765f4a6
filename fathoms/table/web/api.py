"""The JSON API: what programs use, and the pages too. `docs/reference/protocol.md` shows a bot in thirty lines."""

import logging
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from pydantic import BaseModel, Field

from fathoms.engine.kinds import Json
from fathoms.table.logs import tell
from fathoms.table.metrics import timed_move
from fathoms.table.rooms import lobby
from fathoms.table.rooms.draft import NotSeated
from fathoms.table.rooms.stirring import WORDS
from fathoms.table.web.forms import LONGEST_CLOCK
from fathoms.table.web.gate.permissions import NOT_YOUR_SEAT
from fathoms.table.web.request import (
    check_room_for_a_table,
    hub_of,
    look_back,
    person_cookie,
    person_of,
    person_or_new,
    place_of,
    seats_of,
    viewer_of,
)

router = APIRouter(prefix="/api")


class SeatIn(BaseModel):
    kind: Literal["person", "bot", "open"] = "open"
    name: str = Field("", max_length=80)
    level: str = Field("sailor", max_length=20)
    commitment: str = Field("", max_length=64)  # of a person's seat: the SHA-256 of its words for the sea


class TableIn(BaseModel):
    game: str = Field(max_length=40)
    options: Json = {}
    seats: list[SeatIn] = Field([], max_length=6)
    listed: bool = False
    pace: float | None = Field(None, ge=0, le=10)
    chat: bool = True
    move_seconds: int = Field(0, ge=0, le=LONGEST_CLOCK)  # 0: no clock
    bank_seconds: int = Field(0, ge=0, le=LONGEST_CLOCK)
    hints: bool | None = None  # None: only for somebody alone against bots
    absent: Literal["wait", "bot"] = "wait"  # what happens when somebody is gone
    shared: bool = False  # one person may take several seats


Move = Annotated[str, Field(max_length=80)]


class MoveIn(BaseModel):
    move: Move | Annotated[list[Move], Field(min_length=1, max_length=32)]  # a list: a path, step by step
    id: str = Field(pattern="^[ -~]{1,64}$")
    version: int | None = None
    seat: str | None = Field(None, max_length=1)


class JoinIn(BaseModel):
    seat: str | None = Field(None, max_length=1)
    name: str = Field("", max_length=80)
    commitment: str = Field("", max_length=64)  # the SHA-256 of one's words for the sea


class CommitIn(BaseModel):
    commitment: str = Field(min_length=64, max_length=64)


class WordsIn(BaseModel):
    words: str = Field(pattern=f"^{WORDS}$")


@router.post("/tables", status_code=201)
async def create(request: Request, wanted: TableIn) -> JSONResponse:
    """Set a table. Seats of kind person come with a token; the game begins when no seat is open."""
    hub = hub_of(request)
    await check_room_for_a_table(request)
    seats = [seat.model_dump() for seat in wanted.seats]
    settings = wanted.model_dump(include={"pace", "chat", "hints", "move_seconds", "bank_seconds", "absent", "shared"})
    arguments = (hub.store, wanted.game, wanted.options, seats, settings, person_of(request), wanted.listed)
    made = await hub.run(lobby.make_table, *arguments)
    hub.wake_bots(await place_of(request, made.row.id))
    base = f"/t/{made.row.id}"
    links = {"table": base, "board": f"{base}/board", "live": f"/api/tables/{made.row.id}/live"}
    return JSONResponse({"table": made.row.id, "tokens": made.tokens, "links": links}, 201)


@router.get("/tables/{table_id}")
async def look(request: Request, table_id: str) -> JSONResponse:
    """The table as the token's seat sees it, or as a spectator does."""
    place = await place_of(request, table_id)
    viewer = viewer_of(request, place.room)
    version, view = await hub_of(request).run(place.room.look, viewer)
    row = place.room.row
    hints = {"allowed": lobby.hints_allowed(row), "taken": row.settings.hinted}
    told = {"version": version, "view": view, "status": row.status, "seat": viewer, "hints": hints}
    return JSONResponse({**told, "sea": place.room.sea_told()})


@router.post("/tables/{table_id}/join")
async def sit_down(request: Request, response: Response, table_id: str, wanted: JoinIn) -> Json:
    """Take an open seat; the answer holds its token."""
    place, hub = await place_of(request, table_id), hub_of(request)
    person = person_or_new(request)
    seat, token = await hub.change(
        place, lambda draft: lobby.join(draft, wanted.seat, wanted.name, person, wanted.commitment)
    )
    response.set_cookie(**person_cookie(person))
    return {"seat": seat, "token": token}


@router.post("/tables/{table_id}/commit")
async def commit(request: Request, table_id: str, wanted: CommitIn) -> Json:
    """The SHA-256 of one's words for the sea, where none was sent on sitting down or the sea is drawn anew."""
    place = await place_of(request, table_id)
    seats = seats_of(request, place.room)
    await hub_of(request).change(place, lambda draft: draft.commit(seats, wanted.commitment))
    return place.room.sea_told()


@router.post("/tables/{table_id}/words")
async def tell_words(request: Request, table_id: str, wanted: WordsIn) -> Json:
    """One's words for the sea, once every seat has committed; the sea begins with the last of them."""
    place = await place_of(request, table_id)
    seats = seats_of(request, place.room)
    await hub_of(request).change(place, lambda draft: draft.tell_words(seats, wanted.words))
    return place.room.sea_told()


@router.post("/tables/{table_id}/moves")
async def play(request: Request, table_id: str, wanted: MoveIn) -> Json:
    """One decision, or a path of several: all of it is played or, if a step is refused, none.

    Where the sea comes in between, `rest` is what was not played. The same id twice plays once; a stale version or an
    illegal move is refused with the reason.
    """
    place, hub = await place_of(request, table_id), hub_of(request)
    seat = acting_seat(seats_of(request, place.room), wanted.seat, place.room.match.to_act)
    if not request.app.state.seat_limit.allows(f"{table_id}:{seat}"):
        raise HTTPException(429, f"too many moves; allowed: {hub.settings.seat_moves_a_minute} a minute")
    with timed_move(hub.settings.slow_move_seconds) as too_long:
        played = await hub.move(place, seat, wanted.move, f"{seat}:{wanted.id}", wanted.version)
    for seconds in too_long:
        tell("slow move", logging.WARNING, kind=place.room.game.name, table=table_id, seconds=seconds)
    return {"version": played.version, **({"rest": list(played.rest)} if played.rest else {})}


def acting_seat(seats: list[str], named: str | None, acting: list[str]) -> str:
    """The seat a move is for: the named one, or the asker's own, the acting one where he has several."""
    if not seats or (named is not None and named not in seats):
        raise NotSeated(NOT_YOUR_SEAT)
    return named or next((seat for seat in seats if seat in acting), seats[0])


@router.get("/tables/{table_id}/record")
async def record(request: Request, table_id: str) -> Response:
    """The save after the end; before it, what the asker's seat may know."""
    place = await place_of(request, table_id)
    text = await look_back(request, place.room.record_for, viewer_of(request, place.room))
    return PlainTextResponse(text, media_type="application/json")
