"""Parts of a game: one that is left out is missed by nobody, one that does not import says why, by its name."""

from dataclasses import replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest

from fathoms.bots.coach.choice_value import need_heuristic
from fathoms.bots.levels import STYLES, style_of
from fathoms.bots.networks.policy import NO_POLICY, imitated_policy_of, lookahead_of, policy_of
from fathoms.bots.networks.values import NOTHING_LEARNED, features_of, values_of
from fathoms.engine.errors import BrokenPart, OptionError
from fathoms.engine.game import Game, needed_part
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.parts.metrics import Metrics
from fathoms.lab.balance.metrics_kernels import load_metrics
from tests.engine import toy
from tests.engine.toy.state import record

NUMBERS = count()
OPTIONAL = ("heuristic", "features", "metrics", "hints", "levels", "terminal", "board", "why", "learn")
BROKEN = {
    "a fault of its own": ("1 / 0\n", "ZeroDivisionError: division by zero"),
    "a module that is not there": ("import whistling\n", "ModuleNotFoundError: No module named 'whistling'"),
    "a name that is not there": (
        "from math import tau_and_a_half\n",
        "ImportError: cannot import name 'tau_and_a_half'",
    ),
    "no Python": ("def (\n", "SyntaxError"),
}


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose package has nothing beyond its rules; every test has a package and a record of its own."""
    name = f"bare_{next(NUMBERS)}"
    package, source = tmp_path / name, Path(toy.__file__).parent
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text((source / "rules.py").read_text())
    monkeypatch.syspath_prepend(tmp_path)
    return replace(toy.GAME, state=record((name, np.int8)), rules=needed_part(name, "rules"), folder=package)


def test_a_game_that_lacks_a_part_gets_none_of_what_hangs_on_it(bare: Game) -> None:
    assert [name for name in OPTIONAL if bare.part(name) is not None] == []
    assert not has_heuristic(bare)
    assert features_of(bare) is None
    assert values_of(bare) is values_of(bare, "search") is NOTHING_LEARNED
    assert policy_of(bare) is imitated_policy_of(bare) is lookahead_of(bare) is NO_POLICY
    assert load_metrics(bare) == Metrics()
    assert {level: style_of(level, bare, 2) for level in STYLES} == STYLES
    with pytest.raises(OptionError, match="has no rule of thumb"):
        need_heuristic(bare)


@pytest.mark.parametrize("fault", BROKEN)
@pytest.mark.parametrize("name", OPTIONAL)
def test_a_part_that_does_not_import_says_why_by_its_name(bare: Game, name: str, fault: str) -> None:
    text, told = BROKEN[fault]
    (bare.folder / f"{name}.py").write_text(text)
    with pytest.raises(BrokenPart) as broken:
        bare.part(name)
    assert str(broken.value).startswith(f"{bare.package}.{name} does not import: ")
    assert told in str(broken.value)
    assert broken.value.__cause__ is not None


def test_what_hangs_on_a_broken_part_says_so_too(bare: Game) -> None:
    (bare.folder / "features.py").write_text("import whistling\n")
    for ask in (values_of, features_of):
        with pytest.raises(BrokenPart, match=r"bare_\d+\.features does not import: .*whistling"):
            ask(bare)
    (bare.folder / "heuristic.py").write_text("1 / 0\n")
    with pytest.raises(BrokenPart, match=r"bare_\d+\.heuristic does not import: ZeroDivisionError"):
        has_heuristic(bare)
