"""A stop is quick whatever the server is busy with, and loses nothing that was acknowledged."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from fathoms.table.serve import free_port
from tests.table.playing import Host, bots, people, until

SOON = 5.0  # seconds
BUSY = 40  # seconds that whatever is slow takes here
# `fathoms serve`, where what a bot, a hint, the coach or a first move may take long over takes longer still.
SERVER = f"""
import sys, time
from fathoms.table.web.study import coaching
from fathoms.table.live import hub
from fathoms.table import serve
slow = lambda *given, **named: time.sleep({BUSY})
coaching.is_ready, coaching._read_room = lambda *given: True, slow
if "bots" in sys.argv:
    hub.Bot.choose = slow
serve.run_server(False, port=int(sys.argv[1]))
"""

Start = Callable[..., tuple[Host, subprocess.Popen[bytes]]]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """`start("bots")`: a server of its own, where these are slow; killed with the test if it still runs."""
    begun: list[tuple[Host, subprocess.Popen[bytes]]] = []

    def begin(*slow: str) -> tuple[Host, subprocess.Popen[bytes]]:
        port = free_port("127.0.0.1")
        settings = {"FATHOMS_DATABASE": f"sqlite:///{tmp_path / 'tables.db'}", "FATHOMS_WARM": "0", "FATHOMS_PACE": "0"}
        with (tmp_path / "server.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-c", SERVER, str(port), *slow], env={**os.environ, **settings}, stdout=log, stderr=log
            )
        host = Host(f"http://127.0.0.1:{port}", httpx.Client(timeout=20))
        begun.append((host, process))
        until(lambda: answers(host))
        return host, process

    yield begin
    for host, process in begun:
        host.web.close()
        process.kill()
        process.wait()


def answers(host: Host) -> bool:
    try:
        return host.web.get(f"{host.base}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def stops(process: subprocess.Popen[bytes], how: signal.Signals = signal.SIGTERM) -> float:
    """How long a server takes to end once it is told to."""
    began = time.monotonic()
    process.send_signal(how)
    process.wait(2 * BUSY)
    return time.monotonic() - began


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("level", ["sailor", "captain"])
def test_a_stop_does_not_wait_for_a_bot_that_thinks(start: Start, level: str, how: signal.Signals) -> None:
    host, process = start("bots")
    host.table("locker", bots(2, level))
    time.sleep(0.5)  # the bot is at it
    assert stops(process, how) < SOON


def test_a_stop_does_not_wait_for_the_coach(start: Start) -> None:
    """The coach read on to the end of its report: half a minute, if the game was long."""
    host, process = start()
    table = host.table("locker", bots(2))
    until(lambda: table.look()["view"]["over"])
    assert host.web.get(f"{table.api}/coach").status_code == 202
    time.sleep(0.5)
    assert stops(process) < SOON


def test_a_stop_does_not_wait_for_half_a_request_or_open_sockets(start: Start) -> None:
    host, process = start()
    table = host.table("locker", people(2))
    url = httpx.URL(host.base)
    with table.live(page=True), table.live(), socket.create_connection((url.host, url.port or 80)) as slow:
        slow.sendall(b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{")
        time.sleep(0.3)
        assert stops(process) < SOON


def test_a_stop_while_somebody_else_thinks_keeps_every_acknowledged_move(start: Start) -> None:
    host, process = start("bots")
    host.table("locker", bots(2, "captain"))
    table = host.table("locker", people(2), first="A")
    moved = table.move_on()
    assert stops(process) < SOON
    again, _ = start()
    assert again.web.get(f"{again.base}/api/tables/{table.id}").json()["version"] >= moved
