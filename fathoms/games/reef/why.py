"""Why? in The Reef: the rules behind an event line and behind what it brought about."""

from fathoms.engine.kinds import View
from fathoms.games.reef.pieces import DIRECTIONS, EVENTS, FIRST_EVENT_RULE
from fathoms.games.reef.words import WHY

View = View

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
