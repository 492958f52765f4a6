"""Game trees with secrets, compiled: grown on the verbs, layer by layer, and played by regret minimisation.

A layer holds the positions after so many events. Everybody hears of every event, if only that it happened, so what a
seat knows (its information set) never spans two layers, and a best response can be found layer by layer from the end.
"""

from typing import NamedTuple

import numpy as np

from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA, SEA_BIT, rule
from fathoms.engine.kinds import Doubles, Records, Rng

SEATS = 3
OVER = -1  # as one who acts
CHANCE = SEATS  # the column of `reach` for what the sea does

NODE = np.dtype(
    [
        ("first", np.int32),  # its first child; the others follow
        ("count", np.int32),
        ("who", np.int32),  # a seat, SEA or OVER
        ("info", np.int32),  # the information set of the seat that acts
        ("odds", np.float64),  # of the sea coming here from the parent
        ("key", np.uint64),  # what the acting seat has heard so far
        ("share", np.float64, (SEATS,)),  # of the win, where the game is over
    ],
    align=True,
)


class Layer(NamedTuple):
    """Positions after so many events, and what each seat has heard."""

    states: Records
    keys: Rng


class Sums(NamedTuple):
    """What regret minimisation gathers, a number a choice of every information set."""

    regrets: Doubles
    totals: Doubles  # of the average play


_STIR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


@rule
def heard(key, what):
    mixed = (key ^ np.uint64(what + 1)) * _STIR
    return mixed ^ (mixed >> _SHIFT)


@rule
def look(s, node, keys):
    """Fill a node: who acts, what that seat has heard; or the shares of the win."""
    acting = verbs.to_act(s)
    if acting == 0:
        node.who = OVER
        mask = verbs.winners(s)
        count = (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1)
        for seat in range(SEATS):
            node.share[seat] = ((mask >> seat) & 1) / count
    elif acting & SEA_BIT:
        node.who = SEA
    else:
        seat = 0
        while (acting >> seat) & 1 == 0:
            seat += 1
        node.who = seat
        node.key = keys[seat]


@rule
def list_events(s, who, out, weights):
    """What may happen; the sum of the weights comes second."""
    if who == SEA:
        n = verbs.fates(s, out, weights)
        total = 0
        for i in range(n):
            total += weights[i]
        return n, total
    return verbs.choices(s, who, out), 1


@kernel
def plant(states, nodes, keys):
    """The root of a tree, from `states[0]`."""
    look(states[0], nodes[0], keys[0])


@kernel
def grow(states, keys, nodes, first, last, following, buffers):
    """Add the children of nodes `first` to `last` - 1, a whole layer; how many, or -1 if there is no room.

    `following` is room for the next layer, `buffers` for events and their weights.
    """
    next_states, next_keys = following
    out, weights = buffers
    made = 0
    for number in range(first, last):
        s = states[number - first]
        who = int(nodes[number].who)
        nodes[number].first = last + made
        if who == OVER:
            continue
        n, total = list_events(s, who, out, weights)
        nodes[number].count = n
        if made + n > len(next_states) or last + made + n > len(nodes):
            return -1
        for i in range(n):
            event = int(out[i])
            for seat in range(SEATS):
                told = event + 1 if (verbs.audience(s, who, event) >> seat) & 1 else 0
                next_keys[made, seat] = heard(keys[number - first, seat], who * 65536 + told)
            next_states[made] = s
            child = next_states[made]
            if who == SEA:
                nodes[last + made].odds = weights[i] / total
                verbs.befall(child, event)
            else:
                verbs.play(child, who, event)
            look(child, nodes[last + made], next_keys[made])
            made += 1
    return made


# Playing on a tree that has been grown. `starts[info]` is where the shares of an information set's choices begin.


@rule
def pass_reach(nodes, starts, shares, reach, number):
    """Hand a node's reach down: a column for each seat's own part, one for the sea's."""
    who = int(nodes[number].who)
    for k in range(int(nodes[number].count)):
        child = int(nodes[number].first) + k
        for column in range(SEATS + 1):
            reach[child, column] = reach[number, column]
        if who == SEA:
            reach[child, CHANCE] *= nodes[child].odds
        else:
            reach[child, who] *= shares[starts[nodes[number].info] + k]


