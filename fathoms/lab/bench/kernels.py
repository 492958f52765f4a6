"""Random games in which one thing is done again and again: the time that adds is what the thing costs."""

import numpy as np

from fathoms.bots.chance_kernels import first_seat
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, below, rule
from fathoms.lab.simulate.kernels import hash_record, let_sea_act, seed_game

NOTHING, TO_ACT, CHOICES, FATES, HASH = range(5)  # what is done again


@rule
def do_again(states, again, acting, repeats, spare, weights):
    """The work and a trace of it, so that a compiler cannot find it idle and leave it out."""
    s = states[0]
    trace = 0
    for _ in range(repeats):
        if acting == 0:
            if again == HASH:
                trace += int(hash_record(states, np.uint64(trace)) & np.uint64(3))
        elif again == TO_ACT:
            trace += verbs.to_act(s)
        elif again == FATES and acting & SEA_BIT:
            trace += verbs.fates(s, spare, weights)
        elif again == CHOICES and not acting & SEA_BIT:
            trace += verbs.choices(s, first_seat(acting), spare)
    return trace


@kernel
def play_again(states, blank, options, games, again, repeats, buffers):
    """How many decisions `games` random games have; what `again` names is done `repeats` more times where it is due.

    `buffers` are room for what may happen, twice, and for weights.
    """
    out, spare, weights = buffers
    rng = np.zeros(1, np.uint64)
    decisions = trace = 0
    for g in range(games):
        seed_game(rng, 1, g)
        states[0] = blank[0]
        s = states[0]
        verbs.setup(s, options[0])
        acting = verbs.to_act(s)
        while acting != 0:
            trace += do_again(states, again, acting, repeats, spare, weights)
            if acting & SEA_BIT:
                let_sea_act(s, out, weights, rng)
            else:
                seat = first_seat(acting)
                n = verbs.choices(s, seat, out)
                verbs.play(s, seat, int(out[below(rng, n)]))
                decisions += 1
            acting = verbs.to_act(s)
        trace += do_again(states, again, 0, repeats, spare, weights)
    return decisions, trace
