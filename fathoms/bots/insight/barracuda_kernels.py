"""What a strong player of Barracuda looks at."""

from fathoms.engine.dialect import HIDDEN, count_bits, rule
from fathoms.games.barracuda.pieces import WRECKS
from fathoms.games.barracuda.rules_table import chest_owner
from fathoms.games.barracuda.state import CHOOSE

SEAT_FACTS = 27
TABLE_FACTS = 24
SPARSE = 5  # one quiet position in so many is learned from


@rule
def is_quiet(s):
    """A turn begins."""
    if int(s.phase) != CHOOSE:
        return False
    for seat in range(int(s.players)):
        if int(s.chosen[seat]) != 0:
            return False
    return True


@rule
def take_back(s, seat):
    for other in range(int(s.players)):
        if int(s.chosen[other]) == HIDDEN:
            s.chosen[other] = 0


@rule
def seat_facts(s, seat, out):
    bag = int(s.bag[seat])
    chest = int(s.chest[chest_owner(s, seat)])
    goal = 12 if int(s.teams) == 1 else int(s.goal)
    for i in range(SEAT_FACTS):
        out[i] = 0
    out[0] = bag / 8
    out[1] = chest / 8
    out[2] = 1 if chest + min(bag, 7) >= goal else 0
    out[3] = (goal - chest) / 8
    out[4] = min(bag, goal - chest) / 8
    for card in range(6):
        out[5 + card] = (int(s.hand[seat]) >> card) & 1
    out[11] = int(s.shown[seat]) / 5
    out[12 + int(s.diver[seat])] = 1
    out[19] = count_bits(s.hand[seat]) / 6
    out[20] = out[2] * out[5]
    out[21] = out[5] * out[4]
    out[22] = (int(s.front[seat]) & 15) / 6  # the oldest card comes back first
    if int(s.teams) == 1:
        out[23] = 1
    out[24] = 1 if chest * 2 >= goal else 0
    out[25] = 1 if bag >= 7 else 0
    out[26] = 1 if bag == 0 else 0


@rule
def table_facts(s, out):
    for i in range(TABLE_FACTS):
        out[i] = 0
    out[int(s.barracuda) - 1] = 1
    for wreck in range(1, WRECKS + 1):
        out[5 + wreck] = int(s.coins[wreck]) / 4
        out[11 + wreck] = (int(s.extras) >> wreck) & 1
    out[18] = int(s.goal) / 10
    out[18 + int(s.players) - 1] = 1
    out[22] = int(s.teams)
    out[23] = int(s.turn) / 20
