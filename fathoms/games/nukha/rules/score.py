"""The count at the end of The Nukha's Cave: tokens, points, ties."""

from fathoms.engine.dialect import rule
from fathoms.games.nukha.pieces import KINDS, LYS, MAJORITY_KINDS, TOKEN_POINTS, VALUES
from fathoms.games.nukha.rules.hands import count_of
from fathoms.games.nukha.state import NONE, OVER


@rule
def holds(s, seat, kind):
    return count_of(s.up[seat], kind) + count_of(s.down[seat], kind)


@rule
def token_holder(s, token):
    """N25, N35: the single player with most of this token's kind, Lys among equals, or nobody."""
    kind = int(MAJORITY_KINDS[token])
    most = 0
    holder = NONE
    for seat in range(int(s.players)):
        here = holds(s, seat, kind)
        if here > most:
            most = here
            holder = seat
        elif here == most and here > 0:
            holder = tied_holder(s, holder, seat)
    return holder


@rule
def tied_holder(s, holder, seat):
    """Who keeps a token two players tie for: Lys, or nobody for now."""
    if int(s.adventurer[seat]) == LYS:
        return seat
    return holder if holder >= 0 and int(s.adventurer[holder]) == LYS else NONE


@rule
def worth(s, seat):
    """N26: a seat's score."""
    points = int(s.coins[seat])
    for kind in range(KINDS):
        points += int(VALUES[kind]) * holds(s, seat, kind)
    for token in range(len(MAJORITY_KINDS)):
        if token_holder(s, token) == seat:
            points += TOKEN_POINTS
    return points


@rule
def rank(s, seat):
    """N27: the score, then being the Captain, then coins, as one number to compare."""
    tie = 99 if seat == int(s.captain) else int(s.coins[seat])
    return worth(s, seat) * 100 + tie


@rule
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = worth(s, seat)


@rule
def winners(s):
    if int(s.phase) != OVER:
        return 0
    mask = 0
    best = -1000
    for seat in range(int(s.players)):
        here = rank(s, seat)
        if here > best:
            best = here
            mask = 0
        if here == best:
            mask |= 1 << seat
    return mask
