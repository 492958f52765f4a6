"""A view as a picture, for programs that want pixels: the board where a game has one, chips for all else.

Drawn from the view alone, so any game can be pictured; a game's part `board` adds what is a map. The colours are the
table's own.
"""

import zlib
from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from fathoms.engine.extras import needing
from fathoms.engine.game import Game
from fathoms.engine.kinds import View
from fathoms.engine.parts.pixels import DEEP, FOAM, GOLD, INK, LAGOON, PARCHMENT, REEF, SHALLOWS, Board, pennant

with needing("pettingzoo"):
    from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 960, 720
_MARGIN = 16
_TELLS = ("game", "seats", "to_act", "choices", "scores", "winners", "over", "count")  # shown apart, or told by scores
_INKS = ("#5B3A1E", "#8C2F39", "#1F5F3A", "#3D3A8C", "#7A5BB0", "#1F5F8C", "#8A5A00", "#2E4A52", "#A0336E", "#4F5D1E")

View = View


def draw_picture(game: Game, view: View) -> npt.NDArray[np.uint8]:
    """The table in pixels: height, width, red-green-blue."""
    sheet = _Sheet()
    sheet.title(game.title["en"], view)
    board: Board | None = getattr(game.part("board"), "BOARD", None)
    if board:
        sheet.y = board.draw(sheet.pen, view, (_MARGIN, sheet.y, WIDTH - _MARGIN))
    seats, covered = list(view["seats"]), board.covers if board else ()
    shown = {name: value for name, value in view.items() if name not in (*_TELLS, *covered) and _says(value)}
    by_seat = {name: value for name, value in shown.items() if _is_by_seat(value, seats)}
    lists = {name: value for name, value in shown.items() if isinstance(value, list)}
    plain = {name: value for name, value in shown.items() if name not in by_seat and name not in lists}
    sheet.fields(plain, 15)
    for name, value in lists.items():
        sheet.fields({name: value}, 20 if len(value) < 12 else 15)
    sheet.seats(view, by_seat)
    return np.asarray(sheet.image)


def _is_by_seat(value: object, seats: list[str]) -> bool:
    return isinstance(value, Mapping) and list(value) == seats


def _says(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(_says(inner) for inner in value.values())
    return value not in (None, False, "", "none", [])


def _words(value: object) -> Iterable[str]:
    """The chips a value is shown as."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if _says(inner):
                yield f"{name}: {' '.join(_words(inner))}"
    elif isinstance(value, list | tuple):
        for inner in value:
            yield " ".join(_words(inner)) if isinstance(inner, list | Mapping) else str(inner)
    else:
        yield str(value)


class _Sheet:
    """A page that is filled from the top; `y` is where the next thing goes."""

    def __init__(self) -> None:
        self.image = Image.new("RGB", (WIDTH, HEIGHT), DEEP)
        self.pen = ImageDraw.Draw(self.image)
        self.y = 0
        for y in range(HEIGHT):  # the water darkens with depth
            share = y / HEIGHT
            self.pen.line(((0, y), (WIDTH, y)), fill=_between(SHALLOWS, REEF, share))

    def title(self, text: str, view: View) -> None:
        self.pen.rectangle((0, 0, WIDTH, 44), fill=INK)
        self.pen.text((_MARGIN, 9), text, FOAM, ImageFont.load_default(24))
        told = f"won by {', '.join(view['winners'])}" if view["over"] else f"to act: {', '.join(view['to_act'])}"
        font = ImageFont.load_default(18)
        self.pen.text((WIDTH - _MARGIN - self.pen.textlength(told, font), 12), told, GOLD, font)
        self.y = 56

    def fields(self, fields: View, size: int) -> None:
        if fields:
            self.y = self.chips(_MARGIN, WIDTH - _MARGIN, self.y, fields, size) + 6

    def chips(self, left: int, right: int, y: int, fields: View, size: int) -> int:
        """Names with chips after them, on as many lines as they need; the height below them."""
        font, x, line = ImageFont.load_default(size), left, round(size * 1.8)
        for name, value in fields.items():
            told = name.replace("_", " ")
            chips = [(word, int(self.pen.textlength(word, font)) + size) for word in _words(value)]
            after = int(self.pen.textlength(told, font)) + size // 2
            if x > left and x + after + chips[0][1] > right:
                x, y = left, y + line
            self.pen.text((x, y + 3), told, INK, font)
            x += after
            for word, wide in chips:
                if x + wide > right and x > left + size:
                    x, y = left + size, y + line
                self.pen.rounded_rectangle((x, y, min(x + wide, right), y + line - 4), 6, PARCHMENT, INK)
                self.pen.text((x + size // 2, y + 2), word, _ink(word), font)
                x += wide + 5
            x += size
        return y + line

    def seats(self, view: View, by_seat: Mapping[str, View]) -> None:
        """A panel for each seat, side by side, at the bottom."""
        names = list(view["seats"])
        wide = (WIDTH - _MARGIN * (len(names) + 1)) // len(names)
        for number, seat in enumerate(names):
            left = _MARGIN + number * (wide + _MARGIN)
            acts = seat in view["to_act"]
            box = (left, self.y, left + wide, HEIGHT - _MARGIN)
            self.pen.rounded_rectangle(box, 10, FOAM if acts else LAGOON, GOLD if acts else INK, 4 if acts else 2)
            pennant(self.pen, left + 24, self.y + 24, seat, 14)
            scores = view["scores"]
            told = f"{scores[seat]} points" if scores else ""
            crown = " - winner" if seat in (view["winners"] or ()) else ""
            self.pen.text((left + 48, self.y + 12), f"{told}{crown}", INK, ImageFont.load_default(20))
            y = self.y + 48
            for name, value in by_seat.items():
                if _says(value[seat]):
                    y = self.chips(left + 10, left + wide - 6, y, {name: value[seat]}, 18 if len(names) < 4 else 14)


def _ink(word: str) -> str:
    """The same ink for all cards of a suit."""
    return _INKS[zlib.crc32(word.partition("-")[0].encode()) % len(_INKS)]


def _between(above: str, below: str, share: float) -> tuple[int, ...]:
    pairs = zip(bytes.fromhex(above[1:]), bytes.fromhex(below[1:]), strict=True)
    return tuple(round(a + (b - a) * share) for a, b in pairs)
