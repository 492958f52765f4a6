"""The JSON API: setting tables, looking, joining, moving, records and the live socket, against the issue's words."""

import random
import threading
import uuid
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from fathoms.engine.game import find_game
from fathoms.engine.match import Match
from fathoms.engine.records.verify import verify_record
from fathoms.engine.rulebook import rule_texts
from tests.table.playing import Host, Table, bots, people, seat

GAMES = {"locker": 3, "reef": 3, "barracuda": 3, "nukha": 4}


# Setting a table


def test_creating_answers_201_with_the_table_its_tokens_and_links(host: Host) -> None:
    made = host.ask_table("locker", [seat("person", "Ann"), seat("bot"), seat("open")], options={"players": 3})
    body = made.json()
    assert made.status_code == 201
    assert set(body["tokens"]) == {"A"}
    assert len(body["tokens"]["A"]) >= 22  # 128 bits and more, six a letter
    for link in body["links"].values():
        if not link.endswith("/live"):
            assert host.web.get(host.base + link).status_code == 200
    assert host.web.get(f"{host.base}/t/{body['table']}").status_code == 200


def test_every_token_and_table_is_another_one(host: Host) -> None:
    made = [host.ask_table("locker", people(2), options={"players": 2}).json() for _ in range(5)]
    assert len({token for one in made for token in one["tokens"].values()}) == 10
    assert len({one["table"] for one in made}) == 5


def test_a_table_with_an_open_seat_waits(host: Host) -> None:
    table = host.table("locker", [seat("person"), seat("open")])
    now = table.look("A")
    assert (now["version"], now["status"]) == (0, "open")
    refused = table.try_move("A", "surface", 0)
    assert refused.status_code in (409, 422)
    assert "B" in refused.json()["error"]


def test_seats_left_out_are_open(host: Host) -> None:
    made = host.ask_table("locker", [seat("person")], options={"players": 3}).json()
    table = Table(host.base, made["table"], made["tokens"], host.web)
    assert table.look()["status"] == "open"
    assert set(made["tokens"]) == {"A"}


@pytest.mark.parametrize("level", ["deckhand", "sailor"])
def test_bots_of_every_level_play_among_themselves(host: Host, level: str) -> None:
    table = host.table("locker", bots(2, level))
    assert table.tokens == {}
    assert table.play_on(random.choice)["view"]["over"]


@pytest.mark.parametrize(
    ("body", "allowed"),
    [
        ({"game": "chess"}, "locker"),
        ({"game": "locker", "options": {"players": 9}}, "2 to 4"),
        ({"game": "locker", "options": {"players": "many"}}, "2 to 4"),
        ({"game": "locker", "options": {"variant": "poker"}}, "hoard"),
        ({"game": "locker", "options": {"jokers": 2}}, "variant"),
        ({"game": "barracuda", "options": {"layout": "1/1"}}, "1 to 6"),
        ({"game": "locker", "options": {"players": 2}, "seats": [seat("robot")]}, "open"),
        ({"game": "locker", "options": {"players": 2}, "seats": [seat("bot", level="admiral")]}, "sailor"),
        ({"game": "locker", "options": {"players": 2}, "seats": people(3)}, "one a player"),
    ],
)
def test_what_is_not_possible_is_refused_with_what_is_allowed(host: Host, body: dict[str, Any], allowed: str) -> None:
    refused = host.web.post(f"{host.base}/api/tables", json=body)
    assert refused.status_code == 422
    assert allowed in refused.text


@pytest.mark.parametrize("body", ["", "[]", "{", '{"game": 5}', '{"game": "locker", "seats": "all"}', "[" * 5000])
def test_a_body_that_is_no_table_is_refused(host: Host, body: str) -> None:
    refused = host.web.post(f"{host.base}/api/tables", content=body, headers={"content-type": "application/json"})
    assert refused.status_code in (400, 422)


@pytest.mark.parametrize("game", ["this:s", "json:loads", "fathoms.games.locker:GAME"])
def test_a_table_is_of_an_installed_game_only_and_nothing_else_is_imported(host: Host, game: str) -> None:
    refused = host.ask_table(game, people(2))
    assert refused.status_code == 422
    assert "locker" in refused.json()["error"], "the answer names what is allowed"


