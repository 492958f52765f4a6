"""Games of searchers among policies, compiled: what each searcher knew, could do and did."""

import numpy as np

from fathoms.bots.chance_kernels import first_seat
from fathoms.bots.networks.policy_kernels import sample
from fathoms.bots.search.kernels import move_on
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, rule
from fathoms.engine.hooks import known_features
from fathoms.lab.learn.self_play_kernels import NEVER, note_choice, share_seats
from fathoms.lab.learn.value_data_kernels import searched
from fathoms.lab.simulate.kernels import seed_game

SEARCHER, POLICY = range(2)  # who holds a seat


@rule
def note_decision(tables, seat, action, out, rows, row, game):
    """What a seat knows, can do and is about to do, if it has a choice. Gives the row after it."""
    known, legal, done, games = rows
    n = verbs.choices(tables[0], seat, out)
    if n == 1 or row == len(done):
        return row
    tables[1] = tables[0]
    verbs.redact(tables[1], seat)
    known_features(tables[1], seat, known[row])
    note_choice(tables[1], seat, out, n, action, legal, done, row)
    games[row] = game
    return row + 1


@rule
def play_one(tables, holders, game, searcher, among, rng, rows, row):
    """A game from its set-up on; the searchers' decisions are noted from `row` on. Gives the row after them."""
    net, thoughts = among
    out, weights, odds = searcher.buffers
    s = tables[0]
    acting = verbs.to_act(s)
    while acting != 0:
        seat = 0 if acting & SEA_BIT else first_seat(acting)
        if acting & SEA_BIT:
            move_on(tables, acting, NEVER, out, weights, rng)
        elif holders[seat] == POLICY:
            verbs.play(s, seat, sample(tables, seat, net, thoughts, out, odds, rng))
        else:
            action = searched(s, seat, searcher, rng)
            row = note_decision(tables, seat, action, out, rows, row, game)
            verbs.play(s, seat, action)
        acting = verbs.to_act(s)
    return row


@kernel
def play_searchers(tables, begin, first, games, searcher, among, rows):
    """Up to `games` games from number `first` on, until the rows are full. Gives how many rows there are.

    `among` is the network of the seats that do not search, and its room. `rows` are facts, a mask of legal actions, the
    action, the game.
    """
    blank, options, seed = begin
    rng = np.zeros(1, np.uint64)
    holders = np.zeros(6, np.int64)
    row = 0
    for game in range(first, first + games):
        if row == len(rows[2]):
            break
        seed_game(rng, seed, game)
        tables[0] = blank[0]
        verbs.setup(tables[0], options[game % len(options)])
        share_seats(holders, int(tables[0].players), SEARCHER, POLICY, rng)
        row = play_one(tables, holders, game, searcher, among, rng, rows, row)
    return row
