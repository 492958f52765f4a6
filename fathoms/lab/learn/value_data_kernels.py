"""Games to learn from, compiled: the facts of quiet positions, and what came of them."""

from typing import NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import chance, first_seat, share_out
from fathoms.bots.networks.value_kernels import estimate
from fathoms.bots.search.kernels import search
from fathoms.bots.search.playout_kernels import Guides, Room, move_on
from fathoms.bots.search.tree_kernels import ARMS_USED, ROOT, Tree
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, below, pick_share, rule
from fathoms.engine.hooks import is_quiet, seat_features, table_features
from fathoms.engine.kinds import Doubles, Floats, Ints, Records
from fathoms.lab.simulate.kernels import seed_game

SELDOM = 0.02  # a choice that a mixed strategy has less often than this is not played
CARELESS_OPENING = 2  # one move in so many is random in an opening
UNKNOWN = -1.0  # in `told`: nobody searched between a quiet position and the next


class Searcher(NamedTuple):
    """One who searches before every decision: how long and how, and its memory."""

    iterations: int
    guides: Guides
    roots: Records  # one: what it knows
    tree: Tree
    room: Room
    found: Doubles  # one number: what the last search expects


class Rows(NamedTuple):
    """Quiet positions, a row each."""

    seats: Floats  # facts
    table: Floats  # facts
    shares: Floats  # of the win, in the end
    told: Floats  # shares that the first searches after the position expected
    players: Ints
    games: Ints


@rule
def note_facts(s, seats, table):
    for seat in range(int(s.players)):
        seat_features(s, seat, seats[seat])
    table_features(s, table)


@kernel
def play_by_heuristic(worlds, begin, first, careless, sparse, buffers, rows):
    """Games by rule of thumb, from number `first` on. Fill `rows`, in which one position in `sparse` is kept.

    One move in `careless` is random. Gives the next game.
    """
    blank, options, seed = begin
    out, weights = buffers
    seats, table, shares, players = rows
    rng = np.zeros(1, np.uint64)
    rewards = np.zeros(6, np.float64)
    row = 0
    game = first
    while row < len(players):
        seed_game(rng, seed, game)
        worlds[0] = blank[0]
        s = worlds[0]
        verbs.setup(s, options[game % len(options)])
        start = row
        acting = verbs.to_act(s)
        while acting != 0:
            if row < len(players) and is_quiet(s) and below(rng, sparse) == 0:
                note_facts(s, seats[row], table[row])
                players[row] = s.players
                row += 1
            move_on(worlds, acting, careless, out, weights, rng)
            acting = verbs.to_act(s)
        share_out(s, rewards)
        for i in range(start, row):
            shares[i] = rewards
        game += 1
    return game


@rule
def clear_tree(tree):
    nodes, arms, sizes = tree.nodes, tree.arms, tree.sizes
    for i in range(len(nodes)):
        nodes[i].key = 0
        nodes[i].count = 0
        nodes[i].visits = 0
        nodes[i].asked = 0
    for i in range(sizes[ARMS_USED]):
        arms[i].value = 0
        arms[i].regret = 0
        arms[i].weight = 0
        arms[i].visits = 0
        arms[i].advised = 0
    sizes[:] = 0


@rule
def most_visited(tree, found):
    """The action that a search chose; in `found` what it is worth to the seat."""
    arms, node = tree.arms, tree.nodes[tree.sizes[ROOT] - 1]
    best = int(node.first)
    for arm in range(best, best + int(node.count)):
        if arms[arm].visits > arms[best].visits:
            best = arm
    found[0] = arms[best].value / arms[best].visits
    return int(arms[best].action)


@rule
def drawn_from_mixture(tree, odds, found, rng):
    """An action of the mixed strategy that a search found; in `found` what that strategy is worth to the seat."""
    arms, node = tree.arms, tree.nodes[tree.sizes[ROOT] - 1]
    first = int(node.first)
    n = int(node.count)
    total = 0.0
    for arm in range(first, first + n):
        total += arms[arm].weight
    likely = 0.0
    worth = 0.0
    for i in range(n):
        here = arms[first + i]
        odds[i] = here.weight if here.weight > SELDOM * total else 0.0
        likely += odds[i]
        worth += odds[i] * here.value / max(1, here.visits)
    found[0] = worth / likely
    return int(arms[first + pick_share(odds, n, chance(rng) * likely)].action)


