"""Whoever knows the same is advised the same: a check for any game, and for whatever gives advice about it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import hypot

from fathoms.engine.conform.checks import Finding, Nonconformity, event_line, random_walk
from fathoms.engine.conform.dice import Dice
from fathoms.engine.dialect import SEA, SEATS
from fathoms.engine.game import Game
from fathoms.engine.match import Match
from fathoms.engine.position import Position

MOST_ASKED = 100  # pairs of positions: advice takes long
SELDOM = 5  # of so many events, about one is stopped at


@dataclass(frozen=True)
class Advice:
    """A choice, the share of the win it promises, and half the width of that one's interval."""

    best: str
    share: float
    half: float

    def is_far_from(self, other: "Advice") -> bool:
        """Whether two pieces of advice differ by more than their intervals."""
        return abs(self.share - other.share) > hypot(self.half, other.half) + 1e-9


Advise = Callable[[Position, int, int], Advice]  # a whole position, players, the seat that is to be advised


def check_advice(game: Game, advise: Advise, games: int, seed: int) -> Finding:
    """Two positions that are alike to a seat get the same advice, within its interval."""
    count, dice = 0, Dice(seed + 3000)
    for _ in range(games):
        for match, who, _ in random_walk(game, dice):
            if who != SEA and count < MOST_ASKED and len(match.position.choices(who)) > 1 and dice.below(SELDOM) == 0:
                count += _check_alike(match, advise, who, dice)
    return Finding("advice", count, "pairs of positions that are alike to a seat")


def _check_alike(match: Match, advise: Advise, seat: int, dice: Dice) -> int:
    """How many positions were found that the seat cannot tell from this one, all advised alike."""
    here, others = advise(match.position, match.players, seat), list(alike(match.position, seat, dice))
    for other, how in others:
        there = advise(other, match.players, seat)
        if here.is_far_from(there):
            told = f"{here.best!r} ({here.share:.2f}), but {there.best!r} ({there.share:.2f}) {how}"
            raise Nonconformity("advice", f"{SEATS[seat]} is advised {told}; log: {match.log}")
    return len(others)


def alike(position: Position, seat: int, dice: Dice) -> Iterator[tuple[Position, str]]:
    """Positions that are not this one for all the seat knows, each with what is different."""
    told = position.redacted(seat)
    world = told.imagined(seat, dice.rng)
    if world.bytes() != position.bytes():
        yield world, "in another world"
    for other in position.actors():
        action = dice.pick(position.choices(other))
        after = position.copy()
        after.happen(other, action)
        if other != seat and seat in after.actors() and not position.audience(other, action) >> seat & 1:
            yield after, f"after {event_line(position.game, other, action)!r}, face down"
