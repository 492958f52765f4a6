"""The example that learns does: a short run of OpenSpiel's DQN plays better than it began."""

import runpy
from pathlib import Path

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"


def test_a_short_run_learns() -> None:
    before, after = runpy.run_path(str(EXAMPLE))["train"](games=100, judged=60, seed=3)
    assert after > before + 0.1
