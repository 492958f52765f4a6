"""Many games side by side, one decision each in a call: written once on the verbs, for cores and GPUs alike."""

import numpy as np

from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, rule
from fathoms.lab.kernels import first_seat, let_sea_act, seed_game


@rule
def drift(s, out, weights, rng):
    """Let the sea act until a seat must decide; who must, or 0: over."""
    acting = verbs.to_act(s)
    while acting & SEA_BIT:
        let_sea_act(s, out, weights, rng)
        acting = verbs.to_act(s)
    return acting


@rule
def begin_game(i, states, blank, options, seed, batch, rngs, out, weights):
    """Put the game whose number is due on place `i`; whose decision it waits for."""
    number = batch.numbers[i]
    rng = rngs[i : i + 1]
    seed_game(rng, seed, number)
    states[0] = blank[0]
    verbs.setup(states[0], options[number % len(options)])
    return drift(states[0], out, weights, rng)


@rule
def next_game(i, states, blank, options, seed, batch, rngs, out, weights):
    """Share the win of the game on place `i` among its winners and begin the next; whose decision that waits for."""
    winners = verbs.winners(states[0])
    shared = 0
    for seat in range(6):
        shared += (winners >> seat) & 1
    for seat in range(6):
        if (winners >> seat) & 1:
            batch.rewards[i, seat] = np.float32(1) / np.float32(shared)
    batch.dones[i] = 1
    batch.numbers[i] += len(batch.numbers)
    return begin_game(i, states, blank, options, seed, batch, rngs, out, weights)


@rule
def forget_end(i, batch):
    """What the step before said of a game that ended on place `i`."""
    batch.dones[i] = 0
    for seat in range(6):
        batch.rewards[i, seat] = 0


# The two below are called for every game in every step: they take rows, since handing over the whole batch costs more
# than their work.


@rule
def offer_choices(s, seat, before, choices, mask):
    """Write what a seat may do, over the `before` choices of the last step; how many there are."""
    for k in range(before):
        mask[choices[k]] = 0
    n = verbs.choices(s, seat, choices)
    for k in range(n):
        mask[choices[k]] = 1
    return n


@rule
def show_record(states, scratch, seat, row):
    """Write what a seat may know."""
    scratch[0] = states[0]
    verbs.redact(scratch[0], seat)
    raw = scratch.view(np.uint8)
    for k in range(len(raw)):
        row[k] = raw[k]
    row[len(raw)] = seat


@rule
def reset_game(i, states, scratch, blank, options, seed, batch, rngs, out, weights):
    """Begin the games on place `i` anew."""
    batch.numbers[i] = i
    forget_end(i, batch)
    seat = first_seat(begin_game(i, states, blank, options, seed, batch, rngs, out, weights))
    batch.seats[i] = seat
    batch.counts[i] = offer_choices(states[0], seat, batch.counts[i], batch.choices[i], batch.masks[i])
    show_record(states, scratch, seat, batch.observations[i])


@rule
def step_game(i, states, scratch, blank, options, seed, action, batch, rngs, out, weights):
    """One decision on place `i`, legal by the caller's word; a game that ends makes room for the next."""
    if batch.dones[i]:
        forget_end(i, batch)
    verbs.play(states[0], int(batch.seats[i]), int(action))
    acting = drift(states[0], out, weights, rngs[i : i + 1])
    if acting == 0:
        acting = next_game(i, states, blank, options, seed, batch, rngs, out, weights)
    seat = first_seat(acting)
    batch.seats[i] = seat
    batch.counts[i] = offer_choices(states[0], seat, batch.counts[i], batch.choices[i], batch.masks[i])
    show_record(states, scratch, seat, batch.observations[i])


@kernel
def reset_games(low, high, states, scratch, blank, options, seed, batch, rngs, out, weights):
    for i in range(low, high):
        reset_game(i, states[i : i + 1], scratch, blank, options, seed, batch, rngs, out, weights)


@kernel
def step_games(low, high, states, scratch, blank, options, seed, actions, batch, rngs, out, weights):
    """`step_game` on the places from `low` to below `high`, each part of it for all places before the next part.

    A core foresees the branches of the rules better that way: game by game, a step took half as long again.
    """
    for i in range(low, high):
        if batch.dones[i]:
            forget_end(i, batch)
        verbs.play(states[i], int(batch.seats[i]), int(actions[i]))
    for i in range(low, high):
        acting = drift(states[i], out, weights, rngs[i : i + 1])
        if acting == 0:
            acting = next_game(i, states[i : i + 1], blank, options, seed, batch, rngs, out, weights)
        batch.seats[i] = first_seat(acting)
    for i in range(low, high):
        seat = int(batch.seats[i])
        batch.counts[i] = offer_choices(states[i], seat, batch.counts[i], batch.choices[i], batch.masks[i])
    for i in range(low, high):
        show_record(states[i : i + 1], scratch, int(batch.seats[i]), batch.observations[i])


@kernel
def first_illegal(actions, batch):
    """The first place whose action is not a choice there, or -1."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= batch.masks.shape[1] or batch.masks[i, action] == 0:
            return i
    return -1
