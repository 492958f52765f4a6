"""Pearls: a tiny whole game with secrets, for the tests of the engine.

The tide says whether the highest or the lowest pearl wins. Everybody gets a secret pearl, then all choose at once to
keep it or to throw it back for another one.
"""

from pathlib import Path
from typing import Any

import numpy as np

from fathoms.engine.dialect import SEATS
from fathoms.engine.game import Game
from fathoms.engine.options import Choice, Flag, OptionSet, Values
from tests.engine.toy import rules, words
from tests.engine.toy.state import ACTIONS, FATES, PADDED, PEARLS, STATE, TIDES

KEEP_BOTH = {"en": "whether nobody may throw", "fr": "si personne ne peut rejeter"}
OPTIONS = OptionSet(
    range(2, 4),
    2,
    (
        Choice("tide", "any", {"en": "which pearl wins", "fr": "quelle perle gagne"}, ("any", "high", "low")),
        Flag("calm", False, KEEP_BOTH),
    ),
    lambda values: _encode(values),
)


def _encode(values: Values) -> Any:
    return np.array([values["players"], ("any", "high", "low").index(values["tide"]), int(values["calm"])], np.int64)


def describe(s: Any, viewer: int) -> dict[str, Any]:
    seats = range(int(s.players))
    return {
        "tide": ("unknown", *TIDES)[int(s.tide)],
        "hands": {SEATS[seat]: words.pearl(int(s.hands[seat])) for seat in seats},
        "gone": [f"pearl-{i + 1}" for i in range(PEARLS) if int(s.gone) >> i & 1],
    }


def toy(name: str, module: Any = rules, state: Any = STATE, **changes: Any) -> Game:
    """The game, or one that differs from it."""
    parts: dict[str, Any] = {
        "version": 1,
        "prefix": "P",
        "title": {"en": "Pearls", "fr": "Les Perles"},
        "options": OPTIONS,
        "actions": ACTIONS,
        "fates": FATES,
        "most_choices": 4,
        "most_fates": PEARLS,
        "action_text": words.action_text,
        "fate_text": words.fate_text,
        "describe": describe,
        "reasons": words.REASONS,
        "sentence": words.sentence,
        "label": words.label,
        "folder": Path(__file__).parent,
    }
    return Game(name=name, state=state, rules=module, **{**parts, **changes})


GAME = toy("pearls")
ROOMY = toy("roomy", state=PADDED)
"""The same game in a record with bytes that belong to no field."""
