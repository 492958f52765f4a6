"""Exact values of two-player positions, as an object: the memory of a walk, and what it found at the root."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from fathoms.bots.networks.policy import NO_POLICY, room_for_thoughts
from fathoms.bots.networks.policy_kernels import Net
from fathoms.bots.solver.kernels import DEEP, ENTRY, FRAME, FULL, Room, Simplex, Task, matrix_game, solve
from fathoms.engine.errors import FathomsError
from fathoms.engine.game import Game
from fathoms.engine.kinds import Doubles, Records
from fathoms.engine.position import Position, States

DEEPEST = 160  # events from a position to the end of its game
PAIRS = 64  # room for the choices of two who choose at once
NOBODY = -1  # whose policy is known
Mixture = Doubles
Policy = Callable[[Position, int], dict[int, float]]  # a position redacted for a seat -> how often it does what


class TooLarge(FathomsError):
    """A position with more to work out than there is room for."""


def room_for(game: Game, net: Net, positions: int, questions: int = 0) -> tuple[Records, Room]:
    """A stack of records for `kernels.solve`, and the rest of its memory."""
    states, width = np.zeros(DEEPEST, game.state), max(game.most_choices, game.most_fates, PAIRS)
    words = states.view(np.uint32).reshape(DEEPEST, -1)
    return states, Room(
        words,
        np.zeros(DEEPEST, FRAME),
        np.zeros(positions, ENTRY),
        np.zeros((questions, words.shape[1]), np.uint32),
        np.zeros(1, np.int64),
        np.zeros((DEEPEST, width), np.int32),
        np.zeros((DEEPEST, game.most_choices), np.int32),
        np.zeros((DEEPEST, width), np.int64),
        np.zeros((DEEPEST, width)),
        np.zeros((2, game.most_choices)),
        room_for_matrix(game.most_choices, game.most_choices),
        room_for_thoughts(net),
    )


def room_for_matrix(n: int, m: int) -> Simplex:
    return Simplex(np.zeros((n + 1, n + m + 1)), np.zeros(n + 1, np.int64))


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
        self._states, self._room = room_for(game, net, positions, questions)
        self._task = Task(0, remember_fates, np.zeros((1, 1)), NOBODY, net, turns)

    def forget(self) -> None:
        self._room.table[:] = 0
        self._room.kept_count[0] = 0

    @property
    def positions(self) -> int:
        """How many different positions were met."""
        return int(np.count_nonzero(self._room.table["low"]))

    @property
    def questions(self) -> int:
        """How many of them ask somebody something, as far as there is room for them."""
        return int(self._room.kept_count[0])

    def value(self, position: Position) -> float:
        """A's share of the win if both play their best."""
        return self._solve(position, self._task)

    def values(self, position: Position) -> dict[int, float]:
        """What each choice of the one seat that acts is worth to it."""
        self.value(position)
        seat = position.actors()[0]
        shares = [float(share) for share in self._room.results[0, : len(position.choices(seat))]]
        return {
            action: share if seat == 0 else 1 - share
            for action, share in zip(position.choices(seat), shares, strict=True)
        }

    def matrix(self, position: Position) -> Mixture:
        """A's share for every pair of choices where both choose at once: a row for each of A's."""
        self.value(position)
        shape = (len(position.choices(0)), len(position.choices(1)))
        return self._room.results[0, : shape[0] * shape[1]].reshape(shape).copy()

    def mixture(self, position: Position, seat: int) -> dict[int, float]:
        """How often a seat should make each choice: one of them where it chooses alone."""
        self.value(position)
        choices = position.choices(seat)
        if len(position.actors()) > 1:
            return dict(zip(choices, self._room.mixtures[seat].tolist(), strict=False))
        shares = self._room.results[0, : len(choices)]
        best = int(shares.argmax() if seat == 0 else shares.argmin())
        return {choices[best]: 1.0}

    def ask(self, seat: int, policy: Policy) -> Mixture:
        """A policy's mixtures for a seat wherever it is asked something, in the rows of `against`."""
        rows = np.zeros((self.questions, self.game.most_choices))
        for row in range(self.questions):
            states: States = self._room.kept[row].copy().view(self.game.state)
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
        task = self._task._replace(run=self._task.run + 1)
        value = self._solve(position, task._replace(policies=mixtures, me=seat))
        self._task = task._replace(run=task.run + 1)
        return value if seat == 0 else 1 - value

    def _solve(self, position: Position, task: Task) -> float:
        self._room.words[0] = position.states.view(np.uint32)
        value = float(solve(self._states, self._room, task))
        if value == FULL:
            raise TooLarge(f"more than {len(self._room.table):,} positions to work out")
        if value == DEEP:
            raise TooLarge(f"more than {DEEPEST} events to the end")
        if 0 < len(self._room.kept) == self.questions:
            raise TooLarge(f"more than {len(self._room.kept) - 1:,} positions ask something")
        return value


def solve_game(matrix: npt.ArrayLike) -> tuple[float, Mixture, Mixture]:
    """The value of a matrix game for the row player, and an optimal mixture of each side."""
    wins = np.ascontiguousarray(matrix, np.float64)
    n, m = wins.shape
    mine, theirs = np.zeros(n), np.zeros(m)
    value = float(matrix_game(wins.ravel(), n, m, room_for_matrix(n, m), mine, theirs))
    return value, mine, theirs
