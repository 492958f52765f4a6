"""Whole games, compiled, for any game: written once on the verbs."""

from typing import NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import first_seat, pick_fate
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA_BIT, below, next_random, rule
from fathoms.engine.hooks import heuristic
from fathoms.engine.kinds import Codes, Ints, Records, Rng

RANDOM, HEURISTIC = 0, 1  # how a seat plays
MOST_EVENTS = 1_000_000  # a game that is longer does not end

_SPREAD = np.uint64(0xD1342543DE82EF95)
_FOLD = np.uint64(0x00000100000001B3)  # FNV's prime
_HALF = np.uint64(32)


class Begin(NamedTuple):
    """What games begin with."""

    blank: Records  # a record of zeros
    options: Ints  # rows, taken in turn
    seed: int


class Games(NamedTuple):
    """Which games are played, and how."""

    blank: Records  # a record of zeros
    options: Ints  # rows, taken in turn
    bots: Ints  # how each seat plays
    seed: int
    first: int  # the number of the first game
    check: bool  # whether the record's soundness is tested after every event


class Room(NamedTuple):
    """A thread's own memory."""

    scratch: Records  # a record
    rng: Rng
    out: Codes  # choices, or fates
    weights: Ints  # of fates
    score: Ints


@rule
def seed_game(rng, seed, number):
    """Start the random numbers of game `number`: the same on every machine, whatever plays beside it."""
    rng[0] = np.uint64(seed) * _SPREAD + np.uint64(number)
    rng[0] = next_random(rng)


@rule
def let_sea_act(s, out, weights, rng):
    fate = pick_fate(s, out, weights, rng)
    verbs.befall(s, fate)
    return fate


@rule
def decide(states, scratch, seat, bot, out, rng):
    """The action of a seat: any, or the rule of thumb's, from what the seat may know."""
    if bot == RANDOM:
        n = verbs.choices(states[0], seat, out)
        return int(out[below(rng, n)])
    scratch[0] = states[0]
    verbs.redact(scratch[0], seat)
    return int(heuristic(scratch[0], seat, rng))


@rule
def fold(digest, number):
    """A hash that takes one more number in; the order matters."""
    return (digest ^ np.uint64(number)) * _FOLD


@rule
def hash_record(states, digest):
    """The hash of a game's events, with the bytes of the position it ended in."""
    raw = states.view(np.uint8)
    for i in range(len(raw)):
        digest = fold(digest, raw[i])
    digest = (digest ^ (digest >> _HALF)) * _SPREAD  # scrambled once more: the hashes of many games are added up
    return digest ^ (digest >> _HALF)


@rule
def finish_game(states, score, result, digest):
    """Write down who won a game that is over."""
    for seat in range(6):
        score[seat] = 0
    verbs.scores(states[0], score)
    result.winners = verbs.winners(states[0])
    result.hash = hash_record(states, digest)
    for seat in range(6):
        result.scores[seat] = score[seat]


@rule
def play_run(states, room, games, start, stride, results):
    """Play the games `start`, `start + stride` … of `results` in `states`; game k has the number `first + k`.

    Every place that simulates runs this: a core with stride 1, a thread of a GPU with the number of threads. One loop
    goes through events and games alike, so that threads side by side need not wait for each other's games to end.
    Where soundness is checked, a broken rule's number lands in the result, or -1 for a game that does not end.
    """
    scratch, rng, out, weights, score = room
    blank, options, bots, seed, first, check = games
    g = start - stride
    decisions = events = fault = acting = 0
    digest = np.uint64(0)
    while True:
        if acting == 0 or fault != 0:
            if g >= 0:
                results[g].decisions = decisions
                results[g].events = events
                results[g].fault = fault
                finish_game(states, score, results[g], digest)
            g += stride
            if g >= len(results):
                break
            seed_game(rng, seed, first + g)
            digest = rng[0]
            states[0] = blank[0]
            verbs.setup(states[0], options[(first + g) % len(options)])
            decisions = events = fault = 0
        else:
            if acting & SEA_BIT:
                event = let_sea_act(states[0], out, weights, rng)
            else:
                seat = first_seat(acting)
                event = decide(states, scratch, seat, bots[seat], out, rng)
                verbs.play(states[0], seat, event)
                decisions += 1
            digest = fold(digest, event)
            events += 1
            if check:
                fault = verbs.sound(states[0])
            if events > MOST_EVENTS:
                fault = -1
        acting = verbs.to_act(states[0])


@kernel
def play_games(states, room, games, start, stride, results):
    """The games of `results` that one of `stride` threads plays: see `play_run`."""
    play_run(states, room, games, start, stride, results)


RESULT = np.dtype(
    [
        ("winners", np.int32),
        ("decisions", np.int32),
        ("events", np.int32),
        ("fault", np.int32),
        ("scores", np.int32, (6,)),
        ("hash", np.uint64),  # of the game's number and seed, all its events, and the position it ended in
    ],
    align=True,
)
