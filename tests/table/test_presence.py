"""Who is there: worked out from signals alone, without a server; and told to pages by one."""

import pytest

from fathoms.table.live import presence
from fathoms.table.live.presence import AWAY, HERE, OFFLINE, Presence, Signal, from_text, to_text
from tests.table.playing import Host, people


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


def until_told(socket: object, seat: str, state: str) -> dict[str, str]:
    while True:
        message = socket.any(5)  # type: ignore[attr-defined]
        if message["kind"] == "presence" and message["seats"].get(seat) == state:
            return dict(message["seats"])


def test_a_dead_line_is_noticed_within_five_seconds(host: Host) -> None:
    """A page that answers once and then no more: nothing closes its socket."""
    table = host.table("locker", people(2))
    with table.live(page=True) as watching, table.live("B", page=True) as page:
        page.socket.send("here")
        until_told(watching, "B", HERE)
        until_told(watching, "B", OFFLINE)
