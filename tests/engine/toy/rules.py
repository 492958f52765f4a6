"""The rules of Pearls, in the dialect."""

from fathoms.engine.dialect import EVERYONE, HIDDEN, SEA, SEA_BIT, below, count_bits, list_bits, random_bit, rule
from tests.engine.toy.state import CHOOSE, DEAL, F_DEAL, KEEP, OVER, PEARLS, REDEAL, THROW, TIDE

ALL = (1 << PEARLS) - 1


@rule
def setup(s, options):
    s.players = options[0]
    s.tide = options[1]
    s.calm = options[2]
    s.deck = ALL
    s.owed = (1 << int(s.players)) - 1
    s.phase = DEAL if int(s.tide) != 0 else TIDE
    for seat in range(3):
        s.hands[seat] = -1
        s.picked[seat] = -1


@rule
def to_act(s):
    phase = int(s.phase)
    if phase == OVER:
        return 0
    if phase != CHOOSE:
        return SEA_BIT
    mask = 0
    for seat in range(int(s.players)):
        if int(s.picked[seat]) == -1:
            mask |= 1 << seat
    return mask


@rule
def choices(s, seat, out):
    if (to_act(s) >> seat) & 1 == 0:
        return 0
    out[0] = KEEP
    out[1] = THROW
    return 1 if int(s.calm) else 2


@rule
def play(s, seat, action):
    s.picked[seat] = action
    if to_act(s) == 0:
        resolve(s)


@rule
def resolve(s):
    """Everybody has chosen: what is thrown back is gone, and its owner gets another pearl."""
    owed = 0
    for seat in range(int(s.players)):
        if int(s.picked[seat]) == THROW:
            s.gone |= 1 << int(s.hands[seat])
            s.hands[seat] = -1
            owed |= 1 << seat
        s.picked[seat] = -1
    s.owed = owed
    s.phase = REDEAL if owed else OVER


@rule
def next_owed(s):
    seat = 0
    while (int(s.owed) >> seat) & 1 == 0:
        seat += 1
    return seat


@rule
def fates(s, out, weights):
    if int(s.phase) == TIDE:
        out[0] = 0
        weights[0] = 2
        out[1] = 1
        weights[1] = 1
        return 2
    if to_act(s) != SEA_BIT:
        return 0
    n = list_bits(int(s.deck), F_DEAL + next_owed(s) * PEARLS, out, 0)
    for i in range(n):
        weights[i] = 1
    return n


@rule
def befall(s, fate):
    if fate < F_DEAL:
        s.tide = fate + 1
        s.phase = DEAL
        return
    pearl = (fate - F_DEAL) % PEARLS
    seat = next_owed(s)
    s.hands[seat] = pearl
    s.deck = int(s.deck) & ~(1 << pearl)
    s.owed = int(s.owed) & ~(1 << seat)
    if int(s.owed) == 0:
        s.phase = CHOOSE if int(s.phase) == DEAL else OVER


@rule
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = max(int(s.hands[seat]), -1) + 1


@rule
def winners(s):
    if int(s.phase) != OVER:
        return 0
    best = 0
    for seat in range(1, int(s.players)):
        higher = int(s.hands[seat]) > int(s.hands[best])
        if higher == (int(s.tide) == 1):
            best = seat
    return 1 << best


@rule
def redact(s, viewer):
    if int(s.phase) == OVER:
        return
    for seat in range(int(s.players)):
        if seat != viewer:
            hide(s, seat)


@rule
def hide(s, seat):
    """A hidden pearl lies, for all the others know, in the deck."""
    if int(s.hands[seat]) >= 0:
        s.deck |= 1 << int(s.hands[seat])
        s.hands[seat] = HIDDEN
    if int(s.picked[seat]) >= 0:
        s.picked[seat] = HIDDEN


@rule
def imagine(s, viewer, rng):
    for seat in range(int(s.players)):
        if int(s.hands[seat]) == HIDDEN:
            pearl = random_bit(int(s.deck), rng)
            s.hands[seat] = pearl
            s.deck = int(s.deck) & ~(1 << pearl)
        if int(s.picked[seat]) == HIDDEN:
            s.picked[seat] = KEEP if int(s.calm) else below(rng, 2)


@rule
def take_back(s, viewer):
    for seat in range(int(s.players)):
        if int(s.picked[seat]) == HIDDEN:
            s.picked[seat] = -1


@rule
def audience(s, who, event):
    if who != SEA:
        return 1 << who
    return EVERYONE if event < F_DEAL else 1 << next_owed(s)


@rule
def unveils(s, who, event):
    return 1 if who != SEA and count_bits(to_act(s)) == 1 else 0


@rule
def why_not(s, seat, action):
    if int(s.phase) == OVER:
        return 4
    if int(s.phase) != CHOOSE:
        return 2
    return 5 if int(s.calm) and action == THROW else 3


@rule
def sound(s):
    """Every pearl is in one place (P1)."""
    union = int(s.deck) | int(s.gone)
    total = count_bits(int(s.deck)) + count_bits(int(s.gone))
    for seat in range(int(s.players)):
        if int(s.hands[seat]) >= 0:
            union |= 1 << int(s.hands[seat])
            total += 1
    return 0 if union == ALL and total == PEARLS else 1
