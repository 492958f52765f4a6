"""Games that a network plays against itself and others on a core, and what came of its decisions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from fathoms.bots.networks.files import need_features
from fathoms.bots.networks.policy_kernels import Net, Thoughts
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Doubles, Floats, Ints, Marks
from fathoms.lab.learn.self_play_kernels import HOLDERS, Buffers, Noted, SelfPlay, play_policies
from fathoms.lab.learn.value_data import tables_for


class Columns:
    """Of arrays that are as long as each other: the fields of a dataclass."""

    def part(self, rows: Ints) -> Self:
        made: Self = self._of(column[rows] for column in vars(self).values())
        return made

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        made: Self = cls._of(
            np.concatenate(each) for each in zip(*(vars(part).values() for part in parts), strict=True)
        )
        return made

    @classmethod
    def _of(cls, columns: Iterable[Any]) -> Any:
        make: Any = cls
        return make(*columns)


@dataclass(frozen=True)
class Rows(Columns):
    """A row a decision of the learner's."""

    known: Floats  # facts
    legal: Marks  # 1 for what could be done
    done: Ints
    logs: Floats  # of the probability with which it was done
    gains: Floats  # what came of it, less what was expected: GAE
    returns: Floats  # what the value should have been

    def __len__(self) -> int:
        return len(self.done)


class Arena:
    """Where one core plays: its room for games and for the rows of them."""

    def __init__(self, game: Game, width: int, rows: int, seed: int) -> None:
        module, size = need_features(game), max(game.most_choices, game.most_fates)
        has_heuristic(game)
        self._options = tables_for(game, seed)
        self._worlds, self._blank = np.zeros(2, game.state), np.zeros(1, game.state)
        self._buffers = Buffers(
            np.zeros(size, np.int32),
            np.zeros(size, np.int64),
            np.zeros(size, np.float64),
            Thoughts(np.zeros(module.KNOWN_FEATURES, np.float32), np.zeros((2, width), np.float32)),
        )
        self._noted = Noted(
            np.zeros((rows, module.KNOWN_FEATURES), np.float32),
            np.zeros((rows, module.KNOWN_ACTIONS), np.uint8),
            np.zeros(rows, np.int64),
            np.zeros(rows, np.float32),
            np.zeros(rows, np.int64),
            *np.zeros((3, rows), np.float32),
        )
        self.shares = np.zeros((HOLDERS, 2))  # the wins and the seats of each holder, at mixed tables

    def play(self, seed: int, first: int, games: int, nets: tuple[Net, Net, Net], shares: Doubles, fade: float) -> Rows:
        """The decisions of the learner, the first of `nets`, in so many games; the same from the same seed.

        The other nets are an earlier self's and a rival's; `shares` says how often they are met, and sailors.
        """
        self.shares[:] = 0
        how = SelfPlay(self._blank, self._options, seed, shares, fade)
        count = play_policies(self._worlds, how, first, games, nets, self._buffers, self._noted, self.shares)
        kept = ("known", "legal", "done", "logs", "gains", "returns")
        return Rows(*(getattr(self._noted, name)[:count] for name in kept))
