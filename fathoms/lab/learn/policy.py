"""Learning an instinct by self-play: the network with its gradient (PPO), and games that are played for it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from fathoms.bots.instinct import PARTS, Net
from fathoms.bots.thumb import has_thumb
from fathoms.bots.values import insight_of
from fathoms.engine.game import Game
from fathoms.lab.learn.policy_kernels import HOLDERS, play_instincts
from fathoms.lab.learn.value_data import tables_for

Floats = npt.NDArray[np.float32]
CLIP = 0.2  # how far a step may move a probability, as a ratio, before the gain no longer counts
LONGEST = 0.5  # gradient of a step
LIVELY = 40  # facts that are not 0, about: how the first weights are scaled


class Columns:
    """Of arrays that are as long as each other: the fields of a dataclass."""

    def part(self, rows: npt.NDArray[np.int64]) -> Self:
        made: Self = self._of(column[rows] for column in vars(self).values())
        return made

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        made: Self = cls._of(
            np.concatenate(each) for each in zip(*(vars(part).values() for part in parts), strict=True)
        )
        return made

    @classmethod
    def _of(cls, columns: Iterable[Any]) -> Any:
        make: Any = cls
        return make(*columns)


@dataclass(frozen=True)
class Rows(Columns):
    """A row a decision of the learner's."""

    known: Floats  # facts
    legal: npt.NDArray[np.uint8]  # 1 for what could be done
    done: npt.NDArray[np.int64]
    logs: Floats  # of the probability with which it was done
    gains: Floats  # what came of it, less what was hoped for: GAE
    returns: Floats  # what the hope should have been

    def __len__(self) -> int:
        return len(self.done)


class Learner:
    """The network of `instinct_kernels`, with its gradient."""

    def __init__(self, parts: Sequence[Floats]) -> None:
        self.parts = [part.copy() for part in parts]
        self._first = [np.zeros_like(part) for part in self.parts]
        self._second = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def net(self) -> Net:
        one, two, three, four, five, six, seven = (part.copy() for part in self.parts)
        return one, two, three, four, five, six, seven

    def forward(self, known: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Both layers, the answers of the actions, the hope."""
        first, second, bias, actions, action_bias, worth, worth_bias = self.parts
        one = np.maximum(known @ first, 0)
        two = np.maximum(one @ second + bias, 0)
        return one, two, two @ actions.T + action_bias, two @ worth + worth_bias[0]

    def odds(self, answers: Floats, legal: npt.NDArray[np.uint8]) -> Floats:
        answers = np.where(legal > 0, answers, np.float32(-1e9))
        odds: Floats = np.exp(answers - answers.max(axis=1, keepdims=True))
        odds /= odds.sum(axis=1, keepdims=True)
        return odds

    def loss(self, rows: Rows, spread: float) -> float:
        """PPO's: gains by the clipped ratio, half the squared error of the hope, less a bonus for entropy."""
        _, _, answers, hope = self.forward(rows.known)
        odds = self.odds(answers, rows.legal)
        logs = np.log(np.maximum(odds, np.float32(1e-12)))
        ratio = np.exp(logs[np.arange(len(rows)), rows.done] - rows.logs)
        pushed = np.minimum(ratio * rows.gains, np.clip(ratio, 1 - CLIP, 1 + CLIP) * rows.gains)
        entropy = -(odds * logs).sum(axis=1)
        return float((0.5 * (hope - rows.returns) ** 2 - pushed - spread * entropy).mean())

    def gradient(self, rows: Rows, spread: float, whole: int) -> tuple[list[Floats], Floats]:
        """Of the loss, for the part that these rows have in a batch of `whole`; and what `Told` tells of them."""
        one, two, answers, hope = self.forward(rows.known)
        odds = self.odds(answers, rows.legal)
        logs = np.log(np.maximum(odds, np.float32(1e-12)))
        here = np.arange(len(rows))
        ratio = np.exp(logs[here, rows.done] - rows.logs)
        too_far = np.where(rows.gains > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        push = np.where(too_far, np.float32(0), rows.gains * ratio)
        entropy = -(odds * logs).sum(axis=1)
        slope = odds * (push[:, None] + np.float32(spread) * (logs + entropy[:, None]))
        slope[here, rows.done] -= push
        slope /= np.float32(whole)
        error = (hope - rows.returns) / np.float32(whole)
        told = np.array([entropy.sum() / whole, (error**2).sum() * whole, np.abs(ratio - 1).sum() / whole], np.float32)
        return self._back(rows.known, one, two, slope, error), told

    def hope_gradient(self, known: Floats, returns: Floats, whole: int) -> tuple[list[Floats], float]:
        """Of half the squared error of the hope alone, for the part that these rows have in a batch; and that error."""
        one, two, answers, hope = self.forward(known)
        error = (hope - returns) / np.float32(whole)
        return self._back(known, one, two, np.zeros_like(answers), error), float((error**2).sum() * whole)

    def _back(self, known: Floats, one: Floats, two: Floats, slope: Floats, error: Floats) -> list[Floats]:
        _, second, _, actions, _, worth, _ = self.parts
        back_two = (slope @ actions + error[:, None] * worth) * (two > 0)
        back_one = (back_two @ second.T) * (one > 0)
        return [
            known.T @ back_one,
            one.T @ back_two,
            back_two.sum(axis=0),
            slope.T @ two,
            slope.sum(axis=0),
            two.T @ error,
            error.sum(keepdims=True),
        ]

    def step_together(self, shares: Sequence[Sequence[Floats]], rate: float) -> None:
        """A step by a gradient that was shared out: the sum of its parts."""
        self.step([sum(each[1:], each[0]) for each in zip(*shares, strict=True)], rate)

    def save(self, path: Path) -> None:
        np.savez(path, **dict(zip(PARTS, self.parts, strict=True)))  # type: ignore[arg-type]

    def step(self, gradients: Sequence[Floats], rate: float) -> None:
        """Adam, of a gradient that is not too long."""
        norm = float(np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients)))
        shorter = np.float32(min(1.0, LONGEST / max(norm, 1e-12)))
        self._steps += 1
        for part, gradient, m, v in zip(self.parts, gradients, self._first, self._second, strict=True):
            m += 0.1 * (shorter * gradient - m)
            v += 0.001 * ((shorter * gradient) ** 2 - v)
            scale = np.sqrt(v / (1 - 0.999**self._steps)) + 1e-8
            part -= np.float32(rate) * (m / (1 - 0.9**self._steps) / scale).astype(np.float32)


