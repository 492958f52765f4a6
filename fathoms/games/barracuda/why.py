"""Why? in Barracuda: the rules behind an event line and behind what it brought about."""

from fathoms.engine.kinds import View
from fathoms.games.barracuda.words import WHY

View = View

_ACTIONS = {"gain": "B5", "bank": "B6", "recover": "B7", "shelter": "B8", "bait": "B9"}  # by their first word


def because(line: str, before: View | None, after: View | None) -> tuple[str, ...]:
    """The rules behind a line, most telling first: the end, a bite, what was banked, then what the line is."""
    who, verb, *rest = line.split(" ")
    told = _of_line(verb, rest) or WHY[f"sea {verb}" if who == "sea" else verb]
    if before is None or after is None:
        return told
    told = _in_place(who, verb, rest, before) or told
    earned = ("B21",) if who == "sea" and _gained(before, after) else ()
    return tuple(dict.fromkeys((*_consequences(before, after), *told, *earned)))


def _of_line(verb: str, rest: list[str]) -> tuple[str, ...]:
    """What a line says without its position; () where its verb alone says it."""
    if verb == "roll" and len(rest) == 1:
        return ("B16",)
    if verb == "play":
        return {"?": ("B11",), "barracuda": ("B12", "B16", "B25")}.get(rest[0], ("B12", "B11"))
    return ("B10", "B40") if verb == "pick" else ()


def _in_place(who: str, verb: str, rest: list[str], before: View) -> tuple[str, ...]:
    """What a line is in its position; () where that makes no difference."""
    if verb == "unique":
        return (action_rule(before["wrecks"][before["resolving"] - 1]["unique"]), "B23", "B20")
    if verb == "rob":
        return ("B23", "B20") if before["divers"][rest[0]]["standing"] else ("B25", "B23")
    if verb == "recover" and not before["played"][who]:
        return ("B41", "B10")
    return ()


def action_rule(action: str) -> str:
    """The rule of a wreck card's action, as the view tells it: `gain 3`, `recover 1 or meddle`."""
    return "B10" if action.endswith("meddle") else _ACTIONS[action.split(" ")[0]]


def _consequences(before: View, after: View) -> tuple[str, ...]:
    """What a line does not say: who has won, whom the fish has bitten, what was banked, which cards came back."""
    rules = []
    if after["over"] and not before["over"]:
        won = max(after["chests"].values()) >= (12 if after["teams"] else after["goal"])
        rules.append("B28" if won else "B29")
    if any(_was_bitten(seat, before, after) for seat in before["bags"]):
        rules.append("B22")
    if any(after["chests"][seat] > coins for seat, coins in before["chests"].items()):
        rules.append("B6")
    if any(len(cards) == 4 and not after["played"][seat] for seat, cards in before["played"].items()):
        rules.append("B13")
    if after["barracuda"] == 6 != before["barracuda"]:
        rules.append("B17")
    return tuple(rules)


def _was_bitten(seat: str, before: View, after: View) -> bool:
    """Whether a bag was left where the Barracuda is: nothing else empties one there."""
    lost = after["bags"][seat] < before["bags"][seat] and after["chests"][seat] <= before["chests"][seat]
    return bool(lost and after["divers"][seat]["wreck"] == after["barracuda"])


def _gained(before: View, after: View) -> bool:
    return any(after["bags"][seat] > coins for seat, coins in before["bags"].items())
