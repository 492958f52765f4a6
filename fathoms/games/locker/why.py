"""Why? in Davy Jones' Locker: the rules behind an event line and behind what it brought about."""

from fathoms.engine.kinds import View
from fathoms.games.locker.words import SKILL_RULES, WHY

View = View

_SUITS = {
    "anchor": "L14",
    "squid": "L15",
    "map": "L17",
    "key": "L20",
    "chest": "L20",
    "knife": "L18",
    "drone": "L19",
    "net": "L21",
    "harpoon": "L22",
    "mermaid": "L23",
}
_SKILLED = {  # skills that change what one's own card of a suit does
    "anchor": ("safe-harbour",),
    "knife": ("clean-sweep", "salvage"),
    "key": ("plunder", "windfall"),
    "chest": ("plunder", "windfall"),
    "net": ("double-haul",),
    "squid": ("squid-fisher",),
    "map": ("navigator",),
    "mermaid": ("golden-scales", "charmer"),
    "drone": ("mystic",),
    "harpoon": ("freebooter",),
}
_OPPOSED = {"knife": "backfire", "squid": "beastmaster", "harpoon": "decoy"}  # an opponent's skill that changes it
_WHEN_DRAWN = ("L39", "L43")  # skills that look at the deck alone
_ENTRIES = {"net": "net", "harpoon": "harpoon", "take": "map"}  # a line that brings a card, and the suit it obeys


def because(line: str, before: View | None, after: View | None) -> tuple[str, ...]:
    """The rules behind a line, most telling first: what a card does, whom it sank, and why a turn ended."""
    who, verb, *rest = line.split(" ")
    usual = WHY[f"sea {verb}" if who == "sea" else verb]
    if before is None or after is None:
        return _of_line(verb, rest) or usual
    told = _told(who, verb, rest, before) or _of_line(verb, rest) or usual
    if before["row"] and not after["row"] and verb != "surface":
        told = ("L10", *_incident(before), *told[:1]) if verb in _ENTRIES else _incident(before)
    return (*_end(before, after), *told)


def _of_line(verb: str, rest: list[str]) -> tuple[str, ...]:
    """What a line says without its position; () where its verb alone says it."""
    if verb == "diver":
        return (SKILL_RULES.get(rest[1], "L30"), "L30")
    if verb == "draw":
        return (_SUITS[_suit(rest[0])], "L6")
    if verb in _ENTRIES:
        return tuple(dict.fromkeys((_SUITS[_ENTRIES[verb]], _SUITS[_suit(rest[-1])], "L9")))
    return ()


def _told(who: str, verb: str, rest: list[str], before: View) -> tuple[str, ...]:
    """What a line is in its position, as long as nothing goes wrong; () where that makes no difference."""
    if verb == "draw":
        return (*_rules_of_suit(_suit(rest[0]), before), "L6")
    if verb in _ENTRIES:
        brought = [rule for rule in _rules_of_suit(_suit(rest[-1]), before) if rule not in _WHEN_DRAWN]
        return tuple(dict.fromkeys((*_rules_of_suit(_ENTRIES[verb], before), *brought, "L9")))
    if verb == "knife":
        return (SKILL_RULES["backfire"], "L18") if rest[0] == who else _rules_of_suit("knife", before)
    if verb in ("peek", "show"):
        return (*_rules_of_suit({"peek": "drone", "show": "map"}[verb], before), "L61")
    if verb in ("bonus", "plunder"):
        return _rules_of_suit("key", before)
    if verb == "continue":
        return ("L15", "L19", "L7") if before["squid"] else ("L7", "L5")
    return _surfacing(before) if verb == "surface" else ()


def _suit(card: str) -> str:
    return card.partition("-")[0]


def _rules_of_suit(suit: str, before: View) -> tuple[str, ...]:
    """What a card of a suit does for whoever is in turn: a skill that changes it comes first."""
    mine = before["divers"].get(before["turn"])
    others = {skill for seat, skill in before["divers"].items() if seat != before["turn"]}
    skills = [skill for skill in _SKILLED.get(suit, ()) if skill == mine]
    skills += [_OPPOSED[suit]] if _OPPOSED.get(suit) in others else []
    return (*[SKILL_RULES[skill] for skill in skills], _SUITS[suit])


def _incident(before: View) -> tuple[str, ...]:
    """What ends the turn, and what becomes of the row."""
    mine, suits = before["divers"].get(before["turn"]), {_suit(card) for card in before["row"]}
    rules = ["L54", "L8"] if before["variant"] == "strange-waters" else ["L8"]
    rules += ["L14"] if "anchor" in suits else []
    rules += ["L31"] if "anchor" in suits and mine == "safe-harbour" else []
    rules += ["L38"] if "net" in suits and mine == "dry-net" else []
    rules += ["L47"] if before["sabotaged"] == before["turn"] else []
    return (*rules, *(("L50",) if before["variant"] == "neighbours" else ()))


def _surfacing(before: View) -> tuple[str, ...]:
    """Home: with a bonus, because nothing is left to draw, or with an empty row."""
    suits = {_suit(card) for card in before["row"]}
    if {"key", "chest"} <= suits:
        return (*_rules_of_suit("key", before), "L11")
    if not before["row"]:
        return ("L7", "L12")
    return ("L11", "L13", "L12") if before["deck"] == 0 else ("L11", "L12")


def _end(before: View, after: View) -> tuple[str, ...]:
    """Why the game is over, if it is now."""
    if before["over"] or not after["over"]:
        return ()
    if before["variant"] == "sudden-death" and after["deck"]:
        return ("L52",)
    counts = {"hoard": "L51", "full-house": "L53", "depth-limit": "L55"}.get(before["variant"], "L25")
    return ("L24", counts)
