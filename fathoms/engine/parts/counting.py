"""What views tell of the end alike in every game: the count line by line, and who was equal first."""

from collections.abc import Sequence

from fathoms.engine.dialect import SEATS
from fathoms.engine.kinds import Json

Line = Json


def count_line(what: str, number: int, points: int, rule: str) -> Line:
    """One line of a seat's count: how many of what, the points they bring, and by which rule."""
    return {"what": what, "number": number, "points": points, "rule": rule}


def first_tie(scores: Sequence[int], winners: int, broken_by: str, rule: str, side: int = 1) -> Line | None:
    """Who was equal first and what decided between them; None where nobody was. `side` seats always win together."""
    won = [seat for seat in range(len(scores)) if winners >> seat & 1]
    best = int(scores[won[0]])
    among = [SEATS[seat] for seat, score in enumerate(scores) if int(score) == best]
    if len(among) <= side:
        return None
    return {"at": best, "among": among, "by": broken_by if len(won) <= side else "shared", "rule": rule}
