"""HTML from views: the template environment, the part of a page that changes, and the messages that carry it."""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from fathoms.engine.game import Game, game_names, installed_game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.match import RECENT, View
from fathoms.engine.seats import SEAT_MARKS, Name, Naming, by_letter
from fathoms.table.asking import NICKNAME, lang_of
from fathoms.table.assets import asset
from fathoms.table.lobby import hints_allowed
from fathoms.table.people import clean_name
from fathoms.table.quick import Keep, QuickEnvironment
from fathoms.table.room import Change, Room, Step, Viewer
from fathoms.table.speech import LANGUAGES, speaker, typeset

HERE = Path(__file__).parent
MOST_LOG = 80  # lines of the log a page begins with


@dataclass(frozen=True)
class News:
    """What has just happened, as a viewer may know it: the last lines, and what the very last changed for all."""

    lines: list[str] = field(default_factory=list)
    change: Change | None = None


NOTHING_NEW = News()


@cache
def environment(plain: bool = False) -> Environment:
    """The templates of the table and of all games; `plain` draws everything anew, as Jinja does."""
    games = {name: FileSystemLoader(installed_game(name).folder) for name in game_names()}
    loader = ChoiceLoader([FileSystemLoader(HERE / "templates"), PrefixLoader(games)])
    built = (Environment if plain else QuickEnvironment)(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a look at the disk for every template of every drawing
        extensions=[Keep],
    )
    built.tests["startswith"] = lambda text, start: text.startswith(start)
    built.globals.update(SEAT_MARKS=SEAT_MARKS, LANGUAGES=LANGUAGES, asset=asset, art=art)
    return built


@cache
def art(game: str, name: str) -> str:
    """The address of a picture or style sheet of a game."""
    return f"/art/{game}/{name}?{stamp_of(installed_game(game).folder / name)}"


@cache
def cover(game: str) -> str:
    """A game's cover as a picture of its own: the symbol `cover` of its sheet, with the symbols that one uses."""
    sheet = (installed_game(game).folder / "art.svg").read_text(encoding="utf-8")
    symbols = {match[1]: match[0] for match in re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', sheet, re.DOTALL)}
    defs = "".join(re.findall(r"<(?:linear|radial)Gradient.*?</(?:linear|radial)Gradient>", sheet, re.DOTALL))
    wanted, needed = ["cover"], []
    while wanted:
        symbol = symbols.get(wanted.pop())
        if symbol is not None and symbol not in needed:
            needed.append(symbol)
            wanted += re.findall(r'href="#([\w-]+)"', symbol)
    namespace = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"'
    return f'<svg {namespace}><defs>{defs}{"".join(needed)}</defs><use href="#cover" width="200" height="200"/></svg>'


def stamp_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:10]


def render(request: Request, template: str, code: int = 200, **values: Any) -> HTMLResponse:
    lang = lang_of(request)
    common = {"_": speaker(lang), "lang": lang, "path": request.url.path, "name": nickname_of(request)}
    html = environment().get_template(template).render(**common, **values)
    return HTMLResponse(typeset(html, lang), code)


def nickname_of(request: Request) -> str:
    return clean_name(unquote(request.cookies.get(NICKNAME, "")), "")


def error_page(request: Request, status: int, text: str, text_lang: str) -> Response:
    """What went wrong in a few words of the page's language, then in detail, in English where it has no other."""
    _ = speaker(lang_of(request))
    titles = {
        403: _("This is not for you to do."),
        404: _("There is nothing here but water."),
        409: _("Somebody was faster."),
        422: _("That is not possible."),
        429: _("Not so fast."),
    }
    return render(
        request,
        "error.html",
        status,
        text=text,
        text_lang=text_lang,
        title=titles.get(status, _("Something went wrong.")),
    )


def names_of(room: Room) -> dict[str, Name]:
    """What everybody is called at a table; two of one name are told apart by their letters."""
    return _told_apart(tuple((seat["seat"], str(seat.get("name") or seat["seat"])) for seat in room.row.seats))


@lru_cache(1024)
def _told_apart(seated: tuple[tuple[str, str], ...]) -> dict[str, Name]:
    given = dict(seated)
    lettered = {letter: f"{name} ({letter})" for letter, name in given.items()}
    often = Counter(name.casefold() for name in given.values())
    once = {letter: name if often[name.casefold()] == 1 else lettered[letter] for letter, name in given.items()}
    told_apart = len({name.casefold() for name in once.values()}) == len(once)
    return {letter: Name(name) for letter, name in (once if told_apart else lettered).items()}


