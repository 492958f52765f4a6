"""My games: one list of where it is my turn, what goes on and how it ended; and one person on several devices."""

import json
import re
import sqlite3
import uuid
from collections.abc import Callable
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from fathoms.engine.game import game_names, working_games
from fathoms.table.keeping.policy import remove
from fathoms.table.rooms.people.identity import hash_secret
from fathoms.table.rooms.people.sittings import sittings_of, waiting_for
from fathoms.table.rooms.store import Store
from fathoms.table.web.shell import pages as shell
from tests.openings import deal_until, is_calm
from tests.table.playing import Host, Table, bots, person_at, seat, until

OLD = Path(__file__).parent / "old" / "tables-0003.sql"
PHONE = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"


def two_at(host: Host, ann: httpx.Client, bob: httpx.Client, **more: Any) -> Table:
    """A table of Locker where Ann sits at A, who begins, and Bob at B."""
    for one in (ann, bob):
        if "fathoms_person" not in one.cookies:
            one.cookies.set("fathoms_person", uuid.uuid4().hex, domain=one.base_url.host)
    body = {"game": "locker", "seats": [seat("person", "Ann")], "options": {"players": 2, "first": "A"}, **more}

    def deal() -> Table:
        made = ann.post("/api/tables", json=body).json()
        joined = bob.post(f"/api/tables/{made['table']}/join", json={"name": "Bob"}).json()
        return Table(host.base, made["table"], {**made["tokens"], "B": joined["token"]}, host.web)

    def wanted(table: Table) -> bool:
        calm = is_calm(table.view("A"))
        if not calm:
            remove(host.hub.store, [table.id])
        return calm

    return deal_until(wanted, deal)


def pass_turn(table: Table) -> None:
    """Ann's first turn, until Bob is to move."""
    while "B" not in table.view()["to_act"]:
        choices = table.view("A")["choices"]
        table.move("A", "surface" if "surface" in choices else choices[0])


def listed(page: str, heading: str) -> list[str]:
    """The tables under a heading of the page."""
    part = re.search(rf"<h2>{heading}</h2>(.*?)(?:<h2>|</section>)", page, re.S)
    return re.findall(r'<li><a href="/t/(\w+)"', part[1]) if part else []


