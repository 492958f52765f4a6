"""The Reef in characters: the boat on the waves, the sea in section, divers by letter, and the cards of air below."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from fathoms.engine.kinds import View
from fathoms.engine.seats import SEAT_MARKS, pennant
from fathoms.games.reef.pieces import SIZES
from fathoms.games.reef.words.names import CARD_NAMES, COLON, EVENT_NAMES, EVENT_TEXTS, SIZE_NAMES

View = View

_WIDE, _NARROW = 4, 3  # characters a cell; narrow where the chart has more than this many columns
_WIDE_COLUMNS = 18
_MARGIN = 3

_FOAM, _GOLD, _CORAL, _DOLPHIN = "#F4FAF7", "#F2B63D", "#FF6B57", "#D7EEF5"
_WATER = ("#1F7F8C", "#1B7382", "#176878", "#135A6E", "#0F4C63", "#0D4056", "#0A344A", "#0A2A3F")
_REEF = "#6B5B45 on #3A2F25"
_LETTERS = {"en": dict(zip(SIZES, "sml", strict=True)), "fr": dict(zip(SIZES, "pmg", strict=True))}

_WORDS = {
    "helm": {"en": "helm", "fr": "barre"},
    "points": {"en": "cells left to swim: {n}", "fr": "cases à nager : {n}"},
    "dolphin": {"en": "cells left for the dolphin: {n}", "fr": "cases du dauphin : {n}"},
    "forced": {"en": "{seat} is moved: {n} to go", "fr": "{seat} est déplacé : encore {n}"},
    "steps": {"en": "boat arrives in {n} cells", "fr": "arrivée du bateau dans {n} cases"},
    "here": {"en": "the boat has arrived", "fr": "le bateau est arrivé"},
    "air": {"en": "air", "fr": "oxygène"},
    "carries": {"en": "carries", "fr": "porte"},
    "won": {"en": "won", "fr": "gagné"},
    "score": {"en": "worth", "fr": "valeur"},
    "several": {"en": "together", "fr": "ensemble"},
    "key": {
        "en": "[s] [m] [l] chests   A+s carrying   A_s over a chest   <1) dolphin   o in reach",
        "fr": "[p] [m] [g] malles   A+p chargé   A_p sur une malle   <1) dauphin   o à portée",
    },
}


def draw(view: View, lang: str) -> RenderableType:
    """The table as a seat sees it."""
    return Group(*_sky(view), *_sea(view, lang), _numbers(view), Text(_WORDS["key"][lang], "dim"), *_stacks(view, lang),
                 *_now(view, lang), _seats(view, lang))  # fmt: skip


def _cell_width(view: View) -> int:
    return _WIDE if len(view["chart"]) <= _WIDE_COLUMNS else _NARROW


# --- The picture ---


def _sky(view: View) -> list[Text]:
    """Flag, deck with the divers on board, and the hull on the waves."""
    width = _cell_width(view)
    left, length = (view["boat"][0] - 1) * width, width * len(view["boat"])
    aboard = [seat for seat, diver in view["divers"].items() if diver["at"] == "boat"]
    flag = Text(" " * (_MARGIN + left + length // 2) + "|>", _CORAL)
    deck = Text(" " * (_MARGIN + left + length // 2 - len(aboard)))
    for seat in aboard:
        deck.append(seat, f"bold {SEAT_MARKS[seat][1]}")
        deck.append(" ")
    return [flag, deck, _waterline(view, left, length)]


def _waterline(view: View, left: int, length: int) -> Text:
    waves = "~≈" * len(view["chart"]) * _cell_width(view)
    end = len(view["chart"]) * _cell_width(view)
    line = Text(" " * _MARGIN)
    line.append(waves[:left], "#5BB8B5")
    line.append("\\" + "_" * (length - 2) + "/", "bold #C98B4B")
    line.append(waves[left + length : end], "#5BB8B5")
    return line


def _sea(view: View, lang: str) -> list[Text]:
    rows = range(1, max(view["chart"]) + 1)
    return [_row(view, row, lang) for row in rows]


def _row(view: View, row: int, lang: str) -> Text:
    line = Text(f"{row:>2} ", "dim")
    for column, depth in enumerate(view["chart"], 1):
        if row > depth:
            line.append("▒" * _cell_width(view), _REEF)
        else:
            _append_cell(line, view, f"{column}.{row}", lang)
    return line


def _append_cell(line: Text, view: View, cell: str, lang: str) -> None:
    """A piece, a chest, or water that may be within reach."""
    text, style = _piece(view, cell, lang) or _chest(view, cell, lang) or _water(view, cell)
    depth = min(int(cell.split(".")[1]), len(_WATER)) - 1
    line.append(f"{text:^{_cell_width(view)}}", f"{style} on {_WATER[depth]}")


def _piece(view: View, cell: str, lang: str) -> tuple[str, str] | None:
    for number, place in view["dolphins"].items():
        if place == cell:
            return f"<{number})", f"bold {_DOLPHIN}"
    for seat, diver in view["divers"].items():
        if diver["at"] == cell:
            return seat + _load(view, cell, diver["carries"], lang), f"bold {SEAT_MARKS[seat][1]}"
    return None


def _load(view: View, cell: str, carried: str | None, lang: str) -> str:
    """What a diver carries, or could take from the bed."""
    if carried:
        return f"+{_LETTERS[lang][carried]}"
    below = view["chests"].get(cell)
    return f"_{_pile(below, lang)}" if below else ""


def _pile(sizes: list[str], lang: str) -> str:
    return _LETTERS[lang][sizes[0]] if len(sizes) == 1 else str(len(sizes))


def _chest(view: View, cell: str, lang: str) -> tuple[str, str] | None:
    sizes = view["chests"].get(cell)
    if not sizes:
        return None
    if cell not in view["reachable"]:
        return f"[{_pile(sizes, lang)}]", _GOLD
    return f"[{_pile(sizes, lang)}]" + "o" * (_cell_width(view) - _NARROW), f"bold {_CORAL}"


def _water(view: View, cell: str) -> tuple[str, str]:
    return ("o", _CORAL) if cell in view["reachable"] else ("·", "#8FC7CB")


def _numbers(view: View) -> Text:
    width = _cell_width(view)
    return Text(" " * _MARGIN + "".join(f"{column:^{width}}" for column in range(1, len(view["chart"]) + 1)), "dim")


# --- Beside the picture ---


def _stacks(view: View, lang: str) -> list[Text]:
    """Cells where several chests lie, which the picture can only count."""
    piles = {cell: sizes for cell, sizes in view["chests"].items() if len(sizes) > 1}
    told = "   ".join(
        f"{cell}{COLON[lang]} {' '.join(_LETTERS[lang][size] for size in sizes)}" for cell, sizes in piles.items()
    )
    return [Text(f"{_WORDS['several'][lang]}{COLON[lang]} {told}", _GOLD)] if piles else []


def _now(view: View, lang: str) -> list[Text]:
    """Helm, event, and what is left of the move."""
    notes = [f"⎈ {_WORDS['helm'][lang]} {view['helm'] or '–'}"]
    notes.append(_WORDS["steps"][lang].format(n=view["ends"]["steps_left"]) if view["ends"] else _WORDS["here"][lang])
    if view["points"]:
        notes.append(_WORDS["points"][lang].format(n=view["points"]))
    if view["dolphin_steps"]:
        notes.append(_WORDS["dolphin"][lang].format(n=view["dolphin_steps"]))
    if view["forced"]:
        notes.append(_WORDS["forced"][lang].format(seat=view["forced"]["diver"], n=view["forced"]["steps"]))
    lines = [Text("   ".join(notes), "bold cyan")]
    if view["event"]:
        event = view["event"]
        lines.append(Text(f"{EVENT_NAMES[event][lang]}. {EVENT_TEXTS[event][lang]}", "italic"))
    return lines


def _seats(view: View, lang: str) -> Table:
    table = Table(box=None, padding=(0, 2), header_style="bold")
    for name in ("", "air", "carries", "won"):
        table.add_column(_WORDS[name][lang] if name else "")
    table.add_column(_WORDS["score"][lang], justify="right")
    for seat in view["seats"]:
        arrow = "➤ " if seat == view["turn"] and not view["over"] else "  "
        carried = view["divers"][seat]["carries"]
        load = Text(SIZE_NAMES[carried][lang] if carried else "–", _GOLD if carried else "dim")
        table.add_row(arrow + pennant(seat), _air(view["cards"][seat], lang), load, _won(view["won"][seat], lang),
                      str(view["scores"][seat]))  # fmt: skip
    return table


def _air(cards: Mapping[str, list[str]], lang: str) -> Text:
    """Cards face up, then the used ones in brackets."""
    air = Text(" ".join(CARD_NAMES[card][lang] for card in cards["up"]), "bold")
    if cards["used"]:
        air.append("  (" + " ".join(CARD_NAMES[card][lang] for card in cards["used"]) + ")", "dim")
    return air


def _won(sizes: list[str], lang: str) -> Text:
    return Text(" ".join(f"[{_LETTERS[lang][size]}]" for size in sizes) or "–", _GOLD if sizes else "dim")
