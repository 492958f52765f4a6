"""Who knows what in Davy Jones' Locker: what a viewer may not see is blanked, or filled with a possible world."""

from fathoms.engine.dialect import EVERYONE, HIDDEN, SEA, random_bit, rule
from fathoms.games.locker.notation import F_BONUS, F_SHOW
from fathoms.games.locker.rules.turn import shown_mask, top_mask
from fathoms.games.locker.state import OVER

# --- Who knows what (L60, L61) ---


@rule
def redact(s, viewer):
    if int(s.phase) == OVER:
        return
    for i in range(int(s.top_n)):
        if (int(s.seen_by[i]) >> viewer) & 1 == 0:
            s.top[i] = HIDDEN
    if viewer != int(s.turn):
        for i in range(int(s.shown_n)):
            s.shown[i] = HIDDEN


@rule
def imagine(s, viewer, rng):
    unknown = int(s.deck) & ~top_mask(s)
    for i in range(int(s.top_n)):
        if int(s.top[i]) == HIDDEN:
            card = random_bit(unknown, rng)
            s.top[i] = card
            unknown ^= 1 << card
    unshown = int(s.locker) & ~shown_mask(s)
    for i in range(int(s.shown_n)):
        if int(s.shown[i]) == HIDDEN:
            card = random_bit(unshown, rng)
            s.shown[i] = card
            unshown ^= 1 << card


@rule
def audience(s, who, event):
    if who == SEA and F_SHOW <= event < F_BONUS:
        return 1 << int(s.turn)
    return EVERYONE


@rule
def unveils(s, who, event):
    return 0
