"""Games to learn from by looking ahead, compiled: every turn is worked out, and what it is worth is learned."""

from typing import Any, NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import chance, pick_fate
from fathoms.bots.networks.policy_kernels import draw
from fathoms.bots.search.kernels import advice, move_on
from fathoms.bots.solver.kernels import forget, solve
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, below, rule
from fathoms.engine.hooks import hurry, is_quiet, known_features
from fathoms.lab.simulate.kernels import seed_game

CARELESS_OPENING = 2  # one move in so many is random in an opening
NOBODY = -1  # whose policy is known


class Player(NamedTuple):
    """One who works every turn out: what the solver needs, what follows by a network, and how often it strays."""

    ahead: Any  # what the solver needs
    net: Any
    astray: Any  # the part of the decisions
    out: Any  # choices, or fates


@rule
def work_out(tables, ahead, net):
    """The value of the present position for A, this turn played perfectly and what follows as `net` expects."""
    states, words, memory, buffers, mixtures = ahead
    forget(memory[1])
    states[0] = tables[0]
    nothing = buffers[3][:0]
    return solve(states, words, 0, memory, False, buffers, mixtures, nothing, NOBODY, net, 1)


@rule
def note_both(s, value, rows, row):
    """A quiet position as both see it."""
    known, returns = rows
    for seat in range(2):
        known_features(s, seat, known[row + seat])
        returns[row + seat] = value if seat == 0 else 1 - value


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
    ahead, _, astray, out = player
    worlds[0] = tables[0]
    lot = chance(rng)
    if lot < astray / 2:
        return advice(worlds, seat, rng)
    n = verbs.choices(worlds[0], seat, out)
    if lot < astray:
        return int(out[below(rng, n)])
    return int(out[draw(ahead[4][seat], n, rng) if together else best_for(ahead[3][3][0], n, seat)])


@rule
def play_on(tables, worlds, acting, player, rng, rows, row):
    """The next decision, or both where two choose at once; a turn's beginning is noted. Gives the next row."""
    value = work_out(tables, player.ahead, player.net)
    if is_quiet(tables[0]):
        note_both(tables[0], value, rows, row)
        row += 2
    together = acting & (acting - 1) != 0
    for seat in range(2):
        if (acting >> seat) & 1:
            verbs.play(tables[0], seat, decide(tables, worlds, seat, player, together, rng))
    return row


@kernel
def play_looking_ahead(tables, worlds, begin, first, how, player, weights, rows):
    """Games from number `first` on until the rows (what a seat knows, what it is worth to it) are full: the next game.

    `how` is: the most events of a careless opening, which one game in two has; the part of the games that start late.
    """
    blank, options, seed = begin
    out = player.out
    rng = np.zeros(1, np.uint64)
    row = 0
    game = first
    s = tables[0]
    while row + 2 <= len(rows[1]):
        seed_game(rng, seed, game)
        tables[0] = blank[0]
        verbs.setup(s, options[game % len(options)])
        opening = below(rng, int(how[0])) if below(rng, 2) == 0 else 0
        late = chance(rng) < how[1]
        acting = verbs.to_act(s)
        while acting != 0 and row + 2 <= len(rows[1]):
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
