"""The resolution of a turn, wreck by wreck, and its end (B4 to B10, B18 to B29, B32)."""

from fathoms.engine.dialect import rule
from fathoms.games.barracuda.pieces import (
    ALL_MOVEMENT,
    BAIT,
    BANK,
    BARRACUDA_BIT,
    COMMON_AMOUNT,
    COMMON_KIND,
    GAIN,
    LAIR,
    LAST_TURN,
    MOST_COINS_ON_WRECK,
    MOVEMENT_CARDS,
    RECOVER,
    RECOVER_OR_MEDDLE,
    SHELTER,
    UNIQUE_AMOUNT,
    UNIQUE_KIND,
)
from fathoms.games.barracuda.rules.table import (
    card_at,
    chest_owner,
    divers_at,
    holders_of_barracuda,
    initiative,
)
from fathoms.games.barracuda.state import ACT, ASK_BAIT, ASK_MEDDLE, CHOOSE, NOBODY, OVER, PICK, RESOLVE

# Cards


@rule
def lay_in_front(s, seat, card):
    """Move a Movement card from the hand to the newest place in front; the fifth brings all back (B12, B13)."""
    shown = int(s.shown[seat])
    if shown + 1 == MOVEMENT_CARDS:
        s.hand[seat] = int(s.hand[seat]) | ALL_MOVEMENT
        s.front[seat] = 0
        s.shown[seat] = 0
    else:
        s.hand[seat] = int(s.hand[seat]) & ~(1 << (card - 1))
        s.front[seat] = int(s.front[seat]) | card << (4 * shown)
        s.shown[seat] = shown + 1


@rule
def take_back_oldest(s, seat, cards):
    """Take back the oldest Movement cards in front, as many as there are (B7)."""
    for _ in range(min(cards, int(s.shown[seat]))):
        front = int(s.front[seat])
        s.hand[seat] = int(s.hand[seat]) | 1 << ((front & 15) - 1)
        s.front[seat] = front >> 4
        s.shown[seat] = int(s.shown[seat]) - 1


@rule
def take_back_barracudas(s):
    """Everybody takes back the Barracuda card (B4, B27)."""
    for seat in range(int(s.players)):
        s.hand[seat] = int(s.hand[seat]) | BARRACUDA_BIT


# Coins


@rule
def gain(s, seat, coins):
    """Coins from the reserve, which never runs out, into the bag (B5)."""
    s.bag[seat] = int(s.bag[seat]) + coins
    s.issued = int(s.issued) + coins


@rule
def bank(s, seat, most):
    """Coins from bag to chest, as many as possible; enough of them win at once (B6, B28)."""
    coins = min(most, int(s.bag[seat]))
    owner = chest_owner(s, seat)
    s.bag[seat] = int(s.bag[seat]) - coins
    s.chest[owner] = int(s.chest[owner]) + coins
    if int(s.chest[owner]) >= int(s.goal):
        finish(s)


@rule
def rob(s, thief, victim):
    """Take the whole bag of another diver (B23)."""
    s.bag[thief] = int(s.bag[thief]) + int(s.bag[victim])
    s.bag[victim] = 0


@rule
def share(s, seat, ally, left):
    """Redistribute the coins of two allies: `left` for the one who shares, the rest for the other (B32)."""
    both = int(s.bag[seat]) + int(s.bag[ally])
    s.bag[seat] = left
    s.bag[ally] = both - left


@rule
def pick_up_coins(s):
    """Coins of an earlier turn go to the standing diver with the initiative, on every wreck (B18)."""
    for wreck in range(1, LAIR):
        coins = int(s.coins[wreck])
        if coins > 0:
            finder = initiative(s, divers_at(s, wreck) & ~int(s.lying))
            if finder != NOBODY:
                s.bag[finder] = int(s.bag[finder]) + coins
                s.coins[wreck] = 0


@rule
def bite(s, here):
    """The Barracuda: every diver here who is neither sheltered nor its controller leaves the bag's coins (B22)."""
    wreck = int(s.wreck)
    if COMMON_KIND[card_at(s, wreck)] == SHELTER:
        here &= int(s.lying)
    for seat in range(int(s.players)):
        if (here >> seat) & 1 and seat != int(s.controller):
            dropped = int(s.bag[seat])
            room = MOST_COINS_ON_WRECK - int(s.coins[wreck])
            s.bag[seat] = 0
            s.coins[wreck] = int(s.coins[wreck]) + min(dropped, room)
            s.issued = int(s.issued) - max(0, dropped - room)


