"""What people do around the moves: taking back, leaving and coming back, rematches, clocks, shared screens, replays."""

import random
import re
import time
import uuid
from collections.abc import Iterator

import httpx
import numpy as np
import pytest

from fathoms.bots.levels import Bot
from fathoms.engine.dialect import SEATS, SPECTATOR
from fathoms.engine.match import Match
from fathoms.engine.sea import choose_fate, published_root, root_of
from fathoms.table.live import hub
from fathoms.table.rooms import lobby
from fathoms.table.rooms.draft import Stale
from fathoms.table.rooms.room import Room
from tests.table.playing import PATIENCE, Host, Table, bots, people, person_at, seat, until


@pytest.fixture
def browser(host: Host) -> Iterator[httpx.Client]:
    with host.browser() as one:
        yield one


AGAIN = {"kind": "rematch"}


def undo(table: Table, who: str, agree: bool | None = None) -> httpx.Response:
    if agree is None:
        return table.post("ask", who, json={"kind": "undo"})
    return table.post("answer", who, json={"kind": "undo", "agree": agree})


def move_that_can_be_taken_back(table: Table) -> tuple[str, int]:
    """Play The Reef on until somebody's move is the last event: the mover, and the version before the move."""
    for _ in range(200):
        now = table.look()
        who = now["view"]["to_act"][0]
        table.move(who, table.view(who)["choices"][0], now["version"])
        if table.look()["version"] == now["version"] + 1:
            return who, now["version"]
    raise AssertionError("every move was followed by the sea")


def other_than(who: str) -> str:
    return "B" if who == "A" else "A"


# Undo


def test_a_move_is_taken_back_once_everybody_agrees(host: Host) -> None:
    table = host.table("reef", people(2))
    who, before = move_that_can_be_taken_back(table)
    log = table.events()
    assert undo(table, who).json()["done"] is False
    assert table.events() == log, "nothing happens before the other agrees"
    assert undo(table, other_than(who), True).json()["done"] is True
    assert table.look()["version"] == before
    assert table.events() == log[:-1]
    assert table.look()["view"]["to_act"] == [who]


def test_a_refused_undo_changes_nothing_and_cannot_be_agreed_to_later(host: Host) -> None:
    table = host.table("reef", people(2))
    who, _ = move_that_can_be_taken_back(table)
    log = table.events()
    undo(table, who)
    assert undo(table, other_than(who), False).json()["done"] is False
    assert undo(table, other_than(who), True).status_code in (409, 422)
    assert table.events() == log


def test_bots_need_not_agree(host: Host) -> None:
    table = host.table("reef", [*people(1), *bots(1)])
    until(lambda: "A" in table.view()["to_act"])
    for _ in range(100):
        now = table.look()
        table.move("A", table.view("A")["choices"][0])
        if table.events()[-1].startswith("A ") and "A" in table.view()["to_act"]:
            assert undo(table, "A").json()["done"] is True
            assert table.look()["version"] == now["version"]
            return
        until(lambda: "A" in table.view()["to_act"])
    raise AssertionError("A never moved twice in a row")


def move_the_sea_answers(table: Table) -> str:
    """Move until the sea has answered; a card that was met may ask for choices of its own first. Who moved last."""
    for _ in range(50):
        who = table.view()["to_act"][0]
        choices = table.view(who)["choices"]
        table.move(who, "continue" if "continue" in choices else choices[0])
        if table.events()[-1].startswith("sea "):
            return str(who)
    raise AssertionError("the sea never answered")


def test_nobody_takes_back_another_players_move_or_one_the_sea_has_answered(host: Host) -> None:
    table = host.table("reef", people(2))
    who, _ = move_that_can_be_taken_back(table)
    assert undo(table, other_than(who)).status_code in (403, 409, 422)
    locker = host.table("locker", people(2))
    assert undo(locker, move_the_sea_answers(locker)).status_code in (409, 422)
    assert undo(table, "A", True).status_code in (409, 422), "nobody has asked"
    assert httpx.post(f"{table.page}/ask", json={"kind": "undo"}).status_code == 403


