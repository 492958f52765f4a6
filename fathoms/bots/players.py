"""Bots that sit at a table: a level, and what it does in a position. They see the redacted record and nothing else."""

import secrets

import numpy as np

from fathoms.bots import kernels
from fathoms.bots.thumb import has_thumb, thumb
from fathoms.engine.dialect import SEATS, below
from fathoms.engine.errors import OptionError
from fathoms.engine.match import Match
from fathoms.engine.position import Position

LEVELS = ("deckhand", "sailor")  # any legal move; the rule of thumb


class Bot:
    """One bot. The same seed and the same positions give the same moves."""

    def __init__(self, level: str, seed: int | None = None) -> None:
        if level not in LEVELS:
            raise OptionError(f"unknown bot {level!r}; allowed: {', '.join(LEVELS)}")
        self.level = level
        self._rng = np.array([secrets.randbits(64) if seed is None else seed], np.uint64)

    def choose(self, match: Match, seat: str) -> str:
        """The choice of a seat that owes a decision, in notation."""
        number = SEATS.index(seat)
        told = match.position.redacted(number)
        return match.game.action_text(self._decide(told, number))

    def _decide(self, told: Position, seat: int) -> int:
        with np.errstate(over="ignore"):
            if self.level == "deckhand" or not has_thumb(told.game):
                choices = told.choices(seat)
                return choices[int(below(self._rng, len(choices)))]
            if told.interpreted:
                return int(thumb(told.record, seat, self._rng))
            return int(kernels.think(told.states, seat, self._rng))
