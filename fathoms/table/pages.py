"""The pages people see. Every table is rendered here, from a seat's view and nothing else."""

import hashlib
import io
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import segno
from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markdown_it import MarkdownIt

from fathoms.bots.players import LEVELS
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game, find_game, game_names
from fathoms.engine.match import View
from fathoms.engine.options import Choice, Flag, PerSeat, Seat
from fathoms.engine.rulebook import rule_texts
from fathoms.engine.seats import SEAT_MARKS
from fathoms.table import lobby
from fathoms.table.asking import (
    LANG,
    NICKNAME,
    hub_of,
    lang_of,
    person_cookie,
    person_of,
    person_or_new,
    place_of,
    seats_of,
    viewer_of,
)
from fathoms.table.people import clean_name
from fathoms.table.room import Room, Step, Viewer
from fathoms.table.speech import LANGUAGES, speaker

router = APIRouter(include_in_schema=False)
HERE = Path(__file__).parent
MOST_LOG = 80  # lines of the log a page begins with


@cache
def environment() -> Environment:
    games = {name: FileSystemLoader(find_game(name).folder) for name in game_names()}
    loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(games)])
    built = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    built.tests["startswith"] = lambda text, start: text.startswith(start)
    built.globals.update(SEAT_MARKS=SEAT_MARKS, LANGUAGES=LANGUAGES, asset=asset, art=art)
    return built


@cache
def asset(name: str) -> str:
    """The address of a static file, new whenever its content is."""
    return f"/static/{name}?{_stamp(HERE / 'static' / name)}"


@cache
def art(game: str, name: str) -> str:
    """The address of a picture or style sheet of a game."""
    return f"/art/{game}/{name}?{_stamp(find_game(game).folder / name)}"


def _stamp(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:10]


def render(request: Request, template: str, code: int = 200, **values: Any) -> HTMLResponse:
    lang = lang_of(request)
    common = {"_": speaker(lang), "lang": lang, "path": request.url.path, "name": nickname_of(request)}
    return HTMLResponse(environment().get_template(template).render(**common, **values), code)


def nickname_of(request: Request) -> str:
    return clean_name(unquote(request.cookies.get(NICKNAME, "")), "")


def error_page(request: Request, status: int, text: str) -> Response:
    return render(request, "error.html", status, text=text, status=status)


# Home and new tables


@router.get("/")
async def home(request: Request) -> Response:
    hub = hub_of(request)
    mine = [table for table in request.cookies.get("fathoms_tables", "").split(".") if table][:20]
    rows = await hub.run(hub.store.some, mine) if mine else []
    rows.sort(key=lambda row: mine.index(row.id))
    listed = await hub.run(hub.store.listed)
    return render(request, "home.html", games=drawn_games(), mine=rows, listed=listed, titles=_titles())


def drawn_games() -> list[Game]:
    """The games that have a picture of their table, the simplest first."""
    order = ("locker", "reef", "barracuda", "nukha")
    names = [*[name for name in order if name in game_names()], *[name for name in game_names() if name not in order]]
    return [game for game in map(find_game, names) if (game.folder / "table.html").exists()]


def _titles() -> dict[str, Any]:
    return {name: find_game(name).title for name in game_names()}


@router.get("/new/{game}")
async def new(request: Request, game: str) -> Response:
    found = find_game(game)
    fields = [_field(option, lang_of(request), found) for option in found.options.options]
    return render(request, "new.html", game=found, fields=fields, levels=LEVELS, seats=SEATS, error=None)


def _field(option: Any, lang: str, game: Game) -> dict[str, Any]:
    """An option as a form field."""
    field = {"name": option.name, "help": option.help[lang], "default": option.default, "values": None, "kind": "text"}
    if isinstance(option, Flag):
        field["kind"] = "flag"
    elif isinstance(option, Choice):
        field.update(kind="choice", values=list(option.values))
    elif isinstance(option, Seat):
        field.update(kind="choice", values=["none", *SEATS[: game.options.players[-1]]])
    elif isinstance(option, PerSeat):
        field.update(kind="choice", values=list(option.words))
    return field


@router.post("/play/{game}")
async def play_now(request: Request, game: str, name: str = Form("")) -> Response:
    """One click: sensible options, bots in the other seats."""
    players = find_game(game).options.default_players
    seats = [{"kind": "person", "name": name or nickname_of(request)}, *[{"kind": "bot"}] * (players - 1)]
    return await _open_table(request, game, {"players": players}, seats, name)


