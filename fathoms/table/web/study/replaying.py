"""Looking back: a game event by event and turn by turn, through the eyes one may have; a link to a moment."""

from dataclasses import dataclass, field

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Json
from fathoms.engine.match import RECENT
from fathoms.table.rooms.course import new_match
from fathoms.table.rooms.room import Room, Viewer
from fathoms.table.web.i18n import speaker, typeset
from fathoms.table.web.render import News, fragment, fragment_values, part, render
from fathoms.table.web.request import Count, base_of, lang_of, look_back, place_of, seats_of
from fathoms.table.web.study.branching import otherwise_values
from fathoms.table.web.study.moment_picture import PIXELS, SVG, draw, paint, picture_kind
from fathoms.table.web.telling.log import run_of, said, turn_mark
from fathoms.table.web.telling.names import names_of

router = APIRouter(include_in_schema=False)
GONE, SECRET = 404, 403


@router.get("/t/{table_id}/replay")
async def replay(request: Request, table_id: str, at: Count | None = None, seat: str = "") -> Response:
    """The game again; a link to a moment stays good, and one that is not says what there is instead."""
    try:
        room = (await place_of(request, table_id)).room
        viewer = eyes_for_replay(request, room, seat)
    except HTTPException as refusal:
        if refusal.status_code not in (GONE, SECRET):
            raise
        return _no_moment(request, table_id, at, refusal.status_code)
    values = await look_back(request, _moment, room, at, viewer, lang_of(request))
    values["own"] = seats_of(request, room)
    beyond = at if at is not None and at > room.version else None
    here, asked = f"{base_of(request)}/t/{table_id}", f"at={values['at']}&seat={seat}"
    values["link"], values["picture"] = f"{here}/replay?{asked}", f"{here}/moment.{picture_kind()}?{asked}"
    coached = room.match.over and has_heuristic(room.game)
    return render(request, "replay.html", coached=coached, beyond=beyond, **values)


def _no_moment(request: Request, table_id: str, at: int | None, status: int) -> Response:
    """A moment that cannot be shown, and what can."""
    days = request.app.state.settings.keep_finished_days
    return render(request, "no_moment.html", status, table_id=table_id, at=at, gone=status == GONE, days=days)


@router.get("/t/{table_id}/replay.json")
async def replay_moment(request: Request, table_id: str, at: Count | None = None, seat: str = "") -> Json:
    room, lang = (await place_of(request, table_id)).room, lang_of(request)
    viewer = eyes_for_replay(request, room, seat)

    def draw() -> Json:
        values = _moment(room, at, viewer, lang)
        html = fragment(room, values["me"], values["v"], lang, True, values["news"])
        told = {"at": values["at"], "text": values["latest"], "html": html}
        return {**told, "otherwise": part("_otherwise.html", lang, **values)}

    return await look_back(request, draw)


def _moment(room: Room, at: int | None, viewer: Viewer, lang: str) -> Json:
    """The table after `at` events (None: as it is), for a page."""
    number, view, told, change = room.moment(room.version if at is None else at, viewer)
    news = News(told[-RECENT:], change)
    return {
        **fragment_values(room, viewer, view, lang, True, news),
        "news": news,
        "room": room,
        "table_id": room.row.id,
        "at": number,
        "last": room.version,
        **otherwise_values(room, number, lang),
    }


def eyes_for_replay(request: Request, room: Room, seat: str) -> Viewer:
    """Through whose eyes somebody may look back: everybody's once the game is over, before that one's own."""
    if seat == "":
        return None
    if seat not in room.match.seats or not (room.is_open_book or seat in seats_of(request, room)):
        raise HTTPException(SECRET, "until the game is over you may look back through your own eyes only")
    return seat


@router.get("/t/{table_id}/moment.{kind}")
async def moment_picture(
    request: Request, table_id: str, kind: str, at: Count | None = None, seat: str = ""
) -> Response:
    """The picture that a chat shows beside a link to a moment: as the replay shows it to whoever asks."""
    room = (await place_of(request, table_id)).room
    viewer = eyes_for_replay(request, room, seat)
    if kind not in (SVG, picture_kind()):
        raise HTTPException(404, "there is no such picture")
    made = await look_back(request, paint if kind == PIXELS else draw, room, at, viewer, lang_of(request))
    return Response(made, media_type="image/png" if kind == PIXELS else "image/svg+xml")


# The list of turns


@dataclass
class TurnTold:
    """A turn in the list: whose it is, and its events in sentences, each by its number."""

    title: str
    lines: list[tuple[int, str]] = field(default_factory=list)


@router.get("/t/{table_id}/turns")
async def turns(request: Request, table_id: str, seat: str = "") -> Response:
    """The list of turns beside the replay."""
    room = (await place_of(request, table_id)).room
    viewer = eyes_for_replay(request, room, seat)
    told = await look_back(request, turns_of, room, viewer, lang_of(request))
    return render(request, "_turns.html", turns=told)


def turns_of(room: Room, viewer: Viewer, lang: str) -> list[TurnTold]:
    """The whole log, turn by turn; the steps of one swim are one line."""
    game, name, lines = room.game, names_of(room).__getitem__, room.match.log_for(viewer)
    before, told = new_match(game, room.row).view(viewer), [TurnTold(speaker(lang)("The beginning"))]
    for number, _, after in room.history(viewer, 0):
        change, recent = (before, after), lines[max(0, number - RECENT) : number]
        shown = told[-1].lines
        if shown and shown[-1][0] > number - len(run_of(game, recent)):
            shown.pop()
        shown.append((number, typeset(said(game, recent, lang, name, change), lang)))
        if title := turn_mark(game, change, lang, name):
            told.append(TurnTold(title))
        before = after
    return [turn for turn in told if turn.lines]
