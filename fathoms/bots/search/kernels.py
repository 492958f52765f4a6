"""Information-set search, compiled, written once on the verbs for every game.

Every iteration imagines a world that the searching seat cannot tell from the true one and walks down it. A node is what
the seat that decides there knows: the record redacted for it. The iteration adds a node and judges where it leads: by
the learned values once the rule of thumb has played on to a quiet moment, or by playing the whole game. Seats that
choose at the same time do so by regret matching, each by itself; otherwise the acting seat picks the arm with the best
upper bound for its own share of the win.

With a policy the tree is of the searching seat's own decisions: the others act on the policy, which knows what they
know and not what the searching seat does, or on one that imitates searchers, drawn anew for every seat and iteration;
how a searcher would answer the decision at hand may have been foretold by searches in his place. The policy also says
where to look first, and what to expect where the tree ends. Where somebody has said something of what he alone knew,
worlds are imagined as likely as he would have said it there.
"""

from typing import NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import chance, first_seat, pick_fate, pick_likely, share_out
from fathoms.bots.networks import policy_kernels
from fathoms.bots.networks.policy_kernels import Net, Thoughts
from fathoms.bots.networks.value_kernels import ValueRoom, Values, estimate
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, below, pick_share, rule
from fathoms.engine.hooks import heuristic, is_quiet, last_word
from fathoms.engine.kinds import Codes, Doubles, Ints, Raw, Records

MOST_DEPTH = 96
ADVICE = 4  # how often the rule of thumb is asked at a node
FINE = 1000  # probabilities of the policy are kept in parts of so many
SLIP = 0.02  # how likely anything may be said, whatever the policy
SETTINGS = np.dtype(
    [
        ("explore", np.float64),  # of the upper bounds
        ("trust", np.float64),  # how much of the exploring goes where the rule of thumb points
        ("mix", np.float64),  # of regret matching: how often an arm is tried blindly
        ("careless", np.int64),  # one playout move in so many is random
        ("grow", np.int64),  # nodes that an iteration may add
        ("imitation", np.float64),  # with a policy: how likely another seat acts on the imitated one instead
        ("doubt", np.int64),  # with a policy: worlds drawn anew, at most, while the last word does not go with them
        ("turns", np.int64),  # quiet moments that a playout passes before the learned values judge
    ]
)
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
POLICY, IMITATED = range(2)  # of `Minds.nets`


class Tree(NamedTuple):
    """What a search has found so far; kept between its calls."""

    nodes: Records  # a power of two of `NODE`
    arms: Records  # of `ARM`
    sizes: Ints  # nodes and arms in use, and 1 + the node of the decision that is searched


class Minds(NamedTuple):
    """The nets that seats act by, if there are any, and room to ask them in."""

    nets: tuple[Net, Net]  # the policy, and the imitated policy
    answers: Doubles  # a row a choice: how likely a searcher next to decide answers it by what; empty: not foretold
    natures: Ints  # a seat: which of the nets it acts by
    thoughts: Thoughts


class Guides(NamedTuple):
    """How a search looks, and by what it judges."""

    settings: Records  # one of `SETTINGS`
    values: Values  # learned ones, empty to play every game out
    minds: Minds  # go before the heuristic and the values


class Steps(NamedTuple):
    """Memory for a way down the tree."""

    worlds: Records  # two: the present world, and what a seat knows of it
    raw: Raw  # the same memory
    out: Codes  # choices, or fates
    weights: Ints  # of fates
    odds: Doubles  # of choices
    path: Records  # of `STEP`


class Room(NamedTuple):
    """Memory for an iteration."""

    steps: Steps
    rewards: Doubles  # a seat
    judging: ValueRoom


# What is done often takes no more of these than it needs: every array in them is counted when it is handed on.

_STIR = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)
_ONE = np.uint64(1)
_S11 = np.uint64(11)


@rule
def advice(worlds, seat, rng):
    """What the rule of thumb would do for a seat in the present world."""
    worlds[1] = worlds[0]
    verbs.redact(worlds[1], seat)
    return int(heuristic(worlds[1], seat, rng))


@rule
def move_on(worlds, acting, careless, out, weights, rng):
    """One event: what the sea does, or a seat by rule of thumb, now and then carelessly."""
    s = worlds[0]
    if acting & SEA_BIT:
        verbs.befall(s, pick_fate(s, out, weights, rng))
        return
    seat = first_seat(acting)
    if below(rng, careless) == 0:
        n = verbs.choices(s, seat, out)
        action = int(out[below(rng, n)])
    else:
        action = advice(worlds, seat, rng)
    verbs.play(s, seat, action)


