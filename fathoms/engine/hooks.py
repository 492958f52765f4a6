"""Optional verbs: what a game may know beyond its rules. Bound by the record's type, as the verbs are.

Each belongs to a part of the game's folder and has an answer for games that lack it. A part is loaded when code that
asks for it is compiled, or when the interpreter calls it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numba

from fathoms.engine.dialect import overload
from fathoms.engine.kinds import State, StateType

if TYPE_CHECKING:
    from fathoms.engine.game import Game

Hook = Callable[..., Any]  # compiled and interpreted
_by_dtype: dict[StateType, "Game"] = {}
_by_record: dict[object, "Game"] = {}


def bind(game: "Game") -> None:
    """Let the hooks of a game's records be the functions of its parts."""
    _by_dtype[game.state] = game
    _by_record[numba.from_dtype(game.state)] = game


def _find(game: "Game | None", part: str, otherwise: Hook, name: str) -> Hook:
    found: Hook = getattr(game.part(part) if game else None, name, otherwise)
    return found


def _interpreted(part: str, otherwise: Hook, name: str, s: State) -> Hook:
    return _find(_by_dtype.get(s.dtype), part, otherwise, name)


def _compiled(part: str, otherwise: Hook, name: str, record: object) -> Hook:
    return _find(_by_record.get(record), part, otherwise, name)


# The heuristic: what a sensible player does without thinking ahead


def heuristic(s, seat, rng):
    """The action a sensible player in `seat` takes; `s` is redacted for that seat."""
    return _interpreted("heuristic", _no_heuristic, "heuristic", s)(s, seat, rng)


def _no_heuristic(s, seat, rng):
    return -1  # never asked for: `has_heuristic` says so


@overload(heuristic)
def _heuristic(s, seat, rng):
    return _compiled("heuristic", _no_heuristic, "heuristic", s)


def has_heuristic(game: "Game") -> bool:
    return game.part("heuristic") is not None


# Features: what a strong player looks at


def is_quiet(s):
    """Whether a position can be judged: nothing is half done. The learned values are about these."""
    return _interpreted("features", _no_quiet, "is_quiet", s)(s)


def _no_quiet(s):
    return False


@overload(is_quiet)
def _is_quiet(s):
    return _compiled("features", _no_quiet, "is_quiet", s)


def seat_features(s, seat, out):
    """Write the numbers that describe a seat of a whole record, around -1 to 1 each."""
    _interpreted("features", _no_seat_features, "seat_features", s)(s, seat, out)


def _no_seat_features(s, seat, out):
    return


@overload(seat_features)
def _seat_features(s, seat, out):
    return _compiled("features", _no_seat_features, "seat_features", s)


def table_features(s, out):
    """Write the numbers that describe the table."""
    _interpreted("features", _no_table_features, "table_features", s)(s, out)


def _no_table_features(s, out):
    return


@overload(table_features)
def _table_features(s, out):
    return _compiled("features", _no_table_features, "table_features", s)


def known_features(s, seat, out):
    """Write the numbers that describe what a seat knows; `s` is redacted for it."""
    _interpreted("features", _no_seat_features, "known_features", s)(s, seat, out)


@overload(known_features)
def _known_features(s, seat, out):
    return _compiled("features", _no_seat_features, "known_features", s)


def seen_from(s, seat, action):
    """The number of an action as a seat sees it that counts the others from itself."""
    return _interpreted("features", _as_it_is, "seen_from", s)(s, seat, action)


def _as_it_is(s, seat, action):
    return action


@overload(seen_from)
def _seen_from(s, seat, action):
    return _compiled("features", _as_it_is, "seen_from", s)


def last_word(s):
    """Undo the last thing that somebody said of what they alone knew: their seat, and what they said, as an action.

    The seat is -1 if nobody has said such a thing, or if it is known by now.
    """
    return _interpreted("features", _nothing_said, "last_word", s)(s)


def _nothing_said(s):
    return -1, 0


@overload(last_word)
def _last_word(s):
    return _compiled("features", _nothing_said, "last_word", s)


def hurry(s, rng):
    """Make a new game one that will soon be over, so that rare ends are learned as well."""
    _interpreted("features", _as_ever, "hurry", s)(s, rng)


def _as_ever(s, rng):
    return


@overload(hurry)
def _hurry(s, rng):
    return _compiled("features", _as_ever, "hurry", s)
