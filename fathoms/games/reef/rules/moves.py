"""The sea of The Reef and what moves in it: cells, steps, chests, the boat, dolphins and the turn's end.

`events`, `turn` and `decisions` are built on these functions.
"""

import numpy as np

from fathoms.engine.dialect import rule
from fathoms.games.reef.notation import DONE, ENTER, GRAB, GRAB_SIZE, MOVE_DOLPHIN, STEP, STOP
from fathoms.games.reef.pieces import BOAT_LENGTH, LAST_BOAT
from fathoms.games.reef.state import (
    ABOARD,
    CARD,
    DIVER,
    DIVERS,
    DOLPHIN,
    EITHER,
    NOTHING,
    OPENING,
    OVER,
    PIECES,
    STRIDE,
    TURN,
)

UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
AHEAD = np.array([-1, 1, -STRIDE, STRIDE], np.int64)  # what a step in each direction adds to a cell
FREE = -1  # no piece in a cell


# --- Cells (R1, R16) ---


@rule
def column_of(cell):
    return cell // STRIDE


@rule
def row_of(cell):
    return cell % STRIDE


@rule
def is_water(s, cell):
    row = row_of(cell)
    return row > 0 and row <= int(s.depths[column_of(cell)])


@rule
def piece_in(s, cell):
    """The diver or dolphin in a cell of water, or FREE."""
    for piece in range(PIECES):
        if int(s.at[piece]) == cell:
            return piece
    return FREE


@rule
def is_free(s, cell):
    return is_water(s, cell) and piece_in(s, cell) == FREE


@rule
def can_swim(s, cell, direction):
    """Whether a diver in this cell can step that way and stay in the water."""
    return is_free(s, cell + int(AHEAD[direction]))


@rule
def can_swim_anywhere(s, cell):
    for direction in range(4):
        if can_swim(s, cell, direction):
            return True
    return False


@rule
def list_steps(s, cell, out, n):
    for direction in range(4):
        if can_swim(s, cell, direction):
            out[n] = STEP + direction
            n += 1
    return n


# --- The boat (R3, R15, R19) ---


@rule
def is_under_boat(s, cell):
    column = column_of(cell)
    boat = int(s.boat)
    return row_of(cell) == 1 and column >= boat and column < boat + BOAT_LENGTH


@rule
def list_entries(s, out, n):
    """The free cells under the boat."""
    boat = int(s.boat)
    for column in range(boat, boat + BOAT_LENGTH):
        if piece_in(s, column * STRIDE + 1) == FREE:
            out[n] = ENTER + column - 1
            n += 1
    return n


@rule
def can_enter(s):
    boat = int(s.boat)
    for column in range(boat, boat + BOAT_LENGTH):
        if piece_in(s, column * STRIDE + 1) == FREE:
            return True
    return False


@rule
def entered_cell(action):
    return (action - ENTER + 1) * STRIDE + 1


@rule
def advance_boat(s):
    """One step left; at the last position the game ends at once (R26)."""
    s.boat -= 1
    if int(s.boat) == LAST_BOAT:
        end_game(s)


@rule
def has_ended(s):
    return int(s.phase) <= OPENING


@rule
def end_game(s):
    """R26: those who carry a chest bring it up; R27: then the sea opens what was won."""
    for seat in range(int(s.players)):
        if int(s.carries[seat]) != NOTHING:
            come_aboard(s, seat)
    forget_move(s)
    s.phase = OPENING if count_won(s) > 0 else OVER


@rule
def count_won(s):
    total = 0
    for seat in range(int(s.players)):
        for size in range(3):
            total += int(s.won[seat, size])
    return total


# --- Chests (R18, R25) ---


@rule
def count_chests(s, cell):
    """How many chests lie in a cell: they are on the bed of its column, or nowhere."""
    column = column_of(cell)
    if row_of(cell) != int(s.depths[column]):
        return 0
    return int(s.chests[column, 0]) + int(s.chests[column, 1]) + int(s.chests[column, 2])


