"""Secrets of The Nukha's Cave (N40): what a viewer may not see is blanked, or filled with a likely world.

While a world is being made `s.cave` is the pool of cards not placed yet; what is left in the end is the cave.
"""

from fathoms.engine.dialect import EVERYONE, HIDDEN, SEA, SPECTATOR, below, rule
from fathoms.games.nukha.notation import DISCARDS, FINDS, HIDE_CARD, OFFER_DOWN, PICKS, RECOVER_CARD, REVEALS
from fathoms.games.nukha.pieces import EGG, NOMADS, PURSE
from fathoms.games.nukha.rules.hands import (
    ALL_EGGS,
    ALL_PURSES,
    WHOLE_CAVE,
    add_hidden,
    cards_in,
    common,
    count_of,
    hidden_hand,
    one,
    pick_packed,
    random_kind,
    sees_inside,
    size,
)
from fathoms.games.nukha.rules.memory import forget, look_inside, remembered
from fathoms.games.nukha.rules.turn import offerable_down, offerable_up, who_sees_hit
from fathoms.games.nukha.state import BOUGHT, CAVE, CLAIM, DISCARD, NONE, OFFER, OVER, PLACES

EVERY_PLACE = (1 << PLACES) - 1
ROOM_BITS = 8  # a place has room for fewer cards than 256


@rule
def redact(s, viewer):
    if int(s.phase) == OVER:
        return
    s.cave = 0
    for place in range(PLACES):
        if not sees_inside(s, viewer, place):
            add_hidden(s, place, -hidden_hand(s, place))
    if int(s.found) != NONE and int(s.shown) == 0 and viewer != int(s.turn):
        s.found = HIDDEN
    for other in range(SPECTATOR):
        if other != viewer:
            forget(s, other)


@rule
def imagine(s, viewer, rng):
    if int(s.phase) == OVER:
        return
    s.cave = unseen(s, viewer)
    recall(s, viewer)
    if int(s.found) == HIDDEN:
        imagine_found(s, rng)
    let_stray(s, viewer, rng)
    deal_purses(s, viewer, rng)
    deal_rest(s, viewer, rng)
    if int(s.phase) == OFFER and viewer != int(s.target):
        allow_offer(s, viewer, rng)
    share_common_memory(s, viewer)


@rule
def unseen(s, viewer):
    """All the cards of the game that do not lie before the viewer's eyes, the Nomads apart."""
    cards = WHOLE_CAVE
    if int(s.captain) != NONE:
        cards += (int(s.players) - 1) * one(PURSE)
    for seat in range(int(s.players)):
        cards -= int(s.up[seat]) + int(s.down[seat])
    cards -= int(s.discard)
    if found_in_hand(s) and int(s.found) != HIDDEN:
        cards -= one(s.found)
    return cards


@rule
def found_in_hand(s):
    """Whether the found card still lies in nobody's loot."""
    return CLAIM <= int(s.phase) <= BOUGHT


@rule
def room(s, place):
    """How many cards are still to be placed there; negative where too many have been."""
    return cards_in(s, place) - size(hidden_hand(s, place))


@rule
def take(s, place, cards):
    """Move cards from the pool to a place."""
    s.cave -= cards
    add_hidden(s, place, cards)


@rule
def recall(s, viewer):
    """Every remembered card where it was last seen."""
    for place in range(PLACES):
        cards = remembered(s, viewer, place)
        if cards != 0:
            take(s, place, common(cards, int(s.cave)))


@rule
def imagine_found(s, rng):
    """The found card came straight from the cave, so it is no Purse and none that is remembered."""
    kind = random_kind(int(s.cave) & ~ALL_PURSES, rng)
    s.found = kind
    if found_in_hand(s):
        s.cave -= one(kind)
    else:
        take(s, int(s.turn), one(kind))


@rule
def let_stray(s, viewer, rng):
    """Remembered cards may have left: first where there are too many for the place, then by the odds."""
    for _ in range(2):  # twice: the first round may make room for the second
        for place in range(PLACES):
            while room(s, place) < 0 and stray(s, viewer, place, rng):
                pass
    for place in range(PLACES):
        stray_by_odds(s, viewer, place, rng)
    for place in range(PLACES):
        while room(s, place) < 0:
            take(s, place, -one(random_kind(hidden_hand(s, place), rng)))


