"""The rule of thumb of The Nukha's Cave: seize the Bottle, buy what the Captain may, doubt what he left.

Worths are in tenths of a point. Chance decides where always doing the same would give a player away. The habits were
chosen by trials of one at a time, against the ones before.
"""

from fathoms.engine.dialect import below, rule
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
    RECOVER_CARD,
    STEAL_FROM,
)
from fathoms.games.nukha.pieces import (
    ADVENTURERS,
    CLAIM_GRAPPLE,
    CLAIM_LANTERN,
    CLAIM_LIZARD,
    CLAIM_OF,
    CLAIM_PISTOL,
    CLAIMS,
    EGG,
    FOUND_KINDS,
    KINDS,
    LANTERN_2,
    LANTERN_3,
    PURSE,
)
from fathoms.games.nukha.rules.decisions import may_be_robbed
from fathoms.games.nukha.rules.hands import ALL_PURSES, WHOLE_CAVE, common, count_of
from fathoms.games.nukha.rules.memory import remembered
from fathoms.games.nukha.rules.score import holds
from fathoms.games.nukha.rules.turn import acts_on, offerable_down, offerable_up, targets
from fathoms.games.nukha.state import (
    ANSWER,
    CLAIM,
    DRAFT,
    HIDE,
    LOYALTY,
    OFFER,
    PICK,
    PLACES,
    RECOVER,
    RESPOND,
    TARGET,
)

COIN = 10
UNKNOWN = 13  # a card out of sight: what is dear is kept there
AT_LARGE = 5  # how often, in percent for each player beyond three, a Captain leaves what he would buy
LEFT_TO_HIM = 85  # how likely, in percent, a claim that the Captain would not buy is a lie, before cards are counted


@rule
def heuristic(s, seat, rng):
    phase = int(s.phase)
    if phase == CLAIM:
        return claim_something(s, seat, rng)
    if phase == ANSWER:
        return answer(s, seat, rng)
    if phase == TARGET:
        return ATTACK + richest(s, targets(s), rng)
    if phase == RESPOND:
        return respond(s, seat, rng)
    if phase == LOYALTY:
        return MUTINY
    if phase == PICK:
        return pick(s)
    return use_power(s, seat, phase, rng)


@rule
def use_power(s, seat, phase, rng):
    if phase == DRAFT:
        return choose(s, rng)
    if phase == OFFER:
        return offer(s)
    if phase == RECOVER:
        best = best_kind(s, seat, int(s.discard))
        return RECOVER_CARD + best if worth(s, seat, best) > 0 else PASS
    if phase == HIDE:
        best = best_kind(s, seat, int(s.up[seat]))
        return HIDE_CARD + best if worth(s, seat, best) > 0 else DONE
    return STEAL_FROM + richest(s, may_be_robbed(s, seat), rng)


@rule
def chance(percent, rng):
    return below(rng, 100) < percent


# What things are worth


@rule
def worth(s, seat, kind):
    """A card to a seat at the end of the game: what it scores, or its part in a majority, by who is seen to lead."""
    if kind == EGG:
        return -10
    if kind == LANTERN_3:
        return 30
    if kind == LANTERN_2:
        return 20
    return 10 if kind == PURSE else worth_in_majority(lead_in(s, seat, kind))


@rule
def worth_in_majority(lead):
    if lead < -1:
        return 4
    if lead == -1:
        return 13
    if lead == 0:
        return 20
    return 16 if lead == 1 else 4


@rule
def lead_in(s, seat, kind):
    """How many cards of a kind a seat is ahead of the best of the others, as far as the record shows them."""
    most = 0
    for other in range(int(s.players)):
        if other != seat:
            most = max(most, holds(s, other, kind))
    return holds(s, seat, kind) - most


@rule
def best_kind(s, seat, hand):
    """The kind of a hand that is worth most to a seat; the caller knows that it is not empty."""
    best = EGG
    most = -(1 << 30)
    for kind in range(KINDS):
        if count_of(hand, kind) > 0 and worth(s, seat, kind) >= most:
            most = worth(s, seat, kind)
            best = kind
    return best


@rule
def wealth(s, seat):
    """What a seat seems to have."""
    total = int(s.coins[seat]) * COIN + int(s.hidden[seat]) * UNKNOWN
    for kind in range(KINDS):
        here = count_of(s.up[seat], kind)
        if here > 0:
            total += here * worth(s, seat, kind)
    return total


@rule
def richest(s, seats, rng):
    """The seat of these that seems richest, give or take."""
    best = -(1 << 30)
    chosen = 0
    for seat in range(int(s.players)):
        if (seats >> seat) & 1:
            here = wealth(s, seat) + below(rng, 20)
            if here > best:
                best = here
                chosen = seat
    return chosen


@rule
def unseen(s, seat):
    """The cards that the seat has not placed somewhere, as a hand."""
    cards = WHOLE_CAVE - int(s.discard)
    for other in range(int(s.players)):
        cards -= (int(s.up[other]) + int(s.down[other])) & ~ALL_PURSES
    for place in range(PLACES):
        hand = remembered(s, seat, place)
        if hand != 0:
            cards -= common(hand, cards)
    return cards


