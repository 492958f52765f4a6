"""Who decides in The Nukha's Cave, what they may choose, and what a choice begins."""

from fathoms.engine.dialect import SEA_BIT, list_bits, rule
from fathoms.games.nukha.notation import (
    ACCEPT,
    ACCUSE,
    ATTACK,
    BUY,
    CHOOSE,
    CLAIM_AS,
    DONE,
    HIDE_CARD,
    LEAVE,
    MUTINY,
    OFFER_DOWN,
    OFFER_UP,
    PASS,
    PICK_DOWN,
    PICK_UP,
    PLEDGE,
    RECOVER_CARD,
    STEAL_FROM,
)
from fathoms.games.nukha.pieces import CLAIM_LANTERN, CLAIMS, KINDS
from fathoms.games.nukha.rules.hands import count_of
from fathoms.games.nukha.rules.turn import (
    attack,
    buy,
    choose_adventurer,
    claim,
    hide,
    hit_face_up,
    hit_hidden,
    leave,
    mutiny,
    offerable_down,
    offerable_up,
    pass_cave,
    pledge,
    recover,
    start_effect,
    steal,
    targets,
)
from fathoms.games.nukha.state import (
    ANSWER,
    BOUGHT,
    CLAIM,
    DRAFT,
    FIND,
    HIDE,
    LOYALTY,
    NAME_CAPTAIN,
    NONE,
    OFFER,
    OVER,
    PICK,
    PICK_HIDDEN,
    PROVE,
    RECOVER,
    RESPOND,
    STOCK,
    TARGET,
)


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
