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

import numpy as np

from fathoms.bots.chance_kernels import chance, first_seat, pick_fate, share_out
from fathoms.bots.networks import policy_kernels
from fathoms.bots.networks.value_kernels import estimate
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, below, rule
from fathoms.engine.hooks import heuristic, is_quiet, last_word

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
def evaluate(worlds, careless, turns, seats, table, last, facts, hidden, out, weights, rng, rewards):
    """What the present world is worth to each seat: by the learned values at the next quiet moment, or played out."""
    s = worlds[0]
    acting = verbs.to_act(s)
    while acting != 0:
        if len(last) > 0 and is_quiet(s):
            if turns <= 0:
                estimate(s, int(s.players), seats, table, last, facts, hidden, rewards)
                return
            turns -= 1
        move_on(worlds, acting, careless, out, weights, rng)
        acting = verbs.to_act(s)
    share_out(s, rewards)


@rule
def draw_natures(natures, imitation, rng):
    """Which of the nets each seat acts by in this iteration."""
    for seat in range(6):
        natures[seat] = 1 if imitation > 0 and chance(rng) < imitation else 0


@rule
def expect(worlds, me, nets, natures, thoughts, out, weights, odds, rng, rewards):
    """What the present world is worth to `me`: what he expects at his next decision, or how the game ends before."""
    s = worlds[0]
    acting = verbs.to_act(s)
    while acting != 0:
        if acting & SEA_BIT:
            verbs.befall(s, pick_fate(s, out, weights, rng))
        else:
            seat = first_seat(acting)
            n = verbs.choices(s, seat, out)
            if seat == me and n > 1:
                worlds[1] = s
                verbs.redact(worlds[1], me)
                rewards[me] = policy_kernels.probabilities(worlds[1], me, nets[0], thoughts, out, n, odds)
                return
            verbs.play(s, seat, policy_kernels.sample(worlds, seat, nets[natures[seat]], thoughts, out, odds, rng))
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
def find_node(nodes, sizes, key):
    """The node of a key, made if it is new and there is room; -1 if there is not. `nodes` is a power of two long."""
    place = int(key >> _S11) & (len(nodes) - 1)
    while nodes[place].key != key:
        if nodes[place].key == 0:
            if 4 * sizes[0] >= 3 * len(nodes):
                return -1
            sizes[0] += 1
            nodes[place].key = key
            return place
        place = (place + 1) & (len(nodes) - 1)
    return place


@rule
def find_arms(nodes, arms, sizes, node, out, n):
    """Make the arms of a new node; False if there is no room, or if another node has the same key."""
    if nodes[node].count == 0:
        if sizes[1] + n > len(arms):
            return False
        nodes[node].first = sizes[1]
        nodes[node].count = n
        for i in range(n):
            arms[sizes[1] + i].action = out[i]
        sizes[1] += n
    return nodes[node].count == n


@rule
def ask_heuristic(worlds, seat, nodes, arms, node, rng):
    """Note what the rule of thumb would do; `worlds[1]` is what the seat knows."""
    advised = int(heuristic(worlds[1], seat, rng))
    first = int(nodes[node].first)
    for i in range(first, first + int(nodes[node].count)):
        if arms[i].action == advised:
            arms[i].advised += 1
    nodes[node].asked += 1


@rule
def ask_policy(s, seat, nodes, arms, node, net, thoughts, out, n, odds):
    """Write down what the policy says at a new node; `s` is redacted for the seat."""
    policy_kernels.probabilities(s, seat, net, thoughts, out, n, odds)
    first = int(nodes[node].first)
    for i in range(n):
        arms[first + i].advised = int(FINE * odds[i])
    nodes[node].asked = FINE


@rule
def best_bound(nodes, arms, node, explore, trust):
    """The arm with the highest upper bound. The rule of thumb's advice is tried first and most."""
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
def matched(nodes, arms, node, mix, probabilities, rng):
    """An arm drawn by regret matching; the probabilities without the blind tries are left behind."""
    first = int(nodes[node].first)
    n = int(nodes[node].count)
    shares_by_regret(nodes, arms, node, probabilities)
    for i in range(n):  # later rounds weigh more: the first know nothing yet
        arms[first + i].weight += probabilities[i] * (nodes[node].visits + 1)
    left = chance(rng)
    for i in range(n):
        left -= (1 - mix) * probabilities[i] + mix / n
        if left < 0:
            return first + i
    return first + n - 1