@rule
def unseen_of(s, seat, name):
    """How many of those would make a claim true."""
    cards = unseen(s, seat)
    left = 0
    for kind in range(FOUND_KINDS):
        if CLAIM_OF[kind] == name:
            left += count_of(cards, kind)
    return left


@rule
def doubt(s, seat):
    """How likely the claim is a lie, in percent: certain when every card of it is accounted for."""
    left = unseen_of(s, seat, int(s.claim))
    if left <= 0:
        return 100
    return max(20, LEFT_TO_HIM - 100 * left // (int(s.cave_left) + 6))


# Decisions


@rule
def choose(s, rng):
    """Any adventurer left: each has his day."""
    kind = below(rng, len(ADVENTURERS))
    while (int(s.pool) >> kind) & 1 == 0:
        kind = (kind + 1) % len(ADVENTURERS)
    return CHOOSE + kind


@rule
def claim_something(s, seat, rng):
    """The truth, but for an Egg; now and then a Lantern is denied, so that what a Captain leaves may be one."""
    found = int(s.found)
    if found == EGG:
        return CLAIM_AS + (CLAIM_LANTERN if chance(30, rng) else useful_lie(s, seat, rng))
    truth = int(CLAIM_OF[found])
    denied = truth == CLAIM_LANTERN and chance(40, rng)
    return CLAIM_AS + (useful_lie(s, seat, rng) if denied else truth)


@rule
def useful_lie(s, seat, rng):
    """A claim that some other Explorer could suffer from, if there is one; a Grapple more often than not."""
    name = CLAIM_GRAPPLE if chance(30, rng) else below(rng, len(CLAIMS))
    for _ in range(len(CLAIMS)):
        if unseen_of(s, seat, name) > 0 and could_hurt(s, seat, name):
            return name
        name = (name + 1) % len(CLAIMS)
    return name


@rule
def could_hurt(s, seat, name):
    before = int(s.claim)
    s.claim = name  # the record is the bot's own copy
    found = False
    for other in range(int(s.players)):
        if other != seat and other != int(s.captain) and acts_on(s, other):
            found = True
    s.claim = before
    return found


@rule
def answer(s, seat, rng):
    """Buy unless an Egg is to be feared: what is left is the Explorer's, and he attacks.

    At large tables some is left, or the Bottle would go round like clockwork and favour one place.
    """
    if int(s.coins[seat]) == 0 or chance(AT_LARGE * (int(s.players) - 3), rng):
        return LEAVE
    return BUY if likely_worth(s, seat, int(s.claim)) > below(rng, 20) - COIN else LEAVE


@rule
def likely_worth(s, seat, claim):
    """What the card behind a claim, and the attack with it if it is true, are worth to the Captain."""
    cards = unseen(s, seat)
    true_ones = true_worth = other_ones = other_worth = 0
    for kind in range(FOUND_KINDS):
        count = count_of(cards, kind)
        if CLAIM_OF[kind] == claim:
            true_ones += count
            true_worth += count * (worth(s, seat, kind) + harm(claim))
        else:
            count += count if kind == EGG else 0  # whoever finds one has to lie
            other_ones += count
            other_worth += count * worth(s, seat, kind)
    honest = 0 if true_ones == 0 else 60
    return (honest * true_worth // max(1, true_ones) + (100 - honest) * other_worth // max(1, other_ones)) // 100


@rule
def respond(s, seat, rng):
    """Accuse when the coin to win and the harm to avoid outweigh the coin to lose."""
    lie = doubt(s, seat) + below(rng, 40) - 20
    gain = lie * (COIN + harm(int(s.claim)))
    return ACCUSE if gain > (100 - lie) * COIN else ACCEPT


@rule
def harm(claim):
    """What an attack costs whom it hits."""
    if claim == CLAIM_LANTERN:
        return 2
    if claim == CLAIM_PISTOL:
        return 8
    return 10 if claim == CLAIM_LIZARD else 12


@rule
def pick(s):
    """The best card in sight, to the thief or to its owner who loses it, or a hidden one if that is likely better."""
    target = int(s.target)
    judge = target if int(s.claim) == CLAIM_PISTOL else int(s.attacker)
    shown = 0 if int(s.claim) == CLAIM_LANTERN else int(s.up[target])
    if shown == 0:
        return PICK_DOWN
    best = best_kind(s, judge, shown)
    return PICK_DOWN if int(s.hidden[target]) > 0 and worth(s, judge, best) < UNKNOWN else PICK_UP + best


@rule
def offer(s):
    """The least of what may be offered."""
    chosen = PASS
    least = 1 << 30
    for kind in range(KINDS):
        here = worth(s, int(s.target), kind)
        if count_of(offerable_down(s), kind) > 0 and here < least:
            least = here
            chosen = OFFER_DOWN + kind
        if count_of(offerable_up(s), kind) > 0 and here < least:
            least = here
            chosen = OFFER_UP + kind
    return chosen
