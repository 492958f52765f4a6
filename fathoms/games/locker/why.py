"""Why? in Davy Jones' Locker: what an event line brought about, and the rules behind that and behind the line."""

from fathoms.engine.game import Consequence
from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.seats import Naming, by_letter
from fathoms.games.locker.words import SKILL_RULES, WHY, card_name, joined, points

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


# What a line brought about, one thing each

_TOLD: dict[str, Text] = {
    "incident": {
        "en": "Incident: {who} loses {cards} to the Locker.",
        "fr": "Incident de plongée : {who} perd {cards}, direction le Cimetière marin.",
    },
    "incident to": {
        "en": "Incident: {who} loses {cards} to {other}.",
        "fr": "Incident de plongée : {who} perd {cards}, au profit {other:de}.",
    },
    "dry": {"en": "Incident: the turn ends here.", "fr": "Incident de plongée : le tour s’arrête là."},
    "saved": {"en": "{who} saves {cards}{sum}.", "fr": "{who} sauve {cards}{sum}."},
    "home": {"en": "{who} brings home {cards}{sum}.", "fr": "{who} rapporte {cards}{sum}."},
    "straight": {"en": "It goes straight to {who}'s Hold{sum}.", "fr": "La carte va droit dans la Cale {who:de}{sum}."},
    "bonus": {"en": "{who} gains {cards}{sum}.", "fr": "{who} gagne {cards}{sum}."},
    "cut": {
        "en": "{who} loses {cards} to the Locker{sum}.",
        "fr": "{who} perd {cards}, direction le Cimetière marin{sum}.",
    },
    "taken": {"en": "{who} loses {cards} to {other}{sum}.", "fr": "{who} perd {cards}, au profit {other:de}{sum}."},
    "netted": {"en": "{cards} leaves {who}'s Hold{sum}.", "fr": "{cards} quitte la Cale {who:de}{sum}."},
    "squid": {
        "en": "The Squid asks for {number} more before {who} may surface.",
        "fr": "Le Calamar réclame encore {number} ; jusque-là, {who} ne remonte pas.",
    },
    "decoy": {
        "en": "A decoy: the Harpoon sinks to the Locker.",
        "fr": "Un leurre : le Harpon coule au Cimetière marin.",
    },
    "over": {"en": "The game is over: {who}, {number}.", "fr": "La partie est finie : {who}, {number}."},
}
_CARDS: Text = {"en": "{} card", "fr": "{} carte"}
_MOVES_CARDS = ("knife", "harpoon", "net", "bonus")


def consequences(line: str, before: View, after: View, lang: str, name: Naming = by_letter) -> list[Consequence]:
    """Who gained or lost which cards by an event, what the Squid asks, and who has won."""
    who, verb, *rest = line.split(" ")
    told = [
        *_sunk(verb, rest, before, after, lang, name),
        *_moved(who, verb, before, after, lang, name),
        *_drawn(verb, rest, before, after, lang, name),
    ]
    if after["over"] and not before["over"]:
        won = joined([name(seat) for seat in after["winners"]], lang)
        number = points(max(after["scores"][seat] for seat in after["winners"]), lang)
        told.append(Consequence(_TOLD["over"][lang].format(who=won, number=number), _end(before, after)))
    return told


def _gone(seat: str, before: View, after: View) -> list[str]:
    return [card for card in before["holds"][seat] if card not in after["holds"][seat]]


def _come(seat: str, before: View, after: View) -> list[str]:
    return [card for card in after["holds"][seat] if card not in before["holds"][seat]]


def _listed(cards: list[str], lang: str) -> str:
    return joined([card_name(card, lang) for card in cards], lang)


def _sum(seat: str, before: View, after: View, lang: str) -> str:
    """What a Hold was worth and is worth now, where that has changed."""
    was, now = before["scores"][seat], after["scores"][seat]
    return f" ({was} → {points(now, lang)})" if was != now else ""


