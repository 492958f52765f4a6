"""Settings: every value that is not possible is named, with what is allowed; nothing starts before all of them hold."""

import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from fathoms.engine.errors import OptionError
from fathoms.table import serve
from fathoms.table.keeping.claim import claim
from fathoms.table.rooms.opening import open_store
from fathoms.table.settings import Settings, address_of

POSTGRES = "postgresql://nobody@127.0.0.1:1/none"


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith("FATHOMS_")]:
        monkeypatch.delenv(name)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("port", "99999", "from 0 to 65535"),
        ("port", "-1", "from 0 to 65535"),
        ("port", "eighty", "a whole number"),
        ("workers", "0", "from 1"),
        ("log_level", "loud", "debug, info, warning"),
        ("database", "mysql://me@here/db", "sqlite:///FILE or postgresql://"),
        ("database", "fathoms.db", "sqlite:///fathoms.db"),
        ("database", "sqlite://fathoms.db", "sqlite:///fathoms.db"),
        ("database", "postgresql://", "postgresql://USER@HOST/NAME"),
        ("most_tables", "0", "from 1"),
        ("moves_a_minute", "0", "from 1"),
        ("looks_a_minute", "0", "from 1"),
        ("lab_runs_a_minute", "0", "from 1"),
        ("hints_a_minute", "-3", "from 1"),
        ("coach_games", "0", "from 1"),
        ("most_connections", "0", "from 1"),
        ("request_seconds", "nan", "a number from"),
        ("pace", "-1", "from 0 to 60"),
        ("warm", "yes", "from 0 to 1"),
        ("public_url", "games.example.org", "https://NAME"),
        ("public_url", "https://example.org/games", "https://example.org without a path"),
        ("host", "a b", "0.0.0.0"),
        ("keep_open_days", "0", "days"),
        ("quiet_hours", "night", "3-5"),
        ("records", "/nowhere/at/all", "a folder that is there"),
        ("who_sets_tables", "friends", "everybody, host"),
    ],
)
def test_a_value_that_is_not_possible_is_named_with_what_is_allowed(name: str, value: str, allowed: str) -> None:
    with pytest.raises(OptionError) as refused:
        Settings.read(**{name: value})
    assert str(refused.value).startswith(f"{name}={value!r} is not possible; allowed: ")
    assert allowed in str(refused.value)


def test_the_environment_is_checked_as_arguments_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOMS_PORT", "99999")
    with pytest.raises(OptionError, match="port='99999'"):
        Settings.read()


def test_a_slash_at_the_end_of_the_public_address_breaks_no_link() -> None:
    assert Settings.read(public_url="https://games.example.org/").public_url == "https://games.example.org"


def test_brackets_around_an_address_are_taken_and_shown() -> None:
    settings = Settings.read(host="[::1]", port=8123)
    assert settings.host == "::1"
    assert address_of(settings) == "http://[::1]:8123"


def test_all_settings_survive_the_way_to_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings.read(keep_finished_days="forever", pace=0.25, database=POSTGRES, workers=3)
    with monkeypatch.context() as patch:
        for name in vars(settings):
            patch.setenv(f"FATHOMS_{name.upper()}", "")  # so that it is put back
        settings.export()
        assert Settings.read() == settings


def start(tmp_path: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("FATHOMS_")}
    env |= {"FATHOMS_WARM": "0", "FATHOMS_DATABASE": f"sqlite:///{tmp_path / 'tables.db'}", "HOME": str(tmp_path)}
    env |= {f"FATHOMS_{name.upper()}": value for name, value in settings.items()}
    command = [sys.executable, "-m", "fathoms", "serve", "--no-browser"]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)


def assert_refused(run: subprocess.CompletedProcess[str], *words: str) -> None:
    """Exit code 2, one line for people on stderr, and not a word about being open."""
    told = [line for line in run.stderr.splitlines() if not line.startswith("{")]
    assert run.returncode == 2, run.stderr
    assert len(told) == 1, run.stderr
    assert "open at" not in run.stdout
    for word in words:
        assert word in told[0]


def test_a_database_that_does_not_answer_ends_two_workers_with_a_refusal(tmp_path: Path) -> None:
    """It ended with 0, as if all were well, and the word had been "open at"."""
    assert_refused(start(tmp_path, database=POSTGRES, workers="2", port="0"), "127.0.0.1:1", "cannot be opened")


WORKERS = """
import uvicorn
from fathoms.table import serve
config = uvicorn.Config("fathoms.nowhere:app", workers=2, **serve.LISTENING)
raise SystemExit(serve._run_workers(config, serve.bound("127.0.0.1", 0)))
"""


def test_workers_that_cannot_start_end_the_whole_with_a_failure() -> None:
    run = subprocess.run([sys.executable, "-c", WORKERS], capture_output=True, timeout=60, check=False)
    assert run.returncode == 3


def test_the_second_server_on_one_file_says_so_and_ends(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with claim(file, "http://127.0.0.1:1234"):
        assert_refused(start(tmp_path, port="0"), str(file), f"process {os.getpid()}", "http://127.0.0.1:1234")
    with claim(file):
        pass  # and afterwards it is free


def test_a_claim_is_held_once(tmp_path: Path) -> None:
    with claim(tmp_path / "t.db"), pytest.raises(OptionError, match="belongs to a server"), claim(tmp_path / "t.db"):
        pass


Refusal = Callable[[], object]


def refusal(work: Refusal) -> str:
    with pytest.raises(OptionError) as refused:
        work()
    return str(refused.value)


def test_a_port_in_use_is_named() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        told = refusal(lambda: serve.bound("127.0.0.1", port))
    assert f"port={port} cannot be listened on" in told
    assert "allowed" in told


def test_a_host_that_is_not_of_this_machine_is_named() -> None:
    assert "host='192.0.2.7'" in refusal(lambda: serve.bound("192.0.2.7", 0))


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    open_store(f"sqlite:///{file}").close()
    with closing(sqlite3.connect(file)) as base, base:
        base.execute("UPDATE alembic_version SET version_num = '0999'")
    told = refusal(lambda: open_store(f"sqlite:///{file}"))
    assert re.search("newer Fathoms.*0999.*known here: up to 0", told)
    with closing(sqlite3.connect(file)) as base:
        assert base.execute("SELECT version_num FROM alembic_version").fetchone() == ("0999",)


@pytest.mark.parametrize("bad", ["a folder", "no database"])
def test_what_is_no_database_is_refused_in_a_line(tmp_path: Path, bad: str) -> None:
    file = tmp_path / "t.db"
    file.mkdir() if bad == "a folder" else file.write_text("once upon a time, " * 100)
    told = refusal(lambda: open_store(f"sqlite:///{file}"))
    assert "cannot be opened" in told
    assert "\n" not in told


def test_a_password_is_not_shown() -> None:
    told = refusal(lambda: open_store("postgresql://me:sesame@127.0.0.1:1/none"))
    assert "sesame" not in told
