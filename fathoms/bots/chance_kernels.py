"""What every imagined game needs, compiled: random numbers, what the sea does, who is next, who has won."""

import numpy as np

from fathoms.engine import verbs
from fathoms.engine.dialect import below, next_random, pick_share, rule

WHOLE_WIN = 60  # a win shared by up to six is a whole number of these, so sums are exact in any order
_UNIT = 1.0 / 9007199254740992.0
_S11 = np.uint64(11)


@rule
def chance(rng):
    """A random number from 0 up to 1."""
    return float(next_random(rng) >> _S11) * _UNIT


@rule
def pick_likely(odds, n, rng):
    """An index below `n`, as likely as `odds` say, which add up to 1."""
    return pick_share(odds, n, chance(rng))


@rule
def pick_weighted(weights, n, rng):
    """An index below `n`, in proportion to whole weights."""
    total = 0
    for i in range(n):
        total += weights[i]
    left = below(rng, total)
    if total == n:  # all weigh 1
        return left
    return pick_share(weights, n, left)


@rule
def pick_fate(s, out, weights, rng):
    n = verbs.fates(s, out, weights)
    return int(out[pick_weighted(weights, n, rng)])


@rule
def first_seat(acting):
    """The lowest seat of a mask."""
    seat = 0
    while (acting >> seat) & 1 == 0:
        seat += 1
    return seat


@rule
def share_out(s, rewards):
    """Each seat's share of the win."""
    mask = verbs.winners(s)
    count = 0
    for seat in range(6):
        count += (mask >> seat) & 1
    for seat in range(6):
        rewards[seat] = 1.0 / count if (mask >> seat) & 1 else 0.0
