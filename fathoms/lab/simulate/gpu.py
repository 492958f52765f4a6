"""Simulation on a GPU: a thread a game, the very games that a core plays."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np

from fathoms.engine.game import Game
from fathoms.engine.kinds import StateType
from fathoms.lab.gpu import need_gpu
from fathoms.lab.simulate.gpu_kernels import simulation_kernel
from fathoms.lab.simulate.kernels import RESULT, Games
from fathoms.lab.simulate.simulation import Plan, Results

BATCH = 1 << 19  # games in one launch: enough to fill a card, and 24 MiB of results
BLOCK = 128  # threads in a block; this, and one thread a game, by docs/lab/gpu.md

_kernels: dict[StateType, Any] = {}


def _kernel(game: Game) -> Any:
    if game.state not in _kernels:
        _kernels[game.state] = simulation_kernel(game, need_gpu())
    return _kernels[game.state]


def gpu_chunks(plan: Plan, start: int, games: int) -> Iterator[tuple[int, Results]]:
    """Games `start` to `games - 1` of a plan, a batch at a time, in their order."""
    cuda = need_gpu()
    for first in range(start, games, BATCH):
        yield first, play_batch(plan, first, min(BATCH, games - first), cuda)


def play_batch(plan: Plan, first: int, count: int, cuda: ModuleType) -> Results:
    """Games `first` to `first + count - 1` of a plan, on the GPU."""
    results = cuda.device_array(count, RESULT)
    _kernel(plan.game)[-(-count // BLOCK), BLOCK](games_there(plan, first, cuda), results)
    return np.asarray(results.copy_to_host())


def games_there(plan: Plan, first: int, cuda: ModuleType) -> Games:
    """What a plan asks for, its arrays on the card."""
    games = plan.games(first)
    there = {name: cuda.to_device(getattr(games, name)) for name in ("blank", "options", "bots")}
    return games._replace(**there)
