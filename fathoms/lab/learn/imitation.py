"""Imitating a level that searches, at the speed of a network: games in which it is watched, and a fit to its choices.

The level plays against itself and against the policy that the imitation starts as; then a network is fitted to what the
level chose, by what its seat knew. Runs that are to be put together need seeds of their own.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt

from fathoms.bots.levels import SECONDS, style_of
from fathoms.bots.networks.files import need_features
from fathoms.bots.networks.policy import imitated_policy_file, read_policy, room_for_thoughts
from fathoms.bots.networks.policy_kernels import Net
from fathoms.bots.search.tree import guides_of
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Floats
from fathoms.lab.learn.imitation_kernels import Among, Rows, play_searchers
from fathoms.lab.learn.learned import Settings, save_policy
from fathoms.lab.learn.network import PolicyNetwork, newborn, softmax
from fathoms.lab.learn.self_play import Columns
from fathoms.lab.learn.value_data import searcher_for, tables_for
from fathoms.lab.simulate.kernels import Begin

BATCH = 512  # rows a step
APART = 10  # one game in so many is not learned from


@dataclass(frozen=True)
class ImitationSettings(Settings):
    """How a level is imitated."""

    kind = "imitation"
    level: Annotated[str, "The level that is imitated."] = "captain"
    iterations: Annotated[int, "Iterations per move of a search."] = 1400
    minutes: Annotated[float, "Minutes of playing; compiling counts, the fit comes after."] = 20.0
    games: Annotated[int, "Games that a core plays before it looks at the clock."] = 4
    most: Annotated[int, "Rows per game, on average."] = 400
    kept: Annotated[Path | None, "A folder of rows to fit to; nothing is played."] = None
    rows: Annotated[Path | None, "A file to keep the rows in."] = None
    rounds: Annotated[int, "How often the fit goes over the rows."] = 10
    rate: Annotated[float, "Rate of learning at first."] = 0.001
    width: Annotated[int, "Width of a network that starts from nothing."] = 256
    start: Annotated[Path | None, "A policy to start from."] = None


def train_imitation(game: Game, how: ImitationSettings, tell: Callable[[str], None]) -> Path:
    """Learn, and keep what was learned; where."""
    if how.level not in SECONDS:
        raise OptionError(f"level={how.level!r} does not search; allowed: {', '.join(SECONDS)}")
    imitator = Imitator(read_policy(how.start, game) if how.start else newborn(game, how.width, how.seed))
    choices = kept_rows(how.kept) if how.kept else record(game, imitator.net(), how)
    tell(f"{game.name}: {len(choices):,} rows of {len(np.unique(choices.games)):,} games")
    if how.rows:
        np.savez_compressed(how.rows, **vars(choices))
    fit(imitator, choices, how, tell)
    file = how.out or imitated_policy_file(game)
    save_policy(file, imitator.parts, game, how)
    return file


def record(game: Game, among: Net, how: ImitationSettings) -> "Choices":
    """What the level chose on all the cores, until the time is over."""
    end, chunks = time.monotonic() + 60 * how.minutes, count()

    def keep_recording(recorder: Recorder) -> Choices:
        found = [recorder.play(next(chunks) * how.games, how.games)]
        while time.monotonic() < end:
            found.append(recorder.play(next(chunks) * how.games, how.games))
        return Choices.joined(found)

    recorders = [
        Recorder(game, how.level, how.iterations, among, how.games * how.most, how.seed) for _ in range(how.cores)
    ]
    with ThreadPoolExecutor(how.cores) as pool:
        return Choices.joined(list(pool.map(keep_recording, recorders)))


def kept_rows(folder: Path) -> "Choices":
    found = []
    for file in sorted(folder.glob("*.npz")):
        with np.load(file, allow_pickle=False) as columns:
            found.append(Choices(**columns))
    if not found:
        raise OptionError(f"there are no rows in {folder}; allowed: a folder of files written with --rows")
    return Choices.joined(found)


@dataclass(frozen=True)
class Choices(Columns):
    """A row a decision of a searcher's."""

    known: Floats  # facts
    legal: npt.NDArray[np.uint8]  # 1 for what could be done
    done: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.done)

    def kept_apart(self) -> tuple["Choices", "Choices"]:
        """Those to learn from and those to ask about: whole games, the same whatever rows they come among."""
        asked = self.games % APART == 0
        return self.part(np.flatnonzero(~asked)), self.part(np.flatnonzero(asked))


