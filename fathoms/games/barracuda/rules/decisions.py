"""Who decides in Barracuda, what they may choose, and what a choice begins."""

from fathoms.engine.dialect import SEA_BIT, list_bits, rule
from fathoms.games.barracuda.notation import (
    A_BAIT,
    A_DISCARD,
    A_MEDDLE,
    A_PLAY,
    A_RECOVER,
    A_ROB,
    A_SEND,
    A_SHARE,
    A_UNBAIT,
    A_UNIQUE,
    SHARES,
)
from fathoms.games.barracuda.pieces import MOST_SHARED
from fathoms.games.barracuda.rules.layout import within_reach
from fathoms.games.barracuda.rules.sea import arrive
from fathoms.games.barracuda.rules.table import divers_at, holders_of_barracuda, opponents
from fathoms.games.barracuda.rules.turn import answer, discard, reveal
from fathoms.games.barracuda.state import ACT, ASK_BAIT, ASK_MEDDLE, CHOOSE, DISCARD, OVER, STEER


@rule
def to_act(s):
    phase = int(s.phase)
    if phase == CHOOSE:
        return undecided(s)
    if phase == OVER:
        return 0
    if phase == STEER:
        return 1 << int(s.controller)
    if phase == DISCARD:
        return 1 << int(s.meddler)
    if phase == ACT or phase == ASK_BAIT or phase == ASK_MEDDLE:
        return 1 << int(s.actor)
    return SEA_BIT


@rule
def undecided(s):
    """Mask of the seats that have not chosen a card yet (B11)."""
    mask = 0
    for seat in range(int(s.players)):
        if int(s.chosen[seat]) == 0:
            mask |= 1 << seat
    return mask


@rule
def choices(s, seat, out):
    if (to_act(s) >> seat) & 1 == 0:
        return 0
    phase = int(s.phase)
    if phase == CHOOSE:
        return list_bits(s.hand[seat], A_PLAY, out, 0)
    if phase == STEER:
        return list_bits(within_reach(s, int(s.distance)), A_SEND - 1, out, 0)
    if phase == ACT:
        return act_choices(s, seat, out)
    if phase == ASK_BAIT:
        return bait_choices(s, seat, out)
    if phase == ASK_MEDDLE:
        out[0] = A_RECOVER
        return list_bits(opponents(s, seat), A_MEDDLE, out, 1)
    return list_bits(s.picked, A_DISCARD, out, 0)


@rule
def act_choices(s, seat, out):
    """What the initiative offers: the Unique action, a theft, in teams sharing (B23, B32, B33)."""
    here = divers_at(s, int(s.wreck))
    out[0] = A_UNIQUE
    n = list_bits(here & opponents(s, seat), A_ROB, out, 1)
    ally = seat ^ 2
    if int(s.teams) == 1 and (here >> ally) & 1:
        both = int(s.bag[seat]) + int(s.bag[ally])
        for left in range(min(both, MOST_SHARED) + 1):
            if left != int(s.bag[seat]):
                out[n] = A_SHARE + ally * SHARES + left
                n += 1
    return n


@rule
def bait_choices(s, seat, out):
    """One's own card back, or another's to the centre, where there is such a card (B9)."""
    n = 0
    holders = holders_of_barracuda(s)
    if (holders >> seat) & 1 == 0:
        out[0] = A_BAIT
        n = 1
    return list_bits(holders & ~(1 << seat), A_UNBAIT, out, n)


@rule
def play(s, seat, action):
    phase = int(s.phase)
    if phase == CHOOSE:
        s.chosen[seat] = action - A_PLAY + 1
        if undecided(s) == 0:
            reveal(s)
    elif phase == STEER:
        s.distance = 0
        arrive(s, action - A_SEND + 1)
    elif phase == DISCARD:
        discard(s, action - A_DISCARD + 1)
    else:
        answer(s, seat, action)
