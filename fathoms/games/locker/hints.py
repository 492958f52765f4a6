"""Why a hint of Davy Jones' Locker says what it says: what would sink the diver, and what is at stake."""

from fathoms.engine.kinds import View
from fathoms.engine.options import Text, with_noun
from fathoms.engine.parts.hint_context import HintContext, share_of
from fathoms.games.locker.pieces import SUITS

_RISK: Text = {
    "en": "{n} suits of {all} would sink you: {risk} % on the next card, with {cards} at stake.",
    "fr": "{n} familles sur {all} vous couleraient : {risk} % à la prochaine carte, et {cards} en jeu.",
}
_ONE: Text = {
    "en": "One suit of {all} would sink you: {risk} % on the next card, with {cards} at stake.",
    "fr": "Une famille sur {all} vous coulerait : {risk} % à la prochaine carte, et {cards} en jeu.",
}
_STRANGE: Text = {
    "en": "The next card sinks you in {risk} % of cases, with {cards} at stake.",
    "fr": "La prochaine carte vous coule dans {risk} % des cas, et {cards} en jeu.",
}
_SCORE: Text = {
    "en": "By your next decision your score changes by {points} on average.",
    "fr": "D’ici votre prochaine décision, votre score change de {points} en moyenne.",
}

OVERLOOKS: Text = {
    "en": "it weighs the cards at hand, not who is ahead nor how few turns are left",
    "fr": "elle pèse les cartes en jeu, sans voir qui mène ni combien il reste de tours",
}
LAST_CARDS = 3  # of the deck: with more there is too much to work out


def is_end_in_sight(view: View) -> bool:
    """Whether the rest can be worked out: without divers no player ever decides by what the other may not see."""
    return view["deck"] <= LAST_CARDS and set(view["divers"].values()) == {"none"}


def reason(context: HintContext, lang: str) -> str | None:
    """The risk of pressing on; for other choices, what they do to the score, if anything."""
    view = context.view
    if "continue" in view["choices"] and view["row"]:
        return _risk(context, lang)
    scores = [after["scores"][context.seat] for after in context.later(context.best)]
    change = round(sum(scores) / len(scores)) - view["scores"][context.seat]
    return _SCORE[lang].format(points=f"{change:+d}".replace("-", "−")) if change else None


def _risk(context: HintContext, lang: str) -> str:
    view = context.view
    risk = share_of(context.soon("continue"), lambda after: _sank(after, context.seat))
    cards = _cards(len(view["row"]), lang)
    if view["variant"] == "strange-waters":  # there, values sink
        return _STRANGE[lang].format(risk=risk, cards=cards)
    suits = {card.split("-")[0] for card in view["row"]}
    return (_ONE if len(suits) == 1 else _RISK)[lang].format(n=len(suits), all=len(SUITS), risk=risk, cards=cards)


def _cards(number: int, lang: str) -> str:
    return with_noun(number, {"en": "card", "fr": "carte"}, lang)


def _sank(after: View, seat: str) -> bool:
    """Whether the dive is over, though nobody chose to surface (L8)."""
    return after["turn"] != seat or not after["row"]
