"""Bots that think: beside the server's loop, behind people, not for long in a crowd, and a swim to its end."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from fathoms.bots.levels import SECONDS
from fathoms.engine.match import Match
from fathoms.engine.records import Origin
from fathoms.table.live.hub import Hub
from fathoms.table.live.pools import PATIENCE, THINKERS, Pool, make_way
from fathoms.table.live.thinking import REMEMBERED, Tempo, Thinker, Thinking, thinking_seconds
from fathoms.table.rooms import lobby
from fathoms.table.rooms.store import Store
from fathoms.table.settings import Settings
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


def forced_position() -> Match:
    """A game with secrets, in which the first who is to move has one choice."""
    match, chance = Match("nukha", interpreted=True, players=3), Random(0)
    while True:
        acting = match.to_act[0]
        possible = list(match.fates()) if acting == "sea" else match.choices(acting)
        if acting != "sea" and len(possible) == 1 and match.moment.has_secrets():
            return match
        match.play(f"{acting} {chance.choice(possible)}")


async def waited(
    tmp_path: Path, patch: pytest.MonkeyPatch, level: str, pace: float, known: float | None
) -> list[float]:
    """How long a bot with one choice is waited for; what follows is not played."""
    at, slept, real, here = forced_position(), [], asyncio.sleep, asyncio.get_running_loop()

    async def sleep(seconds: float) -> None:
        if asyncio.get_running_loop() is here:
            slept.append(seconds)
            await real(0)
        else:  # a server of other tests, in a thread of its own
            await real(seconds)

    patch.setattr(asyncio, "sleep", sleep)
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    hub = Hub(store, Settings())
    patch.setattr(hub, "wake_bots", lambda place: None)
    settings = {"pace": pace, "origin": Origin("elsewhere", len(at.log), len(at.log))}
    made = lobby.make_table(store, "nukha", {"players": 3}, bots(3, level), settings, lines=at.log)
    try:
        place = await hub.place(made.row.id)
        assert place is not None
        if known is not None:
            hub.thinking.tempo.note(("nukha", level, True), known)
        await hub._move_bot(place)
        assert place.room.match.log[len(at.log)] == f"{at.to_act[0]} {at.choices(at.to_act[0])[0]}"
        return slept
    finally:
        await hub.close()
        store.close()


@pytest.mark.parametrize(
    ("level", "pace", "known", "expected"),
    [
        ("captain", 1.0, 0.7, [0.7]),  # as long as it thinks where it has a choice
        ("captain", 0.0, 0.7, []),  # nobody follows at such a pace
        ("captain", 1.0, None, [0.0]),  # interpreted, it thinks no time at all
        ("sailor", 1.0, 0.7, []),  # moves at once always
    ],
)
def test_a_bot_with_one_choice_takes_its_usual_time(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    level: str,
    pace: float,
    known: float | None,
    expected: list[float],
) -> None:
    assert asyncio.run(waited(tmp_path, monkeypatch, level, pace, known)) == expected


def test_the_usual_time_is_one_of_the_last() -> None:
    tempo = Tempo()
    assert tempo.draw("captain", otherwise=1.0) == 1.0
    for number in range(2 * REMEMBERED):
        tempo.note("captain", float(number))
    assert {tempo.draw("captain", otherwise=1.0) for _ in range(1000)} <= set(
        map(float, range(REMEMBERED, 2 * REMEMBERED))
    )
    assert tempo.draw("mate", otherwise=0.05) == 0.05


# A swim is one thing to see, so it is thought of to its end.


def way(lines: Sequence[str], *chosen: str) -> tuple[list[str], str | None]:
    """The way of a bot that chooses like this, after these lines."""
    match, choices = Match("reef", players=2, first="A", interpreted=True), iter(chosen)
    for line in lines:
        match.play(line)

    async def run(work: Callable[..., object], *arguments: object) -> object:
        return work(*arguments)

    async def choose(*_: object) -> str:
        return next(choices)

    thinking = Thinking(run, Pool("test", threads=1, waiting=1, share=1))
    thinking.choose = choose  # type: ignore[method-assign]
    return asyncio.run(thinking.swim(Thinker("a table", "A", "sailor", False), match, next(choices)))


def test_a_swim_is_thought_of_to_its_end() -> None:
    chosen = ("enter 16", "down", "left", "stop")
    assert way(["A spin", "sea spin 3", "A card 3"], *chosen) == (["enter 16", "down", "left"], "stop")


def test_what_is_no_swim_is_one_decision() -> None:
    assert way([], "spin", "card 3") == (["spin"], None)


def test_a_bots_swim_is_shown_as_one(host: Host) -> None:
    """It came step by step, with a pause before each: only its end is drawn, and the steps come at once."""
    table = host.table("reef", bots(3, "sailor"))
    with table.live(page=True, after="0&swims=1") as page, table.live(page=True) as old:  # type: ignore[arg-type]
        first = page.next()["version"]
        seen = page.events(first + 120)
        assert all(one["html"] for one in old.events(first + 120)), "a page of before knows nothing of it"
    swims = [(one, two) for one, two in pairwise(seen) if two["log"]["from"] < two["version"]]
    assert swims
    for step, follower in swims:
        assert step["passed"]
        assert "html" not in step
        assert step["log"]["from"] == follower["log"]["from"]
    assert all("html" in one for one in seen if not one.get("passed"))
