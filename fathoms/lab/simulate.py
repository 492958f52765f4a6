"""Many games at once: the same numbers for the same seed, whatever the number of cores."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.bots.players import LEVELS
from fathoms.bots.thumb import has_thumb
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.lab.kernels import RANDOM, RESULT, THUMB, play_games

CHUNK = 2000
Results = npt.NDArray[Any]


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
            if name not in LEVELS:
                raise OptionError(f"unknown bot {name!r}; allowed: {', '.join(LEVELS)}")
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
    shares: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(SEATS)))
    shares_squared: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(SEATS)))
    scores: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(SEATS)))
    scores_squared: npt.NDArray[np.float64] = field(default_factory=lambda: np.zeros(len(SEATS)))

    def add(self, results: Results, first: int) -> None:
        winners = results["winners"][:, None] >> np.arange(len(SEATS)) & 1
        shares = winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)
        self.games += len(results)
        self.decisions += int(results["decisions"].sum())
        self.events += int(results["events"].sum())
        self.longest = max(self.longest, int(results["events"].max()))
        self.shares += shares.sum(axis=0)
        self.shares_squared += (shares**2).sum(axis=0)
        self.scores += results["scores"].sum(axis=0)
        self.scores_squared += (results["scores"].astype(np.float64) ** 2).sum(axis=0)
        broken = np.flatnonzero(results["fault"])
        self.faults += len(broken)
        if len(broken) and self.first_fault is None:
            self.first_fault = (first + int(broken[0]), int(results["fault"][broken[0]]))

    def win_share(self, seat: int) -> tuple[float, float]:
        """The share of wins of a seat (a shared win counts in parts), and half its 95 % interval."""
        mean = self.shares[seat] / self.games
        return mean, 1.96 * float(np.sqrt(max(0.0, self.shares_squared[seat] / self.games - mean**2) / self.games))

    def score(self, seat: int) -> tuple[float, float]:
        """Mean and standard deviation of a seat's score."""
        mean = self.scores[seat] / self.games
        return mean, float(np.sqrt(max(0.0, self.scores_squared[seat] / self.games - mean**2)))


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
    starts = iter(range(0, games, CHUNK))
    running: dict[Future[Results], int] = {}
    with ThreadPoolExecutor(cores) as pool:  # the kernels release the GIL

        def start_next() -> None:
            if (first := next(starts, None)) is not None:
                running[pool.submit(play_chunk, plan, first, min(CHUNK, games - first))] = first

        for _ in range(2 * cores):
            start_next()
        while running:
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                first = running.pop(future)
                start_next()
                yield first, future.result()
