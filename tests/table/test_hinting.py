"""Hints at the table: who may ask, who gets to know, and what is refused."""

from collections.abc import Iterator

import httpx
import pytest

from fathoms.bots import hints
from fathoms.bots.warm import warm_coach
from fathoms.engine.game import find_game
from fathoms.table import hinting
from tests.table.playing import Host, Table, bots, people, person_at, until


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    warm_coach(find_game("locker"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hints, "SECONDS", 0.01)
        patch.setattr(hints, "IMAGINED", 8)
        yield


def ask(table: Table, who: str | None = "A", **more: str) -> httpx.Response:
    headers = {**table.headers(who), **more}
    return table.web.post(f"{table.api}/hint", json={}, headers=headers)


def my_turn(table: Table) -> None:
    """Play on until A may press on or surface."""

    def mine() -> bool:
        if "surface" in table.view("A")["choices"] and table.view("A")["row"]:
            return True
        for who in table.tokens:
            told = table.look(who)
            if told["view"]["choices"]:
                table.try_move(who, told["view"]["choices"][0], told["version"])
        return False

    until(mine)


@pytest.fixture
def alone(host: Host) -> Table:
    """Somebody alone against a bot, to move."""
    table = host.table("locker", [*people(1), *bots(1)], first="A")
    my_turn(table)
    return table


def test_a_hint_is_one_of_the_choices_with_a_reason(alone: Table) -> None:
    told = ask(alone).json()
    assert told["best"] in alone.view("A")["choices"]
    assert told["seat"] == "A"
    assert told["version"] == alone.look()["version"]
    assert told["reason"] in told["text"]
    assert told["sure"] in ("sure", "likely", "close")
    french = ask(alone, **{"accept-language": "fr"}).json()
    assert french["best"] == told["best"]
    assert "de chances de gagner" in french["text"]


def test_everybody_sees_that_a_hint_was_taken(alone: Table) -> None:
    assert alone.look()["hints"] == {"allowed": True, "taken": {}}
    with alone.live(None, alone.look()["version"], page=True) as looking:
        looking.next()
        assert ask(alone).status_code == 200
        assert looking.next() == {"kind": "hint", "seat": "A", "name": "Person 0"}
    assert alone.look()["hints"]["taken"] == {"A": 1}
    assert 'class="hinted"' in alone.get(alone.page).text


@pytest.mark.parametrize(
    ("hints_wanted", "seats", "allowed"),
    [
        (None, [*people(1), *bots(1)], True),
        (None, people(2), False),
        (True, people(2), True),
        (False, [*people(1), *bots(1)], False),
    ],
)
def test_who_may_ask(host: Host, hints_wanted: bool | None, seats: list[dict[str, str]], allowed: bool) -> None:
    made = host.ask_table("locker", seats, options={"players": 2, "first": "A"}, hints=hints_wanted).json()
    table = Table(host.base, made["table"], made["tokens"], host.web)
    my_turn(table)
    assert table.look()["hints"]["allowed"] is allowed
    assert ("data-hint=" in table.get(table.page, "A").text) is allowed
    answer = ask(table)
    assert answer.status_code == (200 if allowed else 403)
    if not allowed:
        assert "allows no hints" in answer.json()["error"]
        assert table.look()["hints"]["taken"] == {}


def test_a_hint_is_for_ones_own_seat_and_turn(host: Host) -> None:
    made = host.ask_table("locker", people(2), options={"players": 2, "first": "A"}, hints=True).json()
    table = Table(host.base, made["table"], made["tokens"], host.web)
    my_turn(table)
    assert ask(table, None).status_code == 403
    late = ask(table, "B")
    assert late.status_code == 422
    assert "nothing to decide" in late.json()["error"]
    assert table.look()["hints"]["taken"] == {}


def test_hints_have_a_limit(serve, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    with serve(hints_a_minute=2) as host:
        table = host.table("locker", [*people(1), *bots(1)], first="A")
        my_turn(table)
        assert [ask(table).status_code for _ in range(2)] == [200, 429]
        monkeypatch.setattr(hinting, "is_ready", lambda game, purpose: False)
        assert ask(table).status_code == 503


def test_the_form_asks_whether_hints_are_allowed(host: Host) -> None:
    with host.browser() as browser:
        page = browser.get("/new/locker").text
        assert '<select name="hints">' in page
        made = browser.post("/new/locker", data={"players": "2", "seat_B": "sailor", "hints": "no"})
        table_id = made.headers["location"].rsplit("/", 1)[-1]
        assert browser.get(f"/api/tables/{table_id}").json()["hints"]["allowed"] is False


def test_a_rematch_counts_hints_anew(host: Host) -> None:
    with host.browser() as browser:
        table = person_at(host, browser, "locker", [*people(1), *bots(1)], first="A")
        my_turn(table)
        assert browser.post(f"/api/tables/{table.id}/hint", json={}).status_code == 200
        browser.post(f"/t/{table.id}/away", data={"away": "1"})
        until(lambda: table.view()["over"])
        again = browser.post(f"/t/{table.id}/rematch").json()["table"]
        assert browser.get(f"/api/tables/{again}").json()["hints"]["taken"] == {}
