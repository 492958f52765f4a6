"""Whole games, compiled, for any game: written once on the verbs."""

import numpy as np

from fathoms.bots.thumb import thumb
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, below, next_random, rule

RANDOM, THUMB = 0, 1  # how a seat plays
MOST_EVENTS = 1_000_000  # a game that is longer does not end

_SPREAD = np.uint64(0xD1342543DE82EF95)


@rule
def seed_game(rng, seed, number):
    """Start the random numbers of game `number`: the same on every machine, whatever plays beside it."""
    rng[0] = np.uint64(seed) * _SPREAD + np.uint64(number)
    rng[0] = next_random(rng)


@rule
def pick_weighted(weights, n, rng):
    """An index below `n`, in proportion to the weights."""
    total = 0
    for i in range(n):
        total += weights[i]
    left = below(rng, total)
    if total == n:  # all weigh 1
        return left
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return i
    return n - 1


@rule
def let_sea_act(s, out, weights, rng):
    n = verbs.fates(s, out, weights)
    verbs.befall(s, int(out[pick_weighted(weights, n, rng)]))


@rule
def decide(states, scratch, seat, bot, out, rng):
    """The action of a seat: any, or the rule of thumb's, from what the seat may know."""
    if bot == RANDOM:
        n = verbs.choices(states[0], seat, out)
        return int(out[below(rng, n)])
    scratch[0] = states[0]
    verbs.redact(scratch[0], seat)
    return int(thumb(scratch[0], seat, rng))


@rule
def first_seat(mask):
    seat = 0
    while (mask >> seat) & 1 == 0:
        seat += 1
    return seat


@kernel
def play_games(states, scratch, options, bots, seed, first, out, weights, results, check):
    """Play `len(results)` games, numbers `first` on, with the rows of `options` in turn.

    `states` and `scratch` are arrays of one record. With `check` the record's soundness is tested after every event:
    a broken rule's number lands in the result, or -1 for a game that does not end.
    """
    rng = np.zeros(1, np.uint64)
    blank = np.zeros_like(states)
    score = np.zeros(6, np.int64)
    for g in range(len(results)):
        seed_game(rng, seed, first + g)
        states[0] = blank[0]
        s = states[0]
        verbs.setup(s, options[(first + g) % len(options)])
        decisions = 0
        events = 0
        fault = 0
        acting = verbs.to_act(s)
        while acting != 0 and fault == 0:
            if acting & SEA_BIT:
                let_sea_act(s, out, weights, rng)
            else:
                seat = first_seat(acting)
                action = decide(states, scratch, seat, bots[seat], out, rng)
                verbs.play(s, seat, action)
                decisions += 1
            events += 1
            if check:
                fault = verbs.sound(s)
            if events > MOST_EVENTS:
                fault = -1
            acting = verbs.to_act(s)
        score[:] = 0
        verbs.scores(s, score)
        results[g].winners = verbs.winners(s)
        results[g].decisions = decisions
        results[g].events = events
        results[g].fault = fault
        for seat in range(6):
            results[g].scores[seat] = score[seat]


RESULT = np.dtype(
    [
        ("winners", np.int32),
        ("decisions", np.int32),
        ("events", np.int32),
        ("fault", np.int32),
        ("scores", np.int32, (6,)),
    ],
    align=True,
)
