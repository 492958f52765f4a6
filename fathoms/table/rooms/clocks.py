"""Clocks: how much time everybody at a table has left, worked out from when each event was."""

from dataclasses import dataclass

from fathoms.table.rooms.course import Course
from fathoms.table.rooms.store import Row

RETURN_SECONDS = 12.0  # that everybody has at least after an outage: ten, and two for their pages to come back
SHOWN_SECONDS = 0.6  # that a page takes to show an event of the sea: no clock runs before the position can be seen


@dataclass(frozen=True)
class Clock:
    """The time of one seat: what is left until a bot moves for it, and how much of that is the bank."""

    left: float
    bank: float
    running: bool


def clocks_of(row: Row, course: Course, now: float) -> dict[str, Clock]:
    """The clock of every seat that a person plays; none where the table has no clocks, or the game is not on."""
    settings = row.settings
    if row.status != "playing" or not settings.has_clock:
        return {}
    used, owing = _time_used(row, course)
    found = {}
    for seat in row.seats:
        began = _began(row, course, owing[seat.seat], now) if seat.seat in owing else None
        rest = max(0.0, settings.bank_seconds - used.get(seat.seat, 0.0))
        if not seat.bot_level:
            left = settings.move_seconds + rest - (0.0 if began is None else _elapsed(row, began, now))
            since = _last_return(row, began, now)
            found[seat.seat] = Clock(max(left, RETURN_SECONDS - since), rest, began is not None)
    return found


def _elapsed(row: Row, began: float, end: float) -> float:
    """Seconds of a clock: those of outages do not count."""
    away = sum(max(0.0, min(end, back) - max(began, gone)) for gone, back in row.outages)
    return end - began - away


def _last_return(row: Row, began: float | None, now: float) -> float:
    """Seconds since the server was back from an outage during the decision that began then."""
    returns = [back for _, back in row.outages if began is not None and began < back <= now]
    return now - max(returns) if returns else float("inf")


def _time_used(row: Row, course: Course) -> tuple[dict[str, float], dict[str, int]]:
    """What each seat's decisions took of its bank; and since which version each that must move has had to."""
    used: dict[str, float] = {}
    owing: dict[str, int] = {}
    log, times = course.match.log, course.times
    for version, owed in enumerate(course.owed):
        mover = log[version - 1].split(" ")[0] if version else ""
        began = _began(row, course, owing.pop(mover), times[version - 1]) if mover in owing else None
        if began is not None:
            beyond = _elapsed(row, began, times[version - 1]) - row.settings.move_seconds
            used[mover] = used.get(mover, 0.0) + max(0.0, beyond)
        owing = {seat: owing.get(seat, version) for seat in owed}
    return used, owing


def _began(row: Row, course: Course, version: int, end: float) -> float | None:
    """When the clock of a decision that ends (or is still open) at `end` began to run.

    That is when its position could be seen: after the sea's events before it were shown, and anew when the table
    began, a move was taken back, or somebody took their seat back. None: before tables noted when they began.
    """
    first, log = version, course.match.log
    while first and log[first - 1].startswith("sea "):
        first -= 1
    seen = [course.times[version - 1] + SHOWN_SECONDS * (version - first)] if version else []
    resumed = [at for at in row.settings.resumed if at <= end]
    return max([*seen, *resumed[-1:]], default=None)
