"""The rule of thumb of The Nukha's Cave: count the cards in sight, lie now and then, doubt what is too good.

Worths are in tenths of a point. Chance decides where always doing the same would give a player away.
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
    PLEDGE,
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
    KINDS,
)
from fathoms.games.nukha.rules import may_be_robbed
from fathoms.games.nukha.rules_cards import WHOLE_CAVE, count_of
from fathoms.games.nukha.rules_memory import remembered
from fathoms.games.nukha.rules_turn import acts_on, offerable_down, offerable_up, targets
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
UNKNOWN = 9  # a card nobody has seen, on average
LATE = 8  # cards left in the cave when the end is near


@rule
def thumb(s, seat, rng):
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
        return PLEDGE if int(s.cave_left) > LATE and chance(25, rng) else MUTINY
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
        best = best_kind(int(s.discard))
        return RECOVER_CARD + best if worth(best) > 0 else PASS
    if phase == HIDE:
        best = best_kind(int(s.up[seat]))
        return HIDE_CARD + best if worth(best) > COIN else DONE
    return STEAL_FROM + richest(s, may_be_robbed(s, seat), rng)


@rule
def chance(percent, rng):
    return below(rng, 100) < percent


# What things are worth


@rule
def worth(kind):
    """A card at the end of the game: what it scores, or its share of a majority token."""
    if kind == 0:
        return -10
    if kind == 1:
        return 30
    if kind == 2:
        return 20
    return 10 if kind == 6 else 13


@rule
def best_kind(hand):
    """The kind of a hand that is worth most; the caller knows that it is not empty."""
    best = EGG
    for kind in range(KINDS):
        if count_of(hand, kind) > 0 and worth(kind) >= worth(best):
            best = kind
    return best


@rule
def wealth(s, seat):
    """What a seat seems to have."""
    total = int(s.coins[seat]) * COIN + int(s.hidden[seat]) * UNKNOWN
    for kind in range(KINDS):
        total += count_of(s.up[seat], kind) * worth(kind)
    return total


@rule
def richest(s, seats, rng):
    """The seat of these that seems richest, give or take; for a Lizard, or Red, coins alone count."""
    best = -(1 << 30)
    chosen = 0
    for seat in range(int(s.players)):
        if (seats >> seat) & 1:
            coins_only = int(s.claim) == CLAIM_LIZARD
            here = int(s.coins[seat]) * COIN if coins_only else wealth(s, seat)
            here += below(rng, 20)
            if here > best:
                best = here
                chosen = seat
    return chosen


@rule
def unseen_of(s, seat, name):
    """How many cards that would make this claim true the seat has not placed somewhere."""
    left = 0
    for kind in range(KINDS):
        if CLAIM_OF[kind] == name:
            left += count_of(WHOLE_CAVE, kind) - count_of(s.discard, kind)
            for other in range(int(s.players)):
                left -= count_of(s.up[other], kind) + count_of(s.down[other], kind)
            for place in range(PLACES):
                left -= count_of(remembered(s, seat, place), kind)
    return left


@rule
def doubt(s, seat):
    """How likely the claim is a lie, in percent: certain when every card of it is accounted for."""
    left = unseen_of(s, seat, int(s.claim))
    if left <= 0:
        return 100
    unseen = int(s.cave_left)
    return max(20, 57 - 100 * left // (unseen + 6))


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
    """The truth more often than not, unless it is too good for the Captain to have, or an Egg."""
    found = int(s.found)
    truth = int(CLAIM_OF[found])
    if found == EGG:
        return CLAIM_AS + (CLAIM_LANTERN if chance(30, rng) else useful_lie(s, seat, rng))
    lies = 55 if truth == CLAIM_LANTERN else 25
    return CLAIM_AS + (useful_lie(s, seat, rng) if chance(lies, rng) else truth)


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
    """Buy what sounds good and can be true, and rather while there are coins to spare."""
    coins = int(s.coins[seat])
    if coins == 0 or doubt(s, seat) == 100:
        return LEAVE
    eager = 65 if int(s.claim) == CLAIM_LANTERN else 45
    if coins < 3:
        eager -= 20
    return BUY if chance(eager, rng) else LEAVE


@rule
def respond(s, seat, rng):
    """Accuse when the coin to win and the harm to avoid outweigh the coin to lose."""
    lie = doubt(s, seat) + below(rng, 40) - 20
    gain = lie * (COIN + harm(s))
    return ACCUSE if gain > (100 - lie) * COIN else ACCEPT


@rule
def harm(s):
    if int(s.claim) == CLAIM_LANTERN:
        return 2
    if int(s.claim) == CLAIM_PISTOL:
        return 8
    return 10 if int(s.claim) == CLAIM_LIZARD else 12


@rule
def pick(s):
    """The best card in sight, or a hidden one if that is likely to be better."""
    target = int(s.target)
    shown = 0 if int(s.claim) == CLAIM_LANTERN else int(s.up[target])
    if shown == 0:
        return PICK_DOWN
    best = best_kind(shown)
    return PICK_DOWN if int(s.hidden[target]) > 0 and worth(best) < UNKNOWN else PICK_UP + best


@rule
def offer(s):
    """The least of what may be offered."""
    chosen = PASS
    least = 1 << 30
    for kind in range(KINDS):
        if count_of(offerable_down(s), kind) > 0 and worth(kind) < least:
            least = worth(kind)
            chosen = OFFER_DOWN + kind
        if count_of(offerable_up(s), kind) > 0 and worth(kind) < least:
            least = worth(kind)
            chosen = OFFER_UP + kind
    return chosen
