"""What people at one table see of each other: clocks, questions, lookers-on, and the rematch they all go to."""

import random
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import httpx
import pytest

from fathoms.engine.match import Match
from fathoms.table.rooms import lobby
from fathoms.table.rooms.clocks import SHOWN_SECONDS
from fathoms.table.rooms.room import Room
from tests.table.playing import Host, Live, Table, bots, people, person_at, seat, until
from tests.table.test_rooms import AGAIN, clocked, move_that_can_be_taken_back, other_than, undo


@pytest.fixture
def browser(host: Host) -> Iterator[httpx.Client]:
    with host.browser() as one:
        yield one


def room_of(host: Host, game: str, settings: dict[str, Any], **options: Any) -> Room:
    """A table of two people in this process alone."""
    made = lobby.make_table(host.hub.store, game, {"players": 2, **options}, people(2), settings)
    room = Room.load(host.hub.store, made.row.id)
    assert room is not None
    return room


def told(socket: Live, kind: str) -> dict[str, Any]:
    """The next message of a kind; none asks a page to load itself anew."""
    while True:
        message = socket.next(10)
        assert message["kind"] != "changed"
        if message["kind"] == kind:
            return message


# Clocks


def test_every_message_tells_everybodys_time(host: Host) -> None:
    made = host.ask_table("reef", people(2), options={"players": 2}, move_seconds=30, bank_seconds=300).json()
    table = Table(host.base, made["table"], made["tokens"], host.web)
    who = table.view()["to_act"][0]
    with table.live(page=True) as watching:
        clock = watching.next()["clock"]
        assert clock["move"] == 30
        assert 320 < clock["seats"][who]["left"] <= 330 + 60 * SHOWN_SECONDS
        assert clock["seats"][who]["running"]
        assert clock["seats"][other_than(who)] == {"left": 330, "bank": 300, "running": False}
        table.move(who, table.view(who)["choices"][0])
        assert told(watching, "event")["clock"]["seats"]
    page = table.get(table.page).text
    assert 'data-clock="A"' in page
    assert 'data-clock="B"' in page


def test_a_table_without_clocks_draws_none(host: Host) -> None:
    table = host.table("reef", people(2))
    with table.live(page=True) as watching:
        assert watching.next()["clock"] is None
    assert "data-clock" not in table.get(table.page).text


def test_the_very_first_decision_has_a_clock_too(host: Host) -> None:
    """Also where the sea has nothing to do before it."""
    room = room_of(host, "barracuda", {"move_seconds": 30}, layout="first")
    assert room.version == 0
    assert room.time_left(time.time()) == pytest.approx({"A": 30, "B": 30}, abs=5)


def test_who_chooses_first_does_not_wind_up_the_others_clock(host: Host) -> None:
    room = room_of(host, "barracuda", {"move_seconds": 30}, layout="first")
    start = room.row.settings.resumed[0]
    room.move("A", room.match.choices("A")[0], "a")
    room.course.times[-1] = start + 20
    assert room.time_left(start + 25) == pytest.approx({"B": 5})


def test_the_clock_begins_when_what_the_sea_did_was_shown(host: Host) -> None:
    room = room_of(host, "locker", {"move_seconds": 30}, first="A")
    fates = len(room.match.log)
    assert fates
    assert room.time_left(room.course.times[-1]) == pytest.approx({"A": 30 + fates * SHOWN_SECONDS}, abs=0.1)


def test_the_bank_is_for_what_a_move_takes_beyond_its_time(host: Host) -> None:
    room = room_of(host, "barracuda", {"move_seconds": 10, "bank_seconds": 60}, layout="first")
    start = room.row.settings.resumed[0]
    room.move("A", room.match.choices("A")[0], "a")
    room.course.times[-1] = start + 25
    clocks = room.clocks(start + 30)
    assert (clocks["A"].bank, clocks["A"].running) == (pytest.approx(45), False)
    assert clocks["B"].left == pytest.approx(40)


def test_a_move_taken_back_begins_with_a_full_clock(host: Host) -> None:
    table = clocked(host, 600, people(2))
    who, _ = move_that_can_be_taken_back(table)
    room = host.hub.places[table.id].room
    undo(table, who)
    undo(table, other_than(who), True)
    room.course.times[:] = [at - 500 for at in room.course.times]
    assert room.time_left(time.time())[who] > 590


def test_tables_from_before_clocks_noted_their_beginning_still_run(host: Host) -> None:
    room = room_of(host, "locker", {"move_seconds": 30}, first="A")
    room.row.settings = replace(room.row.settings, resumed=())
    assert room.time_left(time.time())["A"] > 25


