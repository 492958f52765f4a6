"""Work for several hands: everything once, in order, with an end that all reach together."""

import threading
from itertools import pairwise

import pytest

from fathoms.lab.parallel import AHEAD, SMALLEST, in_order, on_cores, portions


@pytest.mark.parametrize("hands", [1, 2, 5, 64])
@pytest.mark.parametrize(("start", "end", "size"), [(0, 0, 10), (3, 4, 10), (7, 20_011, 2000), (0, 5000, 1), (9, 5, 3)])
def test_portions_hold_every_number_once_in_order(start: int, end: int, size: int, hands: int) -> None:
    found = list(portions(start, end, size, hands))
    assert [number for first, count in found for number in range(first, first + count)] == list(range(start, end))
    assert all(0 < count <= size for _, count in found)


def test_portions_get_smaller_towards_the_end_where_there_are_several_hands() -> None:
    counts = [count for _, count in portions(0, 20_000, 2000, 2)]
    assert counts[0] == 2000
    assert all(later <= earlier for earlier, later in pairwise(counts))
    assert counts[-1] <= 2000 // SMALLEST
    assert {count for _, count in portions(0, 20_000, 2000, 1)} == {2000}


def busy_until(counts: list[int], hands: int) -> list[int]:
    """When each of so many hands is done, if work takes as long as it is large and whoever is free takes the next."""
    done = [0] * hands
    for count in counts:
        done[done.index(min(done))] += count
    return done


@pytest.mark.parametrize("games", [10_000, 14_000, 20_000, 31_000])
@pytest.mark.parametrize("hands", [2, 3, 8])
def test_all_hands_are_done_at_about_the_same_time(games: int, hands: int) -> None:
    done = busy_until([count for _, count in portions(0, games, 2000, hands)], hands)
    assert max(done) <= games / hands + 2000 / SMALLEST


def test_tasks_are_handed_out_ahead_and_no_further() -> None:
    handed: list[int] = []
    given = in_order(range(10), handed.append, ahead=3)
    assert next(given)[0] == 0
    assert handed == [0, 1, 2]
    assert [task for task, _ in given] == list(range(1, 10))


@pytest.mark.parametrize("cores", [1, 3])
def test_results_come_in_the_order_of_their_tasks(cores: int) -> None:
    later = threading.Event()

    def work(number: int) -> int:
        if number == 0 and cores > 1:
            assert later.wait(60)  # the first is done after the second
        if number == 1:
            later.set()
        return number * number

    assert list(on_cores(work, range(20), cores)) == [(number, number * number) for number in range(20)]


def test_who_stops_early_waits_for_no_more_than_is_being_worked_on() -> None:
    begun: list[int] = []
    results = on_cores(begun.append, range(1000), 2)
    next(results)
    results.close()
    assert len(begun) <= 2 * AHEAD


def test_what_goes_wrong_is_heard() -> None:
    with pytest.raises(ZeroDivisionError):
        list(on_cores(lambda number: 1 // number, [1, 0, 1], 2))
