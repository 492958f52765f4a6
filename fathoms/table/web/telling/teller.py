"""The lines of a room's log as its pages tell them, each worked out once for all who read it alike."""

from collections.abc import Hashable
from dataclasses import dataclass

from fathoms.engine.game import Game
from fathoms.engine.kinds import Json
from fathoms.engine.match import RECENT
from fathoms.table.rooms.course import REMEMBERED, Change, Views
from fathoms.table.rooms.room import Room
from fathoms.table.web.recent import Recent
from fathoms.table.web.telling.log import Line, log_line, run_of
from fathoms.table.web.telling.names import Seated, seated_at, told_apart

MOST_LOG = REMEMBERED  # lines of the log a page begins with
MOST_TOLD = 4096  # lines of logs in each of two generations, about a kilobyte each

_told_lines: Recent[Hashable, Line] = Recent(MOST_TOLD)


def log_lines(room: Room, lines: list[str], first: int, last: int, lang: str) -> list[Json]:
    """The lines of a log after `first` and up to `last`, each with what it brought about where that is remembered."""
    changes, teller, told = room.changes(), Teller.at(room, lang), list[Json]()
    for number in range(first + 1, last + 1):
        one = teller.numbered(lines[max(0, number - RECENT) : number], number, changes.get(number))
        if told and told[-1]["from"] == one["from"]:
            earlier = told.pop()
            one["so"], one["hurt"] = [*earlier["so"], *one["so"]], {**earlier["hurt"], **one["hurt"]}
        told.append(one)
    return told


@dataclass(frozen=True)
class Teller:
    """Who tells the lines of a room's log, as one viewer reads them, in a language and by the names of its seats."""

    game: Game
    lang: str
    seated: Seated
    by_clock: tuple[int, ...]

    @classmethod
    def at(cls, room: Room, lang: str) -> "Teller":
        return cls(room.game, lang, seated_at(room), room.row.settings.by_clock)

    def numbered(self, lines: list[str], number: int, change: Change | None) -> Json:
        """The last of some lines as event `number` of the log; `from` is the first event that it tells as well."""
        run = run_of(self.game, lines)
        told = self.line(run, change, number in self.by_clock)
        return {"number": number, "from": number - len(run) + 1, **told}

    def line(self, run: list[str], change: Views | None, late: bool) -> Line:
        """As `log_line`; worked out once for all pages and events that tell it."""
        if isinstance(change, tuple):  # of no event of the room's course
            return self._work_out(run, change, late)
        known = (self.game, self.lang, self.seated, tuple(run), change and change.mark, late)
        return _told_lines.get(known) or _told_lines.put(known, self._work_out(run, change, late))

    def _work_out(self, run: list[str], change: Views | None, late: bool) -> Line:
        return log_line(self.game, run, self.lang, told_apart(self.seated).__getitem__, change, late)


def by_clock(room: Room) -> list[int]:
    """The events that were a bot's moves for somebody whose time was up."""
    return list(room.row.settings.by_clock)
