"""The part of `train_instinct.py` that runs on a GPU: all tables play there, and PyTorch fits what comes of it."""

import argparse
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from fathoms.bots.instinct import Net
from fathoms.engine.game import Game
from fathoms.lab.learn.gpu_arena import Batch, GpuArena
from fathoms.lab.learn.policy import CLIP, LONGEST, Learner
from fathoms.lab.learn.policy_kernels import EARLIER, RIVAL

CARD = "cuda"
NEVER = -1e9  # the answer of what is not legal
SHARED = Batch._fields[: Batch._fields.index("numbers")]  # with PyTorch: the same memory; the rest is the tables' own


def on_card(parts: Sequence[Any]) -> list[Any]:
    return [torch.tensor(part, device=CARD) for part in parts]


def answers(parts: Sequence[Any], known: Any, legal: Any) -> tuple[Any, Any]:
    """The logarithms of the probabilities of all actions, and the hope."""
    first, second, bias, actions, action_bias, worth, worth_bias = parts
    two = torch.relu(torch.relu(known @ first) @ second + bias)
    found = (two @ actions.T + action_bias).masked_fill(legal == 0, NEVER)
    return torch.log_softmax(found, dim=1), two @ worth + worth_bias[0]


class GpuTraining:
    """A learner, its earlier selves, a rival perhaps, and the tables they play at."""

    def __init__(self, game: Game, start: Sequence[Any], rival: Net | None, asked: argparse.Namespace) -> None:
        torch.backends.cuda.matmul.allow_tf32 = True
        others = np.array([asked.earlier, asked.copies if rival else 0.0, asked.sailors])
        self.asked, self.arena = asked, GpuArena(game, asked.games, asked.decisions, asked.seed, others)
        shared = {name: torch.as_tensor(getattr(self.arena.batch, name), device=CARD) for name in SHARED}
        self.batch = self.arena.batch._replace(**shared)
        self.parts = [part.requires_grad_() for part in on_card(start)]
        self.adam = torch.optim.Adam(self.parts, eps=1e-6)
        self.rival = on_card(rival) if rival else None

    def play(self, earlier: Sequence[Any]) -> None:
        """All steps at all tables, each seat by its holder's net, and what came of them."""
        batch = self.batch
        with torch.no_grad():
            for step in range(self.arena.steps):
                known, legal, held = batch.known[step], batch.legal[step], batch.held[step][:, None]
                logs, batch.hopes[step] = answers(self.parts, known, legal)
                logs = torch.where(held == EARLIER, answers(earlier, known, legal)[0], logs)
                if self.rival:
                    logs = torch.where(held == RIVAL, answers(self.rival, known, legal)[0], logs)
                batch.done[step] = done = drawn(logs, legal)
                batch.logs[step] = logs.gather(1, done[:, None])[:, 0]
                self.arena.go_on(step)
        self.arena.look_back(self.asked.fade)

    def turn_over(self) -> None:
        """What the tables wait for is the first step of the next round."""
        for column in (self.batch.known, self.batch.legal, self.batch.seats, self.batch.held):
            column[0].copy_(column[-1])

    def fit(self, rate: float, spread: float) -> Any:
        """PPO, as in `Learner`; entropy, error of the hope and size of the steps, on average."""
        batch, size = self.batch, self.asked.batch
        counted = batch.counted.reshape(-1).nonzero()[:, 0]
        gains = batch.gains.reshape(-1)[counted]
        gains = (batch.gains.reshape(-1) - gains.mean()) / (gains.std() + 1e-8)
        self.adam.param_groups[0]["lr"] = rate
        told = []
        for _ in range(self.asked.rounds):
            order = counted[torch.randperm(len(counted), device=CARD)]
            batches = [order[at : at + size] for at in range(0, len(order) - size + 1, size)]
            told += [self.one_batch(now, gains, spread) for now in batches or [order]]
        return torch.stack(told).mean(dim=0).cpu().numpy()

    def one_batch(self, rows: Any, gains: Any, spread: float) -> Any:
        batch = self.batch
        known, legal = (column[:-1].flatten(0, 1)[rows] for column in (batch.known, batch.legal))
        done, before, returns = (column.reshape(-1)[rows] for column in (batch.done, batch.logs, batch.returns))
        logs, hope = answers(self.parts, known, legal)
        entropy = -(logs.exp() * logs).sum(dim=1)
        ratio = (logs.gather(1, done[:, None])[:, 0] - before).exp()
        error = (hope - returns) ** 2
        pushed = torch.minimum(ratio * gains[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[rows])
        self.adam.zero_grad()
        (0.5 * error - pushed - spread * entropy).mean().backward()
        torch.nn.utils.clip_grad_norm_(self.parts, LONGEST)
        self.adam.step()
        return torch.stack([entropy.mean(), error.mean(), (ratio - 1).abs().mean()]).detach()

    def self_now(self) -> list[Any]:
        return [part.detach().clone() for part in self.parts]

    def learner(self) -> Learner:
        return Learner([part.cpu().numpy() for part in self.self_now()])


def drawn(logs: Any, legal: Any) -> Any:
    """An action of each row, as likely as its logarithm says."""
    noise = -torch.log(-torch.log(torch.rand_like(logs).clamp_(1e-9, 1 - 1e-7)))
    return (logs + noise).masked_fill(legal == 0, NEVER).argmax(dim=1)


def train_on_gpu(
    game: Game,
    start: Sequence[Any],
    rival: Net | None,
    asked: argparse.Namespace,
    pace: Callable[[float], tuple[float, float]],
    lately: int,
) -> Learner:
    training = GpuTraining(game, start, rival, asked)
    selves, dice = [training.self_now()], np.random.default_rng(asked.seed)
    begun, number, games = time.monotonic(), 0, 0
    while (part := (time.monotonic() - begun) / (60 * asked.minutes)) < 1:
        recent = selves[-lately:]
        training.play(recent[int(dice.integers(len(recent)))])
        told = training.fit(*pace(part))
        games += int(training.batch.ended.sum())
        number += 1
        if number % asked.keep == 0:
            selves.append(training.self_now())
            entropy, error, step = told
            print(
                f"{game.name}: round {number}, {part:.0%}, {games:,} games: entropy {entropy:.3f}, hope errs by"
                f" {error:.4f}, steps {step:.3f}",
                flush=True,
            )
            training.learner().save(asked.out)
        training.turn_over()
    return training.learner()
