"""Why? in The Reef: what an event line brought about, and the rules behind that and behind the line."""

from fathoms.engine.game import Consequence
from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.seats import Naming, by_letter
from fathoms.games.reef.pieces import DIRECTIONS, EVENTS, FIRST_EVENT_RULE
from fathoms.games.reef.words import WHY, cells
from fathoms.games.reef.words.names import SIZE_NAMES

EVENT_RULES = {event: f"R{FIRST_EVENT_RULE + number}" for number, event in enumerate(EVENTS)}
_AROUND = ((0, -1), (0, 1), (-1, 0), (1, 0))  # columns and rows to the cells beside one


def because(line: str, before: View | None, after: View | None) -> tuple[str, ...]:
    """The rules behind a line, most telling first: what it made sink, push, board or end, then what it is."""
    who, verb, *rest = line.split(" ")
    told = _of_line(verb, rest) or WHY[f"sea {verb}" if who == "sea" else verb]
    if before is None or after is None:
        return told
    if verb == "event":  # its card says what it does
        return _once(*told[:1], *_fortunes("event", before, after), *told[1:])
    told = _in_place(who, verb, rest, before, after) or told
    push = ("R21",) if verb == "dolphin" and _has_pushed(before, after) else ()
    return _once(*_fortunes(verb, before, after), *push, *told)


def _once(*rules: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rules))


def _of_line(verb: str, rest: list[str]) -> tuple[str, ...]:
    """What a line says without its position; () where its verb alone says it."""
    if verb == "event":
        return (EVENT_RULES[rest[0]], "R12")
    if verb == "spin" and rest:
        return ("R12", "R5") if rest[0] == "?" else ("R11", "R5")
    if verb == "card":
        return ("R13", "R7") if rest[0] == "dolphin" else ("R11", "R7")
    if verb == "grab":
        return ("R18", "R25") if rest else ("R18",)
    return ()


def _in_place(who: str, verb: str, rest: list[str], before: View, after: View) -> tuple[str, ...]:
    """What a line is in its position; () where that makes no difference."""
    event = before["event"] or ""
    if verb == "card" and before["helm"] == "?" and rest[0] != "dolphin":
        return ("R12", "R7")
    if verb in DIRECTIONS:
        return (EVENT_RULES[event],) if before["forced"] else ("R14", "R16")
    if verb == "enter":
        return ("R15",) if before["points"] else (EVENT_RULES[event], "R15")
    if verb == "stop":
        return ("R17", "R16") if _is_blocked(who, before) else ("R14",)
    if verb in ("dolphin", "done"):
        return _of_dolphin(verb, event, before, after)
    return ()


def _of_dolphin(verb: str, event: str, before: View, after: View) -> tuple[str, ...]:
    """A dolphin moves by an event, before the dive card, or by its card, after which the turn is soon over."""
    by_event = event in ("friend", "fright") and before["turn"] == after["turn"]
    cause = EVENT_RULES[event] if by_event else "R13"
    return ("R20", cause) if verb == "dolphin" else (cause, "R20")


def _is_blocked(seat: str, before: View) -> bool:
    """Whether a diver with points has nowhere to go; one on board could only stop for that reason (R15)."""
    place = before["divers"][seat]["at"]
    if not before["points"]:
        return False
    if place == "boat":
        return True
    column, row = map(int, place.split("."))
    if row == 1 and column in before["boat"]:
        return False
    return not any(_is_free(column + across, row + down, before) for across, down in _AROUND)


def _is_free(column: int, row: int, before: View) -> bool:
    if not 1 <= column <= len(before["chart"]) or not 1 <= row <= before["chart"][column - 1]:
        return False
    taken = {diver["at"] for diver in before["divers"].values()} | set(before["dolphins"].values())
    return f"{column}.{row}" not in taken


def _has_pushed(before: View, after: View) -> bool:
    """Whether a diver is in another cell now; who was brought aboard has not been pushed."""
    places = ((diver["at"], after["divers"][seat]["at"]) for seat, diver in before["divers"].items())
    return any(now not in ("boat", was) for was, now in places)


