"""Talk at a table: allies apart from the others, and nobody is read whom a reader has muted."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.table.playing import Host, Live, Table, bots, people, person_at, seat, until

WORD = "zanzibar"  # said in secret, and found in nothing that others are sent


@pytest.fixture
def teams(host: Host) -> Table:
    return host.table("barracuda", people(4), teams=True)


def hears(socket: Live, kind: str) -> dict[str, Any]:
    while (told := socket.next())["kind"] != kind:
        pass
    return told


def whisper(table: Table, who: str = "A", text: str = WORD) -> int:
    return table.post("say", who, json={"text": text, "to": "allies"}).status_code


def point(table: Table, who: str | None, of: str, move: str) -> int:
    return table.post("point", who, json={"seat": of, "move": move}).status_code


EVERYWHERE = ("/t/{}", "/t/{}/board", "/t/{}/replay", "/t/{}/replay.json", "/api/tables/{}", "/api/tables/{}/record")


def sent(table: Table, who: str | None) -> str:
    """All that a seat, or a looker-on, can ask for."""
    return "".join(table.get(table.base + path.format(table.id), who).text for path in EVERYWHERE)


def test_allies_hear_each_other_and_nobody_else_does(teams: Table) -> None:
    others = ("B", "D", None)
    with ExitStack() as stack:
        ally = stack.enter_context(teams.live("C", page=True))
        sockets = [stack.enter_context(teams.live(who, page=page)) for who in others for page in (True, False)]
        sockets += [stack.enter_context(teams.live("C"))]  # a program is told of events
        board = stack.enter_context(teams.live("A", page=True))
        assert whisper(teams) == 200
        assert point(teams, "A", "C", "play 5") == 200
        heard = hears(ally, "chat")
        assert (heard["name"], heard["text"], heard["apart"]) == ("Person 0", WORD, True)
        shown = hears(ally, "points")["points"]
        assert [(one["by"], one["of"], one["move"]) for one in shown] == [("Person 0", "C", "play 5")]
        assert "suggests" in shown[0]["text"]
        for letter, move in zip("ABCD", (1, 2, 3, 4), strict=True):
            teams.move(letter, f"play {move}")
        end = teams.look()["version"]
        for socket in sockets:
            socket.events(end)
            assert WORD not in "".join(socket.frames)
            assert '"points"' not in "".join(socket.frames)
            assert "suggests" not in "".join(socket.frames)
        board.events(end)
    for who in others:
        assert WORD not in sent(teams, who)
    for who in ("A", "C"):
        assert WORD in teams.get(teams.page, who).text
        assert WORD not in teams.get(f"{teams.page}/board", who).text
        assert WORD not in teams.get(f"{teams.api}/record", who).text


def test_what_is_said_to_all_is_heard_by_all(teams: Table) -> None:
    with teams.live("B", page=True) as opponent, teams.live(page=True) as watching:
        teams.post("say", "A", json={"text": "ahoy"})
        for socket in (opponent, watching):
            heard = hears(socket, "chat")
            assert (heard["text"], heard["apart"]) == ("ahoy", False)


def pointed(socket: Live) -> list[tuple[str, str]]:
    return [(one["of"], one["move"]) for one in hears(socket, "points")["points"]]


def test_what_is_pointed_out_goes_with_the_choice_and_by_pointing_again(teams: Table) -> None:
    with teams.live("C", page=True) as ally:
        until(lambda: ally.any()["kind"] == "presence")  # the last that a page is told as it comes
        assert point(teams, "A", "A", "play 3") == 200
        assert pointed(ally) == [("A", "play 3")]
        assert point(teams, "A", "A", "play 3") == 200
        assert pointed(ally) == []
        point(teams, "A", "C", "play 2")
        assert pointed(ally) == [("C", "play 2")]
        with teams.live("C", page=True) as reload:
            assert pointed(reload) == [("C", "play 2")]
        teams.move("B", "play 1")
        teams.move("C", "play 5")
        assert pointed(ally) == []
        assert point(teams, "A", "C", "play 2") == 422, "that is decided"
        point(teams, "A", "A", "play 4")
        assert pointed(ally) == [("A", "play 4")]
        for letter in "AD":
            teams.move(letter, "play 4")
        assert pointed(ally) == []


def test_nobody_points_at_what_is_not_there_or_without_allies(host: Host, teams: Table) -> None:
    assert point(teams, "A", "B", "play 1") == 422, "an opponent's"
    assert point(teams, "A", "C", "sing") == 422
    assert point(teams, "A", "Z", "play 1") == 422
    assert point(teams, None, "A", "play 1") == 403
    alone = host.table("barracuda", people(4))
    assert point(alone, "A", "A", "play 1") == 403
    assert whisper(alone) == 403
    assert whisper(teams, "B") == 200
    assert teams.web.post(f"{teams.page}/say", json={"text": "x", "to": "allies"}).status_code == 403
    assert teams.web.post(f"{teams.page}/say", json={"text": "x", "to": "B"}).status_code == 422
    with_bots = host.table("barracuda", [*people(2), *bots(2)], teams=True)
    assert whisper(with_bots) == 403, "a bot has no ear"
    assert "data-pointing" not in with_bots.get(with_bots.page, "A").text
    assert "Among allies:" not in with_bots.get(with_bots.page, "A").text


def test_one_screen_for_both_sides_has_no_channel(host: Host) -> None:
    """Whoever sits on both sides would read both."""
    with host.browser() as ann:
        table = person_at(host, ann, "barracuda", people(4), teams=True)
        page = ann.get(f"/t/{table.id}").text
        assert 'id="apart"' not in page
        assert ann.post(f"/t/{table.id}/say", json={"text": "x", "to": "allies"}).status_code == 403


def test_who_has_left_a_seat_hears_no_more_through_it(teams: Table) -> None:
    """A page or program that stayed open was told all that its old seat may know."""
    with teams.live("C", page=True) as page, teams.live("C") as program:
        page.next()
        assert whisper(teams, "A", "before") == 200
        assert teams.post("leave", "C").status_code == 303
        assert hears(page, "changed")
        whisper(teams, "B")
        teams.move("A", "play 1")
        for socket in (page, program):
            told = list(rest(socket))
            assert WORD not in json.dumps(told)
            assert all("view" not in one or one["view"]["chosen"]["A"] != "1" for one in told)


def rest(socket: Live, most: int = 8) -> Iterator[dict[str, Any]]:
    """What still comes until the server hangs up."""
    try:
        for _ in range(most):
            yield socket.any(5)
    except ConnectionClosed:
        return
    raise AssertionError("the server does not hang up")


# Who said it, so that a reader can mute them


def test_authors_have_a_name_for_each_reader_and_no_other(host: Host) -> None:
    with host.browser() as ann, host.browser() as bob:
        tables = [person_at(host, ann, "locker", [seat("person", "Ann"), seat("open")]) for _ in range(2)]
        names: dict[str, set[str]] = {"bob": set(), "eve": set()}
        for table in tables:
            bob.post(f"/t/{table.id}/join", data={"name": "Bob"})
            cookie = {"Cookie": f"fathoms_person={bob.cookies['fathoms_person']}"}
            with table.live(page=True, headers=cookie) as theirs, table.live(page=True) as eves:
                ann.post(f"/t/{table.id}/say", json={"text": "ahoy"})
                names["bob"].add(hears(theirs, "chat")["author"])
                names["eve"].add(hears(eves, "chat")["author"])
        assert len(names["bob"]) == 1, "at another table they are the same, for the same reader"
        assert len(names["eve"]) == 2, "somebody without a name has no memory"
        assert not names["bob"] & names["eve"]
