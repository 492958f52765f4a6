"""The pictures of the rule books: positions given as event lines, drawn by the table's own templates."""

import re
from functools import cache
from typing import cast

from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game, installed_game
from fathoms.engine.kinds import Json
from fathoms.engine.match import RECENT, Match
from fathoms.engine.parts.pictures import PEOPLE, Picture, find_picture, replay
from fathoms.engine.sea import Sea
from fathoms.table.rooms.course import Course
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.seats import PERSON, TableSeat, TableSettings
from fathoms.table.rooms.store import Row, Store
from fathoms.table.web.i18n import speaker
from fathoms.table.web.render import News, environment, fragment_values

MOST_CALLOUTS = 9  # that the style sheet places
_TAG = re.compile(r"<[a-z][^<>]*>")
_ID = re.compile(r'\bid="([\w-]+)"')


@cache
def draw(name: str, picture_name: str, lang: str) -> str:
    """A picture with its numbers and what they say, as HTML."""
    game = installed_game(name)
    picture = find_picture(game, picture_name)
    board = draw_board(game, picture, lang)
    for number, callout in enumerate(picture.callouts, 1):
        board = point_at(board, callout.piece, number)
    values = {"game": game, "callouts": picture.callouts, "lang": lang, "scene": own_ids(board, picture_name)}
    return environment().get_template("_picture.html").render(_=speaker(lang), **values)


def draw_board(game: Game, picture: Picture, lang: str) -> str:
    """The table of a position, as who looks at the picture sees it."""
    match, before = replay(game, picture)
    lines = match.log_for(picture.seat)[-RECENT:]
    news = News(lines, (before, match.view()) if lines else None)
    room = _room(game, match, picture.options)
    values = fragment_values(room, picture.seat, match.view(picture.seat), lang, False, news)
    template = environment().get_template("_scene.html")
    return template.render(_=speaker(lang), lang=lang, **values)


def _room(game: Game, match: Match, options: Json) -> Room:
    """A table that nobody keeps: the templates are drawn from one."""
    names = zip(match.seats, PEOPLE, strict=False)
    seats = tuple(TableSeat(seat, PERSON, name) for seat, name in names)
    row = Row("", game.name, options, seats, TableSettings(), b"", status="playing")
    return Room(cast(Store, None), row, Course(game, match, cast(Sea, None), given=match.events))


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
