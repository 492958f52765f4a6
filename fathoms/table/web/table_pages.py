"""The pages of one table: playing, looking on, and checking that the sea was fair."""

import io

import segno
from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import Response

from fathoms.engine.kinds import Json
from fathoms.engine.match import RECENT
from fathoms.table.live.talk import Ear, heard
from fathoms.table.rooms import lobby
from fathoms.table.rooms.room import Room, Viewer
from fathoms.table.rooms.seats import BOT, OPEN, PERSON
from fathoms.table.web.i18n import speaker, typeset
from fathoms.table.web.mine.seen import note_seen, remember_device
from fathoms.table.web.pages import PageRoute, go_to_table
from fathoms.table.web.render import (
    News,
    around,
    ear_of,
    eyes,
    fragment,
    fragment_values,
    option_words,
    reader_of,
    render,
    taken_back,
)
from fathoms.table.web.request import (
    TABLES,
    base_of,
    hub_of,
    lang_of,
    look_back,
    person_or_new,
    place_of,
    seats_of,
    tables_cookie,
)
from fathoms.table.web.study.moment_picture import picture_kind
from fathoms.table.web.telling.clocks import clock_words
from fathoms.table.web.telling.names import names_of
from fathoms.table.web.telling.teller import MOST_LOG, by_clock, log_lines

router = APIRouter(include_in_schema=False, route_class=PageRoute)


@router.get("/t/{table_id}")
async def table(request: Request, table_id: str) -> Response:
    return await _table_page(request, table_id, board=False)


@router.get("/t/{table_id}/board")
async def board(request: Request, table_id: str) -> Response:
    """The public table alone, for a big screen."""
    return await _table_page(request, table_id, board=True)


async def _table_page(request: Request, table_id: str, board: bool) -> Response:
    place, hub = await place_of(request, table_id), hub_of(request)
    room = place.room
    reader = reader_of(request, room, board)
    seats = list(reader.seats)
    viewer, behind = eyes(seats, room.match.to_act, len(seats) > 1 and room.has_secrets())
    ear = ear_of(request, room, reader)
    values = {
        **await hub.run(_looked_at, room, viewer, reader.lang, board, ear),
        **around(room, reader),
        **lobby.seating_facts(room.row, room.match),
        "invitation": _invitation(request, room, reader.lang),
        "behind": behind,
        "watching": reader.watching,
        "team": ear.team,
        "chat_on": room.row.settings.chat,
    }
    response = render(request, "table.html", **values)
    if seats:
        remember_device(request, response, await note_seen(request))
    known = request.cookies.get(TABLES, "")
    if seats and table_id not in known.split("."):  # a rematch that they came to with all the others
        response.set_cookie(**tables_cookie(table_id, known))
    return response


def _looked_at(room: Room, viewer: Viewer, lang: str, board: bool, ear: Ear) -> Json:
    """What a page shows of the table itself, of its log and of what was said there."""
    version, view, lines, change = room.glance(viewer)
    news = News(lines[-RECENT:], change, version in by_clock(room), room.ahead(viewer))
    said = [heard(one, ear) for one in room.store.said(room.row.id, ear.team)]
    return {
        **fragment_values(room, viewer, view, lang, board, news),
        "version": version,
        "log": log_lines(room, lines, max(0, len(lines) - MOST_LOG), len(lines), lang),
        "taken_back": taken_back(room, lang),
        "chat": [one for one in said if one],
    }


def _invitation(request: Request, room: Room, lang: str) -> Json:
    """What a chat shows beside a link to a table: `_open_graph.html`. It tells what any looker-on may know."""
    _, names, row = speaker(lang), names_of(room), room.row
    seated = [seat for seat in row.seats if seat.kind != OPEN]
    people = [seat for seat in seated if seat.kind == PERSON]
    hosts = [seat for seat in people if seat.person and seat.person == row.settings.host] or people
    title = room.game.title[lang]
    free = len(row.seats) - len(seated)
    told = [", ".join(names[seat.seat] + (f" ({_('Bot')})" if seat.kind == BOT else "") for seat in seated)]
    told += option_words(room, lang) + list(filter(None, [clock_words(row.settings, lang)]))
    told += [f"{_('free seats')}{_(':')} {free}"] if free else []
    link = _link(request, row.id)
    return {
        "title": _("{} invites you: {}").format(names[hosts[0].seat], title) if hosts and free else title,
        "description": " · ".join(filter(None, told)),
        "link": link,
        "picture": f"{link}/moment.{picture_kind()}?at={room.version}",
    }


def _link(request: Request, table_id: str) -> str:
    return f"{base_of(request)}/t/{table_id}"


@router.post("/t/{table_id}/join")
async def join(
    request: Request, table_id: str, name: str = Form(""), seat: str = Form(""), commitment: str = Form("")
) -> Response:
    place, hub, person = await place_of(request, table_id), hub_of(request), person_or_new(request)
    await hub.change(place, lambda draft: lobby.join(draft, seat or None, name, person, commitment))
    return go_to_table(request, table_id, person, name)


@router.get("/t/{table_id}/qr.svg")
async def qr(request: Request, table_id: str) -> Response:
    await place_of(request, table_id)
    picture = io.BytesIO()
    segno.make(_link(request, table_id), error="m").save(picture, kind="svg", scale=6, dark="#08202E", light="#F4FAF7")
    return Response(picture.getvalue(), media_type="image/svg+xml")


@router.get("/t/{table_id}/hand")
async def hand(request: Request, table_id: str, seat: str) -> Json:
    """The table through the eyes of one of the asker's own seats: behind the curtain of a shared device."""
    place = await place_of(request, table_id)
    if seat not in seats_of(request, place.room):
        raise HTTPException(403, "this is not your seat")
    version, view, lines, change = await hub_of(request).run(place.room.glance, seat)
    news = News(lines[-RECENT:], change, ahead=place.room.ahead(seat))
    html = fragment(place.room, seat, view, lang_of(request), False, news)
    return {"version": version, "html": html}


# Afterwards


@router.get("/t/{table_id}/fair")
async def fair(request: Request, table_id: str) -> Response:
    """A page that checks the whole sea with the browser's own cryptography."""
    place = await place_of(request, table_id)
    told, seats = place.room.sea_told(), seats_of(request, place.room)
    return render(request, "fair.html", room=place.room, table_id=table_id, sea=told, seats=seats)


@router.get("/t/{table_id}/fair.json")
async def fair_facts(request: Request, table_id: str) -> Json:
    place = await place_of(request, table_id)
    if not place.room.match.over:
        raise HTTPException(403, "the sea's secrets are opened when the game is over")
    return {"tides": await look_back(request, _sea_in_words, place.room, lang_of(request))}


def _sea_in_words(room: Room, lang: str) -> list[Json]:
    """The facts of a sea, each of its draws also as the reader's log tells it."""
    name = names_of(room).__getitem__
    return [
        {**tide, "told": [typeset(room.game.sentence(line, lang, name), lang) for line in tide["lines"]]}
        for tide in room.sea_facts()
    ]
