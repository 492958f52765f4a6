"""The Reef's verbs: set-up, the turn, the sea's events and the end.

Movement is in `rules_moves.py`, the twenty events in `rules_events.py`, the reasons of a refusal in `rules_why.py`.
"""

from fathoms.engine.dialect import EVERYONE, SEA_BIT, list_bits, rule
from fathoms.games.reef.notation import (
    ASCEND,
    DONE,
    DRAWN,
    FIRST_PLAYER,
    MOVE_DOLPHIN,
    OPENED,
    PLAY_CARD,
    SPIN,
    SPUN,
    STOP,
)
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
from fathoms.games.reef.pieces import (
    BOAT_LENGTH,
    CARD_POINTS,
    CHESTS_OF_EACH,
    COLUMNS,
    DOLPHIN_CARD_STEPS,
    LAST_BOAT,
    SECTOR_WEIGHTS,
    VALUES,
)
from fathoms.games.reef.rules_events import answer, answers, begin_event, decider, make_step
from fathoms.games.reef.rules_moves import (
    give_up_dive,
    go_on,
    has_cards,
    has_ended,
    is_water,
    list_diver_moves,
    list_dolphin_moves,
    list_steps,
    may_be_done,
    may_stop,
    move_diver,
    move_dolphin,
    pass_turn,
    piece_in,
)
from fathoms.games.reef.rules_why import why_not
from fathoms.games.reef.state import (
    ABOARD,
    CARD,
    DIVER,
    DIVERS,
    DOLPHIN,
    DRAWING,
    EITHER,
    FIRST,
    OPENING,
    OVER,
    PIECES,
    SPINNING,
    STEPS,
    TURN,
)

__all__ = ["why_not"]

ALL_EVENTS = (1 << 20) - 1
SECTOR_EVENT = 4  # the helm on ?


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


# --- Who acts ---


@rule
def to_act(s):
    phase = int(s.phase)
    if phase == OVER:
        return 0
    if phase == OPENING or phase == FIRST or phase == SPINNING or phase == DRAWING:
        return SEA_BIT
    return 1 << decider(s)


# --- Decisions ---


@rule
def choices(s, seat, out):
    if (to_act(s) >> int(seat)) & 1 == 0:
        return 0
    phase = int(s.phase)
    if phase == TURN:
        return list_turn(s, out)
    if phase == CARD:
        return list_cards(s, out)
    if phase == STEPS:
        return list_steps(s, int(s.at[int(s.mover)]), out, 0)
    if phase == EITHER or phase == DIVER or phase == DOLPHIN:
        return list_moves(s, phase, out)
    return answers(s, out)


@rule
def list_turn(s, out):
    """R9."""
    out[0] = SPIN
    if int(s.at[int(s.turn)]) == ABOARD:
        return 1
    out[1] = ASCEND
    return 2


@rule
def list_cards(s, out):
    n = 0
    for kind in range(4):
        if int(s.up[int(s.turn), kind]) > 0:
            out[n] = PLAY_CARD + kind
            n += 1
    return n


@rule
def list_moves(s, phase, out):
    """The diver's, the dolphin's, or both while neither has begun (R13)."""
    seat = int(s.turn)
    n = 0
    if phase != DOLPHIN:
        n = list_diver_moves(s, seat, out, n)
    if phase != DIVER:
        n = list_dolphin_moves(s, out, n)
    if phase != DOLPHIN and may_stop(s, seat):
        out[n] = STOP
        n += 1
    if phase != DIVER and may_be_done(s):
        out[n] = DONE
        n += 1
    return n


@rule
def play(s, seat, action):
    code = int(action)
    phase = int(s.phase)
    if phase == TURN:
        begin_turn(s, code)
    elif phase == CARD:
        play_card(s, code - PLAY_CARD)
    elif phase == STEPS:
        make_step(s, code)
    elif phase == EITHER or phase == DIVER or phase == DOLPHIN:
        if code == DONE or MOVE_DOLPHIN <= code < STOP:
            move_dolphin(s, code)
        else:
            move_diver(s, int(s.turn), code)
    else:
        answer(s, code)


@rule
def begin_turn(s, action):
    """R9; R24: ascending takes the place of the whole turn."""
    if action == SPIN:
        s.phase = SPINNING
    else:
        give_up_dive(s, int(s.turn))
        if not has_ended(s):
            pass_turn(s)


@rule
def play_card(s, kind):
    """R11 to R13: helm and card make the points; a dolphin card adds the dolphin's move."""
    seat = int(s.turn)
    helm = int(s.helm)
    s.up[seat, kind] -= 1
    s.played = kind + 1
    s.points = int(CARD_POINTS[kind]) + (0 if helm == SECTOR_EVENT else helm)
    if int(CARD_POINTS[kind]) == 0:
        s.dolphin_steps = DOLPHIN_CARD_STEPS
        s.phase = EITHER
    else:
        go_on(s, seat)


# --- The sea ---


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


# --- The end (R26, R27) ---


@rule
def scores(s, out):
    for seat in range(int(s.players)):
        out[seat] = s.score[seat]


@rule
def winners(s):
    """Most points; a tie is shared, also with nothing won at all."""
    if int(s.phase) != OVER:
        return 0
    best = 0
    mask = 0
    for seat in range(int(s.players)):
        score = int(s.score[seat])
        if score > best:
            best = score
            mask = 0
        if score == best:
            mask |= 1 << seat
    return mask


# --- Nothing is hidden (R52) ---


@rule
def redact(s, viewer):
    """Everybody knows all there is: what nobody knows is not in the record."""


@rule
def imagine(s, viewer, rng):
    """A redacted record is the whole record."""


@rule
def audience(s, who, event):
    return EVERYONE


@rule
def unveils(s, who, event):
    return 0


# --- Invariants ---


@rule
def sound(s):
    if not (LAST_BOAT <= int(s.boat) <= int(s.width) - BOAT_LENGTH + 1):
        return 3
    if not chests_are_sound(s):
        return 4
    if not cards_are_sound(s):
        return 7
    if not values_are_sound(s):
        return 27
    if int(s.points) < 0 or int(s.dolphin_steps) < 0 or int(s.steps) < 0:
        return 14
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
            return 1 if piece < DIVERS else 20
        if piece_in(s, cell) != piece:
            return 16
    return 0
