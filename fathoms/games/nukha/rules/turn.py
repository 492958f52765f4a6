"""An Explorer's turn of The Nukha's Cave: loyalty, find, claim, answer, attack, effect, powers at the end.

Everything that asks somebody something is a phase; each function ends by saying which phase comes next.
"""

from fathoms.engine.dialect import EVERYONE, rule
from fathoms.games.nukha.pieces import (
    CAPTAIN_COINS,
    CLAIM_LANTERN,
    CLAIM_LIZARD,
    CLAIM_OF,
    CLAIM_PISTOL,
    COINS,
    EXPLORER_COINS,
    FIRST_DISCARDS,
    MOON,
    MOON_HIDES,
    NOMADS,
    NOSTROMO,
    PURSE,
    RED,
    SIANA,
    ULRICH,
)
from fathoms.games.nukha.rules.hands import ALL_EGGS, add_hidden, one
from fathoms.games.nukha.rules.memory import (
    forget_everything,
    hand_over_discard,
    remember_all,
    remember_move,
    remember_purses,
)
from fathoms.games.nukha.state import (
    ANSWER,
    BOUGHT,
    CLAIM,
    DISCARD,
    DRAFT,
    FIND,
    HIDE,
    LOYALTY,
    NONE,
    OFFER,
    OPEN,
    OVER,
    PICK,
    RECOVER,
    RESPOND,
    STEAL,
    STOCK,
    TARGET,
)

# --- Set-up (N2 to N6) ---


@rule
def name_captain(s, captain):
    s.captain = captain
    for seat in range(int(s.players)):
        s.coins[seat] = CAPTAIN_COINS if seat == captain else EXPLORER_COINS
        s.hidden[seat] = 0 if seat == captain else 1
        s.down[seat] = 0 if seat == captain else one(PURSE)
    s.reserve = COINS - CAPTAIN_COINS - EXPLORER_COINS * (int(s.players) - 1)
    remember_purses(s)
    if int(s.drafting):
        s.turn = captain
        s.phase = DRAFT
    else:
        s.phase = STOCK


@rule
def choose_adventurer(s, seat, adventurer):
    """N3: counter-clockwise, until it would be the Captain's turn again."""
    s.adventurer[seat] = adventurer
    s.pool = int(s.pool) & ~(1 << adventurer)
    s.turn = (seat + int(s.players) - 1) % int(s.players)
    if int(s.turn) == int(s.captain):
        s.turn = NONE
        s.phase = STOCK


@rule
def stock_discard(s, kind):
    """N5: the first cards of the cave go under the Bottle."""
    leave_cave(s, kind)
    s.discard += one(kind)
    s.discarded += 1
    if int(s.discarded) == FIRST_DISCARDS:
        begin_turn(s, next_explorer(s, int(s.captain)))


@rule
def leave_cave(s, kind):
    s.cave -= one(kind)
    s.cave_left -= 1


# --- Whose turn (N6, N19) ---


@rule
def next_explorer(s, seat):
    """The next seat on the left that is not the Captain's."""
    following = (seat + 1) % int(s.players)
    return (following + 1) % int(s.players) if following == int(s.captain) else following


@rule
def begin_turn(s, seat):
    s.turn = seat
    s.phase = LOYALTY if int(s.coins[seat]) > int(s.coins[s.captain]) else FIND


@rule
def close_turn(s):
    """N19: the powers at the end of an Explorer's turn."""
    seat = int(s.turn)
    adventurer = int(s.adventurer[seat])
    if adventurer == MOON and int(s.up[seat]) != 0:
        s.hides = MOON_HIDES
        s.phase = HIDE
    elif adventurer == RED and is_poorest(s, seat):
        s.phase = STEAL
    else:
        pass_cave(s)


@rule
def pass_cave(s):
    s.found = NONE
    s.shown = 0
    s.claim = NONE
    s.attacker = NONE
    s.target = NONE
    s.owed = 0
    s.hides = 0
    begin_turn(s, next_explorer(s, int(s.turn)))


@rule
def is_poorest(s, seat):
    """N33: strictly fewer coins than everybody else, the Captain counted."""
    for other in range(int(s.players)):
        if other != seat and int(s.coins[other]) <= int(s.coins[seat]):
            return False
    return True


# --- Loyalty (N7 to N9, N30) ---


@rule
def mutiny(s, seat):
    hand_over_discard(s, int(s.captain), seat)
    s.captain = seat
    if int(s.reserve) > 0:
        s.reserve -= 1
        s.coins[seat] += 1
    if int(s.adventurer[seat]) == NOSTROMO and int(s.discarded) > 0:
        s.phase = RECOVER
    else:
        pass_cave(s)


@rule
def recover(s, seat, kind):
    """N30: seen by Nostromo alone."""
    remember_move(s, kind, DISCARD, seat, 1 << seat)
    s.discard -= one(kind)
    s.discarded -= 1
    s.down[seat] += one(kind)
    s.hidden[seat] += 1
    pass_cave(s)


@rule
def pledge(s, seat):
    give_coins(s, seat, int(s.captain), 1)
    s.phase = FIND


@rule
def give_coins(s, giver, taker, most):
    """N18: nobody pays more than he has."""
    amount = min(int(s.coins[giver]), most)
    s.coins[giver] -= amount
    s.coins[taker] += amount


# --- The cave (N10 to N14) ---


@rule
def find(s, kind):
    s.found = kind
    if kind == NOMADS:
        end_game(s)
    else:
        leave_cave(s, kind)
        s.phase = CLAIM


