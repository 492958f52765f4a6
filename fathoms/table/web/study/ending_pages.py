"""What decided a finished game, for the page of its end: asked for once it is shown, since the game is gone through."""

import re

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from markupsafe import Markup

from fathoms.bots.coach.coach import heaviest, read_report
from fathoms.bots.coach.words import moment_text
from fathoms.engine.match import RECENT
from fathoms.table.rooms.room import Room
from fathoms.table.web.i18n import speaker
from fathoms.table.web.render import News, environment, fragment_values, render
from fathoms.table.web.request import hub_of, lang_of, look_back, place_of
from fathoms.table.web.telling.ending import Decided, what_decided
from fathoms.table.web.telling.names import names_of

router = APIRouter(include_in_schema=False)

# What makes a piece more than a picture: a name to glide by, a choice, an address, something to be explained.
_ALIVE = re.compile(r'\s(?:id|tabindex|aria-describedby|data-(?:vt|arrive|move|for|hold|pan|tally))="[^"]*"')


@router.get("/t/{table_id}/ending")
async def ending(request: Request, table_id: str) -> Response:
    """What decided the game, and the moment itself as a small picture: a part of the table's page."""
    room, hub, lang = (await place_of(request, table_id)).room, hub_of(request), lang_of(request)
    if not room.match.over:
        raise HTTPException(403, "the game is still on; allowed: once it is over")
    kept = await hub.run(hub.store.report, table_id)
    decided = await look_back(request, _decided, room, kept, lang)
    picture = await look_back(request, small_picture, room, decided.moment, lang) if decided.moment else ""
    return render(request, "_decided.html", decided=decided, picture=picture, table_id=table_id)


def _decided(room: Room, kept: str | None, lang: str) -> Decided:
    """From the coach's report, if there is one, and from the course of the scores."""
    name, coached = names_of(room).__getitem__, None
    if kept is not None:
        report = read_report(kept)
        number = heaviest(report)
        coached = (number, moment_text(report, number, room.game, lang, name)) if number else None
    return what_decided(room.snapshot(), coached, lang, name)


def small_picture(room: Room, number: int, lang: str) -> Markup:
    """The board after an event, as a spectator saw it, drawn by the table's own template; nothing on it can be used."""
    _, view, told, change = room.moment(number, None)
    values = fragment_values(room, None, view, lang, True, News(told[-RECENT:], change))
    html = environment().get_template("_board.html").render(_=speaker(lang), lang=lang, **values)
    return Markup(_ALIVE.sub("", html))
