"""Why a hint of The Reef says what it says: what the diver carries, how far it is, and how far one may swim."""

from collections.abc import Sequence

from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.parts.hint_context import HintContext
from fathoms.games.reef.words import cells
from fathoms.games.reef.words.names import DIRECTION_NAMES, SIZE_NAMES

_HOME: Text = {
    "en": "You carry a {chest}; the boat is {steps} away, and you may swim {cells}.",
    "fr": "Vous portez une {chest} ; le bateau est à {steps}, et vous pouvez nager de {cells}.",
}
_CHEST: Text = {
    "en": "The nearest chest, a {chest}, is {steps} away, and you may swim {cells}.",
    "fr": "La malle la plus proche, une {chest}, est à {steps}, et vous pouvez nager de {cells}.",
}
OVERLOOKS: Text = {
    "en": "it counts the ways as if nobody stood in them, and looks at no other diver's plans",
    "fr": "elle compte les chemins comme si personne ne les barrait, sans regarder ce que veulent les autres",
}
_SWIM: Text = {"en": "Swim to {cell} ({steps})", "fr": "Nager jusqu’en {cell} ({steps})"}
_ABOARD: Text = {"en": "Swim to the boat ({steps})", "fr": "Nager jusqu’au bateau ({steps})"}
_STOP: Text = {"en": " and stop there", "fr": " et s’y arrêter"}
_TAKE: Text = {"en": " and take the {chest}", "fr": " et prendre la {chest}"}
_TAKE_ONE: Text = {"en": " and take the chest", "fr": " et prendre la malle"}
_WON: Text = {"en": "Nothing is left on the bed.", "fr": "Il ne reste rien au fond."}


def paths(view: View) -> list[list[str]]:
    """The ways that one's diver may swim: one to each cell within reach."""
    return list(view["reachable"].values())


def is_end(choice: str) -> bool:
    """Whether a choice closes a swim: a chest is taken, or the rest of the points given up."""
    return choice == "stop" or choice.split()[0] == "grab"


def path_text(steps: Sequence[str], view: View, lang: str) -> str:
    """A whole swim: where to, by which way, and what is done there."""
    way = [step for step in steps if not is_end(step)]
    cell = next(cell for cell, path in view["reachable"].items() if path == way)
    told = ", ".join(_step(step, lang) for step in way)
    swim = (_ABOARD if cell == "boat" else _SWIM)[lang].format(cell=cell, steps=told)
    return swim + _end(steps[len(way) :], lang)


def _step(step: str, lang: str) -> str:
    """`right`, or the column where one dives in."""
    return DIRECTION_NAMES[step][lang] if step in DIRECTION_NAMES else {"en": "dive in", "fr": "plonger"}[lang]


def _end(end: Sequence[str], lang: str) -> str:
    if not end:
        return ""
    if end[0] == "stop":
        return _STOP[lang]
    size = end[0].partition(" ")[2]
    return _TAKE[lang].format(chest=SIZE_NAMES[size][lang]) if size else _TAKE_ONE[lang]


def reason(context: HintContext, lang: str) -> str | None:
    view = context.view
    diver = view["divers"][context.seat]
    left = cells(view["points"], lang)
    if diver["carries"]:
        steps = min(distance(view, diver["at"], f"{column}.1") for column in view["boat"])
        chest = SIZE_NAMES[diver["carries"]][lang]
        return _HOME[lang].format(chest=chest, steps=cells(steps + 1, lang), cells=left)
    if not view["chests"]:
        return _WON[lang]
    cell = min(view["chests"], key=lambda cell: distance(view, diver["at"], cell))
    chest = SIZE_NAMES[view["chests"][cell][0]][lang]
    return _CHEST[lang].format(chest=chest, steps=cells(distance(view, diver["at"], cell), lang), cells=left)


def distance(view: View, start: str, end: str) -> int:
    """Steps between two cells if nothing is in the way; from the boat, its nearest column counts."""
    column, row = map(int, end.split("."))
    if start == "boat":
        return min(abs(column - int(one)) for one in view["boat"]) + row
    here, depth = map(int, start.split("."))
    return abs(column - here) + abs(row - depth)
