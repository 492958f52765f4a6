"""Games of searchers among policies, compiled: what each searcher knew, could do and did."""

from typing import NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import first_seat
from fathoms.bots.networks.policy_kernels import Net, Thoughts, sample
from fathoms.bots.search.playout_kernels import move_on
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, rule
from fathoms.engine.hooks import known_features
from fathoms.engine.kinds import Floats, Ints, Marks
from fathoms.lab.learn.self_play_kernels import NEVER, note_choice, share_seats
from fathoms.lab.learn.value_data_kernels import searched
from fathoms.lab.simulate.kernels import seed_game

SEARCHER, POLICY = range(2)  # who holds a seat


class Among(NamedTuple):
    """The seats that do not search."""

    net: Net
    thoughts: Thoughts


class Rows(NamedTuple):
    """Decisions of searchers, a row each."""

    known: Floats  # facts
    legal: Marks  # 1 for what could be done
    done: Ints
    games: Ints


@rule
def note_decision(tables, seat, action, out, rows, row, game):
    """What a seat knows, can do and is about to do, if it has a choice. Gives the row after it."""
    n = verbs.choices(tables[0], seat, out)
    if n == 1 or row == len(rows.done):
        return row
    tables[1] = tables[0]
    verbs.redact(tables[1], seat)
    known_features(tables[1], seat, rows.known[row])
    note_choice(tables[1], seat, out, n, action, rows, row)
    rows.games[row] = game
    return row + 1


@rule
def play_one(tables, holders, game, searcher, among, rng, rows, row):
    """A game from its set-up on; the searchers' decisions are noted from `row` on. Gives the row after them."""
    steps = searcher.room.steps
    out, weights, odds = steps.out, steps.weights, steps.odds
    s = tables[0]
    acting = verbs.to_act(s)
    while acting != 0:
        seat = 0 if acting & SEA_BIT else first_seat(acting)
        if acting & SEA_BIT:
            move_on(tables, acting, NEVER, out, weights, rng)
        elif holders[seat] == POLICY:
            verbs.play(s, seat, sample(tables, seat, among.net, among.thoughts, out, odds, rng))
        else:
            action = searched(s, seat, searcher, rng)
            row = note_decision(tables, seat, action, out, rows, row, game)
            verbs.play(s, seat, action)
        acting = verbs.to_act(s)
    return row


@kernel
def play_searchers(tables, begin, first, games, searcher, among, rows):
    """Up to `games` games from number `first` on, until the rows are full. Gives how many rows there are."""
    options = begin.options
    rng = np.zeros(1, np.uint64)
    holders = np.zeros(6, np.int64)
    row = 0
    for game in range(first, first + games):
        if row == len(rows.done):
            break
        seed_game(rng, begin.seed, game)
        tables[0] = begin.blank[0]
        verbs.setup(tables[0], options[game % len(options)])
        share_seats(holders, int(tables[0].players), SEARCHER, POLICY, rng)
        row = play_one(tables, holders, game, searcher, among, rng, rows, row)
    return row
