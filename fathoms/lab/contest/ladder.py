"""The ladder: every level against the one below, in every game, on duplicate deals.

A file of results has a line a deal; a run adds to it as it goes and goes on where the file ends. Files of several
machines are merged by naming them all. Every cell is played in rounds, so that an early stop leaves an even picture. A
searching bot thinks for a number of iterations (`ladder.toml`), so every deal can be played again anywhere.
"""

import json
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import TextIO

import numpy as np

from fathoms.bots.levels import LEVELS, NODES, QUICK_LEVELS, SECONDS, Bot, style_of
from fathoms.bots.matches import decisions
from fathoms.bots.search.tree import Search
from fathoms.bots.statistics import resampled_interval
from fathoms.bots.warm import warm
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import find_game, game_names
from fathoms.engine.kinds import Json
from fathoms.engine.match import Match
from fathoms.lab.answers import strength_answer
from fathoms.lab.contest.elo import elo_of
from fathoms.lab.contest.tournament import Deal, Entrant, Pairing, seatings

LADDER: Json = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SEED: int = LADDER["seed"]
TABLES: Sequence[int] = LADDER["tables"]
WANTED: dict[str, float] = LADDER["wanted"]
DEALS: dict[str, int] = LADDER["deals"]
ITERATIONS: dict[str, dict[str, int]] = LADDER["iterations"]  # game -> level
PACE: dict[str, dict[str, float]] = LADDER["pace"]  # game -> level
PART, PART_OF_MORE = 0.25, 0.1  # of the second that captain and abyss have, at the smallest table and at larger ones
THOUGHT = 500  # iterations of a search whose time is taken


@dataclass(frozen=True)
class Cell:
    """A meeting of the ladder."""

    game: str
    players: int
    first: str
    second: str
    deals: int  # wanted
    pace: float = 1.0  # of the time of the levels that have a second

    @property
    def name(self) -> str:
        return f"{self.game} {self.players} {self.entrant(self.first).name} {self.entrant(self.second).name}"

    def entrant(self, level: str) -> Entrant:
        if level in QUICK_LEVELS:
            return Entrant(level)
        pace = self.pace if SECONDS[level] >= 1 else 1.0
        style, captains = (style_of(one, find_game(self.game), self.players) for one in (level, "captain"))
        alike = style == captains and SECONDS[level] == SECONDS["captain"]
        speed = ITERATIONS[self.game]["captain" if alike else level]
        return Entrant(level, min(style.enough, round(speed * pace)))

    def pairing(self) -> Pairing:
        game = find_game(self.game)
        options = game.options.read(players=self.players)
        return Pairing(game, options, self.entrant(self.first), self.entrant(self.second), SEED)


def ladder_games() -> list[str]:
    """The installed games that have their iterations."""
    return [name for name in game_names() if name in ITERATIONS]


def cells(games: Sequence[str] = ()) -> list[Cell]:
    """Every level against the one below.

    The levels that have a second a move are given a quarter of it (a tenth with more players), so that there are games
    enough: against mate, who keeps a whole time, that makes captain look weaker than it is, never stronger. Where that
    was too little to tell them apart, or games are long, `ladder.toml` has another part.
    """
    found = []
    for game in games or ladder_games():
        if game not in ITERATIONS:
            raise OptionError(f"{game!r} is not on the ladder; allowed: {', '.join(ladder_games())}")
        allowed = [players for players in TABLES if players in find_game(game).options.players]
        for players in allowed:
            full = players == allowed[0]
            for second, first in pairwise(LEVELS):
                deals = DEALS[first] // (1 if players == 2 else 3 if full else 6)
                pace = PACE.get(game, {}).get(first, PART) if full else PART_OF_MORE
                found.append(Cell(game, players, first, second, deals, pace))
    return found


def read(paths: list[Path]) -> dict[str, dict[int, float]]:
    """Cell -> deal -> the first bot's share, from the files of one machine or several."""
    results: dict[str, dict[int, float]] = {}
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            row = json.loads(line)
            results.setdefault(row["cell"], {})[int(row["deal"])] = float(row["share"])
    return results


def play(cell: Cell, deal: int) -> Json:
    start = time.perf_counter()
    share = cell.pairing().play_deal(deal)
    return {"cell": cell.name, "deal": deal, "share": share, "seconds": round(time.perf_counter() - start, 2)}


