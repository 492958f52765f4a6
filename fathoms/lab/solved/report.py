"""How studies of solved positions are told: means with their intervals, under one head."""

from collections.abc import Callable
from dataclasses import dataclass, field

from fathoms.bots.statistics import mean_from

Progress = Callable[[str], None]


@dataclass
class Mean:
    """A mean and half its 95 % interval."""

    numbers: list[float] = field(default_factory=list)

    def add(self, number: float) -> None:
        self.numbers.append(number)

    @property
    def mean(self) -> float:
        return mean_from(self.numbers).value

    @property
    def half(self) -> float:
        return mean_from(self.numbers).half

    def __str__(self) -> str:
        return f"{self.mean:.4f} ± {self.half:.4f}"


HEAD = """# Solved: perfect play, where it can be worked out

{answer}

How far each bot level is from the best possible play, in positions small enough to be worked out. Each section names
the command that makes it. A value is a share of the win: 1 a win, 0 a defeat, a half when two share it.

Iterations a decision for levels that search: {budgets}.
They are counted so that the same seed gives the same figures everywhere; a quiet core does more in a level's time
(`fathoms ladder calibrate`), abyss much more; in The Nukha's Cave abyss has enough after 5,000.
"""
