"""Who decides in The Reef, what they may choose, and what a choice begins."""

from fathoms.engine.dialect import SEA_BIT, rule
from fathoms.games.reef.notation import ASCEND, DONE, MOVE_DOLPHIN, PLAY_CARD, SPIN, STOP
from fathoms.games.reef.rules.events import answer, answers, decider, make_step
from fathoms.games.reef.rules.moves import (
    list_diver_moves,
    list_dolphin_moves,
    list_steps,
    may_be_done,
    may_stop,
    move_diver,
    move_dolphin,
)
from fathoms.games.reef.rules.turn import begin_turn, play_card
from fathoms.games.reef.state import (
    ABOARD,
    CARD,
    DIVER,
    DOLPHIN,
    DRAWING,
    EITHER,
    FIRST,
    OPENING,
    OVER,
    SPINNING,
    STEPS,
    TURN,
)


@rule
def to_act(s):
    phase = int(s.phase)
    if phase == OVER:
        return 0
    if phase == OPENING or phase == FIRST or phase == SPINNING or phase == DRAWING:
        return SEA_BIT
    return 1 << decider(s)


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
