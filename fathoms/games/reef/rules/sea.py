"""What the sea may do in The Reef, with exact weights, and what comes of it."""

from fathoms.engine.dialect import list_bits, rule
from fathoms.games.reef.notation import DRAWN, FIRST_PLAYER, OPENED, SPUN
from fathoms.games.reef.pieces import SECTOR_WEIGHTS, VALUES
from fathoms.games.reef.rules.events import begin_event
from fathoms.games.reef.rules.setup import ALL_EVENTS
from fathoms.games.reef.rules.turn import SECTOR_EVENT
from fathoms.games.reef.state import CARD, DRAWING, FIRST, OPENING, OVER, SPINNING, TURN


@rule
def sectors_of(s, sector):
    """How many equal sectors of the helm show 1, 2, 3 or ? (R5)."""
    few = int(s.few)
    many = int(s.many)
    if few == 0 and many == 0:
        return int(SECTOR_WEIGHTS[sector])
    pair = few if sector < 2 else many
    return (pair >> (4 * (sector & 1))) & 15


@rule
def list_sectors(s, out, weights):
    n = 0
    for sector in range(4):
        weight = sectors_of(s, sector)
        if weight > 0:
            out[n] = SPUN + sector
            weights[n] = weight
            n += 1
    return n


@rule
def fates(s, out, weights):
    phase = int(s.phase)
    if phase == FIRST:
        return list_evenly(FIRST_PLAYER, int(s.players), out, weights)
    if phase == SPINNING:
        return list_sectors(s, out, weights)
    if phase == DRAWING:
        return list_events(s, out, weights)
    if phase == OPENING:
        return list_values(s, out, weights)
    return 0


@rule
def list_evenly(start, count, out, weights):
    for i in range(count):
        out[i] = start + i
        weights[i] = 1
    return count


@rule
def events_left(s):
    """R8: when none is left, all twenty are shuffled again."""
    left = int(s.events)
    return left if left != 0 else ALL_EVENTS


@rule
def list_events(s, out, weights):
    n = list_bits(events_left(s), DRAWN, out, 0)
    for i in range(n):
        weights[i] = 1
    return n


@rule
def next_to_open(s):
    """3 * seat + size of the next chest to open (R27); 3 * players when all are open."""
    for seat in range(int(s.players)):
        for size in range(3):
            if int(s.opened[seat, size]) < int(s.won[seat, size]):
                return 3 * seat + size
    return 3 * int(s.players)


@rule
def list_values(s, out, weights):
    chest = next_to_open(s)
    n = 0
    for value in range(3):
        left = int(s.unopened[chest % 3, value])
        if left > 0:
            out[n] = OPENED + 3 * chest + value
            weights[n] = left
            n += 1
    return n


@rule
def befall(s, fate):
    code = int(fate)
    phase = int(s.phase)
    if phase == FIRST:
        s.turn = code - FIRST_PLAYER
        s.phase = TURN
    elif phase == SPINNING:
        s.helm = code - SPUN + 1
        s.phase = DRAWING if int(s.helm) == SECTOR_EVENT else CARD
    elif phase == DRAWING:
        event = code - DRAWN
        s.events = events_left(s) & ~(1 << event)
        begin_event(s, event + 1)
    else:
        open_chest(s, code - OPENED)


@rule
def open_chest(s, code):
    seat, size, value = code // 9, code // 3 % 3, code % 3
    s.opened[seat, size] += 1
    s.unopened[size, value] -= 1
    s.score[seat] += VALUES[size, value]
    if next_to_open(s) == 3 * int(s.players):
        s.phase = OVER