def test_time_is_up_is_told_to_all_and_remembered(host: Host) -> None:
    """In the log and in a notice, for players and lookers-on, and still there when a page comes back."""
    table = clocked(host, 0.3, people(2))
    with table.live(page=True) as watching, table.live("A", page=True) as playing:
        for socket in (watching, playing):
            while not (message := told(socket, "event"))["notice"]:
                pass
            assert message["notice"] == f"Time is up: a bot moved for Person {'AB'.index(message['log']['who'])}."
            assert message["log"]["text"].startswith(message["notice"])
    assert message["notice"] in table.get(table.page).text
    stored = Room.load(host.hub.store, table.id)
    assert stored is not None
    assert message["version"] in stored.row.settings.by_clock
    french = table.get(table.page, headers={"Cookie": "fathoms_lang=fr"}).text
    assert "Temps écoulé\u202f: un robot a joué pour Person" in french


def test_joiners_are_told_of_the_clock_before_they_sit_down(host: Host, browser: httpx.Client) -> None:
    form = {"players": "2", "seat_B": "open", "move_seconds": "30", "bank_seconds": "300", "first": "B"}
    place = browser.post("/new/locker", data=form).headers["location"]
    for client in (browser, host.web):
        page = client.get(f"{host.base}{place}").text
        assert "30\u00a0s per move, 5\u00a0min in the bank" in page
        assert "Seat B" in page, "an option that is not the usual one"
    french = host.web.get(f"{host.base}{place}", headers={"Cookie": "fathoms_lang=fr"}).text
    assert "30\u00a0s par coup, 5\u00a0min en réserve" in french
    form = browser.get("/new/locker").text
    assert "Seconds per move" in form


# Questions


def test_a_question_comes_to_the_page_without_loading_it_anew(host: Host) -> None:
    table = host.table("reef", people(2))
    who, before = move_that_can_be_taken_back(table)
    other = other_than(who)
    with table.live(other, page=True) as asked, table.live(page=True) as watching:
        asked.next(), watching.next()
        undo(table, who)
        question = told(asked, "state")
        assert 'data-answer="yes"' in question["parts"]["asking"]
        assert "asks to take the last move back." in question["parts"]["asking"]
        assert "data-answer" not in told(watching, "state")["parts"]["asking"]
        undo(table, other, True)
        rewound = told(asked, "state")
        assert rewound["version"] == before
        assert "asked" not in rewound["parts"]["asking"]
        table.move(who, table.view(who)["choices"][-1])
        assert told(asked, "event")["version"] == before + 1


def test_who_asked_can_think_better_of_it(host: Host) -> None:
    table = host.table("reef", people(2))
    who, _ = move_that_can_be_taken_back(table)
    undo(table, who)
    assert "Never mind" in table.get(table.page, who).text
    assert undo(table, who, False).status_code == 200
    assert 'class="asked"' not in table.get(table.page, other_than(who)).text


def test_seats_taken_are_told_without_loading_pages_anew(host: Host, browser: httpx.Client) -> None:
    table = person_at(host, browser, "locker", [seat("person", "Ann"), seat("open"), seat("open")])
    with table.live(page=True) as watching:
        assert "join" in watching.next()["parts"]["seating"]
        httpx.post(f"{table.api}/join", json={"name": "Ben", "seat": "B"})
        state = told(watching, "state")
        assert "<option>B</option>" not in state["parts"]["seating"]
        assert "Ben" in state["html"]
        browser.post(f"/t/{table.id}/fill")
        while told(watching, "state")["parts"]["seating"].strip():
            pass


# Lookers-on


def test_a_looker_on_is_told_so_and_players_are_not(host: Host, browser: httpx.Client) -> None:
    table = person_at(host, browser, "locker", [seat("person", "Ann"), seat("open")])
    page = host.web.get(table.page).text
    assert "You are watching." in page
    assert 'href="#join"' in page
    assert "You are watching." not in browser.get(f"/t/{table.id}").text
    assert "You are watching." not in host.web.get(f"{table.page}/board").text
    with table.live(page=True) as watching:
        assert "You are watching." in watching.next()["html"]


def test_a_looker_ons_words_are_heard(host: Host) -> None:
    table = host.table("locker", people(2))
    with table.live("A", page=True) as socket, host.browser() as eve:
        socket.next()
        eve.cookies.set("fathoms_name", "Eve")
        assert eve.post(f"/t/{table.id}/say", json={"text": "ahoy"}).status_code == 200
        heard = told(socket, "chat")
        assert (heard["name"], heard["text"], heard["watching"]) == ("Eve", "ahoy", True)
        assert "<b>Eve (watching)</b> ahoy" in table.get(table.page, "A").text
    httpx.post(f"{table.page}/say", json={"text": "me too"})
    assert "<b>Looker-on (watching)</b> me too" in table.get(table.page, "A").text


