"""The meetings of captain with OpenSpiel's IS-MCTS: equals win half of them, and a game is played to its end."""

from collections import Counter

import pytest

from fathoms.bridges import against_openspiel as script


@pytest.mark.parametrize(("players", "cycle"), [(2, 2), (3, 6)])
def test_captains_hold_half_of_all_seats_and_each_seat_equally_often(players: int, cycle: int) -> None:
    held = Counter(seat for number in range(cycle) for seat in script.seats_of_captains(players, number))
    assert held == dict.fromkeys(range(players), cycle / 2)


def test_a_game_is_played_and_shared_out() -> None:
    told = script.play("locker", 0, seconds=0.001)
    assert 0 <= told["share"] <= 1
    assert told["seats"] == "A"
    assert told["simulations"] > 0
    assert "| locker | 2 | 0.001 s | 1 |" in script.row("locker", 0.001, [told])
