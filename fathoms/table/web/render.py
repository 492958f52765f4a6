"""HTML from views: the template environment, the part of a page that changes, and the messages that carry it."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any
from urllib.parse import unquote

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.requests import HTTPConnection

from fathoms.bots.levels import ABOUT
from fathoms.engine.game import Game, installed_game, working_games
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Json
from fathoms.engine.match import RECENT, View
from fathoms.engine.options import Option
from fathoms.engine.parts.aid import aid_entries, aid_of, key_of
from fathoms.engine.seats import SEAT_MARKS, Name, Naming
from fathoms.table.live.presence import OFFLINE, Seats
from fathoms.table.live.talk import Ear, team_of
from fathoms.table.rooms import lessons, stirring
from fathoms.table.rooms.asking import owe_an_answer, waits
from fathoms.table.rooms.course import Step, Views
from fathoms.table.rooms.lobby import hints_allowed, seating_facts
from fathoms.table.rooms.people.identity import clean_name, hash_secret
from fathoms.table.rooms.room import Room, Viewer
from fathoms.table.rooms.seats import OPEN, PERSON, TableSeat
from fathoms.table.web.assets import asset
from fathoms.table.web.fast_jinja import FastEnvironment, Keep
from fathoms.table.web.i18n import LANGUAGES, ordinal, speaker, typeset
from fathoms.table.web.request import NICKNAME, base_of, lang_of, person_of, seats_of
from fathoms.table.web.study.lesson_part import lesson_values
from fathoms.table.web.telling.choices import Ahead, offered, score_unit, state_words
from fathoms.table.web.telling.clocks import clock_facts, clock_words, clocked_seats
from fathoms.table.web.telling.ending import Ending, ending_of
from fathoms.table.web.telling.log import log_line, run_of, time_was_up
from fathoms.table.web.telling.names import names_of
from fathoms.table.web.telling.talk import allies_of
from fathoms.table.web.telling.teller import MOST_LOG, Teller, by_clock, log_lines

TEMPLATES = Path(__file__).parents[1] / "templates"
PARTS = ("seating", "asking", "own", "allies")  # beside the table: elements, and templates of the same names


@dataclass(frozen=True)
class News:
    """What has just happened, as a viewer may know it: the last lines, and what the very last changed for all."""

    lines: list[str] = field(default_factory=list)
    change: Views | None = None
    by_clock: bool = False  # the very last was a bot's move for somebody whose time was up
    ahead: Ahead = field(default_factory=dict)  # what the viewer can be sure follows each choice


NOTHING_NEW = News()


@dataclass(frozen=True)
class Reader:
    """Who a table's page is drawn for."""

    seats: tuple[str, ...]  # those they may act for
    lang: str
    board: bool = False  # a big screen
    host: bool = False
    name: str = ""  # that they have gone by before
    link: str = ""  # to the table

    @property
    def watching(self) -> bool:
        return not self.seats and not self.board


def reader_of(asked: HTTPConnection, room: Room, board: bool = False) -> Reader:
    return Reader(
        () if board else tuple(seats_of(asked, room)),
        lang_of(asked),
        board,
        not board and room.is_host(person_of(asked)),
        nickname_of(asked),
        f"{base_of(asked)}/t/{room.row.id}",
    )


def ear_of(asked: HTTPConnection, room: Room, reader: Reader) -> Ear:
    """What of the talk at a table a page is told; a big screen hears what is for all."""
    person = person_of(asked)
    return Ear(team_of(room, reader.seats), hash_secret(person) if person else room.row.id)


@cache
def environment(plain: bool = False) -> Environment:
    """The templates of the table and of all games; `plain` draws everything anew, as Jinja does."""
    games = {game.name: FileSystemLoader(game.folder) for game in working_games()}
    loader = ChoiceLoader([FileSystemLoader(TEMPLATES), PrefixLoader(games)])
    built = (Environment if plain else FastEnvironment)(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # a look at the disk for every template of every drawing
        extensions=[Keep],
    )
    built.tests["startswith"] = lambda text, start: text.startswith(start)
    built.globals.update(SEAT_MARKS=SEAT_MARKS, LANGUAGES=LANGUAGES, asset=asset, art=art, ordinal=ordinal)
    built.globals.update(aid_of=aid_of, symbols_of=symbols_of, about=about, LEVELS_ABOUT=ABOUT)
    return built


@cache
def art(game: str, name: str) -> str:
    """The address of a picture or style sheet of a game."""
    return f"/art/{game}/{name}?{stamp_of(installed_game(game).folder / name)}"


@cache
def about(game: str, kind: str, name: str, still: bool = True) -> Markup:
    """The attributes of a piece that the game's aid explains; one that is no button can be reached by arrow keys."""
    if f"{kind}-{name}" not in {key_of(entry) for entry in aid_entries(installed_game(game))}:
        return Markup()
    return Markup(' aria-describedby="aid-{}-{}"{}').format(kind, name, Markup(' tabindex="-1"' if still else ""))


