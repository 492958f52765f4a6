"""The tree of a search, compiled: nodes and arms, which arm to try, and what an arm learns from what came of it.

A node is what the seat that decides there knows: the record redacted for it. A seat that chooses alone picks the arm
with the best upper bound for its own share of the win; seats that choose at the same time do so by regret matching,
each by itself.
"""

from typing import NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import pick_likely
from fathoms.engine.dialect import rule
from fathoms.engine.hooks import heuristic
from fathoms.engine.kinds import Ints, Records

NODE = np.dtype(
    [("key", np.uint64), ("first", np.int32), ("count", np.int32), ("visits", np.int32), ("asked", np.int32)],
    align=True,
)
ARM = np.dtype(
    [
        ("value", np.float64),  # the sum of what the arm's own seat got
        ("regret", np.float64),
        ("weight", np.float64),  # the sum of the probabilities it was played with, the later ones counting more
        ("visits", np.int32),
        ("advised", np.int32),  # how often the rule of thumb chose it
        ("action", np.int32),
    ],
    align=True,
)
STEP = np.dtype(
    [("chance", np.float64), ("node", np.int32), ("arm", np.int32), ("seat", np.int32)], align=True
)  # one decision on the way down; `chance` is 0 where a seat chooses alone

NODES_USED, ARMS_USED, ROOT = range(3)  # of `Tree.sizes`
SIZES = 3


class Tree(NamedTuple):
    """What a search has found so far; kept between its calls."""

    nodes: Records  # a power of two of `NODE`
    arms: Records  # of `ARM`
    sizes: Ints  # nodes and arms in use, and 1 + the node of the decision that is searched


_STIR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_ONE = np.uint64(1)
_S11 = np.uint64(11)


@rule
def known_to(raw, seat):
    """A number for what a seat knows, from the record that was redacted for it."""
    key = np.uint64(seat + 1) * _STIR
    for i in range(raw.shape[1]):
        key = (key ^ np.uint64(raw[1, i])) * _STIR
        key ^= key >> _SHIFT
    return key | _ONE


@rule
def find_node(tree, key):
    """The node of a key, made if it is new and there is room; -1 if there is not."""
    nodes, sizes = tree.nodes, tree.sizes
    place = int(key >> _S11) & (len(nodes) - 1)
    while nodes[place].key != key:
        if nodes[place].key == 0:
            if 4 * sizes[NODES_USED] >= 3 * len(nodes):
                return -1
            sizes[NODES_USED] += 1
            nodes[place].key = key
            return place
        place = (place + 1) & (len(nodes) - 1)
    return place


@rule
def find_arms(tree, node, out, n):
    """Make the arms of a new node; False if there is no room, or if another node has the same key."""
    nodes, arms, sizes = tree.nodes, tree.arms, tree.sizes
    if nodes[node].count == 0:
        used = sizes[ARMS_USED]
        if used + n > len(arms):
            return False
        nodes[node].first = used
        nodes[node].count = n
        for i in range(n):
            arms[used + i].action = out[i]
        sizes[ARMS_USED] = used + n
    return nodes[node].count == n


@rule
def find_root(tree, path, depth, me):
    """Note the first decision of `me` on the path as the one that is searched."""
    for d in range(depth - 1, -1, -1):
        if path[d].seat == me:
            tree.sizes[ROOT] = 1 + path[d].node


@rule
def ask_heuristic(tree, node, told, seat, rng):
    """Note what the rule of thumb would do; `told` is what the seat knows."""
    nodes, arms = tree.nodes, tree.arms
    advised = int(heuristic(told, seat, rng))
    first = int(nodes[node].first)
    for i in range(first, first + int(nodes[node].count)):
        if arms[i].action == advised:
            arms[i].advised += 1
    nodes[node].asked += 1


@rule
def best_bound(tree, node, explore, trust):
    """The arm with the highest upper bound. The rule of thumb's advice is tried first and most."""
    nodes, arms = tree.nodes, tree.arms
    first = int(nodes[node].first)
    n = int(nodes[node].count)
    visits = 0
    value = 0.0
    for arm in range(first, first + n):
        visits += arms[arm].visits
        value += arms[arm].value
    start = value / visits if visits > 0 else 0.5
    reach = explore * np.sqrt(visits + 1.0)
    asked = max(1, int(nodes[node].asked))
    best = -1.0
    chosen = first
    for arm in range(first, first + n):
        here = arms[arm].visits
        prior = trust * arms[arm].advised / asked + (1 - trust) / n
        mean = arms[arm].value / here if here > 0 else start
        bound = mean + reach * prior / (1 + here)
        if bound > best:
            best = bound
            chosen = arm
    return chosen


@rule
def matched(tree, node, mix, probabilities, rng):
    """An arm drawn by regret matching, now and then blindly; the probabilities of that are left behind."""
    nodes, arms = tree.nodes, tree.arms
    first = int(nodes[node].first)
    n = int(nodes[node].count)
    shares_by_regret(tree, node, probabilities)
    for i in range(n):  # later rounds weigh more: the first know nothing yet
        arms[first + i].weight += probabilities[i] * (nodes[node].visits + 1)
        probabilities[i] = (1 - mix) * probabilities[i] + mix / n
    return first + pick_likely(probabilities, n, rng)


@rule
def shares_by_regret(tree, node, probabilities):
    nodes, arms = tree.nodes, tree.arms
    first = int(nodes[node].first)
    n = int(nodes[node].count)
    total = 0.0
    for i in range(n):
        probabilities[i] = max(arms[first + i].regret, 0.0)
        total += probabilities[i]
    for i in range(n):
        probabilities[i] = probabilities[i] / total if total > 0 else 1.0 / n


@rule
def decide(tree, how, step, together, odds, rng):
    """Choose an arm of the node of `step`; True if the node is new."""
    nodes, node = tree.nodes, int(step.node)
    if together:
        step.arm = matched(tree, node, how.mix, odds, rng)
        step.chance = odds[step.arm - int(nodes[node].first)]
    else:
        step.arm = best_bound(tree, node, how.explore, how.trust)
        step.chance = 0.0
    nodes[node].visits += 1
    return nodes[node].visits == 1


@rule
def learn_alone(arms, arm, got):
    arms[arm].visits += 1
    arms[arm].value += got


@rule
def learn_together(tree, step, got, probabilities):
    """Regrets by what each arm has brought so far, put right for the one that was tried by what it brought now."""
    nodes, arms = tree.nodes, tree.arms
    node, tried = int(step.node), int(step.arm)
    first = int(nodes[node].first)
    n = int(nodes[node].count)
    shares_by_regret(tree, node, probabilities)
    expected = 0.0
    correction = 0.0
    for i in range(n):
        here = arms[first + i]
        mean = here.value / here.visits if here.visits > 0 else got
        expected += probabilities[i] * mean
        if first + i == tried:
            correction = (got - mean) / step.chance
            expected += probabilities[i] * correction
    for i in range(n):
        here = arms[first + i]
        mean = here.value / here.visits if here.visits > 0 else got
        arms[first + i].regret += mean - expected
    arms[tried].regret += correction
    learn_alone(arms, tried, got)


@rule
def learn_from(tree, path, depth, rewards, odds):
    """Let every arm of the path know what came of it."""
    for d in range(depth):
        step = path[d]
        got = rewards[int(step.seat)]
        if step.chance > 0:
            learn_together(tree, step, got, odds)
        else:
            learn_alone(tree.arms, int(step.arm), got)
