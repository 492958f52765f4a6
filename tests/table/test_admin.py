"""What a host does: by the command line and on the host's page, while the server runs and nobody else suffers."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from fathoms.engine.errors import OptionError
from fathoms.table.admin import backup, desk, doctor
from fathoms.table.keeping.claim import claim
from fathoms.table.live import decisions
from fathoms.table.rooms import hosting
from fathoms.table.rooms.hosting import host_key, renew_host_key
from fathoms.table.rooms.opening import open_store
from fathoms.table.rooms.store import Store
from fathoms.table.settings import Settings
from tests.openings import deal_until
from tests.table.playing import Host, Table, bots, people, person_at, seat, until

Serve = Callable[..., Any]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "LOOK_SECONDS", 0.05)


def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


def elsewhere(tmp_path: Path) -> Store:
    """The database as another process opens it: the command line's."""
    return open_store(database(tmp_path))


def test_a_closed_table_is_told_to_those_who_sit_there_and_opens_again(serve: Serve, tmp_path: Path) -> None:
    with serve() as host, closing(elsewhere(tmp_path)) as store:
        table, other = host.table("locker", people(2), first="A"), host.table("locker", people(2), first="A")
        with table.live(page=True) as page, other.live(page=True) as quiet:
            assert page.next()["kind"] == quiet.next()["kind"] == "state"
            desk.close_table(store, table.id, "bad words")
            assert page.next() == {"kind": "changed"}
            told = host.web.get(table.api)
            assert (told.status_code, "bad words" in told.json()["error"]) == (410, True)
            assert table.try_move("A", "continue").status_code == 410
            assert other.move_on() > 0
        desk.reopen_table(store, table.id)
        assert table.move_on() > 0


def test_a_removed_table_is_gone_with_all_that_belongs_to_it(serve: Serve, tmp_path: Path) -> None:
    """Deleted by SQL, a table left its events, moves and messages behind."""
    with serve() as host, closing(elsewhere(tmp_path)) as store:
        table = host.table("locker", people(2), first="A")
        table.move_on()
        desk.remove_table(store, table.id)
        until(lambda: host.web.get(table.api).status_code == 404)
        with closing(sqlite3.connect(tmp_path / "tables.db")) as base:
            assert base.execute("SELECT count(*) FROM events").fetchone() == (0,)
            assert base.execute("SELECT count(*) FROM moves").fetchone() == (0,)


def test_whoever_is_banned_is_turned_away_and_the_game_goes_on(serve: Serve, tmp_path: Path) -> None:
    with serve() as host, closing(elsewhere(tmp_path)) as store, host.browser() as rude, host.browser() as kind:

        def deal() -> Table:
            table = person_at(host, rude, "locker", [seat("person", "Rude"), seat("open")], first="A")
            kind.post(f"/api/tables/{table.id}/join", json={"name": "Kind"})
            return table

        table = deal_until(lambda table: table.view()["to_act"] == ["A"], deal)
        person = next(one for one in desk.people(store) if "Rude" in one.names)
        before = kind.get(f"/api/tables/{table.id}").json()["version"]
        desk.ban(store, person.short, "bad words")
        until(lambda: rude.get("/").status_code == 403)
        page = rude.get("/", headers={"accept": "text/html", "accept-language": "fr"}).text
        assert "bad words" in page
        assert "ne plus venir" in page
        assert rude.post(f"/api/tables/{table.id}/moves", json={"move": "continue", "id": "1"}).status_code == 403
        assert kind.get(f"/t/{table.id}").status_code == 200
        until(lambda: kind.get(f"/api/tables/{table.id}").json()["version"] > before)  # a bot stands in
        desk.pardon(store, person.short)
        until(lambda: rude.get("/").status_code == 200)


