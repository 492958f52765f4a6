"""What the others are likely to play, from what their hands let them do."""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.barracuda.heuristic.table import could_win, in_front
from fathoms.games.barracuda.heuristic.weights import (
    MOST_PULLING,
    PULL_OF_BAG,
    PULL_OF_BAIT,
    PULL_OF_BANK,
    PULL_OF_CARD,
    PULL_OF_COIN,
    PULL_OF_LURE,
    PULL_OF_WIN,
)
from fathoms.games.barracuda.pieces import (
    BANK,
    BARRACUDA,
    BARRACUDA_BIT,
    GAIN,
    MOVEMENT_CARDS,
    RECOVER,
    UNIQUE_AMOUNT,
    UNIQUE_KIND,
)
from fathoms.games.barracuda.rules.table import (
    allied,
    card_at,
)


@rule
def expect(s, seat, other):
    """How likely an opponent is to play each card, in hundredths, eight bits a card; nothing of anybody else."""
    if other >= int(s.players) or other == seat or allied(s, seat, other):
        return 0
    return expect_of_rival(s, other) if int(s.players) == 2 else expect_of_crowd(s, other)


@rule
def likelihood(expected, card):
    return (expected >> (8 * card)) & 255


@rule
def expect_of_rival(s, other):
    """Any card alike, a bank more with a full bag."""
    hand = int(s.hand[other])
    bag = int(s.bag[other])
    expected = 100 // count_bits(hand) << (8 * BARRACUDA) if hand & BARRACUDA_BIT else 0
    for wreck in range(1, MOVEMENT_CARDS + 1):
        if (hand >> (wreck - 1)) & 1:
            wish = 2 + bag if UNIQUE_KIND[card_at(s, wreck)] == BANK else 2
            expected |= min(90, 100 * wish // (2 * count_bits(hand) + bag)) << (8 * wreck)
    return expected


@rule
def expect_of_crowd(s, other):
    """Each card of the hand by what draws a player to it."""
    pulls = 0
    total = 0
    for card in range(1, BARRACUDA + 1):
        if (int(s.hand[other]) >> (card - 1)) & 1:
            wish = pull(s, other, card)
            pulls |= wish << (8 * card)
            total += wish
    expected = 0
    for card in range(1, BARRACUDA + 1):
        expected |= 100 * likelihood(pulls, card) // total << (8 * card)
    return expected


@rule
def pull(s, other, card):
    """How much draws a player to a card: the bank with a full bag, coins, cards to take back. Under 256."""
    if card == BARRACUDA:
        return PULL_OF_LURE
    kind = UNIQUE_KIND[card_at(s, card)]
    if kind == BANK:
        wish = PULL_OF_BANK + min(int(s.bag[other]), MOST_PULLING) * PULL_OF_BAG
        return wish + PULL_OF_WIN if could_win(s, other) else wish
    if kind == GAIN:
        return (2 + UNIQUE_AMOUNT[card_at(s, card)]) * PULL_OF_COIN
    if kind == RECOVER:
        return (1 + min(UNIQUE_AMOUNT[card_at(s, card)], in_front(s, other))) * PULL_OF_CARD
    return PULL_OF_BAIT
