"""Barracuda's pieces as data: the wreck cards, the shapes of a random layout, and the numbers of the rule book.

Which card carries which action is ours (house): replace the tables below and everything else follows.
"""

from dataclasses import dataclass

import numpy as np

MOVEMENT_CARDS = 5  # numbered 1 to 5: nobody can swim to wreck 6
BARRACUDA = 6  # the number of the Barracuda card in a hand
ALL_MOVEMENT = (1 << MOVEMENT_CARDS) - 1  # card n of a hand is bit n - 1
BARRACUDA_BIT = 1 << (BARRACUDA - 1)

WRECKS = 6
LAIR = 6  # the wreck where the Barracuda starts, and where its cards come back
FIRST_COINS = 2
MOST_COINS_ON_WRECK = 4
DISTANCES = 2  # the distance die shows 1, 1, 1, 2, 2, 2
TEAM_GOAL = 12
LAST_TURN = 100
MOST_PICKS = 2  # the cards a meddling draws from a hand
MOST_SHARED = 63  # the most coins `share` can leave in one's bag

# The kinds of action.
NOTHING, GAIN, BANK, RECOVER, SHELTER, BAIT, RECOVER_OR_MEDDLE, CARDS_BACK, SEND_AWAY = range(9)
NO_LIMIT = 10_000


@dataclass(frozen=True)
class Action:
    """What one line of a wreck card does."""

    kind: int
    amount: int = 0


@dataclass(frozen=True)
class WreckCard:
    """A wreck: the Unique action, for one diver, and the Common one, for all who stand there.

    On 6, where nobody dives, the Unique action is what happens when the Barracuda stops there.
    """

    unique: Action
    common: Action = Action(NOTHING)


STARTERS = {
    1: WreckCard(Action(BANK, 7)),
    2: WreckCard(Action(BAIT), Action(GAIN, 1)),
    3: WreckCard(Action(GAIN, 3), Action(GAIN, 1)),
    4: WreckCard(Action(GAIN, 2), Action(GAIN, 1)),
    5: WreckCard(Action(RECOVER, 3), Action(SHELTER)),
    6: WreckCard(Action(CARDS_BACK)),
}
EXTRAS = {
    1: WreckCard(Action(BANK, NO_LIMIT), Action(GAIN, 1)),
    2: WreckCard(Action(RECOVER_OR_MEDDLE, 1), Action(GAIN, 1)),
    3: WreckCard(Action(GAIN, 2), Action(SHELTER)),
    4: WreckCard(Action(GAIN, 4)),
    5: WreckCard(Action(RECOVER, 2), Action(GAIN, 1)),
    6: WreckCard(Action(SEND_AWAY)),
}
MOST_EXTRAS = 2

# The same cards as the rules read them: wreck n at index n, its extra card at index n + 8.
EXTRA = 8
_BLANK = WreckCard(Action(NOTHING))
_CARDS = [STARTERS.get(n, _BLANK) for n in range(EXTRA)] + [EXTRAS.get(n, _BLANK) for n in range(EXTRA)]
UNIQUE_KIND = np.array([card.unique.kind for card in _CARDS], np.int64)
UNIQUE_AMOUNT = np.array([card.unique.amount for card in _CARDS], np.int64)
COMMON_KIND = np.array([card.common.kind for card in _CARDS], np.int64)
COMMON_AMOUNT = np.array([card.common.amount for card in _CARDS], np.int64)

# Layouts: rows separated by `/`, `#` (or a wreck's number) for a card, `.` for none. Six connected cards fit in 6 x 6.
GRID = 6
FIRST_LAYOUT = "614/235"
SHAPES = (
    "###/###",
    "####/.##.",
    "####/#..#",
    "##../.##./..##",
    ".#./###/.#./.#.",
    "##./.#./.##/.#.",
)
ORDERS = 720  # ways to lay six cards on six cells


def cells_of(shape: str) -> list[int]:
    """The cells of a shape that hold a card, in reading order, numbered row * GRID + column."""
    return [
        row * GRID + column
        for row, line in enumerate(shape.split("/"))
        for column, mark in enumerate(line)
        if mark != "."
    ]


SHAPE_CELLS = np.array([cells_of(shape) for shape in SHAPES], np.int64)