def test_a_hidden_choice_is_not_taken_back(host: Host) -> None:
    table = host.table("barracuda", people(3))
    table.move("A", table.view("A")["choices"][0])
    assert undo(table, "A").status_code in (409, 422)


def test_consent_is_for_the_position_it_was_asked_in(host: Host) -> None:
    table = host.table("reef", people(2))
    who, _ = move_that_can_be_taken_back(table)
    undo(table, who)
    acting = table.view()["to_act"][0]
    table.move(acting, table.view(acting)["choices"][0])
    log = table.events()
    assert undo(table, other_than(who), True).status_code in (409, 422)
    assert table.events() == log


def test_one_consent_speaks_for_all_seats_of_a_person(host: Host, browser: httpx.Client) -> None:
    """One device passed round: who holds both seats can take back alone."""
    table = person_at(host, browser, "reef", people(2))
    _, before = move_that_can_be_taken_back(table)
    assert browser.post(f"/t/{table.id}/ask", json={"kind": "undo"}).json()["done"] is True
    assert table.look()["version"] == before


def test_after_an_undo_the_next_move_reaches_a_programs_socket(host: Host) -> None:
    table = host.table("reef", people(2))
    who, before = move_that_can_be_taken_back(table)
    with table.live(after=0) as socket:
        socket.events(before + 1)
        undo(table, who)
        undo(table, other_than(who), True)
        table.move(who, table.view(who)["choices"][-1])
        told = until(lambda: next(iter([m for m in [socket.next()] if "event" in m]), None))
    assert told["event"] == table.events()[before]


def reveals(match: Match, who: str, choice: str) -> bool:
    """Whether a move tells some viewer what the viewer could not know before it."""
    seat, code = SEATS.index(who), match.game.action_codes[choice]
    after = match.position
    after.happen(seat, code)
    for viewer in (*range(match.players), SPECTATOR):
        told = match.position.redacted(viewer)
        for number in range(4):
            world = told.imagined(viewer, np.array([77 * number + 1], np.uint64))
            if seat in world.actors() and code in world.choices(seat):
                world.happen(seat, code)
                if world.redacted(viewer).bytes() != after.redacted(viewer).bytes():
                    return True
    return False


def test_nothing_is_taken_back_across_a_reveal(host: Host) -> None:
    """A mutiny of The Nukha's Cave can show somebody a secret, without the sea."""
    rng, seen = random.Random(1), 0
    for _ in range(12):
        made = lobby.make_table(host.hub.store, "nukha", {"players": 4}, people(4))
        room = Room.load(host.hub.store, made.row.id)
        assert room is not None
        for _ in range(90):
            if room.match.over or seen:
                break
            who = rng.choice(room.match.to_act)
            choices = room.match.choices(who)
            choice = "mutiny" if "mutiny" in choices else rng.choice(choices)
            revealing = choice == "mutiny" and reveals(room.match, who, choice)
            assert room.move(who, choice, uuid.uuid4().hex).result
            if revealing and room.match.log[-1] == f"{who} {choice}" and not room.match.over:
                seen += 1
                assert not room.may_undo(who), f"{who} {choice} showed somebody a secret"
    assert seen


# Two who hold the same table


def test_a_table_in_two_places_follows_an_undo_and_another_move(host: Host) -> None:
    """Two processes: one takes back and plays otherwise before the other has looked."""
    table = host.table("reef", people(2))
    who, before = move_that_can_be_taken_back(table)
    elsewhere = Room.load(host.hub.store, table.id)
    assert elsewhere is not None
    undo(table, who)
    undo(table, other_than(who), True)
    other = next(one for one in table.view(who)["choices"] if f"{who} {one}" != elsewhere.match.log[before])
    table.move(who, other)
    elsewhere.refresh()
    assert elsewhere.match.log[: before + 1] == table.events()[: before + 1]


