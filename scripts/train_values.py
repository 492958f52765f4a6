"""Learn the values of a game from games by rule of thumb: `python scripts/train_values.py GAME`.

A small network (`fathoms/bots/value_kernels.py`) is fitted to who won, and kept in `fathoms/bots/insight/`.
"""

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.bots.thumb import has_thumb
from fathoms.bots.values import insight_of, values_file
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.game import Game, find_game
from fathoms.lab.lesson_kernels import play_lessons

Floats = npt.NDArray[np.float32]
SEATS = 6


def lessons(game: Game, rows: int, seed: int, plain: bool) -> tuple[Floats, Floats, Floats, npt.NDArray[np.int64]]:
    """Facts of seats and table, shares of the win, numbers of players."""
    module = insight_of(game)
    has_thumb(game)
    dice = Dice(seed)
    tables = [game.options.read(players=n) for n in game.options.players]
    if not plain:
        tables = tables * 200 + [random_options(game, dice) for _ in range(400)]
    options = np.array([game.options.encode(values) for values in tables])
    size = max(game.most_choices, game.most_fates)
    out, weights = np.zeros(size, np.int32), np.zeros(size, np.int64)
    seats = np.zeros((rows, SEATS, module.SEAT_FACTS), np.float32)
    table, shares = np.zeros((rows, module.TABLE_FACTS + 1), np.float32), np.zeros((rows, SEATS), np.float32)
    players = np.zeros(rows, np.int64)
    worlds, blank = np.zeros(2, game.state), np.zeros(1, game.state)
    play_lessons(worlds, blank, options, seed, 0, 24, module.SPARSE, out, weights, seats, table, shares, players)
    table[:, -1] = 1
    return seats, table, shares, players


def with_others(seats: Floats, players: npt.NDArray[np.int64]) -> Floats:
    """Own facts, the mean of the others' and the most of the others', side by side; zero for seats nobody sits in."""
    there = (np.arange(SEATS) < players[:, None])[:, :, None]
    mean = (seats.sum(axis=1, keepdims=True) - seats) / (players[:, None, None] - 1)
    apart = np.where(there, seats, np.float32(-1e9))
    most = np.stack([np.delete(apart, seat, axis=1).max(axis=1) for seat in range(SEATS)], axis=1)
    joined: Floats = (np.concatenate([seats, mean, most], axis=2) * there).astype(np.float32)
    return joined


class Network:
    """The network of `value_kernels.estimate`, with its gradient."""

    def __init__(self, facts: int, table: int, width: int, seed: int) -> None:
        dice = np.random.default_rng(seed)
        self.parts: list[Floats] = [
            (dice.normal(size=(3, facts, width)) / np.sqrt(facts)).astype(np.float32),
            (dice.normal(size=(table, width)) / np.sqrt(table)).astype(np.float32),
            np.zeros(width, np.float32),
        ]
        self.parts[2] += (dice.normal(size=width) / np.sqrt(width)).astype(np.float32)
        self._first = [np.zeros_like(part) for part in self.parts]
        self._second = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def forward(self, inputs: Floats, table: Floats, players: Any) -> tuple[Floats, Floats]:
        """The shares of every seat, and the hidden layer."""
        there = np.arange(SEATS) < players[:, None]
        first = self.parts[0].reshape(-1, self.parts[0].shape[2])
        active = np.maximum((table @ self.parts[1])[:, None, :] + inputs @ first, 0)
        answers = np.where(there, active @ self.parts[2], np.float32(-1e9))
        answers = np.exp(answers - answers.max(axis=1, keepdims=True))
        return answers / answers.sum(axis=1, keepdims=True), active

    def learn(self, inputs: Floats, table: Floats, players: Any, shares: Floats, rate: float) -> None:
        """One step of Adam on a batch."""
        told, active = self.forward(inputs, table, players)
        slope = (told - shares) / np.float32(len(told))
        back = slope[:, :, None] * self.parts[2] * (active > 0)
        flat = back.reshape(-1, back.shape[2])
        first = (inputs.reshape(-1, inputs.shape[2]).T @ flat).reshape(self.parts[0].shape)
        gradients = [first, table.T @ back.sum(axis=1), (active * slope[:, :, None]).sum(axis=(0, 1))]
        self._steps += 1
        for part, gradient, m, v in zip(self.parts, gradients, self._first, self._second, strict=True):
            m += 0.1 * (gradient - m)
            v += 0.001 * (gradient**2 - v)
            scale = np.sqrt(v / (1 - 0.999**self._steps)) + 1e-8
            part -= np.float32(rate) * (m / (1 - 0.9**self._steps) / scale).astype(np.float32)


def loss_on(network: Network, data: tuple[Floats, Floats, Floats, Any]) -> float:
    inputs, table, shares, players = data
    told, _ = network.forward(inputs, table, players)
    return -float((shares * np.log(told + 1e-9)).sum(axis=1).mean())


def train(game: Game, rows: int, rounds: int, width: int, seed: int, plain: bool) -> Network:
    seats, table, shares, players = lessons(game, rows, seed, plain)
    inputs = with_others(seats, players)
    test = (inputs[: rows // 20], table[: rows // 20], shares[: rows // 20], players[: rows // 20])
    network = Network(seats.shape[2], table.shape[1], width, seed)
    dice, size = np.random.default_rng(seed), 1024
    steps = rounds * (rows // size)
    done = 0
    print(f"{game.name}: guessing evenly loses {float((np.log(test[3])).mean()):.4f}", flush=True)
    for number in range(rounds):
        order = dice.permutation(np.arange(rows // 20, rows))
        for start in range(0, len(order) - size, size):
            rows_now = order[start : start + size]
            rate = 0.003 * (1 - done / steps) + 0.0001
            network.learn(inputs[rows_now], table[rows_now], players[rows_now], shares[rows_now], rate)
            done += 1
        print(f"{game.name}: round {number + 1}: {loss_on(network, test):.4f}", flush=True)
    return network


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="the usual options only")
    asked = parser.parse_args()
    game = find_game(asked.game)
    network = train(game, asked.rows, asked.rounds, asked.width, asked.seed, asked.plain)
    path = values_file(game)
    np.savez(path, seats=network.parts[0], table=network.parts[1], last=network.parts[2])
    print(f"kept in {path.name}")


if __name__ == "__main__":
    main()
