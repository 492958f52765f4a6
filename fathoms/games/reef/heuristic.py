"""A rule of thumb for The Reef: go for the chest most worth its way, come home in time, push where it helps.

Ways are counted as if nobody stood in them; a step then looks one cell further, which is enough to go round a piece.
"""

import numpy as np

from fathoms.engine.dialect import below, rule
from fathoms.games.reef.notation import (
    ASCEND,
    CELLS,
    DONE,
    DRIFT,
    ENTER,
    GRAB,
    GRAB_SIZE,
    LEAD,
    MOVE_DOLPHIN,
    PLAY_CARD,
    REFRESH,
    RESCUE,
    SPIN,
    STEP,
    STOP,
    SWAP,
    TIDE,
    TOW,
)
from fathoms.games.reef.pieces import BOAT_LENGTH, CARD_POINTS
from fathoms.games.reef.rules.events import (
    AIR,
    BACK,
    DIVES,
    DRIFT_EVENT,
    FORWARD,
    RESCUE_EVENT,
    SWAP_EVENT,
    TIDE_EVENT,
    TOW_EVENT,
    bed_cell,
    can_go_back,
    can_lead,
    can_rescue,
    can_swap_with,
    can_tow,
    cell_number,
    drift_mask,
    is_among,
    refresh_mask,
)
from fathoms.games.reef.rules.moves import (
    AHEAD,
    DIVERS,
    FREE,
    UP,
    can_grab,
    can_move,
    can_swim,
    column_of,
    count_chests,
    dolphin_can_move,
    is_free,
    is_under_boat,
    may_be_done,
    must_enter,
    piece_in,
    row_of,
)
from fathoms.games.reef.state import ABOARD, CARD, DIVER, DOLPHIN, EITHER, NOTHING, STEPS, STRIDE, TURN

WORTH = np.array([0, 3, 4, 5], np.int64)  # of what is carried, on average
HELM_HALVES = 3  # a spin brings 1.5 points on average; air is counted in half points
SURE, HOPELESS = 97, 10  # chances, in percent
GREED = 3  # half a step more for each point that a chest is worth more: the nearest chest is usually best
FAR = 1000


@rule
def heuristic(s, seat, rng):
    phase = int(s.phase)
    if phase == TURN:
        return ASCEND if is_hopeless(s, seat, rng) else SPIN
    if phase == CARD:
        return PLAY_CARD + best_card(s, seat)
    if phase == STEPS:
        return STEP + forced_step(s, seat, rng)
    if phase == DOLPHIN:
        return best_push(s, seat, rng)
    if phase == DIVER or phase == EITHER:
        return best_move(s, seat, rng)
    return best_answer(s, seat, rng)


# --- Ways, air and chances ---


@rule
def way(s, start, goal):
    """Steps from cell to cell, up and over the reef between them."""
    first, last = column_of(start), column_of(goal)
    step = 1 if last >= first else -1
    ceiling = min(row_of(start), row_of(goal))
    for column in range(first, last, step):
        ceiling = min(ceiling, int(s.depths[column]))
    return abs(last - first) + row_of(start) + row_of(goal) - 2 * ceiling


@rule
def way_home(s, cell, drift):
    """Steps until on board, if the boat moves on by `drift` meanwhile."""
    column = column_of(cell)
    boat = max(1, int(s.boat) - drift)
    if column < boat:
        return row_of(cell) + boat - column
    return row_of(cell) + max(0, column - boat - BOAT_LENGTH + 1)


@rule
def way_to(s, cell, goal):
    """From a cell or the boat to a cell on the bed."""
    if cell != ABOARD:
        return way(s, cell, goal)
    column = column_of(goal)
    boat = int(s.boat)
    return row_of(goal) + max(boat - column, column - boat - BOAT_LENGTH + 1, 0)


@rule
def drift_during(s, steps):
    """How far the boat moves on while a diver makes so many steps: each player's dive moves it once."""
    return int(s.players) * max(0, steps - 3) // 16


@rule
def air(s, seat):
    """What points and unused cards are likely to bring, in half points."""
    halves = 2 * int(s.points)
    for kind in range(4):
        halves += int(s.up[seat, kind]) * (2 * int(CARD_POINTS[kind]) + HELM_HALVES)
    return halves


@rule
def chance(s, seat, steps):
    """Of making so many steps before the air is out, in percent."""
    return min(SURE, max(1, 50 + 7 * (air(s, seat) - 2 * steps)))


@rule
def largest_in(s, column):
    """The largest chest on the bed of a column, as it would be carried."""
    size = 3
    while size > 0 and int(s.chests[column, size - 1]) == 0:
        size -= 1
    return size


@rule
def round_trip(s, cell, column):
    goal = bed_cell(s, column)
    there = way_to(s, cell, goal)
    return there + way_home(s, goal, drift_during(s, there + row_of(goal)))


