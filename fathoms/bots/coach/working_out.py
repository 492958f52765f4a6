"""What two players' choices are worth, worked out instead of tried: no rule of thumb, no sampling.

Played on by rule of thumb, a choice is worth what careless opponents give away after it. Two ways lead further, where
nothing is hidden but what both choose at once. A game whose part `hints` has `is_end_in_sight(view)` says where little
is left: that is worked out to the end. A game with learned values for a lookahead is worked out some turns ahead.
"""

from dataclasses import dataclass

import numpy as np

from fathoms.bots.networks.policy import NO_POLICY, lookahead_of
from fathoms.bots.solver.lookahead import can_look_ahead
from fathoms.bots.solver.solver import Solver, TooLarge, solve_game
from fathoms.engine.game import Game
from fathoms.engine.match import Match
from fathoms.engine.position import Position

POSITIONS = 1 << 16  # worked out for one decision, at most: a fraction of a second
TWO = 2  # the solver's players
TURNS = 2  # that are worked out ahead, where there is room
LEARNED = 0.015  # standard error of a lead that learned values judge: by as much one turn and two usually differ
ALIKE = 6  # decimals in which choices of one mixture are worth the same


@dataclass(frozen=True)
class WorkedOut:
    """What each choice of a seat is worth to it if both play their best, the best first."""

    values: dict[int, float]
    how: str  # "exact", to the end of the game, or "ahead"
    error: float  # the standard error of a lead


def work_out(told: Position, players: int, seat: int) -> WorkedOut | None:
    """None where that cannot be worked out. `told` is redacted for the seat."""
    if players != TWO or len(told.choices(seat)) < TWO:
        return None
    asked = told.taken_back(seat)
    if asked.actors() == [seat] and is_end_in_sight(asked, players, seat):
        values = _values(Solver(asked.game, POSITIONS), asked, seat)
        return WorkedOut(values, "exact", 0.0) if values else None
    return _look_ahead(asked, seat) if can_look_ahead(asked) else None


def _look_ahead(asked: Position, seat: int) -> WorkedOut | None:
    """As many turns as there is room for."""
    for number in range(TURNS, 0, -1):
        net = lookahead_of(asked.game)
        values = _values(Solver(asked.game, 2 * POSITIONS, remember_fates=False, net=net, turns=number), asked, seat)
        if values:
            return WorkedOut(values, "ahead", LEARNED)
    return None


def _values(solver: Solver, asked: Position, seat: int) -> dict[int, float]:
    """The best first, and of equals the one to choose most often; nothing where there is no room for that."""
    try:
        values, often = _against_best(solver, asked, seat)
    except TooLarge:
        return {}
    return dict(sorted(values.items(), key=lambda one: (-round(one[1], ALIKE), -often.get(one[0], 0.0))))


def _against_best(solver: Solver, asked: Position, seat: int) -> tuple[dict[int, float], dict[int, float]]:
    """What each choice is worth against the other's best, and how often it should be chosen, if both choose at once."""
    if asked.actors() == [seat]:
        return solver.values(asked), {}
    matrix = solver.matrix(asked)
    _, mine, theirs = solve_game(matrix)
    worth, often = (matrix @ theirs, mine) if seat == 0 else (1 - mine @ matrix, theirs)
    choices = asked.choices(seat)
    return dict(zip(choices, worth.tolist(), strict=True)), dict(zip(choices, often.tolist(), strict=True))


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


def compile_working_out(game: Game) -> None:
    """Compile, or load from the cache, what working out asks of a game."""
    solvers = [Solver(game, 16)] if hasattr(game.part("hints"), "is_end_in_sight") else []
    if lookahead_of(game) is not NO_POLICY:
        solvers.append(Solver(game, 1 << 12, remember_fates=False, net=lookahead_of(game), turns=1))
    for solver in solvers:
        try:
            solver.value(Match(game, interpreted=False, players=TWO).position)
        except TooLarge:  # so early; the code is compiled
            continue
