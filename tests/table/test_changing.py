"""The one way to change a table: played in memory, kept with the expected revision, whole or not at all."""

import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fathoms.engine.errors import IllegalMove, OptionError
from fathoms.engine.records import Origin
from fathoms.table.rooms import asking, lobby
from fathoms.table.rooms.asking import Asker
from fathoms.table.rooms.draft import Draft, Rewound, Stale, rest_of
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.seats import Question, TableSettings
from fathoms.table.rooms.store import Store
from tests.table.playing import people

OLD = Path(__file__).parent / "old" / "tables-0003.sql"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    one = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    yield one
    one.close()


def room_at(store: Store, game: str, count: int = 2, **options: Any) -> Room:
    made = lobby.make_table(store, game, {"players": count, **options}, people(count))
    return loaded(store, made.row.id)


def loaded(store: Store, table_id: str) -> Room:
    room = Room.load(store, table_id)
    assert room is not None
    return room


def go_on(room: Room, move_id: str = "") -> None:
    seat = room.match.to_act[0]
    assert room.move(seat, room.match.choices(seat)[0], move_id or f"{seat}:{room.version}").result


# In memory first, and kept as it was expected


def test_a_change_gives_its_result(store: Store) -> None:
    room = room_at(store, "locker")
    assert room.change(lambda draft: len(draft.row.seats)).result == 2


def test_rules_are_not_played_on_the_writers_thread(store: Store) -> None:
    room, threads = room_at(store, "locker"), set()

    def work(draft: Draft) -> None:
        threads.add(threading.current_thread())
        draft.move_bot(FIRST_CHOICE, draft.match.to_act[0])

    before = room.version
    assert room.change(work).refusal is None
    assert threads == {threading.current_thread()}
    assert loaded(store, room.row.id).version == room.version > before


class FirstChoice:
    def choose(self, match: Any, seat: str) -> str:
        return str(match.choices(seat)[0])


FIRST_CHOICE: Any = FirstChoice()


