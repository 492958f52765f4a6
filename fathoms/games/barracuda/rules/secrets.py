"""Who knows what in Barracuda: what a viewer may not see is blanked, or filled with a possible world."""

from fathoms.engine.dialect import EVERYONE, HIDDEN, SEA, count_bits, random_bit, rule
from fathoms.games.barracuda.rules.decisions import undecided
from fathoms.games.barracuda.rules.table import allied
from fathoms.games.barracuda.state import CHOOSE, PICK

# Who knows what (B31, B40)


@rule
def redact(s, viewer):
    for seat in range(int(s.players)):
        if int(s.chosen[seat]) != 0 and seat != viewer and not allied(s, seat, viewer):
            s.chosen[seat] = HIDDEN
    if viewer != int(s.meddler) and viewer != int(s.victim):
        s.picked = 0


@rule
def imagine(s, viewer, rng):
    """Hidden choices become any card of that hand; hidden picks any cards of the victim's."""
    for seat in range(int(s.players)):
        if int(s.chosen[seat]) == HIDDEN:
            s.chosen[seat] = random_bit(s.hand[seat], rng) + 1
    while count_bits(s.picked) < int(s.picks):
        left = int(s.hand[s.victim]) & ~int(s.picked)
        s.picked = int(s.picked) | 1 << random_bit(left, rng)


@rule
def take_back(s, viewer):
    """A choice that the viewer cannot see is as good as not made (B11)."""
    for seat in range(int(s.players)):
        if int(s.chosen[seat]) == HIDDEN:
            s.chosen[seat] = 0


@rule
def audience(s, who, event):
    if int(s.phase) == PICK:
        return 1 << int(s.meddler) | 1 << int(s.victim)
    if int(s.phase) == CHOOSE and unveils(s, who, event) == 0:
        mine = 1 << who
        return mine | 1 << (who ^ 2) if int(s.teams) == 1 else mine
    return EVERYONE


@rule
def unveils(s, who, event):
    """The last card chosen turns all of them up."""
    return 1 if who != SEA and int(s.phase) == CHOOSE and undecided(s) == 1 << who else 0
