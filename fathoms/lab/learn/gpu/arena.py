"""Self-play on a GPU: thousands of tables side by side, whose arrays stay on the card.

Whoever learns reads `batch.known` and `batch.legal` of a step, writes `batch.done`, `batch.logs` and `batch.values`,
and lets all tables go on; after the last step `look_back` says what came of the decisions. A core's arena is in
`self_play.py`.
"""

from typing import NamedTuple

import numpy as np

from fathoms.bots.networks.files import need_features
from fathoms.engine.dialect import SEATS
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Codes, Doubles, Floats, Ints, Marks, Rng
from fathoms.lab.gpu import need_gpu
from fathoms.lab.learn.gpu.arena_kernels import Tables
from fathoms.lab.learn.gpu.kernels import learning_kernels
from fathoms.lab.learn.value_data import tables_for

BLOCK = 128  # threads in a block


class Batch(NamedTuple):
    """The decisions of n tables: (steps, n), or one row more where a table waits for the next."""

    known: Floats  # (steps + 1, n, facts): what the seat that decides knows
    legal: Marks  # (steps + 1, n, actions): 1 for what it may do
    seats: Codes  # (steps + 1, n)
    held: Codes  # (steps + 1, n): who holds that seat, as in `self_play_kernels`
    done: Ints  # (steps, n): what it did
    logs: Floats  # (steps, n): of the probability with which it was done
    values: Floats  # (steps, n): the share of the win that it expected
    ended: Codes  # (steps, n): 1 where the game ended after it
    rewards: Floats  # (steps, n, 6): and then each seat's share of the win
    gains: Floats  # (steps, n): what came of it, less what was expected
    returns: Floats  # (steps, n): what the value should have been
    counted: Codes  # (steps, n): 1 where the learner decided and gains are known
    numbers: Ints  # (n,): the number of the game being played
    rngs: Rng  # (n,)
    holders: Codes  # (n, 6): who holds the seats


def blank_batch(game: Game, n: int, steps: int) -> Batch:
    module, seats = need_features(game), len(SEATS)
    waiting, taken = (steps + 1, n), (steps, n)
    return Batch(
        known=np.zeros((*waiting, module.KNOWN_FEATURES), np.float32),
        legal=np.zeros((*waiting, module.KNOWN_ACTIONS), np.uint8),
        seats=np.zeros(waiting, np.int32),
        held=np.zeros(waiting, np.int32),
        done=np.zeros(taken, np.int64),
        logs=np.zeros(taken, np.float32),
        values=np.zeros(taken, np.float32),
        ended=np.zeros(taken, np.int32),
        rewards=np.zeros((*taken, seats), np.float32),
        gains=np.zeros(taken, np.float32),
        returns=np.zeros(taken, np.float32),
        counted=np.zeros(taken, np.int32),
        numbers=np.arange(n),
        rngs=np.zeros(n, np.uint64),
        holders=np.zeros((n, seats), np.int32),
    )


class GpuArena:
    """`n` tables that play `steps` decisions at a time. `shares` is how often some seats are another's."""

    def __init__(self, game: Game, n: int, steps: int, seed: int, shares: Doubles) -> None:
        cuda = need_gpu()
        has_heuristic(game)
        self._open, self._decide, self._look_back = learning_kernels(game, cuda)
        self._grid = -(-n // BLOCK), BLOCK
        self._states, blank = cuda.to_device(np.zeros(n, game.state)), cuda.to_device(np.zeros(1, game.state))
        self._begin = Tables(blank, cuda.to_device(tables_for(game, seed)), seed, cuda.to_device(shares))
        self.batch, self.steps = Batch(*(cuda.to_device(array) for array in blank_batch(game, n, steps))), steps
        self._open[self._grid](self._states, self._begin, self.batch)

    def go_on(self, step: int) -> None:
        """All tables do what was decided in this step."""
        self._decide[self._grid](step, self._states, self._begin, self.batch)

    def look_back(self, fade: float) -> None:
        """Gains and returns of all steps; `fade` is the lambda of the generalised advantages."""
        self._look_back[self._grid](self.batch, fade)
