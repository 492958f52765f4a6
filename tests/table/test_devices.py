"""The same person on two devices: a link that works once, for its owner only, and that nothing writes down."""

import logging
import re
import sqlite3
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from fathoms.table.rooms.people.devices import (
    FORGET_DAYS,
    MOST_DEVICES,
    devices_of,
    find_key,
    forget_old_devices,
    note_device,
    revoke_device,
)
from fathoms.table.rooms.people.identity import hash_secret
from fathoms.table.rooms.people.subscriptions import subscriptions_of
from fathoms.table.rooms.store import Store
from fathoms.table.web import devices
from fathoms.table.web.mine import pages as mine
from tests.table.playing import Host, Table, person_at, seat, until
from tests.table.push_service import PushService

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
        assert second.cookies["fathoms_person"] != first.cookies["fathoms_person"], "each device has its own secret"
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


# Each device has a secret of its own, a name, and can be revoked

AGENTS = {
    "Chrome on Android": "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36",
    "Firefox on Windows": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0",
    "Safari on iPhone": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile Safari/604.1",
}


def become(first: httpx.Client, second: httpx.Client) -> None:
    secret = first.post("/mine/device").json()["link"].partition("#")[2]
    assert second.post("/device", data={"secret": secret}).status_code == 303


def listed(browser: httpx.Client) -> dict[str, str]:
    """The devices on the page of somebody: name and id."""
    found = re.findall(
        r'<p class="device"><strong>(.*?)</strong>.*?name="device" value="(\w+)"', browser.get("/mine").text, re.S
    )
    return dict(found)


def device_id(host: Host, browser: httpx.Client) -> str:
    """The device that a browser is, by its own secret or by the cookie of one that has none."""
    own = find_key(host.hub.store, browser.cookies["fathoms_person"])
    return own.device if own else browser.cookies["fathoms_device"]


def person_id(host: Host, table: Table) -> str:
    """Whoever sits at A, as the database knows them."""
    row = host.hub.store.get(table.id)
    return str(row.seats[0].person)


def test_devices_are_listed_by_browser_and_system(host: Host) -> None:
    with host.browser() as first:
        person_at(host, first, "locker", SEATS)
        for agent in AGENTS.values():
            with host.browser(headers={"user-agent": agent}) as other:
                become(first, other)
        names = listed(first)
        assert set(AGENTS) < set(names)
        page = first.get("/mine").text
        assert page.count('class="this">this device<') == 1
        assert "last seen 1 minute ago" in page
        french = first.get("/mine", headers={"accept-language": "fr"}).text
        assert "Chrome sur Android" in french
        assert "vu il y a 1 minute" in french


@pytest.mark.parametrize(("lang", "words"), [("en", "last seen on May 1, 2026"), ("fr", "vu le 1 mai 2026")])
def test_a_device_that_was_here_long_ago_is_listed_with_the_day(lang: str, words: str) -> None:
    assert mine._last_seen(datetime(2026, 5, 1, tzinfo=UTC).timestamp(), lang) == words


def test_a_device_is_renamed_by_its_owner_only(host: Host) -> None:
    with host.browser() as first, host.browser() as stranger:
        person_at(host, first, "locker", SEATS)
        person_at(host, stranger, "locker", SEATS)
        device = next(iter(listed(first).values()))
        named = {"device": device, "name": "  The <b>kitchen  tablet\n"}
        assert stranger.post("/mine/devices/name", data=named).status_code == 404
        assert first.post("/mine/devices/name", data=named).headers["location"] == "/mine?said=named#devices"
        assert "The &lt;b&gt;kitchen tablet" in first.get("/mine").text
        assert first.post("/mine/devices/name", data={"device": device, "name": ""}).status_code == 303
        assert "kitchen" not in first.get("/mine").text


