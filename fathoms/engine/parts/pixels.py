"""What boards drawn in pixels share: the palette, a seat's pennant, and what a game's part `board` says."""

from collections.abc import Callable
from dataclasses import dataclass

from fathoms.engine.extras import needing
from fathoms.engine.kinds import View
from fathoms.engine.seats import SEAT_MARKS

with needing("pettingzoo"):
    from PIL import ImageDraw, ImageFont

FOAM, PARCHMENT, SHALLOWS, LAGOON, REEF = "#F4FAF7", "#F6EBCF", "#BFE6E0", "#5BB8B5", "#1F7F8C"
DEEP, INK, CORAL, GOLD, KELP = "#0F4C63", "#08202E", "#FF6B57", "#F2B63D", "#4F8A4B"
SAND = "#D8B878"

View = View
Pen = ImageDraw.ImageDraw
Place = tuple[int, int, int]  # left, top, right


@dataclass(frozen=True)
class Board:
    """How a board is drawn (giving the height below it), and which fields of the view it shows."""

    draw: Callable[[Pen, View, Place], int]
    covers: tuple[str, ...]


def pennant(pen: Pen, x: float, y: float, seat: str, size: float) -> None:
    """A seat's own shape in its own colour, with its letter."""
    sides = {"A": 0, "B": 3, "C": 4, "D": 4, "E": 6, "F": 5}[seat]
    colour = SEAT_MARKS[seat][1]
    if sides:
        pen.regular_polygon((x, y, size), sides, 45 if seat == "D" else 0, colour, INK)
    else:
        pen.ellipse((x - size, y - size, x + size, y + size), colour, INK, 2)
    centred(pen, x, y, seat, INK, max(10, int(size * 0.9)))


def centred(pen: Pen, x: float, y: float, text: str, ink: str, size: int) -> None:
    pen.text((x, y), text, ink, ImageFont.load_default(size), anchor="mm")
