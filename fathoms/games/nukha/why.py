"""Why? in The Nukha's Cave: what an event line brought about, and the rules behind that and behind the line."""

from fathoms.engine.game import Consequence
from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.seats import Naming, by_letter
from fathoms.games.nukha.pieces import ADVENTURERS, CLAIMS, EFFECT_RULE
from fathoms.games.nukha.words import CARD_NAMES, EFFECTS, POWERS, SHORT_NAMES, WHY, coins, points

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


# What a line brought about, one thing each

_TOLD: dict[str, Text] = {
    "power": {"en": "{who}: {power}.", "fr": "{who} : {power}."},
    "deposed": {"en": "{who} is an Explorer again.", "fr": "{who} redevient Explorateur."},
    "reserve": {"en": "{who} takes {coins} from the reserve.", "fr": "{who} prend {coins} dans la réserve."},
    "paid": {"en": "{who} loses {coins} to {other}.", "fr": "{who} perd {coins}, au profit {other:de}."},
    "kept": {"en": "{who} keeps it, face down.", "fr": "{who} la garde, face cachée."},
    "no attack": {"en": "There is nobody to attack.", "fr": "Il n’y a personne à attaquer."},
    "effect": {"en": "The {card} {effect}.", "fr": "{card} : {effect}."},
    "bought true": {
        "en": "The claim was true, and {who} attacks with it.",
        "fr": "L’annonce était vraie : {who} s’en sert pour attaquer.",
    },
    "bought lie": {"en": "A bluff: no attack.", "fr": "Du bluff : pas d’attaque."},
    "true": {
        "en": "The claim was true: {who} was wrong to accuse.",
        "fr": "L’annonce était vraie : {who} accuse à tort.",
    },
    "lie": {"en": "{who} is caught bluffing.", "fr": "{who} bluffait."},
    "broke": {"en": "{who} has no coin to pay with.", "fr": "{who} n’a pas de Pièce pour payer."},
    "lit": {"en": "{who} must show {card}.", "fr": "{who} doit montrer {card}."},
    "taken": {"en": "{who} loses {card} to {other}.", "fr": "{who} perd {card}, au profit {other:de}."},
    "shot": {"en": "{who} loses {card} to the discard.", "fr": "{who} perd {card}, à la défausse."},
    "over": {"en": "The game is over: {who}, {number}.", "fr": "La partie est finie : {who}, {number}."},
}


def consequences(line: str, before: View, after: View, lang: str, name: Naming = by_letter) -> list[Consequence]:
    """What a word was worth, who paid whom, which card changed hands or came to light, and who has won."""
    who, verb, *rest = line.split(" ")
    if after["over"]:
        return _ended(before, after, lang, name)
    told = [
        *_said(who, verb, rest, before, after, lang, name),
        *_card_lost(verb, rest, before, after, lang, name),
        *_coins_moved(verb, before, after, lang, name),
    ]
    return [one for one in told if one]


def _ended(before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    if before["over"]:
        return []
    best = max(after["scores"][seat] for seat in after["winners"])
    words = {"who": ", ".join(map(name, after["winners"])), "number": points(best, lang)}
    return [Consequence(_TOLD["over"][lang].format(**words), ("N24", "N26", "N25"))]


def _said(
    who: str, verb: str, rest: list[str], before: View, after: View, lang: str, name: Naming
) -> list[Consequence]:
    """What a decision means: a power, the Bottle, an effect to come, a claim that is true or is not."""
    if verb == "choose":
        return [Consequence(_sentence(POWERS[rest[0]][lang]), (_POWERS[rest[0]],))]
    if verb == "mutiny":
        return [Consequence(_TOLD["deposed"][lang].format(who=name(before["captain"])), ("N8",))]
    if verb == "leave":
        alone = after["turn"] != before["turn"]
        kept = Consequence(_TOLD["kept"][lang].format(who=name(before["turn"])), ("N15",))
        return [kept, Consequence(_TOLD["no attack"][lang], ("N15", _EFFECTS[before["claim"]]))] if alone else [kept]
    if verb == "attack":
        words = {"card": SHORT_NAMES[before["claim"]][lang], "effect": EFFECTS[before["claim"]][lang]}
        return [Consequence(_TOLD["effect"][lang].format(**words), (_EFFECTS[before["claim"]],))]
    return _proven(rest[0], before, after, lang, name) if verb == "reveal" else []


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _proven(card: str, before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """A card that was bought or doubted: was the claim true?"""
    true, target = card.startswith(before["claim"]), before["target"]
    if target is None:
        attacks = true and after["phase"] == "target"
        told = [
            Consequence(
                _TOLD["bought true" if true else "bought lie"][lang].format(who=name(before["captain"])), ("N14",)
            )
        ]
        return told if attacks or not true else [Consequence(_TOLD["no attack"][lang], ("N14",))]
    wrong = target if true else before["attacker"]
    text = _TOLD["true" if true else "lie"][lang].format(who=name(wrong))
    told = [Consequence(text, ("N17",), {wrong: "wrong" if true else "caught"})]
    if not true and before["coins"][wrong] == 0:
        told.append(Consequence(_TOLD["broke"][lang].format(who=name(wrong)), ("N18",)))
    return told


def _card_lost(verb: str, rest: list[str], before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """What an attack did to a card of its target."""
    target, attacker, claim = before["target"], before["attacker"], before["claim"]
    if verb not in ("pick", "offer") or after["loot"][target] == before["loot"][target]:
        return []
    words = {
        "who": name(target),
        "card": CARD_NAMES["hidden" if rest[-1] == "?" else rest[-1]][lang],
        "other": name(attacker),
    }
    text = _TOLD[{"lantern": "lit", "grapple": "taken", "pistol": "shot"}[claim]][lang].format(**words)
    hurt = {target: {"lantern": "lit", "grapple": "robbed", "pistol": "shot"}[claim]}
    return [Consequence(text, (_EFFECTS[claim], *_siana(_EFFECTS[claim], before)), hurt)]


def _coins_moved(verb: str, before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """Who paid whom; a pledge and Red's theft say it themselves."""
    if verb in ("pledge", "steal", "captain") or not before["captain"]:
        return []
    change = {seat: after["coins"][seat] - number for seat, number in before["coins"].items()}
    gainer = next((seat for seat, number in change.items() if number > 0), None)
    loser = next((seat for seat, number in change.items() if number < 0), None)
    if gainer is None:
        return []
    sums = coins(change[gainer], lang)
    if loser is None:
        text = _TOLD["reserve"][lang].format(who=name(gainer), coins=sums)
        return [Consequence(text, ("N8",))] if verb == "mutiny" else []
    text = _TOLD["paid"][lang].format(who=name(loser), coins=sums, other=name(gainer))
    rules, hurt = _of_payment(verb, loser, before)
    return [Consequence(text, rules, hurt)]


def _of_payment(verb: str, loser: str, before: View) -> tuple[tuple[str, ...], dict[str, str]]:
    """The rules by which coins changed hands, and whether that was a loss."""
    if verb == "buy":
        return ("N14", "N13"), {}
    if before["claim"] != "lizard" or loser == before["attacker"]:  # for a word that was wrong, and told so
        return ("N17",), {}
    return (("N22",) if verb in ("accept", "attack") else ("N22", "N17")), {loser: "robbed"}
