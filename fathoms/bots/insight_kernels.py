"""What a strong player knows beyond the rules, asked by the search: one module a game in `insight/`.

The functions are bound by the record's type, as the verbs are. A game without such a module is searched by playing
every imagined game to its end.
"""

from types import ModuleType
from typing import Any

import numba
from numba.extending import overload

from fathoms.bots.insight import barracuda_kernels, locker_kernels, nukha_kernels, reef_kernels
from fathoms.games.barracuda.state import STATE as BARRACUDA
from fathoms.games.locker.state import STATE as LOCKER
from fathoms.games.nukha.state import STATE as NUKHA
from fathoms.games.reef.state import STATE as REEF

INSIGHTS: dict[Any, ModuleType] = {
    BARRACUDA: barracuda_kernels,
    LOCKER: locker_kernels,
    NUKHA: nukha_kernels,
    REEF: reef_kernels,
}
_BY_RECORD = {numba.from_dtype(state): module for state, module in INSIGHTS.items()}


def is_quiet(s):
    """Whether a position can be judged: nothing is half done. The learned values are about these."""
    raise NotImplementedError("compiled code only")


def seat_facts(s, seat, out):
    """Write the numbers that describe a seat of a whole record, around -1 to 1 each."""
    raise NotImplementedError("compiled code only")


def table_facts(s, out):
    """Write the numbers that describe the table."""
    raise NotImplementedError("compiled code only")


def last_word(s):
    """Undo the last thing that somebody said of what he alone knew: his seat, and what he said, as an action.

    The seat is -1 if nobody has said such a thing, or if it is known by now.
    """
    raise NotImplementedError("compiled code only")


def known_facts(s, seat, out):
    """Write the numbers that describe what a seat knows; `s` is redacted for it."""
    INSIGHTS[s.dtype].known_facts(s, seat, out)


def seen_from(s, seat, action):
    """The number of an action as a seat sees it that counts the others from itself."""
    return getattr(INSIGHTS[s.dtype], "seen_from", _as_it_is)(s, seat, action)


def hurry(s, rng):
    """Make a new game one that will soon be over, so that rare ends are learned as well."""
    raise NotImplementedError("compiled code only")


@overload(is_quiet)
def _is_quiet(s):
    return getattr(_BY_RECORD.get(s), "is_quiet", _no_quiet)


@overload(seat_facts)
def _seat_facts(s, seat, out):
    return getattr(_BY_RECORD.get(s), "seat_facts", _no_seat_facts)


@overload(table_facts)
def _table_facts(s, out):
    return getattr(_BY_RECORD.get(s), "table_facts", _no_table_facts)


@overload(last_word)
def _last_word(s):
    return getattr(_BY_RECORD.get(s), "last_word", _nothing_said)


@overload(known_facts)
def _known_facts(s, seat, out):
    return getattr(_BY_RECORD.get(s), "known_facts", _no_seat_facts)


@overload(seen_from)
def _seen_from(s, seat, action):
    return getattr(_BY_RECORD.get(s), "seen_from", _as_it_is)


@overload(hurry)
def _hurry(s, rng):
    return getattr(_BY_RECORD.get(s), "hurry", _as_ever)


def _no_quiet(s):
    return False


def _no_seat_facts(s, seat, out):
    return


def _no_table_facts(s, out):
    return


def _nothing_said(s):
    return -1, 0


def _as_it_is(s, seat, action):
    return action


def _as_ever(s, rng):
    return
