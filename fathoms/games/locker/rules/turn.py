"""A turn of Davy Jones' Locker: cards come to the row, effects follow, the diver surfaces or comes to grief.

Every effect that asks somebody something is a phase; `proceed` says what comes when an effect is done.
"""

from fathoms.engine.dialect import count_bits, rule
from fathoms.games.locker.pieces import (
    ANCHOR,
    BACKFIRE,
    BEASTMASTER,
    BEASTMASTER_ASKS,
    CARDS_A_SUIT,
    CHARMER,
    CHEST,
    CLEAN_SWEEP,
    DECOY,
    DOUBLE_HAUL,
    DRONE,
    DRY_NET,
    FREEBOOTER,
    HARPOON,
    KEY,
    KNIFE,
    MAP,
    MERMAID,
    MYSTIC,
    NAVIGATOR,
    NEIGHBOURS,
    NET,
    PLUNDER,
    SABOTEUR,
    SAFE_HARBOUR,
    SAFE_HARBOUR_CARDS,
    SALVAGE,
    SQUID,
    SQUID_ASKS,
    SQUID_FISHER,
    STRANGE_WATERS,
    SUDDEN_DEATH,
    SUDDEN_DEATH_WORTH,
    SUIT_CARDS,
    SUIT_COUNT,
    VALUES,
    WINDFALL,
)
from fathoms.games.locker.rules.score import best_worth
from fathoms.games.locker.rules.setup import diver_has, opponent_has, seat_with
from fathoms.games.locker.state import (
    BONUS,
    CHOOSE,
    DRAW,
    OVER,
    PEEK,
    PICK_VICTIM,
    SHOW,
    TAKE,
    USE_HARPOON,
    USE_KNIFE,
    USE_NET,
)

# --- Cards and Holds ---


@rule
def suit_of(card):
    return card // 6


@rule
def top_of(hold, suit):
    """The highest card of a suit in a Hold (L11); the caller knows that there is one."""
    card = suit * 6 + 5
    while (hold >> card) & 1 == 0:
        card -= 1
    return card


@rule
def suits_in(hold):
    """Bit mask of the suits in a Hold."""
    low = int(hold)
    low |= low >> 1
    low |= low >> 2
    low |= low >> 2  # now the first bit of a suit tells of all its six cards
    mask = 0
    for suit in range(SUIT_COUNT):
        mask |= ((low >> (suit * CARDS_A_SUIT)) & 1) << suit
    return mask


@rule
def take_from_hold(s, seat, suit):
    card = top_of(int(s.holds[seat]), suit)
    s.holds[seat] ^= 1 << card
    return card


@rule
def compared(s, card):
    """What an Incident compares: the suit, or the printed value in strange waters (L8, L54)."""
    if int(s.variant) == STRANGE_WATERS:
        return int(VALUES[card])
    return suit_of(card)


# --- A card comes to the row (L6, L8 to L10) ---


@rule
def enter(s, card, by_net):
    """From anywhere: it triggers an Incident, or it is placed and its effect begins."""
    if (int(s.met) >> compared(s, card)) & 1:
        incident(s, card, by_net)
    else:
        place(s, card, by_net)
        begin_effect(s, suit_of(card))


@rule
def place(s, card, by_net):
    n = int(s.row_n)
    s.row[n] = card
    s.row_n = n + 1
    s.met |= 1 << compared(s, card)
    s.netted |= by_net << n
    if int(s.debt) > 0:
        s.debt -= 1


@rule
def begin_effect(s, suit):
    """Each effect either asks by setting a phase, or is done at once and lets the turn proceed."""
    if suit == SQUID:
        squid(s)
    elif suit == MAP:
        treasure_map(s)
    elif suit == KNIFE:
        knife(s)
    elif suit == DRONE:
        drone(s)
    elif suit == NET:
        s.hauls += 2 if diver_has(s, DOUBLE_HAUL) else 1
        proceed(s)
    elif suit == HARPOON:
        harpoon(s)
    else:
        proceed(s)


@rule
def proceed(s):
    """What comes when an effect is done: hauls first, then a Drone's question, then a Squid's debt (L7, L15, L37)."""
    if int(s.hauls) > 0 and int(s.holds[int(s.turn)]) != 0:
        s.phase = USE_NET
        return
    s.hauls = 0
    if int(s.debt) > 0 and int(s.deck) != 0 and int(s.drone_asks) == 0:
        s.phase = DRAW
    else:
        s.phase = CHOOSE


