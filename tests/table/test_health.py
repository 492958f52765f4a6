"""The server says whether it is well, as JSON, and counts what happens; in the log, each fault once."""

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from fathoms.table import health, logs
from fathoms.table.rooms.writer import GroupWriter
from fathoms.table.serve import free_port
from tests.table.playing import Host, people, until

Serve = Callable[..., Any]


def look(host: Host) -> tuple[int, dict[str, Any]]:
    answer = host.web.get(f"{host.base}/healthz", headers={"accept": "text/html"})
    return answer.status_code, answer.json()


@pytest.fixture
def fresh_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "WRITE_EVERY", 0.0)


def fail(*given: Any) -> Any:
    raise sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))


def test_health_fails_while_nothing_can_be_written(host: Host, fresh_look: None) -> None:
    """It said ok on a full disk, and HTML while the database was away."""
    assert look(host)[0] == 200
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GroupWriter, "write", fail)
        status, told = look(host)
        assert (status, told["ok"]) == (503, False)
        assert "disk is full" in told["problems"][0]
        made = host.ask_table("locker", people(2), options={"players": 2})
        assert made.status_code == 503
        assert "nothing is lost" in made.json()["error"]
        assert made.headers["retry-after"]
    assert look(host)[1]["ok"]


def test_health_is_looked_at_anew_after_something_could_not_be_written(host: Host) -> None:
    assert look(host)[1]["ok"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(health, "WRITE_EVERY", 10**6)
        patch.setattr(GroupWriter, "write", fail)
        assert look(host)[1]["ok"]  # known from before
        assert host.ask_table("locker", people(2), options={"players": 2}).status_code == 503
        assert not look(host)[1]["ok"]
    assert look(host)[1]["ok"]


def test_health_fails_when_the_disk_is_nearly_full(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health.shutil, "disk_usage", lambda path: type("Usage", (), {"free": 3 << 20}))
    status, told = look(host)
    assert status == 503
    assert told["problems"] == ["the disk is full: 3 MiB are free, and 50 are needed"]


def test_health_fails_while_the_database_does_not_answer(
    host: Host, monkeypatch: pytest.MonkeyPatch, fresh_look: None
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    monkeypatch.setattr(health, "note_health", lambda store: answered.wait(60))
    answered = threading.Event()
    status, told = look(host)
    answered.set()
    assert (status, "does not answer" in told["problems"][0]) == (503, True)


def test_health_fails_while_deaf(host: Host) -> None:
    host.app.state.health.note_deaf(True)
    try:
        assert look(host)[0] == 503
    finally:
        host.app.state.health.note_deaf(False)
    assert look(host)[0] == 200


def test_metrics_count_moves_answers_and_tables(host: Host) -> None:
    table = host.table("locker", people(2), first="A")
    table.move_on()
    table.try_move("A", "harpoon")
    told = host.web.get(f"{host.base}/metrics").text
    found = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in told.splitlines() if line[0] != "#"}
    assert found['fathoms_moves_total{by="person"}'] >= 1
    assert found['fathoms_answers_total{status="422"}'] >= 1
    assert found["fathoms_tables_playing"] >= 1
    assert found["fathoms_database_bytes"] > 0
    assert found["fathoms_move_seconds_count"] >= 1


def test_metrics_are_not_for_everybody(serve: Serve) -> None:
    """A proxy on this machine says who asks."""
    with serve() as host:
        elsewhere = {"x-forwarded-for": "192.0.2.7"}
        assert host.web.get(f"{host.base}/metrics", headers=elsewhere).status_code == 403
        key = {**elsewhere, "authorization": f"Bearer {host.app.state.decisions.key}"}
        assert host.web.get(f"{host.base}/metrics", headers=key).status_code == 200


# The log


def record(text: str, level: int = logging.ERROR, error: Exception | None = None) -> logging.LogRecord:
    failed = (type(error), error, None) if error else None
    return logging.LogRecord("fathoms", level, "x.py", 1, text, (), failed)


def test_an_error_is_told_once_and_then_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three seconds without a database were 1.6 MB of tracebacks."""
    monkeypatch.setattr(logs, "time", clock := SimpleNamespace(monotonic=lambda: 1000.0))
    once = logs.OnceThenCounted(seconds=60)
    assert [once.filter(record("the database is away", error=OSError())) for _ in range(100)] == [True] + [False] * 99
    assert once.filter(record("the database is away", error=ValueError()))
    assert once.filter(record("all is well", logging.INFO))
    clock.monotonic = lambda: 1060.0
    again = record("the database is away", error=OSError())
    assert once.filter(again)
    assert json.loads(logs.JsonLines().format(again))["again"] == 99


def test_what_came_again_is_told_even_if_it_never_comes_after() -> None:
    once = logs.OnceThenCounted(seconds=0.0)
    once.seconds = 60
    once.filter(record("a"))
    once.filter(record("a"))
    once.seconds = 0
    assert [count for _, count in once.counted()] == [1]
    assert once.counted() == []


@pytest.mark.parametrize("workers", [1])
def test_a_start_and_a_stop_are_lines_of_json(tmp_path: Path, workers: int) -> None:
    lines = run_and_stop(tmp_path, f"sqlite:///{tmp_path / 'tables.db'}", workers)
    events = [line.get("event") for line in lines]
    assert events == ["migration", "start", "refusal", "stop"]
    assert lines[0]["before"] is None
    assert lines[2]["kind"].startswith("this request comes from another site")


def run_and_stop(tmp_path: Path, database: str, workers: int) -> list[dict[str, Any]]:
    """What a server of people's own says on stderr, from its start to its stop, with a stranger in between."""
    port = free_port("127.0.0.1")
    env = {**os.environ, "FATHOMS_DATABASE": database, "FATHOMS_WARM": "0"}
    command = [sys.executable, "-m", "fathoms", "serve", "--port", str(port), "--workers", str(workers)]
    with (tmp_path / "log").open("w+") as log:
        process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith(f"Fathoms is open at http://127.0.0.1:{port}/")
            assert f"http://127.0.0.1:{port}/host#" in process.stdout.readline()
            stranger = {"origin": "http://elsewhere.example"}
            for _ in range(3):
                httpx.post(f"http://127.0.0.1:{port}/api/tables", json={}, headers=stranger)
            counted = httpx.get(f"http://127.0.0.1:{port}/metrics").text
            assert 'fathoms_refusals_total{kind="this request comes from another site"} 3.0' in counted
        finally:
            process.terminate()
            assert process.wait(20) in (0, -15)
            process.stdout.close()  # type: ignore[union-attr]
        log.seek(0)
        return [json.loads(line) for line in log]


def test_a_slow_move_is_told(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    with serve(slow_move_seconds=0.000001) as host, caplog.at_level(logging.WARNING):
        host.table("locker", people(2), first="A").move_on()
        until(lambda: any(one.getMessage() == "slow move" for one in caplog.records))
