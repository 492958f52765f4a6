"""Rules of thumb, one a game: what a sensible player does without thinking ahead.

`thumb` is bound by the record's type, as the verbs are. Callers give it the record redacted for the seat.
"""

from collections.abc import Callable
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import numba
from numba.extending import overload

from fathoms.engine.cache import watch
from fathoms.engine.game import Game, needed_part

_by_dtype: dict[Any, Callable[..., int]] = {}
_by_record: dict[Any, Callable[..., int]] = {}


def thumb(s, seat, rng):
    """The action a sensible player in `seat` takes; `s` is redacted for that seat."""
    return _by_dtype[s.dtype](s, seat, rng)


@overload(thumb)
def _thumb(s, seat, rng):
    return _by_record.get(s, _no_thumb)


def _no_thumb(s, seat, rng):
    return -1  # never asked for: `has_thumb` says so


def has_thumb(game: Game) -> bool:
    """Whether a game has a rule of thumb; loads it."""
    if game.state not in _by_dtype:
        for point in metadata.entry_points(group="fathoms.thumbs", name=game.name):
            module, _, name = point.value.partition(":")
            function = getattr(needed_part(module, ""), name)
            _by_dtype[game.state] = function
            record = numba.from_dtype(game.state)
            _by_record[record] = function
            watch(record, Path(str(import_module(module).__file__)), engine=False)
    return game.state in _by_dtype
