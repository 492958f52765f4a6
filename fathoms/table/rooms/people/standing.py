"""How a table stands, in its row: whom it waits for, until when, and how its game ended. Read without its events."""

import time

from fathoms.engine.match import Match
from fathoms.table.rooms.clocks import clocks_of
from fathoms.table.rooms.course import Course
from fathoms.table.rooms.store import Row


def note_standing(row: Row, course: Course) -> None:
    """Write into a row that is about to be kept how its table stands."""
    acting = course.match.to_act if row.status == "playing" else []
    row.to_act = "".join(seat for seat in acting if seat != "sea")
    row.due = _due(row, course, time.time())
    if row.status == "over" and not row.places:
        row.places = places_of(course.match)


def _due(row: Row, course: Course, now: float) -> float | None:
    running = [clock.left for clock in clocks_of(row, course, now).values() if clock.running]
    return now + min(running) if running else None


def places_of(match: Match) -> dict[str, int]:
    """Who came first, second and so on at the end of a game; whoever stands alike shares a place."""
    scores, winners = match.scores or {}, match.winners or []
    standing = {seat: (seat in winners, scores.get(seat, 0)) for seat in match.seats}
    return {seat: 1 + sum(other > mine for other in standing.values()) for seat, mine in standing.items()}
