"""Many games side by side, one decision each in a call: written once on the verbs, for cores and GPUs alike."""

from typing import NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic

from fathoms.bots.chance_kernels import first_seat, pick_fate
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA, SEA_BIT, rule
from fathoms.engine.kinds import Codes, Ints, Records
from fathoms.lab.simulate.kernels import let_sea_act, seed_game


class Room(NamedTuple):
    """A thread's own memory: a record, choices or fates, weights; on cores places, and what befalls on them."""

    scratch: Records
    out: Codes
    weights: Ints
    waiting: Ints
    befalling: Ints


@rule
def drift(s, out, weights, rng):
    """Let the sea act until a seat must decide; who must, or 0: over."""
    acting = verbs.to_act(s)
    while acting & SEA_BIT:
        let_sea_act(s, out, weights, rng)
        acting = verbs.to_act(s)
    return acting


@rule
def begin_game(i, states, begin, batch, rngs, out, weights):
    """Put the game whose number is due on place `i`; whose decision it waits for."""
    blank, options, seed = begin
    number = batch.numbers[i]
    rng = rngs[i : i + 1]
    seed_game(rng, seed, number)
    states[0] = blank[0]
    verbs.setup(states[0], options[number % len(options)])
    return drift(states[0], out, weights, rng)


@rule
def next_game(i, states, begin, batch, rngs, out, weights):
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
    return begin_game(i, states, begin, batch, rngs, out, weights)


@rule
def forget_end(i, batch):
    """What the step before said of a game that ended on place `i`."""
    batch.dones[i] = 0
    for seat in range(6):
        batch.rewards[i, seat] = 0


# The two below do their work for a whole portion of places in one call: handed over place by place, the arrays would
# cost as much as the work.


@rule
def offer_choices(states, seats, counts, choices, masks):
    """Write what the seats may do over what they could in the last step."""
    for i in range(len(states)):
        for k in range(counts[i]):
            masks[i, choices[i, k]] = 0
        n = verbs.choices(states[i], int(seats[i]), choices[i])
        for k in range(n):
            masks[i, choices[i, k]] = 1
        counts[i] = n


@rule
def show_records(states, scratch, seats, observations):
    """Write what the seats may know."""
    raw = scratch.view(np.uint8)
    size = len(raw)
    for i in range(len(states)):
        scratch[0] = states[i]
        verbs.redact(scratch[0], int(seats[i]))
        for k in range(size):
            observations[i, k] = raw[k]
        observations[i, size] = seats[i]


@rule
def ask(low, high, states, scratch, batch):
    """Show and offer the seats on the places from `low` to below `high`, whose records `states` are, all they need."""
    seats = batch.seats[low:high]
    offer_choices(states, seats, batch.counts[low:high], batch.choices[low:high], batch.masks[low:high])
    show_records(states, scratch, seats, batch.observations[low:high])


@rule
def reset_game(i, states, room, begin, batch, rngs):
    """Begin the games on place `i` anew; `room` is a record, choices and weights."""
    scratch, out, weights = room
    batch.numbers[i] = i
    forget_end(i, batch)
    batch.seats[i] = first_seat(begin_game(i, states, begin, batch, rngs, out, weights))
    ask(i, i + 1, states, scratch, batch)


@rule
def step_game(i, states, room, begin, action, batch, rngs):
    """One decision on place `i`, legal by the caller's word; a game that ends makes room for the next."""
    scratch, out, weights = room
    if batch.dones[i]:
        forget_end(i, batch)
    verbs.play(states[0], int(batch.seats[i]), int(action))
    acting = drift(states[0], out, weights, rngs[i : i + 1])
    if acting == 0:
        acting = next_game(i, states, begin, batch, rngs, out, weights)
    batch.seats[i] = first_seat(acting)
    ask(i, i + 1, states, scratch, batch)


# On cores: each thread has a slice of the places, so that they stay in its core's cache, and goes through it in
# portions. Who is done with his own helps the others, so that none waits for a thread that woke late.


@intrinsic
def move_on(typing, counters, index, size):
    """Move a counter that threads share on by `size`, as one indivisible deed; where it was before."""

    def generate(context, builder, signature, arguments):
        first = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        return builder.atomic_rmw("add", builder.gep(first, [arguments[1]]), arguments[2], "seq_cst")

    return types.int64(counters, types.int64, types.int64), generate


@rule
def take_portion(thread, taken, size, places):
    """The next portion of places for a thread: where it begins and ends; nothing is left if it ends where it begins."""
    threads = len(taken)
    for further in range(threads):
        one = (thread + further) % threads
        end = places * (one + 1) // threads
        low = places * one // threads + move_on(taken, one, size)
        if low < end:
            return low, min(low + size, end)
    return 0, 0


@kernel
def reset_games(thread, taken, states, room, begin, batch, rngs):
    size = len(room.waiting)
    own = (room.scratch, room.out, room.weights)
    low, high = take_portion(thread, taken, size, len(states))
    while low < high:
        for i in range(low, high):
            reset_game(i, states[i : i + 1], own, begin, batch, rngs)
        low, high = take_portion(thread, taken, size, len(states))


@kernel
def step_games(thread, taken, states, room, begin, actions, batch, rngs):
    """`step_game` on all places, each part of it for a whole portion before the next part.

    A core foresees the branches of the rules better that way: game by game, a step took half as long again.
    `taken` holds zeros before the first thread begins; the room is for a portion of places.
    """
    scratch, out, weights, waiting, befalling = room
    size = len(waiting)
    low, high = take_portion(thread, taken, size, len(states))
    while low < high:
        for i in range(low, high):
            if batch.dones[i]:
                forget_end(i, batch)
            verbs.play(states[i], int(batch.seats[i]), int(actions[i]))
            waiting[i - low] = i
        n = high - low
        while n > 0:
            n = wait_for_sea(n, waiting, states, begin, batch, rngs, out, weights)
            drift_once(n, waiting, befalling, states, rngs, out, weights)
        ask(low, high, states[low:high], scratch, batch)
        low, high = take_portion(thread, taken, size, len(states))


@rule
def wait_for_sea(n, waiting, states, begin, batch, rngs, out, weights):
    """Of the first `n` places in `waiting`, keep those where the sea acts, and note who decides on others; how many."""
    kept = 0
    for k in range(n):
        i = int(waiting[k])
        acting = verbs.to_act(states[i])
        if acting == 0:
            acting = next_game(i, states[i : i + 1], begin, batch, rngs, out, weights)
        batch.seats[i] = first_seat(acting)
        waiting[kept] = i
        kept += (acting & SEA_BIT) >> SEA
    return kept


@rule
def drift_once(n, waiting, befalling, states, rngs, out, weights):
    """Let the sea act once on the first `n` places in `waiting`."""
    for k in range(n):
        i = int(waiting[k])
        befalling[k] = pick_fate(states[i], out, weights, rngs[i : i + 1])
    for k in range(n):
        verbs.befall(states[int(waiting[k])], int(befalling[k]))


@kernel
def first_illegal(actions, batch):
    """The first place whose action is not a choice there, or -1."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= batch.masks.shape[1] or batch.masks[i, action] == 0:
            return i
    return -1
