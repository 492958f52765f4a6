"""Where the networks of a game are kept: files beside its insight, written by `scripts/train_*.py`."""

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
    return _file(game, "instinct")


def habits_file(game: Game) -> Path:
    return _file(game, "habits")


def foresight_file(game: Game) -> Path:
    return _file(game, "foresight")


def _file(game: Game, what: str) -> Path:
    return Path(str(insight.__file__)).with_name(f"{game.name}_{what}.npz")


def instinct_of(game: Game) -> Net:
    """What was learned for a game, or nothing."""
    return _read_if_there(instinct_file(game))


def habits_of(game: Game) -> Net:
    """What levels that search are used to do, or nothing; its hope is of no use."""
    return _read_if_there(habits_file(game))


def foresight_of(game: Game) -> Net:
    """What was learned about the end of a turn, or nothing; its hope alone is of use."""
    return _read_if_there(foresight_file(game))


def _read_if_there(file: Path) -> Net:
    return read_instinct(file) if file.is_file() else NO_INSTINCT


@cache
def read_instinct(file: Path) -> Net:
    with np.load(file, allow_pickle=False) as parts:
        one, two, three, four, five, six, seven = (parts[name] for name in PARTS)
    return one, two, three, four, five, six, seven
