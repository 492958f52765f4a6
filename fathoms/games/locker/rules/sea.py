"""What the sea may do in Davy Jones' Locker, with exact weights, and what comes of it."""

from fathoms.engine.dialect import HIDDEN, list_bits, rule
from fathoms.games.locker.notation import F_BONUS, F_DIVER, F_DRAW, F_FIRST, F_PEEK, F_SHOW
from fathoms.games.locker.pieces import SKILL_COUNT
from fathoms.games.locker.rules.setup import deal_diver, first_is_known, may_dive
from fathoms.games.locker.rules.turn import bonus, bonus_pile, draw, peek, show, shown_mask, top_mask
from fathoms.games.locker.state import BONUS, DIVER, DRAW, FIRST, PEEK, SHOW


@rule
def fates(s, out, weights):
    n = list_fates(s, int(s.phase), out)
    for i in range(n):
        weights[i] = 1
    return n


@rule
def list_fates(s, phase, out):
    if phase == DRAW:
        return list_looks(s, 0, F_DRAW, out)
    if phase == PEEK:
        return list_looks(s, int(s.looked), F_PEEK, out)
    if phase == SHOW:
        return list_bits(int(s.locker) & ~shown_mask(s), F_SHOW, out, 0)
    if phase == BONUS:
        return list_bits(bonus_pile(s), F_BONUS, out, 0)
    if phase == FIRST:
        return list_bits((1 << int(s.players)) - 1, F_FIRST, out, 0)
    if phase == DIVER:
        return list_divers(s, out)
    return 0


@rule
def list_looks(s, i, start, out):
    """The card at place `i` of the deck: certain if somebody has seen it, else any that nobody has."""
    if i < int(s.top_n):
        if int(s.top[i]) == HIDDEN:
            return 0
        out[0] = start + int(s.top[i])
        return 1
    return list_bits(int(s.deck) & ~top_mask(s), start, out, 0)


@rule
def list_divers(s, out):
    n = 0
    for skill in range(1, SKILL_COUNT + 1):
        if may_dive(s, skill):
            out[n] = F_DIVER + int(s.dealt) * SKILL_COUNT + skill - 1
            n += 1
    return n


@rule
def befall(s, fate):
    if fate >= F_BONUS:
        bonus(s, fate - F_BONUS)
    elif fate >= F_PEEK:
        peek(s, fate - F_PEEK)
    elif fate >= F_SHOW:
        show(s, fate - F_SHOW)
    elif fate >= F_DRAW:
        draw(s, fate - F_DRAW)
    elif fate >= F_DIVER:
        deal_diver(s, fate - F_DIVER)
    else:
        s.first = fate - F_FIRST
        first_is_known(s)
