"""Setting The Nukha's Cave up."""

from fathoms.engine.dialect import rule
from fathoms.games.nukha.options import DRAFTED
from fathoms.games.nukha.pieces import ADVENTURERS, CAVE_CARDS, COINS, FEW_ADVENTURERS, FEW_PLAYERS
from fathoms.games.nukha.rules.hands import WHOLE_CAVE
from fathoms.games.nukha.rules.turn import name_captain
from fathoms.games.nukha.state import MOST_SEATS, NAME_CAPTAIN, NONE


@rule
def setup(s, options):
    players = int(options[0])
    s.players = players
    s.captain = NONE
    s.turn = NONE
    s.reserve = COINS
    s.cave = WHOLE_CAVE
    s.cave_left = CAVE_CARDS
    s.found = NONE
    s.claim = NONE
    s.attacker = NONE
    s.target = NONE
    s.drafting = 1 if options[2] == DRAFTED else 0
    if int(s.drafting):
        s.pool = (1 << (FEW_ADVENTURERS if players <= FEW_PLAYERS else len(ADVENTURERS))) - 1
    for seat in range(MOST_SEATS):
        s.adventurer[seat] = options[3 + seat]
    s.phase = NAME_CAPTAIN
    if options[1] >= 0:
        name_captain(s, int(options[1]))