@rule
def end_game(s):
    """N24: the Nomads are here, and everything is revealed."""
    s.cave_left -= 1
    s.shown = 1
    forget_everything(s)
    s.phase = OVER


@rule
def claim(s, name):
    s.claim = name
    s.phase = ANSWER


@rule
def buy(s):
    give_coins(s, int(s.captain), int(s.turn), 1)
    s.phase = BOUGHT


@rule
def reveal_bought(s, kind):
    captain = int(s.captain)
    s.up[captain] += one(kind)
    s.shown = 1
    if CLAIM_OF[kind] == int(s.claim):
        ask_for_target(s, captain)
    else:
        close_turn(s)


@rule
def leave(s):
    seat = int(s.turn)
    s.down[seat] += one(int(s.found))
    s.hidden[seat] += 1
    ask_for_target(s, seat)


# --- The attack (N15 to N18) ---


@rule
def ask_for_target(s, attacker):
    s.attacker = attacker
    if targets(s) == 0:
        close_turn(s)
    else:
        s.phase = TARGET


@rule
def targets(s):
    """The Explorers whom the attacker can attack with what was claimed, as bits."""
    mask = 0
    for seat in range(int(s.players)):
        if seat != int(s.captain) and seat != int(s.attacker) and acts_on(s, seat):
            mask |= 1 << seat
    return mask


@rule
def acts_on(s, seat):
    """N20 to N23: whether the claimed effect has something to take hold of."""
    effect = int(s.claim)
    if effect == CLAIM_LIZARD:
        return int(s.coins[seat]) > 0
    if effect == CLAIM_LANTERN:
        return int(s.hidden[seat]) > 0
    return int(s.hidden[seat]) > 0 or int(s.up[seat]) != 0


@rule
def attack(s, target):
    s.target = target
    if int(s.attacker) == int(s.captain):
        start_effect(s)
    else:
        s.phase = RESPOND


@rule
def reveal_accused(s, kind):
    """N17: that very card, nobody else's memory of the loot is touched."""
    attacker = int(s.attacker)
    s.down[attacker] -= one(kind)
    s.hidden[attacker] -= 1
    s.up[attacker] += one(kind)
    s.shown = 1
    if CLAIM_OF[kind] == int(s.claim):
        s.owed = 1
        start_effect(s)
    else:
        pay_winner(s, attacker, int(s.target))
        close_turn(s)


@rule
def pay_winner(s, loser, winner):
    """N17, N34: Ulrich is paid twice."""
    give_coins(s, loser, winner, 2 if int(s.adventurer[winner]) == ULRICH else 1)


# --- Effects (N20 to N23, N28, N31) ---


@rule
def start_effect(s):
    target = int(s.target)
    if int(s.claim) == CLAIM_LIZARD:
        give_coins(s, target, int(s.attacker), 1)
        end_effect(s)
    elif int(s.adventurer[target]) != SIANA:
        s.phase = PICK
    elif offerable_up(s) | offerable_down(s):
        s.phase = OFFER
    else:
        s.phase = PICK
        remember_all(s, target, int(s.down[target]))


@rule
def offerable_up(s):
    """N31: the face-up cards the target may offer, as a hand: never an Egg, none at all to a Lantern."""
    return 0 if int(s.claim) == CLAIM_LANTERN else int(s.up[s.target]) & ~ALL_EGGS


@rule
def offerable_down(s):
    return int(s.down[s.target]) & ~ALL_EGGS


@rule
def end_effect(s):
    if int(s.owed):
        pay_winner(s, int(s.target), int(s.attacker))
    close_turn(s)


@rule
def hit_face_up(s, kind):
    target = int(s.target)
    s.up[target] -= one(kind)
    if int(s.claim) == CLAIM_PISTOL:
        remember_move(s, kind, OPEN, DISCARD, EVERYONE)
        s.discard += one(kind)
        s.discarded += 1
    else:
        s.up[s.attacker] += one(kind)
    end_effect(s)


@rule
def hit_hidden(s, kind):
    target = int(s.target)
    end = effect_end(s)
    remember_move(s, kind, target, end, who_sees_hit(s))
    s.down[target] -= one(kind)
    s.hidden[target] -= 1
    if end == OPEN:
        s.up[target] += one(kind)
    else:
        add_hidden(s, end, one(kind))
        if end == DISCARD:
            s.discarded += 1
        else:
            s.hidden[end] += 1
    end_effect(s)


@rule
def effect_end(s):
    """Where a hidden card goes: face up, to the discard, or to the attacker."""
    effect = int(s.claim)
    if effect == CLAIM_LANTERN:
        return OPEN
    return DISCARD if effect == CLAIM_PISTOL else int(s.attacker)


@rule
def who_sees_hit(s):
    """N28: who sees the hidden card that is hit."""
    effect = int(s.claim)
    if effect == CLAIM_LANTERN:
        return EVERYONE
    witness = int(s.captain) if effect == CLAIM_PISTOL else int(s.attacker)
    return (1 << int(s.target)) | (1 << witness)


# --- Powers at the end of a turn (N32, N33) ---


@rule
def hide(s, seat, kind):
    remember_move(s, kind, OPEN, seat, EVERYONE)
    s.up[seat] -= one(kind)
    s.down[seat] += one(kind)
    s.hidden[seat] += 1
    s.hides -= 1
    if int(s.hides) == 0 or int(s.up[seat]) == 0:
        pass_cave(s)


@rule
def steal(s, seat, victim):
    give_coins(s, victim, seat, 1)
    pass_cave(s)
