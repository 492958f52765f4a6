"""Exact values of two-player positions, as an object: the memory of a walk, and what it found at the root."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.bots.networks.policy import NO_POLICY, Net
from fathoms.bots.solver.kernels import DEEP, ENTRY, FRAME, FULL, matrix_game, solve
from fathoms.engine.errors import FathomsError
from fathoms.engine.game import Game
from fathoms.engine.position import Position, States

DEEPEST = 160  # events from a position to the end of its game
PAIRS = 64  # room for the choices of two who choose at once
Mixture = npt.NDArray[np.float64]
Room = tuple[Any, Any, Any, Any, Any]
Policy = Callable[[Position, int], dict[int, float]]  # a position redacted for a seat -> how often it does what


class TooLarge(FathomsError):
    """A position with more to work out than there is room for."""


def room_for(game: Game, positions: int, questions: int = 0) -> Room:
    """Memory for `kernels.solve`: states, words, memory, buffers, mixtures."""
    states, width = np.zeros(DEEPEST, game.state), max(game.most_choices, game.most_fates, PAIRS)
    words = states.view(np.uint32).reshape(DEEPEST, -1)
    kept = np.zeros((questions, words.shape[1]), np.uint32)
    memory = (np.zeros(DEEPEST, FRAME), np.zeros(positions, ENTRY), kept, np.zeros(1, np.int64))
    buffers = (
        np.zeros((DEEPEST, width), np.int32),
        np.zeros((DEEPEST, game.most_choices), np.int32),
        np.zeros((DEEPEST, width), np.int64),
        np.zeros((DEEPEST, width)),
    )
    return states, words, memory, buffers, np.zeros((2, game.most_choices))


class Solver:
    """Works positions of one game out. What was worked out once is remembered until `forget`.

    With a `net` it looks `turns` turns ahead, and that judges what follows; otherwise to the end of the game.
    """

    def __init__(
        self,
        game: Game,
        positions: int = 1 << 20,
        questions: int = 0,
        remember_fates: bool = True,
        net: Net = NO_POLICY,
        turns: int = 0,
    ) -> None:
        self.game = game
        self._states, self._words, self._memory, self._buffers, self._mixtures = room_for(game, positions, questions)
        _, self._table, self._kept, self._sizes = self._memory
        self._results: Mixture = self._buffers[3]
        self._lookahead, self._remember_fates, self._run = (net, turns), remember_fates, 0

    def forget(self) -> None:
        self._table[:] = 0
        self._sizes[0] = 0

    @property
    def positions(self) -> int:
        """How many different positions were met."""
        return int(np.count_nonzero(self._table["low"]))

    @property
    def questions(self) -> int:
        """How many of them ask somebody something, as far as there is room for them."""
        return int(self._sizes[0])

    def value(self, position: Position) -> float:
        """A's share of the win if both play their best."""
        return self._solve(position, np.zeros((1, 1)), -1)

    def values(self, position: Position) -> dict[int, float]:
        """What each choice of the one seat that acts is worth to it."""
        self.value(position)
        seat = position.actors()[0]
        shares = [float(share) for share in self._results[0, : len(position.choices(seat))]]
        return {
            action: share if seat == 0 else 1 - share
            for action, share in zip(position.choices(seat), shares, strict=True)
        }

    def matrix(self, position: Position) -> Mixture:
        """A's share for every pair of choices where both choose at once: a row for each of A's."""
        self.value(position)
        shape = (len(position.choices(0)), len(position.choices(1)))
        return self._results[0, : shape[0] * shape[1]].reshape(shape).copy()

    def mixture(self, position: Position, seat: int) -> dict[int, float]:
        """How often a seat should make each choice: one of them where it chooses alone."""
        self.value(position)
        choices = position.choices(seat)
        if len(position.actors()) > 1:
            return dict(zip(choices, self._mixtures[seat].tolist(), strict=False))
        shares = self._results[0, : len(choices)]
        best = int(shares.argmax() if seat == 0 else shares.argmin())
        return {choices[best]: 1.0}

    def ask(self, seat: int, policy: Policy) -> Mixture:
        """A policy's mixtures for a seat wherever it is asked something, in the rows of `against`."""
        rows = np.zeros((self.questions, self.game.most_choices))
        for row in range(self.questions):
            states: States = self._kept[row].copy().view(self.game.state)
            position = Position(self.game, states, interpreted=False)
            choices = position.choices(seat)
            if len(choices) > 1:
                mixture = policy(position.redacted(seat), seat)
                rows[row, : len(choices)] = [mixture.get(action, 0.0) for action in choices]
            elif choices:
                rows[row, 0] = 1.0
        return rows

    def against(self, position: Position, seat: int, mixtures: Mixture) -> float:
        """A seat's share of the win if it plays these mixtures and the other best responds from here to the end."""
        self._run += 1
        value = self._solve(position, mixtures, seat)
        self._run += 1
        return value if seat == 0 else 1 - value

    def _solve(self, position: Position, policies: Mixture, me: int) -> float:
        self._words[0] = position.states.view(np.uint32)
        room = (self._memory, self._remember_fates, self._buffers, self._mixtures)
        how = (self._run, *room, policies, me, *self._lookahead)
        value = float(solve(self._states, self._words, *how))
        if value == FULL:
            raise TooLarge(f"more than {len(self._table):,} positions to work out")
        if value == DEEP:
            raise TooLarge(f"more than {DEEPEST} events to the end")
        if 0 < len(self._kept) == self.questions:
            raise TooLarge(f"more than {len(self._kept) - 1:,} positions ask something")
        return value


def solve_game(matrix: npt.ArrayLike) -> tuple[float, Mixture, Mixture]:
    """The value of a matrix game for the row player, and an optimal mixture of each side."""
    wins = np.ascontiguousarray(matrix, np.float64)
    n, m = wins.shape
    tableau, basis = np.zeros((n + 1, n + m + 1)), np.zeros(n + 1, np.int64)
    mine, theirs = np.zeros(n), np.zeros(m)
    value = float(matrix_game(wins.ravel(), n, m, tableau, basis, mine, theirs))
    return value, mine, theirs
