"""The record of The Nukha's Cave, and the phases it goes through.

Hidden cards are hands (multisets) with a public count beside each, so that a redacted record can blank the hand and
keep the count. `known`, `sure`, `gone` and `strays` are what each viewer remembers: `docs/explain/nukha-knowledge.md`.
"""

import numpy as np

(
    NAME_CAPTAIN,  # the sea
    DRAFT,
    STOCK,  # the sea: the first cards under the Bottle
    LOYALTY,
    RECOVER,
    FIND,  # the sea
    CLAIM,
    ANSWER,
    BOUGHT,  # the sea: the bought card is revealed
    TARGET,
    RESPOND,
    PROVE,  # the sea: the accused card is revealed
    PICK,
    OFFER,
    PICK_HIDDEN,  # the sea
    HIDE,
    STEAL,
    OVER,
) = range(18)

NONE = -1
MOST_SEATS = 6
VIEWERS = 7  # six seats and the spectators
PLACES = 7  # where a card may lie hidden: six loots and the discard
DISCARD = 6  # as a place
CAVE = 7  # as a place, for `rules.hands.hidden_hand`
OPEN = 8  # as a place: in sight of everybody

STATE = np.dtype(
    [
        ("known", np.int32, (VIEWERS, PLACES)),  # the hand a viewer has seen go there
        ("sure", np.int32, (VIEWERS, PLACES)),  # the same, since he last missed a card leave
        ("up", np.int32, (MOST_SEATS,)),  # loot face up
        ("down", np.int32, (MOST_SEATS,)),  # loot face down
        ("cave", np.int32),  # without the Nomads
        ("discard", np.int32),
        ("gone", np.int8, (VIEWERS, PLACES)),  # how many of `known` may have left unseen
        ("strays", np.uint8, (VIEWERS, PLACES)),  # the places those may be in, as bits
        ("hidden", np.int8, (MOST_SEATS,)),  # how many cards in `down`
        ("coins", np.int8, (MOST_SEATS,)),
        ("adventurer", np.int8, (MOST_SEATS,)),
        ("players", np.int8),
        ("phase", np.int8),
        ("captain", np.int8),
        ("turn", np.int8),  # the Explorer with the cave, or who drafts
        ("reserve", np.int8),
        ("cave_left", np.int8),  # with the Nomads
        ("discarded", np.int8),  # how many cards in `discard`
        ("drafting", np.int8),  # 1: adventurers are drafted
        ("pool", np.int8),  # the adventurers still to be taken, as bits
        ("found", np.int8),  # this turn's card, until the cave passes
        ("shown", np.int8),  # 1: everybody has seen it
        ("claim", np.int8),
        ("attacker", np.int8),
        ("target", np.int8),
        ("owed", np.int8),  # 1: the target accused wrongly and pays after the effect
        ("hides", np.int8),  # what Moon may still turn
    ],
    align=True,
)
