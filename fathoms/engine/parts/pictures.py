"""The positions that a rule book shows, given as event lines in the game's `pictures.toml`: never out of date."""

import tomllib
from dataclasses import dataclass
from functools import cache

from fathoms.engine.errors import OptionError, shorten
from fathoms.engine.game import Game
from fathoms.engine.kinds import Json
from fathoms.engine.match import Match, View
from fathoms.engine.options import Text

PEOPLE = ("Pearl", "Marlow", "Coral", "Jonah", "Nell", "Finn")  # who plays in the books, seat by seat


@dataclass(frozen=True)
class Callout:
    """A number on a picture: the piece it points at, and what is said of that piece.

    A piece is known by its `data-vt` name at the table, or by classes: `.hold.own`.
    """

    piece: str
    text: Text


@dataclass(frozen=True)
class Picture:
    """A position of a game, through somebody's eyes."""

    options: Json
    lines: list[str]
    seat: str | None
    callouts: list[Callout]


def pictures_of(game: Game) -> dict[str, Picture]:
    """The pictures of a game's book by their names; none where it has no `pictures.toml`."""
    return _read_pictures(str(game.folder))


@cache
def _read_pictures(folder: str) -> dict[str, Picture]:
    try:
        with open(f"{folder}/pictures.toml", "rb") as file:
            told = tomllib.load(file)
    except FileNotFoundError:
        return {}
    return {name: _read(one) for name, one in told.items()}


def _read(told: Json) -> Picture:
    callouts = [Callout(piece, {"en": en, "fr": fr}) for piece, en, fr in told.get("callouts", [])]
    return Picture(told.get("options", {}), told.get("lines", []), told.get("seat"), callouts)


def find_picture(game: Game, name: str) -> Picture:
    known = pictures_of(game)
    if name not in known:
        raise OptionError(f"{game.name} has no picture {name!r}; allowed: {shorten(known)}")
    return known[name]


def replay(game: Game, picture: Picture) -> tuple[Match, View]:
    """A picture's position, and the public view before its last line; a line that the rules refuse says so."""
    match = Match(game, interpreted=True, **picture.options)
    before = match.view()
    for line in picture.lines:
        before = match.view()
        match.play(line)
    return match, before
