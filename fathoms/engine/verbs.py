"""The verbs every game answers to, bound to a game by the type of its record.

Code written on these functions (matches, simulation, search, kernels) serves every game: called by the interpreter
they look the game up by the record's dtype; inside compiled code the same call is resolved by the record's type.
`docs/howto/add-a-game.md` says what each verb owes.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numba

from fathoms.engine.dialect import overload
from fathoms.engine.kinds import State, StateType

VERBS = (
    "setup",
    "to_act",
    "choices",
    "play",
    "fates",
    "befall",
    "scores",
    "winners",
    "redact",
    "imagine",
    "audience",
    "unveils",
    "why_not",
    "sound",
)
OPTIONAL = ("take_back",)

Verb = Callable[..., Any]  # compiled and interpreted
_by_dtype: dict[StateType, ModuleType] = {}
_by_record: dict[object, ModuleType] = {}


def bind(state: StateType, rules: ModuleType) -> None:
    """Let the verbs of records of type `state` be the functions of `rules`."""
    missing = [name for name in VERBS if not hasattr(rules, name)]
    if missing:
        raise TypeError(f"{rules.__name__} lacks the verbs {', '.join(missing)}")
    if _by_dtype.get(state, rules) is not rules:
        raise TypeError(
            f"{rules.__name__} has the same record as {_by_dtype[state].__name__}; give it a field of its own"
        )
    _by_dtype[state] = rules
    _by_record[numba.from_dtype(state)] = rules


def _interpreted(name: str, s: State) -> Verb:
    return getattr(_by_dtype[s.dtype], name)


def _compiled(name: str, record: object) -> Verb | None:
    rules = _by_record.get(record)
    return getattr(rules, name) if rules else None


def setup(s, options):
    """Fill a zeroed record from the game's encoded options."""
    _interpreted("setup", s)(s, options)


def to_act(s):
    """Bit mask of the seats that owe a decision, or the sea's bit, or 0: the game is over."""
    return _interpreted("to_act", s)(s)


def choices(s, seat, out):
    """Write the legal action ids of `seat` to `out`, in the game's fixed order; how many."""
    return _interpreted("choices", s)(s, seat, out)


def play(s, seat, action):
    """Carry out one legal decision."""
    _interpreted("play", s)(s, seat, action)


def fates(s, out, weights):
    """Write what the sea may do, with exact integer weights; how many."""
    return _interpreted("fates", s)(s, out, weights)


def befall(s, fate):
    """Carry out one sea event."""
    _interpreted("befall", s)(s, fate)


def scores(s, out):
    """Write every seat's score."""
    _interpreted("scores", s)(s, out)


def winners(s):
    """Bit mask of the winners; 0 until the game is over."""
    return _interpreted("winners", s)(s)


def redact(s, viewer):
    """Blank what `viewer` (a seat, or SPECTATOR) does not know."""
    _interpreted("redact", s)(s, viewer)


def imagine(s, viewer, rng):
    """Fill what is blank for `viewer` with a random world that contradicts nothing the viewer knows."""
    _interpreted("imagine", s)(s, viewer, rng)


def take_back(s, viewer):
    """On a record redacted for `viewer`: undo what others have chosen face down, so that they choose again.

    Where seats choose at the same time, positions that are alike to a seat then are the same record. A game in which
    they never do has no such function.
    """
    getattr(_by_dtype[s.dtype], "take_back", _nothing_back)(s, viewer)


def _nothing_back(s, viewer):
    return


def audience(s, who, event):
    """Before an event: bit mask of the viewers who may read its line whole (others read `?` for its last word)."""
    return _interpreted("audience", s)(s, who, event)


def unveils(s, who, event):
    """Before an event: 1 if it opens the veiled lines of players (not of the sea) to everybody."""
    return _interpreted("unveils", s)(s, who, event)


def why_not(s, seat, action):
    """For an action that is not among the choices now: the number of the rule that forbids it."""
    return _interpreted("why_not", s)(s, seat, action)


def sound(s):
    """0, or the number of a rule whose invariant the record breaks (cards conserved, one piece a cell …)."""
    return _interpreted("sound", s)(s)


# One overload per verb: Numba compares parameter names, so each repeats its verb's signature.


@overload(setup)
def _setup(s, options):
    return _compiled("setup", s)


@overload(to_act)
def _to_act(s):
    return _compiled("to_act", s)


@overload(choices)
def _choices(s, seat, out):
    return _compiled("choices", s)


@overload(play)
def _play(s, seat, action):
    return _compiled("play", s)


@overload(fates)
def _fates(s, out, weights):
    return _compiled("fates", s)


@overload(befall)
def _befall(s, fate):
    return _compiled("befall", s)


@overload(scores)
def _scores(s, out):
    return _compiled("scores", s)


@overload(winners)
def _winners(s):
    return _compiled("winners", s)


@overload(redact)
def _redact(s, viewer):
    return _compiled("redact", s)


@overload(imagine)
def _imagine(s, viewer, rng):
    return _compiled("imagine", s)


@overload(take_back)
def _take_back(s, viewer):
    return getattr(_by_record.get(s), "take_back", _nothing_back)


@overload(audience)
def _audience(s, who, event):
    return _compiled("audience", s)


@overload(unveils)
def _unveils(s, who, event):
    return _compiled("unveils", s)


@overload(why_not)
def _why_not(s, seat, action):
    return _compiled("why_not", s)


@overload(sound)
def _sound(s):
    return _compiled("sound", s)
