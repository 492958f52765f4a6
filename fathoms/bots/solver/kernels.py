"""Exact values by backward induction, compiled, written once on the verbs for two players who differ only at a time.

Good for games whose positions do not come back and in which nobody decides while another knows more than he does. A
fate is averaged, a decision maximised, and two who choose at once play a matrix game. Positions are remembered by a
hash of their bytes (128 bits), so each is worked out once. Values are the share of the win of seat A.

With a policy the walk need not go to the end of the game: after a number of turns its value is asked for.
"""

from typing import NamedTuple

import numpy as np

from fathoms.bots.networks import policy_kernels
from fathoms.bots.networks.policy_kernels import Net, Thoughts
from fathoms.engine import verbs
from fathoms.engine.cache import kernel
from fathoms.engine.dialect import SEA, SEA_BIT, rule
from fathoms.engine.hooks import is_quiet
from fathoms.engine.kinds import Codes, Doubles, Ints, Raw, Records

BOTH = 8  # as one who acts: both seats at once
TINY = 1e-12
FULL = -1.0  # as a value: the table had no room
DEEP = -2.0  # as a value: a line of play was longer than the stack

ENTRY = np.dtype(
    [
        ("low", np.uint64),
        ("high", np.uint64),
        ("value", np.float64),
        ("stamp", np.int32),  # the run the value is of
        ("row", np.int32),  # of `kept`, for a decision; or -1
    ],
    align=True,
)
FRAME = np.dtype(
    [
        ("who", np.int32),  # a seat, SEA or BOTH
        ("first", np.int32),  # how many choices: of the one who acts, or of A where both do
        ("second", np.int32),  # of B where both act, else 1
        ("next", np.int32),  # the child that is worked out now
        ("turns", np.int32),  # that have begun on the way here
        ("slot", np.int64),  # in the table
    ],
    align=True,
)


class Simplex(NamedTuple):
    """Room to solve a matrix game in."""

    tableau: Doubles
    basis: Ints


class Room(NamedTuple):
    """The memory of a walk. Where it says a row a frame, a frame is a position on the way to the present one."""

    words: Raw  # of the stack of records, the same memory
    frames: Records  # of `FRAME`
    table: Records  # of `ENTRY`: positions, remembered between calls of the same run
    kept: Raw  # positions in which somebody really chooses, while there is room, so that a policy can be asked
    kept_count: Ints  # one number
    mine: Codes  # a row a frame: choices of the one who acts, or fates
    theirs: Codes  # a row a frame: choices of B where both act
    weights: Ints  # a row a frame: of fates
    results: Doubles  # a row a frame: what each choice, or pair of choices, is worth
    mixtures: Doubles  # a row a seat, where both choose at the root
    simplex: Simplex
    thoughts: Thoughts


class Task(NamedTuple):
    """What is worked out."""

    run: int  # values of other runs are worked out anew
    remember_fates: bool
    policies: Doubles  # by the rows of `Room.kept`: how `me` plays
    me: int  # the seat that plays so, while the other one best responds; -1: both play their best
    net: Net  # unless it is empty, judges the positions in which
    turns: int  # more turns have begun


_START = np.uint64(0x243F6A8885A308D3)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x9E3779B97F4A7C15)
_S29, _S32 = np.uint64(29), np.uint64(32)


# A matrix game


@rule
def pivot(tableau, rows, columns, row, column):
    """Make `column` basic in `row`."""
    by = tableau[row, column]
    for k in range(columns):
        tableau[row, k] /= by
    for other in range(rows):
        times = tableau[other, column]
        if other != row and times != 0.0:
            for k in range(columns):
                tableau[other, k] -= times * tableau[row, k]


@rule
def entering(tableau, rows, columns):
    """The first column that would raise the sum (Bland's rule, so that no tie goes round in circles), or -1."""
    for k in range(columns - 1):
        if tableau[rows - 1, k] < -TINY:
            return k
    return -1


@rule
def leaving(tableau, basis, rows, columns, column):
    """The row that limits the entering column; of equal ones the lowest basic variable."""
    best = -1
    least = 0.0
    for row in range(rows - 1):
        if tableau[row, column] > TINY:
            ratio = tableau[row, columns - 1] / tableau[row, column]
            if best < 0 or ratio < least - TINY or (ratio < least + TINY and basis[row] < basis[best]):
                best = row
                least = ratio
    return best


