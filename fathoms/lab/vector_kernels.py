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
def end_game(i, s, batch):
    """Share the win among the winners, and let the next game be due on place `i`."""
    winners = verbs.winners(s)
    shared = 0
    for seat in range(6):
        shared += (winners >> seat) & 1
    for seat in range(6):
        if (winners >> seat) & 1:
            batch.rewards[i, seat] = np.float32(1) / np.float32(shared)
    batch.dones[i] = 1
    batch.numbers[i] += len(batch.numbers)


@rule
def decide_game(i, s, action, batch):
    """Carry out one decision on place `i`, legal by the caller's word."""
    if batch.dones[i]:
        batch.dones[i] = 0
        for seat in range(6):
            batch.rewards[i, seat] = 0
    verbs.play(s, int(batch.seats[i]), int(action))


@rule
def settle_game(i, states, blank, options, seed, batch, rngs, out, weights):
    """Let the sea act on place `i`, and a game that has ended make room for the next."""
    acting = drift(states[0], out, weights, rngs[i : i + 1])
    if acting == 0:
        end_game(i, states[0], batch)
        acting = begin_game(i, states, blank, options, seed, batch, rngs, out, weights)
    batch.seats[i] = first_seat(acting)


@rule
def offer_choices(i, s, batch):
    """Write what the seat that must decide on place `i` may do."""
    for k in range(batch.counts[i]):
        batch.masks[i, batch.choices[i, k]] = 0
    n = verbs.choices(s, int(batch.seats[i]), batch.choices[i])
    for k in range(n):
        batch.masks[i, batch.choices[i, k]] = 1
    batch.counts[i] = n


@rule
def show_game(i, states, scratch, batch):
    """Write what the seat that must decide on place `i` may know."""
    seat = int(batch.seats[i])
    scratch[0] = states[0]
    verbs.redact(scratch[0], seat)
    raw = scratch.view(np.uint8)
    for k in range(len(raw)):
        batch.observations[i, k] = raw[k]
    batch.observations[i, len(raw)] = seat


@rule
def reset_game(i, states, scratch, blank, options, seed, batch, rngs, out, weights):
    """Begin the games on place `i` anew."""
    batch.numbers[i] = i
    batch.dones[i] = 0
    for seat in range(6):
        batch.rewards[i, seat] = 0
    batch.seats[i] = first_seat(begin_game(i, states, blank, options, seed, batch, rngs, out, weights))
    offer_choices(i, states[0], batch)
    show_game(i, states, scratch, batch)


@rule
def step_game(i, states, scratch, blank, options, seed, action, batch, rngs, out, weights):
    """All of a step on place `i`: what a thread of a GPU does."""
    decide_game(i, states[0], action, batch)
    settle_game(i, states, blank, options, seed, batch, rngs, out, weights)
    offer_choices(i, states[0], batch)
    show_game(i, states, scratch, batch)


@kernel
def reset_games(low, high, states, scratch, blank, options, seed, batch, rngs, out, weights):
    for i in range(low, high):
        reset_game(i, states[i : i + 1], scratch, blank, options, seed, batch, rngs, out, weights)


@kernel
def step_games(low, high, states, scratch, blank, options, seed, actions, batch, rngs, out, weights):
    """A step on the places from `low` to below `high`: one part of it after the other, each for all places.

    A core foresees the branches of the rules better that way; game by game a step took half as long again.
    """
    for i in range(low, high):
        decide_game(i, states[i], actions[i], batch)
    for i in range(low, high):
        settle_game(i, states[i : i + 1], blank, options, seed, batch, rngs, out, weights)
    for i in range(low, high):
        offer_choices(i, states[i], batch)
    for i in range(low, high):
        show_game(i, states[i : i + 1], scratch, batch)


@kernel
def first_illegal(actions, batch):
    """The first place whose action is not a choice there, or -1."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= batch.masks.shape[1] or batch.masks[i, action] == 0:
            return i
    return -1
