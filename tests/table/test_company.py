"""What people at one table see of each other: clocks, questions, lookers-on, and the rematch they all go to."""

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import httpx
import pytest

from fathoms.engine.errors import OptionError
from fathoms.engine.match import Match
from fathoms.engine.records.verify import verify_record
from fathoms.engine.sea import commitment_of
from fathoms.table.rooms import lobby
from fathoms.table.rooms.clocks import SHOWN_SECONDS
from fathoms.table.rooms.draft import Draft
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
        message = socket.next()
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
    to_act = room.match.to_act[0]
    assert room.time_left(room.course.times[-1]) == pytest.approx({to_act: 30 + fates * SHOWN_SECONDS}, abs=0.1)


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
    assert room.time_left(time.time())[room.match.to_act[0]] > 25


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


# Beginning with those who are here

PEOPLE = {"Ann": "A" * 24, "Bob": "B" * 24, "Cid": "C" * 24}


def waiting_room(host: Host, players: int, game: str = "locker", **options: Any) -> Room:
    """A table that Ann has set, with words of her own for the sea; the other seats are open."""
    me = {**seat("person", "Ann"), "commitment": commitment_of("words of Ann")}
    made = lobby.make_table(host.hub.store, game, {"players": players, **options}, [me], {}, PEOPLE["Ann"])
    room = Room.load(host.hub.store, made.row.id)
    assert room is not None
    return room


def do(room: Room, work: Callable[[Draft], Any]) -> Any:
    return room.change(work).result


def sit(room: Room, name: str, letter: str) -> None:
    words = commitment_of(f"words of {name}")
    do(room, lambda draft: lobby.join(draft, letter, name, PEOPLE[name], words))


def test_seats_nobody_came_for_are_dropped_and_the_others_move_up(host: Host) -> None:
    room = waiting_room(host, 4, first="D", divers=["mystic", "none", "decoy", "none"])
    sit(room, "Bob", "D")
    assert lobby.seating_facts(room.row, room.match)["fewer"] == 2
    do(room, lobby.begin_with_those_here)
    assert [(one.seat, one.name) for one in room.row.seats] == [("A", "Ann"), ("B", "Bob")]
    assert room.row.options["players"] == 2
    assert room.row.options["first"] == "B", "an option that names a seat goes with who sits there"
    assert room.row.options["divers"] == ["mystic", "none"]
    assert room.seats_of_person(PEOPLE["Bob"]) == ["B"]


def test_words_stay_bound_to_those_who_play(host: Host) -> None:
    """Commitments made before go with their seats; the sea begins when all of them are told, and is as committed."""
    room = waiting_room(host, 3)
    sit(room, "Bob", "C")
    assert room.sea_told()["root"] is None, "nothing is bound, and no words are told, while a seat is open"
    do(room, lobby.begin_with_those_here)
    assert room.row.status == "open"
    told = room.sea_told()
    assert told["commitments"] == {"A": commitment_of("words of Ann"), "B": commitment_of("words of Bob")}
    assert told["owed"] == ["A", "B"]
    with pytest.raises(OptionError, match="bound already"):
        do(room, lambda draft: draft.commit(["B"], commitment_of("better words")))
    for letter, name in (("A", "Ann"), ("B", "Bob")):
        do(room, lambda draft, letter=letter, name=name: draft.tell_words([letter], f"words of {name}"))
    assert room.row.status == "playing"
    assert room.row.entropy == {"A": "words of Ann", "B": "words of Bob"}
    again = Room.load(host.hub.store, room.row.id)
    assert again is not None
    assert again.match.log == room.match.log
    for moves in range(2000):
        if room.match.over:
            break
        who = room.match.to_act[0]
        assert room.move(who, room.match.choices(who)[-1], f"move {moves}").refusal is None
    verdict = verify_record(room.record_for(None))
    assert verdict.roots == (told["root"],)
    assert verdict.unproven == 0
    assert verdict.by_server == ()


def test_another_process_takes_over_who_plays(host: Host) -> None:
    room = waiting_room(host, 3)
    elsewhere = Room.load(host.hub.store, room.row.id)
    assert elsewhere is not None
    sit(room, "Bob", "C")
    do(room, lobby.begin_with_those_here)
    elsewhere.refresh()
    assert elsewhere.match.seats == ["A", "B"]
    assert elsewhere.row.options["players"] == 2


