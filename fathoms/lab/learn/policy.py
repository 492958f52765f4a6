"""Learning a policy by self-play: proximal policy optimisation (PPO), on cores or on a GPU.

The network of `bots/networks/policy_kernels.py` plays against itself, at times against an earlier self, sailors or
another network (a rival: one that imitates a level, say), and learns to do more often what came out better than it
expected.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from fathoms.bots.networks.policy import policy_file, read_policy
from fathoms.bots.networks.policy_kernels import Net
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.kinds import Doubles, Floats
from fathoms.lab.learn.learned import Settings, save_policy
from fathoms.lab.learn.network import Fit, Gradient, PolicyNetwork, newborn, softmax
from fathoms.lab.learn.self_play import Arena, Rows

CLIP = 0.2  # how far a step may move a probability, as a ratio, before the gain no longer counts
LATELY = 20  # earlier selves that are met
HELD_BY = ("the learner wins", "its earlier self", "a rival", "a sailor")
Tell = Callable[[str], None]


@dataclass(frozen=True)
class PolicySettings(Settings):
    """How a policy is learned."""

    kind = "policy"
    gpu: Annotated[bool, "Play and fit on a GPU, with PyTorch."] = False
    minutes: Annotated[float, "How long; compiling counts."] = 20.0
    games: Annotated[int, "Games per step; on a GPU, games side by side."] = 1024
    rows: Annotated[int, "Rows kept per game, on average."] = 150
    decisions: Annotated[int, "Decisions of every game in a step, on a GPU."] = 128
    batch: Annotated[int, "Rows per batch."] = 4096
    rounds: Annotated[int, "How often the fit goes over the rows of a step."] = 2
    width: Annotated[int, "Width of a network that starts from nothing."] = 256
    rate: Annotated[float, "Rate of learning at first."] = 0.001
    spread: Annotated[float, "Bonus for entropy, at first."] = 0.02
    least: Annotated[float, "The same at the end."] = 0.003
    fade: Annotated[float, "Lambda of the generalised advantages."] = 0.95
    earlier: Annotated[float, "Part of the games with an earlier self."] = 0.2
    rivals: Annotated[Path | None, "A network to meet, which is not learned from."] = None
    copies: Annotated[float, "Part of the games with such rivals."] = 0.2
    sailors: Annotated[float, "Part of the games with sailors."] = 0.1
    keep: Annotated[int, "Steps between two selves that are met later."] = 50
    start: Annotated[Path | None, "A policy to go on from."] = None

    def pace(self, part: float) -> tuple[float, float]:
        """The rate of learning and the bonus for entropy when a part of the time is over."""
        return self.rate * (1 - part) + self.rate / 20, self.spread * (1 - part) + self.least * part

    def shares(self, rival: Net | None) -> Doubles:
        """Of the games: the learner's alone, and those in which an earlier self, a rival or a sailor has some seats."""
        others = [self.earlier, self.copies if rival else 0.0, self.sailors]
        return np.array([1 - sum(others), *others])


def train_policy(game: Game, how: PolicySettings, tell: Tell) -> Path:
    """Learn, and keep what was learned; where. It is kept on the way too."""
    file = how.out or policy_file(game)
    start = read_policy(how.start, game) if how.start else newborn(game, how.width, how.seed)
    rival = read_policy(how.rivals, game) if how.rivals else None

    def keep(parts: Sequence[Floats]) -> None:
        save_policy(file, parts, game, how)

    if how.gpu:
        keep(_gpu_training()(game, start, rival, how).run(keep, tell))
    else:
        keep(Training(game, PolicyLearner(start), rival, how).run(keep, tell))
    return file


def _gpu_training() -> Any:
    try:
        from fathoms.lab.learn.gpu.policy import GpuTraining
    except ImportError as error:
        raise OptionError("PyTorch is not installed; allowed: to install it, or without --gpu") from error
    return GpuTraining


