"""Home, setting a table, and the pictures of games."""

import time
from collections.abc import Mapping
from datetime import timedelta

from babel.dates import format_timedelta
from fastapi import APIRouter, Form, HTTPException, Request
from fastapi.responses import FileResponse, RedirectResponse, Response
from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Receive, Scope, Send

from fathoms.bots.levels import LEVELS
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game, by_shelf, installed_game, working_games
from fathoms.engine.kinds import Json
from fathoms.engine.options import Text
from fathoms.engine.parts.lesson import lesson_of
from fathoms.table.rooms import lessons, lobby
from fathoms.table.rooms.people.identity import hash_secret
from fathoms.table.rooms.people.sittings import Sitting, sittings_of
from fathoms.table.rooms.seats import PERSON, TableSettings
from fathoms.table.rooms.store import Row
from fathoms.table.web.forms import PACES, Fault, Filled, blank_form, form_field, host_begins, is_folded, read_form
from fathoms.table.web.hosting.key import may_set_tables
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
    person_of,
    person_or_new,
    place_of,
    tables_cookie,
)
from fathoms.table.web.telling.clocks import clock_words


class PageRoute(APIRoute):
    """A page that answers HEAD as it answers GET; the server leaves the body out."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return super().matches(_as_get(scope))

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await super().handle(_as_get(scope), receive, send)


def _as_get(scope: Scope) -> Scope:
    return {**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope


router = APIRouter(include_in_schema=False, route_class=PageRoute)
MOST_WAITING = 3  # tables of each kind at the top of the first page
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}  # addresses change with the content


# Home and new tables


@router.get("/")
async def home(request: Request) -> Response:
    hub, rows, lang = hub_of(request), await known_tables(request), lang_of(request)
    listed, mine = await hub.run(hub.store.listed), await _unfinished(request)
    above = {one.row.id for one in mine}
    values: Json = {
        "games": drawn_games(),
        "taught": {game.name for game in drawn_games() if lesson_of(game)},
        "played": {row.game for row in rows if not lessons.is_on(row) and not row.settings.is_from_a_file},
        "lessons": {row.id for row in [*rows, *(one.row for one in mine)] if lessons.is_on(row)},
        "titles": titles_of([*rows, *listed, *(one.row for one in mine)]),
        "waiting": sum(one.waits for one in mine),
        "turns": sorted(filter(_is_turn, mine), key=_urgency),
        "others": [one for one in mine if not _is_turn(one)],
        "most": MOST_WAITING,
        "left": lambda one: left_words(one, lang),
        "who_waits": lambda one: who_waits(one, lang),
        "mine": [row for row in rows if row.id not in above],
    }
    return render(request, "home.html", listed=listed, may_set=may_set_tables(request), **values)


async def _unfinished(request: Request) -> list[Sitting]:
    """The tables of whoever asks that can be gone on with, those that changed last first."""
    hub, person = hub_of(request), person_of(request)
    found = await hub.run(sittings_of, hub.store, hash_secret(person)) if person else []
    return [one for one in found if one.row.status in ("open", "playing") and not one.aside]


def _is_turn(sitting: Sitting) -> bool:
    """Whether somebody is to move at a table of theirs; a lesson asks for nothing."""
    return bool(sitting.turn) and not lessons.is_on(sitting.row)


def _urgency(sitting: Sitting) -> tuple[float, bool, float]:
    """What comes first: where time runs out, then where people wait, then what waits longest."""
    return sitting.row.due or float("inf"), not sitting.company, sitting.touched.timestamp()


def left_words(sitting: Sitting, lang: str) -> str:
    """How long until a clock runs out at a table; empty where none runs."""
    left = sitting.left(time.time())
    return "" if left is None else format_timedelta(timedelta(seconds=left), threshold=1.2, locale=lang)


def who_waits(sitting: Sitting, lang: str) -> str:
    """The people who wait at a table, by name; bots have none here, for they are patient."""
    _, row = speaker(lang), sitting.row
    names = [seat.name for seat in row.seats if seat.kind == PERSON and seat.seat not in sitting.seats]
    if not names:
        return _("against bots")
    return (_("{} is waiting") if len(names) == 1 else _("{} are waiting")).format(", ".join(names))


async def known_tables(request: Request) -> list[Row]:
    """The tables that a browser remembers, the latest first."""
    hub = hub_of(request)
    mine = [table for table in request.cookies.get(TABLES, "").split(".") if table][:MOST_TABLES]
    rows = await hub.run(hub.store.some, mine) if mine else []
    return sorted(rows, key=lambda row: mine.index(row.id))


def drawn_games() -> list[Game]:
    """The games to show, the simplest first; one without a picture of its table is drawn as text."""
    return by_shelf(working_games())


def titles_of(rows: list[Row]) -> dict[str, Text]:
    """What the games of these tables are called."""
    return {row.game: title_of(row.game) for row in rows}


def title_of(name: str) -> Text:
    """What a game is called; one that is no longer installed by its bare name."""
    known = {game.name: game.title for game in working_games()}
    return known.get(name, dict.fromkeys(LANGUAGES, name))


@router.get("/new/{game}")
async def new(request: Request, game: str) -> Response:
    found = installed_game(game)
    known = await known_tables(request)
    unlearned = lesson_of(found) is not None and all(row.game != game or lessons.is_on(row) for row in known)
    return _form_page(request, found, blank_form(found, nickname_of(request)), unlearned=unlearned)


def _form_page(
    request: Request,
    game: Game,
    given: Filled,
    faults: Mapping[str, Fault] | None = None,
    problem: str = "",
    unlearned: bool = False,
) -> Response:
    """The form that sets a table, filled in; with what is wrong beside each field where it comes back."""
    values: Json = {
        "game": game,
        "fields": [form_field(option, lang_of(request), game) for option in game.options.options],
        "levels": LEVELS,
        "paces": _paces(lang_of(request)),
        "seats": SEATS,
        "given": given,
        "faults": faults or {},
        "problem": problem,
        "unlearned": unlearned,
        "folded": is_folded(faults or {}, given),
    }
    return render(request, "new.html", 422 if faults or problem else 200, **values)


def _paces(lang: str) -> list[tuple[str, str]]:
    """The clocks that a form offers by name, with what they are."""
    _ = speaker(lang)
    called = {"none": _("No clock"), "quick": _("Quick"), "calm": _("Calm"), "day": _("A day per move")}
    told = {
        name: clock_words(TableSettings(move_seconds=move, bank_seconds=bank), lang)
        for name, (move, bank) in PACES.items()
    }
    return [
        (name, called[name] if name in ("none", "day") else f"{called[name]}{_(':')} {told[name]}") for name in PACES
    ]


def name_of(request: Request, given: str) -> str:
    """What somebody is called: as he says, as he said before, or simply a diver."""
    return given.strip() or nickname_of(request) or speaker(lang_of(request))("Diver")


@router.post("/play/{game}")
async def play_now(request: Request, game: str, name: str = Form(""), commitment: str = Form("")) -> Response:
    """One click: sensible options, bots in the other seats."""
    players = installed_game(game).options.default_players
    me = {"kind": "person", "name": name_of(request, name), "commitment": commitment}
    seats = [me, *[{"kind": "bot"}] * (players - 1)]
    options = {"players": players, **host_begins(installed_game(game), {}, seats)}
    return await _open_table(request, game, options, seats, name)


@router.post("/new/{game}")
async def create(request: Request, game: str) -> Response:
    """Set a table from the form: options, seats, and whether it is listed."""
    form = {key: str(value) for key, value in (await request.form()).items()}
    found, name, lang = installed_game(game), form.get("name", ""), lang_of(request)
    wanted = read_form(found, form, name_of(request, name), lang)
    if wanted.faults:
        problem = speaker(lang)("The table cannot be set like this. What to change is said below.")
        return _form_page(request, found, form, wanted.faults, problem)
    seats = [{**seat, "commitment": form.get("commitment", "")} for seat in wanted.seats]
    try:
        return await _open_table(request, game, wanted.options, seats, name, "listed" in form, wanted.settings)
    except OptionError as error:
        return _form_page(request, found, form, problem=translated(str(error), lang))


async def _open_table(
    request: Request,
    game: str,
    options: Json,
    seats: list[Json],
    name: str,
    listed: bool = False,
    settings: Json | None = None,
) -> Response:
    hub, person = hub_of(request), person_or_new(request)
    await check_room_for_a_table(request)
    made = await hub.run(lobby.make_table, hub.store, game, options, seats, settings, person, listed)
    hub.wake_bots(await place_of(request, made.row.id))
    return go_to_table(request, made.row.id, person, name)


def go_to_table(request: Request, table_id: str, person: str, name: str = "", page: str = "") -> Response:
    """Send somebody to a table, or a page of it, with cookies that remember who it was and which tables are theirs."""
    response = RedirectResponse(f"/t/{table_id}{page}", 303)
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


# Pictures


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
