"""What everybody has in the end of Barracuda, and who wins."""

from fathoms.engine.dialect import rule
from fathoms.games.barracuda.rules.table import chest_owner
from fathoms.games.barracuda.state import OVER

# The result (B28, B29)


@rule
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = s.chest[chest_owner(s, seat)]


@rule
def winners(s):
    """Most coins in the chest, then in the bag, a team's two together; equal seats share the win."""
    best = -1
    mask = 0
    if int(s.phase) == OVER:
        for seat in range(int(s.players)):
            worth = wealth(s, seat)
            if worth > best:
                best = worth
                mask = 0
            if worth == best:
                mask |= 1 << seat
    return mask


@rule
def wealth(s, seat):
    """The chest first, the bags second, as one number."""
    bags = int(s.bag[seat])
    if int(s.teams) == 1:
        bags += int(s.bag[seat ^ 2])
    return (int(s.chest[chest_owner(s, seat)]) << 16) + bags