def test_nobody_sees_a_change_before_it_is_on_disk(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    room, seen = room_at(store, "locker"), []
    before, update = room.look(None), store.update

    def while_writing(*given: Any) -> bool:
        seen.append(room.look(None))
        return update(*given)

    monkeypatch.setattr(store, "update", while_writing)
    go_on(room)
    assert seen == [before]
    assert room.look(None) != before


def test_a_change_that_fails_leaves_nothing_behind(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    room = room_at(store, "locker")
    before = room.look("A"), room.row
    with monkeypatch.context() as broken:
        broken.setattr(store, "append", lambda *given: {}["disk full"])
        with pytest.raises(KeyError):
            go_on(room)
    assert (room.look("A"), room.row) == before
    stored = loaded(store, room.row.id)
    assert stored.row == room.row
    go_on(room)
    go_on(stored)
    assert stored.match.log == room.match.log[: stored.version], "the sea is the same it would have been"


def test_who_comes_second_looks_again_and_tries_again(store: Store) -> None:
    """Two processes: each has the table in memory, and neither has heard of the other."""
    here = room_at(store, "locker")
    there = loaded(store, here.row.id)
    for turn in range(8):
        one = (here, there)[turn % 2]
        seen = one.version
        told = [
            step.version for step in one.change(lambda draft: draft.move_bot(FIRST_CHOICE, acting(draft))).happened.told
        ]
        assert told == list(range(seen + 1, one.version + 1)), "others' events are told before one's own"
    here.refresh()
    assert here.match.log == there.match.log == loaded(store, here.row.id).match.log


def acting(draft: Draft) -> str:
    return draft.match.to_act[0]


def test_a_move_for_a_position_that_is_no_more_is_refused(store: Store) -> None:
    here = room_at(store, "locker")
    there, seat = loaded(store, here.row.id), here.match.to_act[0]
    choice, version = here.match.choices(seat)[0], here.version
    go_on(there)
    assert isinstance(here.move(seat, choice, "late", version).refusal, Stale)
    assert here.match.log == there.match.log


def test_who_is_always_slower_is_told_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    room = room_at(store, "locker")
    before = room.version
    monkeypatch.setattr(store, "update", lambda *given: False)
    seat = room.match.to_act[0]
    assert isinstance(room.move(seat, room.match.choices(seat)[0], "1").refusal, Stale)
    assert room.version == before


def test_an_id_is_played_once_whoever_has_the_table(store: Store) -> None:
    here = room_at(store, "locker")
    there, seat = loaded(store, here.row.id), here.match.to_act[0]
    choice, version = here.match.choices(seat)[0], here.version
    first = here.move(seat, choice, "once", version).result
    assert here.move(seat, choice, "once", version).result == first
    assert there.move(seat, choice, "once", version).result == first
    assert there.move(seat, choice, "once").result == first, "also where it would be legal again"
    assert here.match.log == loaded(store, here.row.id).match.log


def test_a_refusal_changes_nothing_on_disk(store: Store) -> None:
    room = room_at(store, "locker")
    before = store.get(room.row.id)
    assert isinstance(room.change(lambda draft: asking.ask(draft, "undo", Asker(["A"]))).refusal, OptionError)
    assert isinstance(room.move(room.match.to_act[0], "dance", "1").refusal, IllegalMove)
    assert store.get(room.row.id) == before == room.row


def test_what_was_taken_back_elsewhere_is_told_with_all_events_since(store: Store) -> None:
    """A program used to hear of the undo, at the version after the next move, and never of that move."""
    here = room_at(store, "reef", first="A")
    there = loaded(store, here.row.id)
    while not there.may_undo("A"):
        go_on(there)
    here.refresh()
    assert there.change(lambda draft: asking.ask(draft, "undo", Asker(["A", "B"]))).result
    cut = there.version
    assert there.move("A", there.match.choices("A")[-1], "otherwise").result
    told = here.refresh().happened.told
    assert isinstance(told[0], Rewound)
    assert [one.version for one in told] == [cut, *range(cut + 1, there.version + 1)]
    assert here.match.log == there.match.log


# Paths


def ready_to_swim(store: Store) -> tuple[Room, list[str]]:
    """A table of The Reef whose first seat may swim three steps, and these steps."""
    for _ in range(200):
        room = room_at(store, "reef", first="A")
        assert room.move("A", "spin", "spin").result
        if "card 3" in room.match.choices("A") and room.match.view("A")["event"] is None:
            assert room.move("A", "card 3", "card").result
            path = next((p for p in room.match.view("A")["reachable"].values() if len(p) == 3), None)
            if path is not None:
                return room, list(path)
    raise AssertionError("the helm never showed a number")


def test_a_path_is_one_transaction(store: Store) -> None:
    room, path = ready_to_swim(store)
    before, revision = room.version, room.row.revision
    played = room.move("A", path, "swim", before).result
    assert (played.version, played.rest) == (before + 3, ())
    assert room.row.revision == revision + 1
    assert loaded(store, room.row.id).match.log[before:] == [f"A {step}" for step in path]
    assert room.move("A", path, "swim", before).result == played


def test_a_path_with_a_step_that_is_refused_is_not_played_at_all(store: Store) -> None:
    room, path = ready_to_swim(store)
    before = room.match.log
    refused = room.move("A", [path[0], path[1], "enter 3"], "swim", room.version)
    assert isinstance(refused.refusal, IllegalMove)
    assert room.match.log == before == loaded(store, room.row.id).match.log
    assert room.move("A", path, "swim", room.version).result, "the id was not used up"


def test_where_the_sea_comes_in_between_the_rest_of_a_path_is_given_back(store: Store) -> None:
    room = room_at(store, "reef", first="A")
    before = room.version
    played = room.move("A", ["spin", "card 3", "enter 15"], "all at once", before).result
    assert played.rest == ("card 3", "enter 15")
    assert [line.split(" ")[0] for line in room.match.log[before:]][:2] == ["A", "sea"]
    assert room.move("A", ["spin", "card 3", "enter 15"], "all at once", before).result == played


@pytest.mark.parametrize(
    ("lines", "rest"),
    [
        (["A up", "A left"], ()),
        (["A up", "sea spin 2"], ("left",)),
        (["A left", "A up", "sea spin 2"], ("left",)),
        (["A up", "A left", "sea spin 2", "sea event shark"], ()),
    ],
)
def test_what_was_given_back_is_known_again_from_the_log(lines: list[str], rest: tuple[str, ...]) -> None:
    assert rest_of(["up", "left"], "A", lines) == rest


# What older tables left on disk


@pytest.fixture
def old(tmp_path: Path) -> Iterator[dict[str, Room]]:
    """Tables of before seats and settings had types: one that waits, one in the middle of things, one that is over."""
    with sqlite3.connect(tmp_path / "old.db") as database:
        database.executescript(OLD.read_text(encoding="utf-8"))
    one = Store(f"sqlite:///{tmp_path / 'old.db'}")
    with one.reading() as connection:
        ids = connection.exec_driver_sql("SELECT id FROM tables").scalars().all()
    rooms = [loaded(one, table_id) for table_id in ids]
    yield {room.row.status: room for room in rooms}
    one.close()


def test_an_old_table_goes_on(old: dict[str, Room]) -> None:
    room = old["playing"]
    assert [seat.bot_level for seat in room.row.seats] == [None, None, "deckhand"]
    assert (room.row.settings.by_clock, room.row.settings.hinted) == ((1, 4), {"B": 1})
    assert room.row.settings.question == Question("undo", "A", ("A",), version=room.version)
    before = room.version
    assert room.change(lambda draft: asking.answer(draft, "undo", Asker(["B"]), True)).result
    assert room.version == before - 1
    for _ in range(20):
        go_on(room)
    assert loaded(room.store, room.row.id).row == room.row


def test_somebody_sits_down_at_an_old_table(old: dict[str, Room]) -> None:
    room = old["open"]
    assert room.row.settings.chat is False
    assert room.change(lambda draft: lobby.join(draft, None, "Ben", "q" * 24)).result[0] == "B"
    assert room.row.status == "playing"
    assert loaded(room.store, room.row.id).match.log == room.match.log


def test_an_old_question_for_a_rematch_is_answered(old: dict[str, Room]) -> None:
    room = old["over"]
    again = room.change(lambda draft: asking.answer(draft, "rematch", Asker(["B"]), True)).result.table
    assert again is not None
    assert loaded(room.store, again).row.status == "playing"


def test_settings_are_kept_as_they_are() -> None:
    asked = Question("remove", "A", ("A",), ("B",), about="C", excused=("C", "D"))
    settings = TableSettings(0.0, False, True, 30, 60, "h", "bot", True, ("q",), question=asked, undone=2)
    settings = replace(settings, hinted={"A": 1}, hinted_at={"A": "x"}, by_clock=(3,), origin=Origin("t", 1, 2))
    settings = replace(settings, resumed=(1.5, 2.5), nudged={"B": 3.5}, ended="all")
    assert TableSettings.from_json(settings.to_json()) == settings
    assert TableSettings.from_json(TableSettings().to_json()) == TableSettings()
