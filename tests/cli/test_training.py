"""The commands that train, and the ladder."""

import json
from pathlib import Path
from typing import Any

import pytest

from fathoms.cli import training
from fathoms.engine.game import Game
from fathoms.lab.learn.learned import Settings
from tests.cli.told import Fathoms, assert_refused


@pytest.mark.parametrize("kind", ["values", "policy", "imitation", "lookahead"])
def test_every_training_tells_its_options(fathoms: Fathoms, kind: str) -> None:
    told = fathoms("train", kind, "--help")
    assert told.code == 0
    assert "--seed" in told.out
    assert "--cores" in told.out


def test_a_trainings_options_are_its_settings(fathoms: Fathoms, tmp_path: Path) -> None:
    """What is chosen arrives as it was typed, and the rest as it is usual."""
    asked: list[Any] = []

    class Whistling(Settings):
        kind = "whistling"

    def whistle(game: Game, how: Whistling, tell: Any) -> Path:
        asked.append((game.name, how))
        return tmp_path / "tune.npz"

    before = list(training.train_app.registered_commands)
    training._add_training(Whistling, whistle, "Whistle.")
    try:
        told = fathoms("train", "whistling", "locker", "--seed", 7, "--out", tmp_path / "x.npz")
    finally:
        training.train_app.registered_commands[:] = before
    assert asked == [("locker", Whistling(1, 7, tmp_path / "x.npz"))]
    assert "kept in tune.npz" in told.out


def test_what_cannot_be_learned_is_refused(fathoms: Fathoms, tmp_path: Path) -> None:
    assert_refused(fathoms("train", "values", "whist"), "whist")
    missing = tmp_path / "none.npz"
    assert_refused(fathoms("train", "policy", "nukha", "--start", missing), "none.npz")
    assert_refused(fathoms("train", "imitation", "nukha", "--level", "sailor"), "sailor", "captain")
    assert_refused(fathoms("train", "imitation", "nukha", "--kept", tmp_path), "there are no rows")


def test_the_ladders_tables_are_written_into_a_page(fathoms: Fathoms, tmp_path: Path) -> None:
    results, page = tmp_path / "strength.jsonl", tmp_path / "strength.md"
    deals = [{"cell": "locker 2 sailor deckhand", "deal": deal, "share": 1.0} for deal in range(2)]
    results.write_text("\n".join(map(json.dumps, deals)) + "\n")
    assert fathoms("ladder", "render", results, "--write", page).code == 0
    assert page.read_text().startswith("# Strength\n\n- **Never played?** `sailor`")
    assert "| 2 | sailor | deckhand | 2 | 4 | 100.0% |" in page.read_text()
    assert_refused(fathoms("ladder", "render", tmp_path / "none.jsonl", "--write", page), "none.jsonl")


def test_figures_of_a_gpu_need_a_folder(fathoms: Fathoms) -> None:
    assert_refused(fathoms("bench", "--on", "gpu"), "--write FOLDER")
    assert_refused(fathoms("bench", "--on", "abacus"), "abacus", "cpu, gpu")
