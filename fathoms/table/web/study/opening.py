"""A record that somebody has as a file: a finished game opens as a replay, one that was still on is told in words."""

import json
from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.datastructures import UploadFile

from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import BadRecord, FathomsError, OptionError
from fathoms.engine.game import Game, installed_game
from fathoms.engine.kinds import Json
from fathoms.engine.records import Origin, Record, read_record
from fathoms.engine.records.verify import verify_record
from fathoms.engine.seats import Name
from fathoms.table.rooms import lobby
from fathoms.table.rooms.store import Store
from fathoms.table.web.i18n import typeset
from fathoms.table.web.pages import go_to_table
from fathoms.table.web.render import render
from fathoms.table.web.request import check_room_for_a_table, hub_of, lang_of, look_back, person_or_new

router = APIRouter(include_in_schema=False)
MOST_KIB = 60  # of a file: four times what a long game takes, and with its form no more than any request may bring
LONGEST_LINE = 200  # characters of an event


@dataclass(frozen=True)
class Unfinished:
    """A game that was on when its record was made: what its owner could see of it, in sentences."""

    game: Game
    told: list[str]


@router.get("/open")
async def choose(request: Request) -> Response:
    return _page(request)


@router.post("/open")
async def open_record(request: Request) -> Response:
    """Open the record in a file. Nothing is kept of one that is refused, or that is told in words only."""
    lang = lang_of(request)
    try:
        found = await look_back(request, read_file, await _text(request), lang)
    except OptionError as error:
        return _page(request, typeset(error.said(lang), lang))
    except BadRecord as error:
        return _page(request, detail=str(error))
    if isinstance(found, Unfinished):
        return render(request, "open_words.html", found=found)
    await check_room_for_a_table(request)
    hub, person = hub_of(request), person_or_new(request)
    made = await hub.run(keep_finished, hub.store, found, person)
    return go_to_table(request, made.row.id, person, page="/replay")


def _page(request: Request, problem: str = "", detail: str = "") -> Response:
    code = 422 if problem or detail else 200
    return render(request, "open.html", code, problem=problem, detail=detail, most=MOST_KIB)


async def _text(request: Request) -> str:
    """What the file of a form holds."""
    async with request.form() as form:
        given = form.get("file")
        body = await given.read() if isinstance(given, UploadFile) else b""
    if not body:
        raise OptionError(
            "no file was chosen, or it is empty; allowed: a record of Fathoms (.json)",
            "aucun fichier n’a été choisi, ou il est vide ; permis : une partie enregistrée par Fathoms (.json)",
        )
    if len(body) > MOST_KIB << 10:
        raise OptionError(
            f"this file is too large for a record; allowed: {MOST_KIB} KiB",
            f"ce fichier est trop grand pour une partie ; permis : {MOST_KIB} Kio",
        )
    try:
        return body.decode()
    except UnicodeError:
        raise OptionError(
            "this file is no text; allowed: a record of Fathoms (.json)",
            "ce fichier n’est pas un texte ; permis : une partie enregistrée par Fathoms (.json)",
        ) from None


def read_file(text: str, lang: str) -> Record | Unfinished:
    """The record in a text, every event and every fate of it checked; BadRecord or OptionError says what is wrong."""
    if (partial := _partial(text)) is not None:
        return _in_words(partial, lang)
    verdict = verify_record(text)
    record, _ = read_record(text)
    return record if verdict.over else _in_words(vars(record), lang)


def _partial(text: str) -> Json | None:
    """What a table hands out of a game that is on, if a text is that: an object with what one seat may know."""
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        return None  # the reader of records says what is wrong
    return body if isinstance(body, dict) and body.get("unfinished") is True else None


def _in_words(body: Json, lang: str) -> Unfinished:
    """A game that was on, as its record tells it: what is hidden there stays hidden."""
    events, options = body.get("events"), body.get("options")
    if not isinstance(events, list) or not isinstance(options, dict) or not isinstance(body.get("game"), str):
        raise BadRecord("this record is incomplete or malformed; allowed: one that a table or 'fathoms' has written")
    game = installed_game(body["game"])
    game.options.read(**options)
    return Unfinished(game, [_sentence(game, number, line, lang) for number, line in enumerate(events, 1)])


def _sentence(game: Game, number: int, line: object, lang: str) -> str:
    """An event in words. What is hidden cannot be played again: a line is checked only as far as it can be read."""
    known = isinstance(line, str) and len(line) <= LONGEST_LINE and line.partition(" ")[0] in (*SEATS, "sea")
    try:
        return game.sentence(str(line), lang, Name) if known else _no_event(number)
    except FathomsError:
        raise
    except Exception:  # words are written for lines of the game's own
        return _no_event(number)


def _no_event(number: int) -> str:
    raise BadRecord(f"event {number} is no event of this game")


def keep_finished(store: Store, record: Record, person: str) -> lobby.Made:
    """A table with a game that is over: to look at and to go on from, as one's own. Its sea decided none of it."""
    seats = [{"kind": "person", "name": letter, "here": False} for letter in SEATS[: record.options["players"]]]
    origin = Origin("", len(record.events), len(record.events))
    settings = {"origin": origin, "chat": False}
    return lobby.make_table(store, record.game, record.options, seats, settings, person, False, record.events)
