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


# Of a seat
BAG, CHEST, CAN_WIN, GOAL_LEFT, OF_USE = range(5)
HOLDS = 5  # a card each, the first of them the bank
BANK = HOLDS
SHOWN, DIVER = 11, 12  # cards laid out; which of the divers
CARDS_HELD, WINS_BY_BANK, BANK_OF_USE, NEXT_BACK, IN_TEAM, HALF_WAY, BAG_FULL, BAG_EMPTY = range(19, 27)

# Of the table
BARRACUDA = -1  # and the wreck it is at
COINS, EXTRA = 5, 11  # and a wreck each
GOAL, PLAYERS, TEAMS, TURN = 18, 17, 22, 23

# What is known of a seat, after its features
PLAYS, LIES, CONTROLS, ACTS, MEDDLES, IS_VICTIM, RECOVERS, SHOWS_FEWEST = range(SEAT_FEATURES, SEAT_FEATURES + 8)
COMES_BACK = SHOWS_FEWEST  # and a card each: when it comes back

# What is known of the table, after its features
PHASE = TABLE_FEATURES
DISTANCE = TABLE_FEATURES + 12
WRECK = TABLE_FEATURES + 13
NEAR_BARRACUDA = TABLE_FEATURES + 20  # and a wreck each
NEAR_EACH_OTHER = TABLE_FEATURES + 27  # a pair of wrecks each


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
    out[BAG] = bag / 8
    out[CHEST] = chest / 8
    out[CAN_WIN] = 1 if chest + min(bag, 7) >= goal else 0
    out[GOAL_LEFT] = (goal - chest) / 8
    out[OF_USE] = min(bag, goal - chest) / 8
    for card in range(6):
        out[HOLDS + card] = (int(s.hand[seat]) >> card) & 1
    out[SHOWN] = int(s.shown[seat]) / 5
    out[DIVER + int(s.diver[seat])] = 1
    out[CARDS_HELD] = count_bits(s.hand[seat]) / 6
    out[WINS_BY_BANK] = out[CAN_WIN] * out[BANK]
    out[BANK_OF_USE] = out[BANK] * out[OF_USE]
    out[NEXT_BACK] = (int(s.front[seat]) & 15) / 6  # the oldest card comes back first
    if int(s.teams) == 1:
        out[IN_TEAM] = 1
    out[HALF_WAY] = 1 if chest * 2 >= goal else 0
    out[BAG_FULL] = 1 if bag >= 7 else 0
    out[BAG_EMPTY] = 1 if bag == 0 else 0


@rule
def table_features(s, out):
    for i in range(TABLE_FEATURES):
        out[i] = 0
    out[BARRACUDA + int(s.barracuda)] = 1
    for wreck in range(1, WRECKS + 1):
        out[COINS + wreck] = int(s.coins[wreck]) / 4
        out[EXTRA + wreck] = (int(s.extras) >> wreck) & 1
    out[GOAL] = int(s.goal) / 10
    out[PLAYERS + int(s.players)] = 1
    out[TEAMS] = int(s.teams)
    out[TURN] = int(s.turn) / 20


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
    out[PLAYS] = 1
    out[LIES] = (int(s.lying) >> seat) & 1
    out[CONTROLS] = 1 if seat == int(s.controller) else 0
    out[ACTS] = 1 if seat == int(s.actor) else 0
    out[MEDDLES] = 1 if seat == int(s.meddler) else 0
    out[IS_VICTIM] = 1 if seat == int(s.victim) else 0
    out[RECOVERS] = int(s.recovery[seat]) / 3
    fewest = 1
    for other in range(int(s.players)):
        if other != seat and int(s.shown[other]) <= int(s.shown[seat]):
            fewest = 0
    out[SHOWS_FEWEST] = fewest
    front = int(s.front[seat])
    place = 1
    while front != 0:  # the oldest card comes back first
        out[COMES_BACK + (front & 15)] = place / MOVEMENT
        front >>= 4
        place += 1


@rule
def known_of_table(s, out):
    table_features(s, out)
    out[TURN] = max(0, int(s.turn) - (LAST_TURN - LATE)) / LATE
    out[PHASE + int(s.phase)] = 1
    out[DISTANCE] = int(s.distance) / 2
    out[WRECK + int(s.wreck)] = 1
    for wreck in range(1, WRECKS + 1):
        out[NEAR_BARRACUDA + wreck] = (int(s.near[int(s.barracuda)]) >> wreck) & 1
    pair = NEAR_EACH_OTHER
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
