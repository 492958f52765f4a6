"""How a bot level plays, as probabilities: what a best response has to know of it."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from fathoms.bots.kernels import think
from fathoms.bots.levels import LEVELS, think_about
from fathoms.engine.errors import OptionError
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.position import Position

# Counted, not timed, so that every figure can be made again; a quiet core does more in a level's time, abyss much more.
ITERATIONS = {"mate": 1_000, "captain": 20_000, "abyss": 20_000}
SAMPLES = 400  # of a rule of thumb, which throws dice of its own
DRAWS = 1_000  # even steps through a search's mixture


class Level:
    """A level with a budget of iterations; `searches` of them are averaged where a search gives one move only."""

    def __init__(self, name: str, seed: int = 1, iterations: int | None = None, searches: int = 1) -> None:
        if name not in LEVELS:
            raise OptionError(f"unknown bot {name!r}; allowed: {', '.join(LEVELS)}")
        self.name, self.searches = name, searches
        self.iterations = iterations or ITERATIONS.get(name, 0)
        self._rng = np.array([seed], np.uint64)

    def mixture(self, told: Position, seat: int) -> dict[int, float]:
        """How often the level makes each choice in a position redacted for its seat."""
        choices = told.choices(seat)
        if len(choices) == 1 or self.name == "deckhand":
            return dict.fromkeys(choices, 1 / len(choices))
        if self.name == "sailor":
            has_heuristic(told.game)
            return _shares(int(think(told.copy().states, seat, self._rng)) for _ in range(SAMPLES))
        together = len(told.actors()) > 1
        return _shares(action for _ in range(1 if together else self.searches) for action in self._search(told, seat))

    def _search(self, told: Position, seat: int) -> list[int]:
        thought = think_about(self.name, told, seat, self._rng, self.iterations, 0.0)
        return [thought.choose((k + 0.5) / DRAWS) for k in range(DRAWS)]


def _shares(actions: Iterable[int]) -> dict[int, float]:
    counts = Counter(actions)
    return {action: count / counts.total() for action, count in counts.items()}
