"""What a command leaves behind, and how it must look where something was refused."""

import io
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Told:
    """What a command left behind; `out` and `err` with all white space as one space."""

    code: int
    out: str
    err: str
    err_lines: list[str]


class Broken(io.StringIO):
    """A keyboard on which somebody presses Ctrl-C."""

    def readline(self, size: int = -1) -> str:
        raise KeyboardInterrupt


Fathoms = Callable[..., Told]


def assert_refused(told: Told, *words: str) -> None:
    """Exit code 2, one clear line on stderr that holds these words, nothing on stdout."""
    assert told.code == 2
    assert len(told.err_lines) == 1
    assert "Traceback" not in told.err
    assert told.out == ""
    for word in words:
        assert word in told.err
