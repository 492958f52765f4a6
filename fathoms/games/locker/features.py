"""What a strong player of Davy Jones' Locker looks at: Holds suit by suit, whose turn it is, the rest of the deck."""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.locker.pieces import SUIT_CARDS, SUIT_COUNT, VALUES
from fathoms.games.locker.rules.score import worth
from fathoms.games.locker.rules.turn import top_of
from fathoms.games.locker.state import DRAW

SEAT_FEATURES = 46
TABLE_FEATURES = 24
SPARSE = 6  # one quiet position in so many is learned from


# Of a seat
WORTH, CARDS, SUITS = range(3)
BEST_OF, MORE_OF = 3, 13  # a suit each: the best card's value, how many more there are
IN_TURN, SKILL, MARKED = 23, 27, 45  # turns until its own, its diver's skill, which is 1 or more

# Of the table
DECK, LOCKER = range(2)
LEFT_OF = 2  # a suit each
VARIANT, PLAYERS, DECK_SQUARED = 12, 18, 23


@rule
def is_quiet(s):
    """A turn begins, and nobody knows the next card."""
    return int(s.phase) == DRAW and int(s.row_n) == 0 and int(s.top_n) == 0


@rule
def seat_features(s, seat, out):
    hold = int(s.holds[seat])
    for i in range(SEAT_FEATURES):
        out[i] = 0
    out[WORTH] = worth(s, seat) / 50
    out[CARDS] = count_bits(hold) / 20
    for suit in range(SUIT_COUNT):
        cards = (hold >> (suit * 6)) & SUIT_CARDS
        if cards != 0:
            out[SUITS] += 0.1
            out[BEST_OF + suit] = int(VALUES[top_of(hold, suit)]) / 9
            out[MORE_OF + suit] = (count_bits(cards) - 1) / 3
    out[IN_TURN + (seat - int(s.turn)) % int(s.players)] = 1
    if int(s.skills[seat]) > 0:
        out[SKILL + int(s.skills[seat])] = 1
    out[MARKED] = 1 if int(s.marked) == seat else 0


@rule
def table_features(s, out):
    deck = int(s.deck)
    out[DECK] = count_bits(deck) / 50
    out[LOCKER] = count_bits(int(s.locker)) / 60
    for suit in range(SUIT_COUNT):
        out[LEFT_OF + suit] = count_bits((deck >> (suit * 6)) & SUIT_CARDS) / 6
    for i in range(VARIANT, TABLE_FEATURES):
        out[i] = 0
    out[VARIANT + int(s.variant)] = 1
    out[PLAYERS + int(s.players)] = 1
    out[DECK_SQUARED] = out[DECK] * out[DECK]
