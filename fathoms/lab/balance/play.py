"""Games played and watched by `kernels.py`: what is played, a chunk of it, and the sums that are kept."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType

import numpy as np
import numpy.typing as npt

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.levels import LEVELS, QUICK_LEVELS, Bot
from fathoms.bots.matches import decisions, sea_drift
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.match import Match
from fathoms.engine.options import Values
from fathoms.engine.sea import Sea
from fathoms.lab.balance.kernels import MOST_TURNS, ROW, SUMS, TENTHS, Buffers, Setting, Totals, watch_games
from fathoms.lab.balance.metrics_kernels import load_metrics
from fathoms.lab.parallel import on_cores, portions
from fathoms.lab.simulate.kernels import HEURISTIC, RANDOM

CHUNK = 2000
SLOW_CHUNK = 1  # games of searching bots between two looks at the clock
SEARCH_ITERATIONS = 100  # a searching bot's thought, counted so that a seed repeats itself
LONGEST, MOST_CHANGES = 512, 64  # the last bin holds what is longer
LOWEST_SCORE, SCORE_BINS = -64, 320
Rows = npt.NDArray[np.void]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Run:
    """What to play and watch: one level in all seats. In a trial one player is the subject."""

    game: Game
    options: Sequence[Values]  # taken in turn
    level: str = "sailor"
    seed: int = 1
    subject: bool = False
    denied: str = ""  # a regular expression for choices the subject goes without

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise OptionError(f"unknown bot {self.level!r}; allowed: {', '.join(LEVELS)}")

    @property
    def players(self) -> int:
        return int(self.options[0]["players"])

    @property
    def quick(self) -> bool:
        return self.level in QUICK_LEVELS


@dataclass(frozen=True)
class Index:
    """A game's events by number: the class of each (the key of "why?") and the metric it uses, or -1."""

    classes: tuple[str, ...]
    tables: npt.NDArray[np.int32]


_indexes: dict[ModuleType, Index] = {}  # by the game's rules


def index_of(game: Game) -> Index:
    if game.rules not in _indexes:
        _indexes[game.rules] = _make_index(game)
    return _indexes[game.rules]


def _make_index(game: Game) -> Index:
    metrics, classes = load_metrics(game), [*game.why, "?"]
    patterns = [re.compile(metric.lines) for metric in metrics.used]
    tables = np.full((2, 2, max(game.actions, game.fates)), -1, np.int32)
    tables[:, 0, :] = len(classes) - 1
    for table, lines in enumerate((map(game.action_text, range(game.actions)), _sea_lines(game))):
        for code, line in enumerate(lines):
            verb = " ".join(line.split(" ")[: 1 + table])
            tables[table, 0, code] = classes.index(verb) if verb in classes else len(classes) - 1
            tables[table, 1, code] = next((n for n, one in enumerate(patterns) if one.fullmatch(line)), -1)
    return Index(tuple(classes), tables)


def _sea_lines(game: Game) -> Iterator[str]:
    return (f"sea {game.fate_text(code)}" for code in range(game.fates))


def _zeros(*shape: int) -> Counts:
    return np.zeros(shape, np.int64)


@dataclass
class Chunk:
    """What watching a few games gives."""

    rows: Rows
    classes: Counts
    metrics: Counts


def watch_chunk(run: Run, first: int, count: int) -> Chunk:
    """Games `first` to `first + count - 1` of a run."""
    game, index, metrics = run.game, index_of(run.game), load_metrics(run.game)
    script = np.zeros(0, np.int32) if run.quick else _searched_games(run, first, count)
    thinks = run.level != "deckhand" and has_heuristic(game)
    options = np.array([game.options.encode(values) for values in run.options])
    denied = np.zeros(game.actions, np.int8)
    if run.denied:
        denied[:] = [re.fullmatch(run.denied, game.action_text(code)) is not None for code in range(game.actions)]
    buffers = Buffers(
        np.zeros(max(game.most_choices, game.most_fates), np.int32),
        _zeros(game.most_fates),
        _zeros(len(SEATS)),
        np.zeros((2, MOST_TURNS), np.int32),
        _zeros(len(metrics.all), len(SEATS)),
    )
    chunk = Chunk(np.zeros(count, ROW), _zeros(len(index.classes)), _zeros(len(metrics.all), SUMS))
    first_held = len(metrics.used) + len(metrics.noticed)
    totals = Totals(chunk.classes, chunk.metrics, len(metrics.used), first_held)
    bots = np.full(len(SEATS), HEURISTIC if thinks else RANDOM, np.int64)
    setting = Setting(options, run.players, bots, denied, run.subject, run.seed, first, script)
    watch_games(np.zeros(3, game.state), setting, buffers, index.tables, totals, chunk.rows)
    return chunk


def compile_balance(game: Game) -> None:
    """Compile, or load from the cache, what watching a game needs."""
    watch_chunk(Run(game, [game.options.read()]), 0, 0)


def _searched_games(run: Run, first: int, count: int) -> npt.NDArray[np.int32]:
    """Games of bots that search, as the numbers of their events, each game's ended by -1."""
    events = [[*_searched_game(run, number), -1] for number in range(first, first + count)]
    return np.array([code for game in events for code in game], np.int32)