@rule
def shares_by_regret(nodes, arms, node, probabilities):
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
def learn_together(nodes, arms, node, arm, chance_of_it, got, probabilities):
    """Regrets by what each arm has brought so far, put right for the one that was tried by what it brought now."""
    first = int(nodes[node].first)
    n = int(nodes[node].count)
    shares_by_regret(nodes, arms, node, probabilities)
    expected = 0.0
    correction = 0.0
    for i in range(n):
        here = arms[first + i]
        mean = here.value / here.visits if here.visits > 0 else got
        expected += probabilities[i] * mean
        if first + i == arm:
            correction = (got - mean) / chance_of_it
            expected += probabilities[i] * correction
    for i in range(n):
        here = arms[first + i]
        mean = here.value / here.visits if here.visits > 0 else got
        arms[first + i].regret += mean - expected
    arms[arm].regret += correction
    learn_alone(arms, arm, got)


@kernel
def choose_together(states, seat):
    """Take back what others have chosen face down (`states[0]` is redacted for the seat); who decides then."""
    verbs.take_back(states[0], seat)
    return verbs.to_act(states[0])


@rule
def decide(worlds, raw, seat, together, n, settings, net, thoughts, rng, nodes, arms, sizes, out, probabilities, step):
    """One decision inside the tree, in `step`, as an arm; -1 if there is no room for its node. True if it is new."""
    worlds[1] = worlds[0]
    verbs.redact(worlds[1], seat)
    node = find_node(nodes, sizes, known_to(raw, seat))
    step.arm = -1
    if node < 0 or not find_arms(nodes, arms, sizes, node, out, n):
        return False
    if policy_kernels.has_policy(net):
        if nodes[node].asked == 0:
            ask_policy(worlds[1], seat, nodes, arms, node, net, thoughts, out, n, probabilities)
    elif nodes[node].asked < ADVICE:
        ask_heuristic(worlds, seat, nodes, arms, node, rng)
    step.node = node
    step.seat = seat
    if together:
        step.arm = matched(nodes, arms, node, settings.mix, probabilities, rng)
        share = probabilities[step.arm - int(nodes[node].first)]
        step.chance = (1 - settings.mix) * share + settings.mix / n
    else:
        step.arm = best_bound(nodes, arms, node, settings.explore, settings.trust)
        step.chance = 0.0
    nodes[node].visits += 1
    return nodes[node].visits == 1


@rule
def foretold(s, seat, answers, out, rng):
    """What a seat answers, drawn as it was foretold for each action; -1 if nothing was foretold."""
    n = verbs.choices(s, seat, out)
    total = 0.0
    for i in range(n):
        total += answers[out[i]] if out[i] < len(answers) else 0.0
    left = total * chance(rng)
    for i in range(n):
        left -= answers[out[i]] if out[i] < len(answers) else 0.0
        if left < 0:
            return int(out[i])
    return -1


@rule
def walk_down(
    worlds, raw, me, settings, nets, answers, natures, thoughts, rng, nodes, arms, sizes, out, weights, probabilities,
    path,
):  # fmt: skip
    """From an imagined world down the tree until it has grown; the number of steps in `path`."""
    s = worlds[0]
    net = nets[0]
    depth = 0
    grown = 0
    answering = False  # whether what comes next is the answer to the decision that is searched
    acting = verbs.to_act(s)
    while acting != 0 and grown < settings.grow and depth + 6 < len(path):
        if acting & SEA_BIT:
            verbs.befall(s, pick_fate(s, out, weights, rng))
            acting = verbs.to_act(s)
            answering = False
            continue
        together = acting & (acting - 1) != 0 and not policy_kernels.has_policy(net)
        for seat in range(6):
            if (acting >> seat) & 1 == 0:
                continue
            if policy_kernels.has_policy(net) and seat != me:
                action = -1
                if answering and natures[seat] == 1:
                    action = foretold(s, seat, answers[path[0].arm - int(nodes[path[0].node].first)], out, rng)
                if action < 0:
                    action = policy_kernels.sample(worlds, seat, nets[natures[seat]], thoughts, out, probabilities, rng)
                verbs.play(s, seat, action)
                answering = False
                continue
            n = verbs.choices(s, seat, out)
            action = int(out[0])
            if n > 1 or sizes[2] == 0:  # what is forced needs no node, but the root has one
                new = decide(
                    worlds, raw, seat, together, n, settings, net, thoughts, rng, nodes, arms, sizes, out,
                    probabilities, path[depth],
                )  # fmt: skip
                if path[depth].arm < 0:
                    return depth
                action = int(arms[path[depth].arm].action)
                depth += 1
                grown += int(new)
                answering = depth == 1 and answers.shape[0] > 0
            verbs.play(s, seat, action)
        acting = verbs.to_act(s)
    return depth


