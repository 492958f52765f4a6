"""Why a move of The Reef is refused: the number of the most telling rule, for every action and phase.

What is said to the player is in `words.REASONS`.
"""

from fathoms.engine.dialect import rule
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
from fathoms.games.reef.pieces import FIRST_EVENT_RULE
from fathoms.games.reef.rules import ids
from fathoms.games.reef.rules.events import (
    AIR,
    BACK,
    DIVES,
    DRIFT_EVENT,
    RESCUE_EVENT,
    SWAP_EVENT,
    TIDE_EVENT,
    TOW_EVENT,
    WATCH,
    can_go_back,
    can_lead,
    can_rescue,
    can_swap_with,
    can_tow,
    decider,
    drift_mask,
    is_among,
    is_beside,
    numbered_cell,
    refresh_mask,
)
from fathoms.games.reef.rules.moves import (
    AHEAD,
    FREE,
    UP,
    beyond_push,
    can_grab,
    column_of,
    count_chests,
    entered_cell,
    is_free,
    is_under_boat,
    is_water,
    may_be_done,
    may_stop,
    must_enter,
    piece_in,
    row_of,
)
from fathoms.games.reef.state import (
    ABOARD,
    CARD,
    DIVER,
    DIVERS,
    DOLPHIN,
    DRAWING,
    EITHER,
    FIRST,
    OPENING,
    OVER,
    SPINNING,
    STEPS,
    TURN,
)


@rule
def why_not(s, seat, action):
    code = int(action)
    phase = int(s.phase)
    if phase < TURN or phase == SPINNING or phase == DRAWING:
        return sea_rule(phase)
    if decider(s) != int(seat):
        return ids.WATCH if phase == STEPS and int(s.event) == WATCH else ids.PLAYERS
    if phase == TURN:
        return why_not_begin(s, code)
    if phase == CARD:
        return why_not_card(s, code)
    if phase == STEPS:
        return why_not_forced(s, code)
    if phase == EITHER or phase == DIVER or phase == DOLPHIN:
        return why_not_move(s, phase, code)
    return why_not_answer(s, code)


@rule
def sea_rule(phase):
    """While no player can act."""
    if phase == OVER:
        return ids.THE_END
    if phase == OPENING:
        return ids.OPENING
    if phase == FIRST:
        return ids.PLAYERS
    return ids.HELM if phase == SPINNING else ids.EVENT


@rule
def event_rule(s):
    return FIRST_EVENT_RULE + int(s.event) - 1


@rule
def action_rule(code):
    """The rule that says when an action of this family is possible."""
    if code == SPIN:
        return ids.BEGIN
    if code == ASCEND:
        return ids.ASCEND
    if code < STEP:
        return ids.CARD
    if code < TOW:
        return ids.SWAP if code < DRIFT else ids.DRIFT
    if code < TIDE:
        return ids.TOW
    if code < REFRESH:
        return ids.TIDE
    if code < LEAD:
        return ids.AIR
    return ids.LEAD if code < RESCUE else ids.RESCUE


@rule
def why_not_begin(s, code):
    """R9: the helm first; only a diver in the water can ascend."""
    can_ascend = int(s.at[int(s.turn)]) != ABOARD
    return 0 if code == SPIN or (code == ASCEND and can_ascend) else ids.BEGIN


@rule
def why_not_card(s, code):
    if code == ASCEND:
        return ids.ASCEND
    if code < PLAY_CARD or code >= STEP:
        return ids.CARD
    kind = code - PLAY_CARD
    if int(s.dealt[kind]) == 0:
        return ids.DIVE_CARDS
    return 0 if int(s.up[int(s.turn), kind]) > 0 else ids.CARD


@rule
def why_not_into(s, cell):
    """A cell for a diver: water (R1) with nobody in it (R16)."""
    if not is_water(s, cell):
        return ids.WATER
    return 0 if piece_in(s, cell) == FREE else ids.ONE_A_CELL


@rule
def why_not_forced(s, code):
    """Forced steps stay in the water."""
    if code < STEP or code >= ENTER:
        return event_rule(s)
    cell = int(s.at[int(s.mover)]) + int(AHEAD[code - STEP])
    return event_rule(s) if row_of(cell) == 0 else why_not_into(s, cell)


# --- The diver's and the dolphin's move ---


