"""What a stranger cannot fill, and what `fathoms serve --check` says about a set-up; a start that a person can read."""

import io
import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from fathoms.cli import app as cli
from fathoms.table import logs
from fathoms.table.admin import holes, safety
from fathoms.table.keeping.policy import make_room
from fathoms.table.rooms import lobby, store
from fathoms.table.rooms.hosting import host_key
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.store import CHAT, TABLES, Store
from fathoms.table.settings import Settings
from tests.table.conftest import Child
from tests.table.playing import Host, bots, people, until

Serve = Callable[..., Any]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    opened = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    yield opened
    opened.close()


def left(base: Store, hours_ago: float, moves: int = 0, **seats: str) -> str:
    """A table that was left so long ago, after so many moves of a person."""
    kinds = [{"kind": "person"}, {"kind": seats.get("other", "person")}]
    table_id = lobby.make_table(base, "locker", {"players": 2}, kinds).row.id
    room = Room.load(base, table_id)
    assert room is not None
    for number in range(moves):
        who = room.match.to_act[0]
        room.move(who, room.match.choices(who)[0], f"{who}:{number}")
    touched = datetime.now(UTC).replace(tzinfo=None) - timedelta(hours=hours_ago)
    base.write(lambda one: one.execute(TABLES.update().where(TABLES.c.id == table_id).values(touched=touched)))
    return table_id


def there(base: Store) -> set[str]:
    with base.reading() as connection:
        return set(connection.execute(sa.select(TABLES.c.id)).scalars())


# Room


def test_tables_that_nobody_played_at_make_room_and_games_stay(kept: Store) -> None:
    """One address filled the server in six hours, and then nobody could open a table."""
    flood = {left(kept, 2, other="open"), left(kept, 2)}
    young, game = left(kept, 0.5), left(kept, 5, moves=1)
    assert make_room(kept, set()) == 2
    assert there(kept) == {young, game}
    assert not flood & there(kept)
    assert make_room(kept, set()) == 0, "nothing else may go yet"


def test_after_a_day_the_games_with_the_fewest_events_make_room(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fathoms.table.keeping.policy.MOST_GIVING_WAY", 1)
    long, short = left(kept, 30, moves=6), left(kept, 26, moves=1)
    assert make_room(kept, set()) == 1
    assert there(kept) == {long}
    assert short not in there(kept)


def test_a_table_where_somebody_is_never_makes_room(kept: Store) -> None:
    one = left(kept, 50)
    assert make_room(kept, {one}) == 0
    assert there(kept) == {one}


def test_a_full_server_makes_room_for_a_new_table(serve: Serve) -> None:
    with serve(most_tables=2) as host:
        old = host.table("locker", people(2)).id
        host.table("locker", people(2))
        assert host.ask_table("locker").status_code == 422
        touched = datetime.now(UTC).replace(tzinfo=None) - timedelta(hours=2)
        host.hub.store.write(lambda one: one.execute(TABLES.update().where(TABLES.c.id == old).values(touched=touched)))
        assert host.ask_table("locker").status_code == 201
        assert host.hub.store.get(old) is None


def test_one_address_sets_only_so_many_tables_a_day_in_the_askers_language(serve: Serve) -> None:
    with serve(tables_a_day=3) as host:
        assert [host.ask_table("locker").status_code for _ in range(4)] == [201, 201, 201, 429]
        told = host.web.post(f"{host.base}/play/locker", headers={"accept-language": "fr"})
        assert told.status_code == 429
        assert "par jour" in told.text


def test_a_rematch_is_a_table_like_any_other(serve: Serve) -> None:
    """Ending and playing again in turns made tables without end, past every limit."""
    with serve(tables_a_day=2) as host:
        table = host.table("locker", [*people(1), *bots(1)])
        made = []
        for _ in range(3):
            table.post("ask", "A", json={"kind": "end"})
            answer = table.post("ask", "A", json={"kind": "rematch"})
            made.append(answer.status_code)
            table.id = answer.json().get("table") or table.id
        assert made[-1] == 429


def test_a_table_keeps_only_so_much_talk(kept: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_SAID", 5)
    one, other = left(kept, 0), left(kept, 0)
    kept.say(other, "Ann", "ahoy")
    for number in range(12):
        kept.say(one, "Eve", str(number))
    assert [said["text"] for said in kept.said(one)] == ["7", "8", "9", "10", "11"]
    with kept.reading() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(CHAT)).scalar_one() == 6


def test_a_move_at_a_table_that_was_just_cleared_is_refused_and_no_fault(host: Host) -> None:
    """It was answered 500, as if something had gone wrong."""
    table = host.table("locker", people(2))
    who = table.view()["to_act"][0]
    choice = table.view(who)["choices"][0]
    with host.hub.store.reading() as connection:
        assert connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table.id)).first()
    host.hub.store.write(lambda one: one.execute(TABLES.delete().where(TABLES.c.id == table.id)))
    answer = table.try_move(who, choice)
    assert answer.status_code == 410, answer.text
    assert answer.json()["error"] == "this table is gone"


