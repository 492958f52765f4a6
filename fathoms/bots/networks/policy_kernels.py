"""A policy: how likely a seat is to do what, by a small network of what it knows. Learned by self-play, compiled.

The network has two hidden layers, whose room are `thoughts`, and answers with the actions and a value.
"""

from typing import NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import pick_likely
from fathoms.bots.networks.value_kernels import add_layer
from fathoms.engine import verbs
from fathoms.engine.dialect import rule
from fathoms.engine.hooks import known_features, seen_from
from fathoms.engine.kinds import Floats


class Net(NamedTuple):
    """The weights of the network; without facts there is no policy."""

    first: Floats  # of the facts
    second: Floats
    bias: Floats  # of the second layer
    actions: Floats  # a row an action
    action_bias: Floats
    worth: Floats  # of the value
    worth_bias: Floats  # one number


class Thoughts(NamedTuple):
    """Room to ask the network in."""

    facts: Floats
    hidden: Floats  # a row a layer


@rule
def has_policy(net):
    return net.first.shape[0] > 0


@rule
def think_about(s, seat, net, thoughts):
    """What the network makes of what a seat knows, as its second layer; `s` is redacted for the seat."""
    facts, hidden = thoughts.facts, thoughts.hidden
    first, second = net.first, net.second
    known_features(s, seat, facts)
    hidden[0, :] = 0
    add_layer(hidden[0, : first.shape[1]], facts, first, np.float32(1))
    layer = hidden[1, : second.shape[1]]
    layer[:] = net.bias
    for i in range(second.shape[0]):
        active = hidden[0, i]
        if active > 0:
            for j in range(second.shape[1]):
                layer[j] += active * second[i, j]
    for j in range(second.shape[1]):
        layer[j] = max(layer[j], np.float32(0))
    return layer


@rule
def probabilities(s, seat, net, thoughts, out, n, odds):
    """Write the probabilities of the `n` actions in `out`; give the share of the win that the seat expects."""
    layer = think_about(s, seat, net, thoughts)
    most = -1e30
    for i in range(n):
        row = seen_from(s, seat, int(out[i]))
        odds[i] = net.action_bias[row] + dot(layer, net.actions[row])
        most = max(most, odds[i])
    total = 0.0
    for i in range(n):
        odds[i] = np.exp(odds[i] - most)
        total += odds[i]
    for i in range(n):
        odds[i] /= total
    return net.worth_bias[0] + dot(layer, net.worth)


@rule
def value(s, seat, net, thoughts):
    """The share of the win that a seat expects; `s` is redacted for it, or hides nothing from it."""
    return net.worth_bias[0] + dot(think_about(s, seat, net, thoughts), net.worth)


@rule
def dot(layer, weights):
    total = np.float32(0)
    for j in range(layer.shape[0]):
        total += layer[j] * weights[j]
    return total


@rule
def sample(worlds, seat, net, thoughts, out, odds, rng):
    """What a seat does on the policy in the present world, drawn."""
    n = verbs.choices(worlds[0], seat, out)
    if n == 1:
        return int(out[0])
    worlds[1] = worlds[0]
    verbs.redact(worlds[1], seat)
    probabilities(worlds[1], seat, net, thoughts, out, n, odds)
    return int(out[pick_likely(odds, n, rng)])