def test_a_revoked_device_is_nobody_at_once_and_the_others_stay(host: Host) -> None:
    with host.browser() as first, host.browser(headers={"user-agent": AGENTS["Safari on iPhone"]}) as lost:
        table = person_at(host, first, "locker", SEATS)
        become(first, lost)
        with host.browser(headers={"user-agent": AGENTS["Firefox on Windows"]}) as third:
            become(first, third)
            link = lost.post("/mine/device").json()["link"].partition("#")[2]
            cookie = f"fathoms_person={lost.cookies['fathoms_person']}"
            with table.live(page=True, headers={"cookie": cookie}) as page:
                assert page.next()["kind"] == "state"
                gone = first.post("/mine/devices/revoke", data={"device": listed(first)["Safari on iPhone"]})
                assert gone.headers["location"] == "/mine?said=gone#devices"
                assert page.next()["kind"] == "changed"
            for browser, who in ((first, "A"), (third, "A"), (lost, None)):
                assert browser.get(f"/api/tables/{table.id}").json()["seat"] == who
            assert lost.post("/mine/device").status_code == 403
            assert lost.post(f"/t/{table.id}/close").status_code == 403
            assert table.id not in lost.get("/mine").text
            assert third.post("/device", data={"secret": link}).status_code == 403, "a link that it had asked for"
            assert "Safari on iPhone" not in listed(first)
            assert set(listed(third)) >= {"Firefox on Windows"}


def test_the_first_device_can_be_revoked_from_another_one(host: Host) -> None:
    """Its secret is the one that the person was made with."""
    with host.browser() as lost, host.browser(headers={"user-agent": AGENTS["Chrome on Android"]}) as phone:
        table = person_at(host, lost, "locker", SEATS)
        lost.get(f"/t/{table.id}")
        become(lost, phone)
        (device,) = (one for name, one in listed(phone).items() if name != "Chrome on Android")
        assert phone.post("/mine/devices/revoke", data={"device": device}).status_code == 303
        assert lost.get(f"/api/tables/{table.id}").json()["seat"] is None
        assert phone.get(f"/api/tables/{table.id}").json()["seat"] == "A"
        assert phone.post(f"/t/{table.id}/close").status_code == 303, "still the host of the table"
        assert lost.post("/play/locker", data={"name": "Eve"}).status_code == 303, "as somebody else"
        assert list(listed(phone)) == ["Chrome on Android"]


def test_nobody_revokes_a_device_of_others_nor_the_one_at_hand(host: Host) -> None:
    with host.browser() as first, host.browser() as stranger:
        person_at(host, first, "locker", SEATS)
        person_at(host, stranger, "locker", SEATS)
        device = next(iter(listed(first).values()))
        listed(stranger)
        assert stranger.post("/mine/devices/revoke", data={"device": device}).status_code == 404
        assert first.post("/mine/devices/revoke", data={"device": device}).status_code == 422
        assert first.post("/mine/devices/revoke", data={"device": "none"}).status_code == 404


def test_a_revoked_device_is_called_no_more(serve: Callable[..., Any]) -> None:
    with serve(push="local") as host, host.browser() as first, host.browser() as lost:
        table = person_at(host, first, "locker", SEATS)
        become(first, lost)
        subscription = PushService("http://127.0.0.1:9").subscription
        assert lost.post("/mine/push", json=subscription).status_code == 200
        person = person_id(host, table)
        assert len(subscriptions_of(host.hub.store, person)) == 1
        device = device_id(host, lost)
        assert first.post("/mine/devices/revoke", data={"device": device}).status_code == 303
        assert subscriptions_of(host.hub.store, person) == []


def test_the_secrets_of_devices_are_written_down_nowhere(serve: Callable[..., Any], tmp_path: Path) -> None:
    with serve() as host, host.browser() as first, host.browser() as second:
        person_at(host, first, "locker", SEATS)
        become(first, second)
        secrets = [one.cookies["fathoms_person"] for one in (first, second)]
        with sqlite3.connect(tmp_path / "tables.db") as database:
            stored = "\n".join(database.iterdump())
        for secret in secrets:
            assert secret not in stored
            assert secret.removeprefix("d.") not in stored
            assert secret not in first.get("/mine").text


