"""How a table stands, in its row: whom it waits for, until when, and how its game ended. Read without its events."""

import time

from fathoms.table.rooms.clocks import clocks_of
from fathoms.table.rooms.course import Course
from fathoms.table.rooms.seats import places_of
from fathoms.table.rooms.store import Row


def note_standing(row: Row, course: Course) -> None:
    """Write into a row that is about to be kept how its table stands."""
    acting = course.match.to_act if row.status == "playing" else []
    row.to_act = "".join(seat for seat in acting if seat != "sea")
    row.due = _due(row, course, time.time())
    if row.status == "over" and not row.places:
        row.places = places_of(course.match.view())


def _due(row: Row, course: Course, now: float) -> float | None:
    running = [clock.left for clock in clocks_of(row, course, now).values() if clock.running]
    return now + min(running) if running else None
