"""Information-set search, compiled, written once on the verbs for every game.

A node is what the searching seat has observed since the root: its own and public events by their ids, hidden ones only
as "something happened". Every iteration imagines a world the seat cannot tell from the true one, walks down the tree,
adds one node and plays the rest by rule of thumb. Seats that choose at the same time do so by regret matching, each by
itself; otherwise the acting seat picks the arm with the best upper bound for its own share of the win.
"""

import numpy as np

from fathoms.bots.thumb import thumb
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA, SEA_BIT, below, next_random, rule

MOST_DEPTH = 96
EXPLORE = 1.2  # of the upper bounds
TRUST = 0.5  # how much of the exploring goes where the rule of thumb points
MIX = 0.15  # of regret matching: how often an arm is tried blindly
CARELESS = 24  # one playout move in so many is random

NODE = np.dtype(
    [("key", np.uint64), ("child", np.int32), ("next", np.int32), ("arms", np.int32), ("visits", np.int32)], align=True
)
ARM = np.dtype(
    [
        ("value", np.float64),  # the sum of what the arm's own seat got
        ("regret", np.float64),
        ("weight", np.float64),  # the sum of the probabilities it was played with
        ("next", np.int32),
        ("visits", np.int32),
        ("offered", np.int32),
        ("action", np.int32),
        ("seat", np.int32),
        ("stamp", np.int32),
    ],
    align=True,
)

_STIR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_UNIT = 1.0 / 9007199254740992.0
_S11 = np.uint64(11)


@rule
def chance(rng):
    """A random number from 0 up to 1."""
    return float(next_random(rng) >> _S11) * _UNIT


@rule
def stir(key, what):
    mixed = (key ^ np.uint64(what + 1)) * _STIR
    return mixed ^ (mixed >> _SHIFT)


@rule
def observed(s, me, who, event):
    """An event as the searching seat sees it, as one number."""
    told = event + 1 if (verbs.audience(s, who, event) >> me) & 1 else 0
    return who * 65536 + told


@rule
def pick_fate(s, out, weights, rng):
    n = verbs.fates(s, out, weights)
    total = 0
    for i in range(n):
        total += weights[i]
    left = below(rng, total)
    for i in range(n):
        left -= weights[i]
        if left < 0:
            return int(out[i])
    return int(out[n - 1])


@rule
def advice(worlds, seat, rng):
    """What the rule of thumb would do for a seat in the present world."""
    worlds[1] = worlds[0]
    verbs.redact(worlds[1], seat)
    return int(thumb(worlds[1], seat, rng))


@rule
def play_out(worlds, out, weights, rng):
    """The rest of a game by rule of thumb, now and then carelessly."""
    s = worlds[0]
    acting = verbs.to_act(s)
    while acting != 0:
        if acting & SEA_BIT:
            verbs.befall(s, pick_fate(s, out, weights, rng))
        else:
            seat = 0
            while (acting >> seat) & 1 == 0:
                seat += 1
            if below(rng, CARELESS) == 0:
                n = verbs.choices(s, seat, out)
                action = int(out[below(rng, n)])
            else:
                action = advice(worlds, seat, rng)
            verbs.play(s, seat, action)
        acting = verbs.to_act(s)


@rule
def find_child(nodes, sizes, parent, key):
    """The child of a node for an observation, made if it is new and there is room; -1 if there is not."""
    child = int(nodes[parent].child)
    while child >= 0:
        if nodes[child].key == key:
            return child
        child = int(nodes[child].next)
    if sizes[0] >= len(nodes):
        return -1
    child = int(sizes[0])
    sizes[0] += 1
    nodes[child].key = key
    nodes[child].child = -1
    nodes[child].arms = -1
    nodes[child].next = nodes[parent].child
    nodes[child].visits = 0
    nodes[parent].child = child
    return child


@rule
def find_arms(nodes, arms, sizes, node, seat, out, n, found, stamp):
    """The arms of the offered actions, in `found`; new ones are made while there is room, else -1."""
    for i in range(n):
        found[i] = -1
    arm = int(nodes[node].arms)
    while arm >= 0:
        if arms[arm].seat == seat:
            for i in range(n):
                if out[i] == arms[arm].action:
                    found[i] = arm
                    break
        arm = int(arms[arm].next)
    for i in range(n):
        if found[i] < 0 and sizes[1] < len(arms):
            arm = int(sizes[1])
            sizes[1] += 1
            arms[arm].action = out[i]
            arms[arm].seat = seat
            arms[arm].next = nodes[node].arms
            nodes[node].arms = arm
            found[i] = arm
        if found[i] >= 0:
            arms[found[i]].offered += 1
            arms[found[i]].stamp = stamp


