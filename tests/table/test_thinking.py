"""Bots that think: beside the server's loop, behind people, and not for long in a crowd."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from fathoms.bots.levels import SECONDS
from fathoms.table.live.pools import PATIENCE, THINKERS, make_way
from fathoms.table.live.thinking import thinking_seconds


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts priority by the thread")
def test_thinking_makes_way_for_people() -> None:
    mine = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    with ThreadPoolExecutor(1, initializer=make_way) as pool:
        theirs = pool.submit(lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id())).result()
    assert theirs == max(mine, PATIENCE)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == mine


@pytest.mark.parametrize("level", SECONDS)
def test_a_crowd_thinks_less_but_thinks(level: str) -> None:
    alone, crowd, mob = (thinking_seconds(level, waiting) for waiting in (1, 10 * THINKERS, 1000))
    assert alone == thinking_seconds(level, THINKERS) == SECONDS[level]
    assert alone >= crowd >= mob == min(SECONDS.values())
    if level == "captain":
        assert crowd == SECONDS[level] / 10
