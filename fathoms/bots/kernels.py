"""Bots' decisions, compiled, one at a time."""

import numpy as np

from fathoms.bots.instinct_kernels import lean
from fathoms.bots.thumb import thumb
from fathoms.engine import verbs
from fathoms.engine.cache import kernel


@kernel
def think(states, seat, rng):
    """The rule of thumb's action; `states[0]` is redacted for the seat."""
    return int(thumb(states[0], seat, rng))


@kernel
def lean_towards(states, seat, net, out, odds):
    """Write the choices of a seat and the probabilities that its instinct gives them; how many, and its hope."""
    thoughts = (np.zeros(len(net[0]), np.float32), np.zeros((2, net[0].shape[1]), np.float32))
    n = verbs.choices(states[0], seat, out)
    return n, lean(states[0], seat, net, thoughts, out, n, odds)
