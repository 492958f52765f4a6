"""Bots that think: beside the server's loop, behind people, not for long in a crowd, and a swim to its end."""

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest

from fathoms.bots.levels import SECONDS, Bot
from fathoms.engine.match import Match
from fathoms.table.live.pools import PATIENCE, THINKERS, make_way
from fathoms.table.live.thinking import think_on, thinking_seconds
from tests.table.playing import Host, bots


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


# A swim is one thing to see, so it is thought of to its end.


class Scripted(Bot):
    """A bot that does as it was told."""

    def __init__(self, *moves: str) -> None:
        super().__init__("deckhand")
        self.moves: Iterator[str] = iter(moves)

    def choose(self, match: Match, seat: str) -> str:
        return next(self.moves)


def diving(*lines: str) -> Match:
    match = Match("reef", players=2, first="A", interpreted=True)
    for line in ("A spin", "sea spin 3", "A card 3", *lines):
        match.play(line)
    return match


def test_a_swim_is_thought_of_to_its_end() -> None:
    assert think_on(Scripted("enter 16", "down", "left", "stop"), diving(), "A") == (
        ["enter 16", "down", "left"],
        "stop",
    )


def test_what_was_thought_of_before_is_not_thought_of_again() -> None:
    match = diving("A enter 16")
    assert think_on(Scripted("down", "stop"), match, "A", first="left") == (["left", "down"], "stop")
    assert match.log[-2:] == ["A left", "A down"]


def test_what_is_no_swim_is_one_decision() -> None:
    assert think_on(Scripted("card 3"), Match("reef", players=2, first="A", interpreted=True), "A", "spin") == (
        ["spin"],
        None,
    )


def test_a_bots_swim_is_shown_as_one(host: Host) -> None:
    """It came step by step, with a pause before each: only its end is drawn, and the steps come at once."""
    table = host.table("reef", bots(3, "sailor"))
    with table.live(page=True) as page:
        first = page.next()["version"]
        seen = page.events(first + 120)
    swims = [(one, two) for one, two in pairwise(seen) if two["log"]["from"] < two["version"]]
    assert swims
    for step, follower in swims:
        assert step["passed"]
        assert "html" not in step
        assert step["log"]["from"] == follower["log"]["from"]
    assert all("html" in one for one in seen if not one.get("passed"))
