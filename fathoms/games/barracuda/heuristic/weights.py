"""What weighs how much when a card is chosen."""

from math import log

import numpy as np

from fathoms.games.barracuda.pieces import (
    DISTANCES,
    WRECKS,
)

# Hundredths: a card worth 100 more is played almost three times as often. The weights were learned by playing this rule
# against itself, and rounded.
COMMON_COIN = 175
UNIQUE_COIN = 120  # this and what follows to FOUND_COIN by the chance to do the Unique action
BANKED_COIN = 140
LAST_BANKED_COIN = 1000  # on the last turn, when only the chest counts
WIN = 2000
CARD_BACK = 560
BAIT_BACK = 275
FOUND_COIN = 250
BANK_CARD = 225
NO_COIN = -150  # wrecks that give cards
BITTEN_COIN = 225  # of the bag, by the chance that the dice send the Barracuda there
HUNTED_COIN = 60  # of the bag, by the opponents who could send it there
ROBBED_COIN = 440
LOOT_COIN = 125
ALL_CARDS_BACK = 425
STOP = 600  # to be at the bank before somebody who could win there
TOO_LATE = 660  # to be there after him
LURE = 60
NO_RIVAL = 90
LURE_AMONG_MANY = -700
OFF_THE_WRECKS = 150  # where lying down risks nothing
PREY_COIN = 120
PREY_COIN_AMONG_MANY = 40
PUT_OFF = 1400  # somebody's win, if the Barracuda gets to the bank
PUT_OFF_AMONG_MANY = 400  # others may do it
READY = 440  # to win oneself, so rather not to lie down
LYING_COIN = 220
LYING_ROBBED_COIN = 125
ROB_COIN = 160
COIN = 100
# Where more than two play: how much draws another player to each card, in no unit; set by hand, as MIXING is.
PULL_OF_BANK = 10
PULL_OF_BAG = 10  # a coin of it, to the bank
PULL_OF_WIN = 30
PULL_OF_COIN = 5  # of the Unique action, and two beside them
PULL_OF_CARD = 10  # to take back, and one beside them
PULL_OF_BAIT = 10
PULL_OF_LURE = 5
MOST_PULLING = 7  # coins
MIXING = 450  # how much chance is in a choice, in percent of what two play with: chance parts those who weigh alike
MIXING_IN_TEAMS = 350  # allies see each other's cards
ROLLS = DISTANCES * WRECKS
NOISE = np.array([round(-100 * log(-log((k + 0.5) / 32))) for k in range(32)], np.int64)  # Gumbel's, in 32 steps
