"""What a designer asks of The Nukha's Cave: adventurers, lies, accusations; hooks for the laboratory."""

from fathoms.engine.dialect import SEA, rule
from fathoms.engine.interest import Denial, Interest, Thing
from fathoms.games.nukha.notation import CHOOSE, CLAIM_AS, REVEALS
from fathoms.games.nukha.pieces import ADVENTURERS, CARDS, CLAIM_OF, CLAIMS, KINDS
from fathoms.games.nukha.rules.score import holds, rank
from fathoms.games.nukha.state import PROVE, STOCK
from fathoms.games.nukha.words import ADVENTURER_NAMES, SHORT_NAMES

INTEREST = Interest(
    used=(
        Thing("mutiny", "choice", {"en": "mutiny", "fr": "mutinerie"}, "N8", "mutiny"),
        Thing("pledge", "choice", {"en": "pledge", "fr": "allégeance"}, "N9", "pledge"),
        Thing("buy", "choice", {"en": "find bought", "fr": "trouvaille achetée"}, "N14", "buy"),
        Thing("leave", "choice", {"en": "find left", "fr": "trouvaille laissée"}, "N15", "leave"),
        Thing("accept", "choice", {"en": "attack accepted", "fr": "attaque acceptée"}, "N16", "accept"),
        Thing("accuse", "choice", {"en": "accusation", "fr": "accusation"}, "N17", "accuse"),
        Thing("recover", "choice", {"en": "Nostromo recovers", "fr": "Nostromo récupère"}, "N30", "recover .*"),
        Thing("offer", "choice", {"en": "Siana offers", "fr": "Siana propose"}, "N31", "offer .*"),
        Thing("hide", "choice", {"en": "Moon hides", "fr": "Moon cache"}, "N32", "hide .*"),
        Thing("steal", "choice", {"en": "Red steals", "fr": "Red vole"}, "N33", "steal .*"),
    ),
    noticed=(
        Thing("truth", "choice", {"en": "true claim", "fr": "annonce vraie"}, "N12"),
        Thing("lie", "choice", {"en": "lie", "fr": "mensonge"}, "N12"),
        Thing("unmasked", "choice", {"en": "lie unmasked", "fr": "mensonge démasqué"}, "N17"),
        Thing("slandered", "choice", {"en": "wrongly accused", "fr": "accusé à tort"}, "N17"),
    ),
    held=(
        *(
            Thing(name, "adventurer", {"en": ADVENTURER_NAMES[name], "fr": ADVENTURER_NAMES[name]}, f"N{30 + n}")
            for n, name in enumerate(ADVENTURERS)
        ),
        *(Thing(card, "card", SHORT_NAMES[card]) for card in CARDS[:KINDS]),
        Thing("captain", "choice", {"en": "Captain at the end", "fr": "Capitaine à la fin"}),
    ),
    denials=(
        Denial("mutiny", {"en": "never a mutiny", "fr": "jamais de mutinerie"}, "mutiny"),
        Denial("pledge", {"en": "never a pledge", "fr": "jamais d’allégeance"}, "pledge"),
        Denial("buy", {"en": "as Captain never buys", "fr": "Capitaine, n’achète jamais"}, "buy"),
        Denial("leave", {"en": "as Captain always buys", "fr": "Capitaine, achète toujours"}, "leave"),
        Denial("accuse", {"en": "never accuses", "fr": "n’accuse jamais"}, "accuse"),
        Denial("accept", {"en": "always accuses", "fr": "accuse toujours"}, "accept"),
        *(
            Denial(
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
