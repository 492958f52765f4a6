"""Hints at the table: thought of in the bots' threads, from what the seat may know; others see that one was taken."""

import asyncio
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, Field

from fathoms.bots.hints import Hint, give_hint, hint_text, reason_text
from fathoms.bots.warm import is_ready
from fathoms.table import lobby
from fathoms.table.api import acting_seat
from fathoms.table.asking import hub_of, lang_of, place_of, seats_of
from fathoms.table.render import names_of
from fathoms.table.room import Room
from fathoms.table.speech import typeset

router = APIRouter()


class HintIn(BaseModel):
    seat: str | None = Field(None, max_length=1)


@router.post("/api/tables/{table_id}/hint")
async def hint(request: Request, table_id: str, wanted: HintIn) -> dict[str, Any]:
    """The best choice for the asker's seat, how sure that is and why, if the table allows hints."""
    place, hub = await place_of(request, table_id), hub_of(request)
    room = place.room
    seat = acting_seat(seats_of(request, room), wanted.seat, room.match.to_act)
    _check(request, room, seat)
    loop = asyncio.get_running_loop()
    told = await loop.run_in_executor(hub.thinkers, _think, room, seat, lang_of(request))
    await hub.act(place, lambda: lobby.note_hint(room, seat))
    hub.tell_pages(place, {"kind": "hint", "seat": seat, "name": names_of(room)[seat]})
    return told


def _check(request: Request, room: Room, seat: str) -> None:
    if not lobby.hints_allowed(room.row):
        raise HTTPException(403, "this table allows no hints; the host chooses that when setting it")
    if not is_ready(room.game, "coach"):
        raise HTTPException(503, "hints are still being prepared on this server; come back in a few minutes")
    if not request.app.state.hint_limit.allows(f"{room.row.id}:{seat}"):
        raise HTTPException(429, f"too many hints; allowed: {request.app.state.settings.hints_a_minute} a minute")


def _think(room: Room, seat: str, lang: str) -> dict[str, Any]:
    """A hint in words and numbers; the game's own reason is drawn here too, off the server's loop."""
    match = room.snapshot()
    found: Hint = give_hint(match, seat)
    text = hint_text(found, room.game, lang, names_of(room).__getitem__)
    reason = reason_text(found, room.game, lang)
    return {
        "version": len(match.log),
        "seat": seat,
        "best": found.best,
        "share": found.share,
        "other": found.other,
        "other_share": found.other_share,
        "sure": found.sure,
        "reason": typeset(reason, lang) if reason else None,
        "text": typeset(text, lang),
    }
