"""Who decides in Davy Jones' Locker, what they may choose, and what a choice begins."""

from fathoms.engine.dialect import SEA_BIT, list_bits, rule
from fathoms.games.locker.notation import A_HARPOON, A_KNIFE, A_NET, A_PLUNDER, A_SABOTAGE, A_TAKE, CONTINUE, SURFACE
from fathoms.games.locker.pieces import NAVIGATOR, SABOTEUR, SUIT_COUNT
from fathoms.games.locker.rules.setup import diver_has, seat_with
from fathoms.games.locker.rules.turn import (
    can_knife,
    harpoonable,
    suits_in,
    surface,
    take,
    take_bonus,
    use_harpoon,
    use_knife,
    use_net,
)
from fathoms.games.locker.state import (
    BONUS,
    CHOOSE,
    DIVER,
    DRAW,
    FIRST,
    OVER,
    PEEK,
    PICK_VICTIM,
    SABOTAGE,
    SHOW,
    TAKE,
    USE_HARPOON,
    USE_KNIFE,
    USE_NET,
)

SEA_PHASES = 1 << DIVER | 1 << FIRST | 1 << DRAW | 1 << SHOW | 1 << PEEK | 1 << BONUS


@rule
def to_act(s):
    phase = int(s.phase)
    if phase == OVER:
        return 0
    if phase == SABOTAGE:
        return 1 << seat_with(s, SABOTEUR)
    if (SEA_PHASES >> phase) & 1:
        return SEA_BIT
    return 1 << int(s.turn)


@rule
def choices(s, seat, out):
    if (to_act(s) >> seat) & 1 == 0:
        return 0
    phase = int(s.phase)
    if phase == CHOOSE:
        return list_continue_and_surface(s, out)
    if phase == USE_NET:
        return list_bits(suits_in(int(s.holds[seat])), A_NET, out, 0)
    if phase == USE_KNIFE:
        return list_knives(s, out)
    if phase == USE_HARPOON:
        return list_harpoons(s, out)
    if phase == TAKE:
        return list_takes(s, out)
    return list_opponents(s, seat, out)


@rule
def list_continue_and_surface(s, out):
    n = 0
    if int(s.deck) != 0:
        out[n] = CONTINUE
        n += 1
    if int(s.debt) == 0 or int(s.deck) == 0:
        out[n] = SURFACE
        n += 1
    return n


@rule
def list_knives(s, out):
    n = 0
    for seat in range(int(s.players)):
        if can_knife(s, seat):
            n = list_bits(suits_in(int(s.holds[seat])), A_KNIFE + seat * SUIT_COUNT, out, n)
    return n


@rule
def list_harpoons(s, out):
    n = 0
    for seat in range(int(s.players)):
        n = list_bits(harpoonable(s, seat), A_HARPOON + seat * SUIT_COUNT, out, n)
    return n


@rule
def list_takes(s, out):
    """The shown cards in the order they came; the whole Locker for a Navigator (L17, L41)."""
    if diver_has(s, NAVIGATOR):
        return list_bits(int(s.locker), A_TAKE, out, 0)
    for i in range(int(s.shown_n)):
        out[i] = A_TAKE + int(s.shown[i])
    return int(s.shown_n)


@rule
def list_opponents(s, seat, out):
    """Whom to sabotage (L47), or to plunder: one who holds cards (L35)."""
    plundering = int(s.phase) == PICK_VICTIM
    start = A_PLUNDER if plundering else A_SABOTAGE
    n = 0
    for other in range(int(s.players)):
        if other != seat and (int(s.holds[other]) != 0 or not plundering):
            out[n] = start + other
            n += 1
    return n


@rule
def play(s, seat, action):
    if action == CONTINUE:
        s.drone_asks = 0
        s.phase = DRAW
    elif action == SURFACE:
        surface(s)
    elif action < A_NET:
        use_knife(s, (action - A_KNIFE) // SUIT_COUNT, (action - A_KNIFE) % SUIT_COUNT)
    elif action < A_HARPOON:
        use_net(s, action - A_NET)
    elif action < A_TAKE:
        use_harpoon(s, (action - A_HARPOON) // SUIT_COUNT, (action - A_HARPOON) % SUIT_COUNT)
    elif action < A_PLUNDER:
        take(s, action - A_TAKE)
    elif action < A_SABOTAGE:
        victim = action - A_PLUNDER
        take_bonus(s, int(s.bonus), int(s.holds[victim]), victim)
    else:
        s.marked = action - A_SABOTAGE
        s.phase = DRAW
