"""The options of The Nukha's Cave: players, adventurers, Captain."""

import numpy as np
import numpy.typing as npt

from fathoms.engine.options import OptionSet, PerSeat, Seat, Values, seat_code
from fathoms.games.nukha.pieces import ADVENTURERS
from fathoms.games.nukha.words import ADVENTURER_NAMES

DRAFTED, WITHOUT, LISTED = range(3)


def encode(values: Values) -> npt.NDArray[np.int64]:
    """players, Captain or -1, how adventurers are given, then one adventurer a seat or -1."""
    chosen = values["adventurers"]
    listed = [] if isinstance(chosen, str) else [ADVENTURERS.index(name) for name in chosen]
    how = LISTED if listed else DRAFTED if chosen == "draft" else WITHOUT
    padded = listed + [-1] * (6 - len(listed))
    return np.array([values["players"], seat_code(values["captain"]), how, *padded], dtype=np.int64)


OPTIONS = OptionSet(
    players=range(3, 7),
    default_players=4,
    options=(
        PerSeat(
            "adventurers",
            "draft",
            {
                "en": "The adventurers: drafted, none, or one named for each seat.",
                "fr": "Les Aventuriers : choisis à tour de rôle, aucun, ou un nom par place.",
            },
            words=("draft", "none"),
            each=ADVENTURERS,
            title={"en": "Adventurers", "fr": "Aventuriers"},
            explained_by="power",
            names={
                "draft": {"en": "Chosen in turn", "fr": "Choisis à tour de rôle"},
                "none": {"en": "No adventurers", "fr": "Sans Aventuriers"},
                **{name: {"en": called, "fr": called} for name, called in ADVENTURER_NAMES.items()},
            },
        ),
        Seat(
            "captain",
            None,
            {
                "en": "Who holds the Bottle first; the sea decides if nobody is named.",
                "fr": "Qui reçoit d’abord la Bouteille ; la mer décide si personne n’est désigné.",
            },
            title={"en": "First Captain", "fr": "Premier Capitaine"},
        ),
    ),
    encode=encode,
)
