"""Why a hint of Barracuda says what it says: how often coins are lost until the next choice, and what is gained."""

from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.parts.hint_context import HintContext, share_of

_COINS: Text = {
    "en": "By your next decision: {coins} coins on average.",
    "fr": "D’ici votre prochaine décision : {coins} pièces en moyenne.",
}
_RISK: Text = {
    "en": "By your next decision: {coins} coins on average, and a loss in {risk} % of cases.",
    "fr": "D’ici votre prochaine décision : {coins} pièces en moyenne, et une perte dans {risk} % des cas.",
}
_EMPTY: Text = {
    "en": "Your bag is empty: nothing to lose. By your next decision: {coins} coins on average.",
    "fr": "Votre sac est vide : rien à perdre. D’ici votre prochaine décision : {coins} pièces en moyenne.",
}

OVERLOOKS: Text = {
    "en": "it weighs this turn, and does not see the ones after it",
    "fr": "elle pèse ce tour-ci, sans voir les suivants",
}


def reason(context: HintContext, lang: str) -> str | None:
    seat, now = context.seat, context.view
    futures = context.later(context.best)
    change = sum(_coins(after, seat) for after in futures) / len(futures) - _coins(now, seat)
    coins = _signed(change, lang)
    if not now["bags"][seat]:
        return _EMPTY[lang].format(coins=coins)
    risk = share_of(futures, lambda after: _coins(after, seat) < _coins(now, seat))
    return (_RISK if risk else _COINS)[lang].format(risk=risk, coins=coins)


def _signed(number: float, lang: str) -> str:
    """`+1.5`, `−0,3`, and no sign before nothing."""
    text = f"{number:+.1f}".replace("-", "−")
    text = text[1:] if text[1:] == "0.0" else text
    return text.replace(".", ",") if lang == "fr" else text


def _coins(view: View, seat: str) -> int:
    return int(view["bags"][seat]) + int(view["chests"][seat])
