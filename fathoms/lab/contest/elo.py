"""How strong, and how sure: Elo from shares of wins, and a sequential test.

The unit is the deal, never the game: the games of a deal share their fates and are not independent.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fathoms.bots.statistics import BOUNDS, RESAMPLES

Floats = npt.NDArray[np.float64]
STEPS = 60  # of the fit of ratings; it has settled long before
_SCALE = math.log(10) / 400


def elo_of(share: float) -> float:
    """The difference in Elo that makes a share of the wins likely; infinite for all or nothing."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return math.log(share / (1 - share)) / _SCALE


def share_of(elo: float) -> float:
    """The share of the wins that a difference in Elo makes likely."""
    return 1 / (1 + math.exp(-elo * _SCALE))


@dataclass(frozen=True)
class Rating:
    """A bot's Elo, with zero for the mean of those compared, and its 95 % interval."""

    elo: float
    low: float
    high: float


def ratings(
    bots: int, pairs: Sequence[tuple[int, int]], shares: Sequence[Sequence[float]], seed: int = 1
) -> list[Rating]:
    """The Elo of every bot from the deals of every pair; `shares` are those of the first of a pair, deal by deal.

    Half a deal is added to each side of a pair, so that one that won everything has a finite rating.
    """
    best = _fit(bots, pairs, [(float(np.sum(deals)), len(deals)) for deals in shares])
    dice, drawn = np.random.default_rng(seed), []
    arrays = [np.asarray(deals, np.float64) for deals in shares]
    for _ in range(RESAMPLES // 10):
        sums = [(float(deals[dice.integers(len(deals), size=len(deals))].sum()), len(deals)) for deals in arrays]
        drawn.append(_fit(bots, pairs, sums))
    low, high = np.percentile(drawn, BOUNDS, axis=0)
    return [Rating(float(best[i]), float(low[i]), float(high[i])) for i in range(bots)]


def _fit(bots: int, pairs: Sequence[tuple[int, int]], sums: Sequence[tuple[float, int]]) -> Floats:
    """The most likely ratings (Bradley and Terry), by Hunter's steps."""
    won, strength = np.zeros(bots), np.ones(bots)
    met = np.zeros((bots, bots))
    for (a, b), (share, deals) in zip(pairs, sums, strict=True):
        won[a] += share + 0.5
        won[b] += deals - share + 0.5
        met[a, b] += deals + 1
        met[b, a] += deals + 1
    for _ in range(STEPS):
        strength = won / (met / (strength[:, None] + strength)).sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
    elo: Floats = np.log(strength) / _SCALE
    centred: Floats = elo - elo.mean()
    return centred


@dataclass(frozen=True)
class Sprt:
    """A sequential test: is a candidate `high` Elo better than a baseline, or no more than `low`?"""

    low: float = 0.0
    high: float = 30.0
    risk: float = 0.05  # of either mistake

    @property
    def bound(self) -> float:
        return math.log((1 - self.risk) / self.risk)

    def ratio(self, shares: Sequence[float]) -> float:
        """The logarithm of how much likelier the deals are under `high` than under `low`, with normal deals."""
        deals = len(shares)
        if deals < 2:
            return 0.0
        spread = max(float(np.var(shares)), 1e-3 / deals)  # equal deals tell something, not everything
        worse, better = share_of(self.low), share_of(self.high)
        return deals * (better - worse) * (2 * float(np.mean(shares)) - worse - better) / (2 * spread)

    def verdict(self, shares: Sequence[float]) -> str | None:
        """`accepted`, `refused`, or None while more deals are needed."""
        ratio = self.ratio(shares)
        if abs(ratio) < self.bound:
            return None
        return "accepted" if ratio > 0 else "refused"