@rule
def draw(s, card):
    """`sea draw anchor-5` (L5); some divers bring certain cards straight home (L39, L43)."""
    s.deck ^= 1 << card
    if int(s.top_n) > 0:
        uncover_next(s)
    suit = suit_of(card)
    if (suit == SQUID and diver_has(s, SQUID_FISHER)) or (suit == MERMAID and diver_has(s, CHARMER)):
        s.holds[int(s.turn)] |= 1 << card
        proceed(s)
    else:
        enter(s, card, 0)


@rule
def uncover_next(s):
    """The known top card has left the deck; the ones seen below it move up."""
    n = int(s.top_n) - 1
    for i in range(n):
        s.top[i] = s.top[i + 1]
        s.seen_by[i] = s.seen_by[i + 1]
    s.top[n] = 0
    s.seen_by[n] = 0
    s.top_n = n


# --- Incident (L8, L14, L31, L38, L47, L50) ---


@rule
def incident(s, trigger, by_net):
    turn = int(s.turn)
    safe = anchored(s)
    dry_net = diver_has(s, DRY_NET)
    kept = 0
    lost = 0
    for i in range(int(s.row_n)):
        card = int(s.row[i])
        if i < safe or (dry_net and (suit_of(card) == NET or (int(s.netted) >> i) & 1)):
            kept |= 1 << card
        else:
            lost |= 1 << card
    if dry_net and by_net:
        kept |= 1 << trigger
    else:
        lost |= 1 << trigger
    s.holds[turn] |= kept
    lose(s, lost)
    end_turn(s)


@rule
def anchored(s):
    """How many cards of the row the last Anchor saves, from the first on (L14, L31)."""
    for back in range(int(s.row_n)):
        place_of = int(s.row_n) - 1 - back
        if suit_of(int(s.row[place_of])) == ANCHOR:
            return place_of + (SAFE_HARBOUR_CARDS if diver_has(s, SAFE_HARBOUR) else 0)
    return 0


@rule
def lose(s, lost):
    """Where the cards of an Incident go: the Locker, a neighbour (L50) or the Saboteur (L47)."""
    turn = int(s.turn)
    if int(s.variant) == NEIGHBOURS:
        s.holds[(turn + 1) % int(s.players)] |= lost
    elif int(s.marked) == turn:
        s.holds[seat_with(s, SABOTEUR)] |= lost
    else:
        s.locker |= lost


# --- Effects (L15 to L23) ---


@rule
def squid(s):
    s.debt = BEASTMASTER_ASKS if opponent_has(s, BEASTMASTER) else SQUID_ASKS  # it has just paid one itself, L54
    proceed(s)


@rule
def treasure_map(s):
    if int(s.locker) == 0:
        proceed(s)
    elif diver_has(s, NAVIGATOR):
        s.phase = TAKE
    else:
        s.shows = min(3, count_bits(int(s.locker)))
        s.phase = SHOW


@rule
def show(s, card):
    s.shown[int(s.shown_n)] = card
    s.shown_n += 1
    if int(s.shown_n) == int(s.shows):
        s.phase = TAKE


@rule
def shown_mask(s):
    mask = 0
    for i in range(int(s.shown_n)):
        if int(s.shown[i]) >= 0:
            mask |= 1 << int(s.shown[i])
    return mask


@rule
def take(s, card):
    for i in range(3):
        s.shown[i] = 0
    s.shown_n = 0
    s.shows = 0
    s.locker ^= 1 << card
    enter(s, card, 0)


@rule
def can_knife(s, seat):
    """Whether the player in turn may point a Knife at a seat's Hold (L18, L34)."""
    own = seat == int(s.turn)
    return int(s.holds[seat]) != 0 and own == opponent_has(s, BACKFIRE)


@rule
def knife(s):
    s.phase = USE_KNIFE
    for seat in range(int(s.players)):
        if can_knife(s, seat):
            return
    proceed(s)


@rule
def use_knife(s, seat, suit):
    turn = int(s.turn)
    if diver_has(s, CLEAN_SWEEP) and seat != turn:
        whole = int(s.holds[seat]) & (SUIT_CARDS << (suit * 6))
        s.holds[seat] ^= whole
        s.locker |= whole
    else:
        card = take_from_hold(s, seat, suit)
        if diver_has(s, SALVAGE) and seat != turn:
            s.holds[turn] |= 1 << card
        else:
            s.locker |= 1 << card
    proceed(s)


