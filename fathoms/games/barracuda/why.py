"""Why? in Barracuda: what an event line brought about, and the rules behind that and behind the line."""

from fathoms.engine.game import Consequence
from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.seats import Naming, by_letter
from fathoms.games.barracuda import pieces as p
from fathoms.games.barracuda.words import WHY, coins

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
        won = max(after["chests"].values()) >= after["goal"]
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


# What a line brought about, one thing each

_TOLD: dict[str, Text] = {
    "revealed": {"en": "Revealed: {0}.", "fr": "Cartes révélées : {0}."},
    "stops": {"en": "It stops on wreck {0}.", "fr": "Il s’arrête sur l’Épave {0}."},
    "stays": {"en": "It stays on wreck {0}.", "fr": "Il reste sur l’Épave {0}."},
    "all back": {
        "en": "{who} takes all five Movement cards back in hand.",
        "fr": "{who} reprend en main ses cinq cartes Déplacement.",
    },
    "back": {"en": "Back in {who}'s hand: {cards}.", "fr": "De retour dans la main {who:de} : {cards}."},
    "fish back": {"en": "The Barracuda card is back in hand: {0}.", "fr": "La carte Barracuda revient en main : {0}."},
    "bitten": {
        "en": "The Barracuda bites {who}, who drops the whole bag ({coins}) on wreck {wreck}.",
        "fr": "Le Barracuda mord {who}, qui lâche tout le sac ({coins}) sur l’Épave {wreck}.",
    },
    "robbed": {"en": "{who} loses {coins} to {other}.", "fr": "{who} perd {coins}, au profit {other:de}."},
    "spared": {"en": "{who}'s bag was empty.", "fr": "Le sac {who:de} était vide."},
    "banked": {
        "en": "{who} banks {coins}: {chest} in the chest ({goal} needed).",
        "fr": "{who} met {coins} au coffre : {chest} en tout (il en faut {goal}).",
    },
    "gained": {
        "en": "{who} gains {coins} on wreck {wreck}: {bag} in the bag.",
        "fr": "{who} gagne {coins} sur l’Épave {wreck} : {bag} dans le sac.",
    },
    "took": {"en": "{who} has {bag} in the bag.", "fr": "{who} a {bag} dans le sac."},
    "over": {
        "en": "The game is over: {who}, {coins} in the chest.",
        "fr": "La partie est finie : {who}, {coins} au coffre.",
    },
}


def consequences(line: str, before: View, after: View, lang: str, name: Naming = by_letter) -> list[Consequence]:
    """What was turned up, where the fish stops, whose coins went where, which cards came back, and who has won."""
    verb = line.split(" ")[1]
    told = [*_turned_up(before, after, lang, name), *_swum(line, before, after, lang)]
    for seat in before["bags"]:
        told += _fortune(seat, line, before, after, lang, name)
    told += [one for seat in before["played"] for one in _cards_back(seat, before, after, lang, name)]
    told += _fish_back(verb, before, after, lang, name)
    if after["over"] and not before["over"]:
        won = after["winners"]
        words = {"who": ", ".join(map(name, won)), "coins": coins(str(after["chests"][won[0]]), lang)}
        told.append(Consequence(_TOLD["over"][lang].format(**words), _consequences(before, after)[:1]))
    return told


