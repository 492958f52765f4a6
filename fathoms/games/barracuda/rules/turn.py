"""A turn of Barracuda."""

from fathoms.engine.dialect import rule
from fathoms.games.barracuda.notation import A_BAIT, A_MEDDLE, A_RECOVER, A_ROB, A_SHARE, A_UNBAIT, A_UNIQUE, SHARES
from fathoms.games.barracuda.pieces import BARRACUDA, BARRACUDA_BIT, UNIQUE_AMOUNT
from fathoms.games.barracuda.rules.table import card_at
from fathoms.games.barracuda.rules.wrecks import do_unique, go_on, lay_in_front, next_turn, rob, share
from fathoms.games.barracuda.state import ACT, ASK_BAIT, NOBODY, RESOLVE, ROLL


@rule
def reveal(s):
    """All have chosen: the divers move or lie down; a Barracuda card played alone gives the control (B12, B16)."""
    for seat in range(int(s.players)):
        card = int(s.chosen[seat])
        s.chosen[seat] = 0
        if card == BARRACUDA:
            s.hand[seat] = int(s.hand[seat]) & ~BARRACUDA_BIT
            s.controller = NOBODY if int(s.lying) else seat
            s.lying = int(s.lying) | 1 << seat
        else:
            s.diver[seat] = card
            lay_in_front(s, seat, card)
    s.phase = ROLL


@rule
def answer(s, seat, action):
    """What a wreck action or the initiative asked; then the resolution goes on."""
    asked = int(s.phase)
    s.phase = RESOLVE
    s.actor = NOBODY
    if asked == ACT:
        act(s, seat, action)
    elif asked == ASK_BAIT:
        bait(s, seat, action)
    elif action == A_RECOVER:
        s.recovery[seat] = int(s.recovery[seat]) + UNIQUE_AMOUNT[card_at(s, int(s.wreck))]
    else:
        s.meddler = seat
        s.victim = action - A_MEDDLE
    go_on(s)


@rule
def act(s, seat, action):
    if action == A_UNIQUE:
        do_unique(s, seat)
    elif action >= A_SHARE:
        share(s, seat, seat ^ 2, (action - A_SHARE) % SHARES)
    else:
        rob(s, seat, action - A_ROB)


@rule
def bait(s, seat, action):
    if action == A_BAIT:
        s.hand[seat] = int(s.hand[seat]) | BARRACUDA_BIT
    else:
        other = action - A_UNBAIT
        s.hand[other] = int(s.hand[other]) & ~BARRACUDA_BIT


@rule
def discard(s, card):
    """The meddler puts one of the picked cards down for its owner, and the turn is over (B10)."""
    victim = int(s.victim)
    if card == BARRACUDA:
        s.hand[victim] = int(s.hand[victim]) & ~BARRACUDA_BIT
    else:
        lay_in_front(s, victim, card)
    s.meddler = NOBODY
    s.victim = NOBODY
    s.picks = 0
    s.picked = 0
    next_turn(s)