@rule
def draw_world(roots, worlds, me, how, nets, natures, thoughts, out, odds, rng):
    """Imagine a world and who acts by which net, as likely as whoever had the last word would have said it there."""
    worlds[0] = roots[0]
    verbs.imagine(worlds[0], me, rng)
    if not policy_kernels.has_policy(nets[0]):
        return
    draw_natures(natures, how.imitation, rng)
    for _ in range(how.doubt):
        if chance(rng) < chance_of_last_word(worlds, me, nets, natures, thoughts, out, odds):
            return
        worlds[0] = roots[0]
        verbs.imagine(worlds[0], me, rng)
        draw_natures(natures, how.imitation, rng)


@rule
def chance_of_last_word(worlds, me, nets, natures, thoughts, out, odds):
    """How likely the last word is in the present world; 1 if there is none, or if it was `me` who said it."""
    worlds[1] = worlds[0]
    seat, said = last_word(worlds[1])
    if seat < 0 or seat == me:
        return 1.0
    verbs.redact(worlds[1], seat)
    n = verbs.choices(worlds[1], seat, out)
    policy_kernels.probabilities(worlds[1], seat, nets[natures[seat]], thoughts, out, n, odds)
    for i in range(n):
        if out[i] == said:
            return odds[i] + SLIP
    return 1.0


@kernel
def search(
    roots, worlds, raw, me, iterations, settings, seats, table, last, nets, answers, rng, nodes, arms, sizes, out,
    weights, odds,
):  # fmt: skip
    """More iterations of a search from the record redacted for `me`; `nodes` and `arms` hold the tree between calls.

    `raw` are the bytes of `worlds`; `seats`, `table` and `last` the learned values, empty to play every game out;
    `nets` are the policy, which goes before the rule of thumb and the values, and the imitated policy. `answers`
    are rows, one a choice, of how likely a searcher next to decide answers it by what; empty if nothing was foretold.
    `sizes` counts the nodes and the arms in use and holds 1 + the node of the decision that is searched.
    """
    path = np.zeros(MOST_DEPTH, STEP)
    rewards = np.zeros(6, np.float64)
    facts = np.zeros((8, max(seats.shape[1], table.shape[0])), np.float32)
    hidden = np.zeros((8, last.shape[0]), np.float32)
    widest = max(nets[0][0].shape[1], nets[1][0].shape[1])
    thoughts = (np.zeros(nets[0][0].shape[0], np.float32), np.zeros((2, widest), np.float32))
    natures = np.zeros(6, np.int64)
    how = settings[0]
    for _ in range(iterations):
        draw_world(roots, worlds, me, how, nets, natures, thoughts, out, odds, rng)
        depth = walk_down(
            worlds, raw, me, how, nets, answers, natures, thoughts, rng, nodes, arms, sizes, out, weights, odds, path
        )
        if sizes[2] == 0:
            for d in range(depth - 1, -1, -1):
                if path[d].seat == me:
                    sizes[2] = 1 + path[d].node
        if policy_kernels.has_policy(nets[0]):
            expect(worlds, me, nets, natures, thoughts, out, weights, odds, rng, rewards)
        else:
            evaluate(worlds, how.careless, how.turns, seats, table, last, facts, hidden, out, weights, rng, rewards)
        for d in range(depth):
            step = path[d]
            got = rewards[int(step.seat)]
            if step.chance > 0:
                learn_together(nodes, arms, int(step.node), int(step.arm), step.chance, got, odds)
            else:
                learn_alone(arms, int(step.arm), got)