def fragment_values(
    room: Room, viewer: Viewer, view: View, lang: str, board: bool, news: News = NOTHING_NEW
) -> dict[str, Any]:
    """What the part of the page that changes needs."""
    seats, names = {seat["seat"]: seat for seat in room.row.seats}, names_of(room)
    return {
        "game": room.game,
        "v": view,
        "me": viewer,
        "board": board,
        "players": {letter: _player(seats[letter], names[letter]) for letter in view["seats"]},
        "order": _order(view["seats"], viewer),
        "status": room.row.status,
        "next_table": room.row.next_table,
        "undo": _undo(room, viewer, board),
        "hints": hints_allowed(room.row) and has_heuristic(room.game),
        "hinted": room.row.settings.get("hinted", {}),
        "behind": None,
        "words": room.game.part("words"),
        "label": lambda choice: room.game.label(choice, lang, names.__getitem__),
        "recent": news.lines,
        "fresh": news.lines[-1] if news.lines else "",
        "before": news.change[0] if news.change else None,
        "latest": typeset(_told(room.game, news, lang, names.__getitem__), lang),
    }


def _told(game: Game, news: News, lang: str, name: Naming) -> str:
    """The last event in words, with what its line does not say."""
    if not news.lines:
        return ""
    remark = news.change and game.remark(news.lines[-1], *news.change, lang, name)
    return " ".join(filter(None, (game.sentence(news.lines[-1], lang, name), remark)))


def _undo(room: Room, viewer: Viewer, board: bool) -> dict[str, Any]:
    """Whether the viewer may ask to take a move back, or is asked to agree."""
    asked = room.row.settings.get("undo")
    if asked and asked["version"] != room.version:
        asked = None
    offered = viewer is not None and not board and not asked and room.may_undo(viewer)
    return {"asked": asked, "offered": offered}


def _player(seat: dict[str, Any], name: Name) -> dict[str, Any]:
    return {"name": name, "kind": seat["kind"], "level": seat.get("level"), "away": bool(seat.get("away"))}


def _order(seats: list[str], viewer: Viewer) -> list[str]:
    """The others in playing order from the viewer's left, the viewer last; a spectator sees A first."""
    if viewer is None:
        return list(seats)
    start = seats.index(viewer) + 1
    return [*seats[start:], *seats[:start]]


def fragment(
    room: Room,
    viewer: Viewer,
    view: View,
    lang: str,
    board: bool,
    news: News = NOTHING_NEW,
    behind: str | None = None,
) -> str:
    values = {**fragment_values(room, viewer, view, lang, board, news), "behind": behind}
    return typeset(environment().get_template("_table.html").render(_=speaker(lang), lang=lang, **values), lang)


def log_lines(room: Room, lines: list[str], skipped: int, lang: str) -> list[dict[str, Any]]:
    name = names_of(room).__getitem__
    return [{"number": skipped + n, **log_line(room.game, line, lang, name)} for n, line in enumerate(lines, 1)]


def log_line(game: Game, line: str, lang: str, name: Naming = by_letter) -> dict[str, Any]:
    text = typeset(game.sentence(line, lang, name), lang)
    return {"who": line.split(" ", 1)[0], "text": text, "line": line, "rules": list(game.rules_of(line))}


def eyes(seats: list[str], to_act: list[str], secrets: bool) -> tuple[Viewer, str | None]:
    """Through whose eyes a page looks, and whose turn it is behind the curtain of a device that is passed round."""
    if len(seats) < 2:
        return (seats[0] if seats else None), None
    acting = next((seat for seat in seats if seat in to_act), None)
    return (None, acting) if secrets else (acting, None)


def live_message(room: Room, seats: list[str], step: Step, lang: str, board: bool) -> dict[str, Any]:
    """One event for one page: a sentence, and the table after it."""
    public, name = step.after.view(), names_of(room).__getitem__
    viewer, behind = eyes(seats, public["to_act"], len(seats) > 1 and step.has_secrets())
    recent, view = step.after.recent(viewer), step.after.view(viewer)
    news = News(recent, (step.before.view(), public))
    remark = room.game.remark(recent[-1], step.before.view(), public, lang, name)
    return {
        "kind": "event",
        "version": step.version,
        "log": {"number": step.version, **log_line(room.game, recent[-1], lang, name)},
        "remark": remark and typeset(remark, lang),
        "html": fragment(room, viewer, view, lang, board, news, behind),
    }


def current_message(room: Room, seats: list[str], lang: str, after: int, board: bool) -> dict[str, Any]:
    """The table as it is, for a page that comes (back): with the sentences it has missed."""
    viewer, behind = eyes(seats, room.match.to_act, len(seats) > 1 and room.has_secrets())
    version, view, lines, change = room.glance(viewer)
    missed = log_lines(room, lines[after:], after, lang)[-MOST_LOG:] if after < version else []
    html = fragment(room, viewer, view, lang, board, News(lines[-RECENT:], change), behind)
    return {"kind": "state", "version": version, "missed": missed, "html": html}