def test_bots_stand_in_before_the_server_hears_of_a_ban(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that looked between the two found nobody away, and the table waited for ever."""
    monkeypatch.setattr(decisions, "LOOK_SECONDS", 3600.0)
    with serve() as host, closing(elsewhere(tmp_path)) as store, host.browser() as rude:
        table = person_at(host, rude, "locker", [seat("person", "Rude"), seat("open")], first="A")
        found: list[tuple[bool, bool]] = []
        write = store.write

        def watched(work: Callable[..., Any]) -> Any:
            done = write(work)
            row = store.get(table.id)
            assert row is not None
            found.append((bool(hosting.decisions_after(store, 0)), row.seats[0].away))
            return done

        monkeypatch.setattr(store, "write", watched)
        desk.ban(store, next(one.short for one in desk.people(store) if "Rude" in one.names), "bad words")
        assert found[-1] == (True, True)
        assert all(away for heard, away in found if heard)


def test_a_table_of_somebody_with_two_seats_counts_once(serve: Serve, tmp_path: Path) -> None:
    with serve() as host, closing(elsewhere(tmp_path)) as store, host.browser() as browser:
        table = person_at(host, browser, "locker", [seat("person", "Ann"), seat("person", "Ben")])
        assert [(list(one.names), list(one.tables)) for one in desk.people(store)] == [(["Ann", "Ben"], [table.id])]


def test_a_network_can_be_banned(serve: Serve, tmp_path: Path) -> None:
    with serve(trusted_proxies="127.0.0.1") as host, closing(elsewhere(tmp_path)) as store:
        assert desk.ban(store, "192.0.2.9/24") == "192.0.2.0/24"

        def status(address: str) -> int:
            return host.web.get(f"{host.base}/", headers={"x-forwarded-for": address}).status_code

        until(lambda: status("192.0.2.77") == 403)
        assert status("192.0.3.77") == 200


@pytest.mark.parametrize("who", ["abc", "deadbeefdead", "999.1.1.1", ""])
def test_who_is_not_known_is_refused(tmp_path: Path, who: str) -> None:
    with closing(elsewhere(tmp_path)) as store, pytest.raises(OptionError, match="allowed"):
        desk.ban(store, who)


def test_on_a_private_server_the_host_alone_sets_tables(serve: Serve) -> None:
    with serve(who_sets_tables="host") as host:
        assert host.ask_table("locker", people(2), options={"players": 2}).status_code == 403
        key = {"authorization": f"Bearer {host.app.state.decisions.key}"}
        made = host.web.post(f"{host.base}/api/tables", json={"game": "locker"}, headers=key)
        assert made.status_code == 201


# Copies


def test_a_copy_made_while_the_server_runs_can_be_put_back(serve: Serve, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with serve() as host:
        kept = host.table("locker", people(2), first="A")
        assert backup.backup(database(tmp_path), copy) > 0
        lost = host.table("locker", people(2), first="A")
        with pytest.raises(OptionError, match="belongs to a server"):
            backup.restore(database(tmp_path), copy)
    assert copy.stat().st_mode & 0o077 == 0
    before = backup.restore(database(tmp_path), copy)
    assert before is not None
    with serve() as host:
        assert [host.web.get(f"{host.base}/api/tables/{one.id}").status_code for one in (kept, lost)] == [200, 404]
    with closing(sqlite3.connect(before)) as base:
        assert base.execute("SELECT count(*) FROM tables").fetchone() == (2,)


def test_what_is_no_copy_is_refused_and_nothing_is_touched(tmp_path: Path) -> None:
    elsewhere(tmp_path).close()
    before = (tmp_path / "tables.db").read_bytes()
    (tmp_path / "story").write_text("once upon a time " * 100)
    for source in (tmp_path / "story", tmp_path / "nothing"):
        with pytest.raises(OptionError, match="allowed"):
            backup.restore(database(tmp_path), source)
    with pytest.raises(OptionError, match="a new file"):
        backup.backup(database(tmp_path), tmp_path / "story")
    assert (tmp_path / "tables.db").read_bytes() == before


# The doctor


def test_the_doctor_finds_rows_of_tables_that_are_gone(tmp_path: Path) -> None:
    elsewhere(tmp_path).close()
    settings = Settings(database=database(tmp_path))
    assert not [one for one in doctor.examine(settings) if one.what in ("database", "tables") and one.ok is False]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as base, base:
        base.execute("INSERT INTO events VALUES ('nowhere', 1, 'A surface', 0)")
    wrong = [one.text for one in doctor.examine(settings) if one.what == "database" and one.ok is False]
    assert wrong == ["1 rows belong to tables that are gone"]
    with claim(tmp_path / "tables.db"):
        assert any(one.what == "server" and one.ok for one in doctor.examine(settings))


def test_the_doctor_names_a_setting_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOMS_PROT", "80")
    found = doctor.examine(Settings(database=database(tmp_path)))
    assert any("FATHOMS_PROT" in one.text for one in found)


# The host's page


@contextmanager
def signed_in(host: Host) -> Iterator[httpx.Client]:
    with host.browser(follow_redirects=True) as browser:
        assert "Secret of the link" in browser.get("/host").text
        assert browser.post("/host", data={"secret": host_key(host.app.state.hub.store)}).status_code == 200
        yield browser


def test_the_hosts_page_opens_with_its_secret_alone(serve: Serve) -> None:
    with serve() as host, host.browser(follow_redirects=True) as stranger:
        assert "not good" in stranger.post("/host", data={"secret": "sesame"}).text
        for path in ("close", "remove", "ban", "pardon", "prune", "link", "backup", "reopen"):
            form = {"table": "x", "who": "192.0.2.7"}
            assert stranger.post(f"/host/{path}", data=form).status_code == 403, path
        with signed_in(host) as browser:
            assert "Keeping and clearing" in browser.get("/host").text
            assert "Garder et effacer" in browser.get("/host", headers={"accept-language": "fr"}).text


def test_the_host_closes_removes_bans_and_backs_up_on_the_page(serve: Serve) -> None:
    with serve() as host, signed_in(host) as browser:
        table = host.table("locker", [*people(1), *bots(1)], first="A")
        page = browser.post("/host/close", data={"table": table.id, "reason": "<b>bad</b> words"})
        assert "&lt;b&gt;bad&lt;/b&gt; words" in page.text
        assert host.web.get(table.api).status_code == 410  # at once
        browser.post("/host/reopen", data={"table": table.id})
        assert host.web.get(table.api).status_code == 200
        assert browser.post("/host/ban", data={"who": "192.0.2.0/24", "reason": "noise"}).text.count("192.0.2.0/24") > 1
        copy = browser.post("/host/backup")
        assert copy.content.startswith(b"SQLite format 3")
        browser.post("/host/remove", data={"table": table.id})
        assert host.web.get(table.api).status_code == 404
        assert browser.post("/host/prune").status_code == 200


def test_a_link_that_was_revoked_opens_nothing(serve: Serve, tmp_path: Path) -> None:
    with serve() as host, signed_in(host) as browser, host.browser() as thief:
        thief.cookies.update(browser.cookies)
        assert "Keeping and clearing" in thief.get("/host").text
        browser.post("/host/link")
        assert "Keeping and clearing" in browser.get("/host").text
        assert "Secret of the link" in thief.get("/host").text
        with closing(elsewhere(tmp_path)) as store:  # as the command line does
            renew_host_key(store)
        until(lambda: "Secret of the link" in browser.get("/host").text)


def test_the_hosts_page_shows_no_secret_of_a_game(serve: Serve) -> None:
    """Who sits where, never what they hold, and no hash that opens a seat."""
    with serve() as host, signed_in(host) as browser:
        table = host.table("nukha", people(3))
        page = browser.get("/host").text
        kept = host.app.state.hub.store.get(table.id)
        assert table.id in page
        assert all(one.token not in page for one in kept.seats)
        assert kept.secret.hex() not in page
