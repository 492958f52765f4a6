"""Learn what a turn's end is worth in a game for two, kept in `fathoms/bots/insight/`: fitted value iteration.

    python scripts/train_foresight.py GAME --cores 2 --minutes 20

Turns are worked out exactly, every choice, roll and answer, with what is known so far about what follows; the network
of `fathoms/bots/instinct_kernels.py` learns what they turn out to be worth. It needs NumPy and Numba; the package does
not have to be installed.
"""

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the fitting is shared out here; to be said before NumPy loads

import numpy as np
import numpy.typing as npt
from ladder import name_the_games

from fathoms.bots.instinct import foresight_file, read_instinct
from fathoms.engine.game import Game, find_game
from fathoms.lab.learn.lookahead import Study, blank_mind
from fathoms.lab.learn.policy import Floats, Learner

Fit = Callable[[Floats, Floats, float], float]  # what was known, what it was worth, rate -> mean squared error


def fit_on(pool: ThreadPoolExecutor, learner: Learner, asked: argparse.Namespace) -> Fit:
    """Some rounds over rows, every batch shared out among the cores."""
    dice = np.random.default_rng(asked.seed)

    def one_batch(known: Floats, returns: Floats, now: npt.NDArray[np.int64], rate: float) -> float:
        shares = np.array_split(now, asked.cores)
        found = list(pool.map(lambda share: learner.hope_gradient(known[share], returns[share], len(now)), shares))
        learner.step_together([part for part, _ in found], rate)
        return sum(error for _, error in found)

    def fit(known: Floats, returns: Floats, rate: float) -> float:
        errors = []
        for _ in range(asked.rounds):
            order = dice.permutation(len(returns))
            batches = [order[at : at + asked.batch] for at in range(0, len(order) - asked.batch + 1, asked.batch)]
            errors += [one_batch(known, returns, now, rate) for now in batches or [order]]
        return float(np.mean(errors))

    return fit


def train(game: Game, asked: argparse.Namespace) -> None:
    learner = Learner(read_instinct(asked.start) if asked.start else blank_mind(game, asked.width, asked.seed))
    studies = [Study(game, asked.rows, asked.seed + core) for core in range(asked.cores)]
    begun, number = time.monotonic(), 0
    with ThreadPoolExecutor(asked.cores) as pool:
        fit = fit_on(pool, learner, asked)
        while (part := (time.monotonic() - begun) / (60 * asked.minutes)) < 1:
            starts = [(number * asked.cores + core) * asked.rows for core in range(asked.cores)]
            jobs = [
                pool.submit(study.play, learner.net(), asked.seed, start)
                for study, start in zip(studies, starts, strict=True)
            ]
            known, returns = (np.concatenate(each) for each in zip(*(job.result() for job in jobs), strict=True))
            error = fit(known, returns, asked.rate * (1 - part) + asked.rate / 30)
            number += 1
            if number % asked.keep == 0:
                told = f"squared error {error:.5f} where the values vary by {returns.var():.4f}"
                print(f"{game.name}: step {number}, {part:.0%}: {told}", flush=True)
                learner.save(asked.out)
    learner.save(asked.out)


def main() -> None:
    name_the_games()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--rows", type=int, default=2000, help="of a core in a step")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rounds", type=int, default=4, help="over the rows of a step")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rate", type=float, default=0.001, help="of learning, at first")
    parser.add_argument("--keep", type=int, default=10, help="steps between two reports")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a foresight to go on from")
    parser.add_argument("--out", type=Path, help="where it is kept, if not in the package")
    asked = parser.parse_args()
    game = find_game(asked.game)
    asked.out = asked.out or foresight_file(game)
    train(game, asked)
    print(f"kept in {asked.out.name}")


if __name__ == "__main__":
    main()