def test_refusals_of_the_api_have_one_form(host: Host) -> None:
    """`error` in every refusal: the page's script and programs read it."""
    table = host.table("locker", people(2))
    asked = {
        "401": host.web.get(table.api, headers={"Authorization": "Bearer nonsense"}),
        "404": host.web.get(f"{host.base}/api/tables/nowhere"),
        "422": host.web.post(f"{table.api}/moves", json={"move": "surface"}, headers=table.headers("A")),
        "403": table.try_move("A", "surface", seat="B"),
        "405": host.web.put(table.api),
    }
    assert {status: str(answer.status_code) for status, answer in asked.items()} == {status: status for status in asked}
    assert [status for status, answer in asked.items() if not isinstance(answer.json().get("error"), str)] == []


# Looking and joining


def test_a_token_shows_its_seats_view_and_nobody_the_spectators(host: Host) -> None:
    table = host.table("barracuda", people(2))
    for who in ("A", "B"):
        told = table.look(who)
        assert told["seat"] == who
        assert told["view"]["choices"]
    assert table.look()["view"]["choices"] == []
    assert set(table.look()) >= {"version", "view"}


@pytest.mark.parametrize("token", ["nonsense", "é".encode().decode("latin-1"), "x" * 5000])
def test_a_bad_token_is_refused_everywhere(host: Host, token: str) -> None:
    table = host.table("locker", people(2))
    headers = {"Authorization": f"Bearer {token}".encode("latin-1")}
    for path in (table.api, f"{table.api}/record"):
        assert httpx.get(path, headers=headers).status_code == 401
    body = {"move": "surface", "id": "1", "version": 2}
    assert httpx.post(f"{table.api}/moves", json=body, headers=headers).status_code == 401


def test_a_token_of_another_table_opens_nothing(host: Host) -> None:
    table, other = host.table("locker", people(2)), host.table("locker", people(2))
    assert host.web.get(table.api, headers=other.headers("A")).status_code == 401


def test_what_is_not_there_is_404(host: Host) -> None:
    for path in ("/api/tables/nowhere", "/api/tables/nowhere/record", "/t/nowhere", "/t/nowhere/board", "/nowhere"):
        assert host.web.get(host.base + path).status_code == 404
    assert host.web.post(f"{host.base}/api/tables/nowhere/join", json={}).status_code == 404


def test_joining_gives_the_seat_a_token_and_the_last_one_begins_the_game(host: Host) -> None:
    table = host.table("locker", [seat("person"), seat("open"), seat("open")])
    for wanted in ("C", None):
        with httpx.Client() as friend:
            got = friend.post(f"{table.api}/join", json={"seat": wanted, "name": "Ben", "entropy": "waves"}).json()
        table.tokens[got["seat"]] = got["token"]
    assert set(table.tokens) == {"A", "B", "C"}
    assert all(table.look(who)["seat"] == who for who in "ABC")
    assert table.look()["version"] > 0
    with httpx.Client() as late:
        full = late.post(f"{table.api}/join", json={"name": "Late"})
    assert full.status_code in (409, 422)
    assert "watching" in full.json()["error"]


def test_a_taken_seat_cannot_be_joined(host: Host) -> None:
    table = host.table("locker", [seat("person"), seat("open")])
    refused = httpx.post(f"{table.api}/join", json={"seat": "A", "name": "Eve"})
    assert refused.status_code in (409, 422)
    assert "B" in refused.json()["error"]
    assert table.look("A")["seat"] == "A"