# serve --check

SAFE = Settings(public_url="https://games.example.org", trusted_proxies="127.0.0.1/32", database="sqlite://")


def about(settings: Settings, monkeypatch: pytest.MonkeyPatch, user: int = 1000) -> dict[str, str]:
    for name in [name for name in os.environ if name.startswith("FATHOMS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr(safety.os, "geteuid", lambda: user)
    monkeypatch.setattr("resource.getrlimit", lambda which: (10**6, 10**6))
    return {one.what: one.text for one in safety.unsafe(settings)}


def test_a_careful_set_up_has_nothing_unsafe(monkeypatch: pytest.MonkeyPatch) -> None:
    assert about(SAFE, monkeypatch) == {}
    assert about(Settings(database="sqlite://"), monkeypatch) == {}, "nobody but this machine reaches it"


@pytest.mark.parametrize(
    ("change", "what", "words"),
    [
        ({"public_url": "", "host": "0.0.0.0"}, "TLS", "FATHOMS_PUBLIC_URL=https://NAME"),
        ({"public_url": "", "host": "::"}, "names", "FATHOMS_HOSTS"),
        ({"hosts": "*"}, "names", "FATHOMS_HOSTS"),
        ({"trusted_proxies": ""}, "proxy", "FATHOMS_TRUSTED_PROXIES"),
        ({"trusted_proxies": "0.0.0.0/0"}, "proxy", "anybody in 0.0.0.0/0"),
        ({"moves_a_minute": 10**6}, "limits", "FATHOMS_MOVES_A_MINUTE"),
    ],
)
def test_what_is_unsafe_is_told_with_what_to_set(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], what: str, words: str
) -> None:
    assert words in about(Settings(**{**vars(SAFE), **change}), monkeypatch)[what]


def test_root_open_files_and_old_versions_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "t.db"
    file.touch()
    file.chmod(0o644)
    monkeypatch.setattr(holes.metadata, "version", lambda name: "0.0.1")
    found = about(Settings(**{**vars(SAFE), "database": f"sqlite:///{file}"}), monkeypatch, user=0)
    assert "root" in found["user"]
    assert f"chmod 600 {file}" in found["files"]
    assert "allowed: " in found["versions"]


def test_the_command_says_so_and_its_exit_code_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(safety.os, "geteuid", lambda: 1000)
    monkeypatch.setattr("resource.getrlimit", lambda which: (10**6, 10**6))
    here = ["serve", "--check", "--database", f"sqlite:///{tmp_path / 't.db'}"]
    good, bad = CliRunner().invoke(cli, here), CliRunner().invoke(cli, [*here, "--host", "0.0.0.0"])
    assert (good.exit_code, bad.exit_code) == (0, 1), good.output + bad.output
    assert "Nothing unsafe" in good.output
    assert "without TLS" in bad.output
    assert not (tmp_path / "t.db").exists(), "it starts nothing"


# Versions with known holes


def test_no_floor_no_pin_and_nothing_installed_has_a_known_hole() -> None:
    """pillow 11.0 and ray 2.40 were admitted."""
    assert holes.holes_in(holes.floors((ROOT / "pyproject.toml").read_text("utf-8"))) == []
    assert holes.holes_in(holes.pinned((ROOT / "constraints.txt").read_text("utf-8"))) == []
    assert holes.holes_in(holes.installed()) == []


def test_a_version_with_a_hole_is_found_however_it_is_written() -> None:
    assert holes.holes_in(holes.pinned("Jinja2==3.1.5\nh11>=0.9\npython_multipart==0.0.17\nrich==1\n"))[0].startswith(
        "jinja2 3.1.5 has CVE-2025-27516; allowed: 3.1.6"
    )
    assert len(holes.holes_in(holes.pinned("Jinja2==3.1.5\nh11>=0.9\npython_multipart==0.0.17\nrich==1\n"))) == 3
    assert holes.hole_in("jinja2", "3.1.10") is None
    assert holes.hole_in("urllib3", "2.6") is None


# At a terminal


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def screen() -> Iterator[Screen]:
    root, level = logging.getLogger(), logs.log.level
    before = root.handlers[:]
    yield Screen()
    root.handlers[:] = before
    logs.log.setLevel(level)


def test_a_person_at_a_terminal_reads_words_and_only_of_trouble(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two lines of JSON stood before the address."""
    monkeypatch.setattr(sys, "stderr", screen)
    logs.log_to_stderr("info")
    logs.tell("start", version="1")
    assert screen.getvalue() == ""
    logs.tell("disk", logging.WARNING, kind="a fault of this test", free=3)
    assert screen.getvalue() == "warning: disk (kind a fault of this test, free 3)\n"


@pytest.mark.parametrize("asked", [True, False])
def test_a_service_and_who_asks_for_it_get_json(screen: Screen, monkeypatch: pytest.MonkeyPatch, asked: bool) -> None:
    monkeypatch.setattr(sys, "stderr", screen)
    if not asked:
        monkeypatch.setattr(Screen, "isatty", lambda one: False)
    logs.log_to_stderr("info", "json" if asked else "auto")
    logs.tell("start", version="1")
    assert json.loads(screen.getvalue())["event"] == "start"


# A private server


def test_a_private_servers_home_offers_only_what_it_gives(serve: Serve) -> None:
    """It showed "Play now", which answered that only the host may."""
    with serve(who_sets_tables="host") as host:
        page = host.web.get(f"{host.base}/").text
        assert 'action="/play/' not in page
        assert 'href="/new/' not in page
        assert "Play now" not in page
        key = host_key(host.hub.store)
        assert 'action="/play/locker"' in host.web.get(f"{host.base}/", headers={"Cookie": f"fathoms_host={key}"}).text


# A restart under play

TABLES_AT_ONCE = 24


def test_after_a_restart_every_page_of_24_tables_is_back_at_its_first_attempt(child: Callable[..., Child]) -> None:
    """Who asks once the server listens is answered, with what it missed; nobody has to try again."""
    server = child()
    with httpx.Client(timeout=60) as web:
        host = Host(server.base, web)
        server.ready(web)
        tables = [host.table("locker", people(2)) for _ in range(TABLES_AT_ONCE)]
        versions = [one.move_on() for one in tables]
        server.kill()
        server.start()
        for one, version in zip(tables, versions, strict=True):
            with one.live(page=True, after=version, open_timeout=60) as page:  # the listener's queue holds it so long
                told = page.next()
                assert (told["kind"], told["version"]) == ("state", version)


def test_a_page_tries_again_within_two_seconds() -> None:
    source = (ROOT / "fathoms/table/static/table/socket.js").read_text("utf-8")
    longest = re.search(r"const LONGEST = (\d+);", source)
    assert longest is not None
    assert int(longest[1]) < 2000
    assert "Math.min(retry * 2, LONGEST)" in source


# The laboratory

STARTS = """
import os, subprocess, sys
print(subprocess.Popen([sys.executable, "-m", "fathoms.lab.balance.worker", str(os.getpid())]).pid, flush=True)
sys.stdin = open("/dev/null"); import time; time.sleep(600)
"""


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at processes as Linux shows them")
def test_the_laboratorys_worker_ends_with_a_server_that_is_killed() -> None:
    """It went on for ten minutes, for nobody."""
    theirs, ours = os.pipe()  # what it is asked never comes, and the line stays open
    with subprocess.Popen([sys.executable, "-c", STARTS], stdin=theirs, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = Path("/proc") / server.stdout.readline().strip()
        until(lambda: b"balance.worker" in (worker / "cmdline").read_bytes())
        server.kill()
    until(lambda: not worker.exists() or ") Z " in (worker / "stat").read_text())
    os.close(theirs)
    os.close(ours)
