"""What a designer asks of The Nukha's Cave: adventurers, lies, accusations; hooks for the laboratory."""

from fathoms.engine.dialect import SEA, rule
from fathoms.engine.parts.metrics import Handicap, Metric, Metrics
from fathoms.games.nukha.notation import CHOOSE, CLAIM_AS, REVEALS
from fathoms.games.nukha.pieces import ADVENTURERS, CARDS, CLAIM_OF, CLAIMS, KINDS
from fathoms.games.nukha.rules.score import holds, rank
from fathoms.games.nukha.state import PROVE, STOCK
from fathoms.games.nukha.words import ADVENTURER_NAMES, SHORT_NAMES

METRICS = Metrics(
    used=(
        Metric("mutiny", "choice", {"en": "mutiny", "fr": "mutinerie"}, "N8", "mutiny"),
        Metric("pledge", "choice", {"en": "pledge", "fr": "allégeance"}, "N9", "pledge"),
        Metric("buy", "choice", {"en": "find bought", "fr": "trouvaille achetée"}, "N14", "buy"),
        Metric("leave", "choice", {"en": "find left", "fr": "trouvaille laissée"}, "N15", "leave"),
        Metric("accept", "choice", {"en": "attack accepted", "fr": "attaque acceptée"}, "N16", "accept"),
        Metric("accuse", "choice", {"en": "accusation", "fr": "accusation"}, "N17", "accuse"),
        Metric("recover", "choice", {"en": "Nostromo recovers", "fr": "Nostromo récupère"}, "N30", "recover .*"),
        Metric("offer", "choice", {"en": "Siana offers", "fr": "Siana propose"}, "N31", "offer .*"),
        Metric("hide", "choice", {"en": "Moon hides", "fr": "Moon cache"}, "N32", "hide .*"),
        Metric("steal", "choice", {"en": "Red steals", "fr": "Red vole"}, "N33", "steal .*"),
    ),
    noticed=(
        Metric("truth", "choice", {"en": "true claim", "fr": "annonce vraie"}, "N12"),
        Metric("lie", "choice", {"en": "lie", "fr": "mensonge"}, "N12"),
        Metric("unmasked", "choice", {"en": "lie unmasked", "fr": "mensonge démasqué"}, "N17"),
        Metric("slandered", "choice", {"en": "wrongly accused", "fr": "accusé à tort"}, "N17"),
    ),
    held=(
        *(
            Metric(name, "adventurer", {"en": ADVENTURER_NAMES[name], "fr": ADVENTURER_NAMES[name]}, f"N{30 + n}")
            for n, name in enumerate(ADVENTURERS)
        ),
        *(Metric(card, "card", SHORT_NAMES[card]) for card in CARDS[:KINDS]),
        Metric("captain", "choice", {"en": "Captain at the end", "fr": "Capitaine à la fin"}),
    ),
    handicaps=(
        Handicap("mutiny", {"en": "never a mutiny", "fr": "jamais de mutinerie"}, "mutiny"),
        Handicap("pledge", {"en": "never a pledge", "fr": "jamais d’allégeance"}, "pledge"),
        Handicap("buy", {"en": "as Captain never buys", "fr": "Capitaine, n’achète jamais"}, "buy"),
        Handicap("leave", {"en": "as Captain always buys", "fr": "Capitaine, achète toujours"}, "leave"),
        Handicap("accuse", {"en": "never accuses", "fr": "n’accuse jamais"}, "accuse"),
        Handicap("accept", {"en": "always accuses", "fr": "accuse toujours"}, "accept"),
        *(
            Handicap(
                f"claim {claim}",
                {
                    "en": f"never claims a {SHORT_NAMES[claim]['en']}",
                    "fr": f"n’annonce jamais de {SHORT_NAMES[claim]['fr']}",
                },
                f"claim {claim}",
            )
            for claim in CLAIMS
        ),
    ),
    compared=("adventurers=none",),
)
_CARDS_AT = len(ADVENTURERS)
_CAPTAIN_AT = _CARDS_AT + KINDS


@rule
def standing(s, out):
    """The order in which they would win if the Nomads came now; only somebody who sees everything knows it."""
    for seat in range(int(s.players)):
        out[seat] = rank(s, seat)


@rule
def in_turn(s):
    return int(s.turn)


@rule
def clock(s):
    """The Explorer with the cave; the draft is before the first turn."""
    return -1 if int(s.phase) <= STOCK else int(s.turn)


@rule
def opening(s):
    return int(s.captain)


@rule
def held(s, seat):
    mask = 1 << int(s.adventurer[seat]) if int(s.adventurer[seat]) >= 0 else 0
    for kind in range(KINDS):
        if holds(s, seat, kind) > 0:
            mask |= 1 << (_CARDS_AT + kind)
    return mask | (1 << _CAPTAIN_AT if seat == int(s.captain) else 0)


@rule
def noticed(before, s, who, event):
    """Whether a claim was true, and what an accusation brought to light."""
    if who != SEA:
        if event < CLAIM_AS or event >= CHOOSE:
            return 0
        return 1 if int(CLAIM_OF[int(before.found)]) == event - CLAIM_AS else 2
    if int(before.phase) != PROVE:
        return 0
    return 8 if int(CLAIM_OF[event - REVEALS]) == int(before.claim) else 4
