"""What if: any moment of a game that is over, gone on from at a table of its own. The record is not touched."""

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import Response

from fathoms.bots.coach.choice_value import need_heuristic
from fathoms.bots.coach.weighing import weigh_choices
from fathoms.bots.levels import LEVELS
from fathoms.bots.warm import is_ready
from fathoms.engine.errors import OptionError
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Json
from fathoms.engine.match import Match
from fathoms.engine.records import Origin
from fathoms.table.rooms import lobby
from fathoms.table.rooms.room import Room
from fathoms.table.web.gate.visitor import household_of
from fathoms.table.web.pages import go_to_table, name_of
from fathoms.table.web.render import render
from fathoms.table.web.request import (
    MOST_COUNT,
    Count,
    check_room_for_a_table,
    hub_of,
    lang_of,
    look_back,
    person_or_new,
    place_of,
)
from fathoms.table.web.telling.choices import offered
from fathoms.table.web.telling.names import names_of

router = APIRouter(include_in_schema=False)
FRIENDS = "open"  # in the form: the other seats are for whoever has the link


def otherwise_values(room: Room, at: int, lang: str) -> Json:
    """What `_otherwise.html` needs: who decides at a moment, what they may choose, and what was chosen."""
    if not room.is_open_book:
        return {"whatif": None}
    match = room.match_at(at)
    return {
        "whatif": {
            "at": at,
            "over": match.over,
            "last_decision": _last_decision(room, at, lang),
            "seats": match.seats,
            "deciding": [_decision(room, match, seat, lang) for seat in match.to_act if seat != "sea"],
            "levels": LEVELS,
            "friends": FRIENDS,
            "coach": has_heuristic(room.game),
        }
    }


def _decision(room: Room, match: Match, seat: str, lang: str) -> Json:
    groups = offered(room.game, match.view(seat), {}, seat, lang, names_of(room).__getitem__)
    offers = [offer for group in groups for offer in group.offers]
    return {"seat": seat, "offers": offers, "played": _played(room, match.events, seat)}


def _last_decision(room: Room, at: int, lang: str) -> tuple[int, str] | None:
    """The moment before the last decision up to a moment, and what was decided then, in words."""
    made = next((n for n in range(at, 0, -1) if not room.match.log[n - 1].startswith("sea ")), None)
    if made is None:
        return None
    return made - 1, room.game.sentence(room.match.log[made - 1], lang, names_of(room).__getitem__)


def _played(room: Room, at: int, seat: str) -> str:
    """What a seat chose next; nothing if the game ended before."""
    own = (line for line in room.match.log[at:] if line.startswith(f"{seat} "))
    return next(own, "").partition(" ")[2]


@router.post("/t/{table_id}/branch")
async def branch(
    request: Request,
    table_id: str,
    at: int = Form(ge=0, le=MOST_COUNT),
    seat: str = Form("A", max_length=9),
    move: str = Form("", max_length=90),
    against: str = Form("sailor"),
) -> Response:
    """A new table that goes on from a moment, with somebody's choice made otherwise or none; one sits in that seat."""
    seat, choice = (move.partition(" ")[0], move.partition(" ")[2]) if move else (seat, "")
    room, hub, person = (await place_of(request, table_id)).room, hub_of(request), person_or_new(request)
    await check_room_for_a_table(request)
    begun = await look_back(request, _begun, room, at, seat, choice)
    origin = Origin(room.row.id, at, len(begun.log))
    settings = {"origin": origin, "chat": against == FRIENDS}
    others = LEVELS[0] if begun.over and against == FRIENDS else against  # nobody is waited for at the end of a game
    seats = _seats(room, seat, name_of(request, ""), others)
    game, options = room.game.name, dict(room.row.options)
    made = await hub.run(lobby.make_table, hub.store, game, options, seats, settings, person, False, begun.log)
    hub.wake_bots(await place_of(request, made.row.id))
    return go_to_table(request, made.row.id, person)


def _begun(room: Room, at: int, seat: str, move: str) -> Match:
    """The game to go on from, checked; a choice may end it, as the page offers such too."""
    if not room.is_open_book:
        raise HTTPException(403, "while a game is on nobody may go on from it elsewhere; allowed: once it is over")
    last, seats = room.version, room.match.seats
    if at > last:
        raise OptionError(
            f"event {at} is not in this game; allowed: 0 to {last}",
            f"l’événement {at} n’est pas dans cette partie ; permis : de 0 à {last}",
        )
    if seat not in seats:
        known = ", ".join(seats)
        raise OptionError(f"there is no seat {seat[:9]!r}; allowed: {known}", f"place inconnue ; permis : {known}")
    match = room.match_at(at)
    if match.over:
        raise OptionError(
            "the game is over at this moment; allowed: an earlier one",
            "la partie est finie à ce moment ; permis : un moment plus tôt",
        )
    if move:
        match.play(f"{seat} {move}")
    return match


def _seats(room: Room, mine: str, name: str, against: str) -> list[Json]:
    other = {"kind": FRIENDS} if against == FRIENDS else {"kind": "bot", "level": against}
    return [{"kind": "person", "name": name} if seat == mine else other for seat in room.match.seats]


@router.get("/t/{table_id}/worth")
async def worth(request: Request, table_id: str, at: Count, seat: str) -> Response:
    """What each choice of a decision was worth, by what its seat knew then."""
    room = (await place_of(request, table_id)).room
    if not room.is_open_book:
        raise HTTPException(403, "the coach looks at all hands; allowed: once the game is over")
    need_heuristic(room.game)
    if not is_ready(room.game, "coach"):
        raise HTTPException(503, "the coach is still being prepared on this server; come back in a few minutes")
    match = await look_back(request, room.match_at, min(at, room.version))
    if seat not in match.to_act:
        raise HTTPException(422, "nothing is decided there; allowed: a seat that is to move at this moment")
    weighed = await hub_of(request).pools.hints.run(household_of(request), weigh_choices, match, seat)
    name, lang = names_of(room).__getitem__, lang_of(request)
    view = match.view(seat)
    rows = [
        {**vars(one), "label": room.game.label_in(view, one.choice, lang, name).partition("\n")[0]} for one in weighed
    ]
    return render(request, "_worth.html", rows=rows, played=_played(room, match.events, seat), who=name(seat))
