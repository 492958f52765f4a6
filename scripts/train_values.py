"""Learn the values of a game: a small network (`fathoms/bots/value_kernels.py`), kept in `fathoms/bots/insight/`.

    python scripts/train_values.py GAME                                     # from games by rule of thumb: who won
    python scripts/train_values.py GAME --search --cores 16 --minutes 4     # from games between searchers

The second starts from the values that the first has learned and takes some generations: games in which every seat
searches and judges by the present values, then a fit to what came of them, and again with the values that came of that.
It needs NumPy and Numba; the package does not have to be installed.
"""

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import numpy as np
import numpy.typing as npt
from ladder import name_the_games

from fathoms.bots.players import style_of
from fathoms.bots.thumb import has_thumb
from fathoms.bots.values import Values, insight_of, values_file, values_of
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.game import Game, find_game
from fathoms.lab.learn.value_data import ValueData, data_from_search, joined
from fathoms.lab.learn.value_data_kernels import play_by_thumb

Floats = npt.NDArray[np.float32]
SEATS = 6
CHUNK = 1000  # rows that a process plays before it is asked for more
BATCH = 512  # rows a step of a fit to searches
FITTING = 0.15  # the part of a generation's time that is left for its fit


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
    play_by_thumb(worlds, blank, options, seed, 0, 24, module.SPARSE, out, weights, seats, table, shares, players)
    table[:, -1] = 1
    return seats, table, shares, players


def with_others(seats: Floats, players: npt.NDArray[np.int64]) -> Floats:
    """Own facts, the mean of the others' and the most of the others', side by side; zero for seats nobody sits in."""
    there = (np.arange(seats.shape[1]) < players[:, None])[:, :, None]
    mean = (seats.sum(axis=1, keepdims=True) - seats) / (players[:, None, None] - 1)
    apart = np.where(there, seats, np.float32(-1e9))
    most = np.stack([np.delete(apart, seat, axis=1).max(axis=1) for seat in range(seats.shape[1])], axis=1)
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
        there = np.arange(inputs.shape[1]) < players[:, None]
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


@dataclass(frozen=True)
class Course:
    """How values are learned from search."""

    cores: int
    minutes: float
    generations: int
    iterations: int  # of a search
    trust: float  # in who won, against what the searches on the way expected
    rounds: int  # that a fit takes over its rows
    seed: int


def play_chunk(name: str, values: Values, iterations: int, seed: int) -> ValueData:
    game = find_game(name)
    style = style_of("abyss", name, min(game.options.players))
    return data_from_search(game, values, style, iterations, CHUNK, seed)


def collect(
    pool: ProcessPoolExecutor, game: Game, values: Values, course: Course, seeds: Iterator[int], end: float
) -> ValueData:
    """ValueData of all the cores until it is time to fit, and at least one chunk."""
    waiting: set[Future[ValueData]] = set()
    found: list[ValueData] = []
    while time.monotonic() < end or not found:
        while len(waiting) < 2 * course.cores:
            waiting.add(pool.submit(play_chunk, game.name, values, course.iterations, next(seeds)))
        done, waiting = wait(waiting, None if not found else max(0.0, end - time.monotonic()), FIRST_COMPLETED)
        found += [future.result() for future in done]
    for future in waiting:
        future.cancel()
    return joined(found)


def fit_to(network: Network, lessons: ValueData, course: Course) -> None:
    """Teach a network what positions came to be worth, for as many rounds as help on the games that are kept apart."""
    worth, rows, players = lessons.returns(course.trust), len(lessons.players), lessons.players
    inputs, table = with_others(lessons.seats, players), lessons.table
    apart = int(np.flatnonzero(lessons.games == lessons.games[rows // 20])[0])
    tests = [(inputs[:apart], table[:apart], target[:apart], players[:apart]) for target in (worth, lessons.shares)]
    dice, done = np.random.default_rng(course.seed), 0
    steps = course.rounds * ((rows - apart) // BATCH)
    best, least = [part.copy() for part in network.parts], loss_on(network, tests[0])
    print(f"  {rows:,} rows; {_losses(network, tests)}", flush=True)
    for _ in range(course.rounds):
        order = dice.permutation(np.arange(apart, rows))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            now = order[start : start + BATCH]
            rate = 0.001 * (1 - done / steps) + 0.00001
            network.learn(inputs[now], table[now], players[now], worth[now], rate)
            done += 1
        if (loss := loss_on(network, tests[0])) < least:
            best, least = [part.copy() for part in network.parts], loss
    network.parts = best
    print(f"  fitted; {_losses(network, tests)}", flush=True)


def _losses(network: Network, tests: list[tuple[Floats, Floats, Floats, Any]]) -> str:
    return "loses {:.4f} on their worth, {:.4f} on who won".format(*(loss_on(network, test) for test in tests))


def learn_from_search(game: Game, course: Course, start: Values) -> Network:
    """Generations of games and fits, in equal parts of the time; compiling counts. Old games are learned from again."""
    network, kept = network_of(start), list[ValueData]()
    begun, seeds = time.monotonic(), iter(range(course.seed * 1_000_000, 2**62))
    with ProcessPoolExecutor(course.cores, mp_context=get_context("spawn")) as pool:
        for number in range(course.generations):
            values = (network.parts[0], network.parts[1], network.parts[2])
            end = begun + 60 * course.minutes * (number + 1 - FITTING) / course.generations
            print(f"{game.name}: generation {number + 1}", flush=True)
            kept.insert(0, collect(pool, game, values, course, seeds, end))  # the newest first: some are kept apart
            fit_to(network, joined(kept), course)
        pool.shutdown(cancel_futures=True)
    return network


def network_of(values: Values) -> Network:
    """A network that says what such values say, and can learn."""
    seats, table, last = values
    network = Network(seats.shape[1], len(table), len(last), 1)
    network.parts = [part.copy() for part in values]
    return network


def main() -> None:
    name_the_games()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="the usual options only")
    parser.add_argument("--search", action="store_true", help="learn from games between searchers")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=8.0)
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=400, help="of a search")
    parser.add_argument("--trust", type=float, default=0.5, help="in who won; the rest in what searches expected")
    parser.add_argument("--again", action="store_true", help="start from what was learned from searchers before")
    asked = parser.parse_args()
    game = find_game(asked.game)
    if asked.search:
        how = (asked.cores, asked.minutes, asked.generations, asked.iterations, asked.trust, asked.rounds, asked.seed)
        network = learn_from_search(game, Course(*how), values_of(game, "search" if asked.again else "thumb"))
    else:
        network = train(game, asked.rows, asked.rounds, asked.width, asked.seed, asked.plain)
    path = values_file(game, "search" if asked.search else "thumb")
    np.savez(path, seats=network.parts[0], table=network.parts[1], last=network.parts[2])
    print(f"kept in {path.name}")


if __name__ == "__main__":
    main()
