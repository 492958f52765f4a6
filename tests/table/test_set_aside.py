"""A table that cannot be read is set aside with its reason, and harms no other; a start does not wait for tables."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from fathoms.table.live import waking
from fathoms.table.rooms import lobby
from fathoms.table.rooms.hosting import all_aside
from fathoms.table.rooms.store import TABLES, Row, Store
from fathoms.table.serve import free_port
from tests.table.playing import Host, bots, people, until

Serve = Callable[..., Any]


def in_the_file(tmp_path: Path, *orders: tuple[str, tuple[Any, ...]]) -> None:
    with closing(sqlite3.connect(tmp_path / "tables.db")) as base, base:
        for order, values in orders:
            base.execute(order, values)


def copy_table(file: Path, table_id: str, copies: list[str]) -> None:
    columns = ", ".join(column.name for column in TABLES.columns if column.name != "id")
    pairs = [(copy, table_id) for copy in copies]
    with closing(sqlite3.connect(file)) as base, base:
        base.executemany(f"INSERT INTO tables (id, {columns}) SELECT ?, {columns} FROM tables WHERE id = ?", pairs)
        base.executemany("INSERT INTO events SELECT ?, number, line, at FROM events WHERE table_id = ?", pairs)


@pytest.fixture
def ids(serve: Serve, tmp_path: Path) -> list[str]:
    """Fifty good tables that wait for a bot, one with a line that no longer replays, one whose game is gone."""
    with serve(pace=9.0) as host:
        made = [host.ask_table("locker", [*people(1), *bots(1)], options={"players": 2}, pace=9).json()["table"]]
    copies = [f"copy{number}" for number in range(49)]
    copy_table(tmp_path / "tables.db", made[0], [*copies, "broken", "gone"])
    in_the_file(
        tmp_path,
        ("UPDATE events SET line = 'A harpoon 99' WHERE table_id = 'broken' AND number = 1", ()),
        ("UPDATE tables SET game = 'atlantis' WHERE id = 'gone'", ()),
    )
    return made + copies


def test_a_table_with_a_broken_line_is_set_aside_and_fifty_others_go_on(serve: Serve, ids: list[str]) -> None:
    with serve() as host:
        broken = host.web.get(f"{host.base}/api/tables/broken")
        assert broken.status_code == 410
        assert "set aside" in broken.json()["error"]
        assert "harpoon 99" in broken.json()["error"]
        assert all(host.web.get(f"{host.base}/api/tables/{one}").status_code == 200 for one in ids)
        assert host.web.get(f"{host.base}/healthz").json()["ok"]


def test_a_table_whose_game_is_gone_is_set_aside_and_its_players_are_told_in_their_language(
    serve: Serve, ids: list[str]
) -> None:
    with serve() as host:
        page = host.web.get(f"{host.base}/t/gone", headers={"accept": "text/html", "accept-language": "fr"})
        assert page.status_code == 410
        assert "mise de côté" in page.text
        assert "atlantis" in page.text
        with pytest.raises(InvalidStatus), host.at_table("gone").live(page=True):
            pass
        assert host.web.get(f"{host.base}/").status_code == 200


def test_what_is_set_aside_is_known_to_the_host_and_taken_up_when_it_can_be_read(
    serve: Serve, ids: list[str], tmp_path: Path
) -> None:
    with serve() as host:
        store = host.app.state.hub.store
        until(lambda: set(all_aside(store)) == {"broken", "gone"})  # found by itself, while waking the others
    in_the_file(tmp_path, ("UPDATE tables SET game = 'locker' WHERE id = 'gone'", ()))
    with serve() as host:
        assert host.web.get(f"{host.base}/api/tables/gone").status_code == 200
        assert set(all_aside(host.app.state.hub.store)) == {"broken"}


def test_a_table_that_waits_for_people_alone_stays_on_disk(serve: Serve) -> None:
    with serve() as host:
        waiting, going_on = host.table("locker", people(2)), host.table("locker", [*people(1), *bots(1)])
        alone = host.table("locker", bots(2))
    assert not waking.may_go_on_alone(_row(host, waiting.id))
    assert waking.may_go_on_alone(_row(host, going_on.id))
    assert not waking.may_go_on_alone(_row(host, alone.id)), "nobody waits for bots among themselves"


def _row(host: Host, table_id: str) -> Row:
    row = host.app.state.hub.store.get(table_id)
    assert row is not None
    return row


# Five thousand tables


def fill(file: Path, count: int) -> str:
    """So many tables in mid-game, a person and a bot at each; the id of one."""
    store = Store(f"sqlite:///{file}")
    made = lobby.make_table(store, "locker", {"players": 2}, [{"kind": "person"}, {"kind": "bot"}]).row
    assert made.status == "playing"
    store.close()
    copy_table(file, made.id, [f"t{number}" for number in range(count - 1)])
    return made.id


def test_with_five_thousand_tables_the_first_answer_comes_at_once(tmp_path: Path) -> None:
    """It came after every table had been replayed: 38 s and 1 GB for two thousand."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    one, port = fill(tmp_path / "tables.db", 5000), free_port("127.0.0.1")
    env = {**os.environ, "FATHOMS_DATABASE": database, "FATHOMS_WARM": "0", "FATHOMS_INTERPRETED": "1"}
    command = [sys.executable, "-m", "fathoms", "serve", "--port", str(port), "--no-browser"]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as web:
                until(lambda: _answers(web))
                assert json.loads(web.get("/healthz").text)["in_memory"] < 100  # the rest sleeps
                assert web.get(f"/api/tables/{one}").status_code == 200
                most = int(Path(f"/proc/{process.pid}/status").read_text().split("VmHWM:")[1].split()[0])
                assert most < 400 * 1024
                assert json.loads(web.get("/healthz").text)["tables"] == 5000
        finally:
            process.send_signal(signal.SIGKILL)


def _answers(web: httpx.Client) -> bool:
    try:
        return web.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False