def missing(done: dict[str, dict[int, float]], wanted: Sequence[Cell], rounds: int = 20) -> Iterator[tuple[Cell, int]]:
    """The deals still to be played, a twentieth of every cell in turn."""
    for part in range(rounds):
        for cell in wanted:
            for deal in range(cell.deals * part // rounds, cell.deals * (part + 1) // rounds):
                if deal not in done.get(cell.name, {}):
                    yield cell, deal


def run(file: Path, cores: int, minutes: float, wanted: Sequence[Cell]) -> None:
    end = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool, file.open("a", encoding="utf-8") as out:
        list(pool.map(warm_up, {cell.game for cell in wanted}))
        waiting: set[Future[Json]] = set()
        for cell, deal in missing(read([file]), wanted):
            waiting.add(pool.submit(play, cell, deal))
            while len(waiting) > 2 * cores:
                waiting = _collect(waiting, out, end)
            if time.monotonic() > end:
                break
        while waiting and time.monotonic() < end:
            waiting = _collect(waiting, out, end)
        processes = list(pool._processes.values())  # a deal that is being played would outlast the limit by minutes
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()


def warm_up(name: str) -> None:
    warm(find_game(name))


def _collect(waiting: set[Future[Json]], out: TextIO, end: float) -> set[Future[Json]]:
    done, left = wait(waiting, max(0.0, end - time.monotonic()), FIRST_COMPLETED)
    for future in done:
        out.write(json.dumps(future.result()) + "\n")
    out.flush()
    return left if time.monotonic() < end else set()


def calibrate(seconds: float, games: Sequence[str], tell: Callable[[str], None]) -> None:
    """Iterations a move of every searching level, over the decisions of games that they play by the clock."""
    for name in games or ladder_games():
        warm(find_game(name))
        for level in SECONDS:
            rate = measured_rate(name, level, seconds)
            tell(f"{name} {level}: {rate:,.0f} iterations/s, {rate * SECONDS[level]:,.0f} a move")


def measured_rate(name: str, level: str, seconds: float) -> float:
    """Iterations a second of processor time over the decisions of a game; sailors move, the level only thinks."""
    players = min(find_game(name).options.players)
    match, sailor = Match(name, interpreted=False, players=players), Bot("sailor", 1)
    spent, count, start, rng = 0.0, 0, time.monotonic(), np.array([1], np.uint64)
    for seat in decisions(match, dict.fromkeys(match.seats, sailor), Deal(7).drift):
        if time.monotonic() - start >= seconds:
            break
        if len(match.choices(seat)) > 1:
            told = match.position.redacted(SEATS.index(seat))
            search = Search(told, SEATS.index(seat), rng, NODES[level], style_of(level, match.game, players))
            before = time.thread_time()
            search.run(THOUGHT)
            spent += time.thread_time() - before
            count += THOUGHT
    return count / spent


def render(paths: list[Path]) -> str:
    """The page of the ladder, whole: the answer, the tables of all games, and how to read them."""
    results = read(paths)
    page = PAGE.read_text(encoding="utf-8").replace(
        "{tables}", "\n\n".join(_section(results, g) for g in ladder_games())
    )
    return page.replace("{answer}", strength_answer(page))


def _section(results: dict[str, dict[int, float]], game: str) -> str:
    rows = [_row(cell, results.get(cell.name, {})) for cell in cells([game])]
    return "\n".join([f"## {find_game(game).title['en']} (`{game}`)", "", *TABLE_HEAD, *rows])


def _row(cell: Cell, deals: dict[int, float]) -> str:
    shares = [deals[deal] for deal in sorted(deals)]
    if len(shares) < 2:
        first, second = cell.entrant(cell.first).name, cell.entrant(cell.second).name
        return f"| {cell.players} | {first} | {second} | 0 | 0 | not played yet | | | {WANTED[cell.first]:.0%} | |"
    share, (low, high) = sum(shares) / len(shares), resampled_interval(shares)
    wanted = WANTED[cell.first]
    verdict = "yes" if share >= wanted and low > 0.5 else "no"
    games = len(shares) * len(seatings(cell.players))
    first, second = cell.entrant(cell.first).name, cell.entrant(cell.second).name
    numbers = f"{share:.1%} | {low:.1%} … {high:.1%} | {elo_of(share):+.0f} | {wanted:.0%} | {verdict}"
    return f"| {cell.players} | {first} | {second} | {len(shares)} | {games} | {numbers} |"


PAGE = Path(__file__).with_name("strength.md")  # its words, with {answer} and {tables} where those belong
TABLE_HEAD = [
    "| players | bot | against | deals | games | share of wins | 95 % | Elo | wanted | reached |",
    "| ---: | --- | --- | ---: | ---: | ---: | --- | ---: | ---: | --- |",
]
