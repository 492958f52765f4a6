"""Why? in The Nukha's Cave: the rules behind an event line and behind what it brought about."""

from fathoms.engine.kinds import View
from fathoms.games.nukha.pieces import ADVENTURERS, CLAIMS, EFFECT_RULE
from fathoms.games.nukha.words import WHY

View = View

_EFFECTS = {claim: f"N{int(EFFECT_RULE[number])}" for number, claim in enumerate(CLAIMS)}
_POWERS = {name: f"N{30 + number}" for number, name in enumerate(ADVENTURERS)}
_FOUND = {"egg": ("N12", "N10"), "nomads": ("N11", "N24", "N25", "N26")}
_CHOSEN = {"buy": ("N14", "N13"), "leave": ("N15", "N13"), "mutiny": ("N8", "N7"), "pledge": ("N9", "N7")}


def because(line: str, before: View | None, after: View | None) -> tuple[str, ...]:
    """The rules behind a line, most telling first: what an object does, and who pays whom for a word."""
    who, verb, *rest = line.split(" ")
    told = _of_line(who, verb, rest) or WHY[f"sea {verb}" if who == "sea" else verb]
    if before is None or after is None:
        return told
    return tuple(dict.fromkeys(_in_place(who, verb, rest, before, after) or told))


def _of_line(who: str, verb: str, rest: list[str]) -> tuple[str, ...]:
    """What a line says without its position; () where its verb alone says it."""
    if verb == "find":
        return _FOUND.get(rest[0], ("N10", "N12"))
    if verb == "choose":
        return (_POWERS[rest[0]], "N3")
    return ("N12", _EFFECTS[rest[0]]) if verb == "claim" else _CHOSEN.get(verb, ())


def _in_place(who: str, verb: str, rest: list[str], before: View, after: View) -> tuple[str, ...]:
    """What a line is in its position; () where that makes no difference."""
    effect = _EFFECTS.get(before["claim"], "")
    if verb == "reveal":
        told = _accused(before, after) if before["target"] else ("N14",)
        return (*told, effect) if rest[0].startswith(before["claim"]) else told  # a lie has no effect
    if verb == "attack":
        answer = ("N14",) if who == before["captain"] else ("N15", "N16", "N17")
        return (effect, *_siana(effect, after), *answer)
    if verb == "pick":
        return (effect, "N28")
    if verb == "accept":
        return ("N16", effect, *_siana(effect, before))
    if verb == "leave" and after["turn"] != before["turn"]:  # nobody to attack, so the cave has passed on
        return ("N15", effect, "N19")
    return ()


def _siana(effect: str, view: View) -> tuple[str, ...]:
    """Siana chooses the card herself; a Lizard takes none."""
    target = view["target"]
    chooses = target is not None and view["adventurers"][target] == "siana" and effect != _EFFECTS["lizard"]
    return (_POWERS["siana"],) if chooses and target != view["captain"] else ()


def _accused(before: View, after: View) -> tuple[str, ...]:
    """An accusation: what it costs whom, Ulrich's double prize, pockets that were empty."""
    pair = [before["attacker"], before["target"]]
    ulrich = [seat for seat in pair if before["adventurers"][seat] == "ulrich" and seat != before["captain"]]
    prize = ("N34",) if any(after["coins"][seat] > before["coins"][seat] for seat in ulrich) else ()
    broke = ("N18",) if any(before["coins"][seat] == 0 for seat in pair) else ()
    return ("N17", *prize, *broke)
