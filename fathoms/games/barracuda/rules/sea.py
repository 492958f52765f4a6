"""What the sea may do in Barracuda, with exact weights, and what comes of it."""

from fathoms.engine.dialect import list_bits, rule
from fathoms.games.barracuda.notation import F_AWAY, F_LAY, F_PICK, F_ROLL, F_ROLL_TOWARDS, LAYOUTS
from fathoms.games.barracuda.pieces import CARDS_BACK, DISTANCES, LAIR, MOST_PICKS, UNIQUE_KIND, WRECKS
from fathoms.games.barracuda.rules.layout import lay_random, swim
from fathoms.games.barracuda.rules.table import card_at
from fathoms.games.barracuda.rules.wrecks import start_resolution, take_back_barracudas
from fathoms.games.barracuda.state import CHOOSE, DISCARD, LAY, NOBODY, PICK, ROLL, STEER, STRAY


@rule
def fates(s, out, weights):
    n = list_fates(s, out)
    for i in range(n):
        weights[i] = 1
    return n


@rule
def list_fates(s, out):
    """Every fate is as likely as the others: the distance die shows three times 1 and three times 2."""
    phase = int(s.phase)
    if phase == ROLL:
        if int(s.controller) == NOBODY:
            return list_range(F_ROLL_TOWARDS, DISTANCES * WRECKS, out)
        return list_range(F_ROLL, DISTANCES, out)
    if phase == PICK:
        return list_bits(int(s.hand[s.victim]) & ~int(s.picked), F_PICK, out, 0)
    if phase == STRAY:
        return list_range(F_AWAY, LAIR - 1, out)
    if phase == LAY:
        return list_range(F_LAY, LAYOUTS, out)
    return 0


@rule
def list_range(start, n, out):
    for i in range(n):
        out[i] = start + i
    return n


@rule
def befall(s, fate):
    phase = int(s.phase)
    if phase == ROLL:
        roll(s, fate)
    elif phase == PICK:
        pick(s, fate - F_PICK)
    elif phase == STRAY:
        s.barracuda = fate - F_AWAY + 1
        start_resolution(s)
    else:
        s.phase = CHOOSE
        lay_random(s, fate - F_LAY)


@rule
def roll(s, fate):
    """Both dice make the Barracuda swim (B14); the distance alone leaves the way to its controller (B16)."""
    if fate < F_ROLL:
        thrown = fate - F_ROLL_TOWARDS
        arrive(s, swim(s, thrown // WRECKS + 1, thrown % WRECKS + 1))
    else:
        s.distance = fate - F_ROLL + 1
        s.phase = STEER


@rule
def arrive(s, place):
    """The Barracuda stops. On 6, if it has swum there, the card of 6 acts before the resolution (B17)."""
    moved = place != int(s.barracuda)
    s.barracuda = place
    if moved and place == LAIR:
        if UNIQUE_KIND[card_at(s, LAIR)] == CARDS_BACK:
            take_back_barracudas(s)
        else:
            s.phase = STRAY
            return
    start_resolution(s)


@rule
def pick(s, index):
    """A card of the victim's hand shows to the meddler; two of them, or the only one, and he chooses (B10)."""
    s.picked = int(s.picked) | 1 << index
    s.picks = int(s.picks) + 1
    if int(s.picks) == MOST_PICKS or int(s.picked) == int(s.hand[s.victim]):
        s.phase = DISCARD
