"""Learning a policy on a GPU: all tables play there, and PyTorch fits what comes of it."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from fathoms.bots.networks.policy_kernels import Net
from fathoms.engine.game import Game
from fathoms.lab.learn.gpu.arena import Batch, GpuArena
from fathoms.lab.learn.network import IMPOSSIBLE, LONGEST
from fathoms.lab.learn.policy import CLIP, LATELY, PolicySettings, Tell, told_of
from fathoms.lab.learn.self_play_kernels import EARLIER, RIVAL

CARD = "cuda"
NEVER = float(IMPOSSIBLE)
SHARED = Batch._fields[: Batch._fields.index("numbers")]  # with PyTorch: the same memory; the rest is the tables' own


def on_card(parts: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    return [torch.tensor(part, device=CARD) for part in parts]


def answers(
    parts: Sequence[torch.Tensor], known: torch.Tensor, legal: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """The logarithms of the probabilities of all actions, and the value."""
    first, second, bias, actions, action_bias, worth, worth_bias = parts
    two = torch.relu(torch.relu(known @ first) @ second + bias)
    found = (two @ actions.T + action_bias).masked_fill(legal == 0, NEVER)
    return torch.log_softmax(found, dim=1), two @ worth + worth_bias[0]


class GpuTraining:
    """A learner, its earlier selves, a rival perhaps, and the tables they play at."""

    def __init__(self, game: Game, start: Sequence[torch.Tensor], rival: Net | None, how: PolicySettings) -> None:
        torch.backends.cuda.matmul.allow_tf32 = True
        self.game, self.how = game, how
        self.arena = GpuArena(game, how.games, how.decisions, how.seed, how.shares(rival))
        shared = {name: torch.as_tensor(getattr(self.arena.batch, name), device=CARD) for name in SHARED}
        self.batch: Any = self.arena.batch._replace(**shared)  # tensors, of the same memory
        self.parts = [part.requires_grad_() for part in on_card(start)]
        self.adam = torch.optim.Adam(self.parts, eps=1e-6)
        self.rival = on_card(rival) if rival else None

    def play(self, earlier: Sequence[torch.Tensor]) -> None:
        """All steps at all tables, each seat by its holder's net, and what came of them."""
        batch = self.batch
        with torch.no_grad():
            for step in range(self.arena.steps):
                known, legal, held = batch.known[step], batch.legal[step], batch.held[step][:, None]
                logs, batch.values[step] = answers(self.parts, known, legal)
                logs = torch.where(held == EARLIER, answers(earlier, known, legal)[0], logs)
                if self.rival:
                    logs = torch.where(held == RIVAL, answers(self.rival, known, legal)[0], logs)
                batch.done[step] = done = drawn(logs, legal)
                batch.logs[step] = logs.gather(1, done[:, None])[:, 0]
                self.arena.go_on(step)
        self.arena.look_back(self.how.fade)

    def turn_over(self) -> None:
        """What the tables wait for is the first step of the next round."""
        for column in (self.batch.known, self.batch.legal, self.batch.seats, self.batch.held):
            column[0].copy_(column[-1])

    def fit(self, rate: float, spread: float) -> torch.Tensor:
        """PPO, as in `PolicyLearner`; entropy, error of the value and size of the steps, on average."""
        batch, size = self.batch, self.how.batch
        counted = batch.counted.reshape(-1).nonzero()[:, 0]
        gains = batch.gains.reshape(-1)[counted]
        gains = (batch.gains.reshape(-1) - gains.mean()) / (gains.std() + 1e-8)
        self.adam.param_groups[0]["lr"] = rate
        told = []
        for _ in range(self.how.rounds):
            order = counted[torch.randperm(len(counted), device=CARD)]
            batches = [order[at : at + size] for at in range(0, len(order) - size + 1, size)]
            told += [self.one_batch(now, gains, spread) for now in batches or [order]]
        return torch.stack(told).mean(dim=0).cpu().numpy()

    def one_batch(self, rows: torch.Tensor, gains: torch.Tensor, spread: float) -> torch.Tensor:
        batch = self.batch
        known, legal = (column[:-1].flatten(0, 1)[rows] for column in (batch.known, batch.legal))
        done, before, returns = (column.reshape(-1)[rows] for column in (batch.done, batch.logs, batch.returns))
        logs, value = answers(self.parts, known, legal)
        entropy = -(logs.exp() * logs).sum(dim=1)
        ratio = (logs.gather(1, done[:, None])[:, 0] - before).exp()
        error = (value - returns) ** 2
        pushed = torch.minimum(ratio * gains[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[rows])
        self.adam.zero_grad()
        (0.5 * error - pushed - spread * entropy).mean().backward()
        torch.nn.utils.clip_grad_norm_(self.parts, LONGEST)
        self.adam.step()
        return torch.stack([entropy.mean(), error.mean(), (ratio - 1).abs().mean()]).detach()

    def self_now(self) -> list[torch.Tensor]:
        return [part.detach().clone() for part in self.parts]

    def run(self, keep: Callable[[Sequence[torch.Tensor]], None], tell: Tell) -> list[torch.Tensor]:
        """Rounds of games and a fit, until the time is over."""
        selves, dice = [self.self_now()], np.random.default_rng(self.how.seed)
        begun, number, games = time.monotonic(), 0, 0
        while (part := (time.monotonic() - begun) / (60 * self.how.minutes)) < 1:
            recent = selves[-LATELY:]
            self.play(recent[int(dice.integers(len(recent)))])
            told = self.fit(*self.how.pace(part))
            games += int(self.batch.ended.sum())
            number += 1
            if number % self.how.keep == 0:
                selves.append(self.self_now())
                tell(f"{self.game.name}: round {number}, {part:.0%}, {games:,} games: {told_of(told)}")
                keep(self.parts_here())
            self.turn_over()
        return self.parts_here()

    def parts_here(self) -> list[torch.Tensor]:
        return [part.cpu().numpy() for part in self.self_now()]


def drawn(logs: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """An action of each row, as likely as its logarithm says."""
    noise = -torch.log(-torch.log(torch.rand_like(logs).clamp_(1e-9, 1 - 1e-7)))
    return (logs + noise).masked_fill(legal == 0, NEVER).argmax(dim=1)
