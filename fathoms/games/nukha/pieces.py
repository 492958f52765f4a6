"""The pieces of The Nukha's Cave: cards, claims, adventurers, coins. Data only.

A hand of cards is one integer, four bits a kind (`rules.hands`): order never matters here, only how many of what.
"""

import numpy as np

CARDS = ("egg", "lantern-3", "lantern-2", "grapple", "pistol", "lizard", "purse", "nomads")  # N1
EGG, LANTERN_3, LANTERN_2, GRAPPLE, PISTOL, LIZARD, PURSE, NOMADS = range(8)
KINDS = 7  # that can lie in a loot: all but the Nomads
FOUND_KINDS = 6  # that can lie in the cave beside the Nomads: no Purse
COUNTS = (7, 3, 4, 5, 5, 5, 5, 1)
VALUES = np.array([-1, 3, 2, 0, 0, 0, 1], dtype=np.int64)  # N26

CLAIMS = ("lantern", "grapple", "pistol", "lizard")  # N12
CLAIM_LANTERN, CLAIM_GRAPPLE, CLAIM_PISTOL, CLAIM_LIZARD = range(4)
CLAIM_OF = np.array([-1, 0, 0, 1, 2, 3, -1, -1], dtype=np.int64)  # card -> the claim that is true of it
EFFECT_RULE = np.array([20, 23, 21, 22], dtype=np.int64)  # claim -> the rule of its effect

MAJORITIES = ("pistol", "grapple", "lizard")  # N25: the three tokens
MAJORITY_KINDS = np.array([PISTOL, GRAPPLE, LIZARD], dtype=np.int64)
TOKEN_POINTS = 4

ADVENTURERS = ("nostromo", "siana", "moon", "red", "ulrich", "lys")
NOSTROMO, SIANA, MOON, RED, ULRICH, LYS = range(6)
FEW_PLAYERS = 4  # up to this many, Ulrich and Lys stay at home (N3)
FEW_ADVENTURERS = 4

COINS = 30
CAPTAIN_COINS = 5
EXPLORER_COINS = 3
FIRST_DISCARDS = 3  # N5
CAVE_CARDS = 30
NOMADS_AMONG = 4  # N4: the Nomads are one of the last four
MOON_HIDES = 2  # N32
