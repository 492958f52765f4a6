"""The pictures of the rule books: positions given as event lines, drawn by the table's own templates.

A game's `pictures.toml` names each picture, how its position comes about, and which of its pieces are pointed at.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game, installed_game
from fathoms.engine.match import RECENT, Match
from fathoms.engine.options import Text
from fathoms.engine.sea import Sea
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.store import Row, Store
from fathoms.table.web.i18n import speaker
from fathoms.table.web.render import News, environment, fragment_values

PEOPLE = ("Pearl", "Marlow", "Coral", "Jonah", "Nell", "Finn")  # who plays in the books, seat by seat
MOST_CALLOUTS = 9
_TAG = re.compile(r"<[a-z][^<>]*>")
_ID = re.compile(r'\bid="([\w-]+)"')


@dataclass(frozen=True)
class Callout:
    """A number on a picture: the piece it points at, and what is said of that piece.

    A piece is known by its `data-vt` name, or by classes: `.hold.own`.
    """

    piece: str
    text: Text


@dataclass(frozen=True)
class Picture:
    """A position of a game, through somebody's eyes."""

    options: dict[str, Any]
    lines: list[str]
    seat: str | None
    callouts: list[Callout]


@cache
def pictures_of(name: str) -> dict[str, Picture]:
    """The pictures of a game's book; none where it has no `pictures.toml`."""
    file = installed_game(name).folder / "pictures.toml"
    told = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {picture: _read(one) for picture, one in told.items()}


def _read(told: dict[str, Any]) -> Picture:
    callouts = [Callout(piece, {"en": en, "fr": fr}) for piece, en, fr in told.get("callouts", [])]
    return Picture(told.get("options", {}), told.get("lines", []), told.get("seat"), callouts)


def replay(game: Game, picture: Picture) -> tuple[Match, News]:
    """The position of a picture, and what has just happened there; a line that the rules refuse says so."""
    match = Match(game, interpreted=True, **picture.options)
    before = match.view()
    for line in picture.lines:
        before = match.view()
        match.play(line)
    lines = match.log_for(picture.seat)[-RECENT:]
    return match, News(lines, (before, match.view()) if lines else None)


@cache
def draw(name: str, picture_name: str, lang: str) -> str:
    """A picture with its numbers and what they say, as HTML."""
    game = installed_game(name)
    picture = pictures_of(name).get(picture_name)
    if picture is None:
        raise OptionError(f"{name} has no picture {picture_name!r}; allowed: {', '.join(pictures_of(name))}")
    board = draw_board(game, picture, lang)
    for number, callout in enumerate(picture.callouts, 1):
        board = point_at(board, callout.piece, number)
    values = {"game": game, "callouts": picture.callouts, "lang": lang, "scene": own_ids(board, picture_name)}
    return environment().get_template("_picture.html").render(_=speaker(lang), **values)


def draw_board(game: Game, picture: Picture, lang: str) -> str:
    """The table of a position, as who looks at the picture sees it."""
    match, news = replay(game, picture)
    room = _room(game, match, picture.options)
    values = fragment_values(room, picture.seat, match.view(picture.seat), lang, False, news)
    template = environment().get_template(f"{game.name}/table.html")
    return template.render(_=speaker(lang), lang=lang, **values)


def _room(game: Game, match: Match, options: dict[str, Any]) -> Room:
    """A table that nobody keeps: the templates are drawn from one."""
    names = zip(match.seats, PEOPLE, strict=False)
    seats = [{"seat": seat, "kind": "person", "name": name} for seat, name in names]
    row = Row("", game.name, options, seats, {}, b"", status="playing")
    return Room(cast(Store, None), row, game, match, cast(Sea, None))


def find_piece(board: str, piece: str) -> re.Match[str] | None:
    """The opening tag of a piece."""
    wanted = piece.split(".")[1:]
    for tag in _TAG.finditer(board):
        if (wanted and _has_classes(tag[0], wanted)) or (not wanted and f'data-vt="{piece}"' in tag[0]):
            return tag
    return None


def _has_classes(tag: str, wanted: list[str]) -> bool:
    found = re.search(r'class="([^"]*)"', tag)
    return found is not None and set(wanted) <= set(found[1].split())


def point_at(board: str, piece: str, number: int) -> str:
    """Mark a piece with the number of its callout."""
    tag = find_piece(board, piece)
    if tag is None:
        raise OptionError(f"there is no piece {piece!r} in this picture")
    at = tag.end() - (2 if tag[0].endswith("/>") else 1)
    return f'{board[:at]} data-callout="{number}"{board[at:]}'


def own_ids(board: str, prefix: str) -> str:
    """Ids that no other picture of the page has."""
    for found in set(_ID.findall(board)):
        board = re.sub(rf'(id="|"#|\(#){found}(?=["\)])', rf"\g<1>{prefix}-{found}", board)
    return board
