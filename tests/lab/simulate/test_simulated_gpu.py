"""The very kernels of a GPU play the games of a core, as Numba's simulator of a GPU interprets them."""

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from fathoms import games
from fathoms.engine.cache import kernel
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.lab.learn.gpu.arena import blank_batch
from fathoms.lab.learn.gpu.arena_kernels import Tables, look_back_at, next_decision, open_table
from fathoms.lab.learn.value_data import tables_for
from fathoms.lab.simulate.simulation import play_chunk
from fathoms.lab.vector.games import VectorGames
from tests.lab.simulate.simulated_gpu import (
    COUNT,
    FADE,
    FIRST,
    LEARNED,
    PLACES,
    SHARES,
    STEPPED,
    decisions,
    plan,
    steps,
)


@pytest.fixture(scope="module")
def simulated() -> dict[str, Any]:
    """The simulator is chosen when Numba is imported: so in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.lab.simulate.simulated_gpu"],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("name", games.names())
def test_its_kernel_plays_the_games_of_a_core(simulated: dict[str, Any], name: str) -> None:
    here = json.loads(json.dumps(play_chunk(plan(name), FIRST, COUNT).tolist(), default=lambda array: array.tolist()))
    assert simulated["played"][name] == here


@pytest.mark.parametrize("name", STEPPED)
def test_its_kernels_step_as_a_core_does(simulated: dict[str, Any], name: str) -> None:
    assert simulated["stepped"][name] == steps(VectorGames(name, PLACES))


@kernel
def open_all(states, told, begin, batch, out, weights):  # type: ignore[no-untyped-def]
    for i in range(len(states)):
        open_table(i, states[i : i + 1], told, begin, batch, out, weights)


@kernel
def decide_all(step, states, told, begin, batch, out, weights):  # type: ignore[no-untyped-def]
    for i in range(len(states)):
        next_decision(i, step, states[i : i + 1], told, begin, batch, out, weights)


class CoreArena:
    """The tables of a `GpuArena`, on a core: compiled for one game, interpreted for the others."""

    def __init__(self, game: Game, steps: int) -> None:
        self._compiled = game.name == STEPPED[0]
        has_heuristic(game)
        self.batch, size = blank_batch(game, PLACES, steps), max(game.most_choices, game.most_fates)
        kind = np.ndarray if self._compiled else np.recarray  # the interpreter needs fields as attributes
        self._states, told, blank = (np.zeros(places, game.state).view(kind) for places in (PLACES, 1, 1))
        begin = Tables(blank, tables_for(game, 7), 7, SHARES)
        self._rest = (told, begin, self.batch, np.zeros(size, np.int32), np.zeros(size, np.int64))
        self._call(open_all, self._states, *self._rest)

    def go_on(self, step: int) -> None:
        self._call(decide_all, step, self._states, *self._rest)

    def _call(self, kernel: Any, *arguments: Any) -> None:
        with np.errstate(over="ignore"):  # random numbers are made by it
            (kernel if self._compiled else kernel.py_func)(*arguments)

    def look_back(self, fade: float) -> None:
        for i in range(PLACES):
            look_back_at(i, self.batch, fade, np.zeros(6, np.float32), np.zeros(6, np.float32))


@pytest.mark.parametrize("name", LEARNED)
def test_its_tables_of_policies_are_those_of_a_core(simulated: dict[str, Any], name: str) -> None:
    here, there = decisions(CoreArena(games.find(name), LEARNED[name])), simulated["decided"][name]
    assert there["digest"] == here["digest"]
    for what in ("gains", "returns"):
        assert np.array(there[what]) == pytest.approx(np.array(here[what]), abs=1e-6)


def test_gains_at_a_table_end_with_a_game_and_wait_for_what_is_not_known() -> None:
    """Seats A, B, A; the game ends and A wins it; A, B and A decide in the next one."""
    batch = blank_batch(games.find("nukha"), 1, 6)
    batch.seats[:6, 0] = [0, 1, 0, 0, 1, 0]
    batch.held[4, 0] = 1  # another's, in the second game
    batch.values[:, 0] = [0.25, 0.5, 0.75, 0.125, 0.5, 0.625]
    batch.ended[2, 0], batch.rewards[2, 0, 0] = 1, 1
    look_back_at(0, batch, FADE, np.zeros(6, np.float32), np.zeros(6, np.float32))
    assert batch.counted[:, 0].tolist() == [1, 1, 1, 1, 0, 0]
    assert batch.gains[:4, 0] == pytest.approx([0.5 + 0.5 * 0.25, -0.5, 0.25, 0.5])
    assert batch.returns[:4, 0] == pytest.approx([0.875, 0.0, 1.0, 0.625])