@rule
def promise(s, seat, cell, column):
    """How good a goal the bed of a column is from `cell`; 0 if there is nothing to fetch."""
    size = largest_in(s, column)
    holder = piece_in(s, bed_cell(s, column))
    if size == NOTHING or (holder != FREE and holder != seat):
        return 0
    steps = round_trip(s, cell, column)
    return max(1, chance(s, seat, steps) * (GREED * int(WORTH[size]) + 100 - 2 * steps))


@rule
def best_column(s, seat, rng):
    """The column of the most promising chest, equals by lot; 0 for a diver who has one, or if there is none."""
    best = 1
    goal = 0
    equals = 1
    if int(s.carries[seat]) != NOTHING:
        return 0
    cell = int(s.at[seat])
    for column in range(1, int(s.width) + 1):
        hope = promise(s, seat, cell, column)
        equals = 1 if hope > best else equals + (1 if hope == best else 0)
        if hope > best or (hope == best and below(rng, equals) == 0):
            best = hope
            goal = column
    return goal


@rule
def is_hopeless(s, seat, rng):
    """In the water with little chance of bringing anything home."""
    cell = int(s.at[seat])
    if cell == ABOARD:
        return False
    if int(s.carries[seat]) != NOTHING:
        return chance(s, seat, way_home(s, cell, 0)) < HOPELESS
    goal = best_column(s, seat, rng)
    return goal == 0 or chance(s, seat, round_trip(s, cell, goal)) < HOPELESS


@rule
def best_card(s, seat):
    """The strongest first: the sum is the same, and the dive may end early."""
    kind = 2
    while int(s.up[seat, kind]) == 0:
        kind = (kind + 3) % 4
    return kind


# --- The diver's move ---


@rule
def to_go(s, seat, cell, goal):
    """Steps left to the bed of column `goal`, or home if there is no goal."""
    if goal > 0:
        return way(s, cell, bed_cell(s, goal))
    return way_home(s, cell, 0)


@rule
def best_move(s, seat, rng):
    goal = best_column(s, seat, rng)
    cell = int(s.at[seat])
    if must_enter(s, seat):
        return ENTER + entry_towards(s, goal) - 1
    if can_grab(s, seat) and goal == column_of(cell):
        return best_grab(s, cell)
    if int(s.phase) == EITHER and may_be_done(s):
        return best_push(s, seat, rng)
    if int(s.points) > 0 and cell != ABOARD and (goal > 0 or int(s.carries[seat]) != NOTHING):
        direction = step_towards(s, seat, goal)
        if direction >= 0:
            return STEP + direction
    return STOP


@rule
def best_grab(s, cell):
    if count_chests(s, cell) == 1:
        return GRAB
    return GRAB_SIZE + largest_in(s, column_of(cell)) - 1


@rule
def entry_towards(s, goal):
    """The free column under the boat nearest to the goal; the left end without one, for the boat moves that way."""
    best = FAR
    entry = 0
    boat = int(s.boat)
    for column in range(boat, boat + BOAT_LENGTH):
        if piece_in(s, column * STRIDE + 1) == FREE and abs(column - goal) < best:
            best = abs(column - goal)
            entry = column
    return entry


@rule
def after_next(s, seat, cell, came_from, goal):
    """Steps left after the best step from `cell`, not counting the way back."""
    best = FAR
    for direction in range(4):
        target = cell + int(AHEAD[direction])
        if target != came_from and is_free(s, target):
            best = min(best, to_go(s, seat, target, goal))
    return best


@rule
def step_towards(s, seat, goal):
    """The direction that leaves least to go, two steps on; -1 to stay where even a detour leads nowhere."""
    cell = int(s.at[seat])
    best = 2 * to_go(s, seat, cell, goal) + 1
    chosen = -1
    for direction in range(4):
        if can_move(s, cell, direction):
            left = left_after(s, seat, cell, direction, goal)
            if left < best:
                best = left
                chosen = direction
    return chosen


@rule
def left_after(s, seat, cell, direction, goal):
    """Steps left after this one and after the one that follows it, added up."""
    if direction == UP and is_under_boat(s, cell):
        return 0 if goal == 0 else FAR
    target = cell + int(AHEAD[direction])
    here = to_go(s, seat, target, goal)
    if here == 0 or (goal == 0 and is_under_boat(s, target)):
        return 2 * here - 1
    return here + min(here + 1, after_next(s, seat, target, cell, goal))


# --- Forced steps, dolphins ---


@rule
def forced_step(s, seat, rng):
    """Towards the goal with one's own diver, away from home with another's."""
    mover = int(s.mover)
    cell = int(s.at[mover])
    goal = best_column(s, mover, rng)
    sign = 1 if mover == seat else -1
    best = FAR
    chosen = 0
    for direction in range(4):
        if can_swim(s, cell, direction):
            left = sign * to_go(s, mover, cell + int(AHEAD[direction]), goal)
            if left < best:
                best = left
                chosen = direction
    return chosen


@rule
def gain_of_shift(s, seat, diver, direction, rng):
    """What moving a diver one cell is worth to `seat`: its own way shorter, the way home of laden others longer."""
    cell = int(s.at[diver])
    target = cell + int(AHEAD[direction])
    if diver == seat:
        goal = best_column(s, seat, rng)
        return 6 * (to_go(s, seat, cell, goal) - to_go(s, seat, target, goal))
    longer = way_home(s, target, 0) - way_home(s, cell, 0)
    return longer * (1 + int(WORTH[int(s.carries[diver])]))


