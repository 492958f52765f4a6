"""The server's door, with bare sockets: what is too long, too slow or too many is shown out soon and cheaply."""

import logging
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from websockets.exceptions import ConnectionClosed

from fathoms.table.serve import free_port
from fathoms.table.settings import Settings
from tests.table.playing import PATIENCE, Host, Live, people, until

SILENT = 400  # connections
SHORT = 0.5  # seconds, for requests that do not come
AT_ONCE = Settings().request_seconds / 2  # without waiting for the rest, on a busy machine too
UPGRADE = b"Upgrade: websocket\r\nConnection: upgrade\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
Dial = Callable[..., socket.socket]


@pytest.fixture
def dial() -> Iterator[Dial]:
    """`dial(host)`: a bare connection; `dial(host, "127.0.0.2")`: from another address."""
    dialled: list[socket.socket] = []

    def connect(host: Host, source: str = "127.0.0.1") -> socket.socket:
        url = httpx.URL(host.base)
        dialled.append(socket.create_connection((url.host, url.port or 80), PATIENCE, (source, 0)))
        return dialled[-1]

    yield connect
    for one in dialled:
        one.close()


def answer(line: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    came = b""
    try:
        while piece := line.recv(1 << 16):
            came += piece
    except ConnectionError:  # closed with something of ours unread
        pass
    return came


def pour(line: socket.socket, start: bytes, piece: bytes, most: int) -> int:
    """Send without end, or until nobody takes it any more; how much was taken."""
    sent = 0
    line.settimeout(AT_ONCE)
    try:
        line.sendall(start)
        while sent < most:
            sent += line.send(piece)
    except OSError:
        pass
    return sent


def is_open(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1 << 16) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    finally:
        line.settimeout(PATIENCE)


@pytest.mark.parametrize(
    ("start", "piece"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"X-Many: " + b"y" * 1000 + b"\r\n"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ", b"y" * 1000),
        (b"GET / HTTP/1.1\r\nX-", b"y" * 1000),
        (b"", b"\r\n" * 500),
        (b"GET /?", b"y" * 1000),
        (b"GET /t/x/live HTTP/1.1\r\n" + UPGRADE, b"X: " + b"y" * 1000 + b"\r\n"),
    ],
    ids=["many headers", "one long header", "a long name", "empty lines", "a long address", "a socket's headers"],
)  # fmt: skip
def test_a_head_without_end_is_refused_before_64_kib_are_read(
    host: Host, dial: Dial, monkeypatch: pytest.MonkeyPatch, start: bytes, piece: bytes
) -> None:
    parse, parsed = HttpToolsProtocol.data_received, []
    monkeypatch.setattr(
        HttpToolsProtocol, "data_received", lambda one, data: (parsed.append(len(data)), parse(one, data))
    )
    line = dial(host)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    begun = time.monotonic()
    sent = pour(line, start, piece, 20 << 20)
    assert time.monotonic() - begun < AT_ONCE
    assert sent < 8 << 20, "what the kernel keeps on its way is not what the server has read"
    assert 0 < sum(parsed) < 64 << 10


def test_too_long_a_head_is_431_in_words(host: Host, dial: Dial) -> None:
    line = dial(host)
    line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-Many: yyyyyyyyyyyyyyyyyyyy\r\n" * 1500 + b"\r\n")
    told = answer(line)
    assert told.startswith(b"HTTP/1.1 431 ")
    assert b"allowed: 32768 bytes" in told
    assert "permis\u202f: 32768 octets".encode() in told, "in the asker's language, whichever of the two it is"
    assert b"connection: close" in told


@pytest.mark.parametrize("upgrade", [b"", UPGRADE])
def test_too_long_an_address_is_414_at_once(host: Host, dial: Dial, upgrade: bytes) -> None:
    for length in (8200, 20_000, 100_000):
        begun, line = time.monotonic(), dial(host)
        pour(line, b"GET /?" + b"y" * length + b" HTTP/1.1\r\nHost: localhost\r\n" + upgrade + b"\r\n", b"", 0)
        told = answer(line)
        assert told.startswith(b"HTTP/1.1 414 ")
        assert b"allowed: 8192 bytes" in told
        assert time.monotonic() - begun < AT_ONCE


def test_what_a_browser_sends_at_most_is_let_in(host: Host, dial: Dial) -> None:
    line = dial(host)
    line.sendall(b"GET /healthz?" + b"y" * 8000 + b" HTTP/1.1\r\nHost: localhost\r\nCookie: " + b"y" * 8000 + b"\r\n")
    line.sendall(b"X: y\r\n" * 1000 + b"Connection: close\r\n\r\n")
    assert answer(line).startswith(b"HTTP/1.1 200 ")


def test_a_long_body_is_no_long_head(host: Host, dial: Dial) -> None:
    """Several requests on one line, one after the other and one behind the other."""
    line, body = dial(host), b"game=locker&back=/" + b"y" * 60_000
    one = b"POST /lang/fr HTTP/1.1\r\nHost: localhost\r\n" + FORM + b"Content-Length: %d\r\n\r\n" % len(body) + body
    line.sendall(one * 3 + b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    told = answer(line)
    assert told.count(b"HTTP/1.1 303 ") == 3
    assert told.count(b"HTTP/1.1 200 ") == 1


def test_a_body_that_is_refused_is_not_read_for_ever(host: Host, dial: Dial) -> None:
    line = dial(host)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    sent = pour(
        line, b"POST /lang/fr HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n", b"y" * 4096, 100 << 20
    )
    assert sent < 16 << 20


# Time


def allow_files(many: int) -> None:
    """Both ends of every connection are open files of this one process."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now < many <= most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (many, most))


def test_connections_that_say_nothing_are_closed(serve: Callable[..., Any], dial: Dial) -> None:
    allow_files(4 * SILENT)
    with serve(request_seconds=4 * SHORT, connections_an_address=SILENT) as host:
        silent = [dial(host) for _ in range(SILENT)]
        assert is_open(silent[-1])
        until(lambda: not any(is_open(one) for one in silent), AT_ONCE)


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        b"\r\n",
        b"POST /lang/fr HTTP/1.1\r\nHost: localhost\r\n" + FORM + b"Content-Length: 9\r\n\r\nback",
        b"POST /new/locker HTTP/1.1\r\nHost: localhost\r\n" + FORM + b"Content-Length: 9\r\n\r\nback",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
    ],
)  # fmt: skip
def test_a_request_that_does_not_end_is_closed(
    serve: Callable[..., Any], dial: Dial, begun: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    with serve(request_seconds=SHORT) as host:
        line = dial(host)
        line.sendall(begun)
        started = time.monotonic()
        told = answer(line)
        assert SHORT / 2 < time.monotonic() - started < 10
        assert told[:13] in (b"", b"HTTP/1.1 408 ", b"HTTP/1.1 200 ")
    assert [one.getMessage() for one in caplog.records if one.exc_info] == []


def test_a_request_a_byte_at_a_time_is_closed_too(serve: Callable[..., Any], dial: Dial) -> None:
    """After an answer as well: the line was good before."""
    with serve(request_seconds=SHORT) as host:
        line = dial(host)
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
        begun = time.monotonic()
        while is_open(line) and time.monotonic() < begun + 10:
            with suppress(ConnectionError):
                line.sendall(b"\r\n")
            time.sleep(0.05)
        assert time.monotonic() < begun + 5


def test_a_page_and_a_socket_that_wait_stay(serve: Callable[..., Any], dial: Dial) -> None:
    """Only a request has to hurry: not the line between two, and not a table where nobody moves."""
    with serve(request_seconds=SHORT) as host:
        table = host.table("locker", people(2))
        line = dial(host)
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
        with table.live(page=True) as page:
            page.next()
            time.sleep(3 * SHORT)
            who = table.view()["to_act"][0]
            table.move(who, table.view(who)["choices"][0])
            assert page.next()["kind"] == "event"
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(1 << 16).startswith(b"HTTP/1.1 200 ")


# How many


def test_only_so_many_connections_are_let_in(serve: Callable[..., Any], dial: Dial) -> None:
    with serve(most_connections=5) as host:
        lines = [dial(host, f"127.0.0.{number + 2}") for number in range(8)]
        until(lambda: sum(is_open(one) for one in lines) == 5)
        told = answer(dial(host, "127.0.0.20"))
        assert told.startswith(b"HTTP/1.1 503 ")
        assert b"allowed: 5" in told
        for one in lines:
            one.close()
        until(lambda: host.web.get(f"{host.base}/healthz").status_code == 200)


def test_one_address_gets_only_its_share(serve: Callable[..., Any], dial: Dial) -> None:
    with serve(connections_an_address=3) as host:
        greedy = [dial(host, "127.0.0.2") for _ in range(6)]
        until(lambda: sum(is_open(one) for one in greedy) == 3)
        told = answer(dial(host, "127.0.0.2"))
        assert told.startswith(b"HTTP/1.1 429 ")
        assert b"allowed: 3" in told
        assert is_open(dial(host, "127.0.0.3"))


def test_a_proxy_that_is_trusted_may_have_all_connections(serve: Callable[..., Any], dial: Dial) -> None:
    with serve(connections_an_address=3, trusted_proxies="127.0.0.1") as host:
        lines = [dial(host) for _ in range(6)]
        for one in lines:
            one.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert all(one.recv(1 << 16).startswith(b"HTTP/1.1 200 ") for one in lines)


def test_a_socket_counts_as_a_connection(serve: Callable[..., Any], dial: Dial) -> None:
    with serve(most_connections=3) as host:
        table = host.table("locker", people(2))
        with table.live(page=True) as one, table.live(page=True) as other:
            assert one.next()["kind"] == other.next()["kind"] == "state"
            assert answer(dial(host)).startswith(b"HTTP/1.1 503 ")


# Sockets


def closing(live: Live) -> tuple[int, str]:
    """With which code and reason the server closes a socket; what it says before is left out."""
    try:
        while True:
            live.next()
    except ConnectionClosed as closed:
        return (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (0, "")


def test_a_binary_message_closes_a_socket_politely(host: Host, caplog: pytest.LogCaptureFixture) -> None:
    table = host.table("locker", people(2))
    for page in (True, False):
        with table.live(page=page) as live:
            live.socket.send(b"\x00\x01")
            code, reason = closing(live)
            assert code == 1003
            assert "allowed" in reason
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []


def test_what_a_socket_says_is_short(host: Host) -> None:
    table = host.table("locker", people(2))
    with table.live(page=True) as live:
        live.socket.send("not listened to")
        live.socket.send("y" * 5000)
        assert closing(live)[0] == 1009


def test_the_server_people_start_has_this_door(tmp_path: Path, dial: Dial) -> None:
    """`fathoms serve`, with settings from the environment."""
    port, out = free_port("127.0.0.1"), tmp_path / "out"
    settings = {"FATHOMS_DATABASE": f"sqlite:///{tmp_path / 'tables.db'}", "FATHOMS_WARM": "0"}
    environment = {**os.environ, **settings, "FATHOMS_REQUEST_SECONDS": "2", "FATHOMS_CONNECTIONS_AN_ADDRESS": "2"}
    command = [sys.executable, "-m", "fathoms", "serve", "--port", str(port), "--no-browser"]
    with out.open("wb") as log, subprocess.Popen(command, env=environment, stdout=log, stderr=log) as process:
        try:
            host = Host(f"http://127.0.0.1:{port}", httpx.Client(timeout=PATIENCE))
            until(lambda: _answers(host))
            silent = [dial(host, "127.0.0.2") for _ in range(2)]
            assert answer(dial(host, "127.0.0.2")).startswith(b"HTTP/1.1 429 ")
            assert [answer(one) for one in silent] == [b"", b""]
        finally:
            process.terminate()
            host.web.close()


def _answers(host: Host) -> bool:
    try:
        return host.web.get(f"{host.base}/healthz").status_code == 200
    except httpx.TransportError:
        return False
