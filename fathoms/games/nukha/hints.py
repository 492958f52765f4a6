"""Why a hint of The Nukha's Cave says what it says: how likely a claim is true, or what one's own would be."""

from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.parts.hint_context import HintContext, share_of
from fathoms.games.nukha.words import CARD_NAMES

_TRUE: Text = {
    "en": "By the cards you have not seen, the claim is true in {share} % of cases.",
    "fr": "À en juger par les cartes que vous n’avez pas vues, l’annonce est vraie dans {share} % des cas.",
}
_HONEST: Text = {"en": "You hold {card}: that claim is true.", "fr": "Vous avez {card} : cette annonce est vraie."}
_BLUFF: Text = {"en": "You hold {card}: that claim is a bluff.", "fr": "Vous avez {card} : cette annonce est un bluff."}
_SURE_HIT: Text = {
    "en": "You hold {card}: the attack happens even if they accuse you.",
    "fr": "Vous avez {card} : l’attaque a lieu même si l’on vous accuse.",
}
_BLUFFED: Text = {
    "en": "You hold {card}: if they accuse you, the attack fails and you pay them, if you can.",
    "fr": "Vous avez {card} : si l’on vous accuse, l’attaque échoue et vous payez, si vous le pouvez.",
}
_BOUGHT: Text = {
    "en": "The card is in the open: nobody can accuse you.",
    "fr": "La carte est à la vue de tous : personne ne peut vous accuser.",
}
_COINS: Text = {
    "en": "It brings you to {coins} coins on average when you decide next; the Captain has {captain}.",
    "fr": "Cela vous amène à {coins} Pièces en moyenne à votre prochaine décision ; le Capitaine en a {captain}.",
}

OVERLOOKS: Text = {
    "en": "it looks at this decision alone, and not at the turns after it",
    "fr": "elle ne regarde que cette décision, sans voir les tours qui suivent",
}


def reason(context: HintContext, lang: str) -> str | None:
    verb, _, said = context.best.partition(" ")
    view = context.view
    if verb in ("buy", "leave", "accept", "accuse"):
        return _TRUE[lang].format(share=share_of(context.worlds, lambda world: is_true(world["found"], view["claim"])))
    if verb == "claim":
        text = _HONEST if is_true(view["found"], said) else _BLUFF
        return text[lang].format(card=CARD_NAMES[view["found"]][lang])
    if verb == "attack":
        return _attack(context.seat, view, lang)
    return _coins(context, view, lang) if verb in ("mutiny", "pledge", "steal") else None


def is_true(found: str | None, claim: str | None) -> bool:
    """Whether a card is what was claimed: a Lantern of either value is a Lantern (N12)."""
    return found is not None and claim is not None and found.split("-")[0] == claim


def _attack(seat: str, view: View, lang: str) -> str:
    """Whether the one who is attacked may accuse, and how that would end (N14, N17)."""
    if seat == view["captain"]:
        return _BOUGHT[lang]
    text = _SURE_HIT if is_true(view["found"], view["claim"]) else _BLUFFED
    return text[lang].format(card=CARD_NAMES[view["found"]][lang])


def _coins(context: HintContext, view: View, lang: str) -> str:
    coins = [after["coins"][context.seat] for after in context.later(context.best)]
    return _COINS[lang].format(coins=round(sum(coins) / len(coins)), captain=view["coins"][view["captain"]])
