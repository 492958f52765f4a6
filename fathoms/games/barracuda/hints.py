"""Why a hint of Barracuda says what it says: how often the bag is lost until the next choice, and what is gained."""

from fathoms.engine.kinds import View
from fathoms.engine.options import Text
from fathoms.engine.parts.hint_context import HintContext, share_of

_RISK: Text = {
    "en": "Your bag is lost in {risk} % of what may come before you choose again; coins in bag and chest: {coins}.",
    "fr": "Votre sac est perdu dans {risk} % de ce qui peut arriver d’ici votre prochain choix ; pièces en sac et "
    "au coffre : {coins}.",
}
_EMPTY: Text = {
    "en": "Your bag is empty, so there is nothing to lose; coins in bag and chest when you choose again: {coins}.",
    "fr": "Votre sac est vide : rien à perdre ; pièces en sac et au coffre à votre prochain choix : {coins}.",
}


def reason(context: HintContext, lang: str) -> str | None:
    seat, now = context.seat, context.view
    futures = context.later(context.best)
    change = sum(_coins(after, seat) for after in futures) / len(futures) - _coins(now, seat)
    coins = f"{change:+.1f}".replace("-", "−")
    coins = coins.replace(".", ",") if lang == "fr" else coins
    if not now["bags"][seat]:
        return _EMPTY[lang].format(coins=coins)
    return _RISK[lang].format(risk=share_of(futures, lambda after: _lost(now, after, seat)), coins=coins)


def _coins(view: View, seat: str) -> int:
    return int(view["bags"][seat]) + int(view["chests"][seat])


def _lost(now: View, after: View, seat: str) -> bool:
    """The bag is empty, and not because it was brought to the chest."""
    return not after["bags"][seat] and after["chests"][seat] <= now["chests"][seat]