def test_three_games_and_the_list_says_where_it_is_my_turn(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        first, second, third = (two_at(host, ann, bob) for _ in range(3))
        pass_turn(second)
        page = ann.get("/mine").text
        assert set(listed(page, "It is your turn")) == {first.id, third.id}
        assert listed(page, "Others are to move") == [second.id]
        assert listed(bob.get("/mine").text, "It is your turn") == [second.id]
        assert bob.get("/mine/waiting").json() == {
            "waiting": 1,
            "next": {"table": second.id, "title": "Davy Jones' Locker"},
        }


def test_one_tap_leads_to_the_next_that_waits_and_not_to_the_one_i_am_at(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        first, second = two_at(host, ann, bob), two_at(host, ann, bob)
        told = ann.get(f"/mine/waiting?at={first.id}").json()
        assert told["waiting"] == 2
        assert told["next"]["table"] == second.id
        assert ann.get("/mine/next").headers["location"] in (f"/t/{first.id}", f"/t/{second.id}")
        pass_turn(first)
        assert ann.get("/mine/next").headers["location"] == f"/t/{second.id}"
        pass_turn(second)
        assert ann.get("/mine/next").headers["location"] == "/mine"
        assert ann.get("/mine/waiting").json() == {"waiting": 0, "next": None}


def test_where_time_runs_out_first_comes_first(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        calm = two_at(host, ann, bob)
        day = two_at(host, ann, bob, move_seconds=3600)
        page = ann.get("/mine").text
        assert listed(page, "It is your turn") == [day.id, calm.id]
        assert "time left: 1 hour" in page or "time left: 60 minutes" in page


def test_bots_wait_for_nobody(host: Host) -> None:
    with host.browser() as ann:
        table = person_at(host, ann, "locker", [seat("person", "Ann"), *bots(1)], first="A")
        until(lambda: table.view()["to_act"] == ["A"] or table.view()["over"])
        page = ann.get("/mine").text
        assert listed(page, "With bots") + listed(page, "Finished") == [table.id]
        assert ann.get("/mine/waiting").json()["waiting"] == 0


def test_a_table_that_is_handed_to_a_bot_does_not_wait(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        table = two_at(host, ann, bob)
        assert ann.post(f"/t/{table.id}/away", data={"away": "1"}).status_code == 303
        assert ann.get("/mine/waiting").json()["waiting"] == 0


def test_history_tells_how_it_ended(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        table = two_at(host, ann, bob)
        table.play_on(lambda choices: choices[-1])
        winners = table.view()["winners"]
        told = {who: one.get("/mine").text for who, one in (("A", ann), ("B", bob))}
        for who, page in told.items():
            assert listed(page, "Finished") == [table.id]
            won = "you shared the victory" if len(winners) == 2 else "you won"
            assert (won if who in winners else "you came second of 2") in page
            assert re.search(r'<time datetime="20\d\d-\d\d-\d\d">\w+ \d+, 20\d\d</time>', page)
        assert "Mes parties" in ann.get("/mine", headers={"accept-language": "fr"}).text


def test_whoever_gives_a_seat_up_has_one_table_less(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        table = two_at(host, ann, bob)
        assert bob.post(f"/t/{table.id}/leave").status_code == 303
        assert table.id not in bob.get("/mine").text
        assert table.id in ann.get("/mine").text


def test_nobody_sees_an_empty_list_and_is_given_no_cookie(host: Host) -> None:
    with host.browser() as nobody:
        page = nobody.get("/mine")
        assert "None yet." in page.text
        assert not nobody.cookies
        assert nobody.get("/mine/waiting").json() == {"waiting": 0, "next": None}
        for what in ("device", "revoke"):
            assert nobody.post(f"/mine/{what}").status_code == 403


def test_tables_of_before_are_listed_too(tmp_path: Path, serve: Callable[..., Any]) -> None:
    """A database of before people had a list: who sits where is read from its tables, whose turn it is by looking."""
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.executescript(OLD.read_text(encoding="utf-8"))
        seated = database.execute("SELECT id, seats FROM tables WHERE status = 'playing'").fetchall()
    people = {table: set(re.findall(r'"person": "([0-9a-f]{64})"', seats)) for table, seats in seated}
    known = [(table, person) for table, persons in people.items() for person in persons]
    assert known
    store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
    try:
        for table, person in known:
            found = {one.row.id: one for one in sittings_of(store, person)}
            assert found[table].turn is None
            assert waiting_for(store, person) == []
    finally:
        store.close()


# One person, several devices


def test_devices_are_seen_with_their_kind(host: Host) -> None:
    with host.browser(headers={"user-agent": PHONE}) as phone:
        person_at(host, phone, "locker", [seat("person", "Ann"), *bots(1)])
        page = phone.get("/mine").text
        assert "<strong>Chrome on Android</strong>" in page
        assert "this device" in page
        assert phone.get("/mine").text.count("<strong>Chrome on Android</strong>") == 1


def carried(first: httpx.Client, second: httpx.Client) -> httpx.Response:
    secret = first.post("/mine/device").json()["link"].partition("#")[2]
    return second.post("/device", data={"secret": secret})


def test_all_my_games_come_along_to_another_device(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob, host.browser(headers={"user-agent": PHONE}) as phone:
        table = two_at(host, ann, bob)
        arrived = carried(ann, phone)
        assert arrived.headers["location"] == "/mine"
        assert listed(phone.get("/mine").text, "It is your turn") == [table.id]
        later = two_at(host, ann, bob)
        assert later.id in phone.get("/mine").text
        assert "Chrome on Android" in ann.get("/mine").text


def test_a_changed_secret_leaves_every_other_device_outside(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob, host.browser() as phone:
        table = two_at(host, ann, bob)
        ended = two_at(host, ann, bob)
        ended.play_on(lambda choices: choices[-1])
        carried(ann, phone)
        old = ann.cookies["fathoms_person"]
        link = ann.post("/mine/device").json()["link"].partition("#")[2]
        with table.live(page=True, headers={"cookie": f"fathoms_person={old}"}) as page:
            assert page.next()["kind"] == "state"
            assert ann.post("/mine/revoke").headers["location"] == "/mine?said=revoked"
            assert page.next()["kind"] == "changed"
        assert ann.cookies["fathoms_person"] != old
        for browser, who in ((ann, "A"), (phone, None), (bob, "B")):
            assert browser.get(f"/api/tables/{table.id}").json()["seat"] == who
        assert phone.post(f"/t/{table.id}/close").status_code == 403
        assert table.id not in phone.get("/mine").text
        assert listed(ann.get("/mine").text, "It is your turn") == [table.id]
        assert listed(ann.get("/mine").text, "Finished") == [ended.id]
        with host.browser() as late:  # a link that was asked for before
            assert late.post("/device", data={"secret": link}).status_code == 403
        assert ann.post(f"/t/{table.id}/close").status_code == 303  # still the host


def test_a_changed_secret_cuts_the_tokens_of_ones_seats(host: Host) -> None:
    """Whoever carried a token off is nobody at the table, at once; other people keep theirs."""
    with host.browser() as ann, host.browser() as bob:
        table = two_at(host, ann, bob)
        with table.live("A") as program:
            program.events(table.look()["version"])
            assert ann.post("/mine/revoke").status_code == 303
            with pytest.raises(ConnectionClosed):
                program.next()
        assert table.get(table.api, "A").status_code == 401
        assert table.try_move("A", "continue").status_code == 401
        assert table.look("B")["seat"] == "B"
        body = {"move": "continue", "id": "1"}
        assert ann.post(f"/api/tables/{table.id}/moves", json=body).status_code == 200


def test_a_changed_secret_keeps_when_tables_were_last_touched(serve: Callable[..., Any], tmp_path: Path) -> None:
    with serve() as host, host.browser() as ann, host.browser() as bob:
        two_at(host, ann, bob)
        with sqlite3.connect(tmp_path / "tables.db") as database:
            database.execute("UPDATE tables SET touched = '2026-01-02 03:04:05'")
        assert ann.post("/mine/revoke").status_code == 303
        with sqlite3.connect(tmp_path / "tables.db") as database:
            assert database.execute("SELECT touched FROM tables").fetchone()[0].startswith("2026-01-02 03:04:05")
        person = hash_secret(ann.cookies["fathoms_person"])
        assert [one.seats for one in sittings_of(host.hub.store, person)] == [("A",)]


def test_home_says_what_waits_and_leads_there(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        assert "/mine" not in ann.get("/").text
        table = two_at(host, ann, bob)
        ann.get(f"/t/{table.id}")
        page = ann.get("/").text
        assert at_home(page, "turns") == [(table.id, "Davy Jones' Locker Bob is waiting")]
        assert page.index('class="unfinished"') < page.index("<h1")
        assert at_home(page, "going-on") == []
        assert 'href="/mine"' in ann.get(f"/t/{table.id}").text
        waited = bob.get("/").text
        assert at_home(waited, "turns") == []
        assert at_home(waited, "going-on") == [(table.id, "Davy Jones' Locker Ann Ann to move")]


def at_home(page: str, kind: str) -> list[tuple[str, str]]:
    """The tables of a kind at the top of the first page, each with its words."""
    part = re.search(rf'<section class="{kind}".*?</section>', page, re.S)
    found = re.findall(r'<a href="/t/(\w+)">(.*?)</a>', part[0], re.S) if part else []
    return [(table, unescape(" ".join(re.sub("<[^>]*>", "", words).split()))) for table, words in found]


def test_home_tells_how_much_time_is_left_and_begins_with_the_most_urgent(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        calm = two_at(host, ann, bob)
        day = two_at(host, ann, bob, move_seconds=3600)
        found = at_home(ann.get("/").text, "turns")
        assert [table for table, _ in found] == [day.id, calm.id]
        assert "Bob is waiting · time left: " in found[0][1]
        french = ann.get("/", headers={"accept-language": "fr"}).text
        assert "Bob attend · temps restant" in at_home(french, "turns")[0][1]


def test_home_has_no_more_than_three_of_a_kind_and_a_way_to_the_rest(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        for _ in range(4):
            two_at(host, ann, bob)
        page = ann.get("/").text
        assert len(at_home(page, "turns")) == 3
        assert "My games (4)" in page


def test_home_goes_on_with_lessons_and_games_against_bots(host: Host) -> None:
    with host.browser() as ann:
        assert 'class="unfinished"' not in ann.get("/").text
        lesson = ann.post("/learn/locker").headers["location"]
        table = ann.post("/play/reef", data={"name": "Ann"}).headers["location"]
        page = ann.get("/").text
        assert at_home(page, "going-on") == [(lesson.rsplit("/", 1)[-1], "Davy Jones' Locker lesson")]
        assert at_home(page, "turns") == [(table.rsplit("/", 1)[-1], "The Reef against bots")]


@pytest.mark.parametrize("path", ["/", "/new/locker", "/t/{}"])
def test_head_answers_as_get_does_without_a_body(host: Host, path: str) -> None:
    with host.browser() as ann:
        table = ann.post("/play/reef", data={"name": "Ann"}).headers["location"]
        address = path.format(table.rsplit("/", 1)[-1])
        asked, told = ann.head(address), ann.get(address)
        assert (asked.status_code, asked.content) == (200, b"")
        assert asked.headers["content-type"] == told.headers["content-type"]
        assert ann.head("/t/nowhere").status_code == 404
        assert ann.head("/play/reef").status_code == 405


# As an app


def test_all_that_the_service_worker_keeps_is_there(host: Host) -> None:
    """One file that is missing, and a browser installs no service worker at all."""
    with host.browser() as browser:
        script = browser.get("/sw.js").text
        facts = json.loads(script.partition("const FACTS = ")[2].partition(";\n")[0])
        for path in (*facts["kept"], *facts["books"]):
            assert browser.get(path).status_code == 200, path
        assert len(facts["books"]) == 3 * len(game_names())
        page = browser.get("/offline?lang=fr").text
        assert all(f'href="/rules/{game}"' in page for game in game_names())
        assert "Ce qui marche sans réseau" in page


def test_a_changed_rule_book_is_another_edition(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = shell.edition()
    assert before == shell.edition()
    changed = SimpleNamespace(folder=tmp_path)
    (tmp_path / "book.fr.md").write_text("une règle", encoding="utf-8")
    monkeypatch.setattr(shell, "working_games", lambda: [*working_games(), changed])
    assert shell.edition() != before


def test_the_menu_of_a_table_says_what_each_call_does_and_invites_to_install(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        table = two_at(host, ann, bob)
        for path in (f"/t/{table.id}", "/mine"):
            page = ann.get(path).text
            assert "data-install-now" in page
            assert "Add to Home Screen" in page
            assert 'id="push-test"' in page
        assert "Keep the screen on until I have moved" in ann.get(f"/t/{table.id}").text
