"""The ladder of every game, from tournaments on duplicate deals to docs/strength.md.

    python scripts/ladder.py calibrate                          # iterations a second of every level, from real games
    python scripts/ladder.py run docs/strength.jsonl --cores 15 --minutes 14
    python scripts/ladder.py render docs/strength.jsonl [MORE.jsonl …]

`run` adds a line a deal to the file as it goes (`--minutes` counts the compiling at its start) and goes on where the
file ends; files of several machines are merged by naming them all. Every cell is played in rounds, so that an early
stop leaves an even picture. A searching bot thinks for a number of iterations, so every deal can be played again
anywhere. NumPy and Numba are all it needs: the package does not have to be installed.
"""

import argparse
import json
import os
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from importlib import metadata
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from fathoms.bots.players import LEVELS, NODES, QUICK_LEVELS, SECONDS, Bot, style_of
from fathoms.bots.search import Search
from fathoms.bots.warm import warm
from fathoms.engine.dialect import SEATS
from fathoms.engine.game import find_game, game_names
from fathoms.engine.match import Match
from fathoms.lab.contest.elo import elo_of, share_interval
from fathoms.lab.contest.tournament import Deal, Entrant, Pairing, seatings

HOME = Path(__file__).resolve().parent.parent
STRENGTH = HOME / "docs" / "strength.md"
SEED = 2026
TABLES = (2, 3, 4)  # players
WANTED = {"sailor": 0.90, "mate": 0.60, "captain": 0.55, "abyss": 0.55}  # against the level below
# Iterations that fill a level's time on one core, by `ladder.py calibrate`: game -> level -> iterations.
ITERATIONS: dict[str, dict[str, int]] = {
    "locker": {"mate": 1_600, "captain": 32_000, "abyss": 150_000},
    "reef": {"mate": 800, "captain": 16_000, "abyss": 130_000},
    "barracuda": {"mate": 3_200, "captain": 64_000, "abyss": 110_000},
    "nukha": {"mate": 6_000, "captain": 56_000, "abyss": 12_000},
}


DEALS = {"sailor": 240, "mate": 120, "captain": 120, "abyss": 240}  # with two players; a deal of more has more games
# The part of their second that captain and abyss have at the smallest table, where it is not a quarter.
PACE = {("locker", "captain"): 1.0, ("nukha", "captain"): 0.1, ("nukha", "abyss"): 1 / 3}


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
        style, captains = (style_of(one, self.game, self.players) for one in (level, "captain"))
        alike = style == captains and SECONDS[level] == SECONDS["captain"]
        speed = ITERATIONS[self.game]["captain" if alike else level]
        return Entrant(level, min(style.enough, round(speed * pace)))

    def pairing(self) -> Pairing:
        game = find_game(self.game)
        options = game.options.read(players=self.players)
        return Pairing(game, options, self.entrant(self.first), self.entrant(self.second), SEED)


def cells(games: Sequence[str] = ()) -> list[Cell]:
    """Every level against the one below.

    The levels that have a second a move are given a quarter of it (a tenth with more players), so that there are games
    enough: against mate, who keeps his whole time, that makes captain look weaker than he is, never stronger. Where a
    quarter was too little to tell them apart captain has all of it. In The Nukha's Cave abyss and captain have a third.
    """
    found = []
    for game in games or game_names():
        allowed = [players for players in TABLES if players in find_game(game).options.players]
        for players in allowed:
            full = players == allowed[0]
            for second, first in pairwise(LEVELS):
                deals = DEALS[first] // (1 if players == 2 else 3 if full else 6)
                pace = PACE.get((game, first), 0.25) if full else 0.1
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


def play(cell: Cell, deal: int) -> dict[str, Any]:
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
        waiting: set[Future[dict[str, Any]]] = set()
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


def _collect(waiting: set[Future[dict[str, Any]]], out: Any, end: float) -> set[Future[dict[str, Any]]]:
    done, left = wait(waiting, max(0.0, end - time.monotonic()), FIRST_COMPLETED)
    for future in done:
        out.write(json.dumps(future.result()) + "\n")
    out.flush()
    return left if time.monotonic() < end else set()


def calibrate(seconds: float, games: Sequence[str]) -> None:
    """Iterations a move of every searching level, over the decisions of games that they play by the clock."""
    for name in games:
        warm(find_game(name))
        for level in SECONDS:
            rate = measured_rate(name, level, seconds)
            print(f"{name} {level}: {rate:,.0f} iterations/s, {rate * SECONDS[level]:,.0f} a move", flush=True)