def _sunk(verb: str, rest: list[str], before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """An Incident: what it cost and whom it enriched, and what was saved."""
    if not before["row"] or after["row"] or verb == "surface":
        return []
    diver = before["turn"]
    saved = _come(diver, before, after)
    gifts = {seat: _come(seat, before, after) for seat in before["seats"] if seat != diver}
    heir = next((seat for seat, cards in gifts.items() if cards), None)
    lost = [card for card in [*before["row"], *_trigger(verb, rest, before)] if card not in saved]
    rules = _incident(before)
    told = [Consequence(_loss(diver, lost, heir, lang, name), rules, {diver: "sunk"})]
    if saved:
        text = _TOLD["saved"][lang].format(
            who=name(diver), cards=_listed(saved, lang), sum=_sum(diver, before, after, lang)
        )
        told.append(Consequence(text, tuple(rule for rule in rules if rule in ("L14", "L31", "L38"))))
    return told


def _loss(diver: str, lost: list[str], heir: str | None, lang: str, name: Naming) -> str:
    if not lost:
        return _TOLD["dry"][lang]
    words = {"who": name(diver), "cards": _listed(lost, lang)}
    if heir is None:
        return _TOLD["incident"][lang].format(**words)
    return _TOLD["incident to"][lang].format(**words, other=name(heir))


def _trigger(verb: str, rest: list[str], before: View) -> list[str]:
    """The card that sank the diver; a Net's and a Harpoon's is the top one of a Hold."""
    if verb in ("draw", "take"):
        return [rest[0]]
    hold = before["holds"][rest[0] if verb == "harpoon" else before["turn"]]
    return [card for card in hold if _suit(card) == rest[-1]][-1:]


def _moved(who: str, verb: str, before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """Cards that left a Hold, and cards that came to one, but for an Incident's."""
    told = []
    if verb in _MOVES_CARDS:
        told = [_left(who, verb, seat, before, after, lang, name) for seat in before["seats"]]
    diver = before["turn"]
    come = _come(diver, before, after) if diver and verb in ("surface", "bonus") else []
    if come:
        rules = _surfacing(before) if verb == "surface" else _rules_of_suit("key", before)
        text = _TOLD["home" if verb == "surface" else "bonus"][lang]
        words = {"who": name(diver), "cards": _listed(come, lang), "sum": _sum(diver, before, after, lang)}
        told.append(Consequence(text.format(**words), rules))
    return [one for one in told if one]


def _left(who: str, verb: str, seat: str, before: View, after: View, lang: str, name: Naming) -> Consequence | None:
    gone = _gone(seat, before, after)
    if not gone:
        return None
    taker = who if verb == "harpoon" else next((s for s in before["seats"] if gone[0] in after["holds"][s]), None)
    words = {"who": name(seat), "cards": _listed(gone, lang), "sum": _sum(seat, before, after, lang)}
    if verb == "net":
        return Consequence(_TOLD["netted"][lang].format(**words), ("L21",))
    rules = _rules_of_suit({"bonus": "key"}.get(verb, verb), before)
    hurt = {seat: "robbed" if taker else "cut"}
    if taker is None:
        return Consequence(_TOLD["cut"][lang].format(**words), rules, hurt)
    return Consequence(_TOLD["taken"][lang].format(**words, other=name(taker)), rules, hurt)


def _drawn(verb: str, rest: list[str], before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """What a card does as it enters, as far as its line does not say it."""
    diver, told = before["turn"], []
    if verb in ("draw", *_ENTRIES) and after["squid"] > before["squid"] and after["deck"]:
        number = after["squid"]
        cards = f"{_CARDS[lang].format(number)}{'s' if number > 1 else ''}"
        told.append(
            Consequence(_TOLD["squid"][lang].format(number=cards, who=name(diver)), _rules_of_suit("squid", before))
        )
    if verb == "draw" and rest[0] in after["holds"].get(diver, []) and after["row"] == before["row"]:
        words = {"who": name(diver), "sum": _sum(diver, before, after, lang)}
        rule = SKILL_RULES["squid-fisher" if _suit(rest[0]) == "squid" else "charmer"]
        told.append(Consequence(_TOLD["straight"][lang].format(**words), (rule,)))
    if verb in ("draw", *_ENTRIES) and rest[-1].startswith("harpoon") and after["row"] == before["row"] != []:
        told.append(Consequence(_TOLD["decoy"][lang], ("L46",)))
    return told
