"""The hooks of a game's `metrics.py`, bound by the record's type as the verbs are, with a default for games without.

standing(s, out)                what each seat is worth now, to tell who leads; by default the score
in_turn(s)                      the seat that a sea event concerns, -1 for nobody in particular
clock(s)                        a number that changes when a turn begins, negative before the first
opening(s)                      the seat from which places are counted, asked before the first decision
held(s, seat)                   the things of `METRICS.held` that a seat has at the end, as bits
noticed(before, s, who, event)  the things of `METRICS.noticed` that an event made happen, as bits
"""

from types import ModuleType

import numba
from numba.extending import overload

from fathoms.engine import verbs
from fathoms.engine.dialect import rule
from fathoms.engine.kinds import StateType
from fathoms.engine.parts.metrics import Metrics

_by_dtype: dict[StateType, ModuleType | None] = {}
_by_record: dict[numba.types.Record, ModuleType | None] = {}


def load_metrics(game):
    """What interests in a game; binds the hooks of its folder."""
    if game.state not in _by_dtype:
        _by_dtype[game.state] = _by_record[numba.from_dtype(game.state)] = game.part("metrics")
    return getattr(_by_dtype[game.state], "METRICS", Metrics())


@rule
def _standing_by_score(s, out):
    verbs.scores(s, out)


@rule
def _nobody_in_turn(s):
    return -1


@rule
def _who_acts(s):
    return verbs.to_act(s)


@rule
def _from_a(s):
    return 0


@rule
def _holds_nothing(s, seat):
    return 0


@rule
def _nothing_noticed(before, s, who, event):
    return 0


def standing(s, out):
    getattr(_by_dtype.get(s.dtype), "standing", _standing_by_score)(s, out)


def in_turn(s):
    return getattr(_by_dtype.get(s.dtype), "in_turn", _nobody_in_turn)(s)


def clock(s):
    return getattr(_by_dtype.get(s.dtype), "clock", _who_acts)(s)


def opening(s):
    return getattr(_by_dtype.get(s.dtype), "opening", _from_a)(s)


def held(s, seat):
    return getattr(_by_dtype.get(s.dtype), "held", _holds_nothing)(s, seat)


def noticed(before, s, who, event):
    return getattr(_by_dtype.get(s.dtype), "noticed", _nothing_noticed)(before, s, who, event)


@overload(standing)
def _standing(s, out):
    return getattr(_by_record.get(s), "standing", _standing_by_score)


@overload(in_turn)
def _in_turn(s):
    return getattr(_by_record.get(s), "in_turn", _nobody_in_turn)


@overload(clock)
def _clock(s):
    return getattr(_by_record.get(s), "clock", _who_acts)


@overload(opening)
def _opening(s):
    return getattr(_by_record.get(s), "opening", _from_a)


@overload(held)
def _held(s, seat):
    return getattr(_by_record.get(s), "held", _holds_nothing)


@overload(noticed)
def _noticed(before, s, who, event):
    return getattr(_by_record.get(s), "noticed", _nothing_noticed)