def measured_rate(name: str, level: str, seconds: float) -> float:
    """Iterations a second of processor time over the decisions of a game; sailors move, the level only thinks."""
    players = min(find_game(name).options.players)
    match, sea, sailor = Match(name, interpreted=False, players=players), Deal(7), Bot("sailor", 1)
    spent, count, start, rng = 0.0, 0, time.monotonic(), np.array([1], np.uint64)
    sea.drift(match)
    while not match.over and time.monotonic() - start < seconds:
        seat = match.to_act[0]
        if len(match.choices(seat)) > 1:
            told = match.position.redacted(SEATS.index(seat))
            search = Search(told, SEATS.index(seat), rng, NODES[level], style_of(level, name, players))
            before = time.thread_time()
            search.run(500)
            spent += time.thread_time() - before
            count += 500
        match.play(f"{seat} {sailor.choose(match, seat)}")
        sea.drift(match)
    return count / spent


def _budgets() -> str:
    return ", ".join(f"{game} {one['captain']:,} and {one['abyss']:,}" for game, one in ITERATIONS.items())


def render(paths: list[Path]) -> str:
    results = read(paths)
    lines = [head()]
    for game in game_names():
        lines += [f"## {find_game(game).title['en']} (`{game}`)", "", *TABLE_HEAD]
        lines += [_row(cell, results.get(cell.name, {})) for cell in cells() if cell.game == game]
        lines.append("")
    return "\n".join(lines)


def _row(cell: Cell, deals: dict[int, float]) -> str:
    shares = [deals[deal] for deal in sorted(deals)]
    if len(shares) < 2:
        first, second = cell.entrant(cell.first).name, cell.entrant(cell.second).name
        return f"| {cell.players} | {first} | {second} | 0 | 0 | not played yet | | | {WANTED[cell.first]:.0%} | |"
    share, (low, high) = sum(shares) / len(shares), share_interval(shares)
    wanted = WANTED[cell.first]
    verdict = "yes" if share >= wanted and low > 0.5 else "no"
    games = len(shares) * len(seatings(cell.players))
    first, second = cell.entrant(cell.first).name, cell.entrant(cell.second).name
    numbers = f"{share:.1%} | {low:.1%} … {high:.1%} | {elo_of(share):+.0f} | {wanted:.0%} | {verdict}"
    return f"| {cell.players} | {first} | {second} | {len(shares)} | {games} | {numbers} |"


TABLE_HEAD = [
    "| players | bot | against | deals | games | share of wins | 95 % | Elo | wanted | reached |",
    "| ---: | --- | --- | ---: | ---: | ---: | --- | ---: | ---: | --- |",
]


