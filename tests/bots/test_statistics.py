"""The laboratory's statistics: against results by hand, and as often right as they say."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from fathoms.bots.statistics import (
    Estimate,
    Z,
    holm,
    mean_from,
    mean_of,
    quantile_of,
    ratio_of,
    two_sided,
    wider,
    wilson_interval,
)


def test_a_mean_by_hand() -> None:
    values = np.array([0, 0, 1, 3])
    found = mean_of(values.sum(), (values**2).sum(), 4)
    assert found.value == 1
    assert found.half == pytest.approx(Z * values.std(ddof=1) / 2)
    assert mean_of(4, 4, 4) == (1, 0)
    assert math.isnan(mean_of(0, 0, 0).value)


def test_a_ratio_by_hand() -> None:
    """Three games in which 1, 2 and 1 had a thing, and 1, 1 and 0 of them won."""
    x, y = np.array([1, 1, 0]), np.array([1, 2, 1])
    found = ratio_of(x.sum(), y.sum(), (x**2).sum(), (y**2).sum(), (x * y).sum(), 3)
    assert found.value == 0.5
    residuals = x - 0.5 * y
    assert found.half == pytest.approx(Z * math.sqrt((residuals**2).sum() * 3 / 2) / 4)
    assert math.isinf(ratio_of(0, 0, 0, 0, 0, 3).half)


def test_quantiles_by_hand() -> None:
    counts = np.array([0, 1, 2, 0, 1])  # the values 1 2 2 4
    assert [quantile_of(counts, q) for q in (0.05, 0.25, 0.5, 0.75, 0.95)] == [1, 1, 2, 2, 4]
    assert quantile_of(np.zeros(3, np.int64), 0.5) == 0


def covered(estimate: Callable[[np.random.Generator], Estimate], truth: float, rounds: int = 600) -> float:
    found = [estimate(np.random.default_rng(seed)) for seed in range(rounds)]
    return sum(abs(one.value - truth) <= one.half for one in found) / rounds


def test_the_interval_of_a_win_share_holds_as_often_as_it_says() -> None:
    def share(dice: np.random.Generator) -> Estimate:
        won = (dice.random(300) < 0.3).sum()
        return mean_of(won, won, 300)

    assert covered(share, 0.3) == pytest.approx(0.95, abs=0.03)


def test_the_interval_of_a_ratio_holds_though_seats_depend_on_each_other() -> None:
    """Three seats, one winner; who has the thing wins twice as often as who has not."""

    def ratio(dice: np.random.Generator) -> Estimate:
        has = dice.random((400, 3)) < 0.4
        weights = np.where(has, 2.0, 1.0)
        drawn = dice.random((400, 1)) * weights.sum(axis=1, keepdims=True)
        winner = (drawn > weights.cumsum(axis=1)).sum(axis=1)
        x, y = has[np.arange(400), winner].astype(int), has.sum(axis=1)
        return ratio_of(x.sum(), y.sum(), (x**2).sum(), (y**2).sum(), (x * y).sum(), 400)

    # A player with it wins 2 of 2 + the others' weights, each of which is 2 with chance 0.4.
    truth = 0.36 * 2 / 4 + 0.48 * 2 / 5 + 0.16 * 2 / 6
    assert covered(ratio, truth) == pytest.approx(0.95, abs=0.03)


def test_how_surprising_a_difference_is() -> None:
    assert two_sided(Estimate(Z, Z)) == pytest.approx(2 * (1 - 0.5 * (1 + math.erf(Z / math.sqrt(2)))))
    assert two_sided(Estimate(0.0, 0.0)) == 1
    assert two_sided(Estimate(0.1, 0.0)) == 0


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == [True, False, False]  # 0.01 <= 0.05/3, but 0.03 > 0.05/2
    assert holm([0.01, 0.02, 0.03]) == [True, True, True]
    assert holm([]) == []


def test_holm_cries_wolf_once_in_twenty_at_most() -> None:
    chances = np.random.default_rng(1).random((2000, 9))
    alarms = sum(any(holm(list(row))) for row in chances)
    assert 0.03 < alarms / 2000 < 0.065


def test_intervals_that_hold_together_are_wider() -> None:
    assert wider(1) == pytest.approx(1)
    assert 1.2 < wider(3) < wider(10) < 1.5


def test_wilsons_interval_by_hand() -> None:
    """Ten wins of ten: from n / (n + z²) to 1."""
    low, high = wilson_interval(1.0, 10)
    assert low == pytest.approx(10 / (10 + Z**2))
    assert high == pytest.approx(1)
    assert sum(wilson_interval(0.5, 40)) == pytest.approx(1)


def test_a_mean_from_values_is_that_from_their_sums() -> None:
    values = [0.0, 0.0, 1.0, 3.0]
    assert mean_from(values) == pytest.approx(mean_of(sum(values), sum(value**2 for value in values), 4))
    assert math.isinf(mean_from([2.0]).half)
