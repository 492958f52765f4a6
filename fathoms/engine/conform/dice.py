"""Random numbers with a seed, and random options that a table might choose."""

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from fathoms.engine.dialect import SEATS, below, next_random
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.options import Choice, Flag, PerSeat, Seat, Values

T = TypeVar("T")


class Dice:
    """Random numbers with a seed, from the dialect's own generator."""

    def __init__(self, seed: int) -> None:
        self.rng = np.array([seed], np.uint64)
        with np.errstate(over="ignore"):
            next_random(self.rng)

    def below(self, n: int) -> int:
        with np.errstate(over="ignore"):
            return int(below(self.rng, n))

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


def random_options(game: Game, dice: Dice) -> Values:
    """Options a table might choose, for any game whose options are of the engine's kinds."""
    while True:
        players = dice.pick(game.options.players)
        given = {option.name: _random_value(option, players, dice) for option in game.options.options}
        try:
            return game.options.read(players=players, **{k: v for k, v in given.items() if v is not ...})
        except OptionError:
            continue  # options that do not go together


def _random_value(option: Any, players: int, dice: Dice) -> Any:
    if hasattr(option, "examples"):
        return dice.pick(option.examples(players))
    if isinstance(option, Choice):
        return dice.pick(option.values)
    if isinstance(option, Flag):
        return dice.pick((True, False))
    if isinstance(option, Seat):
        return dice.pick((None, *SEATS[:players]))
    if isinstance(option, PerSeat):
        listed = [dice.pick(option.each) for _ in range(players)]
        return dice.pick((*option.words, listed))
    return ...
