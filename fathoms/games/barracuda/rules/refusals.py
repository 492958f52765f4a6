"""Why a move of Barracuda is refused: the number of the most telling rule."""

from fathoms.engine.dialect import rule
from fathoms.games.barracuda.notation import A_BAIT, A_RECOVER, A_ROB, A_SEND, A_SHARE, A_UNIQUE, SHARES
from fathoms.games.barracuda.rules import ids
from fathoms.games.barracuda.rules.table import allied
from fathoms.games.barracuda.state import ACT, CHOOSE, OVER


@rule
def why_not(s, seat, action):
    if int(s.phase) == OVER:
        return ids.VICTORY
    if action < A_SEND:
        return why_not_play(s, seat)
    if action < A_UNIQUE:
        return ids.CONTROL
    if action < A_BAIT:
        return why_not_act(s, seat, action)
    if action < A_RECOVER:
        return ids.BAIT
    if action < A_SHARE:
        return ids.MEDDLE
    return why_not_share(s, seat, (action - A_SHARE) // SHARES)


@rule
def why_not_play(s, seat):
    """The time for it is over, or the card is not in the hand."""
    return ids.MOVEMENT if int(s.phase) == CHOOSE and int(s.chosen[seat]) == 0 else ids.CHOOSE


@rule
def why_not_act(s, seat, action):
    """`unique` and `rob`: not now, not by this seat, not from an ally, not there."""
    if int(s.phase) != ACT:
        return ids.CONTEST
    if int(s.actor) != seat:
        return ids.INITIATIVE
    return ids.NO_ROBBING if allied(s, seat, action - A_ROB) else ids.CONTEST


@rule
def why_not_share(s, seat, ally):
    """Not now or not with this player; not by this seat; not there or not so many."""
    if int(s.phase) == ACT and allied(s, seat, ally) and int(s.actor) != seat:
        return ids.INITIATIVE
    return ids.SHARE
