"""The rules of Davy Jones' Locker, as verbs over its record (`docs/adding-a-game.md`).

What a decision or a fate sets in motion is in `rules_turn`, the count in `rules_score`.
"""

from fathoms.engine.dialect import EVERYONE, HIDDEN, SEA, SEA_BIT, count_bits, list_bits, random_bit, rule
from fathoms.games.locker.notation import (
    A_HARPOON,
    A_KNIFE,
    A_NET,
    A_PLUNDER,
    A_SABOTAGE,
    A_TAKE,
    CONTINUE,
    F_BONUS,
    F_DIVER,
    F_DRAW,
    F_FIRST,
    F_PEEK,
    F_SHOW,
    SURFACE,
)
from fathoms.games.locker.options import DEAL_DIVERS, FIRST_SEAT, PLAYERS, SKILL_OF_A, SUNKEN, TRACKER, VARIANT
from fathoms.games.locker.pieces import (
    ALL_CARDS,
    BACKFIRE,
    DECOY,
    LOWEST,
    NAVIGATOR,
    SABOTEUR,
    SKILL_COUNT,
    SQUID,
    SUIT_COUNT,
)
from fathoms.games.locker.rules_score import rank, worth
from fathoms.games.locker.rules_setup import (
    deal_diver,
    diver_has,
    divers_are_known,
    first_is_known,
    may_dive,
    opponent_has,
    seat_with,
)
from fathoms.games.locker.rules_turn import (
    bonus,
    bonus_pile,
    can_knife,
    draw,
    harpoonable,
    peek,
    show,
    shown_mask,
    suits_in,
    surface,
    take,
    take_bonus,
    top_mask,
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
    MOST_ROW,
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

# --- Set-up (L1 to L4) ---


@rule
def setup(s, options):
    s.players = options[PLAYERS]
    s.first = options[FIRST_SEAT]
    s.turn = max(0, options[FIRST_SEAT])
    s.variant = options[VARIANT]
    s.tracker = options[TRACKER]
    for seat in range(4):
        s.skills[seat] = options[SKILL_OF_A + seat]
    sunken = LOWEST * ((1 << int(options[SUNKEN])) - 1)
    s.locker = sunken
    s.deck = ALL_CARDS ^ sunken
    s.marked = -1
    s.bonus_from = -1
    if options[DEAL_DIVERS]:
        s.phase = DIVER
    else:
        divers_are_known(s)


# --- The verbs of play ---


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


@rule
def fates(s, out, weights):
    n = list_fates(s, int(s.phase), out)
    for i in range(n):
        weights[i] = 1
    return n


@rule
def list_fates(s, phase, out):
    if phase == DRAW:
        return list_looks(s, 0, F_DRAW, out)
    if phase == PEEK:
        return list_looks(s, int(s.looked), F_PEEK, out)
    if phase == SHOW:
        return list_bits(int(s.locker) & ~shown_mask(s), F_SHOW, out, 0)
    if phase == BONUS:
        return list_bits(bonus_pile(s), F_BONUS, out, 0)
    if phase == FIRST:
        return list_bits((1 << int(s.players)) - 1, F_FIRST, out, 0)
    if phase == DIVER:
        return list_divers(s, out)
    return 0


@rule
def list_looks(s, i, start, out):
    """The card at place `i` of the deck: certain if somebody has seen it, else any that nobody has."""
    if i < int(s.top_n):
        if int(s.top[i]) == HIDDEN:
            return 0
        out[0] = start + int(s.top[i])
        return 1
    return list_bits(int(s.deck) & ~top_mask(s), start, out, 0)


@rule
def list_divers(s, out):
    n = 0
    for skill in range(1, SKILL_COUNT + 1):
        if may_dive(s, skill):
            out[n] = F_DIVER + int(s.dealt) * SKILL_COUNT + skill - 1
            n += 1
    return n


@rule
def befall(s, fate):
    if fate >= F_BONUS:
        bonus(s, fate - F_BONUS)
    elif fate >= F_PEEK:
        peek(s, fate - F_PEEK)
    elif fate >= F_SHOW:
        show(s, fate - F_SHOW)
    elif fate >= F_DRAW:
        draw(s, fate - F_DRAW)
    elif fate >= F_DIVER:
        deal_diver(s, fate - F_DIVER)
    else:
        s.first = fate - F_FIRST
        first_is_known(s)


@rule
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = worth(s, seat)


@rule
def winners(s):
    if int(s.phase) != OVER:
        return 0
    mask = 0
    best = 0
    for seat in range(int(s.players)):
        here = rank(s, seat)
        if mask == 0 or here > best:
            best = here
            mask = 0
        if here == best:
            mask |= 1 << seat
    return mask


# --- Who knows what (L60, L61) ---


@rule
def redact(s, viewer):
    if int(s.phase) == OVER:
        return
    for i in range(int(s.top_n)):
        if (int(s.seen_by[i]) >> viewer) & 1 == 0:
            s.top[i] = HIDDEN
    if viewer != int(s.turn):
        for i in range(int(s.shown_n)):
            s.shown[i] = HIDDEN


@rule
def imagine(s, viewer, rng):
    unknown = int(s.deck) & ~top_mask(s)
    for i in range(int(s.top_n)):
        if int(s.top[i]) == HIDDEN:
            card = random_bit(unknown, rng)
            s.top[i] = card
            unknown ^= 1 << card
    unshown = int(s.locker) & ~shown_mask(s)
    for i in range(int(s.shown_n)):
        if int(s.shown[i]) == HIDDEN:
            card = random_bit(unshown, rng)
            s.shown[i] = card
            unshown ^= 1 << card


@rule
def audience(s, who, event):
    if who == SEA and F_SHOW <= event < F_BONUS:
        return 1 << int(s.turn)
    return EVERYONE


@rule
def unveils(s, who, event):
    return 0


# --- Why a move is refused ---


@rule
def why_not(s, seat, action):
    acting = to_act(s)
    if acting == 0:
        return 24
    if acting == SEA_BIT:
        return 5
    if (acting >> seat) & 1 == 0:
        return 47 if int(s.phase) == SABOTAGE else 12
    return why_not_now(s, seat, action)


@rule
def why_not_now(s, seat, action):
    """For a seat that owes another decision: the rule of what is asked, or of what was tried."""
    phase = int(s.phase)
    if phase == CHOOSE:
        return why_not_choose(s, action)
    if phase == USE_KNIFE:
        return 34 if opponent_has(s, BACKFIRE) else 18
    if phase == USE_NET:
        return 21
    if phase == USE_HARPOON:
        return why_not_harpoon(s, action)
    if phase == TAKE:
        return 17
    if phase == PICK_VICTIM:
        return 35
    return 47


@rule
def why_not_choose(s, action):
    if action == CONTINUE:
        return 13
    return 15 if action == SURFACE else 7


@rule
def why_not_harpoon(s, action):
    wanted = (action - A_HARPOON) % SUIT_COUNT if A_HARPOON <= action < A_TAKE else SQUID
    return 46 if opponent_has(s, DECOY) and wanted != SQUID else 22


# --- Soundness of a record ---


@rule
def sound(s):
    """Cards conserved (L1), what was seen lies where it was seen (L17, L19), the row is a row (L6)."""
    total = count_bits(int(s.deck)) + count_bits(int(s.locker)) + int(s.row_n)
    union = int(s.deck) | int(s.locker)
    for seat in range(int(s.players)):
        total += count_bits(int(s.holds[seat]))
        union |= int(s.holds[seat])
    for i in range(int(s.row_n)):
        union |= 1 << int(s.row[i])
    if total != 60 or union != ALL_CARDS:
        return 1
    if count_bits(top_mask(s) & int(s.deck)) != int(s.top_n):
        return 19
    if count_bits(shown_mask(s) & int(s.locker)) != int(s.shown_n):
        return 17
    return 6 if int(s.row_n) > MOST_ROW or count_bits(int(s.met)) != int(s.row_n) else 0
