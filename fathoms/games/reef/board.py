"""The Reef in pixels: the sea in section, for programs that want a picture."""

from fathoms.engine.kinds import View
from fathoms.engine.parts.pixels import (
    CORAL,
    GOLD,
    INK,
    LAGOON,
    REEF,
    SAND,
    SHALLOWS,
    Board,
    Pen,
    Place,
    centred,
    pennant,
)


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
        centred(pen, x, y, number, INK, size // 2)
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
        centred(pen, x, at[1] + size * 0.22, name[0].upper(), INK, max(9, size // 3))


BOARD = Board(draw_reef, ("chart", "boat", "divers", "dolphins", "chests", "reachable"))
