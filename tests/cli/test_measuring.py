"""The commands that measure bots and speed."""

import json
from pathlib import Path
from typing import Any

import pytest

from fathoms.lab.bench import measure as bench
from tests.cli.told import Fathoms, assert_refused


class TestTournament:
    TWO = ("tournament", "locker", "--bots", "sailor,deckhand", "--players", 2, "--cores", 1)

    def test_a_cross_table_json_and_records(self, fathoms: Fathoms, tmp_path: Path) -> None:
        file, folder = tmp_path / "told.json", tmp_path / "records"
        told = fathoms(*self.TWO, "-n", 3, "--json", file, "--records", folder)
        assert told.code == 0
        for words in ("2 players, 3 deals of 2 games a pair", "Elo", "sailor", "seed 1"):
            assert words in told.out
        assert json.loads(file.read_text())["meetings"][0]["games"] == 6
        assert len(list(folder.iterdir())) == 6
        assert "every position as recorded" in fathoms("verify", next(folder.iterdir())).out

    def test_a_sequential_test(self, fathoms: Fathoms) -> None:
        told = fathoms(*self.TWO, "-n", 60, "--sprt", "--elo", "0,200")
        assert "accepted" in told.out
        assert "sailor against deckhand" in told.out

    @pytest.mark.parametrize(
        ("more", "words"),
        [
            (("--bots", "sailor"), ("two bots or more",)),
            (("--bots", "sailor,admiral"), ("admiral", "deckhand")),
            (("--players", 9), ("2 to 4",)),
            (("--iterations", 5, "--time", 1), ("--iterations", "--time")),
            (("--sprt", "--elo", "30,0"), ("elo", "0,30")),
        ],
    )
    def test_what_cannot_be_held_is_refused(
        self, fathoms: Fathoms, more: tuple[Any, ...], words: tuple[str, ...]
    ) -> None:
        assert_refused(fathoms(*self.TWO, *more), *words)


class TestBench:
    def test_only_some_lines_are_measured_and_no_section(
        self, fathoms: Fathoms, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(bench, "own_lines", lambda: [bench.Line("whist", lambda seconds: (7, 1.0))])
        monkeypatch.setattr(bench, "peer_lines", lambda: [bench.Line("bridge", lambda seconds: (5, 1.0))])
        told = fathoms("bench", "--only", "whist", "--rounds", 1)
        assert told.code == 0
        assert "whist 7 1.00" in told.out
        assert "bridge" not in told.out

    def test_a_page_that_holds_everything_is_not_written_with_less(self, fathoms: Fathoms, tmp_path: Path) -> None:
        told = fathoms("bench", "--only", "locker", "--write", "page.md")
        assert_refused(told, "--only and --write exclude each other")
        assert not (tmp_path / "page.md").exists()
