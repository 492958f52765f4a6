"""Many games at once: the same numbers for the same seed, whatever the number of cores."""

import math
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.bots.players import QUICK_LEVELS
from fathoms.bots.thumb import has_thumb
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.lab.kernels import RANDOM, RESULT, THUMB, play_games

CHUNK = 2000
PARTS = 60  # a win shared by up to six is a whole number of these, so sums are exact in any order
Results = npt.NDArray[Any]
Sums = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Plan:
    """What to play: games of `game` with the option rows in turn, a bot level for each seat."""

    game: Game
    options: Sequence[dict[str, Any]]
    bots: Sequence[str] = ("deckhand",)
    seed: int = 1
    check: bool = False

    def levels(self) -> npt.NDArray[np.int64]:
        """How each seat plays; a single level stands for all."""
        named = list(self.bots) * len(SEATS) if len(self.bots) == 1 else list(self.bots)
        most = max(int(values["players"]) for values in self.options)
        if len(named) < most:
            raise OptionError(f"{len(named)} bots for {most} seats; allowed: one for all, or one a seat")
        for name in named:
            if name not in QUICK_LEVELS:
                raise OptionError(f"unknown bot {name!r}; allowed: {', '.join(QUICK_LEVELS)}")
        sensible = has_thumb(self.game)
        codes = [THUMB if name == "sailor" and sensible else RANDOM for name in named]
        return np.array(codes + [RANDOM] * (len(SEATS) - len(codes)), np.int64)[: len(SEATS)]


@dataclass
class Tally:
    """What is kept of the games: sums, so that memory does not grow with their number."""

    games: int = 0
    decisions: int = 0
    events: int = 0
    longest: int = 0
    faults: int = 0
    first_fault: tuple[int, int] | None = None  # game number, rule number
    shares: Sums = field(default_factory=lambda: np.zeros(len(SEATS), np.int64))  # in parts of a win
    shares_squared: Sums = field(default_factory=lambda: np.zeros(len(SEATS), np.int64))
    scores: Sums = field(default_factory=lambda: np.zeros(len(SEATS), np.int64))
    scores_squared: Sums = field(default_factory=lambda: np.zeros(len(SEATS), np.int64))

    def add(self, results: Results, first: int) -> None:
        winners = results["winners"][:, None] >> np.arange(len(SEATS)) & 1
        shares = winners * (PARTS // np.maximum(winners.sum(axis=1, keepdims=True), 1))
        self.games += len(results)
        self.decisions += int(results["decisions"].sum())
        self.events += int(results["events"].sum())
        self.longest = max(self.longest, int(results["events"].max()))
        self.shares += shares.sum(axis=0)
        self.shares_squared += (shares**2).sum(axis=0)
        self.scores += results["scores"].sum(axis=0)
        self.scores_squared += (results["scores"].astype(np.int64) ** 2).sum(axis=0)
        broken = np.flatnonzero(results["fault"])
        self.faults += len(broken)
        if len(broken):
            found = (first + int(broken[0]), int(results["fault"][broken[0]]))
            self.first_fault = min(self.first_fault or found, found)

    def win_share(self, seat: int) -> tuple[float, float]:
        """The share of wins of a seat (a shared win counts in parts), and half its 95 % interval."""
        mean = float(self.shares[seat]) / PARTS / self.games
        square = float(self.shares_squared[seat]) / PARTS**2 / self.games
        return mean, 1.96 * math.sqrt(max(0.0, square - mean**2) / self.games)

    def score(self, seat: int) -> tuple[float, float]:
        """Mean and standard deviation of a seat's score."""
        mean = float(self.scores[seat]) / self.games
        return mean, math.sqrt(max(0.0, float(self.scores_squared[seat]) / self.games - mean**2))


def play_chunk(plan: Plan, first: int, count: int) -> Results:
    """Games `first` to `first + count - 1` of a plan."""
    game = plan.game
    states, scratch = np.zeros(1, game.state), np.zeros(1, game.state)
    options = np.array([game.options.encode(values) for values in plan.options])
    out = np.zeros(max(game.most_choices, game.most_fates), np.int32)
    weights, results = np.zeros(game.most_fates, np.int64), np.zeros(count, RESULT)
    play_games(states, scratch, options, plan.levels(), plan.seed, first, out, weights, results, plan.check)
    return results


def compile_for(game: Game) -> None:
    """Compile, or load from the cache, what simulating a game needs."""
    play_chunk(Plan(game, [game.options.read()]), 0, 0)


def simulate(
    plan: Plan, games: int, cores: int | None = None, progress: Callable[[Tally], None] = lambda tally: None
) -> Tally:
    """Play `games` games. Ctrl-C stops early: the tally then holds what was played."""
    tally = Tally()
    try:
        for first, results in _chunks(plan, games, cores or os.cpu_count() or 1):
            tally.add(results, first)
            progress(tally)
    except KeyboardInterrupt:
        pass
    return tally


def _chunks(plan: Plan, games: int, cores: int) -> Iterator[tuple[int, Results]]:
    """The chunks in their order, so that sums do not depend on which core was faster."""
    starts = iter(range(0, games, CHUNK))
    running: deque[tuple[int, Future[Results]]] = deque()
    with ThreadPoolExecutor(cores) as pool:  # the kernels release the GIL

        def start_next() -> None:
            if (first := next(starts, None)) is not None:
                running.append((first, pool.submit(play_chunk, plan, first, min(CHUNK, games - first))))

        for _ in range(3 * cores):
            start_next()
        while running:
            first, future = running.popleft()
            results = future.result()
            start_next()
            yield first, results
