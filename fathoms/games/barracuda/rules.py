"""Barracuda's verbs: choosing, the Barracuda's turn, what is asked, who knows what. B numbers are those of the book."""

from fathoms.engine.dialect import EVERYONE, HIDDEN, SEA, SEA_BIT, count_bits, list_bits, random_bit, rule
from fathoms.games.barracuda import options as o
from fathoms.games.barracuda.notation import (
    A_BAIT,
    A_DISCARD,
    A_MEDDLE,
    A_PLAY,
    A_RECOVER,
    A_ROB,
    A_SEND,
    A_SHARE,
    A_UNBAIT,
    A_UNIQUE,
    F_AWAY,
    F_LAY,
    F_PICK,
    F_ROLL,
    F_ROLL_TOWARDS,
    LAYOUTS,
    SHARES,
)
from fathoms.games.barracuda.pieces import (
    ALL_MOVEMENT,
    BARRACUDA,
    BARRACUDA_BIT,
    CARDS_BACK,
    DISTANCES,
    FIRST_COINS,
    LAIR,
    MOST_PICKS,
    MOST_SHARED,
    UNIQUE_AMOUNT,
    UNIQUE_KIND,
    WRECKS,
)
from fathoms.games.barracuda.rules_checks import (
    unsound_seat,
    unsound_table,
    why_not_act,
    why_not_play,
    why_not_share,
)
from fathoms.games.barracuda.rules_layout import lay_given, lay_random, swim, within_reach
from fathoms.games.barracuda.rules_table import (
    allied,
    card_at,
    chest_owner,
    divers_at,
    holders_of_barracuda,
    opponents,
)
from fathoms.games.barracuda.rules_wrecks import (
    do_unique,
    go_on,
    lay_in_front,
    next_turn,
    rob,
    share,
    start_resolution,
    take_back_barracudas,
)
from fathoms.games.barracuda.state import (
    ACT,
    ASK_BAIT,
    ASK_MEDDLE,
    CHOOSE,
    DISCARD,
    LAY,
    NOBODY,
    OVER,
    PICK,
    RESOLVE,
    ROLL,
    STEER,
    STRAY,
)

ALL_CARDS = ALL_MOVEMENT | BARRACUDA_BIT

# Set-up (B1 to B4)


@rule
def setup(s, options):
    s.players = options[o.PLAYERS]
    s.teams = options[o.TEAMS]
    s.goal = options[o.GOAL]
    s.extras = options[o.EXTRAS]
    s.barracuda = LAIR
    s.turn = 1
    s.controller = NOBODY
    s.actor = NOBODY
    s.meddler = NOBODY
    s.victim = NOBODY
    for seat in range(int(s.players)):
        s.hand[seat] = ALL_CARDS
        s.bag[seat] = FIRST_COINS
    s.issued = FIRST_COINS * int(s.players)
    if options[o.CELLS] < 0:
        s.phase = LAY
    else:
        s.phase = CHOOSE
        lay_given(s, options)


# Who decides, and what


@rule
def to_act(s):
    phase = int(s.phase)
    if phase == CHOOSE:
        return undecided(s)
    if phase == OVER:
        return 0
    if phase == STEER:
        return 1 << int(s.controller)
    if phase == DISCARD:
        return 1 << int(s.meddler)
    if phase == ACT or phase == ASK_BAIT or phase == ASK_MEDDLE:
        return 1 << int(s.actor)
    return SEA_BIT


@rule
def undecided(s):
    """Mask of the seats that have not chosen a card yet (B11)."""
    mask = 0
    for seat in range(int(s.players)):
        if int(s.chosen[seat]) == 0:
            mask |= 1 << seat
    return mask


@rule
def choices(s, seat, out):
    if (to_act(s) >> seat) & 1 == 0:
        return 0
    phase = int(s.phase)
    if phase == CHOOSE:
        return list_bits(s.hand[seat], A_PLAY, out, 0)
    if phase == STEER:
        return list_bits(within_reach(s, int(s.distance)), A_SEND - 1, out, 0)
    if phase == ACT:
        return act_choices(s, seat, out)
    if phase == ASK_BAIT:
        return bait_choices(s, seat, out)
    if phase == ASK_MEDDLE:
        out[0] = A_RECOVER
        return list_bits(opponents(s, seat), A_MEDDLE, out, 1)
    return list_bits(s.picked, A_DISCARD, out, 0)


