"""What a strong player of Barracuda looks at."""

from fathoms.engine.dialect import below, count_bits, rule
from fathoms.games.barracuda.notation import (
    A_BAIT,
    A_DISCARD,
    A_MEDDLE,
    A_RECOVER,
    A_ROB,
    A_SHARE,
    A_UNBAIT,
    SHARES,
)
from fathoms.games.barracuda.pieces import LAST_TURN, WRECKS
from fathoms.games.barracuda.rules.table import chest_owner
from fathoms.games.barracuda.state import CHOOSE, MOST_SEATS

SEAT_FEATURES = 27
TABLE_FEATURES = 24
SEAT_KNOWN = SEAT_FEATURES + 13
KNOWN_FEATURES = MOST_SEATS * SEAT_KNOWN + TABLE_FEATURES + 42
MOVEMENT = 5  # cards
FEW = 15  # coins; shares of more are taken for alike
KNOWN_ACTIONS = A_SHARE + FEW + 1
SPARSE = 5  # one quiet position in so many is learned from
LATE = 20  # turns before the last one, from which on their number counts


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
def seat_features(s, seat, out):
    bag = int(s.bag[seat])
    chest = int(s.chest[chest_owner(s, seat)])
    goal = 12 if int(s.teams) == 1 else int(s.goal)
    for i in range(SEAT_FEATURES):
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
def table_features(s, out):
    for i in range(TABLE_FEATURES):
        out[i] = 0
    out[int(s.barracuda) - 1] = 1
    for wreck in range(1, WRECKS + 1):
        out[5 + wreck] = int(s.coins[wreck]) / 4
        out[11 + wreck] = (int(s.extras) >> wreck) & 1
    out[18] = int(s.goal) / 10
    out[18 + int(s.players) - 1] = 1
    out[22] = int(s.teams)
    out[23] = int(s.turn) / 20


@rule
def known_features(s, seat, out):
    """What a seat knows (`s` is redacted for it), its own things first, the others in the order of play."""
    for i in range(KNOWN_FEATURES):
        out[i] = 0
    for step in range(int(s.players)):
        known_of_seat(s, (seat + step) % int(s.players), out[step * SEAT_KNOWN :])
    known_of_table(s, out[MOST_SEATS * SEAT_KNOWN :])


@rule
def known_of_seat(s, seat, out):
    seat_features(s, seat, out)
    at = SEAT_FEATURES
    out[at] = 1
    out[at + 1] = (int(s.lying) >> seat) & 1
    out[at + 2] = 1 if seat == int(s.controller) else 0
    out[at + 3] = 1 if seat == int(s.actor) else 0
    out[at + 4] = 1 if seat == int(s.meddler) else 0
    out[at + 5] = 1 if seat == int(s.victim) else 0
    out[at + 6] = int(s.recovery[seat]) / 3
    fewest = 1
    for other in range(int(s.players)):
        if other != seat and int(s.shown[other]) <= int(s.shown[seat]):
            fewest = 0
    out[at + 7] = fewest
    front = int(s.front[seat])
    place = 1
    while front != 0:  # the oldest card comes back first
        out[at + 7 + (front & 15)] = place / MOVEMENT
        front >>= 4
        place += 1


@rule
def known_of_table(s, out):
    table_features(s, out)
    out[23] = max(0, int(s.turn) - (LAST_TURN - LATE)) / LATE
    at = TABLE_FEATURES
    out[at + int(s.phase)] = 1
    out[at + 12] = int(s.distance) / 2
    out[at + 13 + int(s.wreck)] = 1
    for wreck in range(1, WRECKS + 1):
        out[at + 20 + wreck] = (int(s.near[int(s.barracuda)]) >> wreck) & 1
    pair = at + 27
    for wreck in range(1, WRECKS + 1):
        for other in range(1, wreck):
            out[pair] = (int(s.near[wreck]) >> other) & 1
            pair += 1


@rule
def hurry(s, rng):
    """Make a new game a late one: coins in the chests, and few turns before the last."""
    s.turn = LAST_TURN - below(rng, LATE)
    for seat in range(int(s.players)):
        coins = below(rng, int(s.goal))
        s.chest[chest_owner(s, seat)] += coins
        s.issued += coins


@rule
def seen_from(s, seat, action):
    """The number of an action, seats counted from the one that acts."""
    if action >= A_SHARE:  # there is one ally
        return A_SHARE + min((action - A_SHARE) % SHARES, FEW)
    for start, end in ((A_ROB, A_BAIT), (A_UNBAIT, A_RECOVER), (A_MEDDLE, A_DISCARD)):
        if start <= action < end:
            return start + (action - start - seat) % int(s.players)
    return action
