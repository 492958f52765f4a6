"""The record of Pearls. Sets of pearls are bit masks; a hand or a choice of -1 is none yet."""

import numpy as np

OVER, TIDE, DEAL, CHOOSE, REDEAL = range(5)
PEARLS = 8
MOST_SEATS = 3
KEEP, THROW = 0, 1
ACTIONS = 2
TIDES = ("high", "low")
F_DEAL = 2
FATES = F_DEAL + MOST_SEATS * PEARLS

FIELDS = [
    ("deck", np.int64),
    ("gone", np.int64),
    ("hands", np.int8, (MOST_SEATS,)),
    ("picked", np.int8, (MOST_SEATS,)),
    ("owed", np.int8),  # the seats that still get a pearl, as bits
    ("players", np.int8),
    ("phase", np.int8),
    ("tide", np.int8),  # 1: the highest pearl wins, 2: the lowest
    ("calm", np.int8),
]


def record(*more: tuple[str, type]) -> np.dtype:
    """The record with more fields, filled up so that no byte of it belongs to no field."""
    filler = ("filler", np.int8, (5 - len(more),))
    return np.dtype([*FIELDS, *more, filler], align=True)


STATE = record()
PADDED = np.dtype([*FIELDS, ("padded", np.int8)], align=True)  # the last bytes of it belong to no field
