"""What if: going on from any moment of a finished game at a table of its own, which proves nothing of that moment."""

import random
from typing import Any

import httpx
import pytest

from fathoms.bots.coach import weighing
from fathoms.bots.warm import warm_coach
from fathoms.engine.game import find_game, game_names
from fathoms.engine.records.verify import verify_record
from fathoms.table.rooms.room import Room
from tests.table.playing import Host, Table, people
from tests.table.test_replaying import finished


@pytest.fixture(scope="module")
def over(host: Host) -> dict[str, Table]:
    return {game: finished(host, game) for game in game_names()}


def branch(host: Host, browser: httpx.Client, table: Table, **form: Any) -> Table:
    answer = browser.post(f"/t/{table.id}/branch", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return Table(host.base, answer.headers["location"].removeprefix("/t/"), {}, browser)


@pytest.mark.parametrize("game", game_names())
def test_what_if_from_five_moments_of_each_game(host: Host, over: dict[str, Table], game: str) -> None:
    table, rng = over[game], random.Random(5)
    record, room = table.get(f"{table.api}/record").text, host.hub.places[table.id].room
    log = room.match.log
    decided = [n for n, line in enumerate(log) if not line.startswith("sea ")]
    for at in rng.sample(decided, 5):
        match = room.match_at(at)
        seat = rng.choice(match.to_act)
        move = rng.choice(match.choices(seat))
        with host.browser() as browser:
            made = branch(host, browser, table, at=at, move=f"{seat} {move}", against="deckhand")
            kept = Room.load(host.hub.store, made.id)
            assert kept is not None
            assert kept.match.log[: at + 1] == [*log[:at], f"{seat} {move}"]
            assert kept.row.settings.origin.at == at
            assert f'href="/t/{table.id}/replay?at={at}"' in browser.get(f"/t/{made.id}").text
            browser.post(f"/t/{made.id}/away", data={"away": "1"})
            made.play_on(rng.choice)
            verdict = verify_record(made.get(f"{made.api}/record").text)
            given = sum(line.startswith("sea ") for line in log[:at])
            assert (verdict.given, verdict.unproven) == (given, given)
            assert (verdict.origin.table, verdict.origin.at) == (table.id, at)
            assert f"Its first {at + 1} events come from there" in browser.get(f"/t/{made.id}/fair").text
    assert table.get(f"{table.api}/record").text == record  # none of it touched the record


@pytest.mark.parametrize("game", game_names())
def test_a_moment_where_nobody_decides_leads_back_to_the_last_decision(
    host: Host, over: dict[str, Table], game: str
) -> None:
    """Whoever came to a decision that was costly stood behind it, and had nothing to choose there."""
    table = over[game]
    room = host.hub.places[table.id].room
    log, last = room.match.log, table.look()["version"]
    idle = [n for n in range(1, last) if room.match_at(n).to_act == ["sea"]]
    for at in (idle[-1], last):
        made = max((n for n, line in enumerate(log[:at]) if not line.startswith("sea ")), default=None)
        told = table.get(f"{table.page}/replay.json?at={at}").json()["otherwise"]
        assert made is not None
        assert f'data-at="{made}"' in told
        there = table.get(f"{table.page}/replay.json?at={made}").json()["otherwise"]
        assert f'value="{log[made]}"' in there
        assert "as played" in there
        assert "Back to before" not in there
    assert "Back to before" not in table.get(f"{table.page}/replay.json?at=0").json()["otherwise"]


def test_with_friends_the_table_waits_at_that_moment(host: Host, over: dict[str, Table]) -> None:
    table = over["reef"]
    with host.browser() as ann, host.browser() as bob:
        made = branch(host, ann, table, at=9, seat="B", against="open")
        assert made.look()["status"] == "open"
        assert made.look()["version"] == 9
        assert bob.post(f"/t/{made.id}/join", data={"name": "Bob", "entropy": "salt"}).status_code == 303
        now = made.look()
        assert now["status"] == "playing"
        kept = Room.load(host.hub.store, made.id)
        assert kept is not None
        assert kept.match.log[:9] == table.events()[:9]
        assert kept.version == now["version"]


def test_a_table_that_waits_for_friends_in_the_middle_of_a_turn_is_drawn(host: Host, over: dict[str, Table]) -> None:
    """Barracuda names those who have yet to choose, and an open seat has no name."""
    with host.browser() as ann:
        for at in range(1, 9):
            made = branch(host, ann, over["barracuda"], at=at, seat="A", against="open")
            assert ann.get(f"/t/{made.id}").status_code == 200


def test_a_game_that_is_on_is_gone_on_from_nowhere_else(host: Host) -> None:
    table = host.table("barracuda", people(2))
    table.move("A", "play 3")
    for form in ({"at": 1}, {"at": 1, "move": "B play 2"}):
        assert table.post("branch", "B", data=form).status_code == 403
    assert table.get(f"{table.page}/worth?at=1&seat=B", "B").status_code == 403
    page = table.get(f"{table.page}/replay", "B").text
    assert "Once the game is over" in page
    assert "/branch" not in page


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"at": -1},
        {"at": "x"},
        {"at": 10**9},
        {"at": 1, "seat": "Z"},
        {"at": 3, "move": "A dance"},
        {"at": 3, "move": "nonsense"},
        {"at": 1, "against": "kraken"},
    ],
)
def test_what_cannot_be_gone_on_from_is_refused_in_words(
    host: Host, over: dict[str, Table], form: dict[str, Any]
) -> None:
    before = host.tables_ever()
    refused = over["locker"].post("branch", data=form)
    assert refused.status_code == 422
    assert host.tables_ever() == before


@pytest.mark.parametrize("against", ["deckhand", "open"])
def test_a_choice_that_ends_the_game_is_shown_with_its_end(host: Host, over: dict[str, Table], against: str) -> None:
    """Found by luck of a deal: such a choice was offered, and refused."""
    ended = 0
    for table in over.values():
        *before, last = host.hub.places[table.id].room.match.log
        if not last.startswith("sea "):
            ended += 1
            with host.browser() as browser:
                made = branch(host, browser, table, at=len(before), move=last, against=against)
                assert made.look()["view"]["over"]
                page = browser.get(f"/t/{made.id}")
                assert page.status_code == 200
                assert 'class="end' in page.text
    assert ended


def test_nothing_is_left_to_play_after_the_end(over: dict[str, Table]) -> None:
    table = over["locker"]
    assert table.post("branch", data={"at": table.look()["version"]}).status_code == 422
    assert "The game is over here" in table.get(f"{table.page}/replay").text


def test_the_coach_says_what_each_choice_was_worth(
    host: Host, over: dict[str, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    warm_coach(find_game("locker"))
    monkeypatch.setattr(weighing, "WORLDS", 40)
    table, room = over["locker"], host.hub.places[over["locker"].id].room
    at = next(n for n, line in enumerate(room.match.log) if line.endswith((" continue", " surface")))
    match = room.match_at(at)
    if len(match.choices(match.to_act[0])) < 2:
        at = next(n for n in range(at, room.version) if len(choices_at(room, n)) > 1)
        match = room.match_at(at)
    page = table.get(f"{table.page}/worth", params={"at": at, "seat": match.to_act[0]}).text
    assert page.count("<tr") == len(match.choices(match.to_act[0]))
    assert page.count("as played") == 1
    assert table.get(f"{table.page}/worth", params={"at": 0, "seat": "A"}).status_code == 422


def choices_at(room: Room, number: int) -> list[str]:
    match = room.match_at(number)
    return match.choices(match.to_act[0]) if match.to_act and match.to_act != ["sea"] else []
