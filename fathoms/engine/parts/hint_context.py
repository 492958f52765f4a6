"""What a hint may look at: a seat's own view, and worlds and futures imagined from it. Games turn it into a reason."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fathoms.engine.kinds import View


@dataclass(frozen=True)
class HintContext:
    """A decision of `seat`, as far as that seat can see. Nothing here comes from the true hidden position."""

    seat: str
    view: View
    best: str  # the choice that is advised
    worlds: Sequence[View]  # worlds the seat cannot tell from the true one, each seen whole
    soon: Callable[[str], Sequence[View]]  # a choice -> such worlds after the sea's next event
    later: Callable[[str], Sequence[View]]  # a choice -> such worlds when the seat decides next, or at the end


def share_of(views: Sequence[View], holds: Callable[[View], bool]) -> int:
    """In how many of the worlds something holds, in percent."""
    return round(100 * sum(map(holds, views)) / len(views))
