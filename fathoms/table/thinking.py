"""Threads that think behind the server's back: they yield to whatever people wait for."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

PATIENCE = 10  # of the operating system's scale from 0 to 19: how much thinking makes way for people


def _make_way() -> None:
    """Linux counts priority by the thread; elsewhere thinking shares the processor evenly."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), PATIENCE)


def thinking_pool(threads: int, name: str) -> ThreadPoolExecutor:
    """Threads whose work gives way to the server's own."""
    return ThreadPoolExecutor(threads, name, initializer=_make_way)
