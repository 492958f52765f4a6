"""What the sea may do in The Nukha's Cave, with exact weights, and what comes of it."""

from fathoms.engine.dialect import rule
from fathoms.games.nukha.notation import CAPTAIN_IS, DISCARDS, FINDS, PICKS, REVEALS
from fathoms.games.nukha.pieces import NOMADS, NOMADS_AMONG
from fathoms.games.nukha.rules.decisions import list_kinds, list_more
from fathoms.games.nukha.rules.hands import count_of
from fathoms.games.nukha.rules.turn import find, hit_hidden, name_captain, reveal_accused, reveal_bought, stock_discard
from fathoms.games.nukha.state import BOUGHT, FIND, NAME_CAPTAIN, PICK_HIDDEN, PROVE, STOCK


@rule
def fates(s, out, weights):
    phase = int(s.phase)
    if phase == FIND:
        return list_finds(s, out, weights)
    if phase == STOCK:
        return list_weighted(s.cave, DISCARDS, out, weights)
    if phase == PICK_HIDDEN:
        return list_weighted(s.down[s.target], PICKS, out, weights)
    if phase == NAME_CAPTAIN:
        for seat in range(int(s.players)):
            out[seat] = CAPTAIN_IS + seat
            weights[seat] = 1
        return int(s.players)
    if (phase == BOUGHT or phase == PROVE) and int(s.found) >= 0:
        out[0] = REVEALS + int(s.found)
        weights[0] = 1
        return 1
    return 0


@rule
def list_weighted(hand, start, out, weights):
    """Every card of a hand, equally likely."""
    n = list_kinds(hand, start, out, 0)
    for i in range(n):
        weights[i] = count_of(hand, out[i] - start)
    return n


@rule
def list_finds(s, out, weights):
    """N4: each card left is as likely as any other, but the Nomads lie among the last four."""
    n = list_weighted(s.cave, FINDS, out, weights)
    if int(s.cave_left) > NOMADS_AMONG:
        return n
    weights[n] = 1
    return list_more(n, FINDS + NOMADS, out)


@rule
def befall(s, fate):
    if fate < FINDS:
        name_captain(s, fate - CAPTAIN_IS)
    elif fate < DISCARDS:
        find(s, fate - FINDS)
    elif fate < REVEALS:
        stock_discard(s, fate - DISCARDS)
    elif fate >= PICKS:
        hit_hidden(s, fate - PICKS)
    elif int(s.phase) == BOUGHT:
        reveal_bought(s, fate - REVEALS)
    else:
        reveal_accused(s, fate - REVEALS)
