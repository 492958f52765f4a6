"""How studies of solved positions are told: means with their intervals, tables, and sections of one page."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

Progress = Callable[[str], None]


@dataclass
class Mean:
    """A mean and half its 95 % interval."""

    numbers: list[float] = field(default_factory=list)

    def add(self, number: float) -> None:
        self.numbers.append(number)

    @property
    def mean(self) -> float:
        return sum(self.numbers) / len(self.numbers)

    @property
    def half(self) -> float:
        if len(self.numbers) < 2:
            return math.inf
        squares = sum((number - self.mean) ** 2 for number in self.numbers)
        return 1.96 * math.sqrt(squares / (len(self.numbers) - 1) / len(self.numbers))

    def __str__(self) -> str:
        return f"{self.mean:.4f} ± {self.half:.4f}"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table, the first column left and the others right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)


HEAD = """# The truth, where it can be had

How far each bot level is from the best possible play, in positions small enough to be worked out. Each section names
the command that makes it. A value is a share of the win: 1 a win, 0 a defeat, a half when two share it.

Iterations a decision for levels that search: {budgets}.
They are counted so that the same seed gives the same figures everywhere; a quiet core does more in a level's time
(`scripts/ladder.py calibrate`), abyss much more; in The Nukha's Cave abyss has enough after 5,000.
"""


def write_section(page: str, head: str, title: str, text: str) -> str:
    """A page with the section of this title put in or replaced; the others stay as they are."""
    sections = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    sections[title] = f"\n{text.strip()}\n\n"
    told = "\n".join(f"## {name}\n{body.rstrip()}\n" for name, body in sections.items())
    return f"{head.strip()}\n\n{told}"
