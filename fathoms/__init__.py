"""Fathoms: four underwater treasure-hunt games on one engine."""

from fathoms import games
from fathoms.engine.errors import BadRecord, FathomsError, IllegalMove, OptionError
from fathoms.engine.match import Match
from fathoms.engine.sea import Sea

__all__ = ["BadRecord", "FathomsError", "IllegalMove", "Match", "OptionError", "Sea", "games"]
