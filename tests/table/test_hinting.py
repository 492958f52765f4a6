"""Hints at the table: who may ask, who gets to know, and what is refused."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from fathoms.bots.coach import hints
from fathoms.bots.coach.hints import give_hint
from fathoms.bots.warm import warm_coach
from fathoms.engine.game import find_game
from fathoms.table.web.study import hinting
from tests.table.playing import Host, Table, bots, people, person_at, until


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    warm_coach(find_game("locker"))
    warm_coach(find_game("barracuda"))
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
    assert re.search(r"de chances de gagner|Trop serré pour trancher", french["text"])


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


def test_asking_twice_gives_the_same_hint_and_costs_once(alone: Table) -> None:
    first, french, again = ask(alone), ask(alone, **{"accept-language": "fr"}), ask(alone)
    assert first.json() == again.json()
    assert french.json()["share"] == first.json()["share"]
    assert french.json()["text"] != first.json()["text"]
    assert alone.look()["hints"]["taken"] == {"A": 1}


def together(host: Host) -> Table:
    """Two at Barracuda, both to choose."""
    made = host.ask_table("barracuda", people(2), options={"players": 2}, hints=True).json()
    table = Table(host.base, made["table"], made["tokens"], host.web)
    until(lambda: table.view()["to_act"] == ["A", "B"])
    return table


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Let something happen while a hint is thought of."""

    def arrange(happens: Callable[[], None]) -> None:
        def think(*told: Any) -> Any:
            happens()
            return give_hint(*told)

        monkeypatch.setattr(hinting, "give_hint", think)

    return arrange


def test_a_hint_stays_good_while_others_choose(host: Host, meanwhile: Callable[..., None]) -> None:
    table = together(host)
    before = ask(table)
    meanwhile(lambda: table.move("A", "play 2"))
    other = ask(table, "B")
    assert before.status_code == other.status_code == 200
    table.move("B", "play 4")
    assert table.look()["hints"]["taken"] == {"A": 1, "B": 1}


def test_whether_others_have_chosen_changes_no_hint(host: Host) -> None:
    table = together(host)
    before = ask(table).json()
    table.move("B", "play 3")
    after = ask(table).json()
    assert {**before, "version": 0} == {**after, "version": 0}
    assert table.look()["hints"]["taken"] == {"A": 1}


def test_a_hint_for_a_decision_that_is_gone_is_not_counted(host: Host, meanwhile: Callable[..., None]) -> None:
    table = together(host)
    meanwhile(lambda: table.move("A", "play 2"))
    late = ask(table, **{"accept-language": "fr"})
    assert late.status_code == 409
    assert late.json()["message"].startswith("votre décision est déjà prise")
    assert table.look()["hints"]["taken"] == {}


def test_hints_have_a_limit(serve, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    with serve(hints_a_minute=2) as host:
        table = host.table("locker", [*people(1), *bots(1)], first="A")
        my_turn(table)
        assert [ask(table).status_code for _ in range(2)] == [200, 200]  # the same one again
        table.move("A", "continue")
        my_turn(table)
        assert ask(table).status_code == 429
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
        again = browser.post(f"/t/{table.id}/ask", json={"kind": "rematch"}).json()["table"]
        assert browser.get(f"/api/tables/{again}").json()["hints"]["taken"] == {}
