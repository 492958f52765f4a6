"""The end of a game worked out to its last event, where the game says that it can be: no rule of thumb, no sampling.

Played on by rule of thumb, an ending is worth what careless opponents give away in it. A game whose part `hints` has
`is_end_in_sight(view)` says where two players decide with everything open and little is left: there both play their
best.
"""

import numpy as np

from fathoms.bots.solver.solver import Solver, TooLarge
from fathoms.engine.game import Game
from fathoms.engine.match import Match
from fathoms.engine.position import Position

POSITIONS = 1 << 16  # worked out for one decision, at most: a fraction of a second
TWO = 2  # the solver's players


def exact_values(told: Position, players: int, seat: int) -> dict[int, float] | None:
    """What each choice of a seat is worth to it if all play their best; None where that cannot be worked out."""
    if players != TWO or told.actors() != [seat] or not is_end_in_sight(told, players, seat):
        return None
    try:
        return Solver(told.game, POSITIONS).values(told)
    except TooLarge:
        return None


def best_play_share(position: Position, players: int) -> float | None:
    """A's share of the win from here on if both play their best; None where that cannot be worked out.

    The position is whole, not redacted: only one of which nobody is kept in the dark has such a share.
    """
    if players != TWO or not all(is_end_in_sight(position.redacted(seat), TWO, seat) for seat in range(TWO)):
        return None
    try:
        return Solver(position.game, POSITIONS).value(position)
    except TooLarge:
        return None


def is_end_in_sight(told: Position, players: int, seat: int) -> bool:
    """Whether little is left, and nothing of it hidden from the seat: it can imagine no other world."""
    sees = getattr(told.game.part("hints"), "is_end_in_sight", None)
    if sees is None or not sees(told.view(seat, players)):
        return False
    return told.imagined(seat, np.array([1], np.uint64)).bytes() == told.bytes()


def compile_endings(game: Game) -> None:
    """Compile, or load from the cache, what working out an ending asks of a game."""
    if hasattr(game.part("hints"), "is_end_in_sight"):
        try:
            Solver(game, 16).value(Match(game, interpreted=False, players=TWO).position)
        except TooLarge:  # so early; the code is compiled
            return
