"""Why a hint of The Reef says what it says: what the diver carries, how far it is, and with how many points."""

from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.parts.hint_context import HintContext
from fathoms.games.reef.words import SIZE_NAMES

_HOME: Text = {
    "en": "You carry a {chest}; the boat is {steps} away, with {points} left.",
    "fr": "Vous portez une {chest} ; le bateau est à {steps}, et il vous reste {points}.",
}
_CHEST: Text = {
    "en": "The nearest chest, a {chest}, is {steps} away, with {points} left.",
    "fr": "La malle la plus proche, une {chest}, est à {steps}, et il vous reste {points}.",
}
_WON: Text = {"en": "Nothing is left on the bed.", "fr": "Il ne reste rien au fond."}


def reason(context: HintContext, lang: str) -> str | None:
    view = context.view
    diver = view["divers"][context.seat]
    points = _count(view["points"], {"en": ("point", "points"), "fr": ("point", "points")}, lang)
    if diver["carries"]:
        steps = min(distance(view, diver["at"], f"{column}.1") for column in view["boat"])
        chest = SIZE_NAMES[diver["carries"]][lang]
        return _HOME[lang].format(chest=chest, steps=_steps(steps + 1, lang), points=points)
    if not view["chests"]:
        return _WON[lang]
    cell = min(view["chests"], key=lambda cell: distance(view, diver["at"], cell))
    chest = SIZE_NAMES[view["chests"][cell][0]][lang]
    return _CHEST[lang].format(chest=chest, steps=_steps(distance(view, diver["at"], cell), lang), points=points)


def distance(view: View, start: str, end: str) -> int:
    """Steps between two cells if nothing is in the way; from the boat, its nearest column counts."""
    column, row = map(int, end.split("."))
    if start == "boat":
        return min(abs(column - int(one)) for one in view["boat"]) + row
    here, depth = map(int, start.split("."))
    return abs(column - here) + abs(row - depth)


def _steps(number: int, lang: str) -> str:
    return _count(number, {"en": ("step", "steps"), "fr": ("case", "cases")}, lang)


def _count(number: int, words: dict[str, tuple[str, str]], lang: str) -> str:
    """Nothing at all is many in English, one in French."""
    one, many = words[lang]
    return f"{number} {one if number == 1 or (number == 0 and lang == 'fr') else many}"
