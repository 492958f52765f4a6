"""Why a move of Davy Jones' Locker is refused: the number of the most telling rule."""

from fathoms.engine.dialect import SEA_BIT, rule
from fathoms.games.locker.notation import A_HARPOON, A_TAKE, CONTINUE, SURFACE
from fathoms.games.locker.pieces import BACKFIRE, DECOY, SQUID, SUIT_COUNT
from fathoms.games.locker.rules.decisions import to_act
from fathoms.games.locker.rules.setup import opponent_has
from fathoms.games.locker.state import CHOOSE, PICK_VICTIM, SABOTAGE, TAKE, USE_HARPOON, USE_KNIFE, USE_NET

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
