"""A server killed at any moment under play: no acknowledged move is missing or doubled, and the sea stays the same."""

import os
import random
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from fathoms.engine.match import Match
from fathoms.engine.records import read_record
from fathoms.engine.records.verify import verify_record
from fathoms.engine.sea import Sea
from fathoms.table.rooms.course import LEAVES
from fathoms.table.rooms.store import Store
from tests.table.conftest import Child
from tests.table.playing import Host, Table, bots, people, until

ROUNDS = 100 if os.environ.get("FATHOMS_LONG") else 12


class Player(threading.Thread):
    """Plays one seat by a table's API, whatever happens to the server; remembers what was acknowledged."""

    def __init__(self, table: Table, who: str, seed: int) -> None:
        super().__init__()
        self.table, self.who, self.rng = table, who, random.Random(seed)
        self.acknowledged: dict[str, tuple[int, str]] = {}  # id -> version it led to, the line
        self.unsure: tuple[str, str, int] | None = None
        self.stop = threading.Event()
        self.faults: list[str] = []

    def run(self) -> None:
        with httpx.Client(timeout=60) as web:
            table = Table(self.table.base, self.table.id, self.table.tokens, web)
            while not self.stop.is_set():
                try:
                    self._move(table)
                except (httpx.TransportError, AssertionError):
                    time.sleep(0.005)  # the server is gone for the moment

    def _move(self, table: Table) -> None:
        if self.unsure is None:
            now = table.look(self.who)
            if now["view"]["over"]:
                self.stop.set()
            if not now["view"]["choices"]:
                time.sleep(0.005)
                return
            self.unsure = (uuid.uuid4().hex, self.rng.choice(now["view"]["choices"]), now["version"])
        move_id, move, version = self.unsure  # asked again with the same id until there is an answer
        answer = table.try_move(self.who, move, version, move_id)
        if answer.status_code == 200:
            self.acknowledged[move_id] = (int(answer.json()["version"]), f"{self.who} {move}")
        elif answer.status_code >= 500:
            self.faults.append(answer.text)
            return
        self.unsure = None


def events_on_disk(database: str, table_id: str) -> list[str]:
    store = Store(database)
    try:
        with store.reading() as connection:
            events = store.events(connection, table_id)
            assert [event.number for event in events] == list(range(1, len(events) + 1))
            return [event.line for event in events]
    finally:
        store.close()


def the_seas_word(database: str, table_id: str) -> bytes:
    store = Store(database)
    try:
        row = store.get(table_id)
        assert row is not None
        return row.secret
    finally:
        store.close()


def check_all_there(player: Player, lines: list[str]) -> None:
    """Every acknowledged move stands once, before the version its answer named; and nothing else of that seat's."""
    places = []
    for version, line in player.acknowledged.values():
        own = [n for n, one in enumerate(lines[:version]) if one.startswith(f"{player.who} ")]
        assert own, f"{line!r} was acknowledged at {version} and is missing"
        assert lines[own[-1]] == line
        places.append(own[-1])
    assert len(set(places)) == len(places), "two answers for one event"
    mine = sum(line.startswith(f"{player.who} ") for line in lines)
    assert len(places) <= mine <= len(places) + (player.unsure is not None), "a move was played twice"


class Killed:
    """A table that is played while its server is killed, and what must be true of it."""

    def __init__(self, host: Host, database: str, game: str, others: int) -> None:
        self.table, self.database, self.length = host.table(game, [*people(1), *bots(others)]), database, 0
        self.secret = the_seas_word(database, self.table.id)
        self.player = Player(self.table, "A", others)
        self.player.start()

    def check_so_far(self) -> None:
        lines = events_on_disk(self.database, self.table.id)
        assert len(lines) >= self.length
        self.length = len(lines)
        assert all(version <= len(lines) for version, _ in list(self.player.acknowledged.values()))
        assert the_seas_word(self.database, self.table.id) == self.secret

    def check_to_the_end(self) -> None:
        assert self.player.faults == []
        check_all_there(self.player, events_on_disk(self.database, self.table.id))
        end = self.table.play_on(random.Random(1).choice)
        text = self.table.get(f"{self.table.api}/record").text
        verdict = verify_record(text)
        assert (verdict.over, verdict.proven) == (True, verdict.fates), "every fate is the one the sea had drawn"
        assert read_record(text)[0].sea[0].root == Sea.from_master(self.secret, LEAVES).root
        assert Match.load(text, interpreted=True).log == self.table.events()
        assert end["view"]["over"]


