"""Figures of a balance report without a game played: rows drawn at random, put through the laboratory's own sums."""

from typing import Any

import numpy as np

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.engine.game import find_game
from fathoms.lab.balance import measure
from fathoms.lab.balance.kernels import ROW
from fathoms.lab.balance.measure import Differences, Figures, Plan
from fathoms.lab.balance.play import Chunk, Run, Tally


def rows_by_chance(n: int, players: int, seed: int, more: int = 0) -> Any:
    dice, rows = np.random.default_rng(seed), np.zeros(n, ROW)
    rows["winners"] = 1 << dice.integers(0, players, n)
    rows["opening"] = dice.integers(0, players, n)
    rows["turns"] = dice.poisson(15, n) + 1
    rows["decisions"] = rows["turns"] * 3
    rows["changes"] = dice.poisson(3, n)
    rows["leaders"] = 1 << dice.integers(0, players, (n, 9))
    rows["last"] = 1 << dice.integers(0, players, n)
    rows["scores"][:, :players] = dice.normal(40 + more, 9, (n, players))
    return rows


def figures_by_hand(levels: tuple[str, ...] = ("sailor", "deckhand")) -> Figures:
    """Everything a report can show: several levels, trials of both ways, a difference found and one that is not."""
    found, players = find_game("locker"), 3
    plan = Plan(found, {"players": players}, levels, 1000, compare=[{"variant": "hoard"}, {"tracker": "true"}])
    rows = rows_by_chance(1000, players, 1)
    differences = [Differences(players), Differences(players)]
    differences[0].add(rows, rows_by_chance(1000, players, 1, more=20))
    differences[1].add(rows, rows)
    trial = {"games": 200, "half": 0.1, "share": 0.3}
    return {
        "game": "locker",
        "title": dict(found.title),
        "options": plan.values,
        "seed": 1,
        "asked": 1000,
        "levels": [measure._level(run, _tally(run, rows)) for run in plan.runs()],
        "trials": [
            {
                "name": "a",
                "way": "denied",
                "title": {"en": "never <this>", "fr": "jamais <ceci>"},
                "value": 0.5,
                **trial,
            },
            {"name": "b", "way": "given", "title": {"en": "with that", "fr": "avec cela"}, "value": 1.5, **trial},
            {"name": "c", "way": "given", "title": {"en": "no matter", "fr": "peu importe"}, "value": 1.01, **trial},
        ],
        "compared": measure._compared(plan, differences),
        "stopped": False,
        "seconds": 1.0,
    }


def _tally(run: Run, rows: Any) -> Tally:
    tally = Tally(run.game, run.players)
    metrics = np.zeros_like(tally.metrics)
    uses = np.arange(1, len(metrics) + 1)
    metrics[:] = np.stack(
        [uses, uses, uses * WHOLE_WIN // 3, uses, uses * WHOLE_WIN**2 // 3, uses * WHOLE_WIN // 3, uses], axis=1
    )
    tally.add(Chunk(rows, np.arange(len(tally.classes)), metrics))
    return tally
