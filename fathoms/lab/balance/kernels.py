"""Whole games watched closely, compiled, for any game: who led when, what was used and held, which events came.

The games are those of `play_games` for the same seed, by the same steps; one loop for both was a fifth slower at random
play (`scripts/compare_speed.py`). What grows with the games is a row each, a chunk at a time; the
rest are sums of whole numbers, so the figures do not depend on the number of cores.
"""

from typing import NamedTuple

import numpy as np

from fathoms.bots.chance_kernels import WHOLE_WIN, first_seat, pick_fate
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA, SEA_BIT, below, count_bits, rule
from fathoms.engine.kinds import Bytes, Codes, Ints
from fathoms.lab.balance import metrics_kernels as metrics
from fathoms.lab.simulate.kernels import MOST_EVENTS, decide, seed_game

MOST_TURNS = 4096  # that are remembered, to look back from the end
TENTHS = 9  # looks at 10 %, 20 % … 90 % of the turns
LEADERS, LAST = 0, 1  # rows of the trace
ACTION_TABLE, FATE_TABLE = 0, 1
SUMS = 7  # that are kept of a metric:
USES, GAMES_WITH, WON, USES_2, WON_2, CROSS, SEATS_WITH = range(SUMS)

ROW = np.dtype(
    [
        ("winners", np.int32),
        ("players", np.int32),
        ("opening", np.int32),
        ("turns", np.int32),
        ("decisions", np.int32),
        ("events", np.int32),
        ("changes", np.int32),  # of the sole leader
        ("last", np.int32),  # mask of those worth least at half-time
        ("leaders", np.int32, (TENTHS,)),  # mask of those worth most
        ("scores", np.int32, (6,)),
    ],
    align=True,
)


class Setting(NamedTuple):
    """What is played: options in turn, by so many players, from game `first` on."""

    options: Ints
    players: int
    bots: Ints  # how each seat plays
    denied: Bytes  # actions that a trial's subject goes without
    subject: bool  # whether one player, game by game the next seat, is the subject
    seed: int
    first: int
    script: Codes  # if not empty, the events of the games, each game's ended by -1, instead of asking bots and sea


class Buffers(NamedTuple):
    """Room for a game."""

    out: Codes  # choices, or fates
    weights: Ints
    score: Ints
    trace: Codes  # who led and who was last, turn by turn
    counts: Ints  # of a metric, seat by seat


class Totals(NamedTuple):
    """What is added up over the games, and which metrics come first."""

    classes: Ints  # of events
    sums: Ints  # of metrics
    first_noticed: int
    first_held: int


@rule
def take_permitted(s, seat, action, denied, out, rng):
    """The action, or any that is not denied if there is one."""
    if denied[action] == 0:
        return action
    n = verbs.choices(s, seat, out)
    kept = 0
    for i in range(n):
        if denied[out[i]] == 0:
            out[kept] = out[i]
            kept += 1
    return action if kept == 0 else int(out[below(rng, kept)])


@rule
def look(s, players, standing, trace, turn):
    """Remember who is ahead and who is last at the end of a turn."""
    for seat in range(6):
        standing[seat] = 0
    metrics.standing(s, standing)
    most = 0
    least = 0
    for seat in range(1, players):
        if standing[seat] > standing[most]:
            most = seat
        if standing[seat] < standing[least]:
            least = seat
    ahead = 0
    last = 0
    for seat in range(players):
        if standing[seat] == standing[most]:
            ahead |= 1 << seat
        if standing[seat] == standing[least]:
            last |= 1 << seat
    if turn < MOST_TURNS:
        trace[LEADERS, turn] = ahead
        trace[LAST, turn] = last


@rule
def note(before, s, who, event, tables, classes, counts, first_noticed):
    """Count an event: its class, what was used, what the game's own hook notices, for the seat it concerns."""
    table = FATE_TABLE if who == SEA else ACTION_TABLE
    classes[tables[table, 0, event]] += 1
    seat = int(metrics.in_turn(before)) if who == SEA else int(who)
    if seat < 0:
        return
    used = tables[table, 1, event]
    if used >= 0:
        counts[used, seat] += 1
    seen = int(metrics.noticed(before, s, who, event))
    metric = first_noticed
    while seen != 0:
        if seen & 1:
            counts[metric, seat] += 1
        seen >>= 1
        metric += 1


