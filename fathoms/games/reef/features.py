"""What a strong player of The Reef looks at: chests won and carried, air and the way home, and how long it goes on."""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.reef.heuristic import WORTH, air, chance, promise, way_home
from fathoms.games.reef.pieces import BOAT_LENGTH
from fathoms.games.reef.rules.moves import DIVERS, column_of, row_of
from fathoms.games.reef.state import ABOARD, NOTHING, STRIDE, TURN

SEAT_FEATURES = 26
TABLE_FEATURES = 15
SPARSE = 24  # one quiet position in so many is learned from


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
        out[carried] = 1
    for size in range(3):
        out[4 + size] = int(s.won[seat, size]) / 4
        out[7] += int(s.won[seat, size]) * int(WORTH[size + 1]) / 20
    for kind in range(4):
        out[8 + kind] = int(s.up[seat, kind]) / 2
    out[12] = air(s, seat) / 20
    if cell == ABOARD:
        out[0] = 1
    else:
        home = way_home(s, cell, 0)
        out[13] = home / 12
        out[14] = row_of(cell) / 7
        out[15] = chance(s, seat, home) / 100
        if carried != NOTHING:
            out[16] = out[15] * int(WORTH[carried]) / 5
    if carried == NOTHING:
        best = 0
        for column in range(1, int(s.width) + 1):
            best = max(best, promise(s, seat, cell, column))
        out[17] = best / 10000
    out[18 + (seat - int(s.turn)) % int(s.players)] = 1
    out[23] = out[7] + out[16] / 4
    if cell != ABOARD:
        out[24] = column_of(cell) / 18
        out[25] = (column_of(cell) - int(s.boat)) / 10


@rule
def table_features(s, out):
    for i in range(TABLE_FEATURES):
        out[i] = 0
    out[0] = (int(s.boat) - 1) / 13
    for column in range(1, int(s.width) + 1):
        for size in range(3):
            out[1 + size] += int(s.chests[column, size]) / 6
    out[2 + int(s.players)] = 1
    out[8] = out[0] * out[0]
    for kind in range(4):
        out[9] += int(s.dealt[kind]) / 5
    out[10] = count_bits(int(s.events)) / 20
    for dolphin in range(2):
        cell = int(s.at[DIVERS + dolphin])
        out[11 + dolphin] = cell / STRIDE / 18
        out[13 + dolphin] = 1 if int(s.boat) <= column_of(cell) < int(s.boat) + BOAT_LENGTH else 0
