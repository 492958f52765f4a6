"""What a strong player of The Nukha's Cave looks at."""

from fathoms.engine.dialect import HIDDEN, rule
from fathoms.games.nukha.heuristic import lead_in, unseen, unseen_of
from fathoms.games.nukha.notation import ACTIONS, ATTACK, CLAIM_AS, PICK_UP, STEAL_FROM
from fathoms.games.nukha.pieces import KINDS, MAJORITY_KINDS, VALUES
from fathoms.games.nukha.rules.hands import count_of, one
from fathoms.games.nukha.rules.memory import remembered
from fathoms.games.nukha.rules.score import rank, token_holder, worth
from fathoms.games.nukha.state import BOUGHT, CLAIM, DISCARD, FIND, HIDE, LOYALTY, MOST_SEATS, NONE

SEAT_FEATURES = 42
TABLE_FEATURES = 17
SEAT_KNOWN = 34  # what is known of one seat, as numbers
KNOWN_FEATURES = MOST_SEATS * SEAT_KNOWN + 64
KNOWN_ACTIONS = ACTIONS
SPARSE = 8  # one quiet position in so many is learned from


# Of a seat
COINS, IS_CAPTAIN = range(2)
UP, DOWN, BOTH = 2, 9, 16  # a kind each
POINTS = 23
HAS_TOKEN, LEAD = 24, 27  # a token each
WORTH, RICHER, IN_TURN = 30, 31, 32  # turns until its own
AHEAD, AHEAD_LATE, WORTH_LATE, LIES_HIDDEN = range(38, 42)

# Of the table
CAVE, LAST_FEW, LAST_ROUND = range(3)
CAVE_OF = 3  # a kind each
PLAYERS, LOYALTY_ASKED, RESERVE, CAPTAINS_COINS = 7, 14, 15, 16

# What is known of a seat
K_COINS, K_PLAYS, K_CAPTAIN, K_TURN, K_ATTACKER, K_TARGET, K_HIDDEN = range(7)
K_UP, K_DOWN = 7, 14  # a kind each
K_LEAD = 21  # a token each
K_POINTS, K_RICHER, K_AHEAD_OF_CAPTAIN, K_POOR = range(24, 28)
K_ADVENTURER = 28  # one each

# What is known of the table, after all seats
T_PHASE = 0  # one each
T_CAVE, T_LAST_FEW, T_RESERVE, T_DISCARDED, T_SHOWN, T_OWED, T_HIDES = range(18, 25)
T_PLAYERS = 22  # and how many
T_UNSEEN, T_UNDER = 29, 36  # a kind each
T_CLAIM, T_CLAIMED_LEFT, T_IMPOSSIBLE = 43, 47, 48  # one each; how many of it are unseen, whether none
T_FOUND = 49  # a kind each
T_POOL = 57  # an adventurer each
T_ALWAYS = 63


@rule
def is_quiet(s):
    """A turn begins."""
    return int(s.phase) == LOYALTY or int(s.phase) == FIND


@rule
def seat_features(s, seat, out):
    for i in range(SEAT_FEATURES):
        out[i] = 0
    out[COINS] = int(s.coins[seat]) / 8
    out[IS_CAPTAIN] = 1 if seat == int(s.captain) else 0
    points = int(s.coins[seat])
    for kind in range(KINDS):
        up = count_of(s.up[seat], kind)
        down = count_of(s.down[seat], kind)
        out[UP + kind] = up / 3
        out[DOWN + kind] = down / 3
        out[BOTH + kind] = (up + down) / 3
        points += int(VALUES[kind]) * (up + down)
    out[POINTS] = points / 16
    for token in range(len(MAJORITY_KINDS)):
        out[HAS_TOKEN + token] = 1 if token_holder(s, token) == seat else 0
        out[LEAD + token] = lead_in(s, seat, int(MAJORITY_KINDS[token])) / 3
    out[WORTH] = worth(s, seat) / 16
    out[RICHER] = int(s.coins[seat] > s.coins[int(s.captain)])
    out[IN_TURN + (seat - int(s.turn)) % int(s.players)] = 1
    ahead = 1
    mine = rank(s, seat)
    for other in range(int(s.players)):
        if other != seat and rank(s, other) >= mine:
            ahead = 0
    out[AHEAD] = ahead
    out[AHEAD_LATE] = ahead * (1 - int(s.cave_left) / 30)
    out[WORTH_LATE] = out[WORTH] * (1 - int(s.cave_left) / 30)
    out[LIES_HIDDEN] = int(s.hidden[seat]) / 5


