"""Home, setting a table, and what a host of games looks at."""

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import FileResponse, RedirectResponse, Response

from fathoms.bots.levels import LEVELS
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game, installed_game, working_games
from fathoms.engine.options import Text
from fathoms.table.rooms import lobby
from fathoms.table.rooms.store import Row
from fathoms.table.web.forms import Fault, Filled, blank_form, form_field, read_form
from fathoms.table.web.i18n import LANGUAGES, speaker, translated
from fathoms.table.web.render import cover, nickname_of, plain_cover, render
from fathoms.table.web.request import (
    LANG,
    MOST_TABLES,
    TABLES,
    YEAR,
    check_room_for_a_table,
    hub_of,
    lang_of,
    name_cookie,
    person_cookie,
    person_or_new,
    place_of,
    tables_cookie,
)

router = APIRouter(include_in_schema=False)
LAST_SHELF = 1000  # for games that do not say where they stand among the covers
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}  # addresses change with the content


# Home and new tables


@router.get("/")
async def home(request: Request) -> Response:
    hub = hub_of(request)
    mine = [table for table in request.cookies.get(TABLES, "").split(".") if table][:MOST_TABLES]
    rows = await hub.run(hub.store.some, mine) if mine else []
    rows.sort(key=lambda row: mine.index(row.id))
    listed = await hub.run(hub.store.listed)
    return render(request, "home.html", games=drawn_games(), mine=rows, listed=listed, titles=_titles([*rows, *listed]))


def drawn_games() -> list[Game]:
    """The games to show, the simplest first; one without a picture of its table is drawn as text."""
    return sorted(working_games(), key=lambda game: (getattr(game.part("words"), "SHELF", LAST_SHELF), game.name))


def _titles(rows: list[Row]) -> dict[str, Text]:
    """What the games of these tables are called; one that is no longer installed by its bare name."""
    known = {game.name: game.title for game in working_games()}
    return {row.game: known.get(row.game, dict.fromkeys(LANGUAGES, row.game)) for row in rows}


@router.get("/new/{game}")
async def new(request: Request, game: str) -> Response:
    found = installed_game(game)
    return _form_page(request, found, blank_form(found, nickname_of(request)))


def _form_page(
    request: Request, game: Game, given: Filled, faults: Mapping[str, Fault] | None = None, problem: str = ""
) -> Response:
    """The form that sets a table, filled in; with what is wrong beside each field where it comes back."""
    values = {
        "game": game,
        "fields": [form_field(option, lang_of(request), game) for option in game.options.options],
        "levels": LEVELS,
        "seats": SEATS,
        "given": given,
        "faults": faults or {},
        "problem": problem,
    }
    return render(request, "new.html", 422 if faults or problem else 200, **values)


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
    found, name, lang = installed_game(game), form.get("name", ""), lang_of(request)
    wanted = read_form(found, form, _name(request, name), lang)
    if wanted.faults:
        problem = speaker(lang)("The table cannot be set like this. What to change is said below.")
        return _form_page(request, found, form, wanted.faults, problem)
    try:
        return await _open_table(request, game, wanted.options, wanted.seats, name, "listed" in form, wanted.settings)
    except OptionError as error:
        return _form_page(request, found, form, problem=translated(str(error), lang))


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
        response.set_cookie(**name_cookie(name))
    response.set_cookie(**tables_cookie(table_id, request.cookies.get(TABLES, "")))
    return response


@router.post("/lang/{lang}")
async def choose_language(lang: str, back: str = Form("/")) -> Response:
    if lang not in LANGUAGES:
        raise OptionError(f"lang={lang!r} is not possible; allowed: {', '.join(LANGUAGES)}")
    response = RedirectResponse(back if back.startswith("/") and not back.startswith("//") else "/", 303)
    response.set_cookie(LANG, lang, max_age=YEAR, samesite="lax")
    return response


# Pictures, health


@router.get("/art/{game}/{name}")
async def art_file(request: Request, game: str, name: str) -> Response:
    """A game's own pictures and style: `art.svg` and `table.css`, nothing else of its folder."""
    found = installed_game(game)
    if name == "cover.svg":
        return _cover(found, lang_of(request))
    if name not in ("art.svg", "table.css"):
        raise HTTPException(404, "there is no such picture")
    if not (found.folder / name).exists():  # a game may do without
        return Response("", media_type="image/svg+xml" if name.endswith("svg") else "text/css")
    return FileResponse(found.folder / name, headers=FOREVER)


def _cover(game: Game, lang: str) -> Response:
    """A game's cover; one without a picture has its title in a porthole, in the language of whoever looks."""
    if (game.folder / "art.svg").exists():
        return Response(cover(game.name), media_type="image/svg+xml", headers=FOREVER)
    return Response(plain_cover(game.title[lang]), media_type="image/svg+xml", headers={"Cache-Control": "no-cache"})


@router.get("/healthz")
async def health(request: Request) -> dict[str, Any]:
    hub = hub_of(request)
    return {"ok": True, "tables": await hub.run(hub.store.count), "in_memory": len(hub.places)}
