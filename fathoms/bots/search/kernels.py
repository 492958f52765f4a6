"""Information-set search, compiled, written once on the verbs for every game.

Every iteration imagines a world that the searching seat cannot tell from the true one and walks down it. A node is what
the seat that decides there knows: the record redacted for it. The iteration adds a node (`tree_kernels.py`) and
judges where it leads (`playout_kernels.py`).

With a policy the tree is of the searching seat's own decisions: the others act on the policy, which knows what they
know and not what the searching seat does, or on one that imitates searchers, drawn anew for every seat and iteration;
how a searcher would answer the decision at hand may have been foretold by searches in that place. The policy also says
where to look first, and what to expect where the tree ends. Where somebody has said something of what nobody else
knew, worlds are imagined as likely as they would have said it there.
"""

from fathoms.bots.chance_kernels import chance, pick_fate
from fathoms.bots.networks import policy_kernels
from fathoms.bots.search.playout_kernels import IMITATED, POLICY, act_on_policy, draw_natures, evaluate, expect
from fathoms.bots.search.tree_kernels import (
    ROOT,
    ask_heuristic,
    decide,
    find_arms,
    find_node,
    find_root,
    known_to,
    learn_from,
)
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, pick_share, rule
from fathoms.engine.hooks import last_word

MOST_DEPTH = 96
ADVICE = 4  # how often the rule of thumb is asked at a node
FINE = 1000  # probabilities of the policy are kept in parts of so many
SLIP = 0.02  # how likely anything may be said, whatever the policy


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
def ask_policy(tree, node, steps, minds, seat, n):
    """Write down what the policy says at a new node; the second world is what the seat knows."""
    odds = steps.odds
    policy_kernels.probabilities(steps.worlds[1], seat, minds.nets[POLICY], minds.thoughts, steps.out, n, odds)
    first = int(tree.nodes[node].first)
    for i in range(n):
        tree.arms[first + i].advised = int(FINE * odds[i])
    tree.nodes[node].asked = FINE


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
