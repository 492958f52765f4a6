"""What the bridges share: chance from a caller's generator, and what a game that is over is worth to each seat."""

import numpy as np

from fathoms.engine.dialect import SEA, SEATS
from fathoms.engine.position import Position


def drift(position: Position, dice: np.random.Generator) -> None:
    """Let the sea act, each fate exactly as likely as its weight says, until a seat must decide."""
    while position.actors() == [SEA]:
        position.happen(SEA, position.random_fate(lambda n: int(dice.integers(n))))


def worth(position: Position, players: int) -> list[float]:
    """What each seat's share of the win is worth: 1 for winning alone, in all 0. Zeros until the game is over."""
    mask = position.winners()
    winners = sum(mask >> seat & 1 for seat in range(len(SEATS)))
    if not winners:
        return [0.0] * players
    return [((mask >> seat & 1) * players / winners - 1) / (players - 1) for seat in range(players)]


def least_worth(players: int) -> float:
    return -1 / (players - 1)
