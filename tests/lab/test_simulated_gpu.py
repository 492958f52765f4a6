"""The very kernels of a GPU play the games of a core, as Numba's simulator of a GPU interprets them."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from fathoms import games
from fathoms.lab.simulate import play_chunk
from fathoms.lab.vector import VectorGames
from tests.lab.simulated_gpu import COUNT, FIRST, PLACES, STEPPED, plan, steps


@pytest.fixture(scope="module")
def simulated() -> dict[str, Any]:
    """The simulator is chosen when Numba is imported: so in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "tests.lab.simulated_gpu"],
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