@rule
def solve_matrix(matrix, n, m, simplex, mine, theirs):
    """The value of a game in which the row player wins `matrix[i * m + j]`; the optimal mixtures are left behind.

    The linear programme of the column player by the simplex method; the row player's mixture is its dual.
    """
    tableau, basis = simplex.tableau, simplex.basis
    low = matrix[0]
    for k in range(n * m):
        low = min(low, matrix[k])
    shift = 1.0 - low  # every entry becomes 1 or more, so the value is positive
    rows = n + 1
    columns = m + n + 1
    for i in range(rows):
        for k in range(columns):
            tableau[i, k] = 0.0
    for i in range(n):
        for j in range(m):
            tableau[i, j] = matrix[i * m + j] + shift
        tableau[i, m + i] = 1.0
        tableau[i, columns - 1] = 1.0
        basis[i] = m + i
    for j in range(m):
        tableau[n, j] = -1.0
    column = entering(tableau, rows, columns)
    while column >= 0:
        row = leaving(tableau, basis, rows, columns, column)
        pivot(tableau, rows, columns, row, column)
        basis[row] = column
        column = entering(tableau, rows, columns)
    total = tableau[n, columns - 1]
    for j in range(m):
        theirs[j] = 0.0
    for i in range(n):
        mine[i] = tableau[n, m + i] / total
        if basis[i] < m:
            theirs[basis[i]] = tableau[i, columns - 1] / total
    return 1.0 / total - shift


@kernel
def matrix_game(matrix, n, m, simplex, mine, theirs):
    return solve_matrix(matrix, n, m, simplex, mine, theirs)


# The table of positions


@rule
def stir_bytes(words, start):
    mixed = _START + np.uint64(start)
    for k in range(len(words)):
        mixed = (mixed ^ np.uint64(words[k])) * _MIX_1
        mixed ^= mixed >> _S29
        mixed = mixed * _MIX_2
        mixed ^= mixed >> _S32
    return mixed


@rule
def find_slot(table, words):
    """Where a position is, or may be put; -1 if the table is too full to take more."""
    low = stir_bytes(words, 1)
    high = stir_bytes(words, 2)
    size = len(table)
    slot = np.int64(low >> _S32) % size
    for _ in range(64):
        if table[slot].low == low and table[slot].high == high:
            return slot
        if table[slot].low == 0 and table[slot].high == 0:
            table[slot].low = low
            table[slot].high = high
            table[slot].stamp = -1
            table[slot].row = -1
            return slot
        slot = (slot + 1) % size
    return -1


# The walk


@rule
def share_of_first(s):
    mask = verbs.winners(s)
    count = (mask & 1) + ((mask >> 1) & 1)
    return (mask & 1) / count


@rule
def value_of_first(s, net, thoughts):
    """A's share of the win as both see it: what A expects, and what B's own value leaves."""
    share = (1 + policy_kernels.value(s, 0, net, thoughts) - policy_kernels.value(s, 1, net, thoughts)) / 2
    return min(1.0, max(0.0, share))


@rule
def open_frame(s, frame, acting, mine, theirs, weights):
    """Note who acts and between what; every seat's choices, or the sea's fates with their weights."""
    frame.next = 0
    frame.second = 1
    if acting & SEA_BIT:
        frame.who = SEA
        frame.first = verbs.fates(s, mine, weights)
    elif acting == 3:
        frame.who = BOTH
        frame.first = verbs.choices(s, 0, mine)
        frame.second = verbs.choices(s, 1, theirs)
    else:
        frame.who = 0 if acting == 1 else 1
        frame.first = verbs.choices(s, frame.who, mine)


