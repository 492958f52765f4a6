"""What a strong player of Davy Jones' Locker looks at: Holds suit by suit, whose turn it is, the rest of the deck."""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.locker.pieces import SUIT_CARDS, SUIT_COUNT, VALUES
from fathoms.games.locker.rules.score import worth
from fathoms.games.locker.rules.turn import top_of
from fathoms.games.locker.state import DRAW

SEAT_FEATURES = 46
TABLE_FEATURES = 24
SPARSE = 6  # one quiet position in so many is learned from


@rule
def is_quiet(s):
    """A turn begins, and nobody knows the next card."""
    return int(s.phase) == DRAW and int(s.row_n) == 0 and int(s.top_n) == 0


@rule
def seat_features(s, seat, out):
    hold = int(s.holds[seat])
    for i in range(SEAT_FEATURES):
        out[i] = 0
    out[0] = worth(s, seat) / 50
    out[1] = count_bits(hold) / 20
    for suit in range(SUIT_COUNT):
        cards = (hold >> (suit * 6)) & SUIT_CARDS
        if cards != 0:
            out[2] += 0.1
            out[3 + suit] = int(VALUES[top_of(hold, suit)]) / 9
            out[13 + suit] = (count_bits(cards) - 1) / 3
    out[23 + (seat - int(s.turn)) % int(s.players)] = 1
    if int(s.skills[seat]) > 0:
        out[27 + int(s.skills[seat])] = 1
    out[45] = 1 if int(s.marked) == seat else 0


@rule
def table_features(s, out):
    deck = int(s.deck)
    out[0] = count_bits(deck) / 50
    out[1] = count_bits(int(s.locker)) / 60
    for suit in range(SUIT_COUNT):
        out[2 + suit] = count_bits((deck >> (suit * 6)) & SUIT_CARDS) / 6
    for i in range(12, TABLE_FEATURES):
        out[i] = 0
    out[12 + int(s.variant)] = 1
    out[18 + int(s.players)] = 1
    out[23] = out[0] * out[0]
