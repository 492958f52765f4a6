"""Bots' decisions, compiled, one at a time."""

from fathoms.bots.thumb import thumb
from fathoms.engine.cache import kernel


@kernel
def think(states, seat, rng):
    """The rule of thumb's action; `states[0]` is redacted for the seat."""
    return int(thumb(states[0], seat, rng))