@rule
def evaluate(steps, how, values, judging, rewards, rng):
    """What the present world is worth to each seat: by the learned values at the next quiet moment, or played out."""
    worlds, out, weights = steps.worlds, steps.out, steps.weights
    s = worlds[0]
    turns = how.turns
    learned = len(values.last) > 0
    acting = verbs.to_act(s)
    while acting != 0:
        if learned and is_quiet(s):
            if turns <= 0:
                estimate(s, int(s.players), values, judging, rewards)
                return
            turns -= 1
        move_on(worlds, acting, how.careless, out, weights, rng)
        acting = verbs.to_act(s)
    share_out(s, rewards)


@rule
def draw_natures(natures, imitation, rng):
    """Which of the nets each seat acts by in this iteration."""
    for seat in range(6):
        natures[seat] = IMITATED if imitation > 0 and chance(rng) < imitation else POLICY


@rule
def act_on_policy(steps, minds, seat, rng):
    """What a seat does by the net that it acts by, drawn."""
    net = minds.nets[minds.natures[seat]]
    return policy_kernels.sample(steps.worlds, seat, net, minds.thoughts, steps.out, steps.odds, rng)


@rule
def expect(steps, minds, me, rewards, rng):
    """What the present world is worth to `me`: what he expects at his next decision, or how the game ends before."""
    worlds, out = steps.worlds, steps.out
    s = worlds[0]
    acting = verbs.to_act(s)
    while acting != 0:
        if acting & SEA_BIT:
            verbs.befall(s, pick_fate(s, out, steps.weights, rng))
        else:
            seat = first_seat(acting)
            n = verbs.choices(s, seat, out)
            if seat == me and n > 1:
                worlds[1] = s
                verbs.redact(worlds[1], me)
                net = minds.nets[POLICY]
                rewards[me] = policy_kernels.probabilities(worlds[1], me, net, minds.thoughts, out, n, steps.odds)
                return
            verbs.play(s, seat, act_on_policy(steps, minds, seat, rng))
        acting = verbs.to_act(s)
    share_out(s, rewards)


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
def ask_policy(tree, node, steps, minds, seat, n):
    """Write down what the policy says at a new node; the second world is what the seat knows."""
    odds = steps.odds
    policy_kernels.probabilities(steps.worlds[1], seat, minds.nets[POLICY], minds.thoughts, steps.out, n, odds)
    first = int(tree.nodes[node].first)
    for i in range(n):
        tree.arms[first + i].advised = int(FINE * odds[i])
    tree.nodes[node].asked = FINE


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


@kernel
def choose_together(states, seat):
    """Take back what others have chosen face down (`states[0]` is redacted for the seat); who decides then."""
    verbs.take_back(states[0], seat)
    return verbs.to_act(states[0])


@rule
def enter(tree, steps, step, n):
    """Find the node of what the seat of `step` knows, which has the `n` choices in `out`; False if there is no room."""
    worlds, seat = steps.worlds, int(step.seat)
    worlds[1] = worlds[0]
    verbs.redact(worlds[1], seat)
    step.node = find_node(tree, known_to(steps.raw, seat))
    return step.node >= 0 and find_arms(tree, int(step.node), steps.out, n)


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
def walk_down(tree, how, steps, rng):
    """From an imagined world down the tree until it has grown; the number of steps in the path."""
    worlds, out, path = steps.worlds, steps.out, steps.path
    s = worlds[0]
    depth = 0
    grown = 0
    acting = verbs.to_act(s)
    while acting != 0 and grown < how.grow and depth + 6 < len(path):
        if acting & SEA_BIT:
            verbs.befall(s, pick_fate(s, out, steps.weights, rng))
            acting = verbs.to_act(s)
            continue
        together = acting & (acting - 1) != 0
        for seat in range(6):
            if (acting >> seat) & 1 == 0:
                continue
            n = verbs.choices(s, seat, out)
            action = int(out[0])
            if n > 1 or tree.sizes[ROOT] == 0:  # what is forced needs no node, but the root has one
                step = path[depth]
                step.seat = seat
                if not enter(tree, steps, step, n):
                    return depth
                if tree.nodes[step.node].asked < ADVICE:
                    ask_heuristic(tree, int(step.node), worlds[1], seat, rng)
                grown += int(decide(tree, how, step, together, steps.odds, rng))
                action = int(tree.arms[step.arm].action)
                depth += 1
            verbs.play(s, seat, action)
        acting = verbs.to_act(s)
    return depth


@rule
def foretold(s, seat, answers, out, odds, rng):
    """What a seat answers, drawn as it was foretold for each action; -1 if nothing was foretold."""
    n = verbs.choices(s, seat, out)
    total = 0.0
    for i in range(n):
        odds[i] = answers[out[i]] if out[i] < len(answers) else 0.0
        total += odds[i]
    left = total * chance(rng)
    return int(out[pick_share(odds, n, left)]) if total > 0 else -1


