"""The options of Davy Jones' Locker."""

import numpy as np
import numpy.typing as npt

from fathoms.engine.errors import OptionError
from fathoms.engine.options import Choice, Flag, OptionSet, PerSeat, Seat, Values, seat_code
from fathoms.games.locker.pieces import MOST_SUNKEN, SKILLS, VARIANTS
from fathoms.games.locker.words import SKILL_NAMES, VARIANT_NAMES

# Places in the encoded options.
PLAYERS, FIRST_SEAT, VARIANT, TRACKER, DEAL_DIVERS, SUNKEN, SKILL_OF_A = range(7)

_FIRST = Seat(
    "first",
    None,
    {
        "en": "Who begins; the sea decides if nobody is named.",
        "fr": "Qui commence ; la mer décide si personne n’est désigné.",
    },
    title={"en": "First diver", "fr": "Premier plongeur"},
)
_VARIANT = Choice(
    "variant",
    "none",
    {
        "en": "One of six cards that change how the game is played or won.",
        "fr": "Une des six cartes Variante, qui changent la façon de jouer ou de gagner.",
    },
    VARIANTS,
    title={"en": "Variant", "fr": "Variante"},
    names=VARIANT_NAMES,
    explained_by="variant",
    later=True,
)
_DIVERS = PerSeat(
    "divers",
    "none",
    {
        "en": "A skill for each player: none, dealt at random, or one named for each seat.",
        "fr": "Un Scaphandrier par joueur : aucun, au hasard, ou une compétence nommée par place.",
    },
    words=("none", "random"),
    each=SKILLS,
    repeatable=("none",),
    title={"en": "Divers", "fr": "Scaphandriers"},
    explained_by="diver",
    later=True,
    names={
        **SKILL_NAMES,
        "none": {"en": "None", "fr": "Aucun"},
        "random": {"en": "Dealt at random", "fr": "Distribués au hasard"},
    },
)
_TRACKER = Flag(
    "tracker",
    False,
    {
        "en": "Show what the Locker holds, for those who did not keep track.",
        "fr": "Montrer le contenu du Cimetière marin à qui n’a pas tenu le compte.",
    },
    title={"en": "Card tracker", "fr": "Compteur de cartes"},
)

_SUNKEN = Choice(
    "sunken",
    1,
    {
        "en": "How many of the lowest cards of each suit lie in the Locker from the start.",
        "fr": "Combien des plus petites cartes de chaque famille forment le Cimetière marin au départ.",
    },
    range(MOST_SUNKEN + 1),
    title={"en": "Locker at the start", "fr": "Cimetière marin au départ"},
    later=True,
    names={
        "0": {"en": "Empty", "fr": "Vide"},
        "1": {"en": "One card of each suit", "fr": "Une carte par famille"},
        "2": {"en": "Two cards of each suit", "fr": "Deux cartes par famille"},
        "3": {"en": "Three cards of each suit", "fr": "Trois cartes par famille"},
    },
)


def _encode(values: Values) -> npt.NDArray[np.int64]:
    divers = values["divers"]
    skills = [SKILLS.index(name) for name in divers] if isinstance(divers, list) else [0] * values["players"]
    table = [values["players"], seat_code(values["first"]), VARIANTS.index(values["variant"]), int(values["tracker"])]
    dealt = [int(divers == "random"), values["sunken"]]
    return np.array([*table, *dealt, *skills, *[0] * (4 - len(skills))], np.int64)


def _check(values: Values) -> None:
    if values["variant"] == "neighbours" and "saboteur" in values["divers"]:
        raise OptionError(
            "divers: the saboteur cannot dive with variant 'neighbours' (L47); allowed: any other skill",
            "le Saboteur ne plonge pas avec la Variante « Bons voisins » (L47) ; permis : toute autre compétence",
        )


OPTIONS = OptionSet(range(2, 5), 3, (_FIRST, _VARIANT, _DIVERS, _TRACKER, _SUNKEN), _encode, _check)
