"""The learned networks of a game: files in its folder `weights`, written by `fathoms train`."""

from functools import cache
from pathlib import Path

import numpy as np

from fathoms.bots.networks.files import check_shapes, need_features, read_arrays
from fathoms.bots.networks.policy_kernels import Net, Thoughts
from fathoms.engine.game import Game

POLICY_PARTS = Net._fields
_FLAT, _LINE = np.zeros((0, 0), np.float32), np.zeros(0, np.float32)
NO_POLICY = Net(_FLAT, _FLAT, _LINE, _FLAT, _LINE, _LINE, _LINE)


def room_for_thoughts(*nets: Net) -> Thoughts:
    """Room to ask any of these networks in, which look at the same facts if they look at any."""
    facts, width = (max(net.first.shape[side] for net in nets) for side in range(2))
    return Thoughts(np.zeros(facts, np.float32), np.zeros((2, width), np.float32))


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
    return _read_if_there(policy_file(game), game)


def imitated_policy_of(game: Game) -> Net:
    """What levels that search are used to do, or nothing; its value is of no use."""
    return _read_if_there(imitated_policy_file(game), game)


def lookahead_of(game: Game) -> Net:
    """What was learned about the end of a turn, or nothing; its value alone is of use."""
    return _read_if_there(lookahead_file(game), game)


def _read_if_there(file: Path, game: Game) -> Net:
    return read_policy(file, game) if file.is_file() else NO_POLICY


@cache
def read_policy(file: Path, game: Game) -> Net:
    """The network in a file, for this game and the rules that it has now. A lookahead's knows no actions."""
    net, module = Net(*read_arrays(file, game, POLICY_PARTS)), need_features(game)
    facts, most = module.KNOWN_FEATURES, module.KNOWN_ACTIONS
    width, half, actions = net.first.shape[-1], len(net.bias), most if len(net.action_bias) else 0
    wanted = ((facts, width), (width, half), (half,), (actions, half), (actions,), (half,), (1,))
    check_shapes(file, net, wanted, f"{game.name} has {facts} facts and {most} actions")
    return net