@rule
def best_bound(arms, found, n, advised, out):
    """The index of the arm with the highest upper bound. The rule of thumb's advice is tried first and most."""
    visits = 0
    value = 0.0
    for i in range(n):
        if found[i] >= 0:
            visits += arms[found[i]].visits
            value += arms[found[i]].value
    start = value / visits if visits > 0 else 0.5
    best = -1.0
    chosen = 0
    for i in range(n):
        if found[i] < 0:
            continue
        here = arms[found[i]].visits
        trust = TRUST + (1 - TRUST) / n if out[i] == advised else (1 - TRUST) / n
        mean = arms[found[i]].value / here if here > 0 else start
        bound = mean + EXPLORE * trust * np.sqrt(visits + 1.0) / (1 + here)
        if bound > best:
            best = bound
            chosen = i
    return chosen


@rule
def matched(arms, found, n, probabilities, rng):
    """An index drawn by regret matching; the probabilities are left behind."""
    total = 0.0
    for i in range(n):
        probabilities[i] = 0.0
        if found[i] >= 0 and arms[found[i]].regret > 0:
            probabilities[i] = arms[found[i]].regret
        total += probabilities[i]
    for i in range(n):
        share = probabilities[i] / total if total > 0 else 1.0 / n
        if found[i] >= 0:
            arms[found[i]].weight += share
        probabilities[i] = (1 - MIX) * share + MIX / n
    left = chance(rng)
    for i in range(n):
        left -= probabilities[i]
        if left < 0:
            return i
    return n - 1


@rule
def learn(arms, path_arm, path_chance, depth, rewards):
    """Tell every arm on the path what it brought; a simultaneous one by how likely it was to be played."""
    for d in range(depth):
        arm = int(path_arm[d])
        if arm < 0:
            continue
        got = rewards[int(arms[arm].seat)]
        arms[arm].visits += 1
        arms[arm].value += got
        if path_chance[d] > 0:
            arms[arm].regret += got / path_chance[d]


@rule
def regret_rest(nodes, arms, node, seat, got, stamp):
    """What was got counts against every arm that was offered beside the chosen one (and against that one)."""
    arm = int(nodes[node].arms)
    while arm >= 0:
        if arms[arm].seat == seat and arms[arm].stamp == stamp:
            arms[arm].regret -= got
        arm = int(arms[arm].next)


@rule
def share_out(s, rewards):
    """Each seat's share of the win."""
    mask = verbs.winners(s)
    count = 0
    for seat in range(6):
        count += (mask >> seat) & 1
    for seat in range(6):
        rewards[seat] = 1.0 / count if (mask >> seat) & 1 else 0.0


@kernel
def search(roots, worlds, me, iterations, first, rng, nodes, arms, sizes, out, found, weights, probabilities):
    """More iterations of a search from the record redacted for `me`; `nodes` and `arms` hold the tree between calls.

    `sizes` counts nodes and arms in use; a search begins with one node and no arm. Gives the depth reached.
    """
    path_node = np.zeros(MOST_DEPTH, np.int32)
    path_arm = np.zeros(MOST_DEPTH, np.int32)
    path_chance = np.zeros(MOST_DEPTH, np.float64)
    rewards = np.zeros(6, np.float64)
    deepest = 0
    for it in range(first, first + iterations):
        worlds[0] = roots[0]
        verbs.imagine(worlds[0], me, rng)
        s = worlds[0]
        node = 0
        depth = 0
        key = np.uint64(0)
        fresh = False
        acting = verbs.to_act(s)
        while acting != 0 and not fresh and depth + 6 < MOST_DEPTH:
            if acting & SEA_BIT:
                fate = pick_fate(s, out, weights, rng)
                key = stir(key, observed(s, me, SEA, fate))
                verbs.befall(s, fate)
                acting = verbs.to_act(s)
                continue
            if depth > 0:
                node = find_child(nodes, sizes, node, key)
                if node < 0:
                    break
                fresh = nodes[node].visits == 0
            nodes[node].visits += 1
            key = np.uint64(0)
            several = acting & (acting - 1) != 0
            for seat in range(6):
                if (acting >> seat) & 1 == 0:
                    continue
                n = verbs.choices(s, seat, out)
                find_arms(nodes, arms, sizes, node, seat, out, n, found, it + 1)
                if several:
                    i = matched(arms, found, n, probabilities, rng)
                    path_chance[depth] = probabilities[i]
                else:
                    i = best_bound(arms, found, n, advice(worlds, seat, rng), out)
                    path_chance[depth] = 0.0
                path_node[depth] = node
                path_arm[depth] = found[i]
                depth += 1
                action = int(out[i])
                key = stir(key, observed(s, me, seat, action)) if not several else stir(key, seat * 65536 + action + 1)
                verbs.play(s, seat, action)
            acting = verbs.to_act(s)
        play_out(worlds, out, weights, rng)
        share_out(s, rewards)
        learn(arms, path_arm, path_chance, depth, rewards)
        for d in range(depth):
            if path_chance[d] > 0 and path_arm[d] >= 0:
                seat = int(arms[path_arm[d]].seat)
                regret_rest(nodes, arms, path_node[d], seat, rewards[seat], it + 1)
        deepest = max(deepest, depth)
    return deepest
