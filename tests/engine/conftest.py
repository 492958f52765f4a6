"""The toy game as if a package of somebody else's had brought it."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from fathoms.engine import verbs
from fathoms.engine.conform import kernels as conform_kernels
from tests.engine.toy import broken


@pytest.fixture
def installed_toys(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy and its broken variants, under the entry point group `fathoms.games`."""
    site = tmp_path_factory.mktemp("site")
    _install(site, {"pearls": "tests.engine.toy:GAME", "roomy": "tests.engine.toy:ROOMY"} | broken.ENTRY_POINTS)
    monkeypatch.syspath_prepend(site)


def _install(site: Path, games: dict[str, str]) -> None:
    info = site / "pearls-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pearls\nVersion: 1.0\n")
    lines = [f"{name} = {value}" for name, value in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[fathoms.games]", *lines, ""]))


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run everything interpreted: nothing is compiled for the toys that a test breaks."""

    def verb_by_hand(verb: str) -> Callable[..., Any]:
        return lambda states, *rest: _quietly(getattr(verbs, verb), states.view(np.recarray)[0], *rest)

    slow = SimpleNamespace(**{verb: verb_by_hand(verb) for verb in (*verbs.VERBS, *verbs.OPTIONAL)})
    monkeypatch.setattr("fathoms.engine.position.kernels", slow)
    walk = conform_kernels.walk_games.py_func
    monkeypatch.setattr(conform_kernels, "MOST_EVENTS", 50)
    monkeypatch.setattr(
        conform_kernels, "walk_games", lambda pool, *rest: _quietly(walk, pool.view(np.recarray), *rest)
    )


def _quietly(function: Callable[..., Any], *arguments: Any) -> Any:
    with np.errstate(over="ignore"):  # random numbers wrap around
        return function(*arguments)