@rule
def stray_by_odds(s, viewer, place, rng):
    """Each move that was missed took one of the cards that lay there, remembered or not, evenly."""
    missing = size(s.known[viewer, place]) - size(loose_here(s, viewer, place))
    for left in range(int(s.gone[viewer, place]) - missing, 0, -1):
        if below(rng, cards_in(s, place) + left) < size(loose_here(s, viewer, place)):
            stray(s, viewer, place, rng)


@rule
def loose_here(s, viewer, place):
    """The cards remembered there that may have left."""
    return common(int(s.known[viewer, place]), hidden_hand(s, place))


@rule
def stray(s, viewer, place, rng):
    """Move one remembered card to a place it may have strayed to; False if there is no such card or no room."""
    cards = loose_here(s, viewer, place)
    end = random_place(s, viewer, int(s.strays[viewer, place]), rng)
    if cards == 0 or end == NONE:
        return False
    card = one(random_kind(cards, rng))
    add_hidden(s, place, -card)
    add_hidden(s, end, card)
    return True


@rule
def random_place(s, viewer, places, rng):
    """One of the places, as likely as it has room and closed to the viewer; NONE if all are full."""
    total = rooms = 0
    for place in range(PLACES):
        if (places >> place) & 1 and not sees_inside(s, viewer, place):
            free = max(room(s, place), 0)
            total += free
            rooms |= free << (ROOM_BITS * place)
    return pick_packed(rooms, ROOM_BITS, below(rng, total)) if total else NONE


@rule
def deal_purses(s, viewer, rng):
    """A Purse never lies in the cave."""
    place = 0
    while count_of(s.cave, PURSE) > 0 and place != NONE:
        place = random_place(s, viewer, EVERY_PLACE, rng)
        if place != NONE:
            take(s, place, one(PURSE))


@rule
def deal_rest(s, viewer, rng):
    """Any card of the pool may lie in any place left."""
    for place in range(PLACES):
        for _ in range(room(s, place)):
            take(s, place, one(random_kind(int(s.cave) & ~ALL_PURSES, rng)))


@rule
def allow_offer(s, viewer, rng):
    """Siana is asked to offer, so she has something to offer (N31): if not, an Egg of hers is changed for it."""
    if offerable_up(s) | offerable_down(s):
        return
    place = CAVE
    while sees_inside(s, viewer, place) or hidden_hand(s, place) & ~ALL_EGGS == 0:
        place -= 1
    kind = random_kind(hidden_hand(s, place) & ~ALL_EGGS, rng)
    add_hidden(s, place, one(EGG) - one(kind))
    add_hidden(s, int(s.target), one(kind) - one(EGG))
    if place == int(s.turn) and kind == int(s.found):
        s.found = EGG  # it was the find that was changed


@rule
def share_common_memory(s, viewer):
    """The others remember, in this world, what any spectator does."""
    for other in range(int(s.players)):
        if other != viewer:
            for place in range(PLACES):
                s.known[other, place] = s.known[SPECTATOR, place]
                s.sure[other, place] = s.sure[SPECTATOR, place]
                s.gone[other, place] = s.gone[SPECTATOR, place]
                s.strays[other, place] = s.strays[SPECTATOR, place]
            look_inside(s, other, other, int(s.down[other]))
    captain = int(s.captain)
    if captain != NONE and captain != viewer:
        look_inside(s, captain, DISCARD, int(s.discard))


# --- Who reads what (N5, N10, N28, N30, N31, N40) ---


@rule
def audience(s, who, event):
    return fate_audience(s, event) if who == SEA else action_audience(s, who, event)


@rule
def fate_audience(s, fate):
    if FINDS <= fate < FINDS + NOMADS:
        return 1 << int(s.turn)
    if DISCARDS <= fate < REVEALS:
        return 1 << int(s.captain)
    return who_sees_hit(s) if fate >= PICKS else EVERYONE


@rule
def action_audience(s, seat, action):
    if OFFER_DOWN <= action < RECOVER_CARD:
        return who_sees_hit(s)
    return 1 << seat if RECOVER_CARD <= action < HIDE_CARD else EVERYONE


@rule
def unveils(s, who, event):
    return 0
