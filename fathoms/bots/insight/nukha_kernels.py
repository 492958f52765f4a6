"""What a strong player of The Nukha's Cave looks at, and what a claim says about the card behind it."""

import numpy as np

from fathoms.bots.thumb.nukha import lead_in
from fathoms.engine.dialect import rule
from fathoms.games.nukha.pieces import KINDS, MAJORITY_KINDS, VALUES
from fathoms.games.nukha.rules_cards import count_of
from fathoms.games.nukha.rules_score import rank, token_holder, worth
from fathoms.games.nukha.state import FIND, LOYALTY, NONE, OVER

SEAT_FACTS = 42
TABLE_FACTS = 17
SPARSE = 8  # one quiet position in so many is learned from
# How often, in percent, a find is claimed as a Lantern, a Grapple, a Pistol, a Lizard: much as mates do.
CLAIMED = np.array(
    [
        [41, 30, 12, 17],  # an Egg
        [77, 16, 3, 4],  # a Lantern
        [77, 16, 3, 4],
        [22, 58, 7, 13],  # a Grapple
        [5, 8, 82, 5],  # a Pistol
        [6, 27, 9, 58],  # a Lizard
    ],
    dtype=np.int64,
)
SUREST = 82.0  # the most of them


@rule
def is_quiet(s):
    """A turn begins."""
    return int(s.phase) == LOYALTY or int(s.phase) == FIND


@rule
def belief(s, viewer):
    """A claim is true more often than not, and an Egg's finder has to lie."""
    claim = int(s.claim)
    found = int(s.found)
    if claim == NONE or found == NONE or int(s.shown) == 1 or viewer == int(s.turn) or int(s.phase) == OVER:
        return 1.0
    return CLAIMED[found, claim] / SUREST


@rule
def seat_facts(s, seat, out):
    for i in range(SEAT_FACTS):
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
def table_facts(s, out):
    for i in range(TABLE_FACTS):
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