def head() -> str:
    return f"""# Strength

How far apart the levels are, in every game. Made by

    python scripts/ladder.py run docs/strength.jsonl --cores 16 --minutes 15
    python scripts/ladder.py render docs/strength.jsonl

(a line a deal; on a machine of 16 cores) and one cell of it, or any other meeting, by

    fathoms tournament GAME --bots captain@8000,mate@1600 --players 2 -n 100 --seed {SEED}

| level | plays | thinks |
| --- | --- | --- |
| `deckhand` | any legal move | not at all |
| `sailor` | the game's rule of thumb | not at all |
| `mate` | search, imagined games played out by rule of thumb (Nukha: at random) | up to 50 ms |
| `captain` | search, imagined games played out by rule of thumb | up to 1 s |
| `abyss` | search that judges by learned values at the end of a turn (Nukha: an instinct) | up to 1 s |

In Barracuda mate and captain play out two turns more, and then learned values judge; abyss, where two play, works two
turns out exactly and has learned what their end is worth. In The Nukha's Cave abyss learned
an instinct by self-play and reckons with others who act on it or as captain does; it doubts what they claim, and puts
itself in the place of whoever will answer. With more than three players, for which it has learned too little, it
searches as captain does.

- **Duplicate deals.** At all tables of a deal the k-th event of a kind (draw, roll, spin …) takes the same random
  numbers, and the same fate wherever it is possible at both. The two bots hold half of the seats each (one more or
  less where their number is odd) in every such seating: 2 games a deal with two players, 6 with three or four.
- **Share of wins.** What the seats of a bot won, a shared win in parts; every seat plays for itself. Equals have 50 %,
  whatever the number of players. Intervals are 95 %, by drawing deals anew (2,000 times); the deal is the unit.
- **Budgets** are iterations, so that every deal can be played again: `captain@8000` is captain with 8,000 a move. Here
  a second of captain and of abyss is taken for so many:
  {_budgets()}.
  `ladder.py calibrate` on the machine of these figures found more: locker 45,000 and 175,000, reef 24,000 and 149,000,
  nukha 66,000 for captain; and 2,400 and 1,300 for mate's 50 ms in the first two. Barracuda, whose bots were made anew,
  on a busy machine of 2 cores (processor time): 84,700 and 135,300, and 4,400 for mate; there mate of The Nukha's Cave
  does 6,600 a second. On that machine at rest: nukha 94,800 and 23,000, and 7,200 for mate.
  Those two play here with a quarter of their second at the smallest table and a tenth at larger ones, mate with all of
  his 50 ms. In Locker a quarter did not tell captain from mate; there he has the whole second against mate. In The
  Nukha's Cave, where games are long, he has a tenth against mate, and a third against abyss, who has enough after
  5,000 iterations there.
  A bot stops before its time when the rest could not change its choice.
  An iteration of abyss where two play Barracuda is a position that there is room for; two turns of the plain game have
  17,400 at most and take a tenth of a second.
- **Reached** says whether the share is at least the wanted one and the interval lies above 50 %.
- The Nukha's Cave takes three players or more.

## What this says
Read from deals of November 2026. Most were played up to a number of deals fixed for each meeting, on 16 cores. Those of
Barracuda, of The Nukha's Cave, of captain and of abyss in Locker came later, on a busy machine of 2 cores, as many as
there was time for. That is why the numbers of deals differ.
- The Reef and Davy Jones' Locker: all four steps are as wide as wanted. In Locker captain needs his whole second for it
  (a quarter of it won 55 % of 60 deals), and abyss learned from games between searchers and looks deeper than before
  (the earlier abyss won 54 % of 60 deals). Abyss of The Reef draws a random number less an iteration since, so its
  deals come out otherwise, move for move, when they are played again.
- Barracuda: all four steps are as wide as wanted. Where two play, abyss plays a matrix game every turn, worked out with
  every roll and answer, over values that it learned from such turns; where play can be worked out to the end it loses
  nothing, or next to nothing ([solved.md](solved.md)). Its 240 deals were set beforehand; after 102 of them it stood at
  54.9 %. Earlier abysses, a search by learned values and an instinct without search, won 52.6 % of 57 deals and 53.8 %
  of 93.
- The Nukha's Cave: sailor stands at the bar, not clear of it. His deals were made 400 instead of 80 when those of an
  earlier sailor lay at 89.9 %. Mate knows the rules and nothing else there, and is clear of sailor; captain, whom the
  rule of thumb guides, is above mate as wanted, with a tenth of his second. (An earlier mate, guided as captain is, won
  77 % of 19 deals against sailor and could not be told from captain.) Abyss is above captain as
  wanted, in 80 deals set beforehand. Two abysses had played them before it, each half a point short (below); between
  those two the part of a second was raised from a quarter to a third. In 79 decisions of three games between sailors
  abyss@4000 and captain@18667 took 0.139 and 0.141 seconds of processor time on average.
- The tables of three and four players hold a few deals each: they show that the levels play there, and no more. In
  Barracuda sailor is far less above deckhand there than with two, perhaps because sailors crowd one another.
  In The Nukha's Cave abyss searches as captain does with four players: its instinct alone won 48.6 % of 60 deals there
  against captain@1400, and its search 36.8 % of 12 against captain@5600 with 1,400 iterations, and 47.9 % of 4 with
  5,000, when the trial was stopped. It had learned mostly at tables of three. Nothing was foretold in those trials.

## Where luck caps the edge
In The Nukha's Cave longer search stops paying. Against sailors, 40 deals of 6 games each,
`fathoms tournament nukha --bots captain@N,sailor --players 3 -n 40 --seed {SEED}`:

| iterations a move | 50 | 200 | 700 | 2,800 |
| --- | --- | --- | --- | --- |
| share of wins | 65.2% | 70.2% | 73.8% | 77.9% |

Fourfold iterations bring four points against sailors, who can be outplayed. Against one another they bring nothing
that could be seen: captain@56000 won 49.2 % of 22 deals (42.4 to 56.1) against an earlier mate, who was a captain
with 2,800. That is why mate is a search of another kind there and not a shorter one. In small caves that can be
worked out captain loses nothing, and mate up to a tenth of a win ([solved.md](solved.md)).

But luck does not end there. A captain with 5,600 iterations who is shown all the cards wins 77 % of 31 deals (71 to 84)
against one who is not, and one who is shown the find that is claimed about and nothing else 75 % of 6 deals (trials
with scripts that are not in the repository): whoever guesses cards better can be far better.

How abyss came to be what it is there, in trials of 20 to 60 deals with such scripts where nothing else is said:
- **Instinct** of 5 million games won 48.7 % of 100 deals against captain@1400 without any search; of 37 million
  games, most of them on a GPU and a third with seats of a copy of captain, 55.2 % of 140. Twice as many games again
  made it stronger against itself (52.8 % of 2,000 deals) and no stronger against captain.
- **A search that takes the others for creatures of instinct** wins 62 % of 40 deals against instinct, and against
  captain no more than instinct itself: it finds what pays against instinct, and captain is another. One that takes
  them for copies of captain won 52 % of 30 deals. **One that takes each for either**, drawn anew in every iteration,
  won 62 % of 50 against captain@5600 with 2,500 iterations a move, and 52.8 % of 80 (48.6 to 57.0) with 1,400; on the
  ladder's own 80 deals 54.5 % (50.4 to 58.4) with 2,500 against captain@14000, and 54.5 % (50.6 to 58.4) with 4,667
  against captain@18667, after 59.4 % of 40 others with 5,000 against captain@14000.
- **Answers foretold.** Of 82 answers to a claim by captain@14000 the copy foretold 76 %, and captain himself, asked
  again, 96 %; of 237, some of them the same, a search of 700 iterations in his place 84 %. So abyss asks, before it
  claims, what such searches would answer. That takes up to a tenth of a second at rest, so its second is taken for
  12,000 iterations instead of 14,000. This is the abyss of the table below, on those 80 deals again.
- Not in the bots: worlds imagined from what everybody knows, from which the others learn in the tree (54 % of 20);
  captain who doubts claims by the copy of himself (45 % of 10); opponents who play by rule of thumb in the tree;
  rewards for points beside those for wins; values learned from games between searchers; the instinct as a guide for
  captain's own search (37 % of 5 deals); hopes blended with games played on by rule of thumb (49 % of 40 deals of
  which the abyss of then won 53.5 %); the visits of abyss's search and of captain's added up.

Sailors draft adventurers by a throw. When they took Nostromo whenever they could (commit 9d1bce9) they won 91.4 % of
the 400 deals against deckhands; but then the Captain, who drafts first, won 1.57 times his share of games between four
sailors.
"""


