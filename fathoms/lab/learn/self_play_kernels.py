"""Games between policies, compiled: what each seat knew, did and got."""

from typing import Any, NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import chance, first_seat, share_out
from fathoms.bots.networks.policy_kernels import draw, probabilities
from fathoms.bots.search.kernels import move_on
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, below, rule
from fathoms.engine.hooks import seen_from
from fathoms.lab.simulate.kernels import seed_game

LEARNER, EARLIER, RIVAL, SAILOR = range(4)  # who holds a seat; those before the sailor have a net
HOLDERS = 4
NEVER = 1 << 30  # one careless move in so many is none


class SelfPlay(NamedTuple):
    """What games begin with, and who else plays in them."""

    blank: Any  # a record of zeros
    options: Any  # rows, taken in turn
    seed: Any
    others: Any  # how often some seats are an earlier self's, a rival's and a sailor's
    fade: Any  # lambda of the generalised advantages


class Buffers(NamedTuple):
    """Room for a decision."""

    out: Any  # choices, or fates
    weights: Any
    odds: Any
    thoughts: Any  # facts and both layers of the network


class Noted(NamedTuple):
    """The decisions of the learner, a row each."""

    known: Any  # facts
    legal: Any  # 1 for what could be done
    done: Any
    logs: Any  # of the probability with which it was done
    seats: Any
    values: Any
    gains: Any
    returns: Any


@rule
def share_seats(holders, players, one, other, rng):
    """By lot: a seat is as likely `one`'s as `other`'s, and at least one seat is `one`'s."""
    for seat in range(players):
        holders[seat] = one if below(rng, 2) == 0 else other
    holders[below(rng, players)] = one


@rule
def seat_players(holders, players, others, rng):
    """Who holds which seat: the learner all, or, in a part of the games for each of the others, they some."""
    left = chance(rng)
    other = LEARNER
    for holder in range(1, HOLDERS):
        if left >= 0 and left < others[holder - 1]:
            other = holder
        left -= others[holder - 1]
    share_seats(holders, players, LEARNER, other, rng)


@rule
def look_back(noted, start, end, players, rewards, fade):
    """The gains and returns of a game's rows: generalised advantages, each seat for itself."""
    seats, values, gains, returns = noted.seats, noted.values, noted.gains, noted.returns
    for seat in range(players):
        expected = rewards[seat]
        gain = 0.0
        for row in range(end - 1, start - 1, -1):
            if seats[row] == seat:
                gain = expected - values[row] + fade * gain
                gains[row] = gain
                returns[row] = gain + values[row]
                expected = values[row]


@rule
def note_choice(s, seat, out, n, action, legal, done, row):
    """What a seat could do and did."""
    legal[row] = 0
    for i in range(n):
        legal[row, seen_from(s, seat, int(out[i]))] = 1
    done[row] = seen_from(s, seat, action)


@rule
def note_row(s, seat, buffers, n, which, noted, row, value):
    """What a seat knew, could do and did."""
    out, odds = buffers.out, buffers.odds
    noted.known[row] = buffers.thoughts[0]
    note_choice(s, seat, out, n, int(out[which]), noted.legal, noted.done, row)
    noted.logs[row] = np.log(odds[which])
    noted.seats[row] = seat
    noted.values[row] = value


@rule
def count_shares(holders, players, rewards, shares):
    """Who won where not all seats were the learner's."""
    mixed = False
    for seat in range(players):
        mixed = mixed or holders[seat] != LEARNER
    for seat in range(players):
        if mixed:
            shares[holders[seat], 0] += rewards[seat]
            shares[holders[seat], 1] += 1


@rule
def play_one(worlds, holders, nets, buffers, rng, noted, row):
    """A game from its set-up on; the learner's decisions are noted from `row` on. Gives the row after them."""
    out, weights, odds, thoughts = buffers
    s = worlds[0]
    acting = verbs.to_act(s)
    while acting != 0:
        seat = 0 if acting & SEA_BIT else first_seat(acting)
        if acting & SEA_BIT or holders[seat] == SAILOR:
            move_on(worlds, acting, NEVER, out, weights, rng)
        else:
            n = verbs.choices(s, seat, out)
            which = 0
            if n > 1:
                worlds[1] = s
                verbs.redact(worlds[1], seat)
                value = probabilities(worlds[1], seat, nets[holders[seat]], thoughts, out, n, odds)
                which = draw(odds, n, rng)
                if holders[seat] == LEARNER and row < len(noted.done):
                    note_row(worlds[1], seat, buffers, n, which, noted, row, value)
                    row += 1
            verbs.play(s, seat, int(out[which]))
        acting = verbs.to_act(s)
    return row


@kernel
def play_policies(worlds, how, first, games, nets, buffers, noted, shares):
    """Up to `games` games from number `first` on, until the rows are full. Gives how many rows there are.

    `nets` are the learner's, an earlier self's and a rival's; `shares` sums what each holder won.
    """
    blank, options, seed, others, fade = how
    rng = np.zeros(1, np.uint64)
    rewards = np.zeros(6, np.float64)
    holders = np.zeros(6, np.int64)
    row = 0
    for game in range(first, first + games):
        seed_game(rng, seed, game)
        worlds[0] = blank[0]
        verbs.setup(worlds[0], options[game % len(options)])
        players = int(worlds[0].players)
        seat_players(holders, players, others, rng)
        start = row
        row = play_one(worlds, holders, nets, buffers, rng, noted, row)
        share_out(worlds[0], rewards)
        look_back(noted, start, row, players, rewards, fade)
        count_shares(holders, players, rewards, shares)
    return row
