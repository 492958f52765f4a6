"""A moment of a game in pixels, the size that chats show: words and scores, and the board of a game that has one."""

import io
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

from fathoms.engine.game import Game
from fathoms.engine.kinds import View
from fathoms.engine.parts.pixels import DEEP, FOAM, GOLD, INK, REEF, Board, pennant

WIDTH, HEIGHT, MARGIN = 1200, 630, 40
BOARD = (500, 400)  # what a board may take at most
FONTS = ("DejaVuSerif.ttf", "LiberationSerif-Regular.ttf", "DejaVuSans.ttf", "LiberationSans-Regular.ttf", "Arial.ttf")
EMBLEM = Path(__file__).parents[2] / "static" / "icons" / "any-512.png"
_SHEET = 960  # the width that boards are drawn at


@cache
def font_file() -> str | None:
    """A font of this machine that can write French; the one that comes with Pillow cannot."""
    for name in FONTS:
        try:
            ImageFont.truetype(name, 20)
        except OSError:
            continue
        return name
    return None


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file() or FONTS[0], size)


def painted(
    game: Game, view: View, heads: Sequence[str], lines: Sequence[str], seats: Sequence[tuple[str, str]]
) -> bytes:
    """A PNG."""
    image = Image.new("RGB", (WIDTH, HEIGHT), DEEP)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, HEIGHT * 2 // 3, WIDTH, HEIGHT), REEF)
    _say(pen, MARGIN, heads[:1], 58, FOAM)
    _say(pen, 112, heads[1:], 30, GOLD)
    _say(pen, 176, lines, 34, FOAM)
    _seats(pen, seats)
    board: Board | None = getattr(game.part("board"), "BOARD", None)
    if board:
        sheet = _board(board, view)
        image.paste(sheet, (WIDTH - MARGIN - sheet.width, MARGIN))
    else:
        emblem = _emblem()
        image.paste(emblem, (WIDTH - 2 * MARGIN - emblem.width, 2 * MARGIN), emblem)
    kept = io.BytesIO()
    image.save(kept, "PNG")
    return kept.getvalue()


def _say(pen: ImageDraw.ImageDraw, y: int, lines: Sequence[str], size: int, ink: str) -> None:
    for number, line in enumerate(lines):
        pen.text((MARGIN, y + number * size * 5 // 4), line, ink, _font(size))


def _seats(pen: ImageDraw.ImageDraw, seats: Sequence[tuple[str, str]]) -> None:
    """Three beside each other, at the bottom."""
    for number, (seat, told) in enumerate(seats):
        x, y = MARGIN + 24 + number % 3 * 380, HEIGHT * 2 // 3 + 70 + number // 3 * 80
        pennant(pen, x, y, seat, 22)
        pen.text((x + 38, y), told, FOAM, _font(32), anchor="lm")


@cache
def _emblem() -> Image.Image:
    """What stands in the place of a board."""
    return Image.open(EMBLEM).convert("RGBA").resize((300, 300))


def _board(board: Board, view: View) -> Image.Image:
    sheet = Image.new("RGB", (_SHEET, _SHEET), FOAM)
    below = board.draw(ImageDraw.Draw(sheet), view, (16, 16, _SHEET - 16))
    full = sheet.crop((0, 0, _SHEET, min(_SHEET, below)))
    cut = full.crop(ImageChops.difference(full, Image.new("RGB", full.size, FOAM)).getbbox())
    cut.thumbnail(BOARD)
    ImageDraw.Draw(cut).rectangle((0, 0, cut.width - 1, cut.height - 1), outline=INK, width=3)
    return cut