class PolicyLearner(PolicyNetwork):
    """A policy with PPO's loss."""

    def loss(self, rows: Rows, spread: float) -> float:
        """Gains by the clipped ratio, half the squared error of the value, less a bonus for entropy."""
        _, _, answers, value = self.forward(rows.known)
        odds = softmax(answers, rows.legal > 0)
        logs = np.log(np.maximum(odds, np.float32(1e-12)))
        ratio = np.exp(logs[np.arange(len(rows)), rows.done] - rows.logs)
        pushed = np.minimum(ratio * rows.gains, np.clip(ratio, 1 - CLIP, 1 + CLIP) * rows.gains)
        entropy = -(odds * logs).sum(axis=1)
        return float((0.5 * (value - rows.returns) ** 2 - pushed - spread * entropy).mean())

    def gradient(self, rows: Rows, spread: float, whole: int) -> Gradient:
        """Of the loss, for the part that these rows have in a batch of `whole`; entropy, error and size of the step."""
        one, two, answers, value = self.forward(rows.known)
        odds = softmax(answers, rows.legal > 0)
        logs = np.log(np.maximum(odds, np.float32(1e-12)))
        here = np.arange(len(rows))
        ratio = np.exp(logs[here, rows.done] - rows.logs)
        too_far = np.where(rows.gains > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        push = np.where(too_far, np.float32(0), rows.gains * ratio)
        entropy = -(odds * logs).sum(axis=1)
        slope = odds * (push[:, None] + np.float32(spread) * (logs + entropy[:, None]))
        slope[here, rows.done] -= push
        slope /= np.float32(whole)
        error = (value - rows.returns) / np.float32(whole)
        told = np.array([entropy.sum() / whole, (error**2).sum() * whole, np.abs(ratio - 1).sum() / whole], np.float32)
        return self.backward(rows.known, (one, two), slope, error), told


class Training:
    """A learner, its earlier selves, a rival perhaps, and an arena for every core."""

    def __init__(self, game: Game, learner: PolicyLearner, rival: Net | None, how: PolicySettings) -> None:
        self.game, self.learner, self.rival, self.how = game, learner, rival, how
        self._share = how.games // how.cores
        width = max(net.first.shape[1] for net in (learner.net(), rival) if net)
        self._arenas = [Arena(game, width, self._share * how.rows, how.seed) for _ in range(how.cores)]
        self._selves, self._dice = [learner.net()], np.random.default_rng(how.seed)

    def run(self, keep: Callable[[Sequence[Floats]], None], tell: Tell) -> list[Floats]:
        """Steps of games and a fit, until the time is over."""
        how, begun, number = self.how, time.monotonic(), 0
        with ThreadPoolExecutor(how.cores) as pool:
            fit = Fit(self.learner, pool, how.cores, how.batch, how.rounds, how.seed)
            while (part := (time.monotonic() - begun) / (60 * how.minutes)) < 1:
                told = self._fit(fit, self._play(pool, number), part)
                number += 1
                if number % how.keep == 0:
                    self._selves.append(self.learner.net())
                    tell(f"{self.game.name}: step {number}, {part:.0%}: {told_of(told)};{self._held()}")
                    keep(self.learner.parts)
        return self.learner.parts

    def _play(self, pool: ThreadPoolExecutor, number: int) -> Rows:
        """The games of a step on all the cores, each with an earlier self of its own."""
        net, recent, shares = self.learner.net(), self._selves[-LATELY:], self.how.shares(self.rival)
        jobs = []
        for core, arena in enumerate(self._arenas):
            nets = (net, recent[int(self._dice.integers(len(recent)))], self.rival or net)
            first = (number * len(self._arenas) + core) * self._share
            jobs.append(pool.submit(arena.play, self.how.seed, first, self._share, nets, shares, self.how.fade))
        return in_parts_of_spread(Rows.joined([job.result() for job in jobs]))

    def _fit(self, fit: Fit, rows: Rows, part: float) -> Floats:
        rate, spread = self.how.pace(part)
        return fit.run(len(rows), rate, lambda some, whole: self.learner.gradient(rows.part(some), spread, whole))

    def _held(self) -> str:
        wins, seats = np.sum([arena.shares for arena in self._arenas], axis=0).T
        held = ", ".join(f"{who} {share:.3f}" for who, share in zip(HELD_BY, wins / np.maximum(1, seats), strict=True))
        return f" at mixed tables a seat of {held}"


def in_parts_of_spread(rows: Rows) -> Rows:
    """The rows with gains in parts of their spread."""
    return replace(rows, gains=(rows.gains - rows.gains.mean()) / (rows.gains.std() + np.float32(1e-8)))


def told_of(told: Floats) -> str:
    entropy, error, step = told
    return f"entropy {entropy:.3f}, value errs by {error:.4f}, steps {step:.3f}"
