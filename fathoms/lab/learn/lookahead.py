"""Learning foresight: what a turn's end is worth, from turns that are worked out with what is known so far.

The value of a position in which both choose is that of a matrix game over what the turn can lead to. Learning it makes
the next turn's values better, and so on back from the ends of games: fitted value iteration.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.bots.exact import room_for
from fathoms.bots.instinct import Net
from fathoms.bots.thumb import has_thumb
from fathoms.bots.values import insight_of
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.game import Game
from fathoms.lab.learn.lookahead_kernels import play_with_foresight
from fathoms.lab.learn.policy import Floats, newborn

OPENING = 30  # events that a game is opened with carelessly, at most
LATE = 0.1  # of the games
ASTRAY = 0.3  # of the decisions: values are those of perfect play wherever it starts
POSITIONS = 1 << 13  # of a turn
TABLES = 40
PLAIN = 30  # of them


def tables_for_two(game: Game, seed: int) -> npt.NDArray[Any]:
    """Encoded options of tables of two: three quarters plain ones, then whatever can be chosen."""
    dice, plain = Dice(seed), game.options.read(players=2)
    tables = [plain] * PLAIN
    while len(tables) < TABLES:
        options = random_options(game, dice)
        if options["players"] == 2:
            tables.append(options)
    return np.array([game.options.encode(values) for values in tables])


def blank_mind(game: Game, width: int, seed: int) -> list[Floats]:
    """A network that knows nothing and leans nowhere: only its hope is learned."""
    parts = newborn(game, width, seed)
    return [*parts[:3], parts[3][:0], parts[4][:0], *parts[5:]]


class Study:
    """Where one core plays and works turns out: its room for games and for the rows of them."""

    def __init__(self, game: Game, rows: int, seed: int) -> None:
        has_thumb(game)
        self._options, self._how = tables_for_two(game, seed), np.array([OPENING, LATE, ASTRAY])
        self._tables, self._worlds, self._blank = (np.zeros(size, game.state) for size in (1, 2, 1))
        self._ahead, size = room_for(game, POSITIONS), max(game.most_choices, game.most_fates)
        self._out, self._weights = np.zeros(size, np.int32), np.zeros(size, np.int64)
        self._rows = (np.zeros((rows, insight_of(game).KNOWN_FACTS), np.float32), np.zeros(rows, np.float32))

    def play(self, net: Net, seed: int, first: int) -> tuple[Floats, Floats]:
        """What seats knew when a turn began, and what it was worth to them; the same from the same seed and `first`."""
        where = (self._tables, self._worlds, self._blank, self._options)
        play_with_foresight(*where, seed, first, self._how, net, self._ahead, self._out, self._weights, self._rows)
        return self._rows
