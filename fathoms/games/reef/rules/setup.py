"""Setting The Reef up."""

from fathoms.engine.dialect import rule
from fathoms.games.reef.options import (
    CARDS_AT,
    CHESTS_AT,
    DEPTHS_AT,
    DOLPHINS_AT,
    FIRST_AT,
    HELM_AT,
    PLAYERS_AT,
    VALUES_AT,
    WIDTH_AT,
)
from fathoms.games.reef.pieces import BOAT_LENGTH, COLUMNS
from fathoms.games.reef.state import DIVERS, FIRST, TURN

ALL_EVENTS = (1 << 20) - 1


# --- Set-up (R1 to R8) ---


@rule
def setup(s, options):
    players = int(options[PLAYERS_AT])
    s.players = players
    s.events = ALL_EVENTS
    lay_chart(s, options)
    s.few = options[HELM_AT]
    s.many = options[HELM_AT + 1]
    for kind in range(4):
        s.dealt[kind] = options[CARDS_AT + kind]
        for seat in range(players):
            s.up[seat, kind] = s.dealt[kind]
    for size in range(3):
        for value in range(3):
            s.unopened[size, value] = options[VALUES_AT + 3 * size + value]
    first = int(options[FIRST_AT])
    s.phase = FIRST
    if first >= 0:
        s.turn = first
        s.phase = TURN


@rule
def lay_chart(s, options):
    width = int(options[WIDTH_AT])
    s.width = width
    s.boat = width - BOAT_LENGTH + 1
    for column in range(1, width + 1):
        s.depths[column] = options[DEPTHS_AT + column - 1]
        for size in range(3):
            s.chests[column, size] = options[CHESTS_AT + size * COLUMNS + column - 1]
    for dolphin in range(2):
        s.at[DIVERS + dolphin] = options[DOLPHINS_AT + dolphin]
