"""Four server processes on one PostgreSQL, players of one table on all of them: the same behaviour as on one."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import cycle
from typing import Any

import httpx
import pytest

from fathoms.engine.records.verify import verify_record
from tests.table.conftest import Child, listen, serving
from tests.table.playing import Host, Table, bots, people, seat, until
from tests.table.postgres import running_postgres
from tests.table.test_rooms import AGAIN, move_that_can_be_taken_back, other_than, undo


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with running_postgres() as server:
        yield server.get_uri()


@pytest.fixture(scope="module")
def four(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Host]]:
    """Four processes, and a host for each."""
    logs = tmp_path_factory.mktemp("logs")
    begun = [Child(postgres, logs / f"server{number}.log", listen()) for number in range(4)]
    with ExitStack() as stack:
        for one in begun:
            stack.callback(one.listener.close)
            stack.callback(one.kill)
        hosts = []
        for one in begun:
            one.start()
        for one in begun:
            web = stack.enter_context(httpx.Client(timeout=60))
            one.ready(web)
            hosts.append(Host(one.base, web))
        yield hosts


def test_moves_on_one_process_are_seen_on_the_sockets_of_both(four: list[Host]) -> None:
    here = four[0].table("locker", people(2))
    there = four[3].at(here)
    with here.live("A") as mine, there.live("B") as theirs, there.live() as public:
        for turn in range(6):
            side = (here, there)[turn % 2]
            now = side.look()
            if now["view"]["over"]:
                break
            who = now["view"]["to_act"][0]
            version = side.move(who, side.view(who)["choices"][0], now["version"])
            until(lambda version=version: all(one.look()["version"] == version for one in (here, there)))
        last = here.look()["version"]
        for socket in (mine, theirs, public):
            assert [one["version"] for one in socket.events(last)] == list(range(1, last + 1))


def test_a_move_just_made_elsewhere_is_known_to_the_next_request(four: list[Host]) -> None:
    """A move that names the version just reached on the other process is not stale and not too early."""
    here = four[0].table("locker", people(2))
    there = four[3].at(here)
    there.look()
    for side in (here, there, here, there):
        now = here.look() if side is there else there.look()
        who = now["view"]["to_act"][0]
        choices = side.view(who)["choices"] or (here if side is there else there).view(who)["choices"]
        until(lambda side=side, who=who, move=choices[0]: side.try_move(who, move).status_code == 200)
        until(lambda: here.look()["version"] == there.look()["version"])


def test_choices_at_the_same_time_on_two_processes_cross(four: list[Host]) -> None:
    here = four[0].table("barracuda", people(4))
    there = four[3].at(here)
    rng = random.Random(1)
    for _ in range(4):
        now = until(lambda: here.look()["version"] == there.look()["version"] and here.look())
        if now["view"]["over"]:
            break
        moves = {who: rng.choice(here.view(who)["choices"]) for who in now["view"]["to_act"]}
        answers: dict[str, int] = {}

        def send(who: str, move: str, side: Table, version: int, answers: dict[str, int] = answers) -> None:
            answers[who] = side.try_move(who, move, version).status_code

        runs = [
            threading.Thread(target=send, args=(who, move, (here, there)[n % 2], now["version"]))
            for n, (who, move) in enumerate(moves.items())
        ]
        for run in runs:
            run.start()
        for run in runs:
            run.join()
        assert set(answers.values()) == {200}


@pytest.mark.parametrize("game", ["barracuda", "nukha"])
def test_four_players_on_four_processes_play_to_the_end(four: list[Host], game: str) -> None:
    first = four[0].table(game, people(4))
    sides = dict(zip("ABCD", (first, *[host.at(first) for host in four[1:]]), strict=True))
    rng = random.Random(game)
    with ExitStack() as stack:
        sockets = [stack.enter_context(side.live(who)) for who, side in sides.items()]
        for _ in range(3000):
            until(lambda: len({side.look()["version"] for side in sides.values()}) == 1)
            waiting = {who: side.look(who) for who, side in sides.items()}
            if all(now["view"]["over"] for now in waiting.values()):
                break
            movers = [who for who, now in waiting.items() if now["view"]["choices"]]
            for who in movers:
                answer = sides[who].try_move(who, rng.choice(waiting[who]["view"]["choices"]), waiting[who]["version"])
                assert answer.status_code in (200, 409), answer.text
        last = first.look()["version"]
        for socket in sockets:
            assert [message["version"] for message in socket.events(last)] == list(range(1, last + 1))
    records = {side.get(f"{side.api}/record").text for side in sides.values()}
    assert len(records) == 1
    assert verify_record(records.pop()).over


def play_out(sides: Iterator[Table], who: str, rng: random.Random) -> None:
    """Move for one seat, each time on the next side; bots, and word of the other side, may take their time."""
    for side in sides:
        now = side.look(who)
        if now["view"]["over"]:
            return
        if now["view"]["choices"]:
            answer = side.try_move(who, rng.choice(now["view"]["choices"]), now["version"])
            assert answer.status_code in (200, 409, 422), answer.text
        until(lambda side=side, seen=now["version"]: side.look(who)["version"] > seen)


@pytest.mark.parametrize("game", ["nukha", "reef"])
def test_bots_are_not_doubled_and_the_record_holds(four: list[Host], game: str) -> None:
    here = four[0].table(game, [*people(1), *bots(2)])
    there = four[3].at(here)
    with there.live("A") as socket, here.live() as public:
        play_out(cycle((here, there)), "A", random.Random(game))
        last = until(lambda: here.look()["version"] == there.look()["version"] and here.look())["version"]
        for one in (socket, public):
            assert [message["version"] for message in one.events(last)] == list(range(1, last + 1))
    verdict = verify_record(here.get(f"{here.api}/record").text)
    assert (verdict.over, verdict.events) == (True, last)


def test_joining_and_filling_on_one_process_shows_on_the_other(four: list[Host]) -> None:
    here = four[0].table("locker", [seat("person"), seat("open")])
    there = four[3].at(here)
    assert there.look()["status"] == "open"
    joined = httpx.post(f"{there.api}/join", json={"name": "Ben", "entropy": "waves"}).json()
    here.tokens["B"] = joined["token"]
    until(lambda: here.look()["status"] == "playing")
    assert here.look("B")["seat"] == "B"


def test_an_undo_on_one_process_shows_on_the_other(four: list[Host]) -> None:
    here = four[0].table("reef", people(2))
    there = four[3].at(here)
    while True:
        now = here.look()
        who = now["view"]["to_act"][0]
        here.move(who, here.view(who)["choices"][0])
        if here.look()["version"] == now["version"] + 1:
            break
    other = "B" if who == "A" else "A"
    until(lambda: there.look()["version"] == now["version"] + 1)
    assert undo(there, who).status_code == 200
    until(lambda: undo(here, other, True).json().get("done"))
    until(lambda: there.look()["version"] == now["version"])


def test_chat_reaches_pages_on_the_other_process(four: list[Host]) -> None:
    here = four[0].table("locker", people(2))
    there = four[3].at(here)
    with there.live(page=True) as socket:
        assert socket.next()["kind"] == "state"
        here.post("say", "A", json={"text": "ahoy"})
        assert socket.next()["text"] == "ahoy"


def test_a_question_reaches_pages_on_the_other_process(four: list[Host]) -> None:
    here = four[0].table("reef", people(2))
    who, before = move_that_can_be_taken_back(here)
    other, there = other_than(who), four[3].at(here)
    until(lambda: there.look()["version"] == before + 1)
    with there.live(other, page=True) as socket:
        assert not socket.next()["parts"]["asking"].strip()
        undo(here, who)
        asked = socket.next()
        assert (asked["kind"], 'data-answer="yes"' in asked["parts"]["asking"]) == ("state", True)
        undo(here, other, True)
        assert (asked := socket.next())["version"] == before
        assert not asked["parts"]["asking"].strip()


def test_all_go_to_the_rematch_on_the_other_process_too(four: list[Host]) -> None:
    here = four[0].table("locker", people(2))
    there = four[3].at(here)
    here.play_on(random.Random(1).choice)
    until(lambda: there.view()["over"])
    with there.live("B", page=True) as socket:
        socket.next()
        here.post("ask", "A", json=AGAIN)
        assert 'data-answer="yes"' in socket.next()["parts"]["asking"]
        again = here.post("ask", "B", json=AGAIN).json()["table"]
        while (told := socket.next())["kind"] != "moved":
            assert told["kind"] == "state"
        assert told["table"] == again


def test_who_is_there_is_known_on_the_other_process(four: list[Host]) -> None:
    here = four[0].table("locker", people(2), first="A")
    there = four[3].at(here)
    with here.live("A", page=True):
        with there.live("B", page=True) as page:
            until(lambda: page.any().get("seats") == {"A": "here", "B": "here"})
        until(lambda: four[1].at(here).post("nudge", "B", json={"seat": "A"}).status_code == 200)
        with four[2].at(here).live(page=True) as watching:  # a process that had never heard of the table
            until(lambda: watching.any().get("seats") == {"A": "here", "B": "offline"})


@pytest.mark.parametrize("path", ["/api/tables/%00", "/t/a%00b", "/t/" + "x" * 3000])
def test_odd_addresses_are_404_here_too(four: list[Host], path: str) -> None:
    assert four[0].web.get(four[0].base + path).status_code == 404


def test_odd_ids_and_names_are_no_failure_here_either(four: list[Host]) -> None:
    table = four[0].table("locker", [*people(1), seat("open")])
    joined = httpx.post(f"{table.api}/join", json={"name": "a\x00b", "entropy": "c\x00d"})
    assert joined.status_code in (200, 422)
    if joined.status_code == 200:
        table.tokens["B"] = joined.json()["token"]
        who = table.view()["to_act"][0]
        assert table.try_move(who, table.view(who)["choices"][0], None, "i\x00d").status_code in (200, 422)


def test_processes_with_the_same_number_hear_each_other(postgres: str) -> None:
    """Two containers may both be process 1: a number is no name. Here both run in this very process."""
    with serving(database=postgres) as one, serving(database=postgres) as other:
        here = one.table("locker", people(2))
        there = other.at(here)
        seen = there.look()["version"]
        with there.live("B", seen) as socket:
            who = here.view()["to_act"][0]
            here.move(who, here.view(who)["choices"][0])
            assert socket.next()["version"] == seen + 1


def test_a_table_survives_its_process(four: list[Host], child: Callable[..., Child], postgres: str) -> None:
    third = child(postgres)
    with httpx.Client(timeout=60) as web:
        third.ready(web)
        gone: Any = Host(third.base, web).table("locker", people(2))
        third.kill()
    here = four[0].at(gone)
    who = here.view()["to_act"][0]
    assert here.move(who, here.view(who)["choices"][0]) > 2
