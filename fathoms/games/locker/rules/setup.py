"""Setting Davy Jones' Locker up, and asking who dives with which skill."""

from fathoms.engine.dialect import rule
from fathoms.games.locker.options import DEAL_DIVERS, FIRST_SEAT, PLAYERS, SKILL_OF_A, SUNKEN, TRACKER, VARIANT
from fathoms.games.locker.pieces import ALL_CARDS, CHARACTER_OF, LOWEST, NEIGHBOURS, SABOTEUR, SKILL_COUNT
from fathoms.games.locker.state import DIVER, DRAW, FIRST, SABOTAGE

# --- Set-up (L1 to L4, L30, L47) ---


@rule
def divers_are_known(s):
    if int(s.first) < 0:
        s.phase = FIRST
    else:
        first_is_known(s)


@rule
def first_is_known(s):
    s.turn = s.first
    s.phase = SABOTAGE if seat_with(s, SABOTEUR) >= 0 else DRAW


@rule
def deal_diver(s, number):
    """`sea diver A navigator` (L30)."""
    s.skills[int(s.dealt)] = number % SKILL_COUNT + 1
    s.dealt += 1
    if int(s.dealt) == int(s.players):
        divers_are_known(s)


@rule
def may_dive(s, skill):
    """Whether a skill can still be dealt: its character is new, and no Saboteur among neighbours (L30)."""
    if skill == SABOTEUR and int(s.variant) == NEIGHBOURS:
        return False
    for seat in range(int(s.dealt)):
        if CHARACTER_OF[int(s.skills[seat])] == CHARACTER_OF[skill]:
            return False
    return True


# --- Who has which skill ---


@rule
def seat_with(s, skill):
    """The seat that has a skill, or -1."""
    for seat in range(int(s.players)):
        if int(s.skills[seat]) == skill:
            return seat
    return -1


@rule
def diver_has(s, skill):
    """Whether the player in turn has a skill."""
    return int(s.skills[int(s.turn)]) == skill


@rule
def opponent_has(s, skill):
    seat = seat_with(s, skill)
    return seat >= 0 and seat != int(s.turn)


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
