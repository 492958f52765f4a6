"""What a table's page says of a lesson: the step and its words, or a word on the learner's last turn."""

from fathoms.engine.kinds import Json
from fathoms.engine.parts.lesson import Step, lesson_of, named
from fathoms.engine.seats import Naming
from fathoms.table.rooms import lessons
from fathoms.table.rooms.room import Room

_NO_STEP = {"number": 0, "point": "", "want": "", "held": "", "of": 0}


def lesson_values(room: Room, seats: tuple[str, ...] | list[str], lang: str, name: Naming) -> Json | None:
    """What `_lesson.html` needs; None at any other table, and for whoever looks on."""
    lesson = lesson_of(room.game) if lessons.is_lesson(room.row) else None
    if lesson is None or lesson.seat not in seats:
        return None
    if lessons.is_outdated(room.row):
        return {"state": "outdated", **_NO_STEP}
    progress = lessons.progress_of(room.row)
    step = progress.now(lesson)
    if step is None:
        turn = room.course.last_turn(lesson.seat)
        said = lesson.word(turn, lang, name) if turn else ""
        enough = room.version - lesson.events >= lesson.enough
        return {"state": "over" if room.match.over else "free", **_NO_STEP, "text": said, "enough": enough}
    return {
        "state": "ask" if step.ask else "read" if progress.expected(lesson) is None else "do",
        "number": progress.step + 1,
        "of": len(lesson.steps),
        "text": named(step.say[lang], name),
        "point": step.point or ", ".join(answer.point for answer in step.ask),
        "ask": _answers(step, lang, name),
        "held": named(step.held[lang], name) if step.held else "",
        "want": progress.expected(lesson) or "",
        "last": progress.step + 1 == len(lesson.steps),
    }


def _answers(step: Step, lang: str, name: Naming) -> list[Json]:
    return [
        {
            "name": named(answer.name[lang], name),
            "point": answer.point,
            "why": named(answer.why[lang], name),
            "right": answer.right,
        }
        for answer in step.ask
    ]