def test_a_refused_move_elsewhere_does_not_swallow_events(host: Host) -> None:
    """What a refused move finds out on the way is still told to those who look on there."""
    table = host.table("locker", people(2))
    elsewhere = Room.load(host.hub.store, table.id)
    assert elsewhere is not None
    seen = elsewhere.version
    who = table.view()["to_act"][0]
    version = table.move(who, table.view(who)["choices"][0])
    refused = elsewhere.move(who, "dance", "x", seen)
    with pytest.raises(Stale):
        _ = refused.result
    told = [step.version for step in (*refused.happened.told, *elsewhere.refresh().happened.told)]
    assert told == list(range(seen + 1, version + 1))


# Leaving, filling, coming back


def test_a_bot_plays_for_who_leaves_until_the_seat_is_taken_back(host: Host, browser: httpx.Client) -> None:
    table = person_at(host, browser, "reef", [*people(1), *bots(1)])
    until(lambda: "A" in table.view()["to_act"])
    version = table.look()["version"]
    assert browser.post(f"/t/{table.id}/away", data={"away": "1"}).status_code == 303
    until(lambda: any(line.startswith("A ") for line in table.events()[version:]))
    assert browser.post(f"/t/{table.id}/away", data={"away": "0"}).status_code == 303

    def moves_again() -> bool:  # what the bot had begun may still come between
        mine = table.view("A")["choices"]
        return bool(mine) and table.try_move("A", mine[0]).status_code == 200

    until(lambda: table.view()["over"] or moves_again())


def test_only_the_host_fills_the_table_with_bots(host: Host, browser: httpx.Client) -> None:
    table = person_at(host, browser, "locker", [seat("person"), seat("open"), seat("open")])
    with host.browser() as stranger:
        assert stranger.post(f"/t/{table.id}/fill").status_code == 403
    assert table.look()["status"] == "open"
    assert browser.post(f"/t/{table.id}/fill").status_code == 303
    assert table.look()["status"] == "playing"
    assert table.play_on(random.choice)["view"]["over"]


def test_a_rematch_is_one_table_where_everybody_keeps_their_seat(host: Host) -> None:
    """Seats used to rotate: everybody changed colour and shape. Now the seat that begins does (test_company)."""
    with host.browser() as ann, host.browser() as ben:
        table = person_at(host, ann, "locker", [seat("person", "Ann"), seat("open")])
        assert ben.post(f"/t/{table.id}/join", data={"name": "Ben", "seat": "B"}).status_code == 303
        assert ann.post(f"/t/{table.id}/ask", json=AGAIN).status_code in (409, 422), "the game is not over"
        for one in (ann, ben):
            one.post(f"/t/{table.id}/away", data={"away": "1"})
        until(lambda: table.view()["over"])
        places = [one.post(f"/t/{table.id}/ask", json=AGAIN).json()["table"] for one in (ann, ben, ann)]
        assert places[0] is None, "one alone cannot begin it"
        assert places[1] == places[2] is not None
        again = places[1]
        assert [one.get(f"/api/tables/{again}").json()["seat"] for one in (ann, ben)] == ["A", "B"]
        with host.browser() as stranger:
            assert stranger.post(f"/t/{table.id}/ask", json=AGAIN).status_code == 403
        assert f"/t/{again}" in ann.get(f"/t/{table.id}").text
        assert not Room.load(host.hub.store, again).played_by_bot("A")  # type: ignore[union-attr]


def test_an_unanswered_undo_does_not_follow_into_the_rematch(host: Host) -> None:
    table = host.table("reef", people(2))
    who, _ = move_that_can_be_taken_back(table)
    undo(table, who)
    table.play_on(random.Random(1).choice)
    table.post("ask", "A", json=AGAIN)
    again = table.post("ask", "B", json=AGAIN).json()["table"]
    room = Room.load(host.hub.store, again)
    assert room is not None
    assert room.row.settings.question is None


def test_a_socket_that_leaves_at_once_is_forgotten(host: Host) -> None:
    table = host.table("locker", bots(2))
    table.play_on(random.choice)
    for _ in range(12):
        with table.live():
            pass
    until(lambda: not host.hub.places[table.id].connections)


# Clocks


