"""Learn to play as a searching level does, at the speed of a network: a copy, in the form of an instinct.

    python scripts/train_copy.py GAME --iterations 1400 --cores 2 --minutes 20 --start INSTINCT --out COPY --rows ROWS
    python scripts/train_copy.py GAME --from ROWS ROWS --start INSTINCT --out COPY       # from rows that were kept

The level plays against itself and against the instinct that the copy starts as; then the copy is fitted to what the
level chose, by what its seat knew. Runs that are to be put together need seeds of their own. It needs NumPy and Numba;
the package does not have to be installed.
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import numpy as np
from ladder import name_the_games

from fathoms.bots.instinct import habits_file, read_instinct
from fathoms.bots.players import SECONDS
from fathoms.engine.game import Game, find_game
from fathoms.lab.learn.imitation import Choices, Imitator, Recorder, Verdict, fit
from fathoms.lab.learn.policy import newborn


def watch(game: Game, copy: Imitator, asked: argparse.Namespace) -> Choices:
    """What the level chose on all the cores, until the time is over; compiling counts."""
    how = (game, asked.level, asked.iterations, copy.net(), asked.games * asked.most, asked.seed)
    end, chunks = time.monotonic() + 60 * asked.minutes, count()

    def keep_watching(recorder: Recorder) -> Choices:
        found = [recorder.play(next(chunks) * asked.games, asked.games)]
        while time.monotonic() < end:
            found.append(recorder.play(next(chunks) * asked.games, asked.games))
        return Choices.joined(found)

    with ThreadPoolExecutor(asked.cores) as pool:
        return Choices.joined(list(pool.map(keep_watching, [Recorder(*how) for _ in range(asked.cores)])))


def read_rows(file: Path) -> Choices:
    with np.load(file, allow_pickle=False) as columns:
        return Choices(**columns)


def tell(number: int, verdict: Verdict) -> None:
    when = f"round {number}" if number else "at the start"
    print(f"{when}: loses {verdict.loss:.4f}, foretells {verdict.right:.1%} of the games kept apart", flush=True)


def main() -> None:
    name_the_games()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--level", choices=tuple(SECONDS), default="captain")
    parser.add_argument("--iterations", type=int, default=1400, help="of a search")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=20.0, help="of playing; the fit comes after")
    parser.add_argument("--games", type=int, default=4, help="that a core plays before it looks at the clock")
    parser.add_argument("--most", type=int, default=400, help="rows of a game, on average")
    parser.add_argument("--from", dest="kept", type=Path, nargs="+", help="rows to fit to; nothing is played")
    parser.add_argument("--rows", type=Path, help="where to keep the rows")
    parser.add_argument("--rounds", type=int, default=10, help="over the rows")
    parser.add_argument("--rate", type=float, default=0.001, help="of learning, at first")
    parser.add_argument("--width", type=int, default=256, help="of a copy that starts from nothing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="an instinct to start from")
    parser.add_argument("--out", type=Path, help="where it is kept, if not in the package")
    asked = parser.parse_args()
    game = find_game(asked.game)
    asked.out = asked.out or habits_file(game)
    copy = Imitator(read_instinct(asked.start) if asked.start else newborn(game, asked.width, asked.seed))
    choices = Choices.joined([read_rows(file) for file in asked.kept]) if asked.kept else watch(game, copy, asked)
    print(f"{game.name}: {len(choices):,} rows of {len(np.unique(choices.games)):,} games", flush=True)
    if asked.rows:
        np.savez_compressed(asked.rows, **vars(choices))
    fit(copy, choices, asked.rounds, asked.rate, asked.seed, tell)
    copy.save(asked.out)
    print(f"kept in {asked.out.name}")


if __name__ == "__main__":
    main()
