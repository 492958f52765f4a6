"""The rules of The Nukha's Cave, as verbs over its record (`docs/adding-a-game.md`).

A turn is in `rules_turn`, the count in `rules_score`, secrets in `rules_worlds`, memory in `rules_memory`.
"""

from fathoms.engine.dialect import EVERYONE, SEA, SEA_BIT, list_bits, rule
from fathoms.games.nukha.notation import (
    ACCEPT,
    ACCUSE,
    ATTACK,
    BUY,
    CAPTAIN_IS,
    CHOOSE,
    CLAIM_AS,
    DISCARDS,
    DONE,
    FINDS,
    HIDE_CARD,
    LEAVE,
    MUTINY,
    OFFER_DOWN,
    OFFER_UP,
    PASS,
    PICK_DOWN,
    PICK_UP,
    PICKS,
    PLEDGE,
    RECOVER_CARD,
    REVEALS,
    STEAL_FROM,
)
from fathoms.games.nukha.options import DRAFTED
from fathoms.games.nukha.pieces import (
    ADVENTURERS,
    CAVE_CARDS,
    CLAIM_LANTERN,
    CLAIMS,
    COINS,
    EFFECT_RULE,
    FEW_ADVENTURERS,
    FEW_PLAYERS,
    KINDS,
    NOMADS,
    NOMADS_AMONG,
    PURSE,
)
from fathoms.games.nukha.rules_cards import WHOLE_CAVE, count_of, one, size
from fathoms.games.nukha.rules_score import rank, token_holder, worth
from fathoms.games.nukha.rules_turn import (
    attack,
    buy,
    choose_adventurer,
    claim,
    find,
    hide,
    hit_face_up,
    hit_hidden,
    leave,
    mutiny,
    name_captain,
    offerable_down,
    offerable_up,
    pass_cave,
    pledge,
    recover,
    reveal_accused,
    reveal_bought,
    start_effect,
    steal,
    stock_discard,
    targets,
    who_sees_hit,
)
from fathoms.games.nukha.rules_worlds import found_in_hand, imagine, redact
from fathoms.games.nukha.state import (
    ANSWER,
    BOUGHT,
    CLAIM,
    DRAFT,
    FIND,
    HIDE,
    LOYALTY,
    MOST_SEATS,
    NAME_CAPTAIN,
    NONE,
    OFFER,
    OVER,
    PICK,
    PICK_HIDDEN,
    PROVE,
    RECOVER,
    RESPOND,
    STEAL,
    STOCK,
    TARGET,
)

__all__ = ["imagine", "redact", "token_holder"]  # the first two are verbs, the third is for the view

# --- Set-up ---


@rule
def setup(s, options):
    players = int(options[0])
    s.players = players
    s.captain = NONE
    s.turn = NONE
    s.reserve = COINS
    s.cave = WHOLE_CAVE
    s.cave_left = CAVE_CARDS
    s.found = NONE
    s.claim = NONE
    s.attacker = NONE
    s.target = NONE
    s.drafting = 1 if options[2] == DRAFTED else 0
    if int(s.drafting):
        s.pool = (1 << (FEW_ADVENTURERS if players <= FEW_PLAYERS else len(ADVENTURERS))) - 1
    for seat in range(MOST_SEATS):
        s.adventurer[seat] = options[3 + seat]
    s.phase = NAME_CAPTAIN
    if options[1] >= 0:
        name_captain(s, int(options[1]))


# --- The verbs of play ---


@rule
def to_act(s):
    phase = int(s.phase)
    if phase == OVER:
        return 0
    if is_the_seas(phase):
        return SEA_BIT
    if phase == ANSWER:
        return 1 << int(s.captain)
    if phase == TARGET or phase == PICK:
        return 1 << int(s.attacker)
    if phase == RESPOND or phase == OFFER:
        return 1 << int(s.target)
    return 1 << int(s.turn)


@rule
def is_the_seas(phase):
    if phase == NAME_CAPTAIN or phase == STOCK or phase == FIND:
        return True
    return phase == BOUGHT or phase == PROVE or phase == PICK_HIDDEN


@rule
def choices(s, seat, out):
    if (to_act(s) >> seat) & 1 == 0:
        return 0
    phase = int(s.phase)
    if phase == CLAIM:
        return list_bits((1 << len(CLAIMS)) - 1, CLAIM_AS, out, 0)
    if phase == ANSWER:
        return list_two(out, LEAVE, BUY if int(s.coins[seat]) > 0 else NONE)
    if phase == TARGET:
        return list_bits(targets(s), ATTACK, out, 0)
    if phase == RESPOND:
        return list_two(out, ACCEPT, ACCUSE)
    if phase == LOYALTY:
        return list_two(out, MUTINY, PLEDGE)
    if phase == PICK:
        return list_picks(s, out)
    return list_powers(s, seat, phase, out)