def clocked(host: Host, seconds: float, seats: list[dict[str, str]], game: str = "reef") -> Table:
    settings = {"pace": 0, "move_seconds": seconds, "bank_seconds": 0}
    made = lobby.make_table(host.hub.store, game, {"players": len(seats)}, seats, settings, "p" * 24)
    room = Room.load(host.hub.store, made.row.id)
    assert room is not None
    return Table(host.base, made.row.id, made.tokens, host.web)


def test_when_time_is_up_a_bot_moves_even_if_nobody_looks(host: Host) -> None:
    """Also after a restart, when nobody has moved since: this table is loaded by a look alone."""
    table = clocked(host, 0.3, people(2))
    version = table.look()["version"]
    until(lambda: table.look()["version"] > version)


def test_no_bot_moves_for_somebody_whose_clock_was_wound_anew(host: Host) -> None:
    """A process that had not heard of the latest moves moved in the name of somebody with all their time left."""
    table = clocked(host, 30, people(2))
    room = Room.load(host.hub.store, table.id)
    assert room is not None
    seat, version = room.match.to_act[0], room.version
    room.change(lambda draft: draft.move_bot(Bot("deckhand"), seat, by_clock=True))
    assert (room.version, room.row.settings.by_clock) == (version, ())


def test_a_table_that_leaves_memory_takes_its_clock_along(host: Host) -> None:
    table = clocked(host, 30, people(2))
    table.look()
    clock = host.hub.places[table.id].clock
    assert clock is not None
    host.hub.forget_idle(time.monotonic() + 2 * hub.IDLE_SECONDS)
    assert table.id not in host.hub.places
    table.look()
    until(clock.cancelled)
    assert host.hub.places[table.id].clock not in (None, clock)


def test_a_clock_set_in_the_form_moves_for_the_slow(host: Host, browser: httpx.Client) -> None:
    form = {"name": "Ann", "players": "2", "seat_B": "here", "name_B": "Ben", "move_seconds": "1", "bank_seconds": "0"}
    place = browser.post("/new/reef", data=form).headers["location"]
    first = browser.get(f"/api/tables{place[2:]}").json()["version"]
    until(lambda: browser.get(f"/api/tables{place[2:]}").json()["version"] > first)
    assert browser.post("/new/reef", data={**form, "move_seconds": "soon"}).status_code == 422


def test_a_clock_goes_on_after_its_move_was_taken_back(host: Host) -> None:
    table = clocked(host, 0.3, people(2))
    acting = table.view()["to_act"][0]
    table.move(acting, table.view(acting)["choices"][0])
    room = host.hub.places[table.id].room
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        last = room.match.log[-1]
        if last[0] in "AB" and undo(table, last[0]).status_code == 200:
            done = undo(table, other_than(last[0]), True)
            if done.status_code == 200 and done.json()["done"]:
                version = room.version
                until(lambda version=version: room.version > version)
                return
    raise AssertionError("no move could be taken back")


# One device passed round


def test_a_shared_screen_hides_secrets_behind_a_curtain(host: Host, browser: httpx.Client) -> None:
    table = person_at(host, browser, "barracuda", [*people(2), *bots(1)])
    page = browser.get(f"/t/{table.id}").text
    assert "data-hand" in page
    assert "data-move" not in page
    for who in "AB":
        hand = browser.get(f"/t/{table.id}/hand", params={"seat": who})
        assert 'data-move="' in hand.json()["html"]
    assert browser.get(f"/t/{table.id}/hand", params={"seat": "C"}).status_code == 403
    with host.browser() as stranger:
        assert stranger.get(f"/t/{table.id}/hand", params={"seat": "A"}).status_code == 403


def test_a_shared_screen_moves_for_the_seat_it_names(host: Host, browser: httpx.Client) -> None:
    table = person_at(host, browser, "barracuda", people(2))
    version, move = table.look()["version"], table.view("B")["choices"][0]
    body = {"move": move, "id": "1", "version": version, "seat": "B"}
    assert browser.post(f"/api/tables/{table.id}/moves", json=body).status_code == 200
    assert table.events("B")[version] == f"B {move}"


