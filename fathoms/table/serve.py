"""Starting the server: settings that hold, a database that opens, a port that is free; then the address is told."""

import contextlib
import http.client
import logging
import os
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from dataclasses import replace
from typing import Any

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from fathoms.engine.errors import OptionError
from fathoms.table.keeping.claim import claim
from fathoms.table.logs import log_to_stderr, tell
from fathoms.table.memory import share_memory_pools
from fathoms.table.rooms.hosting import host_key
from fathoms.table.rooms.opening import open_store
from fathoms.table.settings import Settings, address_of, sqlite_file, unknown_settings

ANSWER_SECONDS = 2  # that a stop leaves requests which are being answered
BACKLOG = 2048
LISTENING: dict[str, Any] = {  # how uvicorn listens, in one process or several
    "http": "fathoms.table.web.gate.door:Door",
    "ws_max_size": 4096,  # what a page or a program says on a socket is not listened to
    "timeout_keep_alive": 75,  # longer than a client or a proxy keeps an idle connection
    "proxy_headers": False,  # `web/gate/visitor.py` reads them, from those that the host trusts
    "log_config": None,
    "access_log": False,
}
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # where a server that listens everywhere is reached from here


def free_port(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def run_server(browser: bool, **given: Any) -> None:
    """Serve until Ctrl-C; a stop finishes what is being written. What keeps it from starting is one clear refusal."""
    share_memory_pools()
    settings = Settings.read(**given)
    log_to_stderr(settings.log_level, settings.log_format)
    listener = bound(settings.host, settings.port)
    settings = replace(settings, port=listener.getsockname()[1])
    settings.export()
    for name in unknown_settings():
        tell("unknown setting", logging.WARNING, kind=name)
    key = check_database(settings)
    listener.listen(BACKLOG)  # who asks from now on waits for the answer, and is not turned away
    threading.Thread(target=_announce, args=(settings, key, browser), daemon=True).start()
    config = uvicorn.Config(
        "fathoms.table.app:create_app",
        factory=True,
        workers=settings.workers,
        timeout_graceful_shutdown=ANSWER_SECONDS,
        **LISTENING,
    )
    _end(_run_workers(config, listener) if settings.workers > 1 else _run(config, listener))


def bound(host: str, port: int) -> socket.socket:
    """A socket at an address; named as TCP, so that answers are not held back to fill a packet."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return _bound_to(family, address)
    except OSError as error:
        raise OptionError(
            f"host={host!r} and port={port} cannot be listened on: {error.strerror or error}; "
            "allowed: an address of this machine and a port that is free (0 takes one)"
        ) from None


def _bound_to(family: int, address: Any) -> socket.socket:
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(True)
    return listener


def check_database(settings: Settings) -> str:
    """Open the database once, migrate it, and see that nobody else serves it; the secret of the host's page."""
    with claim(sqlite_file(settings.database)):
        store = open_store(settings.database)
        try:
            return host_key(store)
        finally:
            store.close()


def _run(config: uvicorn.Config, listener: socket.socket) -> int:
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run([listener])
    return 0 if server.started else STARTUP_FAILURE


def _run_workers(config: uvicorn.Config, listener: socket.socket) -> int:
    """Several processes on one socket; the exit code tells if one of them could not start."""
    with tempfile.TemporaryDirectory(prefix="fathoms-metrics-") as shared:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = shared  # where the workers add up what they count
        crew = Multiprocess(config, sockets=[listener])
        crew.run()
        return STARTUP_FAILURE if any(one.exitcode == STARTUP_FAILURE for one in crew.processes) else 0


def _end(code: int) -> None:
    """Everything is on disk: threads that still think are not waited for."""
    logging.shutdown()
    sys.stdout.flush()
    os._exit(code)


# Telling the address, once somebody answers there


def _announce(settings: Settings, key: str, browser: bool) -> None:
    while not _answers(EVERYWHERE.get(settings.host, settings.host), settings.port):
        time.sleep(0.05)
    address = address_of(settings)
    print(f"Fathoms is open at {address}/  (Ctrl-C closes it)", flush=True)
    print(f"The host's page: {settings.public_url or address}/host#{key}  (keep it secret)", flush=True)
    if browser:
        webbrowser.open(f"{address}/")


def _answers(host: str, port: int) -> bool:
    line = http.client.HTTPConnection(host, port, timeout=30)
    try:
        line.request("GET", "/healthz")
        return line.getresponse().status > 0
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()
