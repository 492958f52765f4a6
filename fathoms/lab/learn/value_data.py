"""Positions to learn values from, of games by rule of thumb or by search: facts, and what a position was worth."""

from dataclasses import dataclass

import numpy as np

from fathoms.bots.networks.files import need_features
from fathoms.bots.networks.value_kernels import Values
from fathoms.bots.search.playout_kernels import Guides
from fathoms.bots.search.tree import Style, empty_tree, minds_of, room_for_search
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.dialect import SEATS
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Floats, Ints
from fathoms.lab.learn.value_data_kernels import Rows, Searcher, play_by_heuristic, play_searches
from fathoms.lab.simulate.kernels import Begin

NODES = 1 << 12  # of the short searches' trees
OPENING = 30  # events that a game is opened with carelessly, at most
CARELESS = 24  # one move in so many is random in games by rule of thumb
CYCLE = 40  # tables after which the smallest plain one has had its three quarters


@dataclass(frozen=True)
class ValueData:
    """A row a quiet position; the rows of a game follow one another."""

    seats: Floats  # facts
    table: Floats  # facts, and a 1
    shares: Floats  # of the win, in the end
    told: Floats  # shares that the first searches after the position expected; negative: nobody searched
    players: Ints
    games: Ints

    def returns(self, trust: float) -> Floats:
        """What each position was worth: `trust` in the end of the game, and the rest in the searches on the way.

        This is TD(lambda): 1 looks at who won alone, 0 at the next search alone, which is less a matter of luck but no
        better than the values it judged by.
        """
        after = self._rows_after()
        worth = self.shares.copy()
        for step in range(int(after.max()) + 1):
            rows = np.flatnonzero(after == step)
            later = worth[rows + 1] if step else self.shares[rows]
            searched = self.told[rows, :1] >= 0
            worth[rows] = np.where(searched, (1 - trust) * self.told[rows] + trust * later, later)
        return worth

    def _rows_after(self) -> Ints:
        """How many rows of its game follow a row."""
        ends = np.flatnonzero(np.append(self.games[1:] != self.games[:-1], True))
        rows = np.arange(len(self.games))
        after: Ints = ends[np.searchsorted(ends, rows)] - rows
        return after


def joined(parts: list[ValueData]) -> ValueData:
    """ValueData one after the other; games that follow each other have different numbers."""
    names = ("seats", "table", "shares", "told", "players")
    columns = [np.concatenate([getattr(part, name) for part in parts]) for name in names]
    columns.append(np.concatenate([part.games * len(parts) + number for number, part in enumerate(parts)]))
    return ValueData(*columns)


def tables_for(game: Game, seed: int) -> Ints:
    """Encoded options: three quarters the smallest plain table, then the larger ones, then whatever can be chosen."""
    dice = Dice(seed)
    smallest, *larger = [game.options.read(players=players) for players in game.options.players]
    tables = [smallest] * (3 * CYCLE // 4)
    tables += [dice.pick(larger) for _ in range(CYCLE // 8)]
    tables += [random_options(game, dice) for _ in range(CYCLE - len(tables))]
    return np.array([game.options.encode(values) for values in tables])


def data_by_heuristic(game: Game, rows: int, seed: int, plain: bool) -> tuple[Floats, Floats, Floats, Ints]:
    """Games by rule of thumb: facts of seats and table, shares of the win, numbers of players."""
    module, dice, most = need_features(game), Dice(seed), len(SEATS)
    has_heuristic(game)
    tables = [game.options.read(players=n) for n in game.options.players]
    if not plain:
        tables = tables * 200 + [random_options(game, dice) for _ in range(400)]
    options = np.array([game.options.encode(values) for values in tables])
    size = max(game.most_choices, game.most_fates)
    out, weights = np.zeros(size, np.int32), np.zeros(size, np.int64)
    seats = np.zeros((rows, most, module.SEAT_FEATURES), np.float32)
    table, shares = np.zeros((rows, module.TABLE_FEATURES + 1), np.float32), np.zeros((rows, most), np.float32)
    players = np.zeros(rows, np.int64)
    worlds, blank = np.zeros(2, game.state), np.zeros(1, game.state)
    begin, rows_there = Begin(blank, options, seed), (seats, table, shares, players)
    play_by_heuristic(worlds, begin, 0, CARELESS, module.SPARSE, (out, weights), rows_there)
    table[:, -1] = 1
    return seats, table, shares, players


def with_others(seats: Floats, players: Ints) -> Floats:
    """Own facts, the mean of the others' and the most of the others', side by side; zero for seats nobody sits in."""
    there = (np.arange(seats.shape[1]) < players[:, None])[:, :, None]
    mean = (seats.sum(axis=1, keepdims=True) - seats) / (players[:, None, None] - 1)
    apart = np.where(there, seats, np.float32(-1e9))
    most = np.stack([np.delete(apart, seat, axis=1).max(axis=1) for seat in range(seats.shape[1])], axis=1)
    joined: Floats = (np.concatenate([seats, mean, most], axis=2) * there).astype(np.float32)
    return joined


def data_from_search(game: Game, values: Values, style: Style, iterations: int, rows: int, seed: int) -> ValueData:
    """Rows from games in which every seat searches for so many iterations a decision; the same from the same seed."""
    module, most = need_features(game), max(game.options.players)
    has_heuristic(game)
    found = Rows(
        np.zeros((rows, most, module.SEAT_FEATURES), np.float32),
        np.zeros((rows, module.TABLE_FEATURES + 1), np.float32),
        np.zeros((rows, most), np.float32),
        np.zeros((rows, most), np.float32),
        np.zeros(rows, np.int64),
        np.zeros(rows, np.int64),
    )
    guides = Guides(style.settings(), values, minds_of())
    searcher = searcher_for(game, iterations, guides, NODES)
    table, blank = np.zeros(1, game.state), np.zeros(1, game.state)
    play_searches(table, Begin(blank, tables_for(game, seed), seed), 0, searcher, OPENING, found)
    found.table[:, -1] = 1
    return ValueData(*found)


def searcher_for(game: Game, iterations: int, guides: Guides, nodes: int) -> Searcher:
    """One who searches, with room for a tree of so many nodes."""
    room, root = room_for_search(game, guides.values), np.zeros(1, game.state)
    return Searcher(iterations, guides, root, empty_tree(nodes), room, np.zeros(1, np.float64))
