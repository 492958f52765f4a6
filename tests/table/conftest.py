"""Servers for the tests of the table: on loopback, on a free port, with a database of their own."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn

from fathoms.table import app
from fathoms.table.rooms import course
from fathoms.table.serve import LISTENING
from fathoms.table.settings import Settings
from tests.table.playing import PATIENCE, Host, until

LIMITS: dict[str, Any] = {
    "pace": 0.0,
    "moves_a_minute": 10**7,
    "tables_a_minute": 10**6,
    "tables_a_day": 10**6,
    "seat_moves_a_minute": 10**7,
}

# The games run interpreted here: a test of the table should not wait for a compiler.
CHILD = """
import socket, sys, uvicorn
from fathoms.table import app
from fathoms.table.rooms import course
from fathoms.table.serve import LISTENING
app.start_warming = lambda: None
course.is_ready = lambda game: False
listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, int(sys.argv[1]))
uvicorn.Server(uvicorn.Config(app.create_app(), **LISTENING)).run([listener])
"""


@pytest.fixture(scope="session", autouse=True)
def _interpreted() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "start_warming", lambda: None)
        patch.setattr(course, "is_ready", lambda game: False)
        yield


def listen() -> socket.socket:
    """A listener on a free port of loopback; named as TCP, so that answers are not held back to fill a packet."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    listener.listen(200)
    return listener


@contextmanager
def serving(**settings: Any) -> Iterator[Host]:
    """A server in this process, stopped cleanly at the end."""
    application = app.create_app(Settings(**{**LIMITS, **settings}))
    server = uvicorn.Server(uvicorn.Config(application, **LISTENING))
    with listen() as listener:
        base = f"http://127.0.0.1:{listener.getsockname()[1]}"
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            until(lambda: server.started or not thread.is_alive())
            assert server.started
            with httpx.Client(timeout=PATIENCE) as client:
                client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # nobody in particular
                yield Host(base, client, application)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server did not stop"


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """One server for all tests that leave it as they found it."""
    with serving(database=f"sqlite:///{tmp_path_factory.mktemp('tables') / 'tables.db'}") as one:
        yield one


@pytest.fixture
def serve(tmp_path: Path) -> Callable[..., Any]:
    """`with serve(tables_a_minute=2) as host:` a server with settings of its own."""

    def begin(**settings: Any) -> Any:
        return serving(**{"database": f"sqlite:///{tmp_path / 'tables.db'}", **settings})

    return begin


@dataclass
class Child:
    """A server in a process of its own, on one port however often it is killed."""

    database: str
    log: Path
    listener: socket.socket = field(default_factory=listen)
    process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def start(self) -> None:
        settings = {f"FATHOMS_{name.upper()}": str(value) for name, value in LIMITS.items()}
        env = {**os.environ, **settings, "FATHOMS_DATABASE": self.database, "PYTHONWARNINGS": "ignore"}
        fd = self.listener.fileno()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", CHILD, str(fd)], env=env, pass_fds=[fd], stdout=log, stderr=log
            )

    def ready(self, web: httpx.Client) -> None:
        """The listener is ours, so a request waits in its queue until the server has begun."""
        assert web.get(f"{self.base}/healthz", timeout=60).status_code == 200

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """End the process and wait for it; its exit status."""
        if self.process is None:
            return 0
        self.process.send_signal(how)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.process = None


@pytest.fixture
def child(tmp_path: Path) -> Iterator[Callable[..., Child]]:
    """`child(database)`: a server process, started; all end with the test."""
    begun: list[Child] = []

    def begin(database: str | None = None) -> Child:
        number = len(begun)
        one = Child(database or f"sqlite:///{tmp_path / f'tables{number}.db'}", tmp_path / f"server{number}.log")
        begun.append(one)
        one.start()
        return one

    yield begin
    for one in begun:
        one.kill()
        one.listener.close()