@cache
def symbols_of(game: str) -> frozenset[str]:
    """The symbols of a game's sheet of pictures."""
    sheet = installed_game(game).folder / "art.svg"
    text = sheet.read_text(encoding="utf-8") if sheet.exists() else ""
    return frozenset(re.findall(r'<symbol id="([\w-]+)"', text))


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


def plain_cover(title: str) -> str:
    """A porthole with a title in it, for a game without a picture."""
    lines = wrap(title, 14)[:4]
    text = "".join(
        f'<tspan x="100" y="{110 + 24 * (number - (len(lines) - 1) / 2):g}">{escape(line)}</tspan>'
        for number, line in enumerate(lines)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">'
        '<circle cx="100" cy="100" r="100" fill="#0E4B5A"/>'
        '<path d="M0 128q25-16 50 0t50 0 50 0 50 0v72H0z" fill="#0A3542"/>'
        f'<text fill="#F4FAF7" font-family="Georgia, serif" font-size="22" text-anchor="middle">{text}</text></svg>'
    )


def stamp_of(file: Path) -> str:
    """A mark of a file's content, in its address; a file that a game does without has a plain one."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:10] if file.exists() else "none"


def render(request: Request, template: str, code: int = 200, **values: Any) -> HTMLResponse:
    lang = lang_of(request)
    common = {"_": speaker(lang), "lang": lang, "path": request.url.path, "name": nickname_of(request)}
    html = environment().get_template(template).render(**common, **values)
    return HTMLResponse(typeset(html, lang), code)


def part(template: str, lang: str, **values: Any) -> str:
    """A part of a page that is fetched alone."""
    return typeset(environment().get_template(template).render(_=speaker(lang), lang=lang, **values), lang)


def nickname_of(request: HTTPConnection) -> str:
    return clean_name(unquote(request.cookies.get(NICKNAME, "")), "")


def error_page(request: Request, status: int, text: str, text_lang: str) -> Response:
    """What went wrong in a few words of the page's language, then in detail, in English where it has no other."""
    _ = speaker(lang_of(request))
    titles = {
        403: _("This is not for you to do."),
        404: _("There is nothing here but water."),
        409: _("Somebody was faster."),
        410: _("This table is closed."),
        413: _("That is too large."),
        422: _("That is not possible."),
        429: _("Not so fast."),
        503: _("One moment, please."),
    }
    return render(
        request,
        "error.html",
        status,
        text=text,
        text_lang=text_lang,
        title=titles.get(status, _("Something went wrong.")),
    )


def fragment_values(room: Room, viewer: Viewer, view: View, lang: str, board: bool, news: News = NOTHING_NEW) -> Json:
    """What the part of the page that changes needs."""
    seats, names = {seat.seat: seat for seat in room.row.seats}, names_of(room)
    if room.row.status in ("open", "closed"):  # nobody can choose anything before all are there, or any more
        view = {**view, "to_act": ["sea"], "choices": []}
    reading = lessons.is_read(room.row)
    if reading:  # first things first
        view = {**view, "to_act": [], "choices": []}
    name = names.__getitem__
    return {
        "game": room.game,
        "v": view,
        "me": viewer,
        "board": board,
        "players": {letter: _player(seats[letter], names[letter]) for letter in view["seats"]},
        "order": _order(view["seats"], viewer),
        "status": room.row.status,
        "next_table": room.row.next_table,
        "may_ask_back": _may_ask_back(room, viewer, board),
        "may_choose_again": viewer is not None and not board and room.may_choose_again(viewer),
        "rematch_asked": _asks(room, "rematch"),
        "ended": room.row.settings.ended,
        "hints": hints_allowed(room.row) and has_heuristic(room.game),
        "hinted": room.row.settings.hinted,
        "clocked": [] if view["over"] else clocked_seats(room),
        "allies": allies_of(room, (viewer,)) if viewer and not board else [],
        "behind": None,
        "reading": reading,
        "watching": False,
        "words": room.game.part("words"),
        "label": lambda choice: room.game.label(choice, lang, name),
        "offers": offered(room.game, view, news.ahead, viewer, lang, name) if viewer and not board else [],
        "state": state_words(room.game, view, viewer, lang, name),
        "score_unit": lambda number: score_unit(room.game, number, lang),
        "recent": news.lines,
        "fresh": news.lines[-1] if news.lines else "",
        "before": news.change[0] if news.change else None,
        "latest": typeset(_told(room, news, lang), lang),
        "can_coach": has_heuristic(room.game),
        "ending": _ending(room, view, None if board else viewer, lang) if view["over"] else None,
    }


