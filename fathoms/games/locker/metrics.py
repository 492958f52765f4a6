"""What a designer asks of Davy Jones' Locker: suits, skills, Incidents; hooks for the laboratory."""

from fathoms.engine.dialect import SEA, rule
from fathoms.engine.parts.metrics import Advantage, Handicap, Metric, Metrics
from fathoms.games.locker.notation import SURFACE
from fathoms.games.locker.pieces import ANCHOR, CARDS_A_SUIT, CHEST, KEY, SKILLS, SUIT_CARDS, SUIT_COUNT, SUITS
from fathoms.games.locker.rules.score import rank
from fathoms.games.locker.state import DIVER, FIRST, SABOTAGE
from fathoms.games.locker.words import SKILL_NAMES, SKILL_RULES, SUIT_NAMES

_SUIT_RULES = ("L14", "L15", "L17", "L20", "L20", "L18", "L19", "L21", "L22", "L23")

METRICS = Metrics(
    used=(
        Metric("continue", "choice", {"en": "Press on", "fr": "Continuer"}, "L7", "continue"),
        Metric("surface", "choice", {"en": "Surface", "fr": "Remonter"}, "", "surface"),
        Metric("knife", "choice", {"en": "Knife used", "fr": "Couteau joué"}, "L18", "knife .*"),
        Metric("net", "choice", {"en": "Net used", "fr": "Filet joué"}, "L21", "net .*"),
        Metric("harpoon", "choice", {"en": "Harpoon used", "fr": "Harpon joué"}, "L22", "harpoon .*"),
        Metric("map", "choice", {"en": "Map used", "fr": "Carte au trésor jouée"}, "L17", "take .*"),
        Metric("peek", "choice", {"en": "Drone's look", "fr": "Coup d’œil du Drone"}, "L19", "sea peek .*"),
    ),
    noticed=(
        Metric("incident", "choice", {"en": "Incident", "fr": "Incident"}, "L8"),
        Metric("anchored", "choice", {"en": "Saved by an Anchor", "fr": "Sauvé par une Ancre"}, "L14"),
        Metric("unlocked", "choice", {"en": "Key and Chest together", "fr": "Clef et Coffre réunis"}, "L20"),
    ),
    held=(
        *(Metric(suit, "suit", SUIT_NAMES[suit]) for suit in SUITS),
        *(Metric(skill, "skill", SKILL_NAMES[skill], SKILL_RULES[skill]) for skill in SKILLS[1:]),
    ),
    handicaps=(
        Handicap("continue", {"en": "never press on", "fr": "ne jamais continuer"}, "continue"),
        *(
            Handicap(
                suit,
                {
                    "en": f"no {SUIT_NAMES[suit]['en']} by Map, Net or Harpoon",
                    "fr": f"sans {SUIT_NAMES[suit]['fr']} par Carte, Filet ou Harpon",
                },
                f"(take {suit}-.*|net {suit}|harpoon . {suit})",
            )
            for suit in SUITS
        ),
    ),
    advantages=tuple(Advantage(skill, SKILL_NAMES[skill], "divers", skill, "none") for skill in SKILLS[1:]),
    house=("sunken",),
    compared=("variant=hoard", "variant=sudden-death", "variant=strange-waters", "divers=random", "sunken=3"),
)


@rule
def standing(s, out):
    """The order in which they would win if the game ended now, the variant's included."""
    for seat in range(int(s.players)):
        out[seat] = rank(s, seat)


@rule
def in_turn(s):
    return int(s.turn)


@rule
def clock(s):
    phase = int(s.phase)
    return -1 if phase == DIVER or phase == FIRST or phase == SABOTAGE else int(s.turn)


@rule
def opening(s):
    return int(s.first)


@rule
def held(s, seat):
    """Suits in the Hold, then the skill."""
    mask = 0
    for suit in range(SUIT_COUNT):
        if (int(s.holds[seat]) >> (suit * CARDS_A_SUIT)) & SUIT_CARDS:
            mask |= 1 << suit
    skill = int(s.skills[seat])
    return mask | (1 << (SUIT_COUNT + skill - 1) if skill > 0 else 0)


@rule
def noticed(before, s, who, event):
    """A row that is gone without surfacing was an Incident; one that surfaces may hold Key and Chest."""
    if int(before.row_n) == 0 or int(s.row_n) != 0:
        return 0
    suits = 0
    for place in range(int(before.row_n)):
        suits |= 1 << (int(before.row[place]) // CARDS_A_SUIT)
    if who != SEA and event == SURFACE:
        return 4 if (suits >> KEY) & 1 and (suits >> CHEST) & 1 else 0
    return 3 if (suits >> ANCHOR) & 1 else 1