def _fortunes(verb: str, before: View, after: View) -> tuple[str, ...]:
    """What a line does not say: that the boat has arrived, why a dive is over, what sank, who came aboard."""
    sank = _below(after) > _below(before)
    moved = before["boat"] != after["boat"]
    rules = ["R26"] if moved and after["boat"][0] == 1 else []
    rules += [_end_of_dive(verb, before)] if moved or sank else []
    rules += ["R25"] if sank else []
    rules += ["R22"] if any(_came_aboard(seat, before, after) for seat in before["divers"]) else []
    return tuple(filter(None, rules))


def _end_of_dive(verb: str, before: View) -> str:
    """Why whoever is in turn has come to the end of a dive: by climbing, by ascending, or for want of air."""
    if verb in ("event", "tide"):
        return ""
    if verb == "up" and before["divers"][before["turn"]]["at"] in [f"{column}.1" for column in before["boat"]]:
        return "R19"
    return "R24" if verb == "ascend" else "R23"


def _came_aboard(seat: str, before: View, after: View) -> bool:
    return bool(before["divers"][seat]["at"] != "boat" == after["divers"][seat]["at"])


def _below(view: View) -> int:
    return sum(len(sizes) for sizes in view["chests"].values())


# What a line brought about, one thing each

_TOLD: dict[str, Text] = {
    "may swim": {"en": "{who} may swim {cells}.", "fr": "{who} peut nager de {cells}."},
    "dolphin": {"en": "A dolphin may be moved.", "fr": "Un dauphin peut être déplacé."},
    "won": {"en": "{who} wins the {chest}.", "fr": "{who} gagne la {chest}."},
    "sank": {
        "en": "{who} loses the {chest}: it sinks to {cell}.",
        "fr": "{who} perd la {chest} : elle coule en {cell}.",
    },
    "no air": {"en": "Out of air: {who} is pulled aboard.", "fr": "Plus d’air : retour à bord pour {who}."},
    "aboard": {
        "en": "{who} is back on board, all dive cards up.",
        "fr": "{who} est à bord, toutes ses cartes visibles.",
    },
    "carries": {"en": "{who} now carries the {chest}.", "fr": "{who} porte maintenant la {chest}."},
    "empty": {"en": "{who} has lost the {chest} to {other}.", "fr": "{who} perd la {chest} au profit {other:de}."},
    "moved": {"en": "{who}'s diver is now at {cell}.", "fr": "Le plongeur {who:de} est maintenant en {cell}."},
    "boat": {
        "en": "The boat moves on: {cells} to its journey's end.",
        "fr": "Le bateau avance : encore {cells} avant l’arrivée.",
    },
    "boat back": {
        "en": "The boat falls back: {cells} to its journey's end.",
        "fr": "Le bateau recule : encore {cells} avant l’arrivée.",
    },
    "arrived": {
        "en": "The boat has arrived: the dives are over.",
        "fr": "Le bateau est arrivé : les plongées sont finies.",
    },
    "over": {
        "en": "The game is over: {who}, with chests worth {number}.",
        "fr": "La partie est finie : {who}, avec des malles valant {number}.",
    },
}


def consequences(line: str, before: View, after: View, lang: str, name: Naming = by_letter) -> list[Consequence]:
    """How far a card lets one swim, whom others moved, who won or lost which chest, and where the boat goes."""
    told = _may_swim(line, before, after, lang, name)
    for seat in before["divers"]:
        told += _fortune(seat, line, before, after, lang, name)
    told += _boat(line, before, after, lang)
    if after["over"] and not before["over"]:
        best = max(after["scores"].values())
        won = ", ".join(map(name, after["winners"]))
        told.append(Consequence(_TOLD["over"][lang].format(who=won, number=best), ("R27", "R26")))
    return told