def _ending(room: Room, view: View, viewer: Viewer, lang: str) -> Ending:
    games = room.row.settings.games()
    return ending_of(room.game, view, games, viewer, lang, names_of(room).__getitem__)


def _told(room: Room, news: News, lang: str) -> str:
    """The last event in words, with what its line does not say."""
    if not news.lines:
        return ""
    told = Teller.at(room, lang).line(run_of(room.game, news.lines), news.change, news.by_clock)
    return " ".join([told["text"], *(one["text"] for one in told["so"])])


def _may_ask_back(room: Room, viewer: Viewer, board: bool) -> bool:
    """Whether the viewer may ask to take a move back."""
    if viewer is None or board or _asks(room, "undo") or room.row.settings.undo_refused == room.version:
        return False
    return room.may_undo(viewer)


def _player(seat: TableSeat, name: Name) -> Json:
    return {"name": name, "kind": seat.kind, "level": seat.level, "away": seat.away}


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
    watching: bool = False,
) -> str:
    values = {**fragment_values(room, viewer, view, lang, board, news), "behind": behind, "watching": watching}
    return typeset(environment().get_template("_table.html").render(_=speaker(lang), lang=lang, **values), lang)


def eyes(seats: list[str], to_act: list[str], secrets: bool) -> tuple[Viewer, str | None]:
    """Through whose eyes a page looks, and whose turn it is behind the curtain of a device that is passed round."""
    if len(seats) < 2:
        return (seats[0] if seats else None), None
    acting = next((seat for seat in seats if seat in to_act), None)
    return (None, acting) if secrets else (acting, None)


def live_message(room: Room, seats: list[str], step: Step, lang: str, board: bool, swims: bool = True) -> Json:
    """One event for one page: a sentence, the table after it, and earlier lines it unveils."""
    public, name = step.after.view(), names_of(room).__getitem__
    viewer, behind = eyes(seats, public["to_act"], len(seats) > 1 and step.has_secrets())
    recent, view = step.after.recent(viewer), step.after.view(viewer)
    change, late = step.change, step.version in by_clock(room)
    remark = room.game.remark(recent[-1], change[0], change[1], lang, name)
    ahead = step.after.ahead(viewer) if viewer and not board else {}
    retold, news = step.after.retold(step.before, viewer), News(recent, change, late, ahead)
    message: Json = {
        "kind": "event",
        "version": step.version,
        "log": Teller.at(room, lang).numbered(recent, step.version, change),
        "remark": remark and typeset(remark, lang),
        "notice": typeset(time_was_up(recent[-1], lang, name), lang) if late else None,
        "clock": clock_facts(room),
    }
    if swims and _is_passed(room, step):
        message["passed"] = True
    else:
        message["html"] = fragment(room, viewer, view, lang, board, news, behind, not seats and not board)
    if lessons.is_lesson(room.row):
        message["lesson"] = lesson_part(room, tuple(seats), lang)
        message["lesson_at"] = room.version  # the event that the words come with
    if retold:
        message["retold"] = [_retold(room.game, number, line, lang, name) for number, line in retold.items()]
    return message


def _is_passed(room: Room, step: Step) -> bool:
    """Whether a step of a swim is followed by the next one at once: only where the swim ends is looked at."""
    lines = room.match.log[step.version - 1 : step.version + 1] if room.game.has_swims else []
    return len(lines) == 2 and room.game.goes_on(*lines)


def _retold(game: Game, number: int, line: str, lang: str, name: Naming) -> Json:
    """A line of the log that may be read whole now: what of it is written anew."""
    told = log_line(game, [line], lang, name)
    return {"number": number, "text": told["text"], "rules": told["rules"]}


def current_message(room: Room, reader: Reader, after: int) -> Json:
    """The table as it is, for a page that comes (back), or to whose table something other than an event happened."""
    seats, lang, board = list(reader.seats), reader.lang, reader.board
    viewer, behind = eyes(seats, room.match.to_act, len(seats) > 1 and room.has_secrets())
    version, view, lines, change = room.glance(viewer)
    first = max(after, version - MOST_LOG)
    if after < version:
        missed = log_lines(room, lines, first, version, lang)
    else:  # of a swim that was taken back in part, the page no longer has the line
        missed = [Teller.at(room, lang).numbered(lines[-RECENT:], version, change)] if lines else []
    seen = max(0, after - (MOST_LOG if view["over"] else RECENT))  # what may have been unveiled meanwhile
    retold = log_lines(room, lines, seen, after, lang) if after < version else []
    news = News(lines[-RECENT:], change, version in by_clock(room), room.ahead(viewer))
    return {
        "kind": "state",
        "seats": list(reader.seats),
        "version": version,
        "missed": missed,
        "retold": retold,
        "taken_back": taken_back(room, lang),
        "clock": clock_facts(room),
        "parts": parts(room, reader),
        "sea": room.sea_told(),
        "lesson": lesson_part(room, reader.seats, lang) if lessons.is_lesson(room.row) else None,
        "html": fragment(room, viewer, view, lang, board, news, behind, reader.watching),
    }


