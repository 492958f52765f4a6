"""The learned values of a game: files in its folder `weights`, written by `fathoms train values`."""

from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Literal

import numpy as np

from fathoms.bots.networks.files import check_shapes, need_features, read_arrays
from fathoms.bots.networks.value_kernels import Values
from fathoms.engine.game import Game

LearnedFrom = Literal["heuristic", "search"]  # games between sailors, or between searchers who judge by learned values
VALUE_PARTS = Values._fields
NOTHING_LEARNED = Values(np.zeros((3, 0, 0), np.float32), np.zeros((0, 0), np.float32), np.zeros(0, np.float32))


def features_of(game: Game) -> ModuleType | None:
    """The module that knows what to look at in a game; None if there is none."""
    return game.part("features")


def values_file(game: Game, learned_from: LearnedFrom = "heuristic") -> Path:
    return game.folder / "weights" / ("values.npz" if learned_from == "heuristic" else "values_by_search.npz")


def values_of(game: Game, learned_from: LearnedFrom = "heuristic") -> Values:
    """What was learned for a game: from the games asked for, or else from those by heuristic, or else nothing."""
    for file in (values_file(game, learned_from), values_file(game)):
        if features_of(game) and file.is_file():
            return read_values(file, game)
    return NOTHING_LEARNED


@cache
def read_values(file: Path, game: Game) -> Values:
    """The values in a file, for this game and the rules that it has now."""
    values, module = Values(*read_arrays(file, game, VALUE_PARTS)), need_features(game)
    seat, table, width = module.SEAT_FEATURES, module.TABLE_FEATURES, len(values.last)
    wanted = ((3, seat, width), (table + 1, width), (width,))
    check_shapes(file, values, wanted, f"{game.name} has {seat} facts of a seat and {table} of a table")
    return values
