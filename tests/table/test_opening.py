"""A record in a file, opened at the table: a finished game as one's own, one that was on in words, the rest refused."""

import json
from typing import Any

import httpx
import pytest

from fathoms.engine.game import game_names
from fathoms.engine.records.verify import verify_record
from fathoms.table.rooms.room import Room
from fathoms.table.web.study.opening import MOST_KIB
from tests.table.playing import Host, Table, people
from tests.table.test_branching import branch
from tests.table.test_replaying import finished


@pytest.fixture(scope="module")
def records(host: Host) -> dict[str, str]:
    return {game: record_of(finished(host, game)) for game in game_names()}


def record_of(table: Table, seat: str | None = None) -> str:
    return table.get(f"{table.api}/record", seat).text


def give(browser: httpx.Client, text: str | bytes, **more: Any) -> httpx.Response:
    return browser.post("/open", files={"file": ("game.json", text, "application/json")}, **more)


def opened(host: Host, browser: httpx.Client, text: str) -> Table:
    answer = give(browser, text)
    assert answer.status_code == 303, answer.text
    return Table(host.base, answer.headers["location"].split("/")[2], {}, browser)


@pytest.mark.parametrize("game", game_names())
def test_a_foreign_record_opens_as_ones_own(host: Host, records: dict[str, str], game: str) -> None:
    with host.browser() as ann:
        table = opened(host, ann, records[game])
        events = json.loads(records[game])["events"]
        assert table.events() == events
        page = ann.get(f"/t/{table.id}/replay?at=3&seat=B").text
        assert "came here as a file" in page
        assert f'action="/t/{table.id}/branch"' in page
        made = branch(host, ann, table, at=len(events) - 1, seat="B", against="open")
        kept = Room.load(host.hub.store, made.id)
        assert kept is not None
        assert kept.match.log == events[:-1]
        assert f'href="/t/{table.id}/replay?at={len(events) - 1}"' in ann.get(f"/t/{made.id}").text


def test_an_opened_record_claims_no_sea_and_no_seat(host: Host, records: dict[str, str]) -> None:
    with host.browser() as ann:
        table = opened(host, ann, records["locker"])
        told = verify_record(record_of(table))
        assert (told.proven, told.given) == (0, told.fates)
        assert "proves none of it" in ann.get(f"/t/{table.id}/fair").text
        assert ann.get(f"/t/{table.id}/fair.json").json() == {"tides": []}
        assert ann.get(f"/t/{table.id}").status_code == 200
        assert ann.post(f"/t/{table.id}/join", data={"name": "Ann"}).status_code == 422
        assert "record from a file" in ann.get("/mine").text
        assert "record from a file" in ann.get("/").text
        assert "you won" not in ann.get("/mine").text


def test_a_record_of_a_game_that_is_on_shows_what_its_owners_shows(host: Host) -> None:
    table = host.table("barracuda", people(2))
    table.move("A", "play 3")
    before = host.tables_ever()
    with host.browser() as ann:
        of_a, of_b = (give(ann, record_of(table, seat)) for seat in "AB")
    assert (of_a.status_code, of_b.status_code) == (200, 200)
    assert "was not over" in of_b.text
    assert json.loads(record_of(table, "B"))["events"][-1] == "A play ?"
    assert of_a.text != of_b.text
    assert host.tables_ever() == before


def changed(text: str, **parts: Any) -> str:
    return json.dumps({**json.loads(text), **parts})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no file was chosen"),
        (b"\xff\xfe\x00", "is no text"),
        ("{", "not readable as JSON"),
        ("[]", "holds no object"),
        ("[" * 5000, "not readable as JSON"),
        ('{"fathoms": 99}', "newer Fathoms"),
        ('{"fathoms": 1}', "incomplete or malformed"),
        ("x" * ((MOST_KIB << 10) + 1), "too large"),
        ('{"unfinished": true}', "incomplete or malformed"),
        ('{"unfinished": true, "game": "whist", "options": {}, "events": []}', "whist"),
        ('{"unfinished": true, "game": "locker", "options": {"players": 9}, "events": []}', "players"),
        ('{"unfinished": true, "game": "locker", "options": {}, "events": [7]}', "event 1"),
        ('{"unfinished": true, "game": "locker", "options": {}, "events": ["A dances"]}', "event 1"),
    ],
)
def test_what_is_no_record_is_refused_in_words(host: Host, text: str | bytes, said: str) -> None:
    before = host.tables_ever()
    with host.browser() as ann:
        for lang, title in (("en", "This file cannot be opened"), ("fr", "Ce fichier ne peut pas être ouvert")):
            page = give(ann, text, headers={"accept-language": lang})
            assert page.status_code == 422
            assert title in page.text
            assert lang == "fr" or said in page.text
    assert host.tables_ever() == before


def test_a_record_that_was_changed_is_refused(host: Host, records: dict[str, str]) -> None:
    text = records["reef"]
    events = json.loads(text)["events"]
    with host.browser() as ann:
        for broken in (
            changed(text, events=events[:-1]),
            changed(text, events=["A dances", *events[1:]]),
            changed(text, result={"scores": {"A": 99}, "winners": ["A"]}),
            changed(text, rules=99),
            changed(text, game="whist"),
            changed(text, seal="0"),
        ):
            assert give(ann, broken).status_code == 422


def test_a_file_that_is_far_too_large_is_answered_with_a_page(host: Host) -> None:
    with host.browser() as ann:
        page = give(ann, "x" * 200_000, headers={"accept": "text/html", "accept-language": "fr"})
    assert page.status_code == 413
    assert "C’est trop grand" in page.text
    assert "65536" in page.text


def test_a_form_without_a_file_is_refused(host: Host) -> None:
    with host.browser() as ann:
        assert ann.post("/open", data={"file": "text"}).status_code == 422
        assert ann.post("/open", data={}).status_code == 422
        assert ann.get("/open").status_code == 200
