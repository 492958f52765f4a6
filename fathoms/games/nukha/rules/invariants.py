"""What always holds in a record of The Nukha's Cave, whatever happens."""

from fathoms.engine.dialect import rule
from fathoms.games.nukha.pieces import COINS, PURSE
from fathoms.games.nukha.rules import ids
from fathoms.games.nukha.rules.hands import WHOLE_CAVE, one, size
from fathoms.games.nukha.rules.secrets import found_in_hand
from fathoms.games.nukha.state import MOST_SEATS, NONE, OVER


@rule
def sound(s):
    """Coins and cards conserved (N1), the Nomads still in the cave (N4), counts that match the hands (N40)."""
    coins = int(s.reserve)
    cards = int(s.cave) + int(s.discard)
    for seat in range(MOST_SEATS):
        coins += int(s.coins[seat])
        cards += int(s.up[seat]) + int(s.down[seat])
        if size(s.down[seat]) != int(s.hidden[seat]) or int(s.coins[seat]) < 0:
            return ids.SECRETS
    if found_in_hand(s):
        cards += one(s.found)
    purses = 0 if int(s.captain) == NONE else int(s.players) - 1
    if coins != COINS or cards != WHOLE_CAVE + purses * one(PURSE):
        return ids.PIECES
    if size(s.discard) != int(s.discarded):
        return ids.SECRETS
    nomads = 0 if int(s.phase) == OVER else 1
    return 0 if size(s.cave) + nomads == int(s.cave_left) else ids.CAVE
