"""Beyond the tree of a search, compiled: how a game goes on from there, and what it is worth to whom.

Seats act on the rule of thumb, and the learned values judge once it has played on to a quiet moment, or the whole game
is played; or they act on a policy, which also says what to expect.
"""

from typing import NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import chance, first_seat, pick_fate, share_out
from fathoms.bots.networks import policy_kernels
from fathoms.bots.networks.policy_kernels import Net, Thoughts
from fathoms.bots.networks.value_kernels import ValueRoom, Values, estimate
from fathoms.engine import verbs
from fathoms.engine.dialect import SEA_BIT, below, rule
from fathoms.engine.hooks import heuristic, is_quiet
from fathoms.engine.kinds import Codes, Doubles, Ints, Raw, Records

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
POLICY, IMITATED = range(2)  # of `Minds.nets`


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
    """What the present world is worth to `me`: what they expect at their next decision, or how the game ends before."""
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
