"""Why a move of The Nukha's Cave is refused: the number of the most telling rule."""

from fathoms.engine.dialect import rule
from fathoms.games.nukha.notation import (
    ACCEPT,
    ACCUSE,
    ATTACK,
    BUY,
    CHOOSE,
    CLAIM_AS,
    HIDE_CARD,
    LEAVE,
    MUTINY,
    OFFER_UP,
    PASS,
    PICK_DOWN,
    PICK_UP,
    PLEDGE,
    RECOVER_CARD,
    STEAL_FROM,
)
from fathoms.games.nukha.pieces import CLAIM_LANTERN, EFFECT_RULE
from fathoms.games.nukha.rules import ids
from fathoms.games.nukha.rules.decisions import to_act
from fathoms.games.nukha.state import ANSWER, CLAIM, DRAFT, HIDE, LOYALTY, OFFER, PICK, RECOVER, RESPOND, STEAL, TARGET


@rule
def why_not(s, seat, action):
    acting = to_act(s)
    if acting == 0:
        return ids.THE_END
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
        return ids.LOYALTY
    if phase == DRAFT:
        return ids.DRAFT
    if phase == CLAIM:
        return ids.CLAIM
    if phase == ANSWER:
        return ids.ANSWER
    if phase == TARGET:
        return ids.LEFT
    if phase == RESPOND:
        return ids.ACCEPT
    return power_rule(phase)


@rule
def power_rule(phase):
    if phase == PICK:
        return ids.PICK
    if phase == OFFER:
        return ids.SIANA
    if phase == RECOVER:
        return ids.NOSTROMO
    return ids.MOON if phase == HIDE else ids.RED


@rule
def why_not_now(s, seat, action):
    """For the right seat at the right time: what is wrong with this very card, seat or adventurer."""
    rule_number = action_rule(action)
    if rule_number == 15:
        return why_not_attack(s, seat, action - ATTACK)
    if rule_number == 28 and action != PICK_DOWN and int(s.claim) == CLAIM_LANTERN:
        return ids.ACTS_ON
    return rule_number


@rule
def why_not_attack(s, seat, target):
    captain = int(s.captain)
    if target < int(s.players) and target != captain and target != seat:
        return int(EFFECT_RULE[s.claim])
    return ids.BOUGHT if seat == captain else ids.LEFT
