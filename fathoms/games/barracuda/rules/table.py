"""Who is who at Barracuda's table, and where: what both halves of the rules look up; nothing here changes a record."""

from fathoms.engine.dialect import rule
from fathoms.games.barracuda.pieces import BARRACUDA_BIT, EXTRA, MOVEMENT_CARDS
from fathoms.games.barracuda.state import NOBODY


@rule
def card_at(s, wreck):
    """The index of the card that lies at a wreck, starter or extra, in the tables of pieces.py."""
    return wreck + EXTRA if (int(s.extras) >> wreck) & 1 else wreck


@rule
def allied(s, seat, other):
    """Whether two seats are the two of a team (B30)."""
    return int(s.teams) == 1 and (seat ^ other) == 2


@rule
def chest_owner(s, seat):
    """The seat whose chest counts for `seat`: a team shares the chest of its first seat (B30)."""
    return seat & 1 if int(s.teams) == 1 else seat


@rule
def divers_at(s, wreck):
    """Mask of the divers at a wreck, standing or lying."""
    mask = 0
    for seat in range(int(s.players)):
        if int(s.diver[seat]) == wreck:
            mask |= 1 << seat
    return mask


@rule
def initiative(s, standing):
    """The seat with the fewest Movement cards in front, or NOBODY at a tie; allies alone are never tied (B20, B32)."""
    fewest = MOVEMENT_CARDS
    first = NOBODY
    tied = 0
    for seat in range(int(s.players)):
        if (standing >> seat) & 1:
            shown = int(s.shown[seat])
            if shown < fewest:
                fewest = shown
                first = seat
                tied = 0
            elif shown == fewest and not allied(s, first, seat):
                tied = 1
    return NOBODY if tied else first


@rule
def opponents(s, seat):
    """Mask of the other seats, an ally apart."""
    mask = 0
    for other in range(int(s.players)):
        if other != seat and not allied(s, seat, other):
            mask |= 1 << other
    return mask


@rule
def holders_of_barracuda(s):
    """Mask of the seats with their Barracuda card in hand."""
    mask = 0
    for seat in range(int(s.players)):
        if int(s.hand[seat]) & BARRACUDA_BIT:
            mask |= 1 << seat
    return mask