@rule
def drone(s):
    if int(s.deck) == 0:
        proceed(s)
        return
    s.looks = min(3 if diver_has(s, MYSTIC) else 1, count_bits(int(s.deck)))
    s.phase = PEEK


@rule
def peek(s, card):
    i = int(s.looked)
    s.seen_by[i] |= 1 << int(s.turn)
    if i == int(s.top_n):
        s.top[i] = card
        s.top_n = i + 1
    s.looked = i + 1
    if int(s.looked) == int(s.looks):
        s.looks = 0
        s.looked = 0
        s.drone_asks = 1
        proceed(s)


@rule
def top_mask(s):
    """The cards of the deck that are known to lie on top, as far as this record tells."""
    mask = 0
    for i in range(int(s.top_n)):
        if int(s.top[i]) >= 0:
            mask |= 1 << int(s.top[i])
    return mask


@rule
def use_net(s, suit):
    s.hauls -= 1
    enter(s, take_from_hold(s, int(s.turn), suit), 1)


@rule
def harpoonable(s, seat):
    """Bit mask of the suits a Harpoon may take from a seat's Hold (L22, L45, L46)."""
    turn = int(s.turn)
    if seat == turn:
        return 0
    suits = suits_in(int(s.holds[seat]))
    if not diver_has(s, FREEBOOTER):
        suits &= ~suits_in(int(s.holds[turn]))
    if opponent_has(s, DECOY):
        suits &= 1 << SQUID
    return suits


@rule
def harpoon(s):
    s.phase = USE_HARPOON
    for seat in range(int(s.players)):
        if harpoonable(s, seat) != 0:
            return
    if opponent_has(s, DECOY):
        drop_last(s)
    proceed(s)


@rule
def drop_last(s):
    """A decoyed Harpoon leaves the row for the Locker (L46)."""
    n = int(s.row_n) - 1
    card = int(s.row[n])
    s.row[n] = 0
    s.row_n = n
    s.met &= ~(1 << compared(s, card))
    s.netted &= ~(1 << n)
    s.locker |= 1 << card


@rule
def use_harpoon(s, seat, suit):
    enter(s, take_from_hold(s, seat, suit), 0)


# --- Surfacing (L11, L20, L35, L36) ---


@rule
def surface(s):
    suits = 0
    for i in range(int(s.row_n)):
        card = int(s.row[i])
        s.holds[int(s.turn)] |= 1 << card
        suits |= 1 << suit_of(card)
    earned = int(s.row_n) if (suits >> KEY) & 1 and (suits >> CHEST) & 1 else 0
    clear_row(s)
    if earned == 0:
        end_turn(s)
    elif diver_has(s, PLUNDER):
        s.bonus = earned
        plunder_somebody(s)
    else:
        take_bonus(s, earned * (2 if diver_has(s, WINDFALL) else 1), int(s.locker), -1)


@rule
def plunder_somebody(s):
    s.phase = PICK_VICTIM
    for seat in range(int(s.players)):
        if seat != int(s.turn) and int(s.holds[seat]) != 0:
            return
    end_turn(s)


@rule
def take_bonus(s, cards, pile, seat):
    """Begin to take up to `cards` from a pile: the Locker (seat -1) or a Hold."""
    s.bonus = min(cards, count_bits(pile))
    s.bonus_from = seat
    if int(s.bonus) == 0:
        end_turn(s)
    else:
        s.phase = BONUS


@rule
def bonus_pile(s):
    return int(s.locker) if int(s.bonus_from) < 0 else int(s.holds[int(s.bonus_from)])


@rule
def bonus(s, card):
    if int(s.bonus_from) < 0:
        s.locker ^= 1 << card
    else:
        s.holds[int(s.bonus_from)] ^= 1 << card
    s.holds[int(s.turn)] |= 1 << card
    s.bonus -= 1
    if int(s.bonus) == 0:
        end_turn(s)


# --- The end of a turn and of the game (L12, L24, L52) ---


@rule
def clear_row(s):
    for i in range(int(s.row_n)):
        s.row[i] = 0
    s.row_n = 0
    s.met = 0
    s.netted = 0
    s.debt = 0
    s.hauls = 0
    s.drone_asks = 0


@rule
def end_turn(s):
    clear_row(s)
    s.bonus = 0
    s.bonus_from = -1
    if int(s.deck) == 0 or (int(s.variant) == SUDDEN_DEATH and best_worth(s) >= SUDDEN_DEATH_WORTH):
        s.phase = OVER
    else:
        s.turn = (int(s.turn) + 1) % int(s.players)
        s.phase = DRAW