def _may_swim(line: str, before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    who, verb = line.split(" ")[:2]
    if verb != "card":
        return []
    text, told = _TOLD["may swim"][lang].format(who=name(who), cells=cells(after["points"], lang)), []
    if after["points"]:
        told.append(Consequence(text, because(line, before, after)))
    if after["dolphin_steps"]:
        told.append(Consequence(_TOLD["dolphin"][lang], ("R13",)))
    return told


def _fortune(seat: str, line: str, before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """What became of a diver and of what was carried."""
    verb, was, now = line.split(" ")[1], before["divers"][seat], after["divers"][seat]
    had: str = was["carries"] or _grabbed(seat, line, before)
    words = {"who": name(seat), "cell": now["at"]}
    told = []
    if len(after["won"][seat]) > len(before["won"][seat]):
        told.append(Consequence(_TOLD["won"][lang].format(**words, chest=SIZE_NAMES[had][lang]), ("R22",)))
    elif had and not now["carries"] and (cell := was["at"] if verb == "grab" else _sunk_at(before, after)):
        text = _TOLD["sank"][lang].format(who=name(seat), chest=SIZE_NAMES[had][lang], cell=cell)
        cause = tuple(filter(None, (_event_rule(line), "" if verb == "event" else _end_of_dive(verb, before))))
        told.append(Consequence(text, (*cause, "R25"), {seat: "lost"}))
    told += _traded(seat, line, before, after, lang, name)
    if _came_aboard(seat, before, after):
        gasped = seat == before["turn"] and _end_of_dive(verb, before) == "R23"
        rules = ("R23", "R22") if gasped else tuple(filter(None, (_event_rule(line), "R22")))
        hurt = {seat: "no air"} if gasped else {}
        told.append(Consequence(_TOLD["no air" if gasped else "aboard"][lang].format(**words), rules, hurt))
    elif now["at"] not in ("boat", was["at"]) and not _tells_place(line, seat, now["at"], before):
        told.append(Consequence(_TOLD["moved"][lang].format(**words), because(line, before, after)[:1]))
    return told


def _grabbed(seat: str, line: str, before: View) -> str:
    """The chest that a diver takes by an event, which may be lost by the same one; "" where none is taken."""
    who, verb, *rest = line.split(" ")
    if verb != "grab" or who != seat:
        return ""
    return rest[0] if rest else str(before["chests"][before["divers"][seat]["at"]][0])


def _event_rule(line: str) -> str:
    _, verb, *rest = line.split(" ")
    return EVENT_RULES[rest[0]] if verb == "event" else ""


def _sunk_at(before: View, after: View) -> str:
    """The cell where a chest has come to lie; "" where none has."""
    grown = (cell for cell, sizes in after["chests"].items() if len(sizes) > len(before["chests"].get(cell, ())))
    return next(grown, "")


def _traded(seat: str, line: str, before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """A chest that changed hands in the water."""
    who, verb, *rest = line.split(" ")
    had, has = before["divers"][seat]["carries"], after["divers"][seat]["carries"]
    if verb == "rescue" and seat == rest[0]:
        words = {"who": name(seat), "chest": SIZE_NAMES[had][lang], "other": name(who)}
        return [Consequence(_TOLD["empty"][lang].format(**words), ("R40",), {seat: "robbed"})]
    if verb == "swap" and seat in (who, rest[0]):
        text = _TOLD["carries"][lang].format(who=name(seat), chest=SIZE_NAMES[has][lang])
        return [Consequence(text, ("R36",))]
    return []


def _tells_place(line: str, seat: str, place: str, before: View) -> bool:
    """Whether a line says itself that this diver moves, and where to."""
    who, verb, *rest = line.split(" ")
    if verb == "enter" and place != f"{rest[0]}.1":  # an event's dive goes on from there
        return False
    if before["forced"] and before["forced"]["diver"] != who:  # somebody else steers
        return False
    return who == seat and verb not in ("dolphin", "drift")


def _boat(line: str, before: View, after: View, lang: str) -> list[Consequence]:
    if before["boat"] == after["boat"]:
        return []
    if after["boat"][0] == 1:
        return [Consequence(_TOLD["arrived"][lang], ("R26",))]
    text = _TOLD["boat" if after["boat"] < before["boat"] else "boat back"][lang]
    cause = _event_rule(line) or ("R42" if line.split(" ")[1] == "tide" else "R22")
    return [Consequence(text.format(cells=cells(after["boat"][0] - 1, lang)), (cause, "R3"))]
