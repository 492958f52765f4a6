"""Learned values, compiled: each seat's share of the win in a quiet position, from the facts of seats and table.

One small network serves every seat: it sees the seat's own facts, the mean and the most of the others', and the
table's. Its answers for all the seats become shares by the softmax.
"""

from typing import NamedTuple

import numpy as np

from fathoms.engine.dialect import rule
from fathoms.engine.hooks import seat_features, table_features
from fathoms.engine.kinds import Floats

TABLE, OTHERS = 6, 7  # rows of facts, after the seats': the table's, the most of the others'
COMMON, EVERYBODY = 6, 7  # rows of the hidden layer: what all share, the sum of all seats
ROWS = 8  # of both


class Values(NamedTuple):
    """The weights of the network; empty if nothing was learned."""

    seats: Floats  # of own facts, of the mean and of the most of the others'
    table: Floats  # of the table's facts, and the bias
    last: Floats  # of the answer


OWN, MEAN, MOST = range(3)  # of `Values.seats`


class ValueRoom(NamedTuple):
    """Room to ask the network in, `ROWS` rows each."""

    facts: Floats
    hidden: Floats


@rule
def add_layer(target, facts, weights, factor):
    """Add what facts contribute to a hidden layer."""
    for i in range(weights.shape[0]):
        fact = facts[i] * factor
        if fact != 0:
            for j in range(target.shape[0]):
                target[j] += fact * weights[i, j]


@rule
def most_of_others(facts, players, seat, count, out):
    for i in range(count):
        most = np.float32(-1e9)
        for other in range(players):
            if other != seat:
                most = max(most, facts[other, i])
        out[i] = most


@rule
def answer(layer, last):
    """What a hidden layer says, negative numbers in it counting for nothing."""
    total = np.float32(0)
    for j in range(layer.shape[0]):
        total += max(layer[j], np.float32(0)) * last[j]
    return total


@rule
def estimate(s, players, values, room, rewards):
    """Write every seat's expected share of the win."""
    one = np.float32(1)
    facts, hidden = room.facts, room.hidden
    seats, table = values.seats, values.table
    common = hidden[COMMON]
    everybody = hidden[EVERYBODY]
    common[:] = 0
    everybody[:] = 0
    table_features(s, facts[TABLE])
    facts[TABLE, table.shape[0] - 1] = one
    add_layer(common, facts[TABLE], table, one)
    for seat in range(players):
        seat_features(s, seat, facts[seat])
        add_layer(everybody, facts[seat], seats[MEAN], one)
    share = one / np.float32(players - 1)
    for j in range(common.shape[0]):
        common[j] += everybody[j] * share
    for seat in range(players):
        layer = hidden[seat]
        layer[:] = common
        add_layer(layer, facts[seat], seats[OWN], one)
        add_layer(layer, facts[seat], seats[MEAN], -share)
        most_of_others(facts, players, seat, seats.shape[1], facts[OTHERS])
        add_layer(layer, facts[OTHERS], seats[MOST], one)
        rewards[seat] = answer(layer, values.last)
    to_shares(rewards, players)


@rule
def to_shares(rewards, players):
    """The softmax."""
    most = rewards[0]
    for seat in range(players):
        most = max(most, rewards[seat])
    total = 0.0
    for seat in range(players):
        rewards[seat] = np.exp(rewards[seat] - most)
        total += rewards[seat]
    for seat in range(6):
        rewards[seat] = rewards[seat] / total if seat < players else 0.0
