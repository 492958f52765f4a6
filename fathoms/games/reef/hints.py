"""Why a hint of The Reef says what it says: what the diver carries, how far it is, and how far one may swim."""

from collections.abc import Sequence

from fathoms.engine.kinds import View
from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.hint_context import HintContext
from fathoms.games.reef.words import cells
from fathoms.games.reef.words.names import DIRECTION_NAMES, SIZE_NAMES

_HOME: Text = {
    "en": "You carry a {chest}; the boat is {steps} away.",
    "fr": "Vous portez une {chest} ; le bateau est à {steps}.",
}
_CHEST: Text = {
    "en": "Nearest: a {chest}, {steps} away.",
    "fr": "Au plus près : une {chest}, à {steps}.",
}
_HERE: Text = {"en": "You are on a {chest}.", "fr": "Vous êtes sur une {chest}."}
_SWIMS: Text = {"en": "You may swim {cells}; {air}.", "fr": "Vous pouvez nager de {cells} ; {air}."}
_WITH_CARD: Text = {
    "en": "With this card you may swim {cells}; {air}.",
    "fr": "Avec cette carte, vous pouvez nager de {cells} ; {air}.",
}
_AIR: Text = {"en": "{cards} left after that", "fr": "il restera {cards}"}
_LAST: Text = {
    "en": "no dive card is left after that, so be on board by then",
    "fr": "c’est la dernière carte, il faut finir à bord",
}
OVERLOOKS: Text = {
    "en": "it counts the ways as if nobody stood in them, and looks at no other diver's plans",
    "fr": "elle compte les chemins comme si personne ne les barrait, sans regarder ce que veulent les autres",
}
_SWIM: Text = {"en": "Swim to {cell}{way}", "fr": "Nager jusqu’en {cell}{way}"}
_ABOARD: Text = {"en": "Swim to the boat{way}", "fr": "Nager jusqu’au bateau{way}"}
_STOP: Text = {"en": " and stop there", "fr": " et s’y arrêter"}
_TAKE: Text = {"en": " and take the {chest}", "fr": " et prendre la {chest}"}
_TAKE_ONE: Text = {"en": " and take the chest", "fr": " et prendre la malle"}
_WON: Text = {"en": "Nothing is left on the bed.", "fr": "Il ne reste rien au fond."}


def paths(view: View) -> list[list[str]]:
    """The ways that one's diver may swim: one to each cell within reach."""
    return list(view.get("reachable", {}).values())


def is_end(choice: str) -> bool:
    """Whether a choice closes a swim: a chest is taken, or the rest of the points given up."""
    return choice == "stop" or choice.split()[0] == "grab"


def path_text(steps: Sequence[str], view: View, lang: str, with_way: bool) -> str:
    """A whole swim: where to, by which way if that is asked, and what is done there."""
    cell, _ = goal(steps, view)
    way = [step for step in steps if not is_end(step)]
    told = f" ({', '.join(_step(step, lang) for step in way)})" if with_way else ""
    swim = (_ABOARD if cell == "boat" else _SWIM)[lang].format(cell=cell, way=told)
    return swim + _end(steps[len(way) :], lang)


def goal(steps: Sequence[str], view: View) -> tuple[str, str]:
    """Where a swim leads to, and the chest that is taken there, if one is."""
    way = [step for step in steps if not is_end(step)]
    taken = " ".join(step for step in steps if step.startswith("grab"))
    return destination(str(view["divers"][view["turn"]]["at"]), way), taken


def destination(start: str, way: Sequence[str]) -> str:
    """The cell, or the boat, to which some steps lead."""
    cell = start
    for step in way:
        if step.startswith("enter "):
            cell = f"{step.split()[1]}.1"
        else:
            column, row = map(int, cell.split("."))
            right, down = _TOWARDS[step]
            cell = f"{column + right}.{row + down}" if row + down else "boat"
    return cell


_TOWARDS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


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
    """Where the diver is, how far it may swim, and how much air is left."""
    return " ".join(filter(None, (_place(context, lang), _range(context, lang))))


def _place(context: HintContext, lang: str) -> str:
    view = context.view
    diver = view["divers"][context.seat]
    if diver["carries"]:
        steps = min(distance(view, f"{column}.1", diver["at"]) for column in view["boat"]) + 1
        return _HOME[lang].format(chest=SIZE_NAMES[diver["carries"]][lang], steps=cells(steps, lang))
    if not view["chests"]:
        return _WON[lang]
    cell = min(view["chests"], key=lambda cell: distance(view, diver["at"], cell))
    steps, chest = distance(view, diver["at"], cell), SIZE_NAMES[view["chests"][cell][0]][lang]
    return (_CHEST if steps else _HERE)[lang].format(chest=chest, steps=cells(steps, lang))


def _range(context: HintContext, lang: str) -> str | None:
    """How far one may swim, now or with the card that is advised (R11 to R13), and the cards that are left then."""
    view, (verb, _, card) = context.view, context.best.partition(" ")
    left, points = len(view["cards"][context.seat]["up"]), view["points"]
    if verb == "card":
        left, points = left - 1, sum(int(part) for part in (view["helm"], card) if str(part).isdigit())
    if not points:
        return None
    cards = with_noun(left, {"en": "dive card", "fr": "carte"}, lang)
    air = _AIR[lang].format(cards=cards) if left else _LAST[lang]
    return (_WITH_CARD if verb == "card" else _SWIMS)[lang].format(cells=cells(points, lang), air=air)


def distance(view: View, start: str, end: str) -> int:
    """Steps between two cells, up and over the reef between them, if nobody is in the way."""
    if start == "boat":
        return 1 + min(distance(view, f"{column}.1", end) for column in view["boat"])
    (here, depth), (there, bottom) = (map(int, cell.split(".")) for cell in (start, end))
    ceiling = int(min(view["chart"][min(here, there) - 1 : max(here, there)]))
    return abs(here - there) + max(abs(depth - bottom), depth + bottom - 2 * ceiling)
