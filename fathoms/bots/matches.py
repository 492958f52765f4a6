"""Playing a match out with bots, decision by decision."""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from fathoms.engine.match import Match
from fathoms.engine.sea import Sea


class Player(Protocol):
    """Whoever says what a seat chooses: a bot, or something that is asked in its place."""

    def choose(self, match: Match, seat: str) -> str: ...


def decisions(
    match: Match, bots: Mapping[str, Player], drift: Callable[[Match], None], which: int = 0
) -> Iterator[str]:
    """The seat of every decision, before its bot makes it; `drift` lets the sea act until somebody must decide.

    Where several owe a decision, the one at place `which` of them is asked first.
    """
    drift(match)
    while not match.over:
        seat = match.to_act[which]
        yield seat
        match.play(f"{seat} {bots[seat].choose(match, seat)}")
        drift(match)


def sea_drift(sea: Sea) -> Callable[[Match], None]:
    return lambda match: match.drift(sea)
