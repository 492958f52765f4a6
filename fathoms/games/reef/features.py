"""What a strong player of The Reef looks at: chests won and carried, air and the way home, and how long it goes on."""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.reef.heuristic import WORTH, air, chance, promise, way_home
from fathoms.games.reef.pieces import BOAT_LENGTH
from fathoms.games.reef.rules.moves import DIVERS, column_of, row_of
from fathoms.games.reef.state import ABOARD, NOTHING, STRIDE, TURN

SEAT_FEATURES = 26
TABLE_FEATURES = 15
SPARSE = 24  # one quiet position in so many is learned from


# Of a seat
ABOARD_NOW = 0
CARRIES = 0  # 1 to 3: a chest of that size
WON, WON_WORTH = 4, 7  # a size each
CARDS_UP = 8  # a kind each
AIR, WAY_HOME, DEPTH, CHANCE_HOME, CARRIED_HOME, PROMISE = range(12, 18)
IN_TURN = 18  # turns until its own
WORTH_SOON, COLUMN, FROM_BOAT = 23, 24, 25

# Of the table
BOAT = 0
CHESTS_LEFT = 1  # a size each
PLAYERS, BOAT_SQUARED, CARDS_DEALT, EVENTS_LEFT = 2, 8, 9, 10
DOLPHIN_AT, DOLPHIN_AT_BOAT = 11, 13  # a dolphin each


@rule
def is_quiet(s):
    """A turn begins."""
    return int(s.phase) == TURN


@rule
def seat_features(s, seat, out):
    cell = int(s.at[seat])
    carried = int(s.carries[seat])
    for i in range(SEAT_FEATURES):
        out[i] = 0
    if carried != NOTHING:
        out[CARRIES + carried] = 1
    for size in range(3):
        out[WON + size] = int(s.won[seat, size]) / 4
        out[WON_WORTH] += int(s.won[seat, size]) * int(WORTH[size + 1]) / 20
    for kind in range(4):
        out[CARDS_UP + kind] = int(s.up[seat, kind]) / 2
    out[AIR] = air(s, seat) / 20
    if cell == ABOARD:
        out[ABOARD_NOW] = 1
    else:
        home = way_home(s, cell, 0)
        out[WAY_HOME] = home / 12
        out[DEPTH] = row_of(cell) / 7
        out[CHANCE_HOME] = chance(s, seat, home) / 100
        if carried != NOTHING:
            out[CARRIED_HOME] = out[CHANCE_HOME] * int(WORTH[carried]) / 5
    if carried == NOTHING:
        best = 0
        for column in range(1, int(s.width) + 1):
            best = max(best, promise(s, seat, cell, column))
        out[PROMISE] = best / 10000
    out[IN_TURN + (seat - int(s.turn)) % int(s.players)] = 1
    out[WORTH_SOON] = out[WON_WORTH] + out[CARRIED_HOME] / 4
    if cell != ABOARD:
        out[COLUMN] = column_of(cell) / 18
        out[FROM_BOAT] = (column_of(cell) - int(s.boat)) / 10


@rule
def table_features(s, out):
    for i in range(TABLE_FEATURES):
        out[i] = 0
    out[BOAT] = (int(s.boat) - 1) / 13
    for column in range(1, int(s.width) + 1):
        for size in range(3):
            out[CHESTS_LEFT + size] += int(s.chests[column, size]) / 6
    out[PLAYERS + int(s.players)] = 1
    out[BOAT_SQUARED] = out[BOAT] * out[BOAT]
    for kind in range(4):
        out[CARDS_DEALT] += int(s.dealt[kind]) / 5
    out[EVENTS_LEFT] = count_bits(int(s.events)) / 20
    for dolphin in range(2):
        cell = int(s.at[DIVERS + dolphin])
        out[DOLPHIN_AT + dolphin] = cell / STRIDE / 18
        out[DOLPHIN_AT_BOAT + dolphin] = 1 if int(s.boat) <= column_of(cell) < int(s.boat) + BOAT_LENGTH else 0
