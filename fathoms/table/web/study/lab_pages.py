"""`/lab`: a designer's questions to the laboratory, and its report. Looking is a GET; work begins on POST only."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response
from markupsafe import Markup

from fathoms.bots.levels import QUICK_LEVELS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game, installed_game
from fathoms.engine.options import Choice, Flag, Option, PerSeat, Seat, written
from fathoms.lab.balance import report
from fathoms.lab.balance.measure import Plan, house_options, read_setting
from fathoms.table.web.gate.visitor import household_of
from fathoms.table.web.i18n import speaker
from fathoms.table.web.pages import FOREVER, drawn_games
from fathoms.table.web.render import render, stamp_of
from fathoms.table.web.request import lang_of
from fathoms.table.web.study.laboratory import Asked, Busy, Figures, Laboratory, NotYet

router = APIRouter(include_in_schema=False)
FEWEST, MOST, STEP, USUAL = 1000, 20_000, 1000, 5000  # games of a run
LONGEST_VALUE = 200  # characters of an option typed by hand
WHAT_IF = "if_"  # before an option's name: what it would be instead


@dataclass(frozen=True)
class Slider:
    """A number to try out beside the answer: as a form sends it, and what its values are called."""

    name: str
    title: str
    values: range
    value: int
    called: Mapping[str, str]


@router.get("/lab")
async def look(request: Request) -> Response:
    """The form, as the address fills it in; with the report if it was made lately."""
    given = dict(request.query_params)
    game = _game(given)
    _laboratory(request).somebody_looks()
    return _page(request, game, given, _laboratory(request).found(_asked(game, given)) if len(given) > 1 else None)


@router.post("/lab")
async def run(request: Request) -> Response:
    """Measure what the form asks."""
    given = {key: str(value) for key, value in (await request.form()).items() if str(value)}
    game, _ = _game(given), speaker(lang_of(request))
    if not request.app.state.lab_limit.allows(household_of(request)):
        return _page(request, game, given, None, _("Too many runs in a minute; wait a little."), 429)
    try:
        return _page(request, game, given, await _laboratory(request).run(_asked(game, given), household_of(request)))
    except OptionError as error:
        return _page(request, game, given, None, error.said(lang_of(request)), 422)
    except Busy:
        return _page(request, game, given, None, _("The laboratory is busy with others; try again in a minute."), 503)
    except NotYet:
        text = _("Still at work: a game's first run is compiled. Press the button again in a little while.")
        return _page(request, game, given, None, text, 503)


@router.get("/lab/report.css")
async def style() -> Response:
    return Response(report.style(), media_type="text/css", headers=FOREVER)


def _game(given: Mapping[str, str]) -> Game:
    """The game that is asked about, or the first on the shelf."""
    return installed_game(given["game"]) if "game" in given else drawn_games()[0]


def _laboratory(request: Request) -> Laboratory:
    laboratory: Laboratory = request.app.state.laboratory
    return laboratory


def _asked(game: Game, given: Mapping[str, str]) -> Asked:
    """The form as a plan's data, checked; OptionError says what is allowed."""
    options: dict[str, Any] = {"players": given.get("players", game.options.default_players)}
    for option in game.options.options:
        if given.get(option.name):
            options[option.name] = given[option.name][:LONGEST_VALUE]
    changes = " ".join(given.get(name, "")[:LONGEST_VALUE] for name in ("compare", "also"))
    compare = {**(read_setting(changes) if changes.strip() else {}), **_what_if(game, given)}
    games = given.get("games", str(USUAL))
    if not re.fullmatch("[0-9]{1,6}", games) or not FEWEST <= int(games) <= MOST:
        raise OptionError(
            f"games={games[:20]!r} is not possible; allowed: {FEWEST} to {MOST}",
            f"Parties : « {games[:20]} » n’est pas possible ; permis : de {FEWEST} à {MOST}",
        )
    level = given.get("level", "sailor")
    if level not in QUICK_LEVELS:
        names = ", ".join(map(speaker("fr"), QUICK_LEVELS))
        raise OptionError(
            f"level={level[:20]!r} is not possible; allowed: {', '.join(QUICK_LEVELS)}",
            f"Niveau : « {level[:20]} » n’est pas possible ; permis : {names}",
        )
    plan = Plan(game, options, [level], int(games), compare=[compare] if compare else [])
    return {"game": game.name, "options": plan.values, "level": level, "games": plan.games, "compare": compare}