def test_two_who_want_the_last_seat_do_not_both_get_it(host: Host) -> None:
    table = host.table("locker", [seat("person"), seat("open")])
    answers: list[httpx.Response] = []

    def want() -> None:
        answers.append(httpx.post(f"{table.api}/join", json={"seat": "B"}, timeout=60))

    runs = [threading.Thread(target=want) for _ in range(4)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    assert sorted(answer.status_code == 200 for answer in answers) == [False, False, False, True]


# Moves


def test_a_move_is_answered_with_the_version_it_led_to(host: Host) -> None:
    table = host.table("reef", people(2))
    now = table.look()
    who = now["view"]["to_act"][0]
    version = table.move(who, table.view(who)["choices"][0], now["version"])
    assert version > now["version"]
    assert table.look()["version"] == version
    assert table.events()[now["version"]].startswith(f"{who} ")


def test_the_same_id_twice_plays_once_and_answers_the_same(host: Host) -> None:
    table = host.table("locker", people(2))
    now = table.look()
    who = now["view"]["to_act"][0]
    answers = [table.move(who, table.view(who)["choices"][0], now["version"], "once")]
    log = table.events()
    answers += [table.move(who, "continue", now["version"], "once") for _ in range(3)]
    assert len(set(answers)) == 1
    assert table.events() == log


def test_the_same_id_at_once_plays_once(host: Host) -> None:
    table = host.table("locker", people(2))
    now = table.look()
    who = now["view"]["to_act"][0]
    move, before = table.view(who)["choices"][0], len(table.events())
    answers: list[int] = []
    runs = [threading.Thread(target=lambda: answers.append(table.move(who, move, None, "same"))) for _ in range(4)]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    assert len(set(answers)) == 1
    assert sum(line.startswith(f"{who} ") for line in table.events()[before:]) == 1


def test_two_seats_may_use_the_same_id(host: Host) -> None:
    table = host.table("barracuda", people(2))
    version = table.look()["version"]
    for who in "AB":
        table.move(who, table.view(who)["choices"][0], version, "mine")
    assert {line[0] for line in table.events()[version : version + 2]} == {"A", "B"}


@pytest.mark.parametrize("back", [1, 2, 1000, -1, -1000])
def test_a_stale_version_is_409_and_nothing_happens(host: Host, back: int) -> None:
    table = host.table("locker", people(2))
    who = table.look()["view"]["to_act"][0]
    table.move(who, table.view(who)["choices"][0])
    now = table.look()
    who = now["view"]["to_act"][0]
    answer = table.try_move(who, table.view(who)["choices"][0], now["version"] - back)
    assert answer.status_code == 409
    assert answer.json()["error"]
    assert table.look()["version"] == now["version"]


def test_a_negative_version_is_never_the_present_one(host: Host) -> None:
    """Not even where the last events are choices of others."""
    table = host.table("barracuda", people(3))
    table.move("A", table.view("A")["choices"][0])
    assert table.try_move("B", table.view("B")["choices"][0], -1).status_code in (409, 422)


def test_a_move_chosen_before_another_players_turn_is_stale(host: Host) -> None:
    """Only choices made at the same time may cross; a decision in turn is for the position its player saw."""
    rng = random.Random(5)
    for _ in range(200):
        table = host.table("nukha", people(3), adventurers="none")
        for _ in range(30):
            now = table.look()
            acting = now["view"]["to_act"][0]
            table.move(acting, rng.choice(table.view(acting)["choices"]), now["version"])
            after = table.look()
            new = table.events()[now["version"] :]
            others = [who for who in after["view"]["to_act"] if who not in now["view"]["to_act"]]
            if others and not any(line.startswith("sea ") for line in new):
                blind = table.try_move(others[0], table.view(others[0])["choices"][0], now["version"])
                assert blind.status_code == 409, f"{others[0]} answered {new} without having seen it"
                return
    raise AssertionError("no turn passed without the sea")


def test_an_illegal_move_is_422_with_the_reason_and_the_rule(host: Host) -> None:
    for game, players in GAMES.items():
        table = host.table(game, people(players))
        now = table.look()
        acting = now["view"]["to_act"][0]
        legal = table.view(acting)["choices"]
        wrong = next(text for text in find_game(game).action_codes if text not in legal)
        answer = table.try_move(acting, wrong, now["version"])
        assert answer.status_code == 422
        assert answer.json()["rule"] in rule_texts(find_game(game).book("en"))
        assert wrong in answer.json()["error"]
        assert table.look()["version"] == now["version"]


@pytest.mark.parametrize("move", ["", "dance", "surface\n", "A surface", "é" * 40, "sea draw anchor-5", "\x00"])
def test_words_that_are_no_move_are_422(host: Host, move: str) -> None:
    table = host.table("locker", people(2))
    who = table.look()["view"]["to_act"][0]
    assert table.try_move(who, move).status_code == 422


def test_moving_for_somebody_elses_seat_is_403(host: Host) -> None:
    table = host.table("barracuda", people(2))
    version, move = table.look()["version"], table.view("B")["choices"][0]
    assert table.try_move("A", move, version, seat="B").status_code == 403
    body = {"move": move, "id": "x", "version": version}
    assert httpx.post(f"{table.api}/moves", json=body).status_code in (401, 403)
    assert httpx.post(f"{table.api}/moves", json={**body, "seat": "B"}).status_code in (401, 403)
    assert table.look()["version"] == version


def test_moving_out_of_turn_is_422(host: Host) -> None:
    table = host.table("locker", people(2))
    other = next(who for who in "AB" if who not in table.view()["to_act"])
    assert table.try_move(other, "surface").status_code == 422


def test_choices_made_at_the_same_time_cross(host: Host) -> None:
    """Barracuda: two seats choose against the same version, and both are accepted."""
    table = host.table("barracuda", people(3))
    version = table.look()["version"]
    for who in "CAB":
        table.move(who, table.view(who)["choices"][0], version)
    assert sorted(line[0] for line in table.events()[version : version + 3]) == ["A", "B", "C"]


def test_a_seat_that_has_chosen_cannot_choose_again(host: Host) -> None:
    table = host.table("barracuda", people(3))
    version, move = table.look()["version"], table.view("A")["choices"][0]
    table.move("A", move, version)
    assert table.try_move("A", move, version).status_code in (409, 422)


# Whole games, records and the socket


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_through_the_api_tells_every_event_once_and_its_record_holds(host: Host, game: str) -> None:
    rng = random.Random(game)
    table = host.table(game, [*people(2), *bots(GAMES[game] - 2)])
    with table.live("A") as mine, table.live() as public:
        end = table.play_on(rng.choice)
        told = {"A": mine.events(end["version"]), None: public.events(end["version"])}
    text = table.get(f"{table.api}/record").text
    verdict = verify_record(text)
    assert (verdict.over, verdict.events) == (True, end["version"])
    assert verdict.proven == verdict.fates > 0
    for viewer, messages in told.items():
        assert [message["version"] for message in messages] == list(range(1, end["version"] + 1))
        assert all(set(message) == {"version", "event", "view"} for message in messages)
        match = Match.load(text, interpreted=True)
        again = Match(match.game, interpreted=True, **match.options)
        for line, message in zip(match.log, messages, strict=True):
            again.play(line)
            assert message["view"] == again.view(viewer)
            assert message["event"] == again.log_for(viewer)[-1]
    assert end["view"]["winners"] == match.winners


def test_a_record_before_the_end_holds_only_what_the_seat_may_know(host: Host) -> None:
    table = host.table("barracuda", people(3))
    version, move = table.look()["version"], table.view("A")["choices"][0]
    table.move("A", move, version)
    assert table.events("A")[version] == f"A {move}"
    for other in ("B", "C", None):
        answer = table.get(f"{table.api}/record", other)
        assert answer.json()["events"][version] == "A play ?"
        assert not {"sea", "secrets", "hashes", "seal"} & set(answer.json())


@pytest.mark.parametrize("after", [0, 1, 5])
def test_a_socket_resumes_after_what_was_seen(host: Host, after: int) -> None:
    table = host.table("locker", people(2))
    for _ in range(3):
        now = table.look()
        who = now["view"]["to_act"][0]
        table.move(who, "continue" if "continue" in table.view(who)["choices"] else table.view(who)["choices"][0])
    now = table.look()
    with table.live("A", after) as socket:
        past = socket.events(now["version"])
        who = now["view"]["to_act"][0]
        version = table.move(who, table.view(who)["choices"][0])
        later = socket.events(version)
    assert [one["version"] for one in [*past, *later]] == list(range(after + 1, version + 1))


def test_moves_at_the_same_moment_reach_every_socket_without_a_gap(host: Host) -> None:
    rng = random.Random(3)
    table = host.table("barracuda", people(4))
    with table.live() as socket:
        for _ in range(6):
            now = table.look()
            if now["view"]["over"]:
                break
            moves = {who: rng.choice(table.view(who)["choices"]) for who in now["view"]["to_act"]}
            runs = [threading.Thread(target=table.move, args=(who, move)) for who, move in moves.items()]
            for run in runs:
                run.start()
            for run in runs:
                run.join()
        last = table.look()["version"]
        assert [one["version"] for one in socket.events(last)] == list(range(1, last + 1))


def test_a_programs_socket_carries_events_only(host: Host) -> None:
    """One message per event: what a page is told besides (chat, seats) has no place there."""
    table = host.table("locker", people(2))
    now = table.look()
    with table.live("A", now["version"]) as socket:
        assert table.post("say", "B", json={"text": "ahoy"}).status_code == 200
        who = now["view"]["to_act"][0]
        table.move(who, table.view(who)["choices"][0])
        assert set(socket.next()) == {"version", "event", "view"}


def test_a_socket_with_a_bad_token_or_without_a_table_is_refused(host: Host) -> None:
    table = host.table("locker", people(2))
    with pytest.raises(InvalidStatus), table.live(headers={"Authorization": "Bearer nonsense"}):
        pass
    nowhere = Table(host.base, "nowhere", {}, host.web)
    with pytest.raises(InvalidStatus), nowhere.live():
        pass


def test_the_api_describes_itself(host: Host) -> None:
    paths = host.web.get(f"{host.base}/api/openapi.json").json()["paths"]
    assert {"/api/tables", "/api/tables/{table_id}", "/api/tables/{table_id}/moves"} <= set(paths)


def test_ids_longer_than_a_line_are_refused(host: Host) -> None:
    table = host.table("locker", people(2))
    assert table.try_move("A", "surface", move_id=uuid.uuid4().hex * 4).status_code == 422
