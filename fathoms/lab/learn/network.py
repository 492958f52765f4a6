"""Networks that learn, in NumPy: their gradients, one optimiser for all (Adam), and a fit shared out among cores."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from fathoms.bots.networks.files import need_features
from fathoms.bots.networks.policy_kernels import Net
from fathoms.bots.networks.value_kernels import Values
from fathoms.engine.game import Game
from fathoms.engine.kinds import Floats
from fathoms.engine.kinds import Ints as Indexes

Gradient = tuple[list[Floats], Floats]  # of every part, and what is told of the rows
LONGEST = 0.5  # gradient of a policy's step
LIVELY = 40  # facts that are not 0, about: how the first weights are scaled
IMPOSSIBLE = np.float32(-1e9)  # the answer of what is not legal, or of a seat that nobody sits in


def softmax(answers: Floats, possible: npt.NDArray[np.bool_]) -> Floats:
    """The probabilities of every row, none for what is not possible."""
    answers = np.where(possible, answers, IMPOSSIBLE)
    odds: Floats = np.exp(answers - answers.max(axis=1, keepdims=True))
    odds /= odds.sum(axis=1, keepdims=True)
    return odds


class Network:
    """Arrays that learn by Adam."""

    longest = np.inf  # a gradient that is longer is shortened

    def __init__(self, parts: Sequence[Floats]) -> None:
        self.parts = [part.copy() for part in parts]
        self._first = [np.zeros_like(part) for part in self.parts]
        self._second = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def step(self, gradients: Sequence[Floats], rate: float) -> None:
        """Adam, of a gradient that is not too long."""
        norm = float(np.sqrt(sum(float((gradient**2).sum()) for gradient in gradients)))
        shorter = np.float32(min(1.0, self.longest / max(norm, 1e-12)))
        self._steps += 1
        for part, gradient, m, v in zip(self.parts, gradients, self._first, self._second, strict=True):
            m += 0.1 * (shorter * gradient - m)
            v += 0.001 * ((shorter * gradient) ** 2 - v)
            scale = np.sqrt(v / (1 - 0.999**self._steps)) + 1e-8
            part -= np.float32(rate) * (m / (1 - 0.9**self._steps) / scale).astype(np.float32)

    def step_together(self, shares: Sequence[Sequence[Floats]], rate: float) -> None:
        """A step by a gradient that was shared out: the sum of its parts."""
        self.step([sum(each[1:], each[0]) for each in zip(*shares, strict=True)], rate)

    def copied(self) -> list[Floats]:
        return [part.copy() for part in self.parts]


class Fit:
    """Rounds over rows in batches by lot, the gradient of every batch shared out among the cores."""

    def __init__(self, network: Network, pool: ThreadPoolExecutor, cores: int, batch: int, rounds: int, seed: int):
        self._network, self._pool, self._cores = network, pool, cores
        self._batch, self._rounds, self._dice = batch, rounds, np.random.default_rng(seed)

    def run(self, rows: int, rate: float, gradient: Callable[[Indexes, int], Gradient]) -> Floats:
        """Fit to so many rows; `gradient(some, whole)` is that of some rows in a batch of `whole`. What was told."""
        told = []
        for _ in range(self._rounds):
            order = self._dice.permutation(rows)
            batches = [order[at : at + self._batch] for at in range(0, rows - self._batch + 1, self._batch)]
            told += [self._one_batch(now, rate, gradient) for now in batches or [order]]
        mean: Floats = np.mean(told, axis=0)
        return mean

    def _one_batch(self, now: Indexes, rate: float, gradient: Callable[[Indexes, int], Gradient]) -> Floats:
        found = list(self._pool.map(lambda some: gradient(some, len(now)), np.array_split(now, self._cores)))
        self._network.step_together([parts for parts, _ in found], rate)
        return sum((told for _, told in found[1:]), found[0][1])


class PolicyNetwork(Network):
    """The network of `policy_kernels`: what to do, and which share of the win to expect."""

    longest = LONGEST

    def net(self) -> Net:
        return Net(*self.copied())

    def forward(self, known: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Both layers, the answers of the actions, the value."""
        first, second, bias, actions, action_bias, worth, worth_bias = self.parts
        one = np.maximum(known @ first, 0)
        two = np.maximum(one @ second + bias, 0)
        return one, two, two @ actions.T + action_bias, two @ worth + worth_bias[0]

    def value_gradient(self, known: Floats, returns: Floats, whole: int) -> Gradient:
        """Of half the squared error of the value alone, for the part these rows have in a batch; and that error."""
        one, two, answers, value = self.forward(known)
        error = (value - returns) / np.float32(whole)
        squared = np.asarray((error**2).sum() * whole, np.float32)
        return self.backward(known, (one, two), np.zeros_like(answers), error), squared

    def backward(self, known: Floats, layers: tuple[Floats, Floats], slope: Floats, error: Floats) -> list[Floats]:
        """The gradient of all parts, from the slopes of the answers and the value."""
        one, two = layers
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


def newborn(game: Game, width: int, seed: int) -> list[Floats]:
    """A policy network that knows nothing: all that is legal is as likely."""
    module, dice = need_features(game), np.random.default_rng(seed)
    parts = [
        dice.normal(size=(module.KNOWN_FEATURES, width)) * np.sqrt(2 / LIVELY),
        dice.normal(size=(width, width // 2)) * np.sqrt(2 / width),
        np.zeros(width // 2),
        dice.normal(size=(module.KNOWN_ACTIONS, width // 2)) * 0.01,
        np.zeros(module.KNOWN_ACTIONS),
        np.zeros(width // 2),
        np.full(1, 1 / min(game.options.players)),
    ]
    return [part.astype(np.float32) for part in parts]


class ValueNetwork(Network):
    """The network of `value_kernels.estimate`: one for all seats, whose answers are weighed against each other."""

    @classmethod
    def newborn(cls, facts: int, table: int, width: int, seed: int) -> "ValueNetwork":
        dice = np.random.default_rng(seed)
        parts = [
            dice.normal(size=(3, facts, width)) / np.sqrt(facts),
            dice.normal(size=(table, width)) / np.sqrt(table),
            dice.normal(size=width) / np.sqrt(width),
        ]
        return cls([part.astype(np.float32) for part in parts])

    def values(self) -> Values:
        return Values(*self.copied())

    def forward(self, inputs: Floats, table: Floats, players: Indexes) -> tuple[Floats, Floats]:
        """The shares of every seat, and the hidden layer."""
        first = self.parts[0].reshape(-1, self.parts[0].shape[2])
        active = np.maximum((table @ self.parts[1])[:, None, :] + inputs @ first, 0)
        return softmax(active @ self.parts[2], np.arange(inputs.shape[1]) < players[:, None]), active

    def learn(self, inputs: Floats, table: Floats, players: Indexes, shares: Floats, rate: float) -> None:
        """One step on a batch."""
        told, active = self.forward(inputs, table, players)
        slope = (told - shares) / np.float32(len(told))
        back = slope[:, :, None] * self.parts[2] * (active > 0)
        flat = back.reshape(-1, back.shape[2])
        first = (inputs.reshape(-1, inputs.shape[2]).T @ flat).reshape(self.parts[0].shape)
        self.step([first, table.T @ back.sum(axis=1), (active * slope[:, :, None]).sum(axis=(0, 1))], rate)

    def loss(self, inputs: Floats, table: Floats, players: Indexes, shares: Floats) -> float:
        told, _ = self.forward(inputs, table, players)
        return -float((shares * np.log(told + 1e-9)).sum(axis=1).mean())
