"""What always holds in a record of Barracuda, whatever happens."""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.barracuda.pieces import (
    ALL_MOVEMENT,
    LAIR,
    LAST_TURN,
    MOST_COINS_ON_WRECK,
    MOST_PICKS,
    MOVEMENT_CARDS,
    WRECKS,
)
from fathoms.games.barracuda.rules import ids
from fathoms.games.barracuda.state import OFF, OVER, RESOLVE


@rule
def sound(s):
    broken = unsound_table(s)
    for seat in range(int(s.players)):
        if broken == 0:
            broken = unsound_seat(s, seat)
    return broken


@rule
def unsound_table(s):
    if not 1 <= int(s.barracuda) <= WRECKS or int(s.coins[LAIR]) != 0:
        return ids.PIECES
    if not 1 <= int(s.turn) <= LAST_TURN:
        return ids.LAST_TURN
    if int(s.phase) == RESOLVE or unsound_picks(s):
        return ids.MEDDLE
    for wreck in range(1, LAIR):
        if not 0 <= int(s.coins[wreck]) <= MOST_COINS_ON_WRECK:
            return ids.BITE
    return 0 if coins_about(s) == int(s.issued) else ids.PIECES


@rule
def unsound_picks(s):
    """Whether the picked cards are too many, miscounted or not from the victim's hand."""
    picked = int(s.picked)
    if picked != 0 and picked & ~int(s.hand[s.victim]) != 0:
        return True
    return int(s.picks) != count_bits(picked) or int(s.picks) > MOST_PICKS


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
        laid |= 1 << (front & 15)
        front >>= 4
    missing = ALL_MOVEMENT & ~int(s.hand[seat])
    if front != 0 or laid != missing << 1 or count_bits(laid) != int(s.shown[seat]):
        return ids.MOVEMENT
    if int(s.shown[seat]) >= MOVEMENT_CARDS:
        return ids.ALL_BACK
    if int(s.chosen[seat]) > 0 and (int(s.hand[seat]) >> (int(s.chosen[seat]) - 1)) & 1 == 0:
        return ids.CHOOSE
    if int(s.bag[seat]) < 0 or not OFF <= int(s.diver[seat]) < LAIR:
        return ids.LYING
    won = int(s.chest[seat]) >= int(s.goal)
    return ids.VICTORY if won and int(s.phase) != OVER else 0