def newborn(game: Game, width: int, seed: int) -> list[Floats]:
    """A network that knows nothing: all that is legal is as likely."""
    module, dice = insight_of(game), np.random.default_rng(seed)
    parts = [
        dice.normal(size=(module.KNOWN_FACTS, width)) * np.sqrt(2 / LIVELY),
        dice.normal(size=(width, width // 2)) * np.sqrt(2 / width),
        np.zeros(width // 2),
        dice.normal(size=(module.LEANINGS, width // 2)) * 0.01,
        np.zeros(module.LEANINGS),
        np.zeros(width // 2),
        np.full(1, 1 / min(game.options.players)),
    ]
    return [part.astype(np.float32) for part in parts]


class Arena:
    """Where one core plays: its room for games and for the rows of them."""

    def __init__(self, game: Game, width: int, rows: int, seed: int) -> None:
        module, size = insight_of(game), max(game.most_choices, game.most_fates)
        has_thumb(game)
        self._options = tables_for(game, seed)
        self._worlds, self._blank = np.zeros(2, game.state), np.zeros(1, game.state)
        self._buffers = (
            np.zeros(size, np.int32),
            np.zeros(size, np.int64),
            np.zeros(size, np.float64),
            (np.zeros(module.KNOWN_FACTS, np.float32), np.zeros((2, width), np.float32)),
        )
        self._rows = (
            np.zeros((rows, module.KNOWN_FACTS), np.float32),
            np.zeros((rows, module.LEANINGS), np.uint8),
            np.zeros(rows, np.int64),
            np.zeros(rows, np.float32),
        )
        self._looks = (np.zeros(rows, np.int64), *np.zeros((3, rows), np.float32))
        self.shares = np.zeros((HOLDERS, 2))  # the wins and the seats of each holder, at mixed tables

    def play(self, seed: int, first: int, games: int, nets: tuple[Net, Net, Net], others: Any, fade: float) -> Rows:
        """The decisions of the learner, the first of `nets`, in so many games; the same from the same seed.

        The other nets are an earlier self's and a rival's; `others` says how often they are met, and sailors.
        """
        self.shares[:] = 0
        how = (self._options, seed, first, games, nets, others, fade)
        count = play_instincts(self._worlds, self._blank, *how, self._buffers, self._rows, self._looks, self.shares)
        columns: list[Any] = [*self._rows, *self._looks[2:]]
        return Rows(*(column[:count] for column in columns))
