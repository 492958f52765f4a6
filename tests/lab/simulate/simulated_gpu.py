"""The kernels of a GPU, run by Numba's simulator of one, which NUMBA_ENABLE_CUDASIM=1 chooses.

Every thread of the card is then a thread of Python that interprets the kernel's own source: no compiler, no card.
`python -m tests.lab.simulate.simulated_gpu` prints what was played, for `test_simulated_gpu.py` to compare with a core.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import cuda  # the simulator puts its own in the place of this name while a kernel runs
from numba.np import numpy_support

from fathoms.engine.game import find_game, game_names
from fathoms.lab import gpu as way
from fathoms.lab.learn.gpu import arena as gpu_arena
from fathoms.lab.learn.gpu.arena import Batch as Decisions
from fathoms.lab.learn.gpu.arena import GpuArena
from fathoms.lab.simulate import gpu
from fathoms.lab.simulate.simulation import Plan
from fathoms.lab.vector import games as vector
from fathoms.lab.vector.games import Batch, VectorGames

FIRST, COUNT, THREADS = 100, 3, 2  # games, and threads in a block: the last block is not full
PLACES, STEPS = 3, 80  # stepped at once, and how often: some games end
STEPPED = ("barracuda", "locker")  # choices at the same time, and in turn
LEARNED = {"barracuda": 80, "nukha": 25}  # games that have facts for a policy, and decisions at each table
FADE = 0.5
SHARES = np.array([0.2, 0.3, 0.2, 0.3])  # how often the learner has all seats, or somebody else some
BOTS = ("sailor", "deckhand", "sailor", "deckhand", "deckhand", "deckhand")


class OnCard(np.recarray[Any, Any]):
    """An array of the card: its records' fields are attributes, as in compiled code."""

    def copy_to_host(self) -> Any:
        return np.asarray(self)


class Local:
    @staticmethod
    def array(size: int, kind: Any) -> Any:
        """A thread's own memory, which begins as anything."""
        return np.full(size, 0x5A, numpy_support.as_dtype(kind)).view(OnCard)


class Kernel:
    """Hands the arrays to the simulator unseen, since its own wrapping knows no records inside of records."""

    def __init__(self, function: Callable[..., None]) -> None:
        self.function = function

    def __getitem__(self, grid: tuple[int, int]) -> Callable[..., None]:
        def launch(*arguments: Any) -> None:
            cuda.jit(lambda: self.function(*arguments))[grid]()

        return launch


class SimulatedCuda:
    """What the laboratory asks of `numba.cuda`."""

    local, jit = Local, Kernel

    def __getattr__(self, name: str) -> Any:
        return getattr(cuda, name)

    @staticmethod
    def to_device(array: Any) -> Any:
        return np.array(array).view(OnCard) if array.dtype.fields else np.array(array)

    @staticmethod
    def device_array(size: int, kind: Any) -> Any:
        return np.zeros(size, kind).view(OnCard)

    @staticmethod
    def as_cuda_array(array: Any) -> Any:
        return array


def plan(name: str) -> Plan:
    game = find_game(name)
    return Plan(game, [game.options.read()], BOTS, seed=4, check=True)


def steps(games: VectorGames) -> str:
    """A digest of all arrays after every one of a few steps."""
    digest = hashlib.sha256()

    def note(batch: Batch) -> None:
        for array in batch:
            digest.update(np.asarray(array).tobytes())

    note(games.reset(7))
    for turn in range(STEPS):
        places = np.arange(PLACES)
        chosen = games.batch.choices[places, (5 * places + 3 * turn) % games.batch.counts]
        note(games.step(chosen.astype(np.int64)))
    return digest.hexdigest()


def decide(batch: Decisions, step: int) -> None:
    """Something legal at every table, and some value."""
    for place in range(PLACES):
        allowed = np.flatnonzero(np.asarray(batch.legal[step, place]))
        batch.done[step, place] = allowed[(5 * place + 3 * step) % len(allowed)]
        batch.values[step, place] = (place + step) % 4 / 8


def decisions(arena: Any) -> dict[str, Any]:
    """What was decided in a few steps at a few tables, as a digest, and what came of it."""
    for step in range(len(arena.batch.done)):
        decide(arena.batch, step)
        arena.go_on(step)
    arena.look_back(FADE)
    digest = hashlib.sha256()
    for name, array in arena.batch._asdict().items():
        if name not in ("gains", "returns"):  # the interpreter rounds those otherwise
            digest.update(np.ascontiguousarray(array).tobytes())
    return {"digest": digest.hexdigest(), "gains": arena.batch.gains.tolist(), "returns": arena.batch.returns.tolist()}


def main() -> None:
    simulated: Any = SimulatedCuda()
    way.need_gpu = gpu.need_gpu = gpu_arena.need_gpu = lambda: simulated
    gpu.BLOCK = vector.GPU_BLOCK = gpu_arena.BLOCK = THREADS
    told = {
        "played": {name: gpu.play_batch(plan(name), FIRST, COUNT, simulated).tolist() for name in game_names()},
        "stepped": {name: steps(VectorGames(name, PLACES, on="gpu")) for name in STEPPED},
        "decided": {
            name: decisions(GpuArena(find_game(name), PLACES, count, 7, SHARES)) for name, count in LEARNED.items()
        },
    }
    print(json.dumps(told, default=lambda array: array.tolist()))


if __name__ == "__main__":
    main()