@rule
def act_choices(s, seat, out):
    """What the initiative offers: the Unique action, a theft, in teams sharing (B23, B32, B33)."""
    here = divers_at(s, int(s.wreck))
    out[0] = A_UNIQUE
    n = list_bits(here & opponents(s, seat), A_ROB, out, 1)
    ally = seat ^ 2
    if int(s.teams) == 1 and (here >> ally) & 1:
        both = int(s.bag[seat]) + int(s.bag[ally])
        for left in range(min(both, MOST_SHARED) + 1):
            if left != int(s.bag[seat]):
                out[n] = A_SHARE + ally * SHARES + left
                n += 1
    return n


@rule
def bait_choices(s, seat, out):
    """One's own card back, or another's to the centre, where there is such a card (B9)."""
    n = 0
    holders = holders_of_barracuda(s)
    if (holders >> seat) & 1 == 0:
        out[0] = A_BAIT
        n = 1
    return list_bits(holders & ~(1 << seat), A_UNBAIT, out, n)


@rule
def play(s, seat, action):
    phase = int(s.phase)
    if phase == CHOOSE:
        s.chosen[seat] = action - A_PLAY + 1
        if undecided(s) == 0:
            reveal(s)
    elif phase == STEER:
        s.distance = 0
        arrive(s, action - A_SEND + 1)
    elif phase == DISCARD:
        discard(s, action - A_DISCARD + 1)
    else:
        answer(s, seat, action)


@rule
def reveal(s):
    """All have chosen: the divers move or lie down; a Barracuda card played alone gives the control (B12, B16)."""
    for seat in range(int(s.players)):
        card = int(s.chosen[seat])
        s.chosen[seat] = 0
        if card == BARRACUDA:
            s.hand[seat] = int(s.hand[seat]) & ~BARRACUDA_BIT
            s.controller = NOBODY if int(s.lying) else seat
            s.lying = int(s.lying) | 1 << seat
        else:
            s.diver[seat] = card
            lay_in_front(s, seat, card)
    s.phase = ROLL


@rule
def answer(s, seat, action):
    """What a wreck action or the initiative asked; then the resolution goes on."""
    asked = int(s.phase)
    s.phase = RESOLVE
    s.actor = NOBODY
    if asked == ACT:
        act(s, seat, action)
    elif asked == ASK_BAIT:
        bait(s, seat, action)
    elif action == A_RECOVER:
        s.recovery[seat] = int(s.recovery[seat]) + UNIQUE_AMOUNT[card_at(s, int(s.wreck))]
    else:
        s.meddler = seat
        s.victim = action - A_MEDDLE
    go_on(s)


@rule
def act(s, seat, action):
    if action == A_UNIQUE:
        do_unique(s, seat)
    elif action >= A_SHARE:
        share(s, seat, seat ^ 2, (action - A_SHARE) % SHARES)
    else:
        rob(s, seat, action - A_ROB)


@rule
def bait(s, seat, action):
    if action == A_BAIT:
        s.hand[seat] = int(s.hand[seat]) | BARRACUDA_BIT
    else:
        other = action - A_UNBAIT
        s.hand[other] = int(s.hand[other]) & ~BARRACUDA_BIT


@rule
def discard(s, card):
    """The meddler puts one of the picked cards down for its owner, and the turn is over (B10)."""
    victim = int(s.victim)
    if card == BARRACUDA:
        s.hand[victim] = int(s.hand[victim]) & ~BARRACUDA_BIT
    else:
        lay_in_front(s, victim, card)
    s.meddler = NOBODY
    s.victim = NOBODY
    s.picks = 0
    s.picked = 0
    next_turn(s)


# The sea


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


# Why a move is not allowed


@rule
def why_not(s, seat, action):
    if int(s.phase) == OVER:
        return 28
    if action < A_SEND:
        return why_not_play(s, seat)
    if action < A_UNIQUE:
        return 16
    if action < A_BAIT:
        return why_not_act(s, seat, action)
    if action < A_RECOVER:
        return 9
    if action < A_SHARE:
        return 10
    return why_not_share(s, seat, (action - A_SHARE) // SHARES)


# What must always hold


@rule
def sound(s):
    broken = unsound_table(s)
    for seat in range(int(s.players)):
        if broken == 0:
            broken = unsound_seat(s, seat)
    return broken
