"""The part of the conformance suite that looks at every position of many random games, compiled."""

from typing import NamedTuple

import numpy as np

from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, SPECTATOR, below, next_random, rule
from fathoms.engine.kinds import Codes, Ints, Marks

# What can be wrong, in the order of `FAULT_TEXTS`.
(
    FINE,
    UNSOUND,
    NO_CHOICE,
    BAD_CHOICE,
    NO_FATE,
    BAD_FATE,
    ENDLESS,
    NOT_IDEMPOTENT,
    LEAK,
    WORLD_UNSOUND,
    WORLD_ACTS,
    CHOICES_LEAK,
    WORLD_CHOICES,
) = range(13)

FAULT_TEXTS = (
    "nothing",
    "the record breaks an invariant of the rules",
    "who must act has no choice",
    "a choice is out of range or listed twice",
    "the sea must act and has no fate",
    "a fate is out of range, listed twice or has no positive weight",
    "the game does not end",
    "redacting twice differs from redacting once",
    "a leak: imagining a world and redacting it gives another record",
    "an imagined world breaks an invariant of the rules",
    "another player is to act in an imagined world",
    "a seat's choices change when what it may not know is blanked",
    "a seat's choices differ in an imagined world",
)

MOST_EVENTS = 200_000
POSITIONS, FAULT, GAME, EVENT, VIEWER = range(5)  # of the report
REPORT = 5


class Games(NamedTuple):
    """Random games to look at."""

    options: Ints  # rows, of which each game draws one
    players: Ints  # of each row
    actions: int  # how many there are
    fates: int
    seed: int


class Room(NamedTuple):
    """Memory for a look at a position."""

    raw: Marks  # of the three records, the same memory
    out: Codes  # choices, or fates
    other: Codes  # choices to compare with
    weights: Ints  # of fates


@rule
def same_bytes(raw, i, j):
    for k in range(raw.shape[1]):
        if raw[i, k] != raw[j, k]:
            return False
    return True


@rule
def listed_well(codes, n, size):
    """Every code in range and only once."""
    for i in range(n):
        if codes[i] < 0 or codes[i] >= size:
            return False
        for j in range(i):
            if codes[i] == codes[j]:
                return False
    return True


@rule
def same_choices(pool, i, j, seat, out, other):
    n = verbs.choices(pool[i], seat, out)
    if verbs.choices(pool[j], seat, other) != n:
        return False
    for k in range(n):
        if out[k] != other[k]:
            return False
    return True


@rule
def look_as(pool, room, viewer, rng):
    """All that must hold for one viewer of the position pool[0]; the other records of the pool are scratch."""
    raw, out, other = room.raw, room.out, room.other
    pool[1] = pool[0]
    verbs.redact(pool[1], viewer)
    pool[2] = pool[1]
    verbs.redact(pool[2], viewer)
    if not same_bytes(raw, 1, 2):
        return NOT_IDEMPOTENT
    pool[2] = pool[1]
    verbs.imagine(pool[2], viewer, rng)
    if verbs.sound(pool[2]) != 0:
        return WORLD_UNSOUND
    if verbs.to_act(pool[2]) != verbs.to_act(pool[0]) or verbs.to_act(pool[1]) != verbs.to_act(pool[0]):
        return WORLD_ACTS
    if viewer != SPECTATOR:
        if not same_choices(pool, 0, 1, viewer, out, other):
            return CHOICES_LEAK
        if not same_choices(pool, 0, 2, viewer, out, other):
            return WORLD_CHOICES
    verbs.redact(pool[2], viewer)
    if not same_bytes(raw, 1, 2):
        return LEAK
    return FINE


@rule
def step(s, room, games, rng):
    """One random event, with a look at what was offered."""
    out, weights = room.out, room.weights
    acting = verbs.to_act(s)
    if acting & SEA_BIT:
        n = verbs.fates(s, out, weights)
        if n == 0:
            return NO_FATE
        for i in range(n):
            if weights[i] <= 0:
                return BAD_FATE
        if n <= 64 and not listed_well(out, n, games.fates):
            return BAD_FATE
        verbs.befall(s, int(out[below(rng, n)]))
        return FINE
    seat = 0
    skip = below(rng, 6)  # simultaneous choices are made in any order
    for turn in range(12):
        if (acting >> (turn % 6)) & 1 and turn >= skip:
            seat = turn % 6
            break
    n = verbs.choices(s, seat, out)
    if n == 0:
        return NO_CHOICE
    if not listed_well(out, n, games.actions):
        return BAD_CHOICE
    verbs.play(s, seat, int(out[below(rng, n)]))
    return FINE


@rule
def look_around(pool, room, players, rng):
    """The position pool[0] by itself and through every viewer's eyes: the first fault, and whose eyes saw it."""
    if verbs.sound(pool[0]) != 0:
        return UNSOUND, 0
    for seen in range(players + 1):
        viewer = SPECTATOR if seen == players else seen
        fault = look_as(pool, room, viewer, rng)
        if fault != FINE:
            return fault, viewer
    return FINE, SPECTATOR


@kernel
def walk_games(pool, room, games, first, count, report):
    """Random games, `count` of them from number `first` on, every position seen through every viewer's eyes.

    `pool` holds three records. `report` receives the number of positions, and of the first fault its kind, game, event
    and viewer; the rules are followed until then.
    """
    rng = np.zeros(1, np.uint64)
    blank = np.zeros_like(pool)
    for g in range(count):
        rng[0] = np.uint64(games.seed) + np.uint64(first) + np.uint64(g)
        rng[0] = next_random(rng)
        pool[0] = blank[0]
        row = below(rng, len(games.options))
        verbs.setup(pool[0], games.options[row])
        events = 0
        while True:
            fault, viewer = look_around(pool, room, games.players[row], rng)
            report[POSITIONS] += 1
            acting = verbs.to_act(pool[0])
            if fault == FINE and acting != 0:
                fault = step(pool[0], room, games, rng)
                events += 1
            if fault == FINE and events > MOST_EVENTS:
                fault = ENDLESS
            if fault != FINE:
                report[FAULT] = fault
                report[GAME] = first + g
                report[EVENT] = events
                report[VIEWER] = viewer
                return
            if acting == 0:
                break
