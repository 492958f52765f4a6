"""Barracuda's record: one position, options included, and the phases a turn goes through."""

import numpy as np

MOST_SEATS = 4

# What the game waits for. RESOLVE is passed through inside one event and never waits.
OVER, LAY, CHOOSE, ROLL, STEER, STRAY, RESOLVE, ACT, ASK_BAIT, ASK_MEDDLE, PICK, DISCARD = range(12)

NOBODY = -1  # as a controller, an actor, a meddler or a victim
OFF = 0  # the wreck of a diver who is off the wrecks

# Wrecks are numbered 1 to 6 and index 0 of their arrays stays empty; masks of wrecks have bit n for wreck n, masks of
# cards bit n - 1 for card n, masks of seats bit 0 for A.
STATE = np.dtype(
    [
        ("front", np.int32, (MOST_SEATS,)),  # Movement cards in front, four bits each, the oldest lowest
        ("bag", np.int16, (MOST_SEATS,)),
        ("chest", np.int16, (MOST_SEATS,)),  # in teams only A's and B's are used, one a team
        ("issued", np.int16),  # coins that have left the reserve
        ("players", np.int8),
        ("teams", np.int8),
        ("goal", np.int8),
        ("extras", np.int8),  # mask of the wrecks whose extra card lies there
        ("phase", np.int8),
        ("turn", np.int8),
        ("barracuda", np.int8),  # the wreck it is on
        ("controller", np.int8),
        ("distance", np.int8),  # what the controller may swim, while he is asked
        ("lying", np.int8),  # mask of the divers who lie
        ("wreck", np.int8),  # the wreck being resolved, 0 outside the resolution
        ("actor", np.int8),  # whose wreck action is asked for
        ("meddler", np.int8),  # from his choice to the end of the turn
        ("victim", np.int8),
        ("picks", np.int8),  # cards picked from the victim's hand, and
        ("picked", np.int8),  # which: known to meddler and victim only
        ("hand", np.int8, (MOST_SEATS,)),  # mask of cards
        ("shown", np.int8, (MOST_SEATS,)),  # how many cards lie in front
        ("diver", np.int8, (MOST_SEATS,)),  # the wreck, or OFF
        ("chosen", np.int8, (MOST_SEATS,)),  # the card chosen face down, 0 for none yet
        ("recovery", np.int8, (MOST_SEATS,)),  # cards to take back at the end of the turn
        ("coins", np.int8, (7,)),  # lying on a wreck
        ("cell", np.int8, (7,)),  # row * 6 + column of a wreck
        ("near", np.int8, (7,)),  # mask of the wrecks beside a wreck
        ("hop", np.int8, (7, 7)),  # the next wreck on the Barracuda's way from one to another
    ],
    align=True,
)
