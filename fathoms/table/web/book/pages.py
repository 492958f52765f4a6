"""The pages of a rule book, in three layers, and one rule by itself for whoever asks "why?"."""

from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from fathoms.engine.game import Game, installed_game
from fathoms.engine.parts.aid import aid_entries
from fathoms.engine.parts.lesson import lesson_of
from fathoms.engine.rulebook import rule_texts
from fathoms.table.web.book.text import read_book, search
from fathoms.table.web.i18n import speaker, typeset
from fathoms.table.web.render import render
from fathoms.table.web.request import lang_of

# A position is replayed and drawn when a book is first opened: those pages are made off the server's loop.
router = APIRouter(prefix="/rules/{game}", include_in_schema=False)
LONGEST_SEARCH = 100


@router.get("")
def learn(request: Request, game: str) -> Response:
    """How to play, on one screen; the rules themselves where a game has no such page."""
    found, lang = installed_game(game), lang_of(request)
    if not found.learn(lang):
        return reference_page(request, found)
    book = read_book(found, found.learn(lang), lang, f"/rules/{game}/reference")
    return _page(request, found, "learn", book=book)


@router.get("/quick")
async def quick(request: Request, game: str) -> Response:
    """Every card, action and event in a line, to be printed."""
    return _page(request, installed_game(game), "quick")


@router.get("/aid")
async def aid(request: Request, game: str) -> Response:
    """The same as a part of another page."""
    return render(request, "aid.html", game=installed_game(game))


@router.get("/reference")
def reference(request: Request, game: str, q: str = "") -> Response:
    """The numbered rules; with those that were searched for first."""
    return reference_page(request, installed_game(game), q[:LONGEST_SEARCH].strip())


@router.get("/{rule}")
def one_rule(request: Request, game: str, rule: str) -> Response:
    """One rule: its place in the book for a browser, its text for a script."""
    found, rule, lang = installed_game(game), rule[:LONGEST_SEARCH], lang_of(request)
    texts, reads = rule_texts(found.book(lang)), "text/html" in request.headers.get("accept", "")
    known = rule if rule in texts else rule.upper()
    if known not in texts:
        if not reads:
            raise HTTPException(404, f"{game} has no rule {rule}")
        word = speaker(lang)("There is no rule {}; here is the book.").format(rule)
        return reference_page(request, found, code=404, word=word)
    if reads:
        return RedirectResponse(f"/rules/{game}/reference#{known}", 303)
    return JSONResponse({"rule": known, "text": typeset(texts[known], lang)})


def reference_page(request: Request, game: Game, wanted: str = "", code: int = 200, word: str = "") -> Response:
    """The numbered rules of a game."""
    lang = lang_of(request)
    book = read_book(game, game.book(lang), lang)
    values = {"book": book, "wanted": wanted, "found": search(game, lang, wanted), "word": word}
    return _page(request, game, "reference", code, options=option_lines(game, lang), **values)


def option_lines(game: Game, lang: str) -> list[tuple[str, str]]:
    """What a table can choose: the title of each option, and what it does."""
    return [(one.title[lang], one.help[lang]) for one in game.options.options if one.title]


def _page(request: Request, game: Game, layer: str, code: int = 200, **values: Any) -> Response:
    """A page of the book, with the way to the other layers that the game has."""
    layers = ["learn"] * bool(game.learn(lang_of(request))) + ["quick"] * bool(aid_entries(game)) + ["reference"]
    values = {"game": game, "layer": layer, "layers": layers, "taught": lesson_of(game) is not None, **values}
    return render(request, f"book_{layer}.html", code, **values)