@rule
def list_powers(s, seat, phase, out):
    if phase == DRAFT:
        return list_bits(int(s.pool), CHOOSE, out, 0)
    if phase == OFFER:
        n = list_kinds(offerable_up(s), OFFER_UP, out, 0)
        return list_kinds(offerable_down(s), OFFER_DOWN, out, n)
    if phase == RECOVER:
        return list_more(list_kinds(s.discard, RECOVER_CARD, out, 0), PASS, out)
    if phase == HIDE:
        return list_more(list_kinds(s.up[seat], HIDE_CARD, out, 0), DONE, out)
    return list_bits(may_be_robbed(s, seat), STEAL_FROM, out, 0)


@rule
def list_two(out, first, second):
    out[0] = first
    out[1] = second
    return 1 if second == NONE else 2


@rule
def list_more(n, action, out):
    out[n] = action
    return n + 1


@rule
def list_kinds(hand, start, out, n):
    """Write `start` + kind for every kind of a hand to `out` from index `n` on; the new count."""
    for kind in range(KINDS):
        if count_of(hand, kind) > 0:
            out[n] = start + kind
            n += 1
    return n


@rule
def list_picks(s, out):
    """N28: face-up cards by name, but for a Lantern; then a hidden one."""
    target = int(s.target)
    n = 0 if int(s.claim) == CLAIM_LANTERN else list_kinds(s.up[target], PICK_UP, out, 0)
    return list_more(n, PICK_DOWN, out) if int(s.hidden[target]) > 0 else n


@rule
def may_be_robbed(s, seat):
    """N33: the other Explorers, as bits; each has a coin, since Red has strictly fewest."""
    everybody = (1 << int(s.players)) - 1
    return everybody & ~(1 << seat) & ~(1 << int(s.captain))


@rule
def play(s, seat, action):
    if action < CLAIM_AS:
        play_word(s, seat, action)
    elif action < CHOOSE:
        claim(s, action - CLAIM_AS)
    elif action < ATTACK:
        choose_adventurer(s, seat, action - CHOOSE)
    elif action < STEAL_FROM:
        attack(s, action - ATTACK)
    elif action < PICK_UP:
        steal(s, seat, action - STEAL_FROM)
    else:
        play_card(s, seat, action)


@rule
def play_word(s, seat, action):
    if action == LEAVE:
        leave(s)
    elif action == BUY:
        buy(s)
    elif action == ACCEPT:
        start_effect(s)
    elif action == ACCUSE:
        s.phase = PROVE
    elif action == MUTINY:
        mutiny(s, seat)
    elif action == PLEDGE:
        pledge(s, seat)
    else:  # Nostromo passes, Moon is done
        pass_cave(s)


@rule
def play_card(s, seat, action):
    if action < PICK_DOWN:
        hit_face_up(s, action - PICK_UP)
    elif action == PICK_DOWN:
        s.phase = PICK_HIDDEN
    elif action < OFFER_DOWN:
        hit_face_up(s, action - OFFER_UP)
    elif action < RECOVER_CARD:
        hit_hidden(s, action - OFFER_DOWN)
    elif action < HIDE_CARD:
        recover(s, seat, action - RECOVER_CARD)
    else:
        hide(s, seat, action - HIDE_CARD)


@rule
def fates(s, out, weights):
    phase = int(s.phase)
    if phase == FIND:
        return list_finds(s, out, weights)
    if phase == STOCK:
        return list_weighted(s.cave, DISCARDS, out, weights)
    if phase == PICK_HIDDEN:
        return list_weighted(s.down[s.target], PICKS, out, weights)
    if phase == NAME_CAPTAIN:
        for seat in range(int(s.players)):
            out[seat] = CAPTAIN_IS + seat
            weights[seat] = 1
        return int(s.players)
    if (phase == BOUGHT or phase == PROVE) and int(s.found) >= 0:
        out[0] = REVEALS + int(s.found)
        weights[0] = 1
        return 1
    return 0


@rule
def list_weighted(hand, start, out, weights):
    """Every card of a hand, equally likely."""
    n = list_kinds(hand, start, out, 0)
    for i in range(n):
        weights[i] = count_of(hand, out[i] - start)
    return n


