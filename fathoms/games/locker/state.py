"""The record of a game of Davy Jones' Locker. Sets of cards are bit masks over the 60 card numbers."""

import numpy as np

# The phases: who is asked what.
OVER, DIVER, FIRST, SABOTAGE, DRAW, CHOOSE, USE_KNIFE = range(7)
USE_NET, USE_HARPOON, SHOW, TAKE, PEEK, PICK_VICTIM, BONUS = range(7, 14)

MOST_SEATS = 4
MOST_ROW = 12

STATE = np.dtype(
    [
        ("deck", np.int64),  # also the cards somebody has seen on top of it
        ("locker", np.int64),  # also the cards being shown by a Map
        ("holds", np.int64, (MOST_SEATS,)),
        ("met", np.int16),  # suits in the row (values with strange-waters): what an Incident compares with
        ("netted", np.int16),  # which places of the row a Net itself brought
        ("row", np.int8, (MOST_ROW,)),
        ("row_n", np.int8),
        ("players", np.int8),
        ("phase", np.int8),
        ("turn", np.int8),
        ("first", np.int8),  # -1 until known
        ("variant", np.int8),
        ("tracker", np.int8),  # the table shows what the Locker holds
        ("skills", np.int8, (MOST_SEATS,)),
        ("dealt", np.int8),  # how many divers the sea has dealt
        ("marked", np.int8),  # the saboteur's victim, -1 for none
        ("top", np.int8, (3,)),  # cards of the deck that somebody has seen, the top one first
        ("seen_by", np.int8, (3,)),  # bit masks of the seats that saw them
        ("top_n", np.int8),
        ("looks", np.int8),  # how many cards a Drone looks at, and how many it has seen yet
        ("looked", np.int8),
        ("drone_asks", np.int8),  # a Drone has looked: continue or surface is asked
        ("shown", np.int8, (3,)),  # cards of the Locker a Map shows
        ("shown_n", np.int8),
        ("shows", np.int8),  # how many it is going to show in all
        ("debt", np.int8),  # cards a Squid still asks for
        ("hauls", np.int8),  # cards a Net still brings
        ("bonus", np.int8),  # cards Key and Chest still bring
        ("bonus_from", np.int8),  # a seat's Hold, or -1: the Locker
    ],
    align=True,
)