@rule
def can_grab(s, seat):
    cell = int(s.at[seat])
    return cell != ABOARD and int(s.carries[seat]) == NOTHING and count_chests(s, cell) > 0


@rule
def list_grabs(s, seat, out, n):
    """`grab` for the only chest of the cell, else one choice a size (R25)."""
    if not can_grab(s, seat):
        return n
    cell = int(s.at[seat])
    if count_chests(s, cell) == 1:
        out[n] = GRAB
        return n + 1
    for size in range(3):
        if int(s.chests[column_of(cell), size]) > 0:
            out[n] = GRAB_SIZE + size
            n += 1
    return n


@rule
def take_chest(s, seat, action):
    column = column_of(int(s.at[seat]))
    size = action - GRAB_SIZE
    if action == GRAB:
        size = 0
        while int(s.chests[column, size]) == 0:
            size += 1
    s.chests[column, size] -= 1
    s.carries[seat] = size + 1


@rule
def drop_chest(s, seat):
    """R25: a carried chest sinks to the bed of its column."""
    size = int(s.carries[seat])
    if size != NOTHING:
        s.chests[column_of(int(s.at[seat])), size - 1] += 1
        s.carries[seat] = NOTHING


# --- The end of a dive (R22 to R24) ---


@rule
def come_aboard(s, seat):
    """On board: a carried chest is won, all dive cards are turned up."""
    size = int(s.carries[seat])
    if size != NOTHING:
        s.won[seat, size - 1] += 1
        s.carries[seat] = NOTHING
    s.at[seat] = ABOARD
    for kind in range(4):
        s.up[seat, kind] = s.dealt[kind]


@rule
def end_dive(s, seat):
    """R22: back on board, and the boat advances."""
    come_aboard(s, seat)
    advance_boat(s)


@rule
def give_up_dive(s, seat):
    """R23, R24: the chest is left behind first."""
    drop_chest(s, seat)
    end_dive(s, seat)


@rule
def has_cards(s, seat):
    up = 0
    for kind in range(4):
        up += int(s.up[seat, kind])
    return up > 0


@rule
def end_turn(s):
    """The whole move is over: out of air with the last card (R23), then the next player."""
    seat = int(s.turn)
    if not has_cards(s, seat):
        give_up_dive(s, seat)
    if not has_ended(s):
        pass_turn(s)


@rule
def pass_turn(s):
    forget_move(s)
    s.helm = 0
    s.event = 0
    s.turn = (int(s.turn) + 1) % int(s.players)
    s.phase = TURN


@rule
def forget_move(s):
    s.played = 0
    s.points = 0
    s.dolphin_steps = 0
    s.dolphin_chosen = 0
    s.diver_follows = 0
    s.mover = 0
    s.steps = 0


# --- The diver's own move (R13 to R19) ---


@rule
def must_enter(s, seat):
    """R15: on board with a point and a free cell under the boat."""
    return int(s.points) > 0 and int(s.at[seat]) == ABOARD and can_enter(s)


@rule
def may_stop(s, seat):
    return (int(s.points) > 0 and not must_enter(s, seat)) or can_grab(s, seat)


@rule
def can_move(s, cell, direction):
    """A step in the diver's own move, which may also climb aboard (R19)."""
    return can_swim(s, cell, direction) or (direction == UP and is_under_boat(s, cell))


@rule
def list_diver_moves(s, seat, out, n):
    """Steps, entries and grabs; `stop` is added by the caller."""
    cell = int(s.at[seat])
    if int(s.points) > 0:
        if cell == ABOARD:
            return list_entries(s, out, n)
        for direction in range(4):
            if can_move(s, cell, direction):
                out[n] = STEP + direction
                n += 1
    return list_grabs(s, seat, out, n)


