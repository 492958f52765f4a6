"""How long tables are kept: by the host's settings, with files of the games if wished, and nothing left behind."""

import math
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from fathoms.bots.levels import Bot
from fathoms.engine.records.verify import verify_record
from fathoms.table.keeping import keeper
from fathoms.table.keeping.keeper import is_quiet
from fathoms.table.keeping.policy import prune, remove, size_of, unused_share, vacuum
from fathoms.table.rooms import lobby
from fathoms.table.rooms.hosting import decisions_after
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.store import EVENTS, METADATA, MOVES, REPORTS, TABLES, Store
from fathoms.table.settings import Settings

SETTINGS = Settings(keep_open_days=7, keep_abandoned_days=60, keep_finished_days=180, keep_reports_days=30)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    yield opened
    opened.close()


def table(store: Store, status: str, days_ago: float) -> str:
    """A table that was last touched so long ago; one that is over was played by bots."""
    kinds = {"open": ("person", "open"), "playing": ("person", "person"), "over": ("bot", "bot")}[status]
    seats: list[dict[str, Any]] = [{"kind": kind, "level": "deckhand"} for kind in kinds]
    table_id = lobby.make_table(store, "locker", {"players": 2}, seats).row.id
    room = Room.load(store, table_id)
    assert room is not None
    while waiting := room.bots_to_act():
        room.change(lambda draft, seat=waiting[0][0]: draft.move_bot(Bot("deckhand"), seat))  # type: ignore[misc]
    assert room.row.status == status
    touched = datetime.now(UTC).replace(tzinfo=None) - timedelta(days_ago)
    store.write(lambda one: one.execute(TABLES.update().where(TABLES.c.id == table_id).values(touched=touched)))
    return table_id


def there(store: Store) -> set[str]:
    with store.reading() as connection:
        return set(connection.execute(sa.select(TABLES.c.id)).scalars())


def rows(store: Store, what: sa.Table, table_id: str) -> int:
    with store.reading() as connection:
        query = sa.select(sa.func.count()).select_from(what).where(what.c.table_id == table_id)
        return int(connection.execute(query).scalar_one())


@pytest.mark.parametrize(("status", "kept", "cleared"), [("open", 6, 8), ("playing", 59, 61), ("over", 179, 181)])
def test_a_table_goes_when_its_time_is_over_and_not_before(
    store: Store, status: str, kept: float, cleared: float
) -> None:
    young, old = table(store, status, kept), table(store, status, cleared)
    assert prune(store, SETTINGS, only_look=True).count == 1
    assert there(store) == {young, old}
    assert prune(store, SETTINGS).count == 1
    assert there(store) == {young}


def test_forever_is_forever(store: Store) -> None:
    table(store, "open", 4000)
    assert prune(store, replace(SETTINGS, keep_open_days=math.inf)).count == 0


def test_nothing_of_a_table_is_left_behind_and_every_process_is_told(store: Store) -> None:
    gone = table(store, "over", 200)
    store.keep_report(gone, "{}")
    store.say(gone, "Ann", "ahoy")
    prune(store, SETTINGS)
    with store.reading() as connection:
        for one in METADATA.tables.values():
            if "table_id" in one.c:
                assert connection.execute(sa.select(sa.func.count()).select_from(one)).scalar_one() == 0, one.name
    assert [(one.what, one.subject) for one in decisions_after(store, 0)] == [("remove", gone)]


def test_a_finished_game_is_kept_as_a_file_before_it_goes(store: Store, tmp_path: Path) -> None:
    over, begun, never = table(store, "over", 200), table(store, "playing", 70), table(store, "open", 70)
    assert prune(store, replace(SETTINGS, records=str(tmp_path))).records == 2
    verdict = verify_record((tmp_path / "locker" / f"{over}.json").read_text(encoding="utf-8"))
    assert (verdict.over, verdict.unproven) == (True, 0)
    assert "unfinished" in (tmp_path / "locker" / f"{begun}.json").read_text(encoding="utf-8")
    assert sorted(file.stem for file in tmp_path.rglob("*.json")) == sorted([over, begun])
    assert never not in there(store)


def test_move_ids_and_reports_go_after_the_end(store: Store) -> None:
    """Half of a finished game's room were the ids of its moves."""
    fresh, old, older = table(store, "over", 0.01), table(store, "over", 0.1), table(store, "over", 31)
    for one in (fresh, old, older):
        store.write(lambda connection, one=one: store.note_move(connection, one, "A:1", 1))  # type: ignore[misc]
        store.keep_report(one, "{}")
    prune(store, SETTINGS)
    assert [rows(store, MOVES, one) > 0 for one in (fresh, old, older)] == [True, False, False]
    assert [rows(store, REPORTS, one) for one in (fresh, old, older)] == [1, 1, 0]
    assert rows(store, EVENTS, older) > 0


def test_the_limit_counts_what_lives(store: Store) -> None:
    for status in ("open", "playing", "over", "over"):
        table(store, status, 0)
    assert store.count() == 2
    assert store.count_by_status() == {"open": 1, "playing": 1, "over": 2}


def test_the_file_gives_back_the_room_of_what_was_cleared(store: Store) -> None:
    first = table(store, "over", 0)
    store.write(lambda one: one.execute(REPORTS.insert().values(table_id=first, body="x" * 2_000_000)))
    vacuum(store)
    before = size_of(store)
    remove(store, [first])
    assert unused_share(store) > 0.5
    vacuum(store)
    assert size_of(store) < before / 2


def test_a_clock_that_jumps_clears_nothing_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = keeper.Watch()
    assert not watch.jumped()
    now = time.time
    monkeypatch.setattr(keeper.time, "time", lambda: now() + 365 * 86_400)
    assert watch.jumped()
    assert not watch.jumped()


@pytest.mark.parametrize(("hours", "quiet"), [("3-5", {3, 4}), ("23-2", {23, 0, 1}), ("0-24", set(range(24)))])
def test_quiet_hours(hours: str, quiet: set[int]) -> None:
    assert {hour for hour in range(24) if is_quiet(hours, hour)} == quiet
