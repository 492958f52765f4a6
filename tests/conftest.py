"""What every test may use."""

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from fathoms import Match

os.environ.setdefault("FATHOMS_WARM", "0")  # servers under test do not compile games beside them

Script = Callable[..., Match]


@pytest.fixture
def script() -> Script:
    """`script("locker", "sea draw anchor-5", "A continue", players=2)`: a match after these lines."""

    def run(game: str, *lines: str | Iterable[str], **options: Any) -> Match:
        match = Match(game, **options)
        for line in lines:
            for one in [line] if isinstance(line, str) else line:
                match.play(one)
        return match

    return run