def test_another_process_hears_of_a_revoked_device(serve: Callable[..., Any]) -> None:
    """Two servers on one database, as several processes are."""
    with serve() as host, host.browser() as first, host.browser() as lost:
        table = person_at(host, first, "locker", SEATS)
        become(first, lost)
        other = Store(host.hub.store.url)
        try:
            person = person_id(host, table)
            device = device_id(host, lost)
            assert lost.get(f"/api/tables/{table.id}").json()["seat"] == "A"
            assert revoke_device(other, person, device)
            until(lambda: lost.get(f"/api/tables/{table.id}").json()["seat"] is None)
            assert first.get(f"/api/tables/{table.id}").json()["seat"] == "A"
        finally:
            other.close()


def sharing(host: Host, first: httpx.Client, second: httpx.Client) -> Table:
    """Two devices as before version 0008: both have the same secret."""
    table = person_at(host, first, "locker", SEATS)
    second.cookies.set("fathoms_person", first.cookies["fathoms_person"], domain="127.0.0.1")
    for browser in (first, second):
        browser.get(f"/t/{table.id}")
    return table


def test_devices_that_shared_a_secret_go_on_and_part(host: Host) -> None:
    with host.browser() as first, host.browser() as second:
        table = sharing(host, first, second)
        shared = first.cookies["fathoms_person"]
        assert len(devices_of(host.hub.store, hash_secret(shared))) == 2
        assert all(one.shares for one in devices_of(host.hub.store, hash_secret(shared)))
        second.get("/mine")
        assert second.cookies["fathoms_person"] != shared
        first.get("/mine")
        assert first.cookies["fathoms_person"] == shared, "nobody else has it any more"
        for browser in (first, second):
            assert browser.get(f"/api/tables/{table.id}").json()["seat"] == "A"
            assert table.id in browser.get("/mine").text
        assert len(devices_of(host.hub.store, hash_secret(shared))) == 2


def test_a_device_that_shares_a_secret_is_revoked_and_the_one_at_hand_stays(host: Host) -> None:
    with host.browser() as first, host.browser() as lost:
        table = sharing(host, first, lost)
        device = device_id(host, lost)
        assert first.post("/mine/devices/revoke", data={"device": device}).status_code == 303
        assert lost.get(f"/api/tables/{table.id}").json()["seat"] is None
        assert first.get(f"/api/tables/{table.id}").json()["seat"] == "A"
        assert len(listed(first)) == 1


def test_a_database_of_before_keeps_its_devices(tmp_path: Path, serve: Callable[..., Any]) -> None:
    with serve() as host, host.browser() as first:
        person_at(host, first, "locker", SEATS)
        first.get("/mine")
        cookies = dict(first.cookies)
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("DROP TABLE device_keys")
        database.execute("ALTER TABLE devices DROP COLUMN name")
        database.execute("UPDATE alembic_version SET version_num = '0007'")
        database.execute("INSERT INTO luggage VALUES ('a', 'b', x'00', 9e9)")
    with serve() as host, host.browser(cookies=cookies) as first:
        assert len(listed(first)) == 1
        assert first.cookies["fathoms_person"] == cookies["fathoms_person"]
        with sqlite3.connect(tmp_path / "tables.db") as database:
            assert database.execute("SELECT count(*) FROM luggage").fetchone() == (0,)


def test_of_too_many_devices_the_oldest_loses_its_access(serve: Callable[..., Any]) -> None:
    with serve() as host, host.browser() as first, host.browser() as oldest:
        table = person_at(host, first, "locker", SEATS)
        become(first, oldest)
        person = person_id(host, table)
        for number in range(MOST_DEVICES):
            note_device(host.hub.store, person, f"device{number}", "?")
        until(lambda: oldest.get(f"/api/tables/{table.id}").json()["seat"] is None)


def test_devices_not_seen_for_long_are_forgotten_with_their_secrets(serve: Callable[..., Any], tmp_path: Path) -> None:
    with serve() as host, host.browser() as first, host.browser() as second:
        person_at(host, first, "locker", SEATS)
        become(first, second)
        long_ago = time.time() - (FORGET_DAYS + 1) * 86_400
        with sqlite3.connect(tmp_path / "tables.db") as database:
            database.execute("UPDATE devices SET seen = ?", (long_ago,))
        assert forget_old_devices(host.hub.store) == 1
        with sqlite3.connect(tmp_path / "tables.db") as database:
            assert database.execute("SELECT count(*) FROM device_keys").fetchone() == (0,)