@rule
def gain_of_push(s, seat, dolphin, direction, rng):
    ahead = int(AHEAD[direction])
    cell = int(s.at[DIVERS + dolphin]) + ahead
    total = 0
    diver = piece_in(s, cell)
    while 0 <= diver < DIVERS:
        total += 10 * gain_of_shift(s, seat, diver, direction, rng)
        cell += ahead
        diver = piece_in(s, cell)
    return total + approach(s, seat, dolphin, ahead)


@rule
def approach(s, seat, dolphin, ahead):
    """A step nearer to the cell above a laden opponent, from where to push down."""
    start = int(s.at[DIVERS + dolphin])
    gain = 0
    for other in range(int(s.players)):
        cell = int(s.at[other])
        if other != seat and int(s.carries[other]) != NOTHING and row_of(cell) > 1:
            nearer = way(s, start, cell - 1) - way(s, start + ahead, cell - 1)
            gain = max(gain, nearer)
    return gain


@rule
def best_push(s, seat, rng):
    """The dolphin's step that helps most; `done` if none helps and it may be."""
    best = 0 if may_be_done(s) else -FAR
    action = DONE
    chosen = int(s.dolphin_chosen)
    for number in range(8):
        dolphin, direction = number // 4, number % 4
        if (chosen == 0 or chosen == dolphin + 1) and dolphin_can_move(s, dolphin, direction):
            gain = gain_of_push(s, seat, dolphin, direction, rng)
            if gain > best:
                best = gain
                action = MOVE_DOLPHIN + number
    return action


# --- Answers to events ---


@rule
def best_answer(s, seat, rng):
    event = int(s.event)
    if is_among(event, DIVES):
        return ENTER + entry_towards(s, best_column(s, seat, rng)) - 1
    if event == SWAP_EVENT:
        return SWAP + richest_to_swap(s)
    if event == DRIFT_EVENT:
        return DRIFT + best_drift(s, seat, rng)
    if event == TOW_EVENT:
        return TOW + best_tow(s, seat)
    if event == TIDE_EVENT:
        return TIDE + (BACK if can_go_back(s) and not is_ahead(s, seat) else FORWARD)
    if event == RESCUE_EVENT:
        return best_rescue(s)
    if event == AIR:
        return REFRESH + best_refresh(s)
    return best_lead(s, seat)


@rule
def richest_to_swap(s):
    best = NOTHING
    chosen = 0
    for other in range(int(s.players)):
        if can_swap_with(s, other) and int(s.carries[other]) > best:
            best = int(s.carries[other])
            chosen = other
    return chosen


@rule
def best_drift(s, seat, rng):
    mask = drift_mask(s)
    best = -FAR
    chosen = 0
    for direction in range(4):
        if (mask >> direction) & 1:
            gain = gain_of_drift(s, seat, direction, rng)
            if gain > best:
                best = gain
                chosen = direction
    return chosen


@rule
def gain_of_drift(s, seat, direction, rng):
    total = 0
    for diver in range(int(s.players)):
        if int(s.at[diver]) != ABOARD and can_swim(s, int(s.at[diver]), direction):
            total += gain_of_shift(s, seat, diver, direction, rng)
    return total


@rule
def best_tow(s, seat):
    """One's own diver, or else the richest."""
    if can_tow(s, seat):
        return seat
    best = -1
    chosen = 0
    for other in range(int(s.players)):
        if can_tow(s, other) and int(s.carries[other]) > best:
            best = int(s.carries[other])
            chosen = other
    return chosen


@rule
def wealth(s, seat):
    total = int(WORTH[int(s.carries[seat])])
    for size in range(3):
        total += int(s.won[seat, size]) * int(WORTH[size + 1])
    return total


@rule
def is_ahead(s, seat):
    for other in range(int(s.players)):
        if other != seat and wealth(s, other) >= wealth(s, seat):
            return False
    return True


@rule
def best_rescue(s):
    """The richest chest, from the cell nearest home."""
    best = -FAR
    action = 0
    for other in range(int(s.players)):
        for direction in range(4):
            cell = int(s.at[other]) + int(AHEAD[direction])
            if can_rescue(s, other, cell):
                hope = 10 * int(WORTH[int(s.carries[other])]) - way_home(s, cell, 0)
                if hope > best:
                    best = hope
                    action = RESCUE + CELLS * other + cell_number(cell)
    return action


@rule
def best_refresh(s):
    mask = refresh_mask(s)
    kind = 2
    while (mask >> kind) & 1 == 0:
        kind = (kind + 3) % 4
    return kind


@rule
def best_lead(s, seat):
    best = -1
    action = 0
    for column in range(1, int(s.width) + 1):
        cell = bed_cell(s, column)
        if can_lead(s, cell):
            hope = promise(s, seat, cell, column)
            if hope > best:
                best = hope
                action = LEAD + cell_number(cell)
    return action
