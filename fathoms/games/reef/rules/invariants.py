"""What always holds in a record of The Reef, whatever happens."""

from fathoms.engine.dialect import rule
from fathoms.games.reef.pieces import BOAT_LENGTH, CHESTS_OF_EACH, LAST_BOAT
from fathoms.games.reef.rules import ids
from fathoms.games.reef.rules.moves import has_cards, is_water, piece_in
from fathoms.games.reef.rules.sea import next_to_open
from fathoms.games.reef.state import ABOARD, DIVERS, OVER, PIECES, TURN


@rule
def sound(s):
    if not (LAST_BOAT <= int(s.boat) <= int(s.width) - BOAT_LENGTH + 1):
        return ids.BOAT
    if not chests_are_sound(s):
        return ids.CHESTS
    if not cards_are_sound(s):
        return ids.DIVE_CARDS
    if not values_are_sound(s):
        return ids.OPENING
    if int(s.points) < 0 or int(s.dolphin_steps) < 0 or int(s.steps) < 0:
        return ids.STEPS
    return places_sound(s)


@rule
def chests_are_sound(s):
    """R4: of each size six, on the bed, carried or won; and nobody on board carries one."""
    for size in range(3):
        total = 0
        for column in range(1, int(s.width) + 1):
            total += int(s.chests[column, size])
        for seat in range(int(s.players)):
            total += int(s.won[seat, size])
            if int(s.carries[seat]) == size + 1:
                total += 1
                if int(s.at[seat]) == ABOARD:
                    return False
        if total != CHESTS_OF_EACH:
            return False
    return True


@rule
def cards_are_sound(s):
    """R7, R23: never more than were dealt, and at least one at the start of a turn."""
    for seat in range(int(s.players)):
        for kind in range(4):
            if not (0 <= int(s.up[seat, kind]) <= int(s.dealt[kind])):
                return False
        if int(s.phase) == TURN and not has_cards(s, seat):
            return False
    return True


@rule
def values_are_sound(s):
    """R27: a chest is opened once; the game is over only when all that were won are open."""
    for size in range(3):
        total = 0
        for value in range(3):
            total += int(s.unopened[size, value])
        for seat in range(int(s.players)):
            total += int(s.opened[seat, size])
        if total != CHESTS_OF_EACH:
            return False
    return int(s.phase) != OVER or next_to_open(s) == 3 * int(s.players)


@rule
def places_sound(s):
    """R16: one piece a cell; R1, R20: in the water, divers also on board."""
    for piece in range(PIECES):
        cell = int(s.at[piece])
        if cell == ABOARD and piece < DIVERS:
            continue
        if not is_water(s, cell):
            return ids.WATER if piece < DIVERS else ids.DOLPHIN
        if piece_in(s, cell) != piece:
            return ids.ONE_A_CELL
    return 0