@rule
def odds_of(nodes, starts, shares, number, k):
    """How likely the k-th child of a node is."""
    if nodes[number].who == SEA:
        return nodes[int(nodes[number].first) + k].odds
    return shares[starts[nodes[number].info] + k]


@rule
def average(nodes, starts, shares, values, number):
    """A node's values from its children's."""
    for seat in range(SEATS):
        values[number, seat] = nodes[number].share[seat] if nodes[number].who == OVER else 0.0
    for k in range(int(nodes[number].count)):
        child = int(nodes[number].first) + k
        odds = odds_of(nodes, starts, shares, number, k)
        for seat in range(SEATS):
            values[number, seat] += odds * values[child, seat]


@kernel
def evaluate(nodes, starts, shares, reach, values):
    """What the shares, all seats' together, are worth to each seat: `values[0]`. `reach` is filled too."""
    reach[0, :] = 1.0
    for number in range(len(nodes)):
        pass_reach(nodes, starts, shares, reach, number)
    for back in range(len(nodes)):
        average(nodes, starts, shares, values, len(nodes) - 1 - back)


@rule
def others_reach(reach, number, seat):
    product = reach[number, CHANCE]
    for other in range(SEATS):
        if other != seat:
            product *= reach[number, other]
    return product


@rule
def regret_node(nodes, starts, shares, reach, values, sums, number, weight):
    regrets, totals = sums
    seat = int(nodes[number].who)
    start = int(starts[nodes[number].info])
    against = others_reach(reach, number, seat)
    for k in range(int(nodes[number].count)):
        child = int(nodes[number].first) + k
        regrets[start + k] += against * (values[child, seat] - values[number, seat])
        totals[start + k] += weight * reach[number, seat] * shares[start + k]


@rule
def match_regrets(starts, regrets, shares):
    """Regret matching; a regret below nothing is forgotten (the plus of CFR+)."""
    for info in range(len(starts) - 1):
        total = 0.0
        for slot in range(starts[info], starts[info + 1]):
            regrets[slot] = max(regrets[slot], 0.0)
            total += regrets[slot]
        for slot in range(starts[info], starts[info + 1]):
            shares[slot] = regrets[slot] / total if total > 0 else 1.0 / (starts[info + 1] - starts[info])


@kernel
def minimise(nodes, starts, shares, sums, reach, values, first, rounds):
    """Rounds of counterfactual regret minimisation; `totals` gathers the average, later rounds weighing more."""
    for turn in range(first, first + rounds):
        evaluate(nodes, starts, shares, reach, values)
        for number in range(len(nodes)):
            if 0 <= nodes[number].who < SEATS:
                regret_node(nodes, starts, shares, reach, values, sums, number, turn + 1.0)
        match_regrets(starts, sums.regrets, shares)


@rule
def weigh_choices(nodes, starts, reach, values, worth, number, seat):
    """What each choice of the seat brings from this node, by how likely the others and the sea make it."""
    against = others_reach(reach, number, seat)
    for k in range(int(nodes[number].count)):
        child = int(nodes[number].first) + k
        worth[starts[nodes[number].info] + k] += against * values[child, seat]


@rule
def take_best(nodes, starts, values, worth, number, seat):
    start = int(starts[nodes[number].info])
    best = 0
    for k in range(1, int(nodes[number].count)):
        if worth[start + k] > worth[start + best]:
            best = k
    values[number, seat] = values[int(nodes[number].first) + best, seat]


@kernel
def best_response(nodes, layers, starts, shares, reach, values, worth, seat):
    """What a seat gets that best responds to the others' shares, knowing them; `reach` is theirs (`evaluate`)."""
    worth[:] = 0.0
    for back in range(len(layers) - 1):
        low = layers[len(layers) - 2 - back]
        high = layers[len(layers) - 1 - back]
        for number in range(low, high):
            if nodes[number].who == seat:
                weigh_choices(nodes, starts, reach, values, worth, number, seat)
            else:
                average(nodes, starts, shares, values, number)
        for number in range(low, high):
            if nodes[number].who == seat:
                take_best(nodes, starts, values, worth, number, seat)
    return values[0, seat]
