"""Many tables of policies side by side, each up to its next decision: written once on the verbs, run by a GPU.

A table waits for a decision; what was decided there (`batch.done`) is done, and it goes on to the next one, in the next
game if this one ends. `batch` keeps the last decisions of every table, a row a step: `arena.Batch`.
"""

from typing import NamedTuple

from fathoms.bots.chance_kernels import first_seat, pick_fate, share_out
from fathoms.engine import verbs
from fathoms.engine.dialect import SEA_BIT, rule
from fathoms.engine.hooks import heuristic, known_features, seen_from
from fathoms.engine.kinds import Doubles, Ints, Records
from fathoms.lab.learn.self_play_kernels import LEARNER, SAILOR, seat_players
from fathoms.lab.simulate.kernels import seed_game


class Tables(NamedTuple):
    """What games begin with, and who sits down."""

    blank: Records  # one, of zeros
    options: Ints  # rows, taken in turn
    seed: int
    shares: Doubles  # of the games, as in `SelfPlay`


UNKNOWN = -9.0  # what a seat expected later, where there is no later yet


@rule
def open_table(i, states, told, begin, batch, out, weights):
    """The first game of table `i`, up to its first decision."""
    begin_game(i, states, begin, batch)
    seat = go_on(i, 0, states, told, begin, batch, out, weights)
    show(i, 0, seat, states, told, batch, out)


@rule
def next_decision(i, step, states, told, begin, batch, out, weights):
    """Do what was decided at table `i` in this step, and write down what the next step is to decide."""
    act(states[0], int(batch.seats[step, i]), int(batch.done[step, i]), out)
    seat = go_on(i, step, states, told, begin, batch, out, weights)
    show(i, step + 1, seat, states, told, batch, out)


@rule
def begin_game(i, states, begin, batch):
    """The game whose number is due; `begin` is a `Tables`."""
    options = begin.options
    number = batch.numbers[i]
    rng = batch.rngs[i : i + 1]
    seed_game(rng, begin.seed, number)
    states[0] = begin.blank[0]
    verbs.setup(states[0], options[number % len(options)])
    seat_players(batch.holders[i], int(states[0].players), begin.shares, rng)


@rule
def act(s, seat, done, out):
    """Take the action that has this number as the seat sees it."""
    n = verbs.choices(s, seat, out)
    for k in range(n):
        if seen_from(s, seat, int(out[k])) == done:
            verbs.play(s, seat, int(out[k]))
            return


@rule
def go_on(i, step, states, told, begin, batch, out, weights):
    """Go on until somebody who is no sailor has a choice; whose it is."""
    s = states[0]
    rng = batch.rngs[i : i + 1]
    batch.ended[step, i] = 0
    while True:
        acting = verbs.to_act(s)
        if acting == 0:
            share_out(s, batch.rewards[step, i])
            batch.ended[step, i] = 1
            batch.numbers[i] += len(batch.numbers)
            begin_game(i, states, begin, batch)
        elif acting & SEA_BIT:
            verbs.befall(s, pick_fate(s, out, weights, rng))
        else:
            seat = first_seat(acting)
            n = verbs.choices(s, seat, out)
            sailor = batch.holders[i, seat] == SAILOR
            if n > 1 and not sailor:
                return seat
            verbs.play(s, seat, advised(states, told, seat, rng) if n > 1 else int(out[0]))


@rule
def advised(states, told, seat, rng):
    """What the rule of thumb does for a seat."""
    told[0] = states[0]
    verbs.redact(told[0], seat)
    return int(heuristic(told[0], seat, rng))


@rule
def show(i, step, seat, states, told, batch, out):
    """Write what the seat knows and may do."""
    told[0] = states[0]
    s = told[0]
    verbs.redact(s, seat)
    batch.seats[step, i] = seat
    batch.held[step, i] = batch.holders[i, seat]
    known_features(s, seat, batch.known[step, i])
    legal = batch.legal[step, i]
    for k in range(len(legal)):
        legal[k] = 0
    n = verbs.choices(s, seat, out)
    for k in range(n):
        legal[seen_from(s, seat, int(out[k]))] = 1


@rule
def look_back_at(i, batch, fade, later, gain):
    """The gains and returns of table `i`, each seat for itself: generalised advantages.

    A seat's last decision of a game that goes on is not counted (`batch.counted`): what came of it is not known yet.
    `later` and `gain` are room for what a seat expected next and what it gained.
    """
    for seat in range(6):
        later[seat] = UNKNOWN
    for step in range(len(batch.done) - 1, -1, -1):
        if batch.ended[step, i]:
            for seat in range(6):
                later[seat] = batch.rewards[step, i, seat]
                gain[seat] = 0
        batch.counted[step, i] = 0
        if batch.held[step, i] == LEARNER:
            look_back_one(i, step, int(batch.seats[step, i]), batch, fade, later, gain)


@rule
def look_back_one(i, step, seat, batch, fade, later, gain):
    value = batch.values[step, i]
    if later[seat] > UNKNOWN:
        gain[seat] = later[seat] - value + fade * gain[seat]
        batch.gains[step, i] = gain[seat]
        batch.returns[step, i] = gain[seat] + value
        batch.counted[step, i] = 1
    else:
        gain[seat] = 0
    later[seat] = value
