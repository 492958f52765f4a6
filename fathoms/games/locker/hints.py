"""Why a hint of Davy Jones' Locker says what it says: what would sink the diver, and what is at stake."""

from fathoms.engine.kinds import View
from fathoms.engine.options import Text, is_plural, with_noun
from fathoms.engine.parts.hint_context import HintContext, share_of

_SINKS: Text = {
    "en": "{n} of the {left} cards left would sink you ({risk} %), with {cards} at stake.",
    "fr": "{n} des {left} cartes restantes vous {sink} ({risk} %), avec {cards} en jeu.",
}
_ABOUT: Text = {
    "en": "The next card sinks you in about {risk} % of cases, with {cards} at stake.",
    "fr": "La prochaine carte vous coule dans environ {risk} % des cas, avec {cards} en jeu.",
}
_SEEN: Text = {
    "en": "You have seen the next card: it would sink you, with {cards} at stake.",
    "fr": "Vous avez vu la prochaine carte : elle vous coulerait, avec {cards} en jeu.",
}
_HARMLESS: Text = {
    "en": "You have seen the next card: it does not sink you.",
    "fr": "Vous avez vu la prochaine carte : elle ne vous coule pas.",
}
_NONE: Text = {"en": "No card that is left would sink you.", "fr": "Aucune carte restante ne vous coulerait."}
_ENDS: Text = {
    "en": "Of the {all} choices, {n} would end your dive at once.",
    "fr": "Parmi les {all} choix, {n} mettraient fin à votre plongée aussitôt.",
}
_ENDS_ONE: Text = {
    "en": "Of the {all} choices, one would end your dive at once.",
    "fr": "Parmi les {all} choix, un mettrait fin à votre plongée aussitôt.",
}
_ENDS_ALL: Text = {
    "en": "Every choice ends your dive at once.",
    "fr": "Chaque choix met fin à votre plongée aussitôt.",
}
_FALLS: Text = {
    "en": "Their score falls from {before} to {after}.",
    "fr": "Son score passe de {before} à {after}.",
}
_SCORE: Text = {
    "en": "By your next decision your score changes by {points} on average.",
    "fr": "D’ici votre prochaine décision, votre score change de {points} en moyenne.",
}

OVERLOOKS: Text = {
    "en": "it weighs the cards at hand, and does not see the turns that are left",
    "fr": "elle pèse les cartes en jeu, sans voir les tours qui restent",
}
_PLACES = ("take", "net", "harpoon")  # what brings a card into the row by choice
LAST_CARDS = 3  # of the deck: with more there is too much to work out


def is_end_in_sight(view: View) -> bool:
    """Whether the rest can be worked out: without divers no player ever decides by what the other may not see."""
    return view["deck"] <= LAST_CARDS and set(view["divers"].values()) == {"none"}


def reason(context: HintContext, lang: str) -> str | None:
    """The risk of pressing on; for a card that is placed or cut, what it ends and whom it hurts."""
    view = context.view
    if "continue" in view["choices"] and view["row"]:
        return _risk(context, lang)
    said = (_ended(view, lang), _hurt(context, lang))
    return " ".join(filter(None, said)) or _changed(context, lang)


def _risk(context: HintContext, lang: str) -> str:
    view, futures = context.view, context.soon("continue")
    sunk = [after for after in futures if _sank(after, context.seat)]
    cards = with_noun(len(view["row"]) - len(view["stakes"]["kept"]), {"en": "card", "fr": "carte"}, lang)
    if view["peeked"]:
        return (_SEEN if sunk else _HARMLESS)[lang].format(cards=cards)
    if not sunk:
        return _NONE[lang]
    risk = share_of(futures, lambda after: _sank(after, context.seat))
    if len(futures) != view["deck"]:  # somebody else has seen the next card: it is imagined, and not counted
        return _ABOUT[lang].format(risk=risk, cards=cards)
    sink = "couleraient" if is_plural(len(sunk), lang) else "coulerait"
    return _SINKS[lang].format(n=len(sunk), left=view["deck"], risk=risk, cards=cards, sink=sink)


def _sank(after: View, seat: str) -> bool:
    """Whether the dive is over, though nobody chose to surface (L8)."""
    return after["turn"] != seat or not after["row"]


def _ended(view: View, lang: str) -> str | None:
    """How many of the cards that one may place are of a suit that sinks (L10)."""
    if view["stakes"]["by"] != "suit":
        return None
    placed = [choice.split()[-1].split("-")[0] for choice in view["choices"] if choice.split()[0] in _PLACES]
    number = sum(suit in view["stakes"]["sink"] for suit in placed)
    if not number:
        return None
    text = _ENDS_ALL if number == len(placed) else _ENDS_ONE if number == 1 else _ENDS
    return text[lang].format(all=len(placed), n=number)


def _hurt(context: HintContext, lang: str) -> str | None:
    """What a Knife or a Harpoon does to another's score, where that is certain."""
    verb, _, rest = context.best.partition(" ")
    other = rest.split(" ")[0]
    if verb not in ("knife", "harpoon") or other == context.seat:
        return None
    before, after = context.view["scores"][other], {one["scores"][other] for one in context.soon(context.best)}
    if len(after) != 1 or after == {before}:
        return None
    return _FALLS[lang].format(before=before, after=after.pop())


def _changed(context: HintContext, lang: str) -> str | None:
    scores = [after["scores"][context.seat] for after in context.later(context.best)]
    change = round(sum(scores) / len(scores)) - context.view["scores"][context.seat]
    return _SCORE[lang].format(points=f"{change:+d}".replace("-", "−")) if change else None