def taken_back(room: Room, lang: str) -> list[Json]:
    """The moves that were taken back, as lines of the log: each after the event that was then the last."""
    names, said = names_of(room), speaker(lang)("{} has taken a move back.")
    taken = [line.split(" ") for line in room.row.settings.taken_back]
    return [{"after": int(after), "text": said.format(names[seat])} for after, seat in taken]


# Beside the table: what changes without an event


def option_words(room: Room, lang: str) -> list[str]:
    """The options of a table that are not the game's usual ones."""
    options = [one for one in room.game.options.options if room.row.options.get(one.name, one.default) != one.default]
    return [f"{one.title.get(lang, one.name)}{speaker(lang)(':')} {_called(one, room, lang)}" for one in options]


def _called(option: Option, room: Room, lang: str) -> str:
    value = room.row.options[option.name]
    if isinstance(value, bool):
        return speaker(lang)("yes" if value else "no")
    return ", ".join(option.called(one, lang) for one in (value if isinstance(value, list) else [value]))


def around(room: Room, reader: Reader) -> Json:
    """What the parts of a page beside the table need: seats to take, questions to answer, one's own seat."""
    lang, row = reader.lang, room.row
    return {
        "game": room.game,
        "players": {seat.seat: _player(seat, names_of(room)[seat.seat]) for seat in row.seats},
        "table_id": row.id,
        "origin": row.settings.origin,
        "status": row.status,
        "seats": list(reader.seats),
        "host": reader.host,
        "link": reader.link,
        "nickname": reader.name,
        **seating_facts(row, room.match),
        "owed": stirring.owed(row),
        "withheld": stirring.state_of(row).withheld if row.status == "open" else (),
        "can_join": reader.watching and bool(room.open_seats()) and row.status in ("open", "playing"),
        "allies": allies_of(room, reader.seats),
        "others": [seat.seat for seat in row.seats if seat.kind == PERSON and seat.seat not in reader.seats],
        "clock_words": clock_words(row.settings, lang),
        "option_words": option_words(room, lang),
        "asked": _asked(room, lang),
        "lesson": lesson_values(room, reader.seats, lang, names_of(room).__getitem__),
    }


def parts(room: Room, reader: Reader) -> dict[str, str]:
    """The parts of a page beside the table as HTML, by the id of the element they fill."""
    values = {**around(room, reader), "_": speaker(reader.lang), "lang": reader.lang}
    drawn = {name: environment().get_template(f"_{name}.html").render(**values) for name in PARTS}
    return {name: typeset(html, reader.lang) for name, html in drawn.items()}


def presence_message(room: Room, reader: Reader, present: Seats, watchers: Sequence[str] = ()) -> Json:
    """Who is there, and what can be done about those the table waits for."""
    waited_for = [] if room.row.status != "playing" else room.match.to_act
    missing = [seat for seat, state in present.items() if state == OFFLINE and seat in waited_for]
    free = [seat.seat for seat in room.row.seats if seat.kind == OPEN and seat.seat in waited_for and not seat.away]
    gone = [seat for seat in (*missing, *free) if reader.seats and not room.played_by_bot(seat)]
    values = {**around(room, reader), "gone": gone, "present": present, "_": speaker(reader.lang), "lang": reader.lang}
    html = environment().get_template("_gone.html").render(**values)
    parts = {"gone": typeset(html, reader.lang)}
    return {"kind": "presence", "seats": dict(present), "watchers": list(watchers), "parts": parts}


def _asks(room: Room, kind: str) -> bool:
    asked = waits(room.row, room.version)
    return asked is not None and asked.kind == kind


def _asked(room: Room, lang: str) -> Json | None:
    """The question at the table: who asks what, who has answered what, and who has not."""
    asked, names = waits(room.row, room.version), names_of(room)
    if asked is None:
        return None
    move = room.game.sentence(room.match.log_for(None)[-1], lang, names.__getitem__) if asked.kind == "undo" else ""
    return {**vars(asked), "move": move, "waiting": owe_an_answer(room.row, asked)}


def lesson_part(room: Room, seats: tuple[str, ...], lang: str) -> str:
    """The words of a lesson beside its table, as HTML; nothing for whoever looks on."""
    lesson = lesson_values(room, seats, lang, names_of(room).__getitem__)
    values = {"lesson": lesson, "game": room.game, "_": speaker(lang), "lang": lang}
    return typeset(environment().get_template("_lesson.html").render(**values), lang)
