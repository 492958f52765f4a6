"""Barracuda in pixels: the wrecks where they lie, for programs that want a picture."""

from fathoms.engine.extras import needing
from fathoms.engine.kinds import View
from fathoms.engine.parts.pixels import (
    CORAL,
    DEEP,
    FOAM,
    GOLD,
    INK,
    PARCHMENT,
    REEF,
    Board,
    Pen,
    Place,
    centred,
    pennant,
)

with needing("pettingzoo"):
    from PIL import ImageFont


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
            centred(pen, x + wide - 23, y + 19, str(wreck["coins"]), INK, 13)
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


BOARD = Board(draw_wrecks, ("layout", "wrecks", "barracuda", "divers", "phase"))
