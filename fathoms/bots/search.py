"""A search as an object: a budget of iterations or of time, and what it found."""

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.bots.search_kernels import ARM, NODE, search
from fathoms.bots.thumb import has_thumb
from fathoms.engine.position import Position

BATCH = 100  # iterations between two looks at the clock
MOST_NODES = 60_000
ARMS_A_NODE = 10


@dataclass(frozen=True)
class Option:
    """One choice as the search sees it."""

    action: int
    visits: int
    value: float  # the seat's expected share of the win
    weight: float  # how often it should be played, where several choose at once


class Search:
    """The tree of one decision. `position` is redacted for `seat`: the search knows nothing else."""

    def __init__(self, position: Position, seat: int, rng: npt.NDArray[np.uint64], nodes: int = MOST_NODES) -> None:
        has_thumb(position.game)
        game = position.game
        self.seat, self.rng, self.iterations = seat, rng, 0
        self._root, self._worlds = position.states, np.zeros(2, game.state)
        self._nodes, self._arms = np.zeros(nodes, NODE), np.zeros(nodes * ARMS_A_NODE, ARM)
        self._nodes[0]["child"] = self._nodes[0]["arms"] = -1
        self._sizes = np.array([1, 0], np.int64)
        size = max(game.most_choices, game.most_fates)
        self._out, self._found = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self._weights, self._probabilities = np.zeros(size, np.int64), np.zeros(size, np.float64)
        self._together = bin(position.to_act()).count("1") > 1

    def run(self, iterations: int) -> None:
        tree: tuple[Any, ...] = (self.rng, self._nodes, self._arms, self._sizes)
        buffers = (self._out, self._found, self._weights, self._probabilities)
        search(self._root, self._worlds, self.seat, iterations, self.iterations, *tree, *buffers)
        self.iterations += iterations

    def run_for(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.run(BATCH)

    def options(self) -> list[Option]:
        """The seat's choices at the root, the most visited first."""
        found, arm = [], int(self._nodes[0]["arms"])
        while arm >= 0:
            one = self._arms[arm]
            if int(one["seat"]) == self.seat:
                visits = int(one["visits"])
                value = float(one["value"]) / visits if visits else 0.0
                found.append(Option(int(one["action"]), visits, value, float(one["weight"])))
            arm = int(one["next"])
        return sorted(found, key=lambda option: -option.visits)

    def choose(self, draw: float) -> int:
        """The action to play: the most visited, or drawn from the mixed strategy where several choose at once."""
        options = self.options()
        if not self._together:
            return options[0].action
        total = sum(option.weight for option in options)
        likely = [option for option in options if option.weight > 0.02 * total]
        left = draw * sum(option.weight for option in likely)
        for option in likely:
            left -= option.weight
            if left < 0:
                return option.action
        return likely[-1].action
