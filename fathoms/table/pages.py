"""Home, setting a table, the rule books, and what a host of games looks at."""

import re
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import FileResponse, RedirectResponse, Response
from markdown_it import MarkdownIt

from fathoms.bots.players import LEVELS
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game, game_names, installed_game
from fathoms.engine.options import Choice, Flag, PerSeat, Seat
from fathoms.engine.rulebook import rule_texts
from fathoms.table import lobby
from fathoms.table.asking import (
    LANG,
    NICKNAME,
    check_room_for_a_table,
    hub_of,
    lang_of,
    person_cookie,
    person_or_new,
    place_of,
)
from fathoms.table.people import clean_name
from fathoms.table.render import cover, nickname_of, render
from fathoms.table.speech import LANGUAGES, speaker

router = APIRouter(include_in_schema=False)
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}  # addresses change with the content


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
    return [game for game in map(installed_game, names) if (game.folder / "table.html").exists()]


def _titles() -> dict[str, Any]:
    return {name: installed_game(name).title for name in game_names()}


@router.get("/new/{game}")
async def new(request: Request, game: str) -> Response:
    found = installed_game(game)
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


def _name(request: Request, given: str) -> str:
    """What somebody is called: as he says, as he said before, or simply a diver."""
    return given.strip() or nickname_of(request) or speaker(lang_of(request))("Diver")


@router.post("/play/{game}")
async def play_now(request: Request, game: str, name: str = Form("")) -> Response:
    """One click: sensible options, bots in the other seats."""
    players = installed_game(game).options.default_players
    seats = [{"kind": "person", "name": _name(request, name)}, *[{"kind": "bot"}] * (players - 1)]
    return await _open_table(request, game, {"players": players}, seats, name)


@router.post("/new/{game}")
async def create(request: Request, game: str) -> Response:
    """Set a table from the form: options, seats, and whether it is listed."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    found = installed_game(game)
    options: dict[str, Any] = {"players": form.get("players", found.options.default_players)}
    for option in found.options.options:
        if isinstance(option, Flag):
            options[option.name] = option.name in form
        elif form.get(option.name):
            options[option.name] = form[option.name]
    players = int(str(found.options.read(players=options["players"])["players"]))
    name = form.get("name", "")
    seats: list[dict[str, Any]] = [{"kind": "person", "name": _name(request, name)}]
    for letter in SEATS[1:players]:
        seats.append(_wanted_seat(form.get(f"seat_{letter}", "open"), form.get(f"name_{letter}", "")))
    clock = {key: _seconds(form.get(key)) for key in ("move_seconds", "bank_seconds")}
    hints = {"yes": True, "no": False}.get(form.get("hints", ""))
    settings = {"chat": "chat" in form, "hints": hints, **clock}
    return await _open_table(request, game, options, seats, name, "listed" in form, settings)


def _wanted_seat(wanted: str, name: str) -> dict[str, Any]:
    """A seat of the form: a bot's level, open, or somebody else before the same screen."""
    if wanted in LEVELS:
        return {"kind": "bot", "level": wanted}
    return {"kind": "person", "name": name} if wanted == "here" else {"kind": "open"}


def _seconds(raw: str | None) -> int:
    """Seconds of a clock; 0 is no clock."""
    if raw and not (raw.isdecimal() and int(raw) <= 3600):
        raise OptionError(f"{raw!r} seconds are not possible; allowed: 0 (no clock) to 3600")
    return int(raw or 0)


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
    await check_room_for_a_table(request)
    made = await hub.run(lobby.make_table, hub.store, game, options, seats, settings, person, listed)
    place = await place_of(request, made.row.id)
    await hub.act(place, lambda: lobby.begin(place.room))
    return go_to_table(request, made.row.id, person, name)


def go_to_table(request: Request, table_id: str, person: str, name: str = "") -> Response:
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


# Rules, pictures, health


@router.get("/rules/{game}")
async def rules(request: Request, game: str) -> Response:
    found = installed_game(game)
    book = _with_anchors(MarkdownIt("commonmark").enable("table").render(found.book(lang_of(request))))
    return render(request, "rules.html", game=found, book=book)


@router.get("/rules/{game}/{rule}")
async def one_rule(request: Request, game: str, rule: str) -> dict[str, str]:
    texts = rule_texts(installed_game(game).book(lang_of(request)))
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
    if name == "cover.svg":
        return Response(cover(game), media_type="image/svg+xml", headers=FOREVER)
    if name not in ("art.svg", "table.css"):
        raise HTTPException(404, "there is no such picture")
    return FileResponse(installed_game(game).folder / name, headers=FOREVER)


@router.get("/healthz")
async def health(request: Request) -> dict[str, Any]:
    hub = hub_of(request)
    return {"ok": True, "tables": await hub.run(hub.store.count), "in_memory": len(hub.places)}
