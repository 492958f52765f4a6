"""Many games at once: the same games for the same seed, on however many cores, on a GPU or on a cluster."""

import hashlib
import json
import math
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.levels import QUICK_LEVELS
from fathoms.bots.statistics import Estimate, mean_of
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Json
from fathoms.lab.parallel import interruptible, on_cores, portions
from fathoms.lab.simulate.kernels import HEURISTIC, RANDOM, RESULT, Games, Room, play_games

PLACES = ("cpu", "gpu", "ray")
CHUNK = 2000
Results = npt.NDArray[np.void]
Sums = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Plan:
    """What to play: games of `game` with the option rows in turn, a bot level for each seat."""

    game: Game
    options: Sequence[Json]
    bots: Sequence[str] = ("deckhand",)
    seed: int = 1
    check: bool = False

    @cached_property
    def encoded(self) -> npt.NDArray[np.int64]:
        """The option rows as the rules read them; worked out once for all chunks."""
        return np.array([self.game.options.encode(values) for values in self.options])

    def levels(self) -> npt.NDArray[np.int64]:
        """How each seat plays; a single level stands for all."""
        named = list(self.bots) * len(SEATS) if len(self.bots) == 1 else list(self.bots)
        most = max(int(values["players"]) for values in self.options)
        if len(named) < most:
            raise OptionError(f"{len(named)} bots for {most} seats; allowed: one for all, or one a seat")
        for name in named:
            if name not in QUICK_LEVELS:
                raise OptionError(f"unknown bot {name!r}; allowed: {', '.join(QUICK_LEVELS)}")
        sensible = has_heuristic(self.game)
        codes = [HEURISTIC if name == "sailor" and sensible else RANDOM for name in named]
        return np.array(codes + [RANDOM] * (len(SEATS) - len(codes)), np.int64)[: len(SEATS)]

    def games(self, first: int) -> Games:
        """The games from number `first` on, as the kernels take them."""
        return Games(np.zeros(1, self.game.state), self.encoded, self.levels(), self.seed, first, self.check)

    def told(self) -> Json:
        """What decides which games are played, for a file; long lists of options as their hash."""
        rows = json.dumps(list(self.options), sort_keys=True, default=str)
        return {
            "game": self.game.name,
            "rules": self.game.version,
            "bots": list(self.bots),
            "seed": self.seed,
            "check": self.check,
            "tables": hashlib.sha256(rows.encode()).hexdigest()[:16],
        }


@dataclass
class Tally:
    """What is kept of the games: sums, so that memory does not grow with their number."""

    games: int = 0
    digest: int = 0  # the sum of all games' hashes: equal where the games were
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
        shares = winners * (WHOLE_WIN // np.maximum(winners.sum(axis=1, keepdims=True), 1))
        self.games += len(results)
        self.digest = (self.digest + int(results["hash"].sum(dtype=np.uint64))) % 2**64
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

    @property
    def digest_text(self) -> str:
        return f"{self.digest:016x}"

    def told(self) -> Json:
        """The sums as plain numbers, for a file."""
        return {k: v.tolist() if isinstance(v, np.ndarray) else v for k, v in asdict(self).items()}

    @classmethod
    def from_told(cls, told: Json) -> "Tally":
        sums = {k: np.array(v, np.int64) for k, v in told.items() if isinstance(v, list) and k != "first_fault"}
        fault = told["first_fault"]
        return cls(**{**told, **sums, "first_fault": tuple(fault) if fault else None})

    def win_share(self, seat: int) -> Estimate:
        """The share of wins of a seat (a shared win counts in parts), and half its 95 % interval."""
        return mean_of(
            float(self.shares[seat]) / WHOLE_WIN, float(self.shares_squared[seat]) / WHOLE_WIN**2, self.games
        )

    def score(self, seat: int) -> tuple[float, float]:
        """Mean and standard deviation of a seat's score."""
        mean = float(self.scores[seat]) / self.games
        return mean, math.sqrt(max(0.0, float(self.scores_squared[seat]) / self.games - mean**2))


def room_for(game: Game) -> Room:
    """The memory of one who plays."""
    out = np.zeros(max(game.most_choices, game.most_fates), np.int32)
    weights, score = np.zeros(game.most_fates, np.int64), np.zeros(len(SEATS), np.int64)
    return Room(np.zeros(1, game.state), np.zeros(1, np.uint64), out, weights, score)


def play_chunk(plan: Plan, first: int, count: int) -> Results:
    """Games `first` to `first + count - 1` of a plan."""
    results = np.zeros(count, RESULT)
    play_games(np.zeros(1, plan.game.state), room_for(plan.game), plan.games(first), 0, 1, results)
    return results


def compile_for(game: Game) -> None:
    """Compile, or load from the cache, what simulating a game needs."""
    play_chunk(Plan(game, [game.options.read()]), 0, 0)


def simulate(
    plan: Plan,
    games: int,
    cores: int | None = None,
    progress: Callable[[Tally], None] = lambda tally: None,
    *,
    on: str = "cpu",
    tally: Tally | None = None,
    keep_rows: Callable[[Results, int], None] = lambda results, first: None,
) -> Tally:
    """Play `games` games, or what is missing of them in a `tally` to go on from.

    Ctrl-C stops after the chunk at hand: the tally then holds what was played.
    """
    tally = tally or Tally()
    with interruptible() as interrupted:
        for first, results in chunks(plan, tally.games, games, cores or os.cpu_count() or 1, on):
            keep_rows(results, first)
            tally.add(results, first)
            progress(tally)
            if interrupted.is_set():
                break
    return tally


def check_place(on: str) -> None:
    """Refuse a place that does not exist, or that cannot be used here."""
    if on not in PLACES:
        raise OptionError(f"on={on!r} is not possible; allowed: {', '.join(PLACES)}")
    if on == "gpu":
        from fathoms.lab.gpu import need_gpu

        need_gpu()
    if on == "ray":
        from fathoms.lab.simulate.cluster import need_ray

        need_ray()


def chunks(plan: Plan, start: int, games: int, cores: int, on: str) -> Iterator[tuple[int, Results]]:
    """Games `start` to `games - 1` in chunks, in their order, wherever they are played."""
    check_place(on)
    if on == "gpu":
        from fathoms.lab.simulate.gpu import gpu_chunks

        return gpu_chunks(plan, start, games)
    if on == "ray":
        from fathoms.lab.simulate.cluster import ray_chunks

        return ray_chunks(plan, start, games, cores)
    return _core_chunks(plan, start, games, cores)


def _core_chunks(plan: Plan, start: int, games: int, cores: int) -> Iterator[tuple[int, Results]]:
    for (first, _), results in on_cores(
        lambda portion: play_chunk(plan, *portion), portions(start, games, CHUNK, cores), cores
    ):
        yield first, results
