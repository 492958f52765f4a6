"""Statistics: means, ratios and quantiles from sums, their intervals, and many tests at once."""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

CONFIDENCE = 0.95
RESAMPLES = 2000
BOUNDS = (50 * (1 - CONFIDENCE), 100 - 50 * (1 - CONFIDENCE))  # in percent
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


class Estimate(NamedTuple):
    """A figure and half the width of its 95 % interval."""

    value: float
    half: float


def mean_of(total: float, squares: float, n: int, z: float = Z) -> Estimate:
    """The mean of `n` values given by their sum and the sum of their squares."""
    if n == 0:
        return Estimate(math.nan, math.inf)
    mean = total / n
    spread = max(0.0, squares / n - mean**2)
    return Estimate(mean, z * math.sqrt(spread / max(1, n - 1)))


def mean_from(values: Sequence[float]) -> Estimate:
    """The mean of values that are all there; one alone says nothing of its spread."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return Estimate(mean, math.inf)
    return Estimate(mean, Z * math.sqrt(sum((value - mean) ** 2 for value in values) / (n - 1) / n))


def resampled_interval(values: Sequence[float], seed: int = 1) -> tuple[float, float]:
    """The 95 % interval of a mean, by drawing the values anew (the bootstrap)."""
    array, dice = np.asarray(values, np.float64), np.random.default_rng(seed)
    means = [array[dice.integers(len(array), size=len(array))].mean() for _ in range(RESAMPLES)]
    low, high = np.percentile(means, BOUNDS)
    return float(low), float(high)


def wilson_interval(mean: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a mean of `n` shares between 0 and 1 that holds for few of them, and near the ends."""
    middle, half = mean + Z**2 / (2 * n), Z * math.sqrt(mean * (1 - mean) / n + Z**2 / (4 * n**2))
    return (middle - half) / (1 + Z**2 / n), (middle + half) / (1 + Z**2 / n)


def ratio_of(x: float, y: float, xx: float, yy: float, xy: float, n: int) -> Estimate:
    """The sum of x over the sum of y, both counted game by game over `n` games: a ratio's interval by linearisation.

    Seats of one game are not independent (one wins, so the others do not); games are, so games are what is counted.
    """
    if y == 0 or n < 2:
        return Estimate(math.nan, math.inf)
    ratio = x / y
    residuals = max(0.0, xx - 2 * ratio * xy + ratio**2 * yy)
    return Estimate(ratio, Z * math.sqrt(residuals * n / (n - 1)) / y)


def quantile_of(counts: npt.NDArray[np.int64], q: float) -> int:
    """The smallest index that at least a share `q` of the counted values does not exceed."""
    if counts.sum() == 0:
        return 0
    return int(np.searchsorted(np.cumsum(counts), q * counts.sum() - 1e-9))


def two_sided(estimate: Estimate) -> float:
    """The chance of a mean at least this far from zero if it were zero; certain figures have no spread."""
    if estimate.value == 0:
        return 1.0
    if estimate.half == 0:
        return 0.0
    return 2 * (1 - NormalDist().cdf(abs(estimate.value) / (estimate.half / Z)))


def holm(chances: Sequence[float], alarm: float = 1 - CONFIDENCE) -> list[bool]:
    """Which of several differences are found, so that one false alarm among all has at most the chance `alarm`."""
    found, order = [False] * len(chances), sorted(range(len(chances)), key=lambda i: chances[i])
    for rank, i in enumerate(order):
        if chances[i] > alarm / (len(chances) - rank):
            break
        found[i] = True
    return found


def wider(tests: int) -> float:
    """By how much a 95 % interval is widened so that `tests` of them hold together (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * max(1, tests))) / Z