def test_chat_turned_off_is_off_for_all(host: Host) -> None:
    made = host.ask_table("locker", people(2), options={"players": 2}, chat=False).json()
    table = Table(host.base, made["table"], made["tokens"], host.web)
    for who in ("A", None):
        answer = table.post("say", who, json={"text": "ahoy"})
        assert answer.status_code == 403
        assert answer.json()["message"] == "chat is turned off at this table"


# Rematches


def finished(host: Host, count: int, game: str = "locker", **options: Any) -> Table:
    table = host.table(game, [*people(count), *bots(3 - count)], **options)
    table.play_on(random.Random(3).choice)
    return table


def want(table: Table, who: str, **said: bool) -> str | None:
    body = {"kind": "rematch", "agree": True, **said}
    answer = table.post("answer", who, json=body) if said else table.post("ask", who, json=AGAIN)
    assert answer.status_code == 200, answer.text
    found: str | None = answer.json()["table"]
    return found


def test_a_rematch_begins_when_all_agree_and_all_pages_go_there(host: Host) -> None:
    table = finished(host, 2)
    with ExitStack() as stack:
        pages = [stack.enter_context(table.live(who, page=True)) for who in ("A", "B", None)]
        for page in pages:
            page.next()
        assert want(table, "A") is None
        questions = [told(page, "state")["parts"]["asking"] for page in pages]
        assert 'data-answer="start"' in questions[0]
        assert 'data-answer="yes"' in questions[1]
        assert "data-answer" not in questions[2]
        assert "Person 0" in questions[1]
        again = want(table, "B")
        assert again is not None
        assert [told(page, "moved")["table"] for page in pages] == [again] * 3
    assert Room.load(host.hub.store, again).row.status == "playing"  # type: ignore[union-attr]
    assert want(table, "A") == again


def test_seats_keep_their_letters_and_the_next_seat_begins(host: Host) -> None:
    table = finished(host, 1, first="B")
    again = Room.load(host.hub.store, str(want(table, "A")))
    assert again is not None
    assert [(one.seat, one.kind, one.name) for one in again.row.seats] == [
        (one.seat, one.kind, one.name) for one in host.hub.places[table.id].room.row.seats
    ]
    assert again.row.options["first"] == "C"


@pytest.mark.parametrize("game", ["locker", "reef", "nukha"])
def test_the_seat_after_the_one_the_sea_chose_begins_a_rematch(host: Host, game: str) -> None:
    table = finished(host, 1, game)
    chosen = next(line for line in table.events() if line.startswith(("sea first ", "sea captain "))).split(" ")
    again = Room.load(host.hub.store, str(want(table, "A")))
    assert again is not None
    assert again.row.options[chosen[1]] == {"A": "B", "B": "C", "C": "A"}[chosen[2]]
    assert isinstance(again.match, Match)


def test_a_rematch_without_who_does_not_answer_leaves_their_seat_free(host: Host) -> None:
    table = finished(host, 2)
    want(table, "A")
    again = Room.load(host.hub.store, str(want(table, "A", start=True)))
    assert again is not None
    assert again.open_seats() == ["B"]
    assert again.row.status == "open"


def test_who_says_no_is_left_in_peace(host: Host) -> None:
    table = finished(host, 2)
    want(table, "A")
    assert want(table, "B", agree=False) is None
    assert "No: Person 1" in table.get(table.page, "A").text
    with table.live("B", page=True) as page:
        page.next()
        want(table, "A", start=True)
        assert told(page, "moved")["without"] == ["B"]


def test_the_rematch_is_among_ones_tables(host: Host, browser: httpx.Client) -> None:
    table = person_at(host, browser, "locker", [*people(1), *bots(1)])
    browser.post(f"/t/{table.id}/away", data={"away": "1"})
    until(lambda: table.view()["over"])
    again = browser.post(f"/t/{table.id}/ask", json=AGAIN).json()["table"]
    browser.get(f"/t/{again}")
    assert f"/t/{again}" in browser.get("/").text


def test_nothing_can_be_chosen_before_all_are_there(host: Host, browser: httpx.Client) -> None:
    table = person_at(host, browser, "reef", [seat("person", "Ann"), seat("open")], first="A")
    page = browser.get(f"/t/{table.id}").text
    assert "data-move" not in page
    assert "The game begins when every seat is taken." in page
