"""The twenty events of The Reef (R31 to R50): what each does at once, what it asks, and the answers.

An event that asks nothing, or nothing that can be carried out, leaves the phase at CARD (R12, R51).
"""

from fathoms.engine.dialect import rule
from fathoms.games.reef.notation import CELLS, DRIFT, LEAD, REFRESH, RESCUE, STEP, SWAP, TIDE, TOW
from fathoms.games.reef.pieces import BOAT_LENGTH, EVENTS, FRIEND_STEPS, FRIGHT_STEPS, ROWS
from fathoms.games.reef.rules.moves import (
    AHEAD,
    DOWN,
    UP,
    advance_boat,
    can_enter,
    can_swim,
    can_swim_anywhere,
    come_aboard,
    count_chests,
    drop_chest,
    end_dive,
    entered_cell,
    has_ended,
    is_free,
    list_entries,
    some_dolphin_can_move,
)
from fathoms.games.reef.state import ABOARD, ASKED, CARD, DOLPHIN, NOTHING, STEPS, STRIDE

# Events as the record counts them, from 1.
WATCH = 1 + EVENTS.index("watch")
CURRENT = 1 + EVENTS.index("current")
SIREN = 1 + EVENTS.index("siren")
OCTOPUS = 1 + EVENTS.index("octopus")
SHARK = 1 + EVENTS.index("shark")
SWAP_EVENT = 1 + EVENTS.index("swap")
DRIFT_EVENT = 1 + EVENTS.index("drift")
TOW_EVENT = 1 + EVENTS.index("tow")
WAVE = 1 + EVENTS.index("wave")
RESCUE_EVENT = 1 + EVENTS.index("rescue")
DISTRESS = 1 + EVENTS.index("distress")
TIDE_EVENT = 1 + EVENTS.index("tide")
LAMP = 1 + EVENTS.index("lamp")
JELLYFISH = 1 + EVENTS.index("jellyfish")
LUNCH = 1 + EVENTS.index("lunch")
FRIEND = 1 + EVENTS.index("friend")
AIR = 1 + EVENTS.index("air")
LEAD_EVENT = 1 + EVENTS.index("lead")
CYCLONE = 1 + EVENTS.index("cyclone")
FRIGHT = 1 + EVENTS.index("fright")

FORWARD, BACK = 0, 1

# Kinds of events, as bit masks
DIVES = 1 << SIREN | 1 << SHARK | 1 << LAMP
HAPPEN_TO_DIVER = 1 << WATCH | 1 << CURRENT | 1 << OCTOPUS | 1 << JELLYFISH | 1 << LUNCH
HAPPEN_TO_BOAT = 1 << WAVE | 1 << DISTRESS | 1 << TIDE_EVENT | 1 << CYCLONE
MOVE_DOLPHINS = 1 << FRIEND | 1 << FRIGHT


@rule
def is_among(event, kinds):
    return (kinds >> event) & 1 == 1


@rule
def decider(s):
    """The seat that decides: the player in turn, or the left neighbour of one who has lost the watch (R31)."""
    turn = int(s.turn)
    if int(s.phase) == STEPS and int(s.event) == WATCH:
        return (turn + 1) % int(s.players)
    return turn


@rule
def begin_event(s, event):
    """Carry out an event, or set the phase to what it asks."""
    s.event = event
    s.phase = CARD
    if is_among(event, DIVES):
        begin_dive(s)
    elif is_among(event, HAPPEN_TO_DIVER):
        happen_to_diver(s, event)
    elif is_among(event, HAPPEN_TO_BOAT):
        happen_to_boat(s, event)
    elif is_among(event, MOVE_DOLPHINS):
        begin_dolphin(s, event)
    elif can_answer(s, event):
        s.phase = ASKED


@rule
def happen_to_diver(s, event):
    """Events that leave a diver on board alone (R31, R32, R34, R44, R45)."""
    seat = int(s.turn)
    if int(s.at[seat]) == ABOARD:
        return
    if event == WATCH:
        begin_steps(s, seat, 2)
    elif event == CURRENT:
        begin_steps(s, seat, 1)
    elif event == OCTOPUS:
        drop_chest(s, seat)
    elif event == JELLYFISH:
        drive(s, seat, UP, 3)
    else:
        end_dive(s, seat)


@rule
def happen_to_boat(s, event):
    """R39, R41, R42, R49."""
    if event == WAVE:
        if can_go_back(s):
            s.boat += 1
    elif event == DISTRESS:
        for seat in range(int(s.players)):
            if int(s.at[seat]) != ABOARD:
                come_aboard(s, seat)
        advance_boat(s)
    elif event == TIDE_EVENT:
        s.phase = ASKED
    else:
        advance_boat(s)
        if not has_ended(s):
            advance_boat(s)


