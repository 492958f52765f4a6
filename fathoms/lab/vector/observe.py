"""What a program that learns is shown: the record redacted for a seat as numbers, and the actions it may take.

An observation is the redacted record's own bytes, followed by the seat that looks. It comes through the same gate as
what people are shown (law 3), holds the same in every game, and costs a copy. Sets of cards are bit masks in there, so
`as_bits` is what a network should be fed.
"""

import numpy as np
import numpy.typing as npt

from fathoms.engine.game import Game
from fathoms.engine.position import Position

Bytes = npt.NDArray[np.uint8]


def observation_size(game: Game) -> int:
    """How many bytes an observation has: the record's, and the seat's."""
    return game.state.itemsize + 1


def observe(position: Position, seat: int, out: Bytes | None = None) -> Bytes:
    """What `seat` may know of a position (SPECTATOR: what everybody may), written to `out` if that is given."""
    seen = np.zeros(observation_size(position.game), np.uint8) if out is None else out
    seen[:-1] = position.redacted(seat).states.view(np.uint8)
    seen[-1] = seat
    return seen


def action_mask(position: Position, seat: int, out: Bytes | None = None) -> Bytes:
    """1 for every action of the game that `seat` may take now, written to `out` if that is given."""
    mask = np.zeros(position.game.actions, np.uint8) if out is None else out
    mask[:] = 0
    mask[position.choices(seat)] = 1
    return mask


def as_bits(observations: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Observations (any leading shape) bit by bit, as zeros and ones: eight for each byte, the lowest first."""
    return np.unpackbits(observations, axis=-1, bitorder="little").astype(np.float32)