def test_a_server_killed_again_and_again_loses_no_acknowledged_move_and_doubles_none(
    child: Callable[..., Child], tmp_path: Path
) -> None:
    rng = random.Random()
    server = child()
    with httpx.Client(timeout=60) as web:
        host = Host(server.base, web)
        server.ready(web)
        games = [Killed(host, server.database, "nukha", 2), Killed(host, server.database, "reef", 1)]
        acknowledged = 0
        try:
            for number in range(ROUNDS):
                server.ready(web)
                if sum(not game.player.stop.is_set() for game in games) < 2:  # one is over, so another begins
                    games.append(Killed(host, server.database, *(("nukha", 2), ("reef", 1))[number % 2]))
                until(lambda had=acknowledged: sum(len(game.player.acknowledged) for game in games) > had)
                threading.Event().wait(rng.uniform(0.0, 0.3))  # any moment will do
                server.kill()
                acknowledged = sum(len(game.player.acknowledged) for game in games)
                for game in games:
                    game.check_so_far()
                server.start()
            server.ready(web)
        finally:
            for game in games:
                game.player.stop.set()
            for game in games:
                game.player.join(60)
        assert acknowledged >= ROUNDS
        for game in games:
            game.check_to_the_end()
    assert "Traceback" not in server.log.read_text(encoding="utf-8")


def test_bots_among_themselves_go_on_after_a_restart_once_somebody_looks(child: Callable[..., Child]) -> None:
    server = child()
    with httpx.Client(timeout=60) as web:
        host = Host(server.base, web)
        server.ready(web)
        table = host.table("nukha", bots(4))
        until(lambda: table.look()["version"] > 3)
        server.kill()
        before = events_on_disk(server.database, table.id)
        server.start()
        server.ready(web)
        over = table.view()["over"]  # one look; after it the database alone tells that the bots go on
        until(lambda: over or len(events_on_disk(server.database, table.id)) > len(before))
        assert table.play_on(random.choice)["view"]["over"]
        assert table.events()[: len(before)] == before


def test_a_clean_stop_ends_in_time_with_sockets_open_and_loses_nothing(child: Callable[..., Child]) -> None:
    server = child()
    with httpx.Client(timeout=60) as web:
        host = Host(server.base, web)
        server.ready(web)
        table = host.table("locker", people(2))
        who = table.view()["to_act"][0]
        with table.live("A") as socket:
            version = table.move(who, table.view(who)["choices"][0])
            socket.events(version)
            assert server.end() in (0, -15)
        assert len(events_on_disk(server.database, table.id)) == version
        server.start()
        server.ready(web)
        assert table.look()["version"] == version


def test_a_move_is_on_disk_before_it_is_answered(child: Callable[..., Child]) -> None:
    server = child()
    with httpx.Client(timeout=60) as web:
        host = Host(server.base, web)
        server.ready(web)
        table = host.table("locker", people(2))
        for _ in range(3):
            who = table.view()["to_act"][0]
            version = table.move(who, table.view(who)["choices"][0])
            assert len(events_on_disk(server.database, table.id)) == version


@pytest.mark.parametrize("workers", [2])
def test_several_workers_on_sqlite_are_refused(workers: int) -> None:
    from fathoms.engine.errors import OptionError
    from fathoms.table.serve import run_server

    with pytest.raises(OptionError, match="postgresql"):
        run_server(False, workers=workers, database="sqlite:///nowhere.db")
