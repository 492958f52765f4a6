"""What every choice of a decision was worth to the seat that made it: for somebody who looks back and wonders."""

from dataclasses import dataclass

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.coach.choice_value import open_streams, try_choices
from fathoms.bots.coach.hints import asked_of, fingerprint
from fathoms.bots.coach.working_out import work_out
from fathoms.bots.statistics import Z
from fathoms.engine.dialect import SEATS
from fathoms.engine.match import Match

WORLDS = 600


@dataclass(frozen=True)
class Weighed:
    """A choice, the share of the win that it leads to, tried or worked out, and half of its 95 % interval."""

    choice: str
    share: float
    half: float


def weigh_choices(match: Match, seat: str, worlds: int = WORLDS) -> list[Weighed]:
    """All choices of a seat, the best first; by what the seat knew, in the same worlds for all."""
    told, number = asked_of(match, seat), SEATS.index(seat)
    worked = work_out(told, match.players, number)
    if worked is not None:
        return [Weighed(told.game.action_text(code), share, Z * worked.error) for code, share in worked.values.items()]
    choices = told.choices(number)
    streams = open_streams((fingerprint(told), number, 3), worlds)
    shares = try_choices(told, match.players, number, choices, streams) / WHOLE_WIN
    halves = Z * shares.std(axis=0, ddof=1) / worlds**0.5
    found = zip(choices, shares.mean(axis=0), halves, strict=True)
    weighed = [Weighed(told.game.action_text(code), float(share), float(half)) for code, share, half in found]
    return sorted(weighed, key=lambda one: -one.share)
