"""The options of The Nukha's Cave: players, adventurers, Captain."""

import numpy as np
import numpy.typing as npt

from fathoms.engine.errors import OptionError
from fathoms.engine.options import OptionSet, PerSeat, Seat, Values, seat_code
from fathoms.games.nukha.pieces import ADVENTURERS, FEW_ADVENTURERS, FEW_PLAYERS

DRAFTED, WITHOUT, LISTED = range(3)


def encode(values: Values) -> npt.NDArray[np.int64]:
    """players, Captain or -1, how adventurers are given, then one adventurer a seat or -1."""
    chosen = values["adventurers"]
    listed = [] if isinstance(chosen, str) else [ADVENTURERS.index(name) for name in chosen]
    how = LISTED if listed else DRAFTED if chosen == "draft" else WITHOUT
    padded = listed + [-1] * (6 - len(listed))
    return np.array([values["players"], seat_code(values["captain"]), how, *padded], dtype=np.int64)


def check(values: Values) -> None:
    """N3: with few players, Ulrich and Lys are left out."""
    chosen, players = values["adventurers"], values["players"]
    if isinstance(chosen, str) or players > FEW_PLAYERS:
        return
    allowed = ADVENTURERS[:FEW_ADVENTURERS]
    for name in chosen:
        if name not in allowed:
            raise OptionError(f"adventurers: {name} needs 5 or 6 players; allowed with {players}: {', '.join(allowed)}")


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
        ),
        Seat("captain", None, {"en": "The first Captain.", "fr": "Le premier Capitaine."}),
    ),
    encode=encode,
    check=check,
)
