"""Why a move of Davy Jones' Locker is refused: the number of the most telling rule."""

from fathoms.engine.dialect import SEA_BIT, rule
from fathoms.games.locker.notation import A_HARPOON, A_TAKE, CONTINUE, SURFACE
from fathoms.games.locker.pieces import BACKFIRE, DECOY, SQUID, SUIT_COUNT
from fathoms.games.locker.rules import ids
from fathoms.games.locker.rules.decisions import to_act
from fathoms.games.locker.rules.setup import opponent_has
from fathoms.games.locker.state import CHOOSE, PICK_VICTIM, SABOTAGE, TAKE, USE_HARPOON, USE_KNIFE, USE_NET


@rule
def why_not(s, seat, action):
    acting = to_act(s)
    if acting == 0:
        return ids.THE_END
    if acting == SEA_BIT:
        return ids.REVEAL
    if (acting >> seat) & 1 == 0:
        return ids.SABOTEUR if int(s.phase) == SABOTAGE else ids.NEXT_PLAYER
    return why_not_now(s, seat, action)


@rule
def why_not_now(s, seat, action):
    """For a seat that owes another decision: the rule of what is asked, or of what was tried."""
    phase = int(s.phase)
    if phase == CHOOSE:
        return why_not_choose(s, action)
    if phase == USE_KNIFE:
        return ids.BACKFIRE if opponent_has(s, BACKFIRE) else ids.KNIFE
    if phase == USE_NET:
        return ids.NET
    if phase == USE_HARPOON:
        return why_not_harpoon(s, action)
    if phase == TAKE:
        return ids.MAP
    if phase == PICK_VICTIM:
        return ids.PLUNDER
    return ids.SABOTEUR


@rule
def why_not_choose(s, action):
    if action == CONTINUE:
        return ids.EMPTY_DECK
    return ids.SQUID if action == SURFACE else ids.CHOOSE


@rule
def why_not_harpoon(s, action):
    wanted = (action - A_HARPOON) % SUIT_COUNT if A_HARPOON <= action < A_TAKE else SQUID
    return ids.DECOY if opponent_has(s, DECOY) and wanted != SQUID else ids.HARPOON
