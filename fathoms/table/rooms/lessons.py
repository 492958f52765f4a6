"""A table that teaches: while its lesson is on, the game's script stands in for the sea and for the other seats.

A table's settings hold how far its learner has come, how many of its events are written in advance, and by which
edition of the script: such a game is never taken for one that the sea has decided.
"""

from dataclasses import replace

from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game, installed_game
from fathoms.engine.kinds import Json
from fathoms.engine.parts.lesson import Lesson, Progress, lesson_of
from fathoms.engine.seats import Name, Naming
from fathoms.table.rooms.seats import LessonState
from fathoms.table.rooms.store import Row

TEACHER = "deckhand"  # the level of those one plays on against: the gentlest


def needed_lesson(game: Game) -> Lesson:
    lesson = lesson_of(game)
    if lesson is None:
        raise OptionError(
            f"{game.name} has no lesson; allowed: to play it, or to read its rules",
            f"{game.name} n’a pas de leçon ; permis : y jouer, ou lire ses règles",
        )
    return lesson


def new_settings(lesson: Lesson) -> Json:
    """What the settings of a table hold when its lesson begins."""
    return {"chat": False, "lesson": LessonState(events=lesson.events, edition=lesson.edition)}


def is_lesson(row: Row) -> bool:
    return row.settings.lesson is not None


def is_outdated(row: Row) -> bool:
    """Whether a lesson was begun by another script than the game has now, and can only begin again."""
    if not is_on(row):
        return False
    lesson = lesson_of(installed_game(row.game))
    return lesson is None or lesson.edition != _state(row).edition


def is_on(row: Row) -> bool:
    """Whether a table still follows its script."""
    return row.settings.lesson is not None and not row.settings.lesson.ended


def progress_of(row: Row) -> Progress:
    return Progress(_state(row).step, _state(row).done)


def _state(row: Row) -> LessonState:
    if row.settings.lesson is None:
        raise OptionError("this table has no lesson; allowed: to play", "cette table n’a pas de leçon ; permis : jouer")
    return row.settings.lesson


def is_read(row: Row) -> bool:
    """Whether the learner has something to read now, and nothing to choose."""
    return is_on(row) and not is_outdated(row) and progress_of(row).expected(_script(row)) is None


def _script(row: Row) -> Lesson:
    if is_outdated(row):
        raise OptionError(
            "this lesson has been rewritten; allowed: to begin it again",
            "cette leçon a été réécrite ; permis : la recommencer",
        )
    return needed_lesson(installed_game(row.game))


def check_move(row: Row, move: str) -> None:
    """WrongChoice, with its reason, for anything but what the lesson is about."""
    if is_on(row):
        progress_of(row).check(_script(row), move, naming_of(row))


def naming_of(row: Row) -> Naming:
    names = {seat.seat: Name(seat.name or seat.seat) for seat in row.seats}
    return names.__getitem__


def note_move(row: Row) -> None:
    """The learner has made the choice that goes on."""
    if is_on(row):
        _go_to(row, progress_of(row).after_move(_script(row)))


def go_on(row: Row, step: int) -> bool:
    """The learner has read a step; asked again, nothing changes."""
    if not is_read(row) or progress_of(row).step != step:
        return False
    _go_to(row, progress_of(row).after_step())
    return True


def _go_to(row: Row, progress: Progress) -> None:
    ended = progress.now(_script(row)) is None
    due = progress.done == 0 and not ended
    row.settings = replace(row.settings, lesson=replace(_state(row), **vars(progress), ended=ended, due=due))


def wanted_move(row: Row) -> str | None:
    """The choice that goes on; none where there is something to read first."""
    return progress_of(row).expected(_script(row))


def begin(row: Row) -> None:
    """From the first step, also where the learner has gone further."""
    if is_lesson(row):
        row.settings = replace(row.settings, lesson=replace(_state(row), ended=False))
        _go_to(row, Progress())


def take_due(row: Row) -> tuple[str, ...]:
    """The lines that lead to the learner's step and are still to be played, once; none at any other table."""
    if not is_on(row) or not _state(row).due:
        return ()
    row.settings = replace(row.settings, lesson=replace(_state(row), due=False))
    step = progress_of(row).now(_script(row))
    return tuple(step.before) if step else ()