def _turned_up(before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """The cards just revealed: who lies has played the Barracuda card, who stands the card of that wreck."""
    if before["phase"] != "choose" or after["phase"] == "choose":
        return []
    shown = {seat: str(one["wreck"]) if one["standing"] else "Barracuda" for seat, one in after["divers"].items()}
    cards = ", ".join(f"{name(seat)} {card}" for seat, card in shown.items())
    return [Consequence(_TOLD["revealed"][lang].format(cards), ("B11", "B12"))]


def _swum(line: str, before: View, after: View, lang: str) -> list[Consequence]:
    if " towards " not in line:
        return []
    text = _TOLD["stops" if before["barracuda"] != after["barracuda"] else "stays"][lang]
    return [Consequence(text.format(after["barracuda"]), ("B14", "B15"))]


def _fortune(seat: str, line: str, before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """What became of a player's coins: bitten, robbed, banked, gained."""
    who, verb, *rest = line.split(" ")
    told, kept = [], before["bags"][seat]
    if banked := _banked(seat, before, after):
        sums = {"coins": coins(str(banked), lang), "chest": after["chests"][seat], "goal": after["goal"]}
        told.append(Consequence(_TOLD["banked"][lang].format(who=name(seat), **sums), ("B6",)))
    if verb in ("rob", "share") and seat in (who, rest[0]):
        told += _handed_over(seat, line, before, after, lang, name)
        kept = 0 if verb == "rob" and seat != who else after["bags"][seat]
    words = {"who": name(seat), "wreck": after["divers"][seat]["wreck"], "bag": after["bags"][seat]}
    if kept and _is_bitten(seat, before, after):
        text = _TOLD["bitten"][lang].format(**words, coins=coins(str(kept), lang))
        told.append(Consequence(text, ("B22",), {seat: "bitten"}))
        kept = 0
    if (gained := after["bags"][seat] - kept + banked) > 0:
        text = _TOLD["gained"][lang].format(**words, coins=coins(str(gained), lang))
        told.append(Consequence(text, ("B5", "B21")))
    return told


def _is_bitten(seat: str, before: View, after: View) -> bool:
    """Whether the resolution has just come by a diver beside the Barracuda, neither sheltered nor its controller."""
    wreck, diver = after["barracuda"], before["divers"][seat]
    if before["phase"] == "choose" or diver["wreck"] != wreck or before["controller"] == seat:
        return False
    sheltered = diver["standing"] and before["wrecks"][wreck - 1]["common"] == "shelter"
    return not sheltered and wreck in _resolved(before, after)


def _resolved(before: View, after: View) -> range:
    """The wrecks that an event has led past; the last one, where the game was won, is not among them."""
    last = after["resolving"] if after["turn"] == before["turn"] and after["resolving"] else p.WRECKS
    return range((before["resolving"] or 0) + 1, last)


def _handed_over(seat: str, line: str, before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """A theft or a share: who lost how much to whom."""
    who, verb, other = line.split(" ")[:3]
    lost = before["bags"][other]
    if verb == "share" or seat == who:
        text = _TOLD["took"][lang].format(who=name(seat), bag=coins(str(after["bags"][seat]), lang))
        return [Consequence(text, ("B32",) if verb == "share" else ("B23",))]
    if not lost:
        return [Consequence(_TOLD["spared"][lang].format(who=name(seat)), ("B23",))]
    words = {"who": name(seat), "coins": coins(str(lost), lang), "other": name(who)}
    return [Consequence(_TOLD["robbed"][lang].format(**words), ("B23", "B25"), {seat: "robbed"})]


def _banked(seat: str, before: View, after: View) -> int:
    """What a player put into the chest; of a team's two it is the one on the wreck with the bank."""
    gone = after["chests"][seat] - before["chests"][seat]
    wreck = before["divers"][seat]["wreck"] if before["phase"] != "choose" else after["divers"][seat]["wreck"]
    at_bank = wreck is not None and before["wrecks"][wreck - 1]["unique"].startswith("bank")
    return gone if gone > 0 and (at_bank or not before["teams"]) else 0


def _cards_back(seat: str, before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """Movement cards that came back to a hand by themselves."""
    was, now = before["played"][seat], after["played"][seat]
    if len(was) == p.MOVEMENT_CARDS - 1 and not now and not before["recovering"][seat]:
        return [Consequence(_TOLD["all back"][lang].format(who=name(seat)), ("B13",))]
    back = ", ".join(card for card in was if card not in now)
    return [Consequence(_TOLD["back"][lang].format(who=name(seat), cards=back), ("B7",))] if back else []


def _fish_back(verb: str, before: View, after: View, lang: str, name: Naming) -> list[Consequence]:
    """Barracuda cards that the centre gave back."""
    lacked = [seat for seat, cards in before["hands"].items() if "barracuda" not in cards]
    back = [name(seat) for seat in lacked if "barracuda" in after["hands"][seat]]
    if not back or verb == "bait":
        return []
    return [Consequence(_TOLD["fish back"][lang].format(", ".join(back)), ("B27", "B17"))]