@dataclass(frozen=True)
class Verdict:
    """How well a network foretells what was chosen."""

    loss: float  # the mean of -log of the probability of what was chosen
    right: float  # how often what was chosen is the most likely

    def __str__(self) -> str:
        return f"loses {self.loss:.4f}, foretells {self.right:.1%} of the games kept apart"


class Recorder:
    """Where one core watches a level among policies: its room for games, for a search and for the rows."""

    def __init__(self, game: Game, level: str, iterations: int, among: Net, rows: int, seed: int) -> None:
        has_heuristic(game)
        module, style = need_features(game), style_of(level, game, min(game.options.players))
        iterations = min(iterations, style.enough)
        nodes = 1 << (2 * style.grow * iterations).bit_length()
        self._searcher = searcher_for(game, iterations, guides_of(game, style), nodes)
        self._tables = np.zeros(2, game.state)
        self._begin = Begin(np.zeros(1, game.state), tables_for(game, seed), seed)
        self._among = Among(among, room_for_thoughts(among))
        self._rows = Rows(
            np.zeros((rows, module.KNOWN_FEATURES), np.float32),
            np.zeros((rows, module.KNOWN_ACTIONS), np.uint8),
            np.zeros(rows, np.int64),
            np.zeros(rows, np.int64),
        )

    def play(self, first: int, games: int) -> Choices:
        """The decisions of the searchers in so many games from number `first` on; the same from the same seed."""
        count = play_searchers(self._tables, self._begin, first, games, self._searcher, self._among, self._rows)
        known, legal, done, games_of = self._rows
        return Choices(known[:count].copy(), legal[:count].copy(), done[:count].copy(), games_of[:count].copy())


class Imitator(PolicyNetwork):
    """A network that learns what somebody chooses, and nothing about what comes of it."""

    def verdict(self, choices: Choices) -> Verdict:
        odds = softmax(self.forward(choices.known)[2], choices.legal > 0)
        likely = np.maximum(odds[np.arange(len(choices)), choices.done], 1e-12)
        return Verdict(-float(np.log(likely).mean()), float((odds.argmax(axis=1) == choices.done).mean()))

    def slopes(self, choices: Choices) -> list[Floats]:
        """The gradient of the loss in `verdict`."""
        one, two, answers, value = self.forward(choices.known)
        slope = softmax(answers, choices.legal > 0)
        slope[np.arange(len(choices)), choices.done] -= 1
        slope /= np.float32(len(choices))
        return self.backward(choices.known, (one, two), slope, np.zeros_like(value))

    def study(self, choices: Choices, rates: npt.NDArray[np.float64], dice: np.random.Generator) -> None:
        """A step at each rate, which together go over the choices once."""
        for rate, now in zip(rates, np.array_split(dice.permutation(len(choices)), len(rates)), strict=True):
            self.step(self.slopes(choices.part(now)), float(rate))


def fit(imitator: Imitator, choices: Choices, how: ImitationSettings, tell: Callable[[str], None]) -> None:
    """Learn for some rounds, and leave it as it was when it was best at the games that are kept apart."""
    known, exam = choices.kept_apart()
    steps = -(-len(known) // BATCH)
    rates = np.linspace(how.rate, how.rate / 50, how.rounds * steps).reshape(how.rounds, steps)
    dice, best, least = np.random.default_rng(how.seed), imitator.copied(), imitator.verdict(exam)
    tell(f"at the start: {least}")
    for number in range(how.rounds):
        imitator.study(known, rates[number], dice)
        verdict = imitator.verdict(exam)
        tell(f"round {number + 1}: {verdict}")
        if verdict.loss < least.loss:
            best, least = imitator.copied(), verdict
    imitator.parts = best
