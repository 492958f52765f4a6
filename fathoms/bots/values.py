"""Where the learned values of a game are kept: a file beside its insight, written by `scripts/train_values.py`."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.bots import insight
from fathoms.bots.insight_kernels import INSIGHTS
from fathoms.engine.game import Game

Weights = npt.NDArray[np.float32]
Values = tuple[Weights, Weights, Weights]  # as `value_kernels.estimate` takes them: of the seats, the table, the answer
NOTHING_LEARNED: Values = (np.zeros((3, 0, 0), np.float32), np.zeros((0, 0), np.float32), np.zeros(0, np.float32))


def insight_of(game: Game) -> Any:
    """The module that knows what to look at in a game; None if there is none."""
    return INSIGHTS.get(game.state)


def values_file(game: Game) -> Path:
    return Path(str(insight.__file__)).with_name(f"{game.name}.npz")


def values_of(game: Game) -> Values:
    """What was learned for a game."""
    file = values_file(game)
    return _read(file) if insight_of(game) and file.is_file() else NOTHING_LEARNED


@cache
def _read(file: Path) -> Values:
    with np.load(file, allow_pickle=False) as parts:
        return parts["seats"], parts["table"], parts["last"]