@rule
def act_among(tree, steps, minds, seat, answering, rng):
    """What another seat does where there is a policy: as it was foretold, if it answers, or by the net it acts by."""
    action = -1
    if answering and minds.natures[seat] == IMITATED:
        root = steps.path[0]
        answers = minds.answers[root.arm - int(tree.nodes[root.node].first)]
        action = foretold(steps.worlds[0], seat, answers, steps.out, steps.odds, rng)
    if action < 0:
        action = act_on_policy(steps, minds, seat, rng)
    return action


@rule
def walk_among(tree, how, steps, minds, me, rng):
    """As `walk_down`, where the others act on a policy: the tree is of one's own decisions."""
    s, out, path = steps.worlds[0], steps.out, steps.path
    depth = 0
    grown = 0
    answering = False  # whether what comes next is the answer to the decision that is searched
    acting = verbs.to_act(s)
    while acting != 0 and grown < how.grow and depth + 6 < len(path):
        if acting & SEA_BIT:
            verbs.befall(s, pick_fate(s, out, steps.weights, rng))
            acting = verbs.to_act(s)
            answering = False
            continue
        for seat in range(6):
            if (acting >> seat) & 1 == 0:
                continue
            if seat != me:
                verbs.play(s, seat, act_among(tree, steps, minds, seat, answering, rng))
                answering = False
                continue
            n = verbs.choices(s, seat, out)
            action = int(out[0])
            if n > 1 or tree.sizes[ROOT] == 0:  # what is forced needs no node, but the root has one
                step = path[depth]
                step.seat = seat
                if not enter(tree, steps, step, n):
                    return depth
                if tree.nodes[step.node].asked == 0:
                    ask_policy(tree, int(step.node), steps, minds, seat, n)
                grown += int(decide(tree, how, step, False, steps.odds, rng))
                action = int(tree.arms[step.arm].action)
                depth += 1
                answering = depth == 1 and minds.answers.shape[0] > 0
            verbs.play(s, seat, action)
        acting = verbs.to_act(s)
    return depth


@rule
def draw_world(roots, worlds, me, rng):
    """Imagine a world."""
    worlds[0] = roots[0]
    verbs.imagine(worlds[0], me, rng)


@rule
def draw_doubtfully(roots, steps, minds, how, me, rng):
    """Imagine a world and who acts by which net, as likely as whoever had the last word would have said it there."""
    draw_world(roots, steps.worlds, me, rng)
    draw_natures(minds.natures, how.imitation, rng)
    for _ in range(how.doubt):
        if chance(rng) < chance_of_last_word(steps, minds, me):
            return
        draw_world(roots, steps.worlds, me, rng)
        draw_natures(minds.natures, how.imitation, rng)


@rule
def chance_of_last_word(steps, minds, me):
    """How likely the last word is in the present world; 1 if there is none, or if it was `me` who said it."""
    worlds, out, odds = steps.worlds, steps.out, steps.odds
    worlds[1] = worlds[0]
    seat, said = last_word(worlds[1])
    if seat < 0 or seat == me:
        return 1.0
    verbs.redact(worlds[1], seat)
    n = verbs.choices(worlds[1], seat, out)
    policy_kernels.probabilities(worlds[1], seat, minds.nets[minds.natures[seat]], minds.thoughts, out, n, odds)
    for i in range(n):
        if out[i] == said:
            return odds[i] + SLIP
    return 1.0


@rule
def find_root(tree, path, depth, me):
    """Note the first decision of `me` on the path as the one that is searched."""
    for d in range(depth - 1, -1, -1):
        if path[d].seat == me:
            tree.sizes[ROOT] = 1 + path[d].node


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


@kernel
def search(roots, tree, guides, room, me, iterations, rng):
    """More iterations of a search from the record redacted for `me`, which is `roots[0]`."""
    how, values, minds = guides.settings[0], guides.values, guides.minds
    steps, rewards, judging = room.steps, room.rewards, room.judging
    worlds, path, odds = steps.worlds, steps.path, steps.odds
    by_policy = policy_kernels.has_policy(minds.nets[POLICY])
    for _ in range(iterations):
        if by_policy:
            draw_doubtfully(roots, steps, minds, how, me, rng)
            depth = walk_among(tree, how, steps, minds, me, rng)
        else:
            draw_world(roots, worlds, me, rng)
            depth = walk_down(tree, how, steps, rng)
        if tree.sizes[ROOT] == 0:
            find_root(tree, path, depth, me)
        if by_policy:
            expect(steps, minds, me, rewards, rng)
        else:
            evaluate(steps, how, values, judging, rewards, rng)
        learn_from(tree, path, depth, rewards, odds)
