"""What people at a table do about each other: talking, asking, nudging, leaving, coming back; the host's part."""

from typing import Literal

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import RedirectResponse, Response
from pydantic import BaseModel, Field

from fathoms.engine.errors import OptionError
from fathoms.engine.kinds import Json
from fathoms.table.live.hub import Place
from fathoms.table.live.talk import Point, team_of
from fathoms.table.rooms import asking, company, lobby, stirring
from fathoms.table.rooms.asking import Asker, Settled
from fathoms.table.rooms.people.identity import WATCHING, clean_name, hash_secret
from fathoms.table.rooms.room import Room
from fathoms.table.web.gate.permissions import NOT_HOST
from fathoms.table.web.render import nickname_of
from fathoms.table.web.request import check_room_for_a_table, hub_of, person_of, place_of, seats_of
from fathoms.table.web.telling.names import names_of
from fathoms.table.web.telling.talk import allies_of

router = APIRouter(include_in_schema=False)
Asked = Literal["undo", "change", "rematch", "end", "remove", "stand_in"]


# Talk


class SayIn(BaseModel):
    text: str = Field(max_length=280)
    to: Literal["all", "allies"] = "all"


@router.post("/t/{table_id}/say")
async def say(request: Request, table_id: str, said: SayIn) -> dict[str, bool]:
    """A short message beside the table, from somebody who sits there or looks on; or to one's allies alone."""
    place, hub = await place_of(request, table_id), hub_of(request)
    room, seats = place.room, seats_of(request, place.room)
    settings, person = room.row.settings, person_of(request)
    if not settings.chat:
        raise HTTPException(403, "chat is turned off at this table")
    if person and hash_secret(person) in settings.removed:
        raise HTTPException(403, "you were removed from this table; allowed: looking on")
    channel = _team(request, room, seats) if said.to == "allies" else ""
    text = clean_name(said.text[:200], "", 200)
    if text:
        name = names_of(room)[seats[0]] if seats else WATCHING + nickname_of(request)
        author = hash_secret(person) if person else f"{table_id} {name}"
        hub.tell_said(place, await hub.run(hub.store.say, table_id, name, text, channel, author))
        hub.notify(table_id, "chat")
    return {"ok": True}


class PointIn(BaseModel):
    seat: str = Field(max_length=1)  # whose choice it would be: one's own, or an ally's
    move: str = Field(max_length=80)


@router.post("/t/{table_id}/point")
async def point(request: Request, table_id: str, wanted: PointIn) -> dict[str, bool]:
    """Point a choice out to one's allies, and to nobody else; the same once more takes it back.

    Whether an ally could choose it now is not said: that may be more than the asker may know.
    """
    place = await place_of(request, table_id)
    room, seats = place.room, seats_of(request, place.room)
    team = _team(request, room, seats)
    by = wanted.seat if wanted.seat in seats else seats[0]
    found = Point.now(room, by, wanted.seat, wanted.move)
    if wanted.seat not in team or wanted.move not in room.game.action_codes or not found.holds(room):
        raise OptionError(
            "nothing can be pointed out there; allowed: a choice that you or an ally still have to make",
            "il n’y a rien à montrer là ; permis : un choix que vous ou un allié devez encore faire",
        )
    hub_of(request).point(place, found)
    return {"ok": True}


def _team(request: Request, room: Room, seats: list[str]) -> str:
    if not allies_of(room, tuple(seats)):
        raise HTTPException(403, "you have no allies here; allowed: to talk to all")
    return team_of(room, seats)


# Asking


class AskIn(BaseModel):
    kind: Asked
    about: str = Field("", max_length=1)  # whose seat
    commitment: str = Field("", max_length=64)  # a rematch: to words for its sea


class AnswerIn(BaseModel):
    kind: Asked
    agree: bool
    start: bool = False  # a rematch: without those who have not answered
    commitment: str = Field("", max_length=64)  # a rematch: to words for its sea


@router.post("/t/{table_id}/ask")
async def ask(request: Request, table_id: str, wanted: AskIn) -> Json:
    """Ask something of all at a table; `done` where nobody else has to agree."""
    place = await place_of(request, table_id)
    asker = _asker(request, place, wanted.commitment)
    if wanted.kind == "rematch":
        await check_room_for_a_table(request)
    settled = await hub_of(request).change(place, lambda draft: asking.ask(draft, wanted.kind, asker, wanted.about))
    return await _told(request, settled)


