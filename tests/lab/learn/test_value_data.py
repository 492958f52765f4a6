"""ValueData by search: what a position is said to be worth, and that searchers play them."""

import numpy as np
import pytest

from fathoms import games
from fathoms.bots.networks.values import values_of
from fathoms.bots.search.tree import Style
from fathoms.lab.learn.value_data import ValueData, data_from_search, joined, tables_for
from fathoms.lab.learn.value_data_kernels import UNKNOWN, settle

ROWS = 80


def by_hand() -> ValueData:
    """A game of three quiet positions that A wins, nobody searching after the second; then one that B wins."""
    told = [[0.6, 0.4], [UNKNOWN, UNKNOWN], [0.8, 0.2], [0.5, 0.5]]
    shares = [[1, 0], [1, 0], [1, 0], [0, 1]]
    facts, table = np.zeros((4, 2, 1), np.float32), np.ones((4, 1), np.float32)
    numbers = (np.array(shares, np.float32), np.array(told, np.float32), np.full(4, 2), np.array([7, 7, 7, 8]))
    return ValueData(facts, table, *numbers)


@pytest.mark.parametrize(
    ("trust", "worth"),
    [
        (1.0, [1, 1, 1, 0]),
        (0.0, [0.6, 0.8, 0.8, 0.5]),
        (0.5, [0.5 * 0.6 + 0.5 * 0.9, 0.9, 0.9, 0.25]),
    ],
)
def test_worth_is_between_who_won_and_what_searches_expected(trust: float, worth: list[float]) -> None:
    found = by_hand().returns(trust)
    assert found[:, 0] == pytest.approx(worth)
    assert found.sum(axis=1) == pytest.approx(1)


def test_lessons_that_are_joined_do_not_run_into_one_another() -> None:
    """The last game of a part and the first of the next have the same number, and stay two games."""
    one = by_hand()
    both = joined([one, ValueData(one.seats, one.table, one.shares, one.told, one.players, one.games + 1)])
    assert both.returns(0.5) == pytest.approx(np.concatenate([one.returns(0.5)] * 2))


@pytest.mark.parametrize(
    ("told", "heard", "shares"),
    [
        ([0.5, 0.3, 0.2], 0b000, [UNKNOWN] * 3),
        ([0.6, 0.3, 0.2], 0b001, [0.6, 0.24, 0.16]),  # the others' estimates give way
        ([0.6, 0.6, 0.3], 0b111, [0.4, 0.4, 0.2]),
        ([0.9, 0.6, 0.5], 0b011, [0.6, 0.4, 0.0]),
    ],
)
def test_what_searches_expect_becomes_shares(told: list[float], heard: int, shares: list[float]) -> None:
    numbers = np.array(told)
    settle(numbers, 3, heard)
    assert numbers == pytest.approx(shares)


@pytest.mark.parametrize("name", ["locker", "barracuda"])
def test_searchers_play_lessons(name: str) -> None:
    game = games.find(name)
    style, values = Style(values="heuristic"), values_of(game)
    found = data_from_search(game, values, style, 30, ROWS, 5)
    again = data_from_search(game, values, style, 30, ROWS, 5)
    assert (found.told == again.told).all()
    assert (found.seats == again.seats).all()
    assert (data_from_search(game, values, style, 60, ROWS, 5).told[:5] != found.told[:5]).any()
    assert found.shares.sum(axis=1) == pytest.approx(1)
    searched = found.told[:, 0] != UNKNOWN
    assert searched.mean() > 0.8
    assert found.told[searched].sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert (found.told[searched] >= 0).all()
    assert (found.table[:, -1] == 1).all()
    empty = np.arange(found.shares.shape[1]) >= found.players[:, None]
    assert not found.shares[empty].any()
    assert not found.seats[empty].any()
    assert len(set(found.games.tolist())) > 2


def test_searchers_know_more_than_the_values_they_judge_by() -> None:
    """A game that a seat is about to win: values that know nothing expect a half, the search the win."""
    game = games.find("locker")
    known = values_of(game)
    nothing = known._replace(last=np.zeros_like(known.last))
    found = data_from_search(game, nothing, Style(values="heuristic"), 200, 400, 3)
    two = (found.players == 2) & (found.told[:, 0] != UNKNOWN)
    last_rows = two & np.append(found.games[1:] != found.games[:-1], False)
    first_rows = two & np.append(False, found.games[1:] != found.games[:-1])
    error = np.abs(found.told - found.shares)[:, 0]
    assert error[last_rows].mean() < 0.8 * error[first_rows].mean()


@pytest.mark.parametrize("name", games.names())
def test_most_lessons_are_of_the_smallest_plain_table(name: str) -> None:
    game = games.find(name)
    smallest = min(game.options.players)
    tables = tables_for(game, 1)
    plain = game.options.encode(game.options.read(players=smallest))
    same = [(row == plain).all() for row in tables]
    assert 0.75 <= np.mean(same) < 1
