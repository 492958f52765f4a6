"""Threads that think behind the server's back: they yield to whatever people wait for."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from fathoms.bots.levels import SECONDS

THINKERS = 2  # bots that think at the same time
PATIENCE = 10  # of the operating system's scale from 0 to 19: how much thinking makes way for people


def _make_way() -> None:
    """Linux counts priority by the thread; elsewhere thinking shares the processor evenly."""
    if sys.platform == "linux":
        me = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, me, max(PATIENCE, os.getpriority(os.PRIO_PROCESS, me)))


def thinking_seconds(level: str, waiting: int) -> float:
    """What a bot may think about a move when so many want to: less in a crowd, so that no table waits for long."""
    full = SECONDS[level]
    return max(full / max(1.0, waiting / THINKERS), min(SECONDS.values()))


def thinking_pool(threads: int, name: str) -> ThreadPoolExecutor:
    """Threads whose work gives way to the server's own."""
    return ThreadPoolExecutor(threads, name, initializer=_make_way)