@router.post("/t/{table_id}/answer")
async def answer(request: Request, table_id: str, said: AnswerIn) -> Json:
    """Agree to what is asked, or do not; when all agree it is done."""
    place = await place_of(request, table_id)
    asker = _asker(request, place, said.commitment)
    settled = await hub_of(request).change(
        place, lambda draft: asking.answer(draft, said.kind, asker, said.agree, said.start)
    )
    return await _told(request, settled)


def _asker(request: Request, place: Place, commitment: str) -> Asker:
    host = place.room.is_host(person_of(request))
    return Asker(seats_of(request, place.room), host, hub_of(request).absent(place), commitment)


async def _told(request: Request, settled: Settled) -> Json:
    if settled.table is not None:
        hub_of(request).wake_bots(await place_of(request, settled.table))
    return {"done": settled.done, "table": settled.table}


class SeatIn(BaseModel):
    seat: str = Field(max_length=1)


@router.post("/t/{table_id}/nudge")
async def nudge(request: Request, table_id: str, wanted: SeatIn) -> dict[str, bool]:
    """Remind somebody that the table waits for them: once a minute."""
    place = await place_of(request, table_id)
    seats = seats_of(request, place.room)
    await hub_of(request).change(place, lambda draft: company.nudge(draft, wanted.seat, seats))
    await request.app.state.calling.nudge(place, wanted.seat)
    return {"ok": True}


@router.post("/t/{table_id}/away")
async def away(request: Request, table_id: str, away: str = Form("1")) -> Response:
    """Hand one's seat to a bot, or take it back."""
    place = await place_of(request, table_id)
    seats = seats_of(request, place.room)
    await hub_of(request).change(place, lambda draft: lobby.hand_over(draft, seats, away == "1"))
    return RedirectResponse(f"/t/{table_id}", 303)


@router.post("/t/{table_id}/leave")
async def leave(request: Request, table_id: str) -> Response:
    """Give one's seat up: somebody else may take it."""
    place = await place_of(request, table_id)
    seats = seats_of(request, place.room)
    await hub_of(request).change(place, lambda draft: company.give_up(draft, seats))
    return RedirectResponse(f"/t/{table_id}", 303)


# The host's part


@router.post("/t/{table_id}/fill")
async def fill(request: Request, table_id: str, how: Literal["bots", "fewer"] = Form("bots")) -> Response:
    """The host begins without those who have not come: bots take their seats, or fewer play."""
    work = {"bots": lobby.fill_with_bots, "fewer": lobby.begin_with_those_here}[how]
    await hub_of(request).change(await place_of(request, table_id), work)
    return RedirectResponse(f"/t/{table_id}", 303)


@router.post("/t/{table_id}/free")
async def free(request: Request, table_id: str, seat: str = Form("")) -> Response:
    """The host frees a seat, for its person or somebody else to take; anybody here, one the sea waits for."""
    place = await place_of(request, table_id)
    if not place.room.is_host(person_of(request)) and not stirring.is_full(place.room.row):
        raise HTTPException(403, NOT_HOST)
    await hub_of(request).change(place, lambda draft: company.free(draft, seat))
    return RedirectResponse(f"/t/{table_id}", 303)


@router.post("/t/{table_id}/remove")
async def remove(request: Request, table_id: str, seat: str = Form("")) -> Response:
    """The host removes somebody, who may look on but neither sit down nor speak again."""
    place = await place_of(request, table_id)
    asker = Asker(seats_of(request, place.room), host=True)
    await hub_of(request).change(place, lambda draft: asking.ask(draft, "remove", asker, seat))
    return RedirectResponse(f"/t/{table_id}", 303)


@router.post("/t/{table_id}/close")
async def close(request: Request, table_id: str) -> Response:
    """The host closes the table."""
    place = await place_of(request, table_id)
    await hub_of(request).change(place, lambda draft: company.close(draft, "host"))
    return RedirectResponse(f"/t/{table_id}", 303)
