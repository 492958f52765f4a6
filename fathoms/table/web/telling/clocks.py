"""A table's clocks as a page shows them: whose run, how much is left, and in words how they are set."""

import time

from fathoms.engine.kinds import Json
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.seats import PERSON, TableSettings
from fathoms.table.web.i18n import speaker


def clocked_seats(room: Room) -> list[str]:
    """The seats with a clock: people's, where the table has one and the game is on."""
    on = room.row.status == "playing" and room.row.settings.has_clock
    return [seat.seat for seat in room.row.seats if on and seat.kind == PERSON and not seat.away]


def clock_facts(room: Room) -> Json | None:
    """Everybody's time as seconds left at this moment: a page counts down by itself, whatever its own clock says."""
    clocks = room.clocks(time.time())
    if not clocks:
        return None
    told = {seat: {**vars(clock), "left": round(clock.left, 2)} for seat, clock in clocks.items()}
    return {"move": room.row.settings.move_seconds, "seats": told}


def clock_words(settings: TableSettings, lang: str) -> str:
    """A table's clock in words: “30 s per move, 5 min in the bank”; nothing where there is none."""
    _ = speaker(lang)
    move, bank = int(settings.move_seconds), int(settings.bank_seconds)
    told = (
        _("{} per move").format(_duration(move, lang)) if move else "",
        _("{} in the bank").format(_duration(bank, lang)),
    )
    return ", ".join(filter(None, told if bank else told[:1]))


def _duration(seconds: int, lang: str) -> str:
    """A time in the units that it has: “1 day”, “1 h 30 min”, “45 s”."""
    sizes = ((86400, speaker(lang)("day")), (3600, "h"), (60, "min"), (1, "s"))
    told, rest = list[str](), seconds
    for size, unit in sizes:
        count, rest = divmod(rest, size)
        told += [f"{count}\u00a0{unit}"] * bool(count)
    return " ".join(told) or "0\u00a0s"
