"""Thousands of games in one call, for programs that learn: arrays in, arrays out, on the CPU or a GPU.

    games = VectorGames("locker", 4096, players=2)
    batch = games.reset(seed=1)
    batch = games.step(actions)      # one action for each game

A step plays one decision in every game, lets the sea act until somebody must decide again, and shows what that seat
may know (`observe.py`). A game that ends gives its rewards and makes room for the next at once. Place i plays the games
numbered i, i + n, i + 2 n … of a seed, with the same fates on every machine.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import IllegalMove, OptionError
from fathoms.engine.game import Game, find_game
from fathoms.engine.kinds import Bytes, Codes, Floats, Ints, Marks, StateType
from fathoms.lab.simulate.kernels import Begin
from fathoms.lab.vector import kernels
from fathoms.lab.vector.kernels import Room
from fathoms.lab.vector.observe import observation_size

PLACES = ("cpu", "gpu")
PORTION = 256  # games that a core's thread takes at a time
GPU_BLOCK = 64  # threads in a block when stepping


class Batch(NamedTuple):
    """The games after a step. The arrays are written anew by the next step; on a GPU they stay there."""

    observations: Marks  # (n, observation_size): for the seat that must decide now
    masks: Marks  # (n, actions): 1 for each action it may take
    choices: Codes  # (n, most_choices): the same actions as a list …
    counts: Codes  # (n,): … and how many they are
    seats: Bytes  # (n,): the seat that must decide now
    rewards: Floats  # (n, 6): where a game has just ended, each seat's share of the win; else 0
    dones: Marks  # (n,): 1 where a game has just ended; observations are then of the next one
    numbers: Ints  # (n,): the number of the game being played


def _blank_batch(game: Game, n: int) -> Batch:
    return Batch(
        np.zeros((n, observation_size(game)), np.uint8),
        np.zeros((n, game.actions), np.uint8),
        np.zeros((n, game.most_choices), np.int32),
        np.zeros(n, np.int32),
        np.zeros(n, np.int8),
        np.zeros((n, len(SEATS)), np.float32),
        np.zeros(n, np.uint8),
        np.zeros(n, np.int64),
    )


class VectorGames:
    """`n` games of one kind, stepped together."""

    def __init__(
        self, game: str | Game, n: int, *, on: str = "cpu", cores: int | None = None, **options: object
    ) -> None:
        if on not in PLACES:
            raise OptionError(f"on={on!r} is not possible; allowed: {', '.join(PLACES)}")
        if n < 1:
            raise OptionError(f"n={n} is not possible; allowed: 1 or more")
        self.game = find_game(game) if isinstance(game, str) else game
        self.n = n
        self.seed = 0
        rows = np.array([self.game.options.encode(self.game.options.read(**options))])
        self._runner: _OnCores | _OnGpu = (
            _OnCores(self.game, n, rows, cores or os.cpu_count() or 1) if on == "cpu" else _OnGpu(self.game, n, rows)
        )

    @property
    def batch(self) -> Batch:
        return self._runner.batch

    def reset(self, seed: int = 1) -> Batch:
        """Begin all games anew: the same seed and actions give the same games."""
        self.seed = seed
        self._runner.reset(seed)
        return self.batch

    def step(self, actions: npt.ArrayLike) -> Batch:
        """One decision in each game. On the CPU an action that is not a choice is refused, and nothing is changed."""
        self._runner.step(self.seed, actions)
        return self.batch


class _OnCores:
    """Games in slices, a thread each, which help one another to the end; the kernels release the GIL."""

    def __init__(self, game: Game, n: int, options: Ints, cores: int) -> None:
        self.game, self.batch = game, _blank_batch(game, n)
        self.states, self.rngs = np.zeros(n, game.state), np.zeros(n, np.uint64)
        self.blank, self.options = np.zeros(1, game.state), options
        threads = min(cores, -(-n // PORTION))
        self.taken = np.zeros(threads, np.int64)  # how many places of each thread's slice are in work or done
        self.rooms = [self._room() for _ in range(threads)]
        self.pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None

    def _room(self) -> Room:
        game = self.game
        out = np.zeros(max(game.most_choices, game.most_fates), np.int32)
        places, befalling = np.zeros(PORTION, np.int64), np.zeros(PORTION, np.int64)
        return Room(np.zeros(1, game.state), out, np.zeros(game.most_fates, np.int64), places, befalling)

    def reset(self, seed: int) -> None:
        self._everywhere(self._reset_portions, seed)

    def step(self, seed: int, actions: npt.ArrayLike) -> None:
        chosen = np.ascontiguousarray(actions, np.int64)
        self._refuse_illegal(chosen)
        self._everywhere(self._step_portions, seed, chosen)

    def _reset_portions(self, thread: int, seed: int) -> None:
        begin = Begin(self.blank, self.options, seed)
        kernels.reset_games(thread, self.taken, self.states, self.rooms[thread], begin, self.batch, self.rngs)

    def _step_portions(self, thread: int, seed: int, actions: Ints) -> None:
        begin = Begin(self.blank, self.options, seed)
        kernels.step_games(thread, self.taken, self.states, self.rooms[thread], begin, actions, self.batch, self.rngs)

    def _refuse_illegal(self, actions: Ints) -> None:
        if actions.shape != self.batch.seats.shape:
            raise OptionError(f"actions of shape {actions.shape}; allowed: one for each of {len(self.states)} games")
        if not self.batch.counts[0]:
            raise OptionError("no game has begun; allowed: reset, then step")
        if (place := kernels.first_illegal(actions, self.batch)) >= 0:
            allowed = [int(code) for code in self.batch.choices[place, : self.batch.counts[place]]]
            raise IllegalMove(f"action {actions[place]} in game {place} is not allowed; possible now: {allowed}")

    def _everywhere(self, work: Callable[..., None], *arguments: int | Ints) -> None:
        self.taken[:] = 0
        others = [self.pool.submit(work, k, *arguments) for k in range(1, len(self.taken))] if self.pool else []
        work(0, *arguments)
        for other in others:
            if not other.cancel():  # one that has not even begun is not needed any more
                other.result()


_gpu_kernels: dict[StateType, tuple[Any, Any]] = {}


class _OnGpu:
    """A thread a game; arrays stay on the card and speak `__cuda_array_interface__`."""

    def __init__(self, game: Game, n: int, options: Ints) -> None:
        from fathoms.lab.gpu import need_gpu
        from fathoms.lab.vector.gpu_kernels import stepping_kernels

        self.cuda = need_gpu()
        self.grid = -(-n // GPU_BLOCK), GPU_BLOCK
        if game.state not in _gpu_kernels:
            _gpu_kernels[game.state] = stepping_kernels(game, self.cuda)
        self.reset_kernel, self.step_kernel = _gpu_kernels[game.state]
        self.options, self.blank = (self.cuda.to_device(a) for a in (options, np.zeros(1, game.state)))
        self.states, self.rngs = (self.cuda.to_device(np.zeros(n, kind)) for kind in (game.state, np.uint64))
        self.batch = Batch(*(self.cuda.to_device(array) for array in _blank_batch(game, n)))

    def begin(self, seed: int) -> Begin:
        return Begin(self.blank, self.options, seed)

    def reset(self, seed: int) -> None:
        self.reset_kernel[self.grid](self.states, self.begin(seed), self.batch, self.rngs)

    def step(self, seed: int, actions: npt.ArrayLike) -> None:
        """The actions are trusted: looking at them here would cost the way to the card and back."""
        chosen = self.cuda.as_cuda_array(actions)
        self.step_kernel[self.grid](self.states, self.begin(seed), chosen, self.batch, self.rngs)
