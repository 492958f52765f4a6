"""Elo, intervals and the sequential test, on numbers known beforehand."""

import math

import pytest

from fathoms.bots.statistics import resampled_interval
from fathoms.lab.contest.elo import Sprt, elo_of, ratings, share_of


@pytest.mark.parametrize(("share", "elo"), [(0.5, 0), (0.75, 190.85), (10 / 11, 400), (0.64, 99.95), (0.25, -190.85)])
def test_a_share_is_a_difference_in_elo(share: float, elo: float) -> None:
    assert elo_of(share) == pytest.approx(elo, abs=0.01)
    assert share_of(elo) == pytest.approx(share, abs=1e-4)


def test_all_or_nothing_is_infinite() -> None:
    assert elo_of(1.0) == math.inf
    assert elo_of(0.0) == -math.inf


def test_the_interval_shrinks_with_the_deals_and_holds_the_mean() -> None:
    few, many = resampled_interval([0.0, 1.0, 1.0, 0.5] * 5), resampled_interval([0.0, 1.0, 1.0, 0.5] * 500)
    assert few[0] < many[0] < 0.625 < many[1] < few[1]
    # The normal approximation, 1.96 standard errors of the mean: the deals' deviation is 0.4146.
    assert many[1] - many[0] == pytest.approx(2 * 1.96 * 0.4146 / math.sqrt(2000), rel=0.1)


def test_deals_that_are_all_alike_leave_no_doubt() -> None:
    assert resampled_interval([0.5] * 10) == (0.5, 0.5)


def test_two_bots_differ_by_the_elo_of_their_share() -> None:
    shares = [1.0, 1.0, 1.0, 0.0] * 1000
    strong, weak = ratings(2, [(0, 1)], [shares])
    assert strong.elo - weak.elo == pytest.approx(190.85, abs=1)
    assert strong.low < strong.elo < strong.high
    assert strong.elo + weak.elo == pytest.approx(0)


def test_a_chain_adds_up() -> None:
    step = [1.0] * 10 + [0.0]  # 400 Elo
    pairs, far = [(0, 1), (1, 2), (0, 2)], [1.0] * 100 + [0.0]
    top, middle, bottom = (rating.elo for rating in ratings(3, pairs, [step * 300, step * 300, far * 30]))
    assert top - middle == pytest.approx(400, abs=15)
    assert middle - bottom == pytest.approx(400, abs=15)


class TestSprt:
    def test_its_bounds_are_walds(self) -> None:
        assert Sprt(0, 30).bound == pytest.approx(math.log(19))

    def test_the_ratio_of_known_deals(self) -> None:
        # 100 deals of mean 0.6 and variance 0.24, between shares of 0.5 and 0.55.
        test = Sprt(0, elo_of(0.55))
        assert test.ratio([1.0] * 60 + [0.0] * 40) == pytest.approx(100 * 0.05 * (1.2 - 1.05) / (2 * 0.24))

    def test_it_accepts_refuses_and_waits(self) -> None:
        test = Sprt(0, 50)
        assert test.verdict([1.0, 0.0]) is None
        assert test.verdict([1.0, 1.0, 1.0, 0.0] * 50) == "accepted"
        assert test.verdict([1.0, 0.0, 0.0, 0.0] * 50) == "refused"

    def test_nothing_is_decided_by_one_deal(self) -> None:
        assert Sprt(0, 400).verdict([1.0]) is None
