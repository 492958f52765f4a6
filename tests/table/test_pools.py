"""Work of several kinds beside the tables: in threads apart, in queues that end, askers in turn; bots that sleep."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest

from fathoms.bots.levels import Bot
from fathoms.table.live import hub as hubs
from fathoms.table.live.pools import Busy, Pool, TooMany
from fathoms.table.rooms.room import Room
from fathoms.table.web.study import hinting
from tests.table.playing import PATIENCE, bots, people, until

Serve = Callable[..., Any]


class Held:
    """Work that waits to be let go, and the order in which it was begun."""

    def __init__(self) -> None:
        self.gate, self.began = threading.Event(), list[str]()

    def work(self, name: str) -> str:
        self.began.append(name)
        self.gate.wait(60)
        return name


async def ask_all(pool: Pool, held: Held, names: list[str]) -> list[asyncio.Task[str]]:
    """One after the other; the first letter of a name is who asks."""
    tasks = []
    for name in names:
        tasks.append(asyncio.create_task(pool.run(name[0], held.work, name)))
        await asyncio.sleep(0)
    return tasks


def test_who_asks_for_much_waits_behind_their_own_work() -> None:
    async def several() -> None:
        held, pool = Held(), Pool("test", threads=1, waiting=100, share=60, patience=0)
        greedy = await ask_all(pool, held, [f"g{n}" for n in range(50)])
        others = await ask_all(pool, held, ["a1", "b1", "a2"])
        held.gate.set()
        assert await asyncio.gather(*greedy, *others) == [*(f"g{n}" for n in range(50)), "a1", "b1", "a2"]
        assert held.began[:6] == ["g0", "g1", "a1", "b1", "g2", "a2"]
        pool.close()

    asyncio.run(several())


def test_a_queue_ends_for_one_and_for_all_and_what_was_refused_leaves_nothing() -> None:
    async def several() -> None:
        held, pool = Held(), Pool("test", threads=1, waiting=5, share=3, patience=0)
        at_work = await ask_all(pool, held, ["a0", "a1", "a2", "a3"])  # one at work, three waiting
        with pytest.raises(TooMany, match="allowed: 3"):
            await pool.run("a", held.work, "a4")
        more = await ask_all(pool, held, ["b1", "c1"])
        with pytest.raises(Busy, match="allowed: 5"):
            await pool.run("d", held.work, "d1")
        held.gate.set()
        await asyncio.gather(*at_work, *more)
        assert sorted(held.began) == ["a0", "a1", "a2", "a3", "b1", "c1"]
        assert await pool.run("d", lambda: 7) == 7, "afterwards there is room again"
        pool.close()

    asyncio.run(several())


def test_who_has_left_is_not_worked_for() -> None:
    async def several() -> None:
        held, pool = Held(), Pool("test", threads=1, waiting=9, share=9, patience=0)
        first, gone, last = await ask_all(pool, held, ["a1", "b1", "c1"])
        gone.cancel()
        await asyncio.sleep(0)
        held.gate.set()
        await asyncio.gather(first, last)
        assert held.began == ["a1", "c1"]
        pool.close()

    asyncio.run(several())


def test_what_fails_fails_for_who_asked_and_frees_its_thread() -> None:
    async def several() -> None:
        pool = Pool("test", threads=1, waiting=9, share=9, patience=0)
        with pytest.raises(ZeroDivisionError):
            await pool.run("a", lambda: 1 // 0)
        assert await pool.run("a", lambda: 7) == 7
        pool.close()

    asyncio.run(several())


# Kinds apart


@pytest.fixture
def gate() -> Any:
    """Opened at the end, so that no thread stays behind."""
    one = threading.Event()
    yield one
    one.set()


def test_a_captain_does_not_wait_for_60_hints_at_other_tables(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, gate: threading.Event
) -> None:
    """He answered after 25 s instead of 0.6: hints were thought of in his threads."""
    asked: list[str] = []

    def never(room: Room, match: Any, seat: str) -> Any:
        asked.append(room.row.id)
        gate.wait(60)
        raise RuntimeError("the test is over")

    monkeypatch.setattr(hinting, "_think", never)
    monkeypatch.setattr(hinting, "is_ready", lambda game, purpose: True)
    monkeypatch.setattr(Bot, "choose", lambda bot, match, seat: match.choices(seat)[0])
    with serve() as host, ThreadPoolExecutor(16) as many:
        for _ in range(16):
            made = host.ask_table("locker", people(2), options={"players": 2}, hints=True).json()
            who = host.at_table(made["table"]).view()["to_act"][0]
            headers = {"Authorization": f"Bearer {made['tokens'][who]}"}
            many.submit(host.web.post, f"{host.base}/api/tables/{made['table']}/hint", json={}, headers=headers)
        until(lambda: asked)
        captains = host.table("nukha", bots(4, "captain"))
        until(lambda: captains.look()["version"] > 5)
        gate.set()


def test_who_plays_does_not_wait_for_those_who_look_back(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, gate: threading.Event
) -> None:
    """300 replays at once held the threads, and the locks, of all tables."""
    moment = Room.moment

    def slow(room: Room, number: int, viewer: Any) -> Any:
        gate.wait(60)
        return moment(room, number, viewer)

    monkeypatch.setattr(Room, "moment", slow)
    with serve(connections_an_address=500) as host, ThreadPoolExecutor(60) as many:
        finished, played = host.table("locker", people(2)), host.table("locker", people(2))

        def look_back(number: int) -> int:
            return httpx.get(f"{finished.page}/replay.json?at={number}", timeout=PATIENCE).status_code

        answers = [many.submit(look_back, number) for number in range(60)]
        until(lambda: len(host.hub.pools.looking) >= 50)
        for _ in range(5):
            played.move_on()
        gate.set()
        assert {one.result() for one in answers} == {200}


# Bots without an audience


def test_bots_that_nobody_watches_sleep_and_wake_when_looked_at(serve: Serve) -> None:
    """Tables of bots alone burned two thirds of a core for nobody."""
    with serve() as host:
        made = host.ask_table("nukha", bots(4), options={"players": 4}, pace=0.01)
        table = host.at_table(made.json()["table"])
        place = host.hub.places[table.id]
        place.used = time.monotonic() - 2 * hubs.AUDIENCE_SECONDS
        until(lambda: place.bots.done())
        asleep = place.room.version
        assert place.room.bots_to_act(), "it is not over"
        assert not hubs.has_audience(place)
        table.look()
        until(lambda: place.room.version > asleep)


def test_bots_play_on_for_whoever_looks_on_or_sits_there(serve: Serve) -> None:
    with serve() as host:
        watched, awaited = host.table("nukha", bots(4)), host.table("locker", [*people(1), *bots(1)])
        with watched.live() as page:
            page.next()
            for one in (watched, awaited):
                host.hub.places[one.id].used = time.monotonic() - 2 * hubs.AUDIENCE_SECONDS
                assert hubs.has_audience(host.hub.places[one.id])


# Tables in memory


def test_tables_that_nobody_uses_make_room_for_others(serve: Serve) -> None:
    with serve(tables_in_memory=20) as host:
        first = host.table("locker", people(2))
        with first.live(page=True) as page:
            page.next()
            others = [host.table("locker", people(2)) for _ in range(40)]
            assert len(host.hub.places) <= 20
            assert first.id in host.hub.places, "somebody is there"
            assert others[0].look()["status"] == "playing", "it is on disk"


def test_where_all_tables_are_in_use_another_is_refused_in_words(serve: Serve) -> None:
    with serve(tables_in_memory=20) as host:
        tables = [host.table("locker", people(2)) for _ in range(20)]
        for one in tables:
            host.hub.places[one.id].connections.add(object())
        answer = host.ask_table("locker", people(2))
        assert answer.status_code == 503
        assert answer.headers["retry-after"]
        assert "allowed: 20" in answer.json()["error"]
        for one in tables:
            host.hub.places[one.id].connections.clear()
