"""Fair clocks: none runs while the server is away, and everybody has time to come back."""

import time

import pytest
import sqlalchemy as sa

from fathoms.table.rooms import uptime
from fathoms.table.rooms.clocks import RETURN_SECONDS
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.store import UPTIMES, Store
from fathoms.table.rooms.uptime import Uptime, outages_between
from tests.table.playing import Host
from tests.table.test_rooms import clocked, people


def runs(store: Store) -> list[tuple[float, float]]:
    with store.reading() as connection:
        return [tuple(row) for row in connection.execute(sa.select(UPTIMES.c.began, UPTIMES.c.seen))]


@pytest.mark.parametrize(
    ("known", "found"),
    [
        ([], []),
        ([(0, 100)], []),
        ([(0, 100), (103, 200)], []),  # a quick restart is no outage
        ([(0, 100), (140, 200)], [(100, 140)]),
        ([(0, 100), (50, 160), (161, 200)], []),  # two processes, restarted one after the other
        ([(0, 100), (10, 40), (140, 141), (190, 200)], [(100, 140), (141, 190)]),
    ],
)
def test_outages_are_what_lies_between_runs(known, found):
    assert outages_between(known, 3.5) == found


def test_where_there_is_one_process_every_restart_is_an_outage():
    assert outages_between([(0, 100), (101, 200)], 0.0) == [(100, 101)]


def test_a_start_finds_how_long_no_server_was_there(tmp_path):
    store, now = Store(f"sqlite:///{tmp_path / 'tables.db'}"), time.time()
    store.write(lambda connection: connection.execute(UPTIMES.insert().values(began=now - 300, seen=now - 30)))
    Uptime(store).begin()
    [(gone, back)] = store.outages
    assert (gone, round(back - now)) == (now - 30, 0)
    store.close()


def test_a_run_goes_on_while_it_is_noted_and_another_begins_after_a_gap(tmp_path, monkeypatch):
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    run = Uptime(store)
    run.begin()
    run.note()
    assert len(runs(store)) == 1
    assert not store.outages
    monkeypatch.setattr(uptime, "GAP_SECONDS", 0.0)
    run.note()
    assert len(runs(store)) == 2
    assert len(store.outages) == 1
    store.close()


def left(host: Host, table_id: str, now: float) -> float:
    room = Room.load(host.hub.store, table_id)
    assert room is not None
    [seconds] = room.time_left(now).values()
    return seconds


def test_no_clock_runs_while_the_server_is_away(host: Host) -> None:
    table = clocked(host, 60, people(2))
    began = time.time()
    before = left(host, table.id, began)
    host.hub.store.outages[:] = [(began + 1, began + 31)]
    assert before - left(host, table.id, began + 41) == pytest.approx(11)


def test_everybody_has_time_to_come_back(host: Host) -> None:
    table = clocked(host, 5, people(2))
    began = time.time()
    host.hub.store.outages[:] = [(began + 4, began + 34)]
    assert left(host, table.id, began + 34) == pytest.approx(RETURN_SECONDS)
    assert left(host, table.id, began + 34 + RETURN_SECONDS) <= 0