@rule
def step_into(s, frame, mine, theirs):
    """Play the frame's next child."""
    if frame.who == SEA:
        verbs.befall(s, int(mine[frame.next]))
    elif frame.who == BOTH:
        verbs.play(s, 0, int(mine[frame.next // frame.second]))
        verbs.play(s, 1, int(theirs[frame.next % frame.second]))
    else:
        verbs.play(s, frame.who, int(mine[frame.next]))


@rule
def average(results, weights, n):
    total = 0.0
    value = 0.0
    for i in range(n):
        total += weights[i]
        value += weights[i] * results[i]
    return value / total


@rule
def best_of(results, n, seat):
    """A's share where one seat chooses: A wants most of it, B least."""
    best = results[0]
    for i in range(1, n):
        best = max(best, results[i]) if seat == 0 else min(best, results[i])
    return best


@rule
def best_response(results, n, m, policy, me):
    """A's share where `me` mixes as `policy` says and the other, who knows that, chooses at the same time."""
    best = 2.0 if me == 0 else -1.0
    for other in range(m if me == 0 else n):
        value = 0.0
        for own in range(n if me == 0 else m):
            value += policy[own] * (results[own * m + other] if me == 0 else results[other * m + own])
        best = min(best, value) if me == 0 else max(best, value)
    return best


@rule
def settle(frame, results, weights, mixtures, simplex, policies, row, me):
    """The value of a position whose children are worked out. Seat `me`, if any, plays by its policy."""
    n = int(frame.first)
    m = int(frame.second)
    if frame.who == SEA:
        return average(results, weights, n)
    if frame.who == BOTH:
        if me >= 0:
            return best_response(results, n, m, policies[row], me)
        return solve_matrix(results, n, m, simplex, mixtures[0], mixtures[1])
    if frame.who == me and n > 1:
        return average(results, policies[row], n)
    return best_of(results, n, frame.who)


@rule
def keep_question(frame, words, table, kept, count):
    """Keep a position in which somebody really chooses, while there is room."""
    if frame.who != SEA and frame.first * frame.second > 1 and count[0] < len(kept):
        if table[frame.slot].row < 0:
            table[frame.slot].row = count[0]
            kept[count[0]] = words
            count[0] += 1


@rule
def look_up(s, words, table, acting, is_root, run, remember_fates):
    """The slot of a position in the table (-1: none), whether its value is known at once, and the value.

    It is if the game is over, or if it was worked out before.
    """
    if acting == 0:
        return -1, True, share_of_first(s)
    if acting & SEA_BIT and not remember_fates:
        return -1, False, 0.0
    slot = find_slot(table, words)
    if slot < 0:
        return -1, True, FULL
    if not is_root and table[slot].stamp == run:
        return slot, True, table[slot].value
    return slot, False, 0.0


@rule
def forget(table):
    for slot in range(len(table)):
        table[slot].low = 0
        table[slot].high = 0


@rule
def remember(table, slot, value, run):
    """Keep what a position is worth, as worked out in this run."""
    table[slot].value = value
    table[slot].stamp = run


@kernel
def solve(states, room, task):
    """The value of `states[0]` for A; what each choice (or pair of choices) there is worth is left in `results[0]`.

    `states` is a stack of records. FULL or DEEP if there was not room enough.
    """
    frames, table, words, results = room.frames, room.table, room.words, room.results
    mine, theirs, weights = room.mine, room.theirs, room.weights
    kept, kept_count = room.kept, room.kept_count
    mixtures, simplex, thoughts = room.mixtures, room.simplex, room.thoughts
    run, policies, me, net = task.run, task.policies, task.me, task.net
    looks_ahead = policy_kernels.has_policy(net)
    top, depth = -1, 0
    while True:
        # Look at the position at `depth`: a value at once, or a new frame.
        acting = verbs.to_act(states[depth])
        begun = frames[top].turns + int(looks_ahead and is_quiet(states[depth])) if depth > 0 else 0
        slot, ready, value = look_up(states[depth], words[depth], table, acting, depth == 0, run, task.remember_fates)
        if value == FULL:
            return FULL
        if not ready and slot >= 0 and looks_ahead and begun == task.turns:  # far enough ahead to be judged
            value = value_of_first(states[depth], net, thoughts)
            remember(table, slot, value, run)
            ready = True
        if not ready:
            top = depth
            open_frame(states[top], frames[top], acting, mine[top], theirs[top], weights[top])
            frames[top].slot = slot
            frames[top].turns = begun
            keep_question(frames[top], words[top], table, kept, kept_count)
        # Hand values up until a frame has a child left.
        while ready or (top >= 0 and frames[top].next == frames[top].first * frames[top].second):
            if ready:
                if top < 0:
                    return value
                results[top, frames[top].next] = value
                frames[top].next += 1
                ready = False
            else:
                slot = frames[top].slot
                row = int(table[slot].row) if slot >= 0 else -1
                value = settle(frames[top], results[top], weights[top], mixtures, simplex, policies, row, me)
                if slot >= 0:
                    remember(table, slot, value, run)
                top -= 1
                ready = True
        depth = top + 1
        if depth >= len(states):
            return DEEP
        words[depth] = words[top]
        step_into(states[depth], frames[top], mine[top], theirs[top])
