"""Who is there: worked out from signals alone, without a server; and told to pages by one."""

import time

import pytest

from fathoms.table.live import presence
from fathoms.table.live.presence import AWAY, HERE, OFFLINE, Presence, Signal, from_text, to_text
from tests.table.playing import Host, Table, people, until


def test_a_seat_is_offline_until_somebody_has_a_page_open() -> None:
    assert Presence().now("AB", [Signal(("A",))], 0.0) == {"A": HERE, "B": OFFLINE}


def test_a_page_behind_another_is_away_and_one_in_front_counts_more() -> None:
    hidden = Signal(("A",), AWAY)
    assert Presence().now("A", [hidden], 0.0) == {"A": AWAY}
    assert Presence().now("A", [hidden, Signal(("A",))], 0.0) == {"A": HERE}


def test_a_page_that_does_not_answer_is_offline_and_back_when_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(presence.time, "monotonic", lambda: now[0])
    page = Signal(("A",))
    page.hear("here")
    page.ask()
    now[0] += 1.0
    page.ask()
    assert page.at(100.0 + presence.ANSWER_SECONDS) == HERE
    assert page.at(100.1 + presence.ANSWER_SECONDS) == OFFLINE, "the first ping without an answer counts"
    page.hear("away")
    assert page.at(110.0) == AWAY


def test_a_page_loaded_before_pings_were_answered_is_not_taken_for_dead() -> None:
    page = Signal(("A",))
    page.ask()
    assert page.at(10**9) == HERE


def test_who_loads_a_page_anew_was_never_gone() -> None:
    table = Presence(left={"A": 10.0})
    assert table.now("A", [], 10.0 + presence.GRACE_SECONDS / 2) == {"A": HERE}
    assert table.now("A", [], 10.0 + 2 * presence.GRACE_SECONDS) == {"A": OFFLINE}


def test_other_processes_count_until_they_fall_silent() -> None:
    table = Presence(elsewhere={"other": (10.0, {"A": HERE})})
    assert table.now("A", [Signal(("A",), AWAY)], 11.0) == {"A": HERE}
    assert table.now("A", [], 11.0 + presence.ELSEWHERE_SECONDS) == {"A": OFFLINE}


def test_who_is_gone_is_counted_from_when_they_left() -> None:
    table = Presence()
    table.note({"A": OFFLINE, "B": HERE}, 10.0)
    table.note({"A": OFFLINE, "B": OFFLINE}, 20.0)
    assert table.gone(10.1 + presence.GONE_SECONDS) == ["A"]
    table.note({"A": HERE, "B": OFFLINE}, 21.0)
    assert table.gone(20.1 + presence.GONE_SECONDS) == ["B"]


@pytest.mark.parametrize("text", ["", "A=here,B=offline", "nonsense", "A=asleep"])
def test_words_between_processes_are_read_or_left_alone(text: str) -> None:
    states = from_text(text)
    assert from_text(to_text(states)) == states
    assert set(states.values()) <= set(presence.STATES)


def test_closed_pages_and_hidden_ones_are_told_to_all_within_seconds(host: Host) -> None:
    table = host.table("locker", people(2))
    with table.live(page=True) as watching:
        with table.live("B", page=True) as page:
            seen = until_told(watching, "B", HERE)
            assert seen["A"] == OFFLINE
            page.socket.send("away")
            until_told(watching, "B", AWAY)
            page.socket.send("nonsense")
            page.socket.send("here")
            until_told(watching, "B", HERE)
        until_told(watching, "B", OFFLINE)


def test_where_the_table_chose_so_a_bot_stands_in_until_its_person_is_back(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "GONE_SECONDS", 0.2)
    for absent, wanted in (("wait", None), ("bot", "sailor")):
        made = host.ask_table("reef", people(2), options={"players": 2, "first": "B"}, absent=absent).json()
        table = Table(host.base, made["table"], made["tokens"], host.web)
        with table.live("A", page=True):
            room, known = host.hub.places[table.id].room, host.hub.places[table.id].presence
            until(lambda known=known: "B" in known.gone(time.monotonic()))
            time.sleep(0.6)  # a look at who is there comes twice a second
            assert room.played_by_bot("B") == wanted
            with table.live("B", page=True):
                until(lambda room=room: room.played_by_bot("B") is None)
        assert room.played_by_bot("B") is None


def test_a_nudge_is_heard_by_whom_it_is_for_and_once(host: Host) -> None:
    table = host.table("reef", people(2), first="A")
    with table.live("A", page=True) as mine, table.live("B", page=True) as theirs:
        assert mine.next()["kind"] == theirs.next()["kind"] == "state"
        assert table.post("nudge", "B", json={"seat": "A"}).status_code == 200
        assert mine.next() == {"kind": "nudge", "seat": "A"}
        again = table.post("nudge", "B", json={"seat": "A"})
        assert (again.status_code, again.json()["message"]) == (
            429,
            "they have just been nudged; allowed: once a minute",
        )
        assert table.post("nudge", "A", json={"seat": "A"}).status_code == 422
        with pytest.raises(TimeoutError):
            theirs.next(0.3)


def until_told(socket: object, seat: str, state: str) -> dict[str, str]:
    while True:
        message = socket.any()  # type: ignore[attr-defined]
        if message["kind"] == "presence" and message["seats"].get(seat) == state:
            return dict(message["seats"])


def test_a_dead_line_is_noticed_within_five_seconds(host: Host) -> None:
    """A page that answers once and then no more: nothing closes its socket."""
    table = host.table("locker", people(2))
    with table.live(page=True) as watching, table.live("B", page=True) as page:
        page.socket.send("here")
        until_told(watching, "B", HERE)
        until_told(watching, "B", OFFLINE)
