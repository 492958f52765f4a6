"""A playthrough is behaviour: the same events, choices in the same order, the same views."""

import pytest

from tests.golden.playthrough import FOLDER, GAMES, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthrough(name: str) -> None:
    game, seed, options = GAMES[name]
    told = playthrough(game, seed, options).splitlines()
    kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for number, (line, wanted) in enumerate(zip(told, kept, strict=False), 1):
        assert line == wanted, f"{name}.txt line {number}"
    assert len(told) == len(kept)
