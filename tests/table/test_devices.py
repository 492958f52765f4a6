"""The same person on two devices: a link that works once, for its owner only, and that nothing writes down."""

import logging
import sqlite3
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from fathoms.table.web import devices
from tests.table.playing import Host, Table, person_at, seat

SEATS = [seat("person", "Ann"), seat("bot"), seat("bot")]


def ask(browser: httpx.Client, table: Table) -> str:
    """The secret of a link asked for at the table."""
    answer = browser.post(f"/t/{table.id}/device", json={})
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    address, _, secret = answer.json()["link"].partition("#")
    assert address.endswith("/device")
    assert answer.json()["picture"].startswith("data:image/svg+xml")
    assert len(secret) >= 32
    return str(secret)


def test_both_devices_are_one_person(host: Host) -> None:
    with host.browser() as first, host.browser() as second, host.browser() as stranger:
        first.cookies.set("fathoms_name", "Ann")
        table = person_at(host, first, "nukha", SEATS)
        secret = ask(first, table)
        arrived = second.post("/device", data={"secret": secret})
        assert arrived.status_code == 303
        assert arrived.headers["location"] == f"/t/{table.id}"
        assert second.cookies["fathoms_person"] == first.cookies["fathoms_person"]
        assert second.cookies["fathoms_name"] == "Ann"
        assert table.id in second.cookies["fathoms_tables"]
        assert all("HttpOnly" in one for one in arrived.headers.get_list("set-cookie") if "person" in one)
        for browser, who in ((first, "A"), (second, "A"), (stranger, None)):
            assert browser.get(f"/api/tables/{table.id}").json()["seat"] == who
        assert "fathoms" in second.get("/").text
        assert table.id in second.get("/").text


def test_a_link_works_once(host: Host) -> None:
    with host.browser() as first, host.browser() as second, host.browser() as third:
        secret = ask(first, person_at(host, first, "locker", SEATS))
        assert second.post("/device", data={"secret": secret}).status_code == 303
        refused = third.post("/device", data={"secret": secret})
        assert refused.status_code == 403
        assert "fathoms_person" not in third.cookies


def test_a_new_link_takes_the_place_of_the_one_before(host: Host) -> None:
    with host.browser() as first, host.browser() as second:
        table = person_at(host, first, "locker", SEATS)
        old, new = ask(first, table), ask(first, table)
        assert second.post("/device", data={"secret": old}).status_code == 403
        assert second.post("/device", data={"secret": new}).status_code == 303


def test_a_link_is_good_for_a_short_time(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "GOOD_FOR", -1)
    with host.browser() as first, host.browser() as second:
        secret = ask(first, person_at(host, first, "locker", SEATS))
        assert second.post("/device", data={"secret": secret}).status_code == 403
    assert devices.GOOD_FOR < 0


@pytest.mark.parametrize("secret", ["", "nonsense", "x" * 81, "é" * 20])
def test_a_guess_is_refused(host: Host, secret: str) -> None:
    with host.browser() as browser:
        assert browser.post("/device", data={"secret": secret}).status_code in (403, 422)
        assert "fathoms_person" not in browser.cookies


def test_only_who_sits_there_gets_a_link(host: Host) -> None:
    with host.browser() as owner, host.browser() as stranger:
        table = person_at(host, owner, "locker", SEATS)
        assert stranger.post(f"/t/{table.id}/device", json={}).status_code == 403
        stranger.cookies.set("fathoms_person", "somebody else")
        assert stranger.post(f"/t/{table.id}/device", json={}).status_code == 403
        assert table.post("device", "A", json={}).status_code == 403, "a program's token is no person"
        foreign = owner.post(f"/t/{table.id}/device", json={}, headers={"Origin": "https://elsewhere.example"})
        assert foreign.status_code == 403


def test_opening_the_page_changes_nothing(host: Host) -> None:
    with host.browser() as first, host.browser() as second:
        secret = ask(first, person_at(host, first, "locker", SEATS))
        page = second.get(f"/device?secret={secret}")
        assert page.status_code == 200
        assert secret not in page.text
        assert page.headers["cache-control"] == "no-store"
        assert "fathoms_person" not in second.cookies
        assert second.post("/device", data={"secret": secret}).status_code == 303, "looking has not used it up"


def test_the_secret_is_written_down_nowhere(serve: Callable[..., Any], tmp_path: Any, caplog: Any) -> None:
    """Neither in the database, nor in a page, nor in a log; and the cookie does not lie open beside it."""
    caplog.set_level(logging.DEBUG)
    with serve() as host, host.browser() as first, host.browser() as second:
        table = person_at(host, first, "locker", SEATS)
        secret, person = ask(first, table), first.cookies["fathoms_person"]
        with sqlite3.connect(tmp_path / "tables.db") as database:
            stored = "\n".join(database.iterdump())
            kept = b"".join(row[0] for row in database.execute("SELECT sealed FROM luggage"))
        assert secret not in stored
        assert person not in stored
        assert person.encode() not in kept
        assert secret not in first.get(f"/t/{table.id}").text
        assert second.post("/device", data={"secret": secret}).status_code == 303
        assert second.post("/device", data={"secret": secret}).status_code == 403
        with sqlite3.connect(tmp_path / "tables.db") as database:
            assert database.execute("SELECT count(*) FROM luggage").fetchone() == (0,)
    ours = " ".join(one.getMessage() for one in caplog.records if not one.name.startswith("http"))  # not the client's
    assert ours
    assert secret not in ours
    assert person not in ours


def test_what_nobody_collects_goes_away(host: Host) -> None:
    store = host.hub.store
    store.leave("old", "somebody", b"", time.time() - 4000)
    store.leave("new", "another", b"", time.time() + 600)
    assert store.collect("old", 0) is None


def test_trying_too_often_is_429(serve: Callable[..., Any]) -> None:
    with serve(moves_a_minute=10) as host, host.browser() as browser:
        answers = [browser.post("/device", data={"secret": f"guess {n}"}).status_code for n in range(12)]
        assert answers[0] == 403
        assert answers[-1] == 429
