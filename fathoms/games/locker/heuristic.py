"""A rule of thumb for Davy Jones' Locker: press on while the next card is worth more than the risk."""

from fathoms.engine.dialect import HIDDEN, below, count_bits, rule
from fathoms.games.locker.notation import A_HARPOON, A_KNIFE, A_NET, A_PLUNDER, A_SABOTAGE, A_TAKE, CONTINUE, SURFACE
from fathoms.games.locker.pieces import CHEST, HOARD, KEY, NAVIGATOR, SUIT_CARDS, SUIT_COUNT, VALUES
from fathoms.games.locker.rules.score import suit_worth, worth
from fathoms.games.locker.rules.setup import diver_has
from fathoms.games.locker.rules.turn import anchored, can_knife, compared, harpoonable, suits_in, top_of
from fathoms.games.locker.state import CHOOSE, PICK_VICTIM, TAKE, USE_HARPOON, USE_KNIFE, USE_NET

BONUS_WORTH = 2  # a card of the Locker, on average, once in the Hold


@rule
def heuristic(s, seat, rng):
    phase = int(s.phase)
    if phase == CHOOSE:
        return continue_or_surface(s, seat)
    if phase == USE_KNIFE:
        return best_knife(s, seat)
    if phase == USE_NET:
        return best_net(s, seat)
    if phase == USE_HARPOON:
        return best_harpoon(s, seat)
    if phase == TAKE:
        return best_take(s, seat)
    if phase == PICK_VICTIM:
        return A_PLUNDER + fullest_opponent(s, seat)
    return A_SABOTAGE + (seat + 1 + below(rng, int(s.players) - 1)) % int(s.players)


@rule
def gain_of(s, seat, card):
    """What a card would add to a Hold's score."""
    suit = card // 6
    cards = (int(s.holds[seat]) >> (suit * 6)) & SUIT_CARDS
    if cards == 0 or int(s.variant) == HOARD:
        return int(VALUES[card])
    return max(0, int(VALUES[card]) - suit_worth(cards, suit, False, False))


@rule
def sinks(s, card):
    return (int(s.met) >> compared(s, card)) & 1 == 1


@rule
def continue_or_surface(s, seat):
    if int(s.deck) == 0:
        return SURFACE
    if int(s.debt) > 0 or int(s.row_n) == 0:
        return CONTINUE
    if int(s.top_n) > 0 and int(s.top[0]) != HIDDEN:
        return SURFACE if sinks(s, int(s.top[0])) else CONTINUE
    return CONTINUE if hoped(s, seat) > 0 else SURFACE


@rule
def hoped(s, seat):
    """What pressing on is worth, in points times the cards of the deck: harmless gains less what would sink."""
    risk = at_risk(s, seat)
    total = 0
    left = int(s.deck)
    card = 0
    while left != 0:
        if left & 1:
            total += -risk if sinks(s, card) else 1 + gain_of(s, seat, card)
        left >>= 1
        card += 1
    return total


@rule
def at_risk(s, seat):
    """What an Incident would cost: the gains of the row that no Anchor saves, and the bonus of Key and Chest."""
    total = 0
    suits = 0
    safe = anchored(s)
    for i in range(int(s.row_n)):
        card = int(s.row[i])
        suits |= 1 << (card // 6)
        if i >= safe:
            total += 1 + gain_of(s, seat, card)
    if (suits >> KEY) & 1 and (suits >> CHEST) & 1:
        total += BONUS_WORTH * int(s.row_n)
    return total


@rule
def loss_of(s, seat, suit):
    """What a Hold loses with its top card of a suit."""
    cards = (int(s.holds[seat]) >> (suit * 6)) & SUIT_CARDS
    top = top_of(int(s.holds[seat]), suit) - suit * 6
    return suit_worth(cards, suit, False, False) - suit_worth(cards ^ (1 << top), suit, False, False)


@rule
def best_knife(s, seat):
    """Hurt the richest most; a Knife turned on oneself, least."""
    best = -1000
    action = 0
    for other in range(int(s.players)):
        if not can_knife(s, other):
            continue
        suits = suits_in(int(s.holds[other]))
        for suit in range(SUIT_COUNT):
            if (suits >> suit) & 1:
                harm = 8 * loss_of(s, other, suit) + worth(s, other)
                if other == seat:
                    harm = -harm
                if harm > best:
                    best = harm
                    action = A_KNIFE + other * SUIT_COUNT + suit
    return action


@rule
def best_net(s, seat):
    """Bring up what does not sink; of those the one with least to lose."""
    best = -1000
    action = 0
    suits = suits_in(int(s.holds[seat]))
    for suit in range(SUIT_COUNT):
        if (suits >> suit) & 1:
            hope = -loss_of(s, seat, suit) - (100 if sinks(s, top_of(int(s.holds[seat]), suit)) else 0)
            if hope > best:
                best = hope
                action = A_NET + suit
    return action


@rule
def best_harpoon(s, seat):
    best = -1000
    action = 0
    for other in range(int(s.players)):
        suits = harpoonable(s, other)
        for suit in range(SUIT_COUNT):
            if (suits >> suit) & 1:
                card = top_of(int(s.holds[other]), suit)
                hope = gain_of(s, seat, card) + loss_of(s, other, suit) - (100 if sinks(s, card) else 0)
                if hope > best:
                    best = hope
                    action = A_HARPOON + other * SUIT_COUNT + suit
    return action


@rule
def best_take(s, seat):
    choice = 0
    for i in range(int(s.shown_n)):
        choice |= 1 << int(s.shown[i])
    if diver_has(s, NAVIGATOR):
        choice = int(s.locker)
    best = -1000
    action = 0
    for card in range(60):
        if (choice >> card) & 1:
            hope = gain_of(s, seat, card) - (100 if sinks(s, card) else 0)
            if hope > best:
                best = hope
                action = A_TAKE + card
    return action


@rule
def fullest_opponent(s, seat):
    best = 0
    victim = 0
    for other in range(int(s.players)):
        cards = count_bits(int(s.holds[other]))
        if other != seat and cards > best:
            best = cards
            victim = other
    return victim
