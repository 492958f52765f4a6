"""How often somebody may ask: a bucket that refills, per address or connection."""

import time
from collections import OrderedDict

MOST_BUCKETS = 10_000


class Limit:
    """At most `a_minute` in a minute, in bursts of up to half of that."""

    def __init__(self, a_minute: float, burst: float = 0.0) -> None:
        self.rate = a_minute / 60
        self.most = burst or max(1.0, a_minute / 2)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    @classmethod
    def of_a_day(cls, most: int) -> "Limit":
        """At most so many in a day, all at once if need be."""
        return cls(most / (24 * 60), float(most))

    def allows(self, who: str) -> bool:
        now = time.monotonic()
        left, then = self._buckets.pop(who, (self.most, now))
        left = min(self.most, left + (now - then) * self.rate)
        allowed = left >= 1
        self._buckets[who] = (left - 1 if allowed else left, now)
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed
