"""Bots' decisions, compiled, one at a time."""

from fathoms.engine.cache import kernel
from fathoms.engine.hooks import heuristic


@kernel
def think(states, seat, rng):
    """The rule of thumb's action; `states[0]` is redacted for the seat."""
    return int(heuristic(states[0], seat, rng))
