"""What a designer wants to know of a game, as data: what to count, and how a player can be handicapped or helped.

A game's folder may hold `metrics.py` with `METRICS` and compiled hooks beside it (`docs/howto/add-a-game.md`); the
laboratory counts by them. A game without one is measured by what every game has: seats, scores, turns and events.
"""

from dataclasses import dataclass

from fathoms.engine.options import Text


@dataclass(frozen=True)
class Metric:
    """Something whose worth is measured: `kind` is a heading of the report, `rule` the rule behind it."""

    name: str
    kind: str
    title: Text
    rule: str = ""
    lines: str = ""  # of a used thing: a regular expression that its event lines match whole, without the seat


@dataclass(frozen=True)
class Handicap:
    """Choices that one player goes without, as long as another choice is left."""

    name: str
    title: Text
    lines: str


@dataclass(frozen=True)
class Advantage:
    """A value of an option a seat that one player has and the others, with `without`, have not."""

    name: str
    title: Text
    option: str
    value: str
    without: str


@dataclass(frozen=True)
class Metrics:
    """All of a game. The bits of the hooks `held` and `noticed` follow the order of the tuples."""

    used: tuple[Metric, ...] = ()
    noticed: tuple[Metric, ...] = ()
    held: tuple[Metric, ...] = ()
    handicaps: tuple[Handicap, ...] = ()
    advantages: tuple[Advantage, ...] = ()
    house: tuple[str, ...] = ()  # the options that hold house data: pieces of our own design
    compared: tuple[str, ...] = ()  # settings that the laboratory's page compares with the usual one, as `goal=10`

    @property
    def all(self) -> tuple[Metric, ...]:
        return self.used + self.noticed + self.held
