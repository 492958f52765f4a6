"""Starting the server: a port that is free, an address to open, logs as one JSON object a line."""

import contextlib
import ctypes
import json
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from typing import Any

import uvicorn

from fathoms.engine.errors import OptionError
from fathoms.table.settings import Settings

M_ARENA_MAX = -8  # of malloc.h
MEMORY_POOLS = 2
ANSWER_SECONDS = 2  # that a stop leaves requests which are being answered
LISTENING: dict[str, Any] = {  # how uvicorn listens, in one process or several
    "http": "fathoms.table.web.door:Door",
    "ws_max_size": 4096,  # what a page or a program says on a socket is not listened to
    "timeout_keep_alive": 75,  # longer than a client or a proxy keeps an idle connection
    "log_config": None,
    "access_log": False,
}


class JsonLines(logging.Formatter):
    """Structured logs: time, level, where, what. Addresses are logged without their query, so no token is."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {"time": self.formatTime(record), "level": record.levelname, "from": record.name}
        told["text"] = record.getMessage()
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def free_port(host: str) -> int:
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def share_memory_pools() -> None:
    """Few pools for all threads: glibc gives each its own, and each keeps the room of its largest drawings."""
    os.environ.setdefault("MALLOC_ARENA_MAX", str(MEMORY_POOLS))  # for worker processes
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, MEMORY_POOLS)


def run_server(browser: bool, **given: Any) -> None:
    """Serve until Ctrl-C; a stop finishes what is being written."""
    share_memory_pools()
    settings = Settings.read(**given)
    if settings.workers > 1 and settings.database.startswith("sqlite"):
        raise OptionError(
            f"workers={settings.workers} with SQLite is not possible; allowed: 1, or a postgresql:// database"
        )
    port = settings.port or free_port(settings.host)
    for name, value in vars(settings).items():  # worker processes read the same settings
        os.environ[f"FATHOMS_{name.upper()}"] = str(port if name == "port" else value)
    address = f"http://{settings.host}:{port}/"
    print(f"Fathoms is open at {address}  (Ctrl-C closes it)", flush=True)
    if browser:
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    _log_to_stderr(settings.log_level)
    uvicorn.run(
        "fathoms.table.app:create_app",
        factory=True,
        host=settings.host,
        port=port,
        workers=settings.workers,
        timeout_graceful_shutdown=ANSWER_SECONDS,
        **LISTENING,
    )
    _end()


def _end() -> None:
    """Everything is on disk: threads that still think are not waited for."""
    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)


def _open_browser(address: str) -> None:
    time.sleep(1.0)
    webbrowser.open(address)


def _log_to_stderr(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("fathoms").setLevel(level.upper())