@rule
def list_finds(s, out, weights):
    """N4: each card left is as likely as any other, but the Nomads lie among the last four."""
    n = list_weighted(s.cave, FINDS, out, weights)
    if int(s.cave_left) > NOMADS_AMONG:
        return n
    weights[n] = 1
    return list_more(n, FINDS + NOMADS, out)


@rule
def befall(s, fate):
    if fate < FINDS:
        name_captain(s, fate - CAPTAIN_IS)
    elif fate < DISCARDS:
        find(s, fate - FINDS)
    elif fate < REVEALS:
        stock_discard(s, fate - DISCARDS)
    elif fate >= PICKS:
        hit_hidden(s, fate - PICKS)
    elif int(s.phase) == BOUGHT:
        reveal_bought(s, fate - REVEALS)
    else:
        reveal_accused(s, fate - REVEALS)


@rule
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = worth(s, seat)


@rule
def winners(s):
    if int(s.phase) != OVER:
        return 0
    mask = 0
    best = -1000
    for seat in range(int(s.players)):
        here = rank(s, seat)
        if here > best:
            best = here
            mask = 0
        if here == best:
            mask |= 1 << seat
    return mask


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


# --- Why a move is refused ---


@rule
def why_not(s, seat, action):
    acting = to_act(s)
    if acting == 0:
        return 24
    if action_phase(action) != int(s.phase) or (acting >> seat) & 1 == 0:
        return action_rule(action)
    return why_not_now(s, seat, action)


@rule
def action_phase(action):
    """The phase that asks for an action."""
    if action < CLAIM_AS:
        return word_phase(action)
    if action < CHOOSE:
        return CLAIM
    if action < ATTACK:
        return DRAFT
    if action < STEAL_FROM:
        return TARGET
    if action < PICK_UP:
        return STEAL
    if action < OFFER_UP:
        return PICK
    if action < RECOVER_CARD:
        return OFFER
    return RECOVER if action < HIDE_CARD else HIDE


@rule
def word_phase(action):
    if action == MUTINY or action == PLEDGE:
        return LOYALTY
    if action == BUY or action == LEAVE:
        return ANSWER
    if action == ACCEPT or action == ACCUSE:
        return RESPOND
    return RECOVER if action == PASS else HIDE


@rule
def action_rule(action):
    """The rule that says when an action can be taken, and by whom."""
    phase = action_phase(action)
    if phase == LOYALTY:
        return 7
    if phase == DRAFT:
        return 3
    if phase == CLAIM:
        return 12
    if phase == ANSWER:
        return 13
    if phase == TARGET:
        return 15
    if phase == RESPOND:
        return 16
    return power_rule(phase)


@rule
def power_rule(phase):
    if phase == PICK:
        return 28
    if phase == OFFER:
        return 31
    if phase == RECOVER:
        return 30
    return 32 if phase == HIDE else 33


@rule
def why_not_now(s, seat, action):
    """For the right seat at the right time: what is wrong with this very card, seat or adventurer."""
    rule_number = action_rule(action)
    if rule_number == 15:
        return why_not_attack(s, seat, action - ATTACK)
    if rule_number == 28 and action != PICK_DOWN and int(s.claim) == CLAIM_LANTERN:
        return 20
    return rule_number


@rule
def why_not_attack(s, seat, target):
    captain = int(s.captain)
    if target < int(s.players) and target != captain and target != seat:
        return int(EFFECT_RULE[s.claim])
    return 14 if seat == captain else 15


# --- Soundness of a record ---


@rule
def sound(s):
    """Coins and cards conserved (N1), the Nomads still in the cave (N4), counts that match the hands (N40)."""
    coins = int(s.reserve)
    cards = int(s.cave) + int(s.discard)
    for seat in range(MOST_SEATS):
        coins += int(s.coins[seat])
        cards += int(s.up[seat]) + int(s.down[seat])
        if size(s.down[seat]) != int(s.hidden[seat]) or int(s.coins[seat]) < 0:
            return 40
    if found_in_hand(s):
        cards += one(s.found)
    purses = 0 if int(s.captain) == NONE else int(s.players) - 1
    if coins != COINS or cards != WHOLE_CAVE + purses * one(PURSE):
        return 1
    if size(s.discard) != int(s.discarded):
        return 40
    nomads = 0 if int(s.phase) == OVER else 1
    return 0 if size(s.cave) + nomads == int(s.cave_left) else 4
