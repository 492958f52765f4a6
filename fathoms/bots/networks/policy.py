"""The learned networks of a game: files in its folder `weights`, written by `fathoms train`."""

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fathoms.engine.game import Game

Part = npt.NDArray[np.float32]
Net = tuple[Part, Part, Part, Part, Part, Part, Part]  # as `policy_kernels` takes it
POLICY_PARTS = ("first", "second", "bias", "actions", "action_bias", "worth", "worth_bias")
_FLAT, _LINE = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
NO_POLICY: Net = (_FLAT, _FLAT, _LINE, _FLAT, _LINE, _LINE, _LINE)


def policy_file(game: Game) -> Path:
    return _file(game, "policy")


def imitated_policy_file(game: Game) -> Path:
    return _file(game, "imitated_policy")


def lookahead_file(game: Game) -> Path:
    return _file(game, "lookahead")


def _file(game: Game, what: str) -> Path:
    return game.folder / "weights" / f"{what}.npz"


def policy_of(game: Game) -> Net:
    """What was learned for a game, or nothing."""
    return _read_if_there(policy_file(game))


def imitated_policy_of(game: Game) -> Net:
    """What levels that search are used to do, or nothing; its value is of no use."""
    return _read_if_there(imitated_policy_file(game))


def lookahead_of(game: Game) -> Net:
    """What was learned about the end of a turn, or nothing; its value alone is of use."""
    return _read_if_there(lookahead_file(game))


def _read_if_there(file: Path) -> Net:
    return load_network(file) if file.is_file() else NO_POLICY


@cache
def load_network(file: Path) -> Net:
    with np.load(file, allow_pickle=False) as parts:
        one, two, three, four, five, six, seven = (parts[name] for name in POLICY_PARTS)
    return one, two, three, four, five, six, seven