def test_the_big_screen_shows_nobodys_hand_and_no_choices(host: Host, browser: httpx.Client) -> None:
    table = person_at(host, browser, "barracuda", people(2))
    with host.browser() as stranger:
        theirs = stranger.get(f"/t/{table.id}/board")
    mine = browser.get(f"/t/{table.id}/board")
    assert "data-move" not in mine.text
    assert mine.content == theirs.content


# Chat


def test_chat_is_for_all_who_are_there_where_it_is_on(host: Host) -> None:
    table = host.table("locker", people(2))
    with table.live(page=True) as socket:
        socket.next()
        assert table.post("say", "A", json={"text": "ahoy"}).status_code == 200
        told = socket.next()
    assert (told["kind"], told["text"]) == ("chat", "ahoy")
    assert "ahoy" in table.get(table.page).text
    assert table.post("say", "A", json={"text": "x" * 5000}).status_code == 422
    made = host.ask_table("locker", people(2), options={"players": 2}, chat=False).json()
    quiet = Table(host.base, made["table"], made["tokens"], host.web)
    assert quiet.post("say", "A", json={"text": "psst"}).status_code == 403
    assert 'id="chat"' not in quiet.get(quiet.page, "A").text


# Afterwards


def test_after_the_end_the_game_can_be_seen_through_any_eyes_and_every_fate_checked(host: Host) -> None:
    table = host.table("barracuda", [*people(1), *bots(2)])
    assert table.get(f"{table.page}/fair.json", "A").status_code == 403
    assert table.get(f"{table.page}/fair").status_code == 200
    end = table.play_on(random.Random(2).choice)
    for who in ("A", "B", "C", ""):
        for at in (0, 5, end["version"], 10**6):
            answer = table.get(f"{table.page}/replay.json", params={"at": at, "seat": who})
            assert answer.status_code == 200
            assert 0 <= answer.json()["at"] <= end["version"]
    assert table.get(f"{table.page}/replay", params={"at": 3, "seat": "Z"}).status_code in (403, 404, 422)
    events, checked = table.events(), 0
    for tide in table.get(f"{table.page}/fair.json").json()["tides"]:
        assert root_of(tide["secrets"], tide["leaves"], tide["frontier"]) == tide["root"]
        published = published_root(tide["root"], tide["commitments"], tide["by_server"])
        assert published in table.get(f"{table.page}/fair").text
        for leaf, (number, secret) in enumerate(zip(tide["events"], tide["secrets"], strict=True)):
            weights = [weight for _, weight in tide["fates"][leaf]]
            index = choose_fate(bytes.fromhex(secret), leaf, tide["entropy"], weights)
            assert f"sea {tide['fates'][leaf][index][0]}" == tide["lines"][leaf] == events[number - 1]
            checked += 1
    assert checked == sum(line.startswith("sea ") for line in events) > 0


def test_your_tables_are_on_the_first_page_and_listed_ones_for_all(host: Host, browser: httpx.Client) -> None:
    place = browser.post("/new/reef", data={"name": "Ann", "players": "2", "seat_B": "open", "listed": "on"}).headers[
        "location"
    ]
    with host.browser() as stranger:
        assert place in stranger.get("/").text
        assert re.search(r'name="commitment"', stranger.get(place).text)
    mine = browser.post("/play/locker").headers["location"]
    assert mine in browser.get("/").text
    with host.browser() as stranger:
        assert mine not in stranger.get("/").text


def test_whoever_comes_first_after_a_start_wakes_the_bots(host: Host) -> None:
    """Somebody who looked before the server had got to a table kept its bots asleep for good."""
    store = host.hub.store
    made = lobby.make_table(store, "locker", {"players": 2}, bots(2), {"pace": 0.0})
    looked = host.web.get(f"{host.base}/api/tables/{made.row.id}").json()["version"]
    until(lambda: host.web.get(f"{host.base}/api/tables/{made.row.id}").json()["version"] > looked)