@rule
def why_not_move(s, phase, code):
    if code < STEP or code >= SWAP:
        return action_rule(code)
    if code == DONE:
        return why_not_done(s, phase)
    if MOVE_DOLPHIN <= code < STOP:
        return ids.DOLPHIN_CARD if phase == DIVER else why_not_push(s, code - MOVE_DOLPHIN)
    if phase == DOLPHIN:
        return ids.DOLPHIN_CARD if int(s.played) > 0 else event_rule(s)
    if code < ENTER:
        return why_not_step(s, code - STEP)
    if code < GRAB:
        return why_not_enter(s, code)
    return why_not_grab(s, code) if code < STOP else why_not_stop(s)


@rule
def why_not_step(s, direction):
    cell = int(s.at[int(s.turn)])
    if int(s.points) == 0:
        return ids.STEPS
    if cell == ABOARD:
        return ids.ENTER
    if direction == UP and row_of(cell) == 1:
        return 0 if is_under_boat(s, cell) else ids.CLIMB
    return why_not_into(s, cell + int(AHEAD[direction]))


@rule
def why_not_enter(s, code):
    if int(s.points) == 0:
        return ids.STEPS
    return ids.ENTER if int(s.at[int(s.turn)]) != ABOARD else why_not_under(s, entered_cell(code))


@rule
def why_not_under(s, cell):
    """R15: one of the five cells under the boat, if it is free."""
    return why_not_into(s, cell) if is_under_boat(s, cell) else ids.ENTER


@rule
def why_not_grab(s, code):
    """R18; R25: one chest is `grab`, several are named by size."""
    seat = int(s.turn)
    if not can_grab(s, seat):
        return ids.GRAB
    cell = int(s.at[seat])
    if count_chests(s, cell) == 1:
        return 0 if code == GRAB else ids.SUNKEN_CHESTS
    if code == GRAB:
        return ids.SUNKEN_CHESTS
    return 0 if int(s.chests[column_of(cell), code - GRAB_SIZE]) > 0 else ids.SUNKEN_CHESTS


@rule
def why_not_stop(s):
    seat = int(s.turn)
    if may_stop(s, seat):
        return 0
    return ids.ENTER if must_enter(s, seat) else ids.STEPS


@rule
def why_not_done(s, phase):
    if phase != DIVER and may_be_done(s):
        return 0
    return ids.DOLPHIN_CARD if int(s.played) > 0 else ids.DOLPHIN


@rule
def why_not_push(s, number):
    dolphin = number // 4
    chosen = int(s.dolphin_chosen)
    if chosen != 0 and chosen != dolphin + 1:
        return ids.DOLPHIN
    cell = int(s.at[DIVERS + dolphin])
    last = beyond_push(s, cell, number % 4)
    if is_free(s, last):
        return 0
    if last != cell + int(AHEAD[number % 4]):
        return ids.PUSH
    return ids.ONE_A_CELL if is_water(s, last) else ids.DOLPHIN


# --- Answers to an event ---


@rule
def why_not_answer(s, code):
    event = int(s.event)
    if is_among(event, DIVES):
        return why_not_under(s, entered_cell(code)) if ENTER <= code < GRAB else event_rule(s)
    return 0 if is_answer(s, event, code) else event_rule(s)


@rule
def is_answer(s, event, code):
    if event == SWAP_EVENT:
        return SWAP <= code < DRIFT and is_seat(s, code - SWAP) and can_swap_with(s, code - SWAP)
    if event == DRIFT_EVENT:
        return DRIFT <= code < TOW and (drift_mask(s) >> (code - DRIFT)) & 1 == 1
    if event == TOW_EVENT:
        return TOW <= code < TIDE and is_seat(s, code - TOW) and can_tow(s, code - TOW)
    if event == TIDE_EVENT:
        return TIDE <= code < REFRESH and (code - TIDE != BACK or can_go_back(s))
    if event == RESCUE_EVENT:
        return code >= RESCUE and is_rescue(s, code - RESCUE)
    if event == AIR:
        return REFRESH <= code < LEAD and (refresh_mask(s) >> (code - REFRESH)) & 1 == 1
    return LEAD <= code < RESCUE and can_lead(s, numbered_cell(code - LEAD))


@rule
def is_seat(s, other):
    return other < int(s.players)


@rule
def is_rescue(s, number):
    other = number // CELLS
    cell = numbered_cell(number % CELLS)
    return is_seat(s, other) and is_beside(s, other, cell) and can_rescue(s, other, cell)
