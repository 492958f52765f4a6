"""Self-play on a GPU: thousands of tables side by side, whose arrays stay on the card.

Whoever learns reads `batch.known` and `batch.legal` of a step, writes `batch.done`, `batch.logs` and `batch.values`,
and lets all tables go on; after the last step `look_back` says what came of the decisions. A core's arena is in
`self_play.py`.
"""

from typing import Any, NamedTuple

import numpy as np

from fathoms.bots.networks.files import need_features
from fathoms.engine.dialect import SEATS
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.lab.gpu import need_gpu
from fathoms.lab.learn.gpu_kernels import learning_kernels
from fathoms.lab.learn.value_data import tables_for

BLOCK = 128  # threads in a block


class Batch(NamedTuple):
    """The decisions of n tables: (steps, n), or one row more where a table waits for the next."""

    known: Any  # float32 (steps + 1, n, facts): what the seat that decides knows
    legal: Any  # uint8 (steps + 1, n, actions): 1 for what it may do
    seats: Any  # int32 (steps + 1, n)
    held: Any  # int32 (steps + 1, n): who holds that seat, as in `self_play_kernels`
    done: Any  # int64 (steps, n): what it did
    logs: Any  # float32 (steps, n): of the probability with which it was done
    values: Any  # float32 (steps, n): the share of the win that it expected
    ended: Any  # int32 (steps, n): 1 where the game ended after it
    rewards: Any  # float32 (steps, n, 6): and then each seat's share of the win
    gains: Any  # float32 (steps, n): what came of it, less what was expected
    returns: Any  # float32 (steps, n): what the value should have been
    counted: Any  # int32 (steps, n): 1 where the learner decided and gains are known
    numbers: Any  # int64 (n,): the number of the game being played
    rngs: Any  # uint64 (n,)
    holders: Any  # int32 (n, 6): who holds the seats


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
    """`n` tables that play `steps` decisions at a time. `others` is how often some seats are another's."""

    def __init__(self, game: Game, n: int, steps: int, seed: int, others: Any) -> None:
        cuda = need_gpu()
        has_heuristic(game)
        self._open, self._decide, self._look_back = learning_kernels(game, cuda)
        self._grid = -(-n // BLOCK), BLOCK
        self._states, blank = cuda.to_device(np.zeros(n, game.state)), cuda.to_device(np.zeros(1, game.state))
        self._begin = (blank, cuda.to_device(tables_for(game, seed)), seed, cuda.to_device(others))
        self.batch, self.steps = Batch(*(cuda.to_device(array) for array in blank_batch(game, n, steps))), steps
        self._open[self._grid](self._states, self._begin, self.batch)

    def go_on(self, step: int) -> None:
        """All tables do what was decided in this step."""
        self._decide[self._grid](step, self._states, self._begin, self.batch)

    def look_back(self, fade: float) -> None:
        """Gains and returns of all steps; `fade` is the lambda of the generalised advantages."""
        self._look_back[self._grid](self.batch, fade)
