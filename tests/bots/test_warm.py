"""Compiling ahead: one compiler for the machine, that ends with its server; a game that fails keeps none waiting."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fathoms.bots import compiler, warm
from fathoms.engine.game import Game
from fathoms.engine.match import Match
from fathoms.engine.sea import Sea
from tests.engine.toy import GAME, toy


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[Game]:
    """Three games of which nothing is compiled, and one of them cannot be; what is compiled is noted."""
    found = [toy("coral"), toy("broken"), toy("kelp")]
    monkeypatch.setattr(warm, "is_ready", lambda game, purpose="table": False)
    monkeypatch.setattr(warm, "installed_game", {game.name: game for game in found}.__getitem__)
    monkeypatch.setattr(warm, "has_heuristic", lambda game: True)
    return found


def test_a_game_that_fails_is_logged_and_the_others_go_on(
    games: list[Game], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done: list[str] = []

    def compile_it(game: Game) -> None:
        if game.name == "broken":
            raise RuntimeError("this does not compile")
        done.append(game.name)

    monkeypatch.setattr(warm, "PURPOSES", {"table": compile_it, "coach": compile_it})
    with caplog.at_level(logging.ERROR):
        warm.warm_all(games)
    assert done == ["coral", "kelp", "coral", "kelp"]
    assert all("broken" in record.getMessage() for record in caplog.records)
    assert "this does not compile" in caplog.text


def test_every_game_can_be_played_before_the_first_coach_speaks(games: list[Game]) -> None:
    assert warm.jobs(games) == [
        *("broken:table", "coral:table", "kelp:table"),
        *("broken:coach", "coral:coach", "kelp:coach"),
    ]


def test_a_home_that_cannot_be_written_is_named_with_what_to_set(
    games: list[Game], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(warm, "working_games", lambda: games)
    monkeypatch.setattr(warm, "can_keep", lambda: False)
    assert warm.start_warming() is None
    assert "FATHOMS_CACHE" in caplog.text


# The compiler's process

COMPILER = """
import runpy, subprocess, sys
work = sys.argv.pop(1)
class Quick(subprocess.Popen):
    def __init__(self, command):
        print(command[-2:], flush=True)
        super().__init__([sys.executable, "-c", work])
subprocess.Popen = Quick
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""


def compiler_process(folder: Path, work: str, *jobs: str, server: int | None = None) -> "subprocess.Popen[str]":
    """The compiler, where a job is a short piece of Python instead of a compilation."""
    command = [sys.executable, "-c", COMPILER, work, compiler.__file__, str(folder), str(server or os.getpid()), *jobs]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_two_servers_share_one_compiler(tmp_path: Path) -> None:
    """Each worker compiled all games for itself."""
    done = tmp_path / "done"
    wait = f"import pathlib, time\nwhile not pathlib.Path({str(done)!r}).exists(): time.sleep(0.05)"
    one = compiler_process(tmp_path, wait, "reef:table")
    assert one.stdout is not None
    assert "reef" in one.stdout.readline()
    other = compiler_process(tmp_path, "pass", "locker:table")
    with pytest.raises(subprocess.TimeoutExpired):  # it waits for as long as the first is at work
        other.communicate(timeout=2)
    assert (tmp_path / compiler.AT_WORK).read_text() == "reef:table"
    done.touch()
    assert other.communicate(timeout=60)[0].strip() == "['locker', 'table']"
    assert one.communicate(timeout=60)[0] == ""


def test_the_compiler_is_of_low_priority_and_ends_with_a_server_that_was_killed(tmp_path: Path) -> None:
    """A kill -9 of the server left it at work, at full priority, for minutes."""
    with subprocess.Popen(["sleep", "60"]) as server:
        # A server's own child it is not, so the process that it should end with is gone from the start.
        orphan = compiler_process(tmp_path, "import time; time.sleep(30)", "reef:table", server=server.pid)
        assert orphan.wait(10) == 1
        server.kill()
    assert orphan.stdout is not None
    orphan.stdout.close()
    child = compiler_process(tmp_path, "import time; time.sleep(3)", "reef:table")
    assert child.stdout is not None
    child.stdout.readline()
    assert os.getpriority(os.PRIO_PROCESS, child.pid) == 19
    child.kill()
    child.communicate()


def test_a_game_where_everything_is_allowed_has_nothing_to_refuse() -> None:
    match = Match(GAME, interpreted=True)
    match.drift(Sea.from_seed(1))
    log = list(match.log)
    warm._refuse_something(match)
    assert match.log == log
