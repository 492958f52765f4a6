"""What the table shows: who could win, who is rich, whom the Barracuda may reach."""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.barracuda.pieces import (
    MOVEMENT_CARDS,
    UNIQUE_AMOUNT,
    WRECKS,
)
from fathoms.games.barracuda.rules.table import (
    allied,
    card_at,
    chest_owner,
    holders_of_barracuda,
    opponents,
)


@rule
def in_front(s, seat):
    """How many cards will lie in front of a player who plays a Movement card: the fewest have the initiative."""
    return (int(s.shown[seat]) + 1) % MOVEMENT_CARDS


@rule
def useful(s, seat, coins):
    """Coins in hundredths; those that the chest no longer needs count a fifth."""
    lacking = int(s.goal) - int(s.chest[chest_owner(s, seat)]) - int(s.bag[seat])
    needed = max(0, min(coins, lacking))
    return needed * 100 + (coins - needed) * 20


@rule
def can_bank(s, seat):
    """Whether card 1, the bank's, is in the hand."""
    return int(s.hand[seat]) & 1


@rule
def could_win(s, seat):
    """Whether the bank would end the game."""
    most = UNIQUE_AMOUNT[card_at(s, 1)]
    return int(s.chest[chest_owner(s, seat)]) + min(most, int(s.bag[seat])) >= int(s.goal)


@rule
def threatens(s, seat, other):
    """Whether this is an opponent who can win at the bank this turn."""
    return other != seat and not allied(s, seat, other) and can_bank(s, other) and could_win(s, other)


@rule
def any_threat(s, seat):
    for other in range(int(s.players)):
        if threatens(s, seat, other):
            return True
    return False


@rule
def richest(s, seat, mask):
    """The seat of the fullest bag among a mask, counted from one's left; -1 for an empty mask."""
    found = -1
    for step in range(1, int(s.players)):
        other = (seat + step) % int(s.players)
        if (mask >> other) & 1 and (found < 0 or int(s.bag[other]) > int(s.bag[found])):
            found = other
    return found


@rule
def leader(s, seat, mask):
    """The seat nearest to the goal among a mask that is not empty, counted from one's left."""
    found = -1
    most = -1
    for step in range(1, int(s.players)):
        other = (seat + step) % int(s.players)
        coins = 2 * int(s.chest[chest_owner(s, other)]) + int(s.bag[other])
        if (mask >> other) & 1 and coins > most:
            most = coins
            found = other
    return found


@rule
def reach_of(s, wreck):
    """How many of the two distances let whoever controls the Barracuda send it to a wreck."""
    once = int(s.hop[int(s.barracuda), wreck])
    return int(once == wreck) + int(int(s.hop[once, wreck]) == wreck)


@rule
def hunters_of(s, seat, wreck):
    """The opponents who may send the Barracuda to a wreck, counted twice if any distance does."""
    return count_bits(holders_of_barracuda(s) & opponents(s, seat)) * reach_of(s, wreck)


@rule
def rolls_by_wreck(s):
    """How many of the twelve rolls bring the Barracuda to each wreck, four bits a wreck."""
    rolls = 0
    for goal in range(1, WRECKS + 1):
        once = int(s.hop[int(s.barracuda), goal])
        rolls += (1 << (4 * once)) + (1 << (4 * int(s.hop[once, goal])))
    return rolls
