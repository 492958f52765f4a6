"""Checks of Barracuda: why a move is not allowed, and what must always hold; used by `rules.py`."""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.barracuda.notation import A_BAIT, A_MEDDLE, A_RECOVER, A_ROB, A_UNBAIT, A_UNIQUE, SHARES
from fathoms.games.barracuda.pieces import (
    ALL_MOVEMENT,
    LAIR,
    LAST_TURN,
    MOST_COINS_ON_WRECK,
    MOST_PICKS,
    MOVEMENT_CARDS,
    WRECKS,
)
from fathoms.games.barracuda.rules_layout import within_reach
from fathoms.games.barracuda.rules_table import allied, divers_at, holders_of_barracuda, opponents
from fathoms.games.barracuda.state import ACT, ASK_BAIT, ASK_MEDDLE, CHOOSE, DISCARD, OFF, OVER, RESOLVE, STEER

# Why a move is not allowed: the number of a rule, or 0


@rule
def why_not_play(s, seat, index):
    if int(s.phase) != CHOOSE or int(s.chosen[seat]) != 0:
        return 11
    return 0 if (int(s.hand[seat]) >> index) & 1 else 12


@rule
def why_not_send(s, seat, wreck):
    asked = int(s.phase) == STEER and int(s.controller) == seat
    return 0 if asked and (within_reach(s, int(s.distance)) >> wreck) & 1 else 16


@rule
def why_not_act(s, seat, action):
    """The initiative's own choices: `unique` and `rob`."""
    if int(s.phase) != ACT:
        return 23
    if int(s.actor) != seat:
        return 20
    if action == A_UNIQUE:
        return 0
    other = action - A_ROB
    if allied(s, seat, other):
        return 33
    return 0 if ((divers_at(s, int(s.wreck)) & opponents(s, seat)) >> other) & 1 else 23


@rule
def why_not_share(s, seat, wish):
    ally = wish // SHARES
    left = wish % SHARES
    if int(s.phase) != ACT or not allied(s, seat, ally):
        return 32
    if int(s.actor) != seat:
        return 20
    together = int(s.diver[ally]) == int(s.wreck)
    both = int(s.bag[seat]) + int(s.bag[ally])
    return 0 if together and left <= both and left != int(s.bag[seat]) else 32


@rule
def why_not_bait(s, seat, action):
    if int(s.phase) != ASK_BAIT or int(s.actor) != seat:
        return 9
    holders = holders_of_barracuda(s)
    if action == A_BAIT:
        return 9 if (holders >> seat) & 1 else 0
    return 0 if ((holders & ~(1 << seat)) >> (action - A_UNBAIT)) & 1 else 9


@rule
def why_not_meddle(s, seat, action):
    if int(s.phase) != ASK_MEDDLE or int(s.actor) != seat:
        return 10
    return 0 if action == A_RECOVER or (opponents(s, seat) >> (action - A_MEDDLE)) & 1 else 10


@rule
def why_not_discard(s, seat, index):
    asked = int(s.phase) == DISCARD and int(s.meddler) == seat
    return 0 if asked and (int(s.picked) >> index) & 1 else 10


# What must always hold: 0, or the number of the rule that is broken


@rule
def unsound_table(s):
    if not 1 <= int(s.barracuda) <= WRECKS or int(s.coins[LAIR]) != 0:
        return 3
    if not 1 <= int(s.turn) <= LAST_TURN:
        return 29
    if int(s.phase) == RESOLVE or int(s.picks) != count_bits(s.picked) or int(s.picks) > MOST_PICKS:
        return 10
    for wreck in range(1, LAIR):
        if not 0 <= int(s.coins[wreck]) <= MOST_COINS_ON_WRECK:
            return 22
    return 0 if coins_about(s) == int(s.issued) else 3


@rule
def coins_about(s):
    """All coins outside the reserve: on wrecks, in bags and in chests."""
    total = 0
    for wreck in range(1, LAIR):
        total += int(s.coins[wreck])
    for seat in range(int(s.players)):
        total += int(s.bag[seat]) + int(s.chest[seat])
    return total


@rule
def unsound_seat(s, seat):
    """A hand and the cards in front are the five Movement cards, never all in front; a choice is in the hand."""
    front = int(s.front[seat])
    laid = 0
    for _ in range(int(s.shown[seat])):
        laid |= 1 << ((front & 15) - 1)
        front >>= 4
    if front != 0 or int(s.hand[seat]) & ALL_MOVEMENT != ALL_MOVEMENT ^ laid or count_bits(laid) != int(s.shown[seat]):
        return 12
    if int(s.shown[seat]) >= MOVEMENT_CARDS:
        return 13
    if int(s.chosen[seat]) > 0 and (int(s.hand[seat]) >> (int(s.chosen[seat]) - 1)) & 1 == 0:
        return 11
    if int(s.bag[seat]) < 0 or not OFF <= int(s.diver[seat]) < LAIR:
        return 25
    won = int(s.chest[seat]) >= int(s.goal)
    return 28 if won and int(s.phase) != OVER else 0
