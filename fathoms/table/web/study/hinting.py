"""Hints at the table: thought of in a thread of their own, from what the seat may know; others see one was taken."""

import asyncio
from collections import OrderedDict

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, Field

from fathoms.bots.coach.hints import asked_of, fingerprint, give_hint, hint_text, reason_text
from fathoms.bots.warm import is_ready
from fathoms.engine.kinds import Json
from fathoms.engine.match import Match
from fathoms.table.live.hub import Hub
from fathoms.table.rooms import lobby
from fathoms.table.rooms.room import Room
from fathoms.table.web.api import acting_seat
from fathoms.table.web.gate.visitor import household_of
from fathoms.table.web.i18n import LANGUAGES, typeset
from fathoms.table.web.request import hub_of, lang_of, place_of, seats_of
from fathoms.table.web.telling.names import names_of

router = APIRouter()
MOST_KEPT = 512  # hints that are told again to whoever asks again

Told = dict[str, Json]  # language -> a hint in words and numbers
Key = tuple[str, str, str]  # table, seat, and what the seat knows


class Hints:
    """The last hints: whoever asks again, knowing what he knew, is told the same, and it is thought of once."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._kept: OrderedDict[Key, asyncio.Future[Told]] = OrderedDict()

    def __contains__(self, key: Key) -> bool:
        return key in self._kept

    async def find(self, key: Key, room: Room, match: Match, who: str) -> Told:
        if key not in self._kept:
            thinks = self._hub.pools.hints.run(who, _think, room, match, key[1])
            self._kept[key] = asyncio.ensure_future(thinks)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        try:
            return await asyncio.shield(self._kept[key])
        except Exception:  # whoever asks next is not told of an old misfortune
            self._kept.pop(key, None)
            raise


class HintIn(BaseModel):
    seat: str | None = Field(None, max_length=1)


@router.post("/api/tables/{table_id}/hint")
async def hint(request: Request, table_id: str, wanted: HintIn) -> Json:
    """The best choice for the asker's seat, how sure that is and why, if the table allows hints."""
    place, hub = await place_of(request, table_id), hub_of(request)
    room, hints = place.room, request.app.state.hints
    seat = acting_seat(seats_of(request, room), wanted.seat, room.match.to_act)
    match = room.snapshot()
    _check(room, match, seat)
    key = (room.row.id, seat, f"{fingerprint(asked_of(match, seat)):x}")
    if key not in hints and not request.app.state.hint_limit.allows(f"{room.row.id}:{seat}"):
        raise HTTPException(429, f"too many hints; allowed: {request.app.state.settings.hints_a_minute} a minute")
    told = await hints.find(key, room, match, household_of(request))
    decision = lobby.decision_of(match.log, seat)
    if await hub.change(place, lambda draft: lobby.note_hint(draft, seat, decision, key[2])):
        hub.tell_pages(place, {"kind": "hint", "seat": seat, "name": names_of(room)[seat]})
    return {"version": len(match.log), "seat": seat, "decision": decision, **told[lang_of(request)]}


def _check(room: Room, match: Match, seat: str) -> None:
    if not lobby.hints_allowed(room.row):
        raise HTTPException(403, "this table allows no hints; the host chooses that when setting it")
    if not is_ready(room.game, "coach"):
        raise HTTPException(503, "hints are still being prepared on this server; come back in a few minutes")
    if seat not in match.to_act:
        raise HTTPException(422, "there is nothing to decide for you now: no hint, and it does not count")


def _think(room: Room, match: Match, seat: str) -> Told:
    """A hint in both languages; the game's own reason is drawn here too, off the server's loop."""
    found, name = give_hint(match, seat), names_of(room).__getitem__
    numbers = {
        "best": found.best,
        "then": list(found.then),
        "share": found.share,
        "other": found.other,
        "other_share": found.other_share,
        "sure": found.sure,
    }
    told: Told = {}
    for lang in LANGUAGES:
        text, reason = hint_text(found, room.game, lang, name), reason_text(found, room.game, lang, name)
        told[lang] = {**numbers, "reason": reason and typeset(reason, lang), "text": typeset(text, lang)}
    return told
