"""`make quick` finds the tests of what has changed."""

import pytest

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
