"""Games between policies, compiled: what each seat knew, did and got."""

from typing import NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import first_seat, pick_likely, share_out
from fathoms.bots.networks.policy_kernels import Thoughts, probabilities
from fathoms.bots.search.playout_kernels import move_on
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, below, rule
from fathoms.engine.hooks import seen_from
from fathoms.engine.kinds import Codes, Doubles, Floats, Ints, Marks, Records
from fathoms.lab.simulate.kernels import seed_game

LEARNER, EARLIER, RIVAL, SAILOR = range(4)  # who holds a seat; those before the sailor have a net
HOLDERS = 4
NEVER = 1 << 30  # one careless move in so many is none


class SelfPlay(NamedTuple):
    """What games begin with, and who else plays in them."""

    blank: Records  # one, of zeros
    options: Ints  # rows, taken in turn
    seed: int
    shares: Doubles  # of the games, a holder: in which he has some of the learner's seats, or for the learner none has
    fade: float  # lambda of the generalised advantages


class Buffers(NamedTuple):
    """Room for a decision."""

    out: Codes  # choices, or fates
    weights: Ints
    odds: Doubles
    thoughts: Thoughts


class Noted(NamedTuple):
    """The decisions of the learner, a row each."""

    known: Floats  # facts
    legal: Marks  # 1 for what could be done
    done: Ints
    logs: Floats  # of the probability with which it was done
    seats: Ints
    values: Floats
    gains: Floats
    returns: Floats


@rule
def share_seats(holders, players, one, other, rng):
    """By lot: a seat is as likely `one`'s as `other`'s, and at least one seat is `one`'s."""
    for seat in range(players):
        holders[seat] = one if below(rng, 2) == 0 else other
    holders[below(rng, players)] = one


@rule
def seat_players(holders, players, shares, rng):
    """Who holds which seat: the learner all, or, in a share of the games for each of the others, they some."""
    share_seats(holders, players, LEARNER, pick_likely(shares, HOLDERS, rng), rng)


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
def note_choice(s, seat, out, n, action, noted, row):
    """What a seat could do and did."""
    noted.legal[row] = 0
    for i in range(n):
        noted.legal[row, seen_from(s, seat, int(out[i]))] = 1
    noted.done[row] = seen_from(s, seat, action)


@rule
def note_row(s, seat, buffers, n, which, noted, row, value):
    """What a seat knew, could do and did."""
    noted.known[row] = buffers.thoughts.facts
    note_choice(s, seat, buffers.out, n, int(buffers.out[which]), noted, row)
    noted.logs[row] = np.log(buffers.odds[which])
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
                which = pick_likely(odds, n, rng)
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
    options = how.options
    rng = np.zeros(1, np.uint64)
    rewards = np.zeros(6, np.float64)
    holders = np.zeros(6, np.int64)
    row = 0
    for game in range(first, first + games):
        seed_game(rng, how.seed, game)
        worlds[0] = how.blank[0]
        verbs.setup(worlds[0], options[game % len(options)])
        players = int(worlds[0].players)
        seat_players(holders, players, how.shares, rng)
        start = row
        row = play_one(worlds, holders, nets, buffers, rng, noted, row)
        share_out(worlds[0], rewards)
        look_back(noted, start, row, players, rewards, how.fade)
        count_shares(holders, players, rewards, shares)
    return row