@rule
def searched(s, seat, searcher, rng):
    """What a seat does after a search of its own; in `found` what it expects, left alone where nothing is to choose."""
    roots, tree, room, found = searcher.roots, searcher.tree, searcher.room, searcher.found
    if verbs.choices(s, seat, room.steps.out) == 1:
        return int(room.steps.out[0])
    roots[0] = s
    verbs.redact(roots[0], seat)
    verbs.take_back(roots[0], seat)
    acting = verbs.to_act(roots[0])
    clear_tree(tree)
    search(roots, tree, searcher.guides, room, seat, searcher.iterations, rng)
    if acting & (acting - 1) != 0:
        return drawn_from_mixture(tree, room.steps.odds, found, rng)
    return most_visited(tree, found)


@rule
def settle(told, players, heard):
    """Make shares of what the seats in the mask `heard` expect and of the others' estimates, which give way."""
    expected = 0.0
    rest = 0.0
    for seat in range(players):
        if (heard >> seat) & 1:
            expected += told[seat]
        else:
            rest += told[seat]
    if heard == 0:
        told[:] = UNKNOWN
        return
    for seat in range(players):
        if rest == 0 or expected > 1:
            told[seat] = told[seat] / expected if (heard >> seat) & 1 else 0.0
        elif (heard >> seat) & 1 == 0:
            told[seat] *= (1 - expected) / rest


@rule
def note_row(s, searcher, rows, row, game):
    """A quiet position as a row, with what the values say before anybody searches."""
    room = searcher.room
    note_facts(s, rows.seats[row], rows.table[row])
    estimate(s, int(s.players), searcher.guides.values, room.judging, room.rewards)
    rows.told[row] = room.rewards[: rows.told.shape[1]]
    rows.players[row] = s.players
    rows.games[row] = game


@rule
def play_one(tables, game, searcher, opening, rng, rows, row):
    """One game from its set-up on; its rows from `row` on. Gives the row after them."""
    s = tables[0]
    steps, rewards, found, told = searcher.room.steps, searcher.room.rewards, searcher.found, rows.told
    start = row
    heard = 0
    listening = False
    acting = verbs.to_act(s)
    while acting != 0:
        if is_quiet(s):
            if listening:
                settle(told[row - 1], int(s.players), heard)
            listening = opening <= 0 and row < len(told)
            heard = 0
            if listening:
                note_row(s, searcher, rows, row, game)
                row += 1
        if opening > 0 or acting & SEA_BIT:
            steps.worlds[0] = s
            move_on(steps.worlds, acting, CARELESS_OPENING, steps.out, steps.weights, rng)
            tables[0] = steps.worlds[0]
            opening -= 1
        else:
            seat = first_seat(acting)
            found[0] = UNKNOWN
            action = searched(s, seat, searcher, rng)
            if listening and (heard >> seat) & 1 == 0 and found[0] >= 0:
                told[row - 1, seat] = found[0]
                heard |= 1 << seat
            verbs.play(s, seat, action)
        acting = verbs.to_act(s)
    if listening:
        settle(told[row - 1], int(s.players), heard)
    share_out(s, rewards)
    for i in range(start, row):
        rows.shares[i] = rewards[: told.shape[1]]
    return row


@kernel
def play_searches(tables, begin, first, searcher, opening, rows):
    """Games in which every seat searches, each for itself, until the rows are full: the next game.

    Every other game opens with up to `opening` events by careless hands, which are not learned from.
    """
    rng = np.zeros(1, np.uint64)
    row = 0
    game = first
    while row < len(rows.games):
        seed_game(rng, begin.seed, game)
        tables[0] = begin.blank[0]
        verbs.setup(tables[0], begin.options[game % len(begin.options)])
        careless = below(rng, opening) if below(rng, 2) == 0 else 0
        row = play_one(tables, game, searcher, careless, rng, rows, row)
        game += 1
    return game
