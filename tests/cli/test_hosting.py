"""`fathoms admin`, from its arguments to what it prints and its exit code."""

import json
from pathlib import Path

import pytest

from fathoms.table.rooms import lobby
from fathoms.table.rooms.opening import open_store
from tests.cli.told import Fathoms, assert_refused


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table in the database that the environment names."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    monkeypatch.setenv("FATHOMS_DATABASE", database)
    store = open_store(database)
    try:
        seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot"}]
        return lobby.make_table(store, "locker", {"players": 2}, seats, person="somebody").row.id
    finally:
        store.close()


def test_tables_people_and_figures(fathoms: Fathoms, table: str) -> None:
    assert table in fathoms("admin", "tables").out
    assert "Ann" in fathoms("admin", "people").out
    assert json.loads(fathoms("admin", "stats").out)["tables"] == {"playing": 1}
    assert table not in fathoms("admin", "tables", "--status", "over").out
    assert_refused(fathoms("admin", "tables", "--status", "odd"), "open, playing, over, aside")


def test_close_reopen_and_remove(fathoms: Fathoms, table: str) -> None:
    assert fathoms("admin", "close", table, "--reason", "noise").code == 0
    assert "noise" in fathoms("admin", "tables", "--status", "aside").out
    assert fathoms("admin", "reopen", table).code == 0
    assert_refused(fathoms("admin", "reopen", table), "not closed")
    assert fathoms("admin", "remove", table, "--yes").code == 0
    assert_refused(fathoms("admin", "remove", table, "--yes"), "no table")
    assert_refused(fathoms("admin", "close", "nowhere"), "allowed")


def test_ban_and_pardon(fathoms: Fathoms, table: str) -> None:
    assert fathoms("admin", "ban", "192.0.2.0/24", "--reason", "noise").code == 0
    assert "noise" in fathoms("admin", "people").out
    assert fathoms("admin", "pardon", "192.0.2.0/24").code == 0
    assert_refused(fathoms("admin", "pardon", "192.0.2.0/24"), "not banned")
    assert_refused(fathoms("admin", "ban", "x"), "nobody")


def test_backup_restore_prune_and_link(fathoms: Fathoms, table: str, tmp_path: Path) -> None:
    assert fathoms("admin", "backup", tmp_path / "copy.db").code == 0
    fathoms("admin", "remove", table, "--yes")
    assert "before-1" in fathoms("admin", "restore", tmp_path / "copy.db").out
    assert table in fathoms("admin", "tables").out
    assert fathoms("admin", "prune", "--dry-run").out.startswith("would clear: 0 open")
    first, again = fathoms("admin", "link").out, fathoms("admin", "link").out
    assert first == again != fathoms("admin", "link", "--new").out


def test_the_doctors_verdict_is_the_exit_code(fathoms: Fathoms, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told = fathoms("admin", "doctor")
    assert "integrity: ok" in told.out
    monkeypatch.setenv("FATHOMS_PROT", "80")
    wrong = fathoms("admin", "doctor")
    assert (wrong.code, "FATHOMS_PROT" in wrong.out) == (1, True)


def test_no_database_is_made_by_looking_for_one(fathoms: Fathoms, tmp_path: Path) -> None:
    for command in ("tables", "people", "stats", "prune", "link"):
        assert_refused(fathoms("admin", command, "--database", f"sqlite:///{tmp_path / 'none.db'}"), "no database")
    assert not (tmp_path / "none.db").exists()