@rule
def table_features(s, out):
    for i in range(TABLE_FEATURES):
        out[i] = 0
    out[CAVE] = int(s.cave_left) / 30
    out[LAST_FEW] = 1 if int(s.cave_left) <= 4 else 0
    out[LAST_ROUND] = 1 if int(s.cave_left) <= int(s.players) + 3 else 0
    for kind in range(6):
        out[CAVE_OF + kind] = count_of(s.cave, kind) / 5
    out[PLAYERS + int(s.players)] = 1
    out[LOYALTY_ASKED] = 1 if int(s.phase) == LOYALTY else 0
    out[RESERVE] = int(s.reserve) / 10
    out[CAPTAINS_COINS] = int(s.coins[int(s.captain)]) / 8


@rule
def last_word(s):
    """The claim of this turn, unless its card is known to all."""
    if int(s.claim) == NONE or int(s.shown) or int(s.phase) >= HIDE:
        return -1, 0
    seat = int(s.turn)
    said = CLAIM_AS + int(s.claim)
    if int(s.phase) > BOUGHT:  # the find lies in the loot by now
        s.down[seat] -= one(int(s.found))
        s.hidden[seat] -= 1
    s.phase = CLAIM
    s.claim = NONE
    s.attacker = NONE
    s.target = NONE
    s.owed = 0
    return seat, said


@rule
def known_features(s, seat, out):
    """What a seat knows (`s` is redacted for it), its own things first, the others in the order of play."""
    for i in range(KNOWN_FEATURES):
        out[i] = 0
    for step in range(int(s.players)):
        other = (seat + step) % int(s.players)
        known_of_seat(s, seat, other, out, step * SEAT_KNOWN)
    known_of_table(s, seat, out, MOST_SEATS * SEAT_KNOWN)


@rule
def known_of_seat(s, viewer, seat, out, at):
    coins = int(s.coins[seat])
    out[at + K_COINS] = coins / 8
    out[at + K_PLAYS] = 1
    out[at + K_CAPTAIN] = 1 if seat == int(s.captain) else 0
    out[at + K_TURN] = 1 if seat == int(s.turn) else 0
    out[at + K_ATTACKER] = 1 if seat == int(s.attacker) else 0
    out[at + K_TARGET] = 1 if seat == int(s.target) else 0
    out[at + K_HIDDEN] = int(s.hidden[seat]) / 5
    down = int(s.down[seat]) if seat == viewer else remembered(s, viewer, seat)
    points = coins
    for kind in range(KINDS):
        up = count_of(s.up[seat], kind)
        out[at + K_UP + kind] = up / 3
        out[at + K_DOWN + kind] = count_of(down, kind) / 3
        points += int(VALUES[kind]) * (up + count_of(down, kind))
    for token in range(len(MAJORITY_KINDS)):
        out[at + K_LEAD + token] = lead_in(s, seat, int(MAJORITY_KINDS[token])) / 3
    out[at + K_POINTS] = points / 16
    if int(s.captain) != NONE:
        out[at + K_RICHER] = 1 if coins > int(s.coins[int(s.captain)]) else 0
        out[at + K_AHEAD_OF_CAPTAIN] = (coins - int(s.coins[int(s.captain)])) / 8
    out[at + K_POOR] = 1 if coins == 0 else 0
    if int(s.adventurer[seat]) >= 0:
        out[at + K_ADVENTURER + int(s.adventurer[seat])] = 1


@rule
def known_of_table(s, viewer, out, at):
    out[at + T_PHASE + int(s.phase)] = 1
    out[at + T_CAVE] = int(s.cave_left) / 30
    out[at + T_LAST_FEW] = 1 if int(s.cave_left) <= 4 else 0
    out[at + T_RESERVE] = int(s.reserve) / 20
    out[at + T_DISCARDED] = int(s.discarded) / 5
    out[at + T_SHOWN] = int(s.shown)
    out[at + T_OWED] = int(s.owed)
    out[at + T_HIDES] = int(s.hides) / 2
    out[at + T_PLAYERS + int(s.players)] = 1
    cards = unseen(s, viewer)
    under = int(s.discard) if viewer == int(s.captain) else remembered(s, viewer, DISCARD)
    for kind in range(KINDS):
        out[at + T_UNSEEN + kind] = count_of(cards, kind) / 5
        out[at + T_UNDER + kind] = count_of(under, kind) / 3
    if int(s.claim) != NONE:
        out[at + T_CLAIM + int(s.claim)] = 1
        out[at + T_CLAIMED_LEFT] = unseen_of(s, viewer, int(s.claim)) / 5
        out[at + T_IMPOSSIBLE] = 1 if out[at + T_CLAIMED_LEFT] == 0 else 0
    if int(s.found) >= 0 and int(s.found) != HIDDEN:
        out[at + T_FOUND + int(s.found)] = 1
    for kind in range(6):
        out[at + T_POOL + kind] = (int(s.pool) >> kind) & 1
    out[at + T_ALWAYS] = 1


@rule
def seen_from(s, seat, action):
    """The number of an action, seats counted from the one that acts."""
    if action < ATTACK or action >= PICK_UP:
        return action
    start = ATTACK if action < STEAL_FROM else STEAL_FROM
    return start + (action - start - seat) % int(s.players)
