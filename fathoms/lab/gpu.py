"""The way to a GPU: numba-cuda, imported in this one place, and simulation on it.

The kernels (`gpu_kernels.py`) call the very functions that a core runs, so the same seed gives the same games.
"""

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from fathoms.engine.errors import OptionError
from fathoms.engine.extras import MissingExtra, needing
from fathoms.engine.game import Game
from fathoms.lab.gpu_kernels import simulation_kernel
from fathoms.lab.kernels import RESULT
from fathoms.lab.simulate import Plan, Results

BATCH = 1 << 19  # games in one launch: enough to fill a card, and 24 MiB of results
BLOCK = 128  # threads in a block; this, and one thread a game, by scripts/gpu_bench.py
_RENAMED = {"row_stack": "vstack", "in1d": "isin", "trapz": "trapezoid"}


@cache
def cuda_module() -> Any:
    """`numba.cuda`, with the names that some of its versions still ask of NumPy."""
    for old, new in _RENAMED.items():
        if not hasattr(np, old):
            setattr(np, old, getattr(np, new))
    with needing("gpu", instead="on=cpu, on=ray"):
        from numba import cuda
    return cuda


def need_gpu() -> Any:
    """`numba.cuda`, on a machine where it can run; otherwise an OptionError that says what is missing."""
    try:
        cuda = cuda_module()
        cuda.current_context()
    except MissingExtra:
        raise
    except Exception as error:  # whatever a half-installed driver raises
        lines = [line.strip(" :") for line in str(error).splitlines()]
        told = ": ".join([line for line in lines if line][:2]) or type(error).__name__
        first = "" if find_spec("numba_cuda") else "; with an NVIDIA card: pip install 'fathoms[gpu]'"
        raise OptionError(f"no GPU can be used here ({told}); allowed: on=cpu, on=ray{first}") from error
    return cuda


def gpu_name() -> str:
    name = need_gpu().get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


_kernels: dict[np.dtype[Any], Any] = {}


def _kernel(game: Game) -> Any:
    if game.state not in _kernels:
        _kernels[game.state] = simulation_kernel(game, need_gpu())
    return _kernels[game.state]


def gpu_chunks(plan: Plan, start: int, games: int) -> Iterator[tuple[int, Results]]:
    """Games `start` to `games - 1` of a plan, a batch at a time, in their order."""
    cuda = need_gpu()
    for first in range(start, games, BATCH):
        yield first, play_batch(plan, first, min(BATCH, games - first), cuda)


def play_batch(plan: Plan, first: int, count: int, cuda: Any) -> Results:
    """Games `first` to `first + count - 1` of a plan, on the GPU."""
    results = cuda.device_array(count, RESULT)
    arguments = device_arguments(plan, cuda)
    _kernel(plan.game)[-(-count // BLOCK), BLOCK](*arguments, plan.seed, first, results, plan.check)
    return np.asarray(results.copy_to_host())


def device_arguments(plan: Plan, cuda: Any) -> tuple[Any, ...]:
    return (
        cuda.to_device(np.zeros(1, plan.game.state)),
        cuda.to_device(plan.encoded),
        cuda.to_device(plan.levels()),
    )
