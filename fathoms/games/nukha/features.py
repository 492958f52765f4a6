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


@rule
def is_quiet(s):
    """A turn begins."""
    return int(s.phase) == LOYALTY or int(s.phase) == FIND


@rule
def seat_features(s, seat, out):
    for i in range(SEAT_FEATURES):
        out[i] = 0
    out[0] = int(s.coins[seat]) / 8
    out[1] = 1 if seat == int(s.captain) else 0
    points = int(s.coins[seat])
    for kind in range(KINDS):
        up = count_of(s.up[seat], kind)
        down = count_of(s.down[seat], kind)
        out[2 + kind] = up / 3
        out[9 + kind] = down / 3
        out[16 + kind] = (up + down) / 3
        points += int(VALUES[kind]) * (up + down)
    out[23] = points / 16
    for token in range(len(MAJORITY_KINDS)):
        out[24 + token] = 1 if token_holder(s, token) == seat else 0
        out[27 + token] = lead_in(s, seat, int(MAJORITY_KINDS[token])) / 3
    out[30] = worth(s, seat) / 16
    out[31] = int(s.coins[seat] > s.coins[int(s.captain)])
    out[32 + (seat - int(s.turn)) % int(s.players)] = 1
    ahead = 1
    mine = rank(s, seat)
    for other in range(int(s.players)):
        if other != seat and rank(s, other) >= mine:
            ahead = 0
    out[38] = ahead
    out[39] = ahead * (1 - int(s.cave_left) / 30)
    out[40] = out[30] * (1 - int(s.cave_left) / 30)
    out[41] = int(s.hidden[seat]) / 5


@rule
def table_features(s, out):
    for i in range(TABLE_FEATURES):
        out[i] = 0
    out[0] = int(s.cave_left) / 30
    out[1] = 1 if int(s.cave_left) <= 4 else 0
    out[2] = 1 if int(s.cave_left) <= int(s.players) + 3 else 0
    for kind in range(6):
        out[3 + kind] = count_of(s.cave, kind) / 5
    out[7 + int(s.players)] = 1
    out[14] = 1 if int(s.phase) == LOYALTY else 0
    out[15] = int(s.reserve) / 10
    out[16] = int(s.coins[int(s.captain)]) / 8


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
    out[at] = coins / 8
    out[at + 1] = 1
    out[at + 2] = 1 if seat == int(s.captain) else 0
    out[at + 3] = 1 if seat == int(s.turn) else 0
    out[at + 4] = 1 if seat == int(s.attacker) else 0
    out[at + 5] = 1 if seat == int(s.target) else 0
    out[at + 6] = int(s.hidden[seat]) / 5
    down = int(s.down[seat]) if seat == viewer else remembered(s, viewer, seat)
    points = coins
    for kind in range(KINDS):
        up = count_of(s.up[seat], kind)
        out[at + 7 + kind] = up / 3
        out[at + 14 + kind] = count_of(down, kind) / 3
        points += int(VALUES[kind]) * (up + count_of(down, kind))
    for token in range(len(MAJORITY_KINDS)):
        out[at + 21 + token] = lead_in(s, seat, int(MAJORITY_KINDS[token])) / 3
    out[at + 24] = points / 16
    if int(s.captain) != NONE:
        out[at + 25] = 1 if coins > int(s.coins[int(s.captain)]) else 0
        out[at + 26] = (coins - int(s.coins[int(s.captain)])) / 8
    out[at + 27] = 1 if coins == 0 else 0
    if int(s.adventurer[seat]) >= 0:
        out[at + 28 + int(s.adventurer[seat])] = 1


@rule
def known_of_table(s, viewer, out, at):
    out[at + int(s.phase)] = 1
    out[at + 18] = int(s.cave_left) / 30
    out[at + 19] = 1 if int(s.cave_left) <= 4 else 0
    out[at + 20] = int(s.reserve) / 20
    out[at + 21] = int(s.discarded) / 5
    out[at + 22] = int(s.shown)
    out[at + 23] = int(s.owed)
    out[at + 24] = int(s.hides) / 2
    out[at + 25 + int(s.players) - 3] = 1
    cards = unseen(s, viewer)
    under = int(s.discard) if viewer == int(s.captain) else remembered(s, viewer, DISCARD)
    for kind in range(KINDS):
        out[at + 29 + kind] = count_of(cards, kind) / 5
        out[at + 36 + kind] = count_of(under, kind) / 3
    if int(s.claim) != NONE:
        out[at + 43 + int(s.claim)] = 1
        out[at + 47] = unseen_of(s, viewer, int(s.claim)) / 5
        out[at + 48] = 1 if out[at + 47] == 0 else 0
    if int(s.found) >= 0 and int(s.found) != HIDDEN:
        out[at + 49 + int(s.found)] = 1
    for kind in range(6):
        out[at + 57 + kind] = (int(s.pool) >> kind) & 1
    out[at + 63] = 1


@rule
def seen_from(s, seat, action):
    """The number of an action, seats counted from the one that acts."""
    if action < ATTACK or action >= PICK_UP:
        return action
    start = ATTACK if action < STEAL_FROM else STEAL_FROM
    return start + (action - start - seat) % int(s.players)
