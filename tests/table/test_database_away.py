"""PostgreSQL goes away and comes back under play: no process drifts, no socket freezes, no move is lost."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.table.conftest import Child
from tests.table.playing import Host, Table, people, until
from tests.table.postgres import order, running_postgres
from tests.table.test_health import run_and_stop


@pytest.fixture(scope="module")
def postgres() -> Iterator[Any]:
    with running_postgres() as server:
        yield server


@pytest.fixture
def two(postgres: Any, tmp_path: Path) -> Iterator[list[Host]]:
    """Two server processes, and a host for each."""
    with ExitStack() as stack:
        children = [Child(postgres.get_uri(), tmp_path / f"server{number}.log") for number in range(2)]
        for one in children:
            stack.callback(one.listener.close)
            stack.callback(one.kill)
            one.start()
        yield [_host(one, stack) for one in children]


def _host(one: Child, stack: ExitStack) -> Host:
    web = stack.enter_context(httpx.Client(timeout=60))
    one.ready(web)
    return Host(one.base, web)


def move(table: Table) -> int | None:
    """A move for whoever must, if the server takes it."""
    try:
        now = table.look()
        who = now["view"]["to_act"][0]
        answer = table.try_move(who, table.view(who)["choices"][0], now["version"])
    except (AssertionError, httpx.TransportError):  # not now
        return None
    assert answer.status_code in (200, 409, 503), answer.text
    return int(answer.json()["version"]) if answer.status_code == 200 else None


def test_a_restart_of_the_database_splits_nobody_for_good(two: list[Host], postgres: Any, tmp_path: Path) -> None:
    """One process stayed deaf for ever: two versions of one table, sockets that froze, and health said ok."""
    here = two[0].table("reef", people(2))
    there = two[1].at(here)
    with here.live() as mine, there.live() as theirs:
        reached = until(lambda: move(here))
        order(postgres, "stop")
        assert move(here) is None
        for host in two:
            until(lambda host=host: host.web.get(f"{host.base}/healthz").status_code == 503)
            assert host.web.get(f"{host.base}/healthz").json()["problems"]
            page = host.web.get(f"{host.base}/", headers={"accept": "text/html"})
            assert page.status_code in (200, 503)
        order(postgres, "start")
        for side in (here, there, here):
            reached = until(lambda side=side: move(side))
        until(lambda: here.look()["version"] == there.look()["version"] == reached)
        for socket in (mine, theirs):
            assert [one["version"] for one in socket.events(reached)] == list(range(1, reached + 1))
    for host in two:
        until(lambda host=host: host.web.get(f"{host.base}/healthz").status_code == 200)
    for log in tmp_path.glob("server*.log"):
        assert log.stat().st_size < 100_000, "an outage filled the log"


def test_two_workers_speak_json_and_add_up_what_they_count(postgres: Any, tmp_path: Path) -> None:
    lines = run_and_stop(tmp_path, postgres.get_uri(), 2)
    events = [line.get("event") for line in lines]
    assert events.count("start") == events.count("stop") == 2
    assert "refusal" in events
