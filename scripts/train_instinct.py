"""Learn the instinct of a game by self-play, kept in `fathoms/bots/insight/`: proximal policy optimisation (PPO).

    python scripts/train_instinct.py GAME --cores 2 --minutes 20            # NumPy
    python scripts/train_instinct.py GAME --gpu --minutes 9 --games 32768 --batch 32768   # all on a GPU, with PyTorch

The network of `fathoms/bots/instinct_kernels.py` plays against itself, at times against an earlier self, sailors or
another network (`--rivals`: a copy of a level, say, by `scripts/train_copy.py`), and learns to do more often what came
out better than it hoped. It needs NumPy and Numba (and PyTorch, with `--gpu`); the package does not have to be
installed.
"""

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the fitting is shared out here; to be said before NumPy loads

import numpy as np
import numpy.typing as npt
from ladder import name_the_games

from fathoms.bots.instinct import Net, instinct_file, read_instinct
from fathoms.engine.game import Game, find_game
from fathoms.lab.learn.policy import Arena, Floats, Learner, Rows, newborn

Fit = Callable[[Rows, float, float], Floats]  # rows, rate, spread -> entropy, error of the hope, size of the steps
LATELY = 20  # earlier selves that are met


def fit_with_numpy(learner: Learner, pool: ThreadPoolExecutor, asked: argparse.Namespace) -> Fit:
    dice = np.random.default_rng(asked.seed)

    def one_batch(rows: Rows, now: npt.NDArray[np.int64], rate: float, spread: float) -> Floats:
        shares = np.array_split(now, asked.cores)
        found = list(pool.map(lambda share: learner.gradient(rows.part(share), spread, len(now)), shares))
        learner.step_together([part for part, _ in found], rate)
        return sum(told for _, told in found[1:]) + found[0][1]

    def fit(rows: Rows, rate: float, spread: float) -> Floats:
        told = []
        for _ in range(asked.rounds):
            order = dice.permutation(len(rows))
            batches = [order[at : at + asked.batch] for at in range(0, len(order) - asked.batch + 1, asked.batch)]
            told += [one_batch(rows, now, rate, spread) for now in batches or [order]]
        return np.mean(told, axis=0)

    return fit


def collected(parts: list[Rows]) -> Rows:
    """The rows of all the cores, gains in parts of their spread."""
    rows = Rows.joined(parts)
    return replace(rows, gains=(rows.gains - rows.gains.mean()) / (rows.gains.std() + np.float32(1e-8)))


def train(game: Game, learner: Learner, rival: Net | None, asked: argparse.Namespace) -> Learner:
    share, width = asked.games // asked.cores, max(net[0].shape[1] for net in (learner.net(), rival) if net)
    arenas = [Arena(game, width, share * asked.rows, asked.seed) for _ in range(asked.cores)]
    selves, others = [learner.net()], np.array([asked.earlier, asked.copies if rival else 0, asked.sailors])
    dice, begun, number = np.random.default_rng(asked.seed), time.monotonic(), 0
    with ThreadPoolExecutor(asked.cores) as pool:
        fit = fit_with_numpy(learner, pool, asked)
        while (part := (time.monotonic() - begun) / (60 * asked.minutes)) < 1:
            net, recent = learner.net(), selves[-LATELY:]
            jobs = [
                pool.submit(
                    arena.play,
                    asked.seed,
                    (number * asked.cores + core) * share,
                    share,
                    (net, recent[int(dice.integers(len(recent)))], rival or net),
                    others,
                    asked.fade,
                )
                for core, arena in enumerate(arenas)
            ]
            rows = collected([job.result() for job in jobs])
            told = fit(rows, *pace(asked, part))
            number += 1
            if number % asked.keep == 0:
                selves.append(learner.net())
                report(game, number, part, told, arenas)
                learner.save(asked.out)
    return learner


def pace(asked: argparse.Namespace, part: float) -> tuple[float, float]:
    """The rate of learning and the bonus for entropy when a part of the time is over."""
    return asked.rate * (1 - part) + asked.rate / 20, asked.spread * (1 - part) + asked.least * part


def report(game: Game, number: int, part: float, told: Floats, arenas: list[Arena]) -> None:
    wins, seats = np.sum([arena.shares for arena in arenas], axis=0).T
    held = ", ".join(f"{who} {share:.3f}" for who, share in zip(HELD_BY, wins / np.maximum(1, seats), strict=True))
    entropy, error, step = told
    print(
        f"{game.name}: step {number}, {part:.0%}: entropy {entropy:.3f}, hope errs by {error:.4f}, steps {step:.3f};"
        f" at mixed tables a seat of {held}",
        flush=True,
    )


HELD_BY = ("the learner wins", "its earlier self", "a rival", "a sailor")


def main() -> None:
    name_the_games()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--gpu", action="store_true", help="play and fit there, with PyTorch")
    parser.add_argument("--games", type=int, default=1024, help="of a step; on a GPU the games side by side")
    parser.add_argument("--rows", type=int, default=150, help="kept for a game, on average")
    parser.add_argument("--decisions", type=int, default=128, help="of every game in a step, on a GPU")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=2, help="over the rows of a step")
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--rate", type=float, default=0.001, help="of learning, at first")
    parser.add_argument("--spread", type=float, default=0.02, help="bonus for entropy, at first")
    parser.add_argument("--least", type=float, default=0.003, help="the same at last")
    parser.add_argument("--fade", type=float, default=0.95, help="lambda of the generalised advantages")
    parser.add_argument("--earlier", type=float, default=0.2, help="part of the games with an earlier self")
    parser.add_argument("--rivals", type=Path, help="a network to meet, which is not learned from")
    parser.add_argument("--copies", type=float, default=0.2, help="part of the games with such rivals")
    parser.add_argument("--sailors", type=float, default=0.1, help="part of the games with sailors")
    parser.add_argument("--keep", type=int, default=50, help="steps between two selves that are met later")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="an instinct to go on from")
    parser.add_argument("--out", type=Path, help="where it is kept, if not in the package")
    asked = parser.parse_args()
    game = find_game(asked.game)
    asked.out = asked.out or instinct_file(game)
    start = read_instinct(asked.start) if asked.start else newborn(game, asked.width, asked.seed)
    rival = read_instinct(asked.rivals) if asked.rivals else None
    if asked.gpu:
        from instinct_on_gpu import train_on_gpu

        learner = train_on_gpu(game, start, rival, asked, partial(pace, asked), LATELY)
    else:
        learner = train(game, Learner(start), rival, asked)
    learner.save(asked.out)
    print(f"kept in {asked.out.name}")


if __name__ == "__main__":
    main()