def _searched_game(run: Run, number: int) -> list[int]:
    match = Match(run.game, interpreted=False, **run.options[number % len(run.options)])
    dice = np.random.Generator(np.random.PCG64([run.seed, number]))
    bots = {seat: Bot(run.level, int(dice.integers(1 << 62)), SEARCH_ITERATIONS) for seat in match.seats}
    for _ in decisions(match, bots, sea_drift(Sea.from_seed(int(dice.integers(1 << 62))))):
        pass
    lines = [line.split(" ", 1) for line in match.log]
    return [(run.game.fate_codes if who == "sea" else run.game.action_codes)[text] for who, text in lines]


def shares_by_place(rows: Rows, players: int) -> Counts:
    """The parts of a win of each place of each game, counted from whoever opened it."""
    seats = (np.arange(players)[None, :] + rows["opening"][:, None]) % players
    return np.take_along_axis(shares_by_seat(rows, players), seats, axis=1)


def shares_by_seat(rows: Rows, players: int) -> Counts:
    """The parts of a win of each seat of each game."""
    winners = rows["winners"][:, None] >> np.arange(players) & 1
    found: Counts = winners * (WHOLE_WIN // np.maximum(winners.sum(axis=1, keepdims=True), 1))
    return found


def sole(masks: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]:
    """Where a mask of seats names one alone."""
    found: npt.NDArray[np.bool_] = (masks != 0) & (masks & (masks - 1) == 0)
    return found


def winners_score(rows: Rows, players: int) -> Counts:
    """The best score among those who won."""
    return _best_score(rows, players, 1)


def margin(rows: Rows, players: int) -> Counts:
    """By how much a winner is ahead of the best of those who did not win; 0 where everybody won."""
    behind = _best_score(rows, players, 0)
    return np.where(behind > _NOBODY, _best_score(rows, players, 1) - behind, 0)


_NOBODY = -(1 << 31)


def _best_score(rows: Rows, players: int, won: int) -> Counts:
    winners = rows["winners"][:, None] >> np.arange(players) & 1
    best: Counts = np.where(winners == won, rows["scores"][:, :players].astype(np.int64), _NOBODY).max(axis=1)
    return best


def by_rank(rows: Rows, players: int) -> Counts:
    """The scores of each game, the highest first."""
    return -np.sort(-rows["scores"][:, :players].astype(np.int64), axis=1)


class Tally:
    """What is kept of watched games: sums of whole numbers, so that memory does not grow with the games."""

    def __init__(self, game: Game, players: int) -> None:
        seats = len(SEATS)
        self.game, self.players = game, players
        self.games = self.decisions = self.winners = 0  # games; decisions and winners in all of them
        self.shares, self.shares_squared = _zeros(2, seats), _zeros(2, seats)  # by place, by seat
        self.openings = _zeros(seats)  # games opened by each seat
        self.turns, self.changes = _zeros(LONGEST + 1), _zeros(MOST_CHANGES + 1)
        self.led, self.led_and_won = _zeros(TENTHS), _zeros(TENTHS)  # games with a sole leader at 10 %, 20 % …
        self.trailed = self.trailed_and_won = 0  # games with one alone behind at half-time
        self.scores, self.margins = _zeros(seats, SCORE_BINS), _zeros(SCORE_BINS)  # by rank; of the winner
        self.classes = _zeros(len(index_of(game).classes))
        self.metrics = _zeros(len(load_metrics(game).all), SUMS)

    def add(self, chunk: Chunk) -> None:
        rows, n = chunk.rows, self.players
        shares = np.array([shares_by_place(rows, n), shares_by_seat(rows, n)])
        self.openings += np.bincount(rows["opening"], minlength=len(SEATS))
        self.games += len(rows)
        self.decisions += int(rows["decisions"].sum())
        self.shares[:, :n] += shares.sum(axis=1)
        self.shares_squared[:, :n] += (shares**2).sum(axis=1)
        self.turns += np.bincount(np.minimum(rows["turns"], LONGEST), minlength=LONGEST + 1)
        self.changes += np.bincount(np.minimum(rows["changes"], MOST_CHANGES), minlength=MOST_CHANGES + 1)
        leads = sole(rows["leaders"])
        self.led += leads.sum(axis=0)
        self.led_and_won += (leads & (rows["leaders"] & rows["winners"][:, None] != 0)).sum(axis=0)
        trails = sole(rows["last"])
        self.trailed += int(trails.sum())
        self.trailed_and_won += int((trails & (rows["last"] & rows["winners"] != 0)).sum())
        self.winners += int((rows["winners"][:, None] >> np.arange(n) & 1).sum())
        self._add_scores(rows)
        self.classes += chunk.classes
        self.metrics += chunk.metrics

    def _add_scores(self, rows: Rows) -> None:
        bins = np.clip(by_rank(rows, self.players) - LOWEST_SCORE, 0, SCORE_BINS - 1)
        for rank in range(self.players):
            self.scores[rank] += np.bincount(bins[:, rank], minlength=SCORE_BINS)
        margins = np.clip(margin(rows, self.players), 0, SCORE_BINS - 1)
        self.margins += np.bincount(margins, minlength=SCORE_BINS)


def watch(
    runs: Sequence[Run],
    games: int,
    cores: int | None = None,
    go_on: Callable[[int], bool] = lambda games: True,
    first: int = 0,
) -> Iterator[list[Chunk]]:
    """The same game numbers of every run, a chunk at a time in order; `go_on(games so far)` may end it early."""
    size = CHUNK if all(run.quick for run in runs) else SLOW_CHUNK
    cores = cores or os.cpu_count() or 1
    done = 0
    for (_, count), chunks in on_cores(
        lambda portion: [watch_chunk(run, *portion) for run in runs], portions(first, first + games, size, cores), cores
    ):
        done += count
        yield chunks
        if not go_on(done):
            break
