"""What a designer asks of Barracuda: wrecks, the Barracuda card, thefts; hooks for the laboratory."""

from fathoms.engine.dialect import rule
from fathoms.engine.parts.metrics import Handicap, Metric, Metrics
from fathoms.games.barracuda.rules.score import wealth
from fathoms.games.barracuda.state import LAY

_WRECKS = {str(n): {"en": f"wreck {n}", "fr": f"Épave {n}"} for n in range(1, 6)}
_CARD = {"en": "Barracuda card", "fr": "carte Barracuda"}

METRICS = Metrics(
    used=(
        *(Metric(f"wreck {n}", "wreck", _WRECKS[n], "", f"play {n}") for n in _WRECKS),
        Metric("barracuda", "choice", _CARD, "", "play barracuda"),
        Metric("send", "choice", {"en": "Barracuda steered", "fr": "Barracuda dirigé"}, "B16", "send .*"),
        Metric("unique", "choice", {"en": "Unique action chosen", "fr": "action Unique choisie"}, "", "unique"),
        Metric("rob", "choice", {"en": "theft", "fr": "vol"}, "B23", "rob .*"),
        Metric("bait", "choice", {"en": "bait: own card taken back", "fr": "appât : carte reprise"}, "B9", "bait"),
        Metric(
            "unbait",
            "choice",
            {"en": "bait: another’s card discarded", "fr": "appât : carte d’un autre jetée"},
            "",
            "unbait .*",
        ),
        Metric("meddle", "choice", {"en": "meddling", "fr": "fouille d’une main"}, "B10", "meddle .*"),
        Metric("share", "choice", {"en": "coins shared", "fr": "pièces partagées"}, "B32", "share .*"),
    ),
    handicaps=(
        *(
            Handicap(n, {"en": f"never to {_WRECKS[n]['en']}", "fr": f"jamais sur l’{_WRECKS[n]['fr']}"}, f"play {n}")
            for n in _WRECKS
        ),
        Handicap("barracuda", {"en": f"never the {_CARD['en']}", "fr": f"jamais la {_CARD['fr']}"}, "play barracuda"),
        Handicap("rob", {"en": "never a theft", "fr": "jamais de vol"}, "rob .*"),
        Handicap(
            "unbait",
            {"en": "never discards another's Barracuda card", "fr": "ne fait jeter aucune carte Barracuda"},
            "unbait .*",
        ),
        Handicap("meddle", {"en": "never meddles", "fr": "ne fouille jamais de main"}, "meddle .*"),
    ),
    house=("layout", "extras", "goal"),
    compared=("extras=1,2", "goal=10", "layout=random", "teams=true"),
)


@rule
def standing(s, out):
    """Chest, then bag (B29). The lower seat stands for a team, or it would never lead alone."""
    for seat in range(int(s.players)):
        out[seat] = -1 if int(s.teams) == 1 and seat > 1 else wealth(s, seat)


@rule
def clock(s):
    return -1 if int(s.phase) == LAY else int(s.turn)