@router.post("/new/{game}")
async def create(request: Request, game: str) -> Response:
    """Set a table from the form: options, seats, and whether it is listed."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    found = find_game(game)
    options: dict[str, Any] = {"players": form.get("players", found.options.default_players)}
    for option in found.options.options:
        if isinstance(option, Flag):
            options[option.name] = option.name in form
        elif form.get(option.name):
            options[option.name] = form[option.name]
    players = int(str(found.options.read(players=options["players"])["players"]))
    name = form.get("name", "")
    seats: list[dict[str, Any]] = [{"kind": "person", "name": name or nickname_of(request)}]
    for letter in SEATS[1:players]:
        wanted = form.get(f"seat_{letter}", "open")
        seats.append({"kind": "bot", "level": wanted} if wanted in LEVELS else {"kind": wanted})
    return await _open_table(request, game, options, seats, name, "listed" in form, {"chat": "chat" in form})


async def _open_table(
    request: Request,
    game: str,
    options: dict[str, Any],
    seats: list[dict[str, Any]],
    name: str,
    listed: bool = False,
    settings: dict[str, Any] | None = None,
) -> Response:
    hub, person = hub_of(request), person_or_new(request)
    if not request.app.state.table_limit.allows(request.client.host if request.client else "?"):
        raise HTTPException(429, f"too many tables; allowed: {hub.settings.tables_a_minute} a minute")
    made = await hub.run(lobby.make_table, hub.store, game, options, seats, settings, person, listed)
    place = await place_of(request, made.row.id)
    await hub.act(place, lambda: lobby.begin(place.room))
    return _go_to(request, made.row.id, person, name)


def _go_to(request: Request, table_id: str, person: str, name: str = "") -> Response:
    """Send somebody to a table, with cookies that remember who it was and which tables are his."""
    response = RedirectResponse(f"/t/{table_id}", 303)
    response.set_cookie(**person_cookie(person))
    if name.strip():
        response.set_cookie(NICKNAME, quote(clean_name(name, "")), max_age=3600 * 24 * 400, samesite="lax")
    known = [table for table in request.cookies.get("fathoms_tables", "").split(".") if table and table != table_id]
    remembered = ".".join([table_id, *known][:20])
    response.set_cookie("fathoms_tables", remembered, max_age=3600 * 24 * 60, httponly=True, samesite="lax")
    return response


@router.post("/lang/{lang}")
async def choose_language(lang: str, back: str = Form("/")) -> Response:
    if lang not in LANGUAGES:
        raise OptionError(f"lang={lang!r} is not possible; allowed: {', '.join(LANGUAGES)}")
    response = RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", 303)
    response.set_cookie(LANG, lang, max_age=3600 * 24 * 400, samesite="lax")
    return response


# A table


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
    viewer = None if board else viewer_of(request, room)
    seats = [] if board else seats_of(request, room)
    lang = lang_of(request)
    version, view, lines = await hub.run(room.look, viewer)
    said = await hub.run(hub.store.said, table_id)
    values = {
        **fragment_values(room, viewer, view, lang, board),
        "version": version,
        "table_id": table_id,
        "log": log_lines(room.game, lines[-MOST_LOG:], len(lines[:-MOST_LOG]), lang),
        "host": room.is_host(person_of(request)),
        "open_seats": room.open_seats(),
        "can_join": not board and not seats and bool(room.open_seats()),
        "link": _link(request, table_id),
        "chat": said,
        "chat_on": room.row.settings.get("chat", True),
        "rules_texts": {},
    }
    return render(request, "table.html", **values)


def _link(request: Request, table_id: str) -> str:
    base = request.app.state.settings.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}"
    return f"{base}/t/{table_id}"


def fragment_values(room: Room, viewer: Viewer, view: View, lang: str, board: bool) -> dict[str, Any]:
    """What the part of the page that changes needs."""
    seats = {seat["seat"]: seat for seat in room.row.seats}
    return {
        "game": room.game,
        "v": view,
        "me": viewer,
        "board": board,
        "players": {letter: _player(room, seats[letter], letter) for letter in view["seats"]},
        "order": _order(view["seats"], viewer),
        "status": room.row.status,
        "next_table": room.row.next_table,
        "words": import_module(f"{room.game.rules.__package__}.words"),
        "label": lambda choice: room.game.label(choice, lang),
    }


def _player(room: Room, seat: dict[str, Any], letter: str) -> dict[str, Any]:
    kind = seat["kind"]
    return {
        "name": seat.get("name") or letter,
        "kind": kind,
        "level": seat.get("level"),
        "away": bool(seat.get("away")),
    }


def _order(seats: list[str], viewer: Viewer) -> list[str]:
    """The others in playing order from the viewer's left, the viewer last; a spectator sees A first."""
    if viewer is None:
        return list(seats)
    start = seats.index(viewer) + 1
    return [*seats[start:], *seats[:start]]


def fragment(room: Room, viewer: Viewer, view: View, lang: str, board: bool) -> str:
    values = fragment_values(room, viewer, view, lang, board)
    return environment().get_template("_table.html").render(_=speaker(lang), lang=lang, **values)


def log_lines(game: Game, lines: list[str], skipped: int, lang: str) -> list[dict[str, Any]]:
    return [{"number": skipped + n, **log_line(game, line, lang)} for n, line in enumerate(lines, 1)]


def log_line(game: Game, line: str, lang: str) -> dict[str, Any]:
    return {"who": line.split(" ", 1)[0], "text": game.sentence(line, lang), "line": line}