@pytest.mark.parametrize(
    ("game", "players", "options", "why"),
    [
        ("nukha", 4, {}, "two are too few"),
        ("barracuda", 4, {"teams": True}, "teams take four"),
        ("locker", 2, {}, "everybody is here"),
    ],
)
def test_a_table_that_cannot_be_played_by_fewer_says_so(
    host: Host, game: str, players: int, options: dict[str, Any], why: str
) -> None:
    room = waiting_room(host, players, game, **options)
    sit(room, "Bob", "B")
    assert lobby.seating_facts(room.row, room.match)["fewer"] is None, why
    with pytest.raises(OptionError, match="cannot begin with those who are here"):
        do(room, lobby.begin_with_those_here)


def test_only_the_host_begins_and_whoever_comes_later_looks_on(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob, host.browser() as cid:
        form = {"name": "Ann", "friends": "2", "bots": "0"}
        at = ann.post("/new/locker", data=form).headers["location"]
        assert "Begin with the" not in ann.get(at).text, "one is too few"
        bob.post(f"{at}/join", data={"name": "Bob", "seat": "C"})
        assert "Begin with the 2 who are here" in ann.get(at).text
        assert "Begin with the" not in bob.get(at).text
        assert bob.post(f"{at}/fill", data={"how": "fewer"}).status_code == 403
        assert ann.post(f"{at}/fill", data={"how": "none"}).status_code == 422
        assert ann.post(f"{at}/fill", data={"how": "fewer"}).status_code == 303
        assert 'data-seat="B"' in bob.get(at).text
        late = cid.get(at).text
        assert "You are watching." in late
        assert 'id="join"' not in late
        assert ann.post(f"{at}/fill", data={"how": "fewer"}).status_code == 422


# Who plays with whom


def test_those_who_wait_and_those_who_come_are_told_who_plays_with_whom(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob, host.browser(headers={"accept-language": "fr"}) as cid:
        form = {"name": "Ann", "friends": "1", "bots": "2", "teams": "on"}
        at = ann.post("/new/barracuda", data=form).headers["location"]
        assert "Seat C: with Ann, against the bots" in plain(ann.get(at).text)
        assert "C: with Ann, against the bots" in plain(bob.get(at).text)
        assert "C : avec Ann, contre les robots" in plain(cid.get(at).text)


def test_the_seat_beside_the_host_is_offered_first(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob, host.browser() as cid:
        form = {"name": "Ann", "friends": "3", "bots": "0", "teams": "on"}
        at = ann.post("/new/barracuda", data=form).headers["location"]
        offered = re.findall(r'<option value="(\w)">', bob.get(at).text)
        assert offered == ["C", "B", "D"]
        bob.post(f"{at}/join", data={"name": "Bob", "seat": ""})
        assert "You play with Ann, against seat B and seat D" in plain(bob.get(at).text)
        assert "B: with seat D, against Ann and Bob" in plain(cid.get(at).text)


def plain(page: str) -> str:
    """The words of a page without its tags."""
    return " ".join(re.sub("<[^>]*>", "", page).split())


# The invitation


def test_a_link_to_this_machine_alone_says_so(host: Host) -> None:
    with host.browser() as ann:
        at = ann.post("/new/locker", data={"name": "Ann", "friends": "1", "bots": "0"}).headers["location"]
        assert "This address works on this machine only." in ann.get(at).text
        assert "fathoms serve --host 0.0.0.0" in ann.get(at).text


def test_a_link_for_all_says_nothing_of_the_kind(serve: Callable[..., Any]) -> None:
    with serve(public_url="https://games.example") as host, host.browser() as ann:
        at = ann.post("/new/locker", data={"name": "Ann", "friends": "1", "bots": "0"}).headers["location"]
        page = ann.get(at).text
        assert "games.example" in page
        assert "This address works on this machine only." not in page


def test_a_chat_shows_who_invites_to_what(host: Host) -> None:
    with host.browser() as ann:
        form = {"name": "Ann <3", "friends": "1", "bots": "1", "clock": "quick", "tracker": "on"}
        at = ann.post("/new/locker", data=form).headers["location"]
        page = host.web.get(f"{host.base}{at}").text
        told = dict(re.findall(r'<meta property="og:(\w+)" content="(.*?)">', page))
        assert told["title"] == "Ann &lt;3 invites you: Davy Jones&#39; Locker"
        assert told["url"] == f"{host.base}{at}"
        for part in ("Ann &lt;3, Barnacle (Bot)", "Card tracker: yes", "30\u00a0s per move", "free seats: 1"):
            assert part in told["description"]
        picture = host.web.get(told["image"].replace("&amp;", "&"))
        assert picture.status_code == 200
        assert picture.headers["content-type"].startswith("image/")
        ann.post(f"{at}/fill")
        assert "invites you" not in host.web.get(f"{host.base}{at}").text
