"""`make quick` finds the tests of what has changed."""

import pytest

from tests.conftest import quick_ones
from tests.quick import select_tests


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        (["fathoms/games/locker/view.py"], ["tests/games/locker"]),
        (["fathoms/games/locker/weights/values.npz"], ["tests/games/locker"]),
        (["fathoms/engine/match.py", "tests/engine/test_match.py"], ["tests/engine"]),
        (["tests/table/test_api.py"], ["tests/table/test_api.py"]),
        (["fathoms/table/static/theme.js", "fathoms/table/templates/new.html"], ["tests/table"]),
        (["README.md", "docs/howto/host.md", "tests/table/playing.py"], []),
        (["constraints.txt"], ["tests/engine", "tests/games/test_conformance.py"]),
    ],
)
def test_what_has_changed_says_what_is_tested(changed: list[str], tests: list[str]) -> None:
    assert select_tests(changed) == tests


def test_what_took_long_is_left_out_and_the_quickest_come_first() -> None:
    times = {"slow": 9.0, "middle": 1.5, "quick": 0.5}
    assert quick_ones(times, ["slow", "middle", "quick"], 2.0, None) == {"middle", "quick"}
    assert quick_ones(times, ["slow", "middle", "quick", "new"], 2.0, 1.0) == {"quick", "new"}
    assert quick_ones(times, ["slow"], None, None) == {"slow"}
