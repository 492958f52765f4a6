"""The memory of a server: how much of it the C library and Python's collector hold back, and for how long."""

import contextlib
import ctypes
import gc
import os
import sys

M_ARENA_MAX = -8  # of malloc.h
MEMORY_POOLS = 2


def share_memory_pools() -> None:
    """Few pools for all threads: glibc gives each its own, and each keeps the room of its largest drawings."""
    os.environ.setdefault("MALLOC_ARENA_MAX", str(MEMORY_POOLS))  # for worker processes
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, MEMORY_POOLS)


def give_memory_back() -> None:
    """Hand what is free to the system: glibc keeps all below the last piece in use, and a crowd leaves much there."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):  # another C library
            ctypes.CDLL(None).malloc_trim(0)


def collect_rarely() -> None:
    """Keep Python's collector of cycles from stopping every table at once.

    A full collection of a busy server takes a quarter of a second, and drawing tables brings many on. What is there now
    stays anyway, what a move leaves behind is found by the small ones, and the hub's sweep does a full one at last.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1000)