def name_the_games() -> None:
    """Where the package is not installed, tell Python of the games that pyproject.toml names; children are told too."""
    if metadata.entry_points(group="fathoms.games"):
        return
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = Path(tempfile.mkdtemp()) / "fathoms-0.dist-info"
    folder.mkdir()
    groups = [
        f"[{group}]\n" + "".join(f"{k} = {v}\n" for k, v in names.items())
        for group, names in project["entry-points"].items()
    ]
    (folder / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: fathoms\nVersion: 0\n", encoding="utf-8")
    sys.path.insert(0, str(folder.parent))
    os.environ["PYTHONPATH"] = os.pathsep.join([str(HOME), str(folder.parent), os.environ.get("PYTHONPATH", "")])


def main() -> None:
    name_the_games()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("calibrate")
    one.add_argument("--seconds", type=float, default=20.0)
    one.add_argument("--games", nargs="*", help="some of the games only")
    one = commands.add_parser("run")
    one.add_argument("file", type=Path)
    one.add_argument("--cores", type=int, default=2)
    one.add_argument("--minutes", type=float, default=14.0)
    one.add_argument("--games", nargs="*", help="some of the games only")
    one.add_argument("--levels", nargs="*", default=LEVELS, help="some levels only, each against the one below")
    one.add_argument("--players", nargs="*", type=int, default=TABLES, help="tables of so many only")
    one = commands.add_parser("render")
    one.add_argument("files", type=Path, nargs="+")
    asked = parser.parse_args()
    if asked.command == "calibrate":
        calibrate(asked.seconds, asked.games or game_names())
    elif asked.command == "run":
        some = [cell for cell in cells(asked.games) if cell.first in asked.levels and cell.players in asked.players]
        run(asked.file, asked.cores, asked.minutes, some)
    else:
        STRENGTH.write_text(render(asked.files), encoding="utf-8")


if __name__ == "__main__":
    main()