# What if: sliders beside the answer, for the options that are numbers


def _numbers(game: Game) -> list[Choice]:
    """The options of a game that are numbers."""
    chosen = [option for option in game.options.options if isinstance(option, Choice)]
    return [option for option in chosen if len(option.values) > 1 and all(type(one) is int for one in option.values)]


def _what_if(game: Game, given: Mapping[str, str]) -> dict[str, str]:
    """The numbers that a slider has moved away from what was played."""
    moved = [(option, given.get(f"{WHAT_IF}{option.name}", "")[:LONGEST_VALUE]) for option in _numbers(game)]
    return {option.name: value for option, value in moved if value not in ("", _played(option, given))}


def _played(option: Option, given: Mapping[str, str]) -> str:
    return given.get(option.name) or written(option.default)


def _sliders(game: Game, given: Mapping[str, str], lang: str) -> list[Slider]:
    """One for each number, and the number of players, which is played anew: tables of two sizes are not compared."""
    players, asked = game.options.players, given.get("players", str(game.options.default_players))
    first = Slider("players", speaker(lang)("Players"), players, int(asked), {})
    return [first, *(_slider(option, given, lang) for option in _numbers(game))]


def _slider(option: Choice, given: Mapping[str, str], lang: str) -> Slider:
    values, name = sorted(option.values), f"{WHAT_IF}{option.name}"
    step = math.gcd(*(value - values[0] for value in values))
    called = {str(one): option.called(one, lang) for one in values}
    at = int(given.get(name) or _played(option, given))
    return Slider(name, option.title.get(lang, option.name), range(values[0], values[-1] + 1, step), at, called)


def _is_base(name: str) -> bool:
    """Whether a field of the form tells what was played, and not what it was compared with."""
    return name not in ("players", "compare", "also") and not name.startswith(WHAT_IF)


def _page(
    request: Request,
    game: Game,
    given: Mapping[str, str],
    figures: Figures | None,
    problem: str = "",
    code: int = 200,
) -> Response:
    lang, changes = lang_of(request), _changes(game, lang_of(request))
    listed = given.get("compare", "") in [value for _, ones in changes for value, _ in ones]
    return render(
        request,
        "lab.html",
        code,
        game=game,
        games=drawn_games(),
        given=given,
        fields=[_field(option, game, lang) for option in game.options.options],
        levels=QUICK_LEVELS,
        limits={"fewest": FEWEST, "most": MOST, "step": STEP, "usual": USUAL},
        changes=changes,
        also=given.get("also", "") if listed else " ".join((given.get("compare", ""), given.get("also", ""))).strip(),
        problem=problem,
        style=f"/lab/report.css?{stamp_of(report.TEMPLATES / 'report.css')}",
        body=Markup(report.report_body(figures, lang)) if figures else None,
        sliders=_sliders(game, given, lang) if figures else [],
        base={name: value for name, value in {"game": game.name, **given}.items() if _is_base(name)},
        forgotten="games" in given and not figures and not problem,
        link=f"/lab?{urlencode({'game': game.name, **given})}",
    )


def _field(option: Option, game: Game, lang: str) -> dict[str, Any]:
    """An option as a choice where it has few values, as a line to type in where it has many."""
    values = _values(option)
    few = isinstance(option, Flag | Choice | Seat | PerSeat)
    house = option.name in house_options(game)
    return {
        "name": option.name,
        "title": option.title.get(lang, option.name),
        "help": option.help[lang],
        "values": [(value, option.called(value, lang)) for value in values],
        "few": few,
        "house": house,
    }


def _values(option: Option) -> list[str]:
    """Values of an option worth trying, the default first, each on one line."""
    found = [written(option.default)]
    if isinstance(option, Flag):
        found += ["false", "true"]
    elif isinstance(option, Choice):
        found += [str(value) for value in option.values]
    elif isinstance(option, Seat):
        found += ["A"]
    elif isinstance(option, PerSeat):
        found += list(option.words)
    elif hasattr(option, "examples"):
        found += [written(value) for value in option.examples(2)]
    return [value for value in dict.fromkeys(found) if "\n" not in value]


def _changes(game: Game, lang: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """What may be changed to compare with: every option by its title, its other values as written and as called."""
    return [
        (
            option.title.get(lang, option.name),
            [(f"{option.name}={value}", game.options.told(option.name, value, lang)) for value in _values(option)[1:]],
        )
        for option in game.options.options
    ]
