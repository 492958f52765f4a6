"""Bots that think: beside the server's loop, behind people, and not for long in a crowd."""

import os
import sys
import threading

import pytest

from fathoms.bots.levels import SECONDS
from fathoms.table.live.thinking import PATIENCE, THINKERS, thinking_pool, thinking_seconds


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts priority by the thread")
def test_thinking_makes_way_for_people() -> None:
    mine = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    with thinking_pool(1, "test") as pool:
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
