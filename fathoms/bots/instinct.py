"""Where the instinct of a game is kept: a file beside its insight, written by `scripts/train_instinct.py`."""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fathoms.bots import insight
from fathoms.engine.game import Game

Part = npt.NDArray[np.float32]
Net = tuple[Part, Part, Part, Part, Part, Part, Part]  # as `instinct_kernels` takes it
PARTS = ("first", "second", "bias", "actions", "action_bias", "worth", "worth_bias")
_FLAT, _LINE = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
NO_INSTINCT: Net = (_FLAT, _FLAT, _LINE, _FLAT, _LINE, _LINE, _LINE)


def instinct_file(game: Game) -> Path:
    return Path(str(insight.__file__)).with_name(f"{game.name}_instinct.npz")


def foresight_file(game: Game) -> Path:
    return Path(str(insight.__file__)).with_name(f"{game.name}_foresight.npz")


def instinct_of(game: Game) -> Net:
    """What was learned for a game, or nothing."""
    file = instinct_file(game)
    return read_instinct(file) if file.is_file() else NO_INSTINCT


def foresight_of(game: Game) -> Net:
    """What was learned about the end of a turn, or nothing; its hope alone is of use."""
    file = foresight_file(game)
    return read_instinct(file) if file.is_file() else NO_INSTINCT


@cache
def read_instinct(file: Path) -> Net:
    with np.load(file, allow_pickle=False) as parts:
        one, two, three, four, five, six, seven = (parts[name] for name in PARTS)
    return one, two, three, four, five, six, seven