@rule
def can_go_back(s):
    """Not beyond its start."""
    return int(s.boat) < int(s.width) - BOAT_LENGTH + 1


@rule
def begin_dolphin(s, event):
    """R46, R50."""
    if some_dolphin_can_move(s):
        s.phase = DOLPHIN
        s.dolphin_steps = FRIEND_STEPS if event == FRIEND else FRIGHT_STEPS


# --- Forced moves: straight down or up, or step by step ---


@rule
def drive(s, seat, direction, cells):
    """Move a diver straight on, as far as the way is free."""
    for _ in range(cells):
        cell = int(s.at[seat])
        if not can_swim(s, cell, direction):
            break
        s.at[seat] = cell + int(AHEAD[direction])


@rule
def dive_cells(event):
    """R33, R35, R43."""
    if event == SIREN:
        return 2
    return 3 if event == SHARK else ROWS


@rule
def begin_dive(s):
    """In the water at once; from the boat the player first says where (R33, R35, R43)."""
    seat = int(s.turn)
    if int(s.at[seat]) != ABOARD:
        drive(s, seat, DOWN, dive_cells(int(s.event)))
    elif can_enter(s):
        s.phase = ASKED


@rule
def begin_steps(s, seat, steps):
    if can_swim_anywhere(s, int(s.at[seat])):
        s.phase = STEPS
        s.mover = seat
        s.steps = steps


@rule
def make_step(s, action):
    """One forced step; the way back is always free, so the next one is possible."""
    mover = int(s.mover)
    s.at[mover] = int(s.at[mover]) + int(AHEAD[action - STEP])
    s.steps -= 1
    if int(s.steps) == 0:
        s.mover = 0
        s.phase = CARD


# --- Questions: what can be answered, and the answers ---


@rule
def can_answer(s, event):
    """Whether R36, R37, R38, R40, R47 or R48 leaves anything to choose."""
    if event == SWAP_EVENT:
        return can_swap(s)
    if event == DRIFT_EVENT:
        return drift_mask(s) != 0
    if event == TOW_EVENT:
        return tow_mask(s) != 0
    if event == RESCUE_EVENT:
        return can_rescue_anyone(s)
    if event == AIR:
        return refresh_mask(s) != 0
    return can_lead_anywhere(s)


@rule
def answers(s, out):
    event = int(s.event)
    if is_among(event, DIVES):
        return list_entries(s, out, 0)
    if event == SWAP_EVENT:
        return list_swaps(s, out)
    if event == DRIFT_EVENT:
        return list_mask(drift_mask(s), DRIFT, out)
    if event == TOW_EVENT:
        return list_mask(tow_mask(s), TOW, out)
    if event == TIDE_EVENT:
        return list_mask(3 if can_go_back(s) else 1, TIDE, out)
    if event == RESCUE_EVENT:
        return list_rescues(s, out)
    if event == AIR:
        return list_mask(refresh_mask(s), REFRESH, out)
    return list_leads(s, out)


@rule
def answer(s, action):
    """Carry out what was answered; the dive card follows, unless more is asked or the game has ended."""
    event = int(s.event)
    s.phase = CARD
    if is_among(event, DIVES):
        enter_and_dive(s, action)
    elif event == SWAP_EVENT:
        swap_chests(s, action - SWAP)
    elif event == DRIFT_EVENT:
        drift_all(s, action - DRIFT)
    elif event == TOW_EVENT:
        begin_steps(s, action - TOW, 3)
    elif event == TIDE_EVENT:
        turn_tide(s, action - TIDE)
    elif event == RESCUE_EVENT:
        rescue(s, action - RESCUE)
    elif event == AIR:
        s.up[int(s.turn), action - REFRESH] += 1
    else:
        s.at[int(s.turn)] = numbered_cell(action - LEAD)


@rule
def list_mask(mask, start, out):
    n = 0
    for bit in range(8):
        if (mask >> bit) & 1:
            out[n] = start + bit
            n += 1
    return n