@rule
def go_on(s, seat):
    """After a part of the diver's move: with no points left and nothing to take it ends by itself (R14)."""
    s.phase = DIVER
    if int(s.points) == 0 and not can_grab(s, seat):
        end_diver_move(s)


@rule
def end_diver_move(s):
    s.points = 0
    if int(s.dolphin_steps) > 0:
        s.phase = DOLPHIN
    else:
        end_turn(s)


@rule
def swim(s, seat, direction):
    """One point's step; up from row 1 only ever means to climb aboard (R19)."""
    cell = int(s.at[seat]) + int(AHEAD[direction])
    s.points -= 1
    if row_of(cell) == 0:
        end_dive(s, seat)
        if not has_ended(s):
            end_diver_move(s)
    else:
        s.at[seat] = cell
        go_on(s, seat)


@rule
def move_diver(s, seat, action):
    if action == STOP:
        end_diver_move(s)
    elif action < ENTER:
        swim(s, seat, action - STEP)
    elif action < GRAB:
        s.at[seat] = entered_cell(action)
        s.points -= 1
        go_on(s, seat)
    else:
        take_chest(s, seat, action)
        go_on(s, seat)


# --- Dolphins (R13, R20, R21) ---


@rule
def beyond_push(s, cell, direction):
    """The cell behind the unbroken line of divers that a dolphin in `cell` has before it."""
    ahead = int(AHEAD[direction])
    last = cell + ahead
    while is_water(s, last):
        piece = piece_in(s, last)
        if piece == FREE or piece >= DIVERS:
            break
        last += ahead
    return last


@rule
def dolphin_can_move(s, dolphin, direction):
    return is_free(s, beyond_push(s, int(s.at[DIVERS + dolphin]), direction))


@rule
def list_dolphin_moves(s, out, n):
    chosen = int(s.dolphin_chosen)
    for dolphin in range(2):
        if chosen == 0 or chosen == dolphin + 1:
            for direction in range(4):
                if dolphin_can_move(s, dolphin, direction):
                    out[n] = MOVE_DOLPHIN + 4 * dolphin + direction
                    n += 1
    return n


@rule
def some_dolphin_can_move(s):
    for dolphin in range(2):
        for direction in range(4):
            if dolphin_can_move(s, dolphin, direction):
                return True
    return False


@rule
def push(s, dolphin, direction):
    """Move a dolphin one cell, and every diver of the line before it, the last one first."""
    start = int(s.at[DIVERS + dolphin])
    ahead = int(AHEAD[direction])
    cell = beyond_push(s, start, direction)
    while cell != start:
        s.at[piece_in(s, cell - ahead)] = cell
        cell -= ahead


@rule
def may_be_done(s):
    """R13: when the dolphin's move is due or has begun; R20: in an event, after a step."""
    if int(s.phase) == EITHER:
        seat = int(s.turn)
        return int(s.points) == 0 and not can_grab(s, seat)
    return int(s.played) > 0 or int(s.dolphin_chosen) > 0


@rule
def move_dolphin(s, action):
    if action == DONE:
        end_dolphin_move(s)
        return
    if int(s.phase) == EITHER:
        s.phase = DOLPHIN
        s.diver_follows = 1
    dolphin = (action - MOVE_DOLPHIN) // 4
    push(s, dolphin, (action - MOVE_DOLPHIN) % 4)
    s.dolphin_chosen = dolphin + 1
    s.dolphin_steps -= 1
    if int(s.dolphin_steps) == 0:
        end_dolphin_move(s)


@rule
def end_dolphin_move(s):
    """On to the card (after an event), the diver's move, or the turn's end."""
    follows = int(s.diver_follows)
    s.dolphin_steps = 0
    s.dolphin_chosen = 0
    s.diver_follows = 0
    if int(s.played) == 0:
        s.phase = CARD
    elif follows == 1:
        go_on(s, int(s.turn))
    else:
        end_turn(s)
