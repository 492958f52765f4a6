"""The learned values of a game: files in its folder `weights`, written by `fathoms train values`."""

from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from fathoms.engine.game import Game

LearnedFrom = Literal["heuristic", "search"]  # games between sailors, or between searchers who judge by learned values
Weights = npt.NDArray[np.float32]
Values = tuple[Weights, Weights, Weights]  # as `value_kernels.estimate` takes them: of the seats, the table, the answer
NOTHING_LEARNED: Values = (np.zeros((3, 0, 0), np.float32), np.zeros((0, 0), np.float32), np.zeros(0, np.float32))


def features_of(game: Game) -> Any:
    """The module that knows what to look at in a game; None if there is none."""
    return game.part("features")


def values_file(game: Game, learned_from: LearnedFrom = "heuristic") -> Path:
    return game.folder / "weights" / ("values.npz" if learned_from == "heuristic" else "values_by_search.npz")


def values_of(game: Game, learned_from: LearnedFrom = "heuristic") -> Values:
    """What was learned for a game: from the games asked for, or else from those by heuristic, or else nothing."""
    for file in (values_file(game, learned_from), values_file(game)):
        if features_of(game) and file.is_file():
            return _read(file)
    return NOTHING_LEARNED


@cache
def _read(file: Path) -> Values:
    with np.load(file, allow_pickle=False) as parts:
        return parts["seats"], parts["table"], parts["last"]