@rule
def settle_metrics(s, players, winners, counts, first_held, sums):
    """Add a finished game to the sums of the metrics."""
    win = WHOLE_WIN // max(1, count_bits(winners))
    for seat in range(players):
        has = int(metrics.held(s, seat))
        metric = first_held
        while has != 0:
            counts[metric, seat] += has & 1
            has >>= 1
            metric += 1
    for metric in range(len(counts)):
        uses = 0
        won = 0
        present = 0
        for seat in range(players):
            n = counts[metric, seat]
            uses += n
            present += 1 if n else 0
            won += n * win if (winners >> seat) & 1 else 0
            counts[metric, seat] = 0
        sums[metric, USES] += uses
        sums[metric, GAMES_WITH] += 1 if uses else 0
        sums[metric, WON] += won
        sums[metric, USES_2] += uses * uses
        sums[metric, WON_2] += won * won
        sums[metric, CROSS] += uses * won
        sums[metric, SEATS_WITH] += present


@rule
def settle_row(s, row, players, turns, trace, score):
    """Write what is kept of a finished game."""
    for seat in range(6):
        score[seat] = 0
    verbs.scores(s, score)
    for seat in range(6):
        row.scores[seat] = score[seat]
    row.winners = verbs.winners(s)
    row.players = players
    row.turns = turns
    seen = min(turns, MOST_TURNS)
    leader = 0
    changes = 0
    for turn in range(seen):
        ahead = int(trace[LEADERS, turn])
        if count_bits(ahead) == 1:
            changes += 1 if leader != 0 and leader != ahead else 0
            leader = ahead
    row.changes = changes
    for tenth in range(TENTHS):
        done = seen * (tenth + 1) // 10
        row.leaders[tenth] = trace[LEADERS, done - 1] if done else 0
    row.last = trace[LAST, seen // 2 - 1] if seen > 1 else 0


@rule
def next_event(records, who, bots, limited, denied, out, weights, rng):
    """What happens next: a fate, or the decision of seat `who`."""
    if who == SEA:
        return pick_fate(records[0], out, weights, rng)
    action = decide(records[:1], records[1:2], who, bots[who], out, rng)
    if who == limited:
        return take_permitted(records[0], who, action, denied, out, rng)
    return action


@rule
def happen(s, who, event):
    if who == SEA:
        verbs.befall(s, event)
    else:
        verbs.play(s, who, event)


@kernel
def watch_games(records, setting, buffers, tables, totals, rows):
    """Play and watch `len(rows)` games.

    `records` are three of the game's: the position, a scratch, and the position before an event. `tables` say of every
    action and every fate its class and the metric it uses.
    """
    options, players, bots, denied, subject, seed, first, script = setting
    out, weights, score, trace, counts = buffers
    classes, sums, first_noticed, first_held = totals
    rng = np.zeros(1, np.uint64)
    blank = np.zeros_like(records)
    told = 0
    for g in range(len(rows)):
        number = first + g
        seed_game(rng, seed, number)
        records[0] = blank[0]
        s = records[0]
        verbs.setup(s, options[number % len(options)])
        limited = number % players if subject else -1
        rows[g].opening = 0
        decisions = events = turns = 0
        acting = verbs.to_act(s)
        clock = metrics.clock(s)
        while acting != 0 and events < MOST_EVENTS:
            records[2] = records[0]
            who = SEA if acting & SEA_BIT else first_seat(acting)
            if who != SEA:
                if decisions == 0:
                    rows[g].opening = metrics.opening(s)
                decisions += 1
            if len(script):
                event = int(script[told])
            else:
                event = next_event(records, who, bots, limited, denied, out, weights, rng)
            happen(s, who, event)
            note(records[2], s, who, event, tables, classes, counts, first_noticed)
            told += 1
            events += 1
            acting = verbs.to_act(s)
            now = metrics.clock(s)
            if acting == 0 or (now != clock and clock >= 0):
                look(s, players, score, trace, turns)
                turns += 1
            clock = now
        rows[g].decisions = decisions
        rows[g].events = events
        settle_row(s, rows[g], players, turns, trace, score)
        settle_metrics(s, players, int(rows[g].winners), counts, first_held, sums)
        told += 1
