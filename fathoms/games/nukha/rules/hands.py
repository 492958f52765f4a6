"""Hands of cards: a multiset in one integer, four bits a kind; and where hands lie hidden in the record."""

from fathoms.engine.dialect import below, rule
from fathoms.games.nukha.pieces import COUNTS, EGG, FOUND_KINDS, KINDS, PURSE
from fathoms.games.nukha.state import CAVE, DISCARD

BITS = 4  # a kind: up to 15 cards, and there are 7 at most
FEW = 15
PAIRS = 0x0F0F0F0F  # every other kind
SUM = 0x01010101

WHOLE_CAVE = sum(COUNTS[kind] << (BITS * kind) for kind in range(FOUND_KINDS))  # N4, without the Nomads
ALL_PURSES = FEW << (BITS * PURSE)
ALL_EGGS = FEW << (BITS * EGG)


@rule
def one(kind):
    """The hand of one card."""
    return 1 << (BITS * int(kind))


@rule
def count_of(hand, kind):
    return (int(hand) >> (BITS * int(kind))) & FEW


@rule
def size(hand):
    """How many cards in a hand."""
    cards = int(hand)
    pairs = (cards & PAIRS) + ((cards >> BITS) & PAIRS)
    return ((pairs * SUM) >> 24) & 255


@rule
def common(hand, other):
    """The cards two hands share."""
    shared = 0
    for kind in range(KINDS):
        shared += min(count_of(hand, kind), count_of(other, kind)) << (BITS * kind)
    return shared


@rule
def pick_packed(weights, bits, left):
    """As the dialect's `pick_share`, of weights that are packed into one integer; `left` is below their sum."""
    i = 0
    while left >= (weights >> (bits * i)) & ((1 << bits) - 1):
        left -= (weights >> (bits * i)) & ((1 << bits) - 1)
        i += 1
    return i


@rule
def random_kind(hand, rng):
    """The kind of a card of a hand, each card equally likely; the caller knows that there is one."""
    return pick_packed(int(hand), BITS, below(rng, size(hand)))


@rule
def hidden_hand(s, place):
    """The cards that lie hidden in a loot, in the discard or in the cave."""
    if place == CAVE:
        return int(s.cave)
    return int(s.discard) if place == DISCARD else int(s.down[place])


@rule
def add_hidden(s, place, cards):
    """Put cards there, or take them away (a negative hand); the public count is not touched."""
    if place == CAVE:
        s.cave += cards
    elif place == DISCARD:
        s.discard += cards
    else:
        s.down[place] += cards


@rule
def cards_in(s, place):
    """The public count of the cards in a loot's face-down part or in the discard."""
    return int(s.discarded) if place == DISCARD else int(s.hidden[place])


@rule
def sees_inside(s, viewer, place):
    """N40: face-down loot is its owner's to see, the discard the Captain's."""
    return viewer == int(s.captain) if place == DISCARD else viewer == place
