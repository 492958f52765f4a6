"""Barracuda's rule of thumb: weigh every card, and play it in proportion to e to the worth, so as not to be read.

Where more than two play, those who weigh alike would go to the same wrecks, and being alone pays: so they reckon with
what the others' hands let them do, and mix more.
"""

from fathoms.engine.dialect import rule
from fathoms.games.barracuda.heuristic.cards import choose_card
from fathoms.games.barracuda.heuristic.wrecks import (
    choose_act,
    choose_bait,
    choose_discard,
    choose_meddle,
    choose_wreck,
)
from fathoms.games.barracuda.state import ACT, ASK_BAIT, ASK_MEDDLE, CHOOSE, STEER


@rule
def heuristic(s, seat, rng):
    phase = int(s.phase)
    if phase == CHOOSE:
        return choose_card(s, seat, rng)
    if phase == STEER:
        return choose_wreck(s, seat, rng)
    if phase == ACT:
        return choose_act(s, seat)
    if phase == ASK_BAIT:
        return choose_bait(s, seat)
    if phase == ASK_MEDDLE:
        return choose_meddle(s, seat)
    return choose_discard(s)
