"""A whole small game with secrets, as an object: its tree, regret minimisation on it, and best responses."""

from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.bots.solver.solver import Policy, TooLarge
from fathoms.engine.game import Game
from fathoms.engine.position import Position, States
from fathoms.lab.solved import kernels

Shares = npt.NDArray[np.float64]  # how often each choice of each information set is made, one after the other
PLAYERS = kernels.SEATS


class Tree:
    """Everything that can happen from a position of a game for three, which everybody knows to be the start."""

    def __init__(self, start: Position, most: int = 2_000_000, layer: int = 120_000) -> None:
        self.game = start.game
        self._nodes = np.zeros(most, kernels.NODE)
        self._asked: list[tuple[int, Position]] = []  # of each information set: the seat, and what it is told
        self._numbers: dict[tuple[int, int], int] = {}
        self.layers = [0, 1]
        self._grow(start, layer)
        self._nodes = self._nodes[: self.layers[-1]].copy()
        counts = np.zeros(len(self._asked), np.int64)
        decisions = self._nodes[(self._nodes["who"] >= 0) & (self._nodes["who"] < PLAYERS)]
        counts[decisions["info"]] = decisions["count"]
        self._starts = np.concatenate(([0], np.cumsum(counts)))
        self._reach, self._values = np.zeros((len(self._nodes), PLAYERS + 1)), np.zeros((len(self._nodes), PLAYERS))

    @property
    def size(self) -> int:
        return len(self._nodes)

    @property
    def questions(self) -> int:
        """How many information sets there are."""
        return len(self._asked)

    def _grow(self, start: Position, most: int) -> None:
        game: Game = self.game
        states, keys = start.copy().states, np.zeros((1, PLAYERS), np.uint64)
        out = np.zeros(max(game.most_choices, game.most_fates), np.int32)
        weights = np.zeros(game.most_fates, np.int64)
        kernels.plant(states, self._nodes, keys)
        while True:
            first, last = self.layers[-2:]
            self._number(first, last, states)
            following = kernels.Layer(np.zeros(most, game.state), np.zeros((most, PLAYERS), np.uint64))
            made = int(kernels.grow(states, keys, self._nodes, first, last, following, (out, weights)))
            if made < 0:
                raise TooLarge(f"more than {len(self._nodes):,} nodes, or {most:,} in one layer")
            if made == 0:
                return
            self.layers.append(last + made)
            states, keys = following.states[:made], following.keys[:made]

    def _number(self, first: int, last: int, states: States) -> None:
        """Number the information sets of a layer, and keep what the acting seat is told in each."""
        for number in range(first, last):
            node = self._nodes[number]
            seat = int(node["who"])
            if 0 <= seat < PLAYERS:
                key = (seat, int(node["key"]))
                if key not in self._numbers:
                    self._numbers[key] = len(self._asked)
                    here = Position(self.game, states[number - first : number - first + 1], interpreted=False)
                    self._asked.append((seat, here.redacted(seat)))
                self._nodes[number]["info"] = self._numbers[key]

    @property
    def asked(self) -> int:
        """How many of them look different to the seat that is asked."""
        return len({(seat, told.bytes()) for seat, told in self._asked})

    def even(self) -> Shares:
        """Every choice as likely as the others."""
        counts = np.diff(self._starts)
        return np.asarray(1.0 / np.repeat(counts, counts), np.float64)

    def minimise(self, rounds: int) -> Shares:
        """The average play of so many rounds of regret minimisation (CFR+)."""
        shares, sums = self.even(), kernels.Sums(np.zeros(self._starts[-1]), np.zeros(self._starts[-1]))
        kernels.minimise(self._nodes, self._starts, shares, sums, self._reach, self._values, 0, rounds)
        totals = sums.totals
        spread = np.repeat(np.add.reduceat(totals, self._starts[:-1]), np.diff(self._starts))
        return np.where(spread > 0, totals / np.where(spread > 0, spread, 1), self.even())

    def ask(self, policy: Policy) -> Shares:
        """A policy's shares; asked once for all information sets that look the same to the seat."""
        shares, known = np.zeros(self._starts[-1]), dict[tuple[int, bytes], Any]()
        for info, (seat, told) in enumerate(self._asked):
            key = (seat, told.bytes())
            if key not in known:
                mixture = policy(told, seat)
                known[key] = [mixture.get(action, 0.0) for action in told.choices(seat)]
            shares[self._starts[info] : self._starts[info + 1]] = known[key]
        return shares

    def instead(self, shares: Shares, seat: int, own: Shares) -> Shares:
        """These shares, but one seat plays its own."""
        is_own = np.repeat([asked == seat for asked, _ in self._asked], np.diff(self._starts))
        return np.where(is_own, own, shares)

    def worth(self, shares: Shares) -> list[float]:
        """Each seat's share of the win."""
        kernels.evaluate(self._nodes, self._starts, shares, self._reach, self._values)
        return [float(value) for value in self._values[0]]

    def best_responses(self, shares: Shares) -> list[float]:
        """What each seat would get by answering best to how the two others play."""
        self.worth(shares)
        layers, worth = np.array(self.layers), np.zeros(self._starts[-1])
        values = np.zeros_like(self._values)
        tree = (self._nodes, layers, self._starts, shares, self._reach, values, worth)
        return [float(kernels.best_response(*tree, seat)) for seat in range(PLAYERS)]

    def gains(self, shares: Shares) -> list[float]:
        """What each seat would win by changing to a best response; nothing for all is an equilibrium."""
        return [best - now for best, now in zip(self.best_responses(shares), self.worth(shares), strict=True)]
