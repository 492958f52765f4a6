"""What always holds in a record of Davy Jones' Locker, whatever happens."""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.locker.pieces import ALL_CARDS
from fathoms.games.locker.rules import ids
from fathoms.games.locker.rules.turn import shown_mask, top_mask
from fathoms.games.locker.state import MOST_ROW


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
        return ids.ALL_CARDS
    if count_bits(top_mask(s) & int(s.deck)) != int(s.top_n):
        return ids.DRONE
    if count_bits(shown_mask(s) & int(s.locker)) != int(s.shown_n):
        return ids.MAP
    return ids.ROW if int(s.row_n) > MOST_ROW or count_bits(int(s.met)) != int(s.row_n) else 0
