"""The Reef in the box: charts, chests, the helm, dive cards and event cards, as data.

The board and the helm are pictures in the rule book; the charts and sectors below are our own, and easy to replace.
"""

import numpy as np

MOST_PLAYERS = 5
COLUMNS = 24  # the widest and deepest chart that a record can hold
ROWS = 12
BOAT_LENGTH = 5  # columns that the boat covers (R3)
LAST_BOAT = 1  # its leftmost column when the game ends

SIZES = ("small", "medium", "large")
CHESTS_OF_EACH = 6
VALUES = np.array([[2, 3, 4], [3, 4, 5], [4, 5, 6]], np.int8)  # of a size: three values (R4) …
VALUES_OF_EACH = 2  # … two chests each, unless the table chooses (R54)

SECTORS = ("1", "2", "3", "?")
SECTOR_WEIGHTS = np.array([2, 2, 2, 2], np.int64)  # of the eight equal sectors of the helm (R5)
MOST_SECTORS = 8  # of a helm of one's own

CARDS = ("1", "2", "3", "dolphin")
CARD_POINTS = np.array([1, 2, 3, 0], np.int8)
CARDS_FEW = np.array([1, 1, 1, 1], np.int8)  # two or three players (R7)
CARDS_MANY = np.array([2, 1, 1, 1], np.int8)  # four or five
SCARCE_FEW = np.array([2, 1, 0, 1], np.int8)  # the rule book's variant
SCARCE_MANY = np.array([1, 1, 1, 1], np.int8)
MANY_PLAYERS = 4
MOST_CARDS = 6  # of a table's own choice (R55)

DOLPHIN_CARD_STEPS = 3  # R13
FRIEND_STEPS = 3  # R46
FRIGHT_STEPS = 5  # R50

DIRECTIONS = ("up", "down", "left", "right")

EVENTS = (  # in the order of their rules, R31 to R50
    "watch",
    "current",
    "siren",
    "octopus",
    "shark",
    "swap",
    "drift",
    "tow",
    "wave",
    "rescue",
    "distress",
    "tide",
    "lamp",
    "jellyfish",
    "lunch",
    "friend",
    "air",
    "lead",
    "cyclone",
    "fright",
)
FIRST_EVENT_RULE = 31

# Charts as anyone may draw them: docs/reference/reef-charts.md. The standard one is R2, column 1 on the left.
CHARTS = {
    "standard": """\
~~~~~~~~~~~~~~~~~~
..................
.....1......2.....
..........s..sssss
........m.#mm#####
..m..m.m#.########
..#ll#.##l########
ll####l###########
""",
    "trench": """\
~~~~~~~~~~~~~~
..............
....1....2....
..............
..s......s.sas
..#.....m#m###
.m#..m.b######
.##.l#.#######
c##.##l#######
###c##########

a = s s
b = m m
c = l l
""",
}

# A chart as a player might draw one: a lagoon with little water and crowded beds.
EXAMPLE_CHART = """\
; The lagoon: short games, deep in the middle
~~~~~~~~~~
..1....2..
..........
a.......aa
#m.....m##
##c...c###
###l.l####
####b#####

a = s s
b = l l l l
c = m m
"""
