"""The command `fathoms`, run in this process."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from fathoms import cli
from tests.cli.told import Fathoms, Told
from tests.engine.test_match import locker, play_out


@pytest.fixture
def fathoms(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Fathoms:
    """`fathoms("play", "locker", keys="1\\n")` runs the command in this process, at home in an empty folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: Any, keys: str | io.StringIO = "") -> Told:
        monkeypatch.setattr(sys, "argv", ["fathoms", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(keys) if isinstance(keys, str) else keys)
        capsys.readouterr()
        code = 0
        try:
            cli.main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        said = capsys.readouterr()
        return Told(code, " ".join(said.out.split()), " ".join(said.err.split()), said.err.strip().splitlines())

    return run


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A finished game in a file."""
    file = tmp_path / "saved.json"
    file.write_text(play_out(locker(players=3, first=None)).save(), encoding="utf-8")
    return file
