"""`fathoms learn`: the same lesson in the terminal."""

import json
from pathlib import Path

import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.engine.match import Match
from fathoms.engine.parts.lesson import Lesson
from tests.cli.told import Fathoms, assert_refused


def lesson_in(game: str) -> Lesson:
    lesson: Lesson = find_game(game).part("lesson").LESSON  # type: ignore[union-attr]
    return lesson


def keys(game: str, first: int = 0, last: int | None = None) -> str:
    """What is typed in these steps: every choice in words, Enter to go on."""
    return "".join("\n".join([*step.do, ""]) if step.do else "\n" for step in lesson_in(game).steps[first:last])


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", game_names())
def test_a_whole_lesson(fathoms: Fathoms, tmp_path: Path, game: str, lang: str) -> None:
    told = fathoms("learn", game, "--lang", lang, keys=keys(game))
    assert told.code == 0, told.err
    steps = lesson_in(game).steps
    said = "".join(told.out.replace("│", "").split())
    for number, step in enumerate(steps, 1):
        assert "".join(step.say[lang].split("{")[0].split()) in said, number
    assert {"en": "you choose freely", "fr": "vous choisissez librement"}[lang] in told.out
    kept = Match.load((tmp_path / f".local/share/fathoms/{game}.json").read_text(), interpreted=True)
    assert kept.log[: lesson_in(game).events] == [
        line for step in steps for line in (*step.before, *(f"A {move}" for move in step.do))
    ]


def test_a_wrong_choice_is_told_why(fathoms: Fathoms) -> None:
    told = fathoms("learn", "locker", keys="\nsurface\ncontinue\n")
    assert lesson_in("locker").steps[1].wrong["surface"]["en"] in told.out
    assert "Step 3 of 20" in told.out


def test_a_question_is_answered_by_its_number_and_tells_why(fathoms: Fathoms) -> None:
    first = next(number for number, step in enumerate(lesson_in("locker").steps) if step.ask)
    told = fathoms("learn", "locker", keys=keys("locker", 0, first) + "1\n9\nkey\n2\n\n")
    said = " ".join(told.out.split())
    for answer in lesson_in("locker").steps[first].ask[:2]:
        assert answer.why["en"] in said
    assert "1 Knife" in said
    assert f"Step {first + 2} of 20" in told.out


def test_a_lesson_that_is_left_goes_on_at_its_step(fathoms: Fathoms, tmp_path: Path) -> None:
    told = fathoms("learn", "locker", keys=keys("locker", 0, 4) + "quit\n")
    assert told.out.endswith("Go on with: fathoms learn locker")
    told = fathoms("learn", "locker", keys=keys("locker", 4, 5))
    assert "Step 5 of 20" in told.out
    assert "Step 4 of 20" not in told.out
    assert "Step 1 of 20" in fathoms("learn", "locker", "--again").out
    bookmark = tmp_path / ".local/share/fathoms/lesson-locker.json"
    for nonsense in ("", "[]", json.dumps({"edition": lesson_in("locker").edition, "step": 99})):
        bookmark.write_text(nonsense)
        assert "Step 1 of 20" in fathoms("learn", "locker").out


def test_what_cannot_be_learned(fathoms: Fathoms, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_refused(fathoms("learn", "chess"), "chess", "allowed")
    assert_refused(fathoms("learn", "locker", "--lang", "de"), "allowed")
    assert_refused(fathoms("learn", "tests.engine.toy:GAME"), "no lesson", "allowed")
    other = Lesson({"players": 2, "first": "B"}, lesson_in("locker").steps)
    monkeypatch.setattr("fathoms.games.locker.lesson.LESSON", other)
    assert_refused(fathoms("learn", "locker"), "step 2", "continue")
