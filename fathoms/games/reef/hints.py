"""Why a hint of The Reef says what it says: what the diver carries, how far it is, and how far one may swim."""

from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.parts.hint_context import HintContext
from fathoms.games.reef.words import cells
from fathoms.games.reef.words.names import SIZE_NAMES

_HOME: Text = {
    "en": "You carry a {chest}; the boat is {steps} away, and you may swim {cells}.",
    "fr": "Vous portez une {chest} ; le bateau est à {steps}, et vous pouvez nager de {cells}.",
}
_CHEST: Text = {
    "en": "The nearest chest, a {chest}, is {steps} away, and you may swim {cells}.",
    "fr": "La malle la plus proche, une {chest}, est à {steps}, et vous pouvez nager de {cells}.",
}
_WON: Text = {"en": "Nothing is left on the bed.", "fr": "Il ne reste rien au fond."}


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
