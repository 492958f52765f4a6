"""Learning the values of a game: a small network (`bots/networks/value_kernels.py`), fitted to who won.

From games by rule of thumb, or, with `search`, from games between searchers. Those start from the values that are there
and take some generations: games in which every seat searches and judges by the present values, then a fit to what came
of them, and again with the values that came of that.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated

import numpy as np

from fathoms.bots.levels import style_of
from fathoms.bots.networks.value_kernels import Values
from fathoms.bots.networks.values import LearnedFrom, values_file, values_of
from fathoms.engine.game import Game, find_game
from fathoms.engine.kinds import Floats, Ints
from fathoms.lab.learn.learned import Settings, save_values
from fathoms.lab.learn.network import ValueNetwork
from fathoms.lab.learn.value_data import ValueData, data_by_heuristic, data_from_search, joined, with_others

CHUNK = 1000  # rows that a process plays before it is asked for more
BATCH = 512  # rows a step of a fit to searches
HEURISTIC_BATCH = 1024  # and of one to games by rule of thumb
FITTING = 0.15  # the part of a generation's time that is left for its fit
Tell = Callable[[str], None]
Rows = tuple[Floats, Floats, Ints, Floats]  # as `ValueNetwork.learn` takes them: inputs, table, players, shares


@dataclass(frozen=True)
class ValueSettings(Settings):
    """How values are learned."""

    kind = "values"
    rounds: Annotated[int, "Rounds of a fit over its rows."] = 8
    rows: Annotated[int, "Positions to learn from, in games by the heuristic."] = 200_000
    width: Annotated[int, "Width of the network that learns from the heuristic."] = 32
    plain: Annotated[bool, "The usual options only, in games by the heuristic."] = False
    search: Annotated[bool, "Learn from games between searchers."] = False
    again: Annotated[bool, "Start from what was learned from searchers before."] = False
    minutes: Annotated[float, "With --search: how long; compiling counts."] = 8.0
    generations: Annotated[int, "With --search: games and fits, in equal parts of the time."] = 2
    iterations: Annotated[int, "Iterations per move of a search."] = 400
    trust: Annotated[float, "Trust in who won, 0 to 1; the rest is trust in what searches expected."] = 0.5

    @property
    def learned_from(self) -> LearnedFrom:
        return "search" if self.search else "heuristic"


def train_values(game: Game, how: ValueSettings, tell: Tell) -> Path:
    """Learn, and keep what was learned; where."""
    if how.search:
        network = learn_from_search(game, how, values_of(game, "search" if how.again else "heuristic"), tell)
    else:
        network = learn_by_heuristic(game, how, tell)
    file = how.out or values_file(game, how.learned_from)
    save_values(file, network.values(), game, how)
    return file


def learn_by_heuristic(game: Game, how: ValueSettings, tell: Tell) -> ValueNetwork:
    seats, table, shares, players = data_by_heuristic(game, how.rows, how.seed, how.plain)
    rows: Rows = (with_others(seats, players), table, players, shares)
    apart = how.rows // 20
    test = _some(rows, slice(apart))
    network = ValueNetwork.newborn(seats.shape[2], table.shape[1], how.width, how.seed)
    dice, steps, done = np.random.default_rng(how.seed), how.rounds * (how.rows // HEURISTIC_BATCH), 0
    tell(f"{game.name}: guessing evenly loses {float(np.log(test[2]).mean()):.4f}")
    for number in range(how.rounds):
        order = dice.permutation(np.arange(apart, how.rows))
        for start in range(0, len(order) - HEURISTIC_BATCH, HEURISTIC_BATCH):
            rate = 0.003 * (1 - done / steps) + 0.0001
            network.learn(*_some(rows, order[start : start + HEURISTIC_BATCH]), rate)
            done += 1
        tell(f"{game.name}: round {number + 1}: {network.loss(*test):.4f}")
    return network


def _some(rows: Rows, which: slice | Ints) -> Rows:
    inputs, table, players, shares = rows
    return inputs[which], table[which], players[which], shares[which]


def learn_from_search(game: Game, how: ValueSettings, start: Values, tell: Tell) -> ValueNetwork:
    """Generations of games and fits, in equal parts of the time. Old games are learned from again."""
    network, kept = ValueNetwork(start), list[ValueData]()
    begun, seeds = time.monotonic(), iter(range(how.seed * 1_000_000, 2**62))
    with ProcessPoolExecutor(how.cores, mp_context=get_context("spawn")) as pool:
        for number in range(how.generations):
            end = begun + 60 * how.minutes * (number + 1 - FITTING) / how.generations
            tell(f"{game.name}: generation {number + 1}")
            work = partial(play_chunk, game.name, network.values(), how.iterations)
            kept.insert(0, collect(pool, work, seeds, 2 * how.cores, end))  # the newest first: some are kept apart
            fit_to(network, joined(kept), how, tell)
        pool.shutdown(cancel_futures=True)
    return network


def play_chunk(name: str, values: Values, iterations: int, seed: int) -> ValueData:
    game = find_game(name)
    style = style_of("abyss", game, min(game.options.players))
    return data_from_search(game, values, style, iterations, CHUNK, seed)


def collect(
    pool: Executor, work: Callable[[int], ValueData], seeds: Iterator[int], at_once: int, end: float
) -> ValueData:
    """What all the cores play until it is time to fit, and at least one chunk."""
    waiting: set[Future[ValueData]] = set()
    found: list[ValueData] = []
    while time.monotonic() < end or not found:
        while len(waiting) < at_once:
            waiting.add(pool.submit(work, next(seeds)))
        done, waiting = wait(waiting, None if not found else max(0.0, end - time.monotonic()), FIRST_COMPLETED)
        found += [future.result() for future in done]
    for future in waiting:
        future.cancel()
    return joined(found)


def fit_to(network: ValueNetwork, data: ValueData, how: ValueSettings, tell: Tell) -> None:
    """Teach a network what positions came to be worth, for as many rounds as help on the games that are kept apart."""
    worth, count = data.returns(how.trust), len(data.players)
    rows: Rows = (with_others(data.seats, data.players), data.table, data.players, worth)
    apart = int(np.flatnonzero(data.games == data.games[count // 20])[0])
    tests = [_some(rows, slice(apart)), (*_some(rows, slice(apart))[:3], data.shares[:apart])]
    dice, steps, done = np.random.default_rng(how.seed), how.rounds * ((count - apart) // BATCH), 0
    best, least = network.copied(), network.loss(*tests[0])
    tell(f"  {count:,} rows; {_losses(network, tests)}")
    for _ in range(how.rounds):
        order = dice.permutation(np.arange(apart, count))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            rate = 0.001 * (1 - done / steps) + 0.00001
            network.learn(*_some(rows, order[start : start + BATCH]), rate)
            done += 1
        if (loss := network.loss(*tests[0])) < least:
            best, least = network.copied(), loss
    network.parts = best
    tell(f"  fitted; {_losses(network, tests)}")


def _losses(network: ValueNetwork, tests: list[Rows]) -> str:
    return "loses {:.4f} on their worth, {:.4f} on who won".format(*(network.loss(*test) for test in tests))