# Wreck actions


@rule
def do_unique(s, seat):
    """The Unique action of the wreck being resolved; the phase changes if it asks something or wins the game."""
    card = card_at(s, int(s.wreck))
    kind = UNIQUE_KIND[card]
    amount = UNIQUE_AMOUNT[card]
    if kind == GAIN:
        gain(s, seat, amount)
    elif kind == BANK:
        bank(s, seat, amount)
    elif kind == RECOVER:
        s.recovery[seat] = int(s.recovery[seat]) + amount
    elif kind == BAIT:
        if can_bait(s, seat):
            ask(s, seat, ASK_BAIT)
    elif kind == RECOVER_OR_MEDDLE:
        ask(s, seat, ASK_MEDDLE)


@rule
def ask(s, seat, phase):
    """Wait for a seat's decision about the wreck being resolved."""
    s.actor = seat
    s.phase = phase


@rule
def can_bait(s, seat):
    """Whether a bait can do anything: a card of one's own at the centre, or another's in hand (B9)."""
    for other in range(int(s.players)):
        held = int(s.hand[other]) & BARRACUDA_BIT != 0
        if held != (other == seat):
            return True
    return False


@rule
def do_commons(s, standing):
    """The Common action of the wreck being resolved, by all who stand there; a shelter has acted before (B8)."""
    card = card_at(s, int(s.wreck))
    if COMMON_KIND[card] == GAIN:
        for seat in range(int(s.players)):
            if (standing >> seat) & 1:
                gain(s, seat, COMMON_AMOUNT[card])


# Wreck by wreck


@rule
def start_resolution(s):
    pick_up_coins(s)
    s.phase = RESOLVE
    s.wreck = 1
    resolve(s)


@rule
def resolve(s):
    """Go through the wrecks, from the present one on, until somebody is asked or the turn ends (B19)."""
    while int(s.phase) == RESOLVE and int(s.wreck) < LAIR:
        open_wreck(s)
        if int(s.phase) == RESOLVE:
            close_wreck(s)
    if int(s.phase) == RESOLVE:
        end_turn(s)


@rule
def open_wreck(s):
    """What comes before the Common action: the Barracuda, a lone diver's Unique action, or the question whose turn."""
    here = divers_at(s, int(s.wreck))
    standing = here & ~int(s.lying)
    if here != 0 and int(s.barracuda) == int(s.wreck):
        bite(s, here)
    elif standing != 0:
        first = initiative(s, standing)
        if here & (here - 1) == 0:
            do_unique(s, first)
        elif first != NOBODY:
            ask(s, first, ACT)


@rule
def close_wreck(s):
    do_commons(s, divers_at(s, int(s.wreck)) & ~int(s.lying))
    s.wreck = int(s.wreck) + 1


@rule
def go_on(s):
    """After an answer: the rest of this wreck, then the others, unless the answer asks more or won."""
    if int(s.phase) == RESOLVE:
        close_wreck(s)
        resolve(s)


# The end of the turn, and of the game


@rule
def end_turn(s):
    """Divers stand up, recoveries, Barracuda cards, then the meddling (B27)."""
    s.wreck = 0
    s.lying = 0
    s.controller = NOBODY
    for seat in range(int(s.players)):
        take_back_oldest(s, seat, int(s.recovery[seat]))
        s.recovery[seat] = 0
    if int(s.barracuda) == LAIR or holders_of_barracuda(s) == 0:
        take_back_barracudas(s)
    if int(s.meddler) != NOBODY:
        s.phase = PICK
    else:
        next_turn(s)


@rule
def next_turn(s):
    """The next choice of cards, or the end of the game after the last turn (B29)."""
    if int(s.turn) == LAST_TURN:
        finish(s)
    else:
        s.turn = int(s.turn) + 1
        s.phase = CHOOSE


@rule
def finish(s):
    """The game is over; what the turn still meant to do does not happen (B28)."""
    s.phase = OVER
    s.wreck = 0
    s.controller = NOBODY
