"""The boards of those games that have one, in pixels: The Reef's sea in section, Barracuda's wrecks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fathoms.engine.extras import needing
from fathoms.engine.seats import SEAT_MARKS

with needing("pettingzoo"):
    from PIL import ImageDraw, ImageFont

FOAM, PARCHMENT, SHALLOWS, LAGOON, REEF = "#F4FAF7", "#F6EBCF", "#BFE6E0", "#5BB8B5", "#1F7F8C"
DEEP, INK, CORAL, GOLD, KELP = "#0F4C63", "#08202E", "#FF6B57", "#F2B63D", "#4F8A4B"
SAND = "#D8B878"

View = Mapping[str, Any]
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
    _centred(pen, x, y, seat, INK, max(10, int(size * 0.9)))


def _centred(pen: Pen, x: float, y: float, text: str, ink: str, size: int) -> None:
    pen.text((x, y), text, ink, ImageFont.load_default(size), anchor="mm")


def draw_reef(pen: Pen, view: View, place: Place) -> int:
    """The sea column by column, the boat above it, and whoever is in it."""
    left, top, right = place
    depths: list[int] = view["chart"]
    size = min((right - left) // len(depths), 40)
    left += (right - left - size * len(depths)) // 2
    bottom = top + size * (max(depths) + 2)

    def middle(column: int, row: int) -> tuple[float, float]:
        return left + (column - 0.5) * size, top + (row + 0.5) * size

    for column, depth in enumerate(depths, 1):
        edge, bed = left + (column - 1) * size, top + size * (depth + 1)
        pen.rectangle((edge, top + size, edge + size, bed), REEF, LAGOON)
        pen.rectangle((edge, bed, edge + size, bottom), SAND)
    aboard = [seat for seat in view["seats"] if view["divers"][seat]["at"] == "boat"]
    _boat(pen, [middle(column, 0) for column in view["boat"]], aboard, size)
    for cell, chests in view["chests"].items():
        _chests(pen, middle(*_cell(cell)), chests, size)
    for number, cell in view["dolphins"].items():
        x, y = middle(*_cell(cell))
        pen.ellipse((x - size * 0.45, y - size * 0.25, x + size * 0.45, y + size * 0.25), SHALLOWS, INK)
        _centred(pen, x, y, number, INK, size // 2)
    for seat in view["seats"]:
        if (diver := view["divers"][seat])["at"] != "boat":
            x, y = middle(*_cell(diver["at"]))
            pennant(pen, x, y, seat, size * 0.4)
            if diver["carries"]:
                _chests(pen, (x, y + size * 0.2), [diver["carries"]], size)
    return bottom + 10


def _cell(text: str) -> tuple[int, int]:
    column, row = text.split(".")
    return int(column), int(row)


def _boat(pen: Pen, middles: list[tuple[float, float]], aboard: list[str], size: int) -> None:
    (first, y), (last, _) = middles[0], middles[-1]
    hull = (
        (first - size / 2, y),
        (last + size / 2, y),
        (last + size / 4, y + size / 2),
        (first - size / 4, y + size / 2),
    )
    pen.polygon(hull, CORAL, INK)
    for (x, _), seat in zip(middles, aboard, strict=False):
        pennant(pen, x, y - 1, seat, size * 0.38)


def _chests(pen: Pen, at: tuple[float, float], sizes: list[str], size: int) -> None:
    """Small, medium and large chests, side by side, by their first letter."""
    wide = size / max(2, len(sizes))
    for number, name in enumerate(sizes):
        x = at[0] + (number - (len(sizes) - 1) / 2) * wide
        pen.rectangle((x - wide * 0.45, at[1], x + wide * 0.45, at[1] + size * 0.45), GOLD, INK)
        _centred(pen, x, at[1] + size * 0.22, name[0].upper(), INK, max(9, size // 3))


def draw_wrecks(pen: Pen, view: View, place: Place) -> int:
    """The wrecks where they lie, with their two actions, the coins, the divers and the Barracuda on them."""
    left, top, right = place
    if view["layout"] is None:
        return top
    rows = view["layout"].split("/")
    wide, high = min(200, (right - left) // len(rows[0])), 118 if len(rows) < 3 else 330 // len(rows)
    left += (right - left - wide * len(rows[0])) // 2
    for wreck in view["wrecks"]:
        row, column = wreck["cell"]
        x, y = left + column * wide, top + row * high
        swims = view["barracuda"] == wreck["number"]
        pen.rounded_rectangle(
            (x + 3, y + 3, x + wide - 3, y + high - 3), 8, PARCHMENT, CORAL if swims else INK, 4 if swims else 2
        )
        pen.text((x + 12, y + 8), str(wreck["number"]), DEEP, ImageFont.load_default(22))
        font = ImageFont.load_default(13)
        pen.text((x + 34, y + 8), f"unique: {wreck['unique']}", INK, font)
        pen.text((x + 34, y + 24), f"common: {wreck['common']}", INK, font)
        if wreck["coins"]:
            pen.ellipse((x + wide - 34, y + 8, x + wide - 12, y + 30), GOLD, INK)
            _centred(pen, x + wide - 23, y + 19, str(wreck["coins"]), INK, 13)
        if swims:
            _fish(pen, x + wide - 70, y + high - 26)
        here = [seat for seat in view["seats"] if view["divers"][seat]["wreck"] == wreck["number"]]
        for number, seat in enumerate(here):
            pennant(pen, x + 26 + number * 32, y + high - 28, seat, 13)
            if not view["divers"][seat]["standing"]:
                pen.line((x + 12 + number * 32, y + high - 10, x + 40 + number * 32, y + high - 10), CORAL, 4)
    return top + high * len(rows) + 10


def _fish(pen: Pen, x: float, y: float) -> None:
    pen.ellipse((x, y - 9, x + 46, y + 9), REEF, INK)
    pen.polygon(((x + 2, y), (x - 12, y - 9), (x - 12, y + 9)), REEF, INK)
    pen.ellipse((x + 34, y - 4, x + 39, y + 1), FOAM, INK)


BOARDS = {
    "reef": Board(draw_reef, ("chart", "boat", "divers", "dolphins", "chests", "reachable")),
    "barracuda": Board(draw_wrecks, ("layout", "wrecks", "barracuda", "divers", "phase")),
}
