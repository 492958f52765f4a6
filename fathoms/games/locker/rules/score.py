"""What Holds are worth in Davy Jones' Locker, and how that orders the players."""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.locker.pieces import (
    DEPTH_LIMIT,
    DEPTH_LIMIT_SCORE,
    FULL_HOUSE,
    FULL_HOUSE_PENALTY,
    GOLDEN_BONUS,
    GOLDEN_SCALES,
    HOARD,
    MERMAID,
    SUIT_CARDS,
    SUIT_COUNT,
    VALUES,
)
from fathoms.games.locker.state import OVER


@rule
def suit_worth(cards, suit, golden, every_card):
    """What the six-bit set of a suit's cards is worth: the top one, or every one (L25, L42, L51)."""
    total = 0
    for back in range(6):
        k = 5 - back
        if (cards >> k) & 1:
            total += int(VALUES[suit * 6 + k])
            if golden and suit == MERMAID:
                total += GOLDEN_BONUS
            if not every_card:
                return total
    return total


@rule
def worth(s, seat):
    """A Hold's score under the variant (L25, L42, L51, L53)."""
    golden = int(s.skills[seat]) == GOLDEN_SCALES
    every_card = int(s.variant) == HOARD
    missing = FULL_HOUSE_PENALTY if int(s.variant) == FULL_HOUSE else 0
    hold = int(s.holds[seat])
    total = 0
    for suit in range(SUIT_COUNT):
        cards = (hold >> (suit * 6)) & SUIT_CARDS
        if cards:
            total += suit_worth(cards, suit, golden, every_card)
        else:
            total -= missing
    return total


@rule
def best_worth(s):
    best = 0
    for seat in range(int(s.players)):
        best = max(best, worth(s, seat))
    return best


@rule
def rank(s, seat):
    """A number that orders the seats at the end: the score, then the cards in the Hold (L26, L55)."""
    score = worth(s, seat)
    if int(s.variant) == DEPTH_LIMIT and score >= DEPTH_LIMIT_SCORE:
        score = -score  # below every score under the limit, and the lowest of the sunken first
    return score * 64 + count_bits(int(s.holds[seat]))


@rule
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = worth(s, seat)


@rule
def winners(s):
    if int(s.phase) != OVER:
        return 0
    mask = 0
    best = 0
    for seat in range(int(s.players)):
        here = rank(s, seat)
        if mask == 0 or here > best:
            best = here
            mask = 0
        if here == best:
            mask |= 1 << seat
    return mask