def live_message(room: Room, viewer: Viewer, step: Step, lang: str, board: bool) -> dict[str, Any]:
    """One event for one page: a sentence, and the table after it."""
    line, view = step.lines[viewer], step.views[viewer]
    return {
        "kind": "event",
        "version": step.version,
        "log": {"number": step.version, **log_line(room.game, line, lang)},
        "remark": room.game.remark(line, step.before, step.views[None], lang),
        "mine": bool(view["choices"]),
        "over": view["over"],
        "html": fragment(room, viewer, view, lang, board),
    }


def current_message(room: Room, viewer: Viewer, lang: str, after: int, board: bool) -> dict[str, Any]:
    """The table as it is, for a page that comes (back): with the sentences it has missed."""
    version, view, lines = room.look(viewer)
    missed = log_lines(room.game, lines[after:], after, lang)[-MOST_LOG:] if after < version else []
    html = fragment(room, viewer, view, lang, board)
    return {"kind": "state", "version": version, "missed": missed, "mine": bool(view["choices"]), "html": html}


@router.post("/t/{table_id}/join")
async def join(
    request: Request, table_id: str, name: str = Form(""), seat: str = Form(""), entropy: str = Form("")
) -> Response:
    place, hub, person = await place_of(request, table_id), hub_of(request), person_or_new(request)
    await hub.act(place, lambda: lobby.join(place.room, seat or None, name, person, entropy)[2])
    hub.tell_all(place, lambda connection: {"kind": "changed"})
    return _go_to(request, table_id, person, name)


@router.post("/t/{table_id}/fill")
async def fill(request: Request, table_id: str) -> Response:
    """The host lets bots take the seats still open."""
    place, hub = await place_of(request, table_id), hub_of(request)
    if not place.room.is_host(person_of(request)):
        raise HTTPException(403, "only the one who set the table can do this")
    await hub.act(place, lambda: lobby.fill_with_bots(place.room))
    hub.tell_all(place, lambda connection: {"kind": "changed"})
    return RedirectResponse(f"/t/{table_id}", 303)


@router.post("/t/{table_id}/away")
async def away(request: Request, table_id: str, away: str = Form("1")) -> Response:
    """Hand one's seat to a bot, or take it back."""
    place, hub = await place_of(request, table_id), hub_of(request)
    for seat in seats_of(request, place.room):
        await hub.act(place, lambda seat=seat: lobby.hand_over(place.room, seat, away == "1"))  # type: ignore[misc]
    hub.tell_all(place, lambda connection: {"kind": "changed"})
    return RedirectResponse(f"/t/{table_id}", 303)


@router.post("/t/{table_id}/rematch")
async def rematch(request: Request, table_id: str) -> Response:
    place, hub = await place_of(request, table_id), hub_of(request)
    if not seats_of(request, place.room):
        raise HTTPException(403, "only those who played can ask for a rematch")
    again = await hub.run(lobby.rematch, place.room, hub.store)
    fresh = await place_of(request, again)
    await hub.act(fresh, lambda: lobby.begin(fresh.room))
    hub.tell_all(place, lambda connection: {"kind": "changed"})
    return _go_to(request, again, person_or_new(request))


@router.get("/t/{table_id}/qr.svg")
async def qr(request: Request, table_id: str) -> Response:
    await place_of(request, table_id)
    picture = io.BytesIO()
    segno.make(_link(request, table_id), error="m").save(picture, kind="svg", scale=6, dark="#08202E", light="#F4FAF7")
    return Response(picture.getvalue(), media_type="image/svg+xml")


# Rules, pictures, health


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    found = find_game(game)
    book = _with_anchors(MarkdownIt("commonmark").enable("table").render(found.book(lang_of(request))))
    return render(request, "rules.html", game=found, book=book)


@router.get("/rules/{game}/{rule}")
async def one_rule(request: Request, game: str, rule: str) -> dict[str, str]:
    texts = rule_texts(find_game(game).book(lang_of(request)))
    if rule not in texts:
        raise HTTPException(404, f"{game} has no rule {rule}")
    return {"rule": rule, "text": texts[rule]}


def _with_anchors(html: str) -> str:
    """Rule ids become places one can link to."""
    html = re.sub(r"<li>(\s*<p>)?<strong>([A-Z]\d+)", r'<li id="\2">\1<strong>\2', html)
    return re.sub(r"<tr>\s*<td>([A-Z]\d+)</td>", r'<tr id="\1"><td>\1</td>', html)


@router.get("/art/{game}/{name}")
async def art_file(game: str, name: str) -> Response:
    """A game's own pictures and style: `art.svg` and `table.css`, nothing else of its folder."""
    if name not in ("art.svg", "table.css"):
        raise HTTPException(404, "there is no such picture")
    return FileResponse(find_game(game).folder / name, headers={"Cache-Control": "public, max-age=31536000, immutable"})


@router.get("/healthz")
async def health(request: Request) -> dict[str, Any]:
    hub = hub_of(request)
    return {"ok": True, "tables": await hub.run(hub.store.count), "in_memory": len(hub.places)}
