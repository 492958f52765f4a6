"""Copying a level that searches: games in which it is watched, and a network that learns to choose as it did."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.bots.instinct import Net
from fathoms.bots.players import style_of
from fathoms.bots.search import ARMS_A_NODE, nets_of, words_of
from fathoms.bots.search_kernels import ARM, NODE
from fathoms.bots.thumb import has_thumb
from fathoms.bots.values import NOTHING_LEARNED, insight_of, values_of
from fathoms.engine.game import Game
from fathoms.lab.learn.imitation_kernels import play_searchers
from fathoms.lab.learn.policy import Columns, Floats, Learner
from fathoms.lab.learn.value_data import tables_for

BATCH = 512  # rows a step
APART = 10  # one game in so many is not learned from


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


class Recorder:
    """Where one core watches a level among instincts: its room for games, for a search and for the rows."""

    def __init__(self, game: Game, level: str, iterations: int, among: Net, rows: int, seed: int) -> None:
        module, size = insight_of(game), max(game.most_choices, game.most_fates)
        has_thumb(game)
        style = style_of(level, game.name, min(game.options.players))
        values = values_of(game, style.values) if style.values else NOTHING_LEARNED
        iterations = min(iterations, style.enough)
        nodes = 1 << (2 * style.grow * iterations).bit_length()
        worlds = np.zeros(2, game.state)
        tree = (np.zeros(nodes, NODE), np.zeros(nodes * ARMS_A_NODE, ARM), np.zeros(3, np.int64))
        self._games = (np.zeros(2, game.state), np.zeros(1, game.state), tables_for(game, seed), seed)
        self._how = (iterations, style.settings(), (*values, nets_of(game, style)))
        self._among = (among, (np.zeros(module.KNOWN_FACTS, np.float32), np.zeros((2, among[0].shape[1]), np.float32)))
        self._room = (np.zeros(1, game.state), worlds, words_of(worlds), tree, np.zeros(1))
        self._buffers = (np.zeros(size, np.int32), np.zeros(size, np.int64), np.zeros(size))
        self._rows = (
            np.zeros((rows, module.KNOWN_FACTS), np.float32),
            np.zeros((rows, module.LEANINGS), np.uint8),
            np.zeros(rows, np.int64),
            np.zeros(rows, np.int64),
        )

    def play(self, first: int, games: int) -> Choices:
        """The decisions of the searchers in so many games from number `first` on; the same from the same seed."""
        room = (*self._among, self._room, self._buffers, self._rows)
        count = play_searchers(*self._games, first, games, self._how, *room)
        columns: list[Any] = [column[:count].copy() for column in self._rows]
        return Choices(*columns)


class Imitator(Learner):
    """A network that learns what somebody chooses, and nothing about what comes of it."""

    def verdict(self, choices: Choices) -> Verdict:
        odds = self.odds(self.forward(choices.known)[2], choices.legal)
        likely = np.maximum(odds[np.arange(len(choices)), choices.done], 1e-12)
        return Verdict(-float(np.log(likely).mean()), float((odds.argmax(axis=1) == choices.done).mean()))

    def slopes(self, choices: Choices) -> list[Floats]:
        """The gradient of the loss in `verdict`."""
        one, two, answers, hope = self.forward(choices.known)
        slope = self.odds(answers, choices.legal)
        slope[np.arange(len(choices)), choices.done] -= 1
        slope /= np.float32(len(choices))
        return self._back(choices.known, one, two, slope, np.zeros_like(hope))

    def study(self, choices: Choices, rates: npt.NDArray[np.float64], dice: np.random.Generator) -> None:
        """A step at each rate, which together go over the choices once."""
        for rate, now in zip(rates, np.array_split(dice.permutation(len(choices)), len(rates)), strict=True):
            self.step(self.slopes(choices.part(now)), float(rate))


def fit(
    copy: Imitator, choices: Choices, rounds: int, rate: float, seed: int, tell: Callable[[int, Verdict], None]
) -> None:
    """Let a copy learn for some rounds, and leave it as it was when it was best at the games that are kept apart.

    `tell` hears how good it is at those, at first (round 0) and after every round.
    """
    lessons, exam = choices.kept_apart()
    steps = -(-len(lessons) // BATCH)
    rates = np.linspace(rate, rate / 50, rounds * steps).reshape(rounds, steps)
    dice, best, least = np.random.default_rng(seed), copy.net(), copy.verdict(exam)
    tell(0, least)
    for number in range(rounds):
        copy.study(lessons, rates[number], dice)
        verdict = copy.verdict(exam)
        tell(number + 1, verdict)
        if verdict.loss < least.loss:
            best, least = copy.net(), verdict
    copy.parts = list(best)
