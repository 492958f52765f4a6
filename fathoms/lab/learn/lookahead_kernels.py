"""Games to learn from by looking ahead, compiled: every turn is worked out, and what it is worth is learned."""

from typing import NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import chance, pick_fate, pick_likely
from fathoms.bots.search.playout_kernels import advice, move_on
from fathoms.bots.solver.kernels import Room, Task, forget, solve
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, below, rule
from fathoms.engine.hooks import hurry, is_quiet, known_features
from fathoms.engine.kinds import Codes, Floats, Ints, Records
from fathoms.lab.simulate.kernels import seed_game

CARELESS_OPENING = 2  # one move in so many is random in an opening


class Player(NamedTuple):
    """One who works every turn out, and strays now and then."""

    states: Records  # the solver's stack
    room: Room
    task: Task  # this turn played perfectly, and what follows as a network expects
    astray: float  # the part of the decisions
    out: Codes  # choices, or fates
    weights: Ints


class Openings(NamedTuple):
    """How games begin."""

    careless: int  # the most events by careless hands, which one game in two begins with
    late: float  # the part of the games that start late


class Rows(NamedTuple):
    """Quiet positions as both see them."""

    known: Floats
    returns: Floats


@rule
def work_out(tables, player):
    """The value of the present position for A."""
    forget(player.room.table)
    player.states[0] = tables[0]
    return solve(player.states, player.room, player.task)


@rule
def note_both(s, value, rows, row):
    """A quiet position as both see it."""
    for seat in range(2):
        known_features(s, seat, rows.known[row + seat])
        rows.returns[row + seat] = value if seat == 0 else 1 - value


@rule
def best_for(results, n, seat):
    """The choice that leaves A most, or least if B chooses."""
    best = 0
    for i in range(1, n):
        if results[i] > results[best] if seat == 0 else results[i] < results[best]:
            best = i
    return best


@rule
def decide(tables, worlds, seat, player, together, rng):
    """What a seat does whose turn is worked out; at times what the rule of thumb says, or anything."""
    out = player.out
    worlds[0] = tables[0]
    lot = chance(rng)
    if lot < player.astray / 2:
        return advice(worlds, seat, rng)
    n = verbs.choices(worlds[0], seat, out)
    if lot < player.astray:
        return int(out[below(rng, n)])
    room = player.room
    return int(out[pick_likely(room.mixtures[seat], n, rng) if together else best_for(room.results[0], n, seat)])


@rule
def play_on(tables, worlds, acting, player, rng, rows, row):
    """The next decision, or both where two choose at once; a turn's beginning is noted. Gives the next row."""
    value = work_out(tables, player)
    if is_quiet(tables[0]):
        note_both(tables[0], value, rows, row)
        row += 2
    together = acting & (acting - 1) != 0
    for seat in range(2):
        if (acting >> seat) & 1:
            verbs.play(tables[0], seat, decide(tables, worlds, seat, player, together, rng))
    return row


@kernel
def play_looking_ahead(tables, worlds, begin, first, openings, player, rows):
    """Games from number `first` on until the rows are full: the next game."""
    out, weights = player.out, player.weights
    rng = np.zeros(1, np.uint64)
    row = 0
    game = first
    s = tables[0]
    while row + 2 <= len(rows.returns):
        seed_game(rng, begin.seed, game)
        tables[0] = begin.blank[0]
        verbs.setup(s, begin.options[game % len(begin.options)])
        opening = below(rng, openings.careless) if below(rng, 2) == 0 else 0
        late = chance(rng) < openings.late
        acting = verbs.to_act(s)
        while acting != 0 and row + 2 <= len(rows.returns):
            if late and is_quiet(s):
                hurry(s, rng)
                late = False
            if acting & SEA_BIT:
                verbs.befall(s, pick_fate(s, out, weights, rng))
            elif opening > 0:
                worlds[0] = s
                move_on(worlds, acting, CARELESS_OPENING, out, weights, rng)
                tables[0] = worlds[0]
            else:
                row = play_on(tables, worlds, acting, player, rng, rows, row)
            opening -= 1
            acting = verbs.to_act(s)
        game += 1
    return game
