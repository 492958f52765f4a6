"""A turn of The Reef."""

from fathoms.engine.dialect import rule
from fathoms.games.reef.notation import SPIN
from fathoms.games.reef.pieces import CARD_POINTS, DOLPHIN_CARD_STEPS
from fathoms.games.reef.rules.moves import give_up_dive, go_on, has_ended, pass_turn
from fathoms.games.reef.state import EITHER, SPINNING

SECTOR_EVENT = 4  # the helm on ?


@rule
def begin_turn(s, action):
    """R9; R24: ascending takes the place of the whole turn."""
    if action == SPIN:
        s.phase = SPINNING
    else:
        give_up_dive(s, int(s.turn))
        if not has_ended(s):
            pass_turn(s)


@rule
def play_card(s, kind):
    """R11 to R13: helm and card make the points; a dolphin card adds the dolphin's move."""
    seat = int(s.turn)
    helm = int(s.helm)
    s.up[seat, kind] -= 1
    s.played = kind + 1
    s.points = int(CARD_POINTS[kind]) + (0 if helm == SECTOR_EVENT else helm)
    if int(CARD_POINTS[kind]) == 0:
        s.dolphin_steps = DOLPHIN_CARD_STEPS
        s.phase = EITHER
    else:
        go_on(s, seat)
