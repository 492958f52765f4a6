"""The picture of a moment, for chats that show one beside a link: in pixels where Pillow is there, else as SVG."""

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from textwrap import wrap

from markupsafe import Markup

from fathoms.engine.game import Game
from fathoms.engine.kinds import View
from fathoms.engine.match import RECENT
from fathoms.table.rooms.room import Room, Viewer
from fathoms.table.web.i18n import speaker
from fathoms.table.web.render import News, cover, environment, fragment_values, plain_cover

PIXELS, SVG = "png", "svg"
MOST_LETTERS, MOST_LINES = 32, 5  # of the sentence
LONGEST_NAME = 14


@dataclass(frozen=True)
class Card:
    """What a picture of a moment shows: nothing that whoever looks may not know."""

    game: Game
    view: View
    title: str
    where: str
    lines: tuple[str, ...]  # what has just happened
    seats: tuple[tuple[str, str], ...]  # letter, and name with the score


@cache
def picture_kind() -> str:
    """How the address of a picture ends on this server; chats show pixels only. Pillow and its fonts may be absent."""
    if find_spec("PIL") is None:
        return SVG
    from fathoms.table.web.study.moment_pixels import font_file

    return PIXELS if font_file() else SVG


def card_of(room: Room, at: int | None, viewer: Viewer, lang: str) -> Card:
    number, view, told, change = room.moment(room.version if at is None else at, viewer)
    values = fragment_values(room, viewer, view, lang, True, News(told[-RECENT:], change))
    latest, players, scores = values["latest"].replace("\u202f", " "), values["players"], view["scores"] or {}
    seats = [(seat, f"{_short(players[seat]['name'])} {scores.get(seat, '')}") for seat in view["seats"]]
    where = speaker(lang)("move {} of {}").format(number, room.version)
    lines = wrap(latest, MOST_LETTERS, max_lines=MOST_LINES, placeholder=" …")
    return Card(room.game, view, room.game.title[lang], where, tuple(lines), tuple(seats))


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def draw(room: Room, at: int | None, viewer: Viewer, lang: str) -> str:
    """The card as SVG, with the game's own picture."""
    card = card_of(room, at, viewer, lang)
    drawn = (card.game.folder / "art.svg").exists()
    porthole = Markup(cover(card.game.name) if drawn else plain_cover(card.title))
    return environment().get_template("moment.svg").render(card=card, porthole=porthole)


def paint(room: Room, at: int | None, viewer: Viewer, lang: str) -> bytes:
    """The card in pixels, with the game's board where it has one."""
    from fathoms.table.web.study.moment_pixels import painted  # Pillow need not be there

    card = card_of(room, at, viewer, lang)
    return painted(card.game, card.view, [card.title, card.where], list(card.lines), list(card.seats))
