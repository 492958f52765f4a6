"""The record of a game of The Reef: what the table looks like, whose turn it is, what is still owed.

A cell is `column * 16 + row`, so that a step adds a constant; row 0 is the surface, column 0 an edge.
"""

import numpy as np

from fathoms.games.reef.pieces import COLUMNS, MOST_PLAYERS

ABOARD = 0  # where a diver on the boat is
STRIDE = 16
DIVERS = MOST_PLAYERS  # pieces 0 to 4 are divers, 5 and 6 the dolphins
PIECES = DIVERS + 2
NOTHING = 0  # carried; 1, 2, 3 are small, medium, large

# Phases. OVER and OPENING come first: `phase <= OPENING` says that the boat has arrived.
OVER = 0
OPENING = 1  # the sea opens the chests that were won (R27)
FIRST = 2  # the sea names the first player (R6)
TURN = 3  # spin or ascend (R9)
SPINNING = 4
DRAWING = 5  # the sea draws an event (R12)
CARD = 6  # a dive card must be played (R11)
EITHER = 7  # dolphin card: neither the diver's nor the dolphin's move has begun (R13)
DIVER = 8  # the diver's move
DOLPHIN = 9  # the dolphin's move, by a card or by an event
STEPS = 10  # an event moves `mover` step by step
ASKED = 11  # an event asks for another decision

STATE = np.dtype(
    [
        ("events", np.int32),  # bit mask of the event cards not drawn yet (R8)
        ("at", np.int16, (PIECES,)),  # the cell of each diver, then of each dolphin
        ("score", np.int16, (MOST_PLAYERS,)),  # of the opened chests
        ("mover", np.int8),  # whom an event moves …
        ("few", np.uint8),  # sectors 1 and 2 of a helm of the table's own, four bits each; see `many`
        ("steps", np.int8),  # … and how many steps are left
        ("many", np.uint8),  # sectors 3 and ?; both 0: the helm of the house (R5), so records from before read the same
        ("depths", np.int8, (COLUMNS + 2,)),  # by column; 0 beyond the edges
        ("chests", np.int8, (COLUMNS + 2, 3)),  # on the bed of a column, by size
        ("carries", np.int8, (MOST_PLAYERS,)),
        ("won", np.int8, (MOST_PLAYERS, 3)),
        ("opened", np.int8, (MOST_PLAYERS, 3)),
        ("unopened", np.int8, (3, 3)),  # chests of a size and value not opened yet
        ("up", np.int8, (MOST_PLAYERS, 4)),  # unused dive cards, by kind
        ("dealt", np.int8, (4,)),  # the dive cards of every player (R7)
        ("players", np.int8),
        ("width", np.int8),
        ("boat", np.int8),  # its leftmost column
        ("phase", np.int8),
        ("turn", np.int8),
        ("helm", np.int8),  # 1, 2, 3, or 4 for ?; 0: not spun in this turn
        ("event", np.int8),  # 1 + its index; 0: none in this turn
        ("played", np.int8),  # 1 + the kind of the dive card of this turn; 0: none yet
        ("points", np.int8),
        ("dolphin_steps", np.int8),  # that a dolphin may still make in this turn
        ("dolphin_chosen", np.int8),  # 1 or 2 once its move has begun
        ("diver_follows", np.int8),  # 1: the diver's move comes after the dolphin's
    ],
    align=True,
)