@rule
def numbered_cell(number):
    """The cell whose number `notation` uses."""
    return (number // ROWS + 1) * STRIDE + number % ROWS + 1


@rule
def cell_number(cell):
    return (cell // STRIDE - 1) * ROWS + cell % STRIDE - 1


@rule
def enter_and_dive(s, action):
    """The cell entered is the first of the dive."""
    seat = int(s.turn)
    s.at[seat] = entered_cell(action)
    drive(s, seat, DOWN, dive_cells(int(s.event)) - 1)


# --- R36: swap ---


@rule
def can_swap_with(s, other):
    seat = int(s.turn)
    return other != seat and int(s.carries[seat]) != NOTHING and int(s.carries[other]) != NOTHING


@rule
def can_swap(s):
    for other in range(int(s.players)):
        if can_swap_with(s, other):
            return True
    return False


@rule
def list_swaps(s, out):
    n = 0
    for other in range(int(s.players)):
        if can_swap_with(s, other):
            out[n] = SWAP + other
            n += 1
    return n


@rule
def swap_chests(s, other):
    seat = int(s.turn)
    size = int(s.carries[seat])
    s.carries[seat] = s.carries[other]
    s.carries[other] = size


# --- R37: drift ---


@rule
def drift_mask(s):
    """The directions in which at least one diver in the water can go."""
    mask = 0
    for seat in range(int(s.players)):
        cell = int(s.at[seat])
        if cell != ABOARD:
            for direction in range(4):
                if can_swim(s, cell, direction):
                    mask |= 1 << direction
    return mask


@rule
def foremost(s, ahead, moved):
    """The diver in the water farthest ahead among those not moved yet, or -1."""
    best = -1
    for seat in range(int(s.players)):
        if (moved >> seat) & 1 == 0 and int(s.at[seat]) != ABOARD:
            if best < 0 or (int(s.at[seat]) - int(s.at[best])) * ahead > 0:
                best = seat
    return best


@rule
def drift_all(s, direction):
    """The foremost first, so that a line of divers moves as one."""
    ahead = int(AHEAD[direction])
    moved = 0
    seat = foremost(s, ahead, moved)
    while seat >= 0:
        drive(s, seat, direction, 1)
        moved |= 1 << seat
        seat = foremost(s, ahead, moved)


# --- R38: tow ---


@rule
def can_tow(s, other):
    cell = int(s.at[other])
    return cell != ABOARD and can_swim_anywhere(s, cell)


@rule
def tow_mask(s):
    mask = 0
    for other in range(int(s.players)):
        if can_tow(s, other):
            mask |= 1 << other
    return mask


# --- R42: tide ---


@rule
def turn_tide(s, way):
    if way == BACK:
        s.boat += 1
    else:
        advance_boat(s)


# --- R40: rescue ---


@rule
def is_beside(s, other, cell):
    for direction in range(4):
        if int(s.at[other]) + int(AHEAD[direction]) == cell:
            return True
    return False


@rule
def can_rescue(s, other, cell):
    """Whether the player may go to `cell`, which is beside `other`."""
    seat = int(s.turn)
    if other == seat or int(s.carries[other]) == NOTHING or int(s.carries[seat]) != NOTHING:
        return False
    return is_free(s, cell) or cell == int(s.at[seat])


@rule
def can_rescue_anyone(s):
    for other in range(int(s.players)):
        for direction in range(4):
            if can_rescue(s, other, int(s.at[other]) + int(AHEAD[direction])):
                return True
    return False


@rule
def list_rescues(s, out):
    n = 0
    for other in range(int(s.players)):
        for direction in range(4):
            cell = int(s.at[other]) + int(AHEAD[direction])
            if can_rescue(s, other, cell):
                out[n] = RESCUE + CELLS * other + cell_number(cell)
                n += 1
    return n


@rule
def rescue(s, number):
    seat = int(s.turn)
    other = number // CELLS
    s.at[seat] = numbered_cell(number % CELLS)
    s.carries[seat] = s.carries[other]
    s.carries[other] = NOTHING


# --- R47: air ---


@rule
def refresh_mask(s):
    """The kinds of dive card of which one is used."""
    seat = int(s.turn)
    mask = 0
    for kind in range(4):
        if int(s.up[seat, kind]) < int(s.dealt[kind]):
            mask |= 1 << kind
    return mask


# --- R48: lead ---


@rule
def can_lead(s, cell):
    seat = int(s.turn)
    if int(s.carries[seat]) != NOTHING or count_chests(s, cell) == 0:
        return False
    return is_free(s, cell) or cell == int(s.at[seat])


@rule
def bed_cell(s, column):
    return column * STRIDE + int(s.depths[column])


@rule
def can_lead_anywhere(s):
    for column in range(1, int(s.width) + 1):
        if can_lead(s, bed_cell(s, column)):
            return True
    return False


@rule
def list_leads(s, out):
    n = 0
    for column in range(1, int(s.width) + 1):
        cell = bed_cell(s, column)
        if can_lead(s, cell):
            out[n] = LEAD + cell_number(cell)
            n += 1
    return n
