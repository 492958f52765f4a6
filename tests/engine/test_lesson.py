"""Lessons follow the rules, say everything in both languages, and take no longer than they may."""

import logging
import runpy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.engine.match import Match
from fathoms.engine.parts import lesson as lessons
from fathoms.engine.parts.lesson import (
    ANY,
    Answer,
    BrokenLesson,
    Lesson,
    Past,
    Progress,
    Step,
    WrongChoice,
    check_lesson,
    seconds_of,
)
from fathoms.engine.rulebook import LANGUAGES
from fathoms.engine.sea import Sea
from fathoms.engine.seats import by_letter

LOCKER = find_game("locker")
MOST_SECONDS = 360
SAID = {"en": "Read this.", "fr": "Lisez ceci."}
WHY = {"en": "Not now.", "fr": "Pas maintenant."}
NO = Answer({"en": "This", "fr": "Ceci"}, ".a", WHY)
YES = replace(NO, right=True)


def lesson_in(game: str) -> Lesson:
    part = find_game(game).part("lesson")
    assert part is not None, game
    lesson: Lesson = part.LESSON
    return lesson


def small(*steps: Step) -> Lesson:
    return Lesson({"players": 2, "first": "A"}, steps)


@pytest.mark.parametrize("game", game_names())
def test_every_lesson_replays_by_the_rules(game: str) -> None:
    match = check_lesson(find_game(game), lesson_in(game))
    assert not match.over


@pytest.mark.parametrize("game", game_names())
def test_a_lesson_is_mostly_done_by_the_learner(game: str) -> None:
    lesson = lesson_in(game)
    taught = [step for step in lesson.steps if not step.ask]
    assert 10 <= len(taught) <= 18
    assert lesson.steps[0].held  # first of all: hold or point, and it explains itself
    assert lesson.steps[1].do
    assert not lesson.steps[-1].do
    assert sum(bool(step.do) for step in taught) >= len(taught) / 2
    assert all(step.point or step.ask for step in lesson.steps)


@pytest.mark.parametrize("game", game_names())
def test_a_lesson_ends_with_three_questions(game: str) -> None:
    steps = lesson_in(game).steps
    assert [bool(step.ask) for step in steps[-5:]] == [False, True, True, True, False]
    assert sum(bool(step.ask) for step in steps) == 3


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_a_lesson_takes_six_minutes_at_most(game: str, lang: str) -> None:
    lesson = lesson_in(game)
    taught = replace(lesson, steps=tuple(step for step in lesson.steps if not step.ask))
    assert seconds_of(taught, lang) <= MOST_SECONDS
    assert seconds_of(lesson, lang) <= MOST_SECONDS + 60
    for step in lesson.steps:
        assert len(step.say[lang].split()) <= 46, step.say[lang]
        assert all(len(answer.why[lang].split()) <= 25 for answer in step.ask)


def test_the_script_that_measures_lessons_names_each(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "lesson_length.py"), run_name="__main__")
    told = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in told} == set(game_names())


# What does not hold is named


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (Step(SAID, before=("sea draw anchor-2",)), ("step 1", "line 1", "anchor-2", "cannot happen")),
        (Step(SAID, before=("sea draw anchor-3", "B surface")), ("step 1", "line 2", "B surface", "L12")),
        (Step(SAID, before=("sea draw anchor-3",), do=("take key-2",)), ("step 1", "'take key-2'")),
        (Step(SAID, before=("sea draw anchor-3", "A surface")), ("step 1", "A surface", "`do`")),
        (Step(SAID, before=("sea draw anchor-3",), do=("surface",)), ("step 1", "'continue'", "'surface'")),
        (Step({"en": "Only English."}), ("step 1", "'fr'", "Only English")),
        (Step({"en": "{D} dives.", "fr": "{D} plonge."}), ("step 1", "{D} dives")),
        (
            Step(SAID, before=("sea draw key-3",), do=("surface",), wrong={ANY: {"en": "No.", "fr": ""}}),
            ("step 1", "'fr'"),
        ),
        (Step(SAID, ask=(YES, YES)), ("step 1", "2 of 2 answers")),
        (Step(SAID, ask=(NO, NO)), ("step 1", "0 of 2 answers")),
        (Step(SAID, ask=(YES,)), ("step 1", "1 of 1 answers")),
        (Step(SAID, before=("sea draw key-3",), do=("surface",), wrong={ANY: WHY}, ask=(YES, NO)), ("step 1", "`do`")),
        (Step(SAID, ask=(YES, replace(NO, name={"en": "This", "fr": ""}))), ("step 1", "'fr'", "This")),
        (Step(SAID, ask=(YES, replace(NO, why={"fr": "Non."}))), ("step 1", "'en'")),
        (Step(SAID, held={"en": "Well held."}), ("step 1", "'fr'", "Well held")),
    ],
)
def test_a_lesson_that_does_not_hold_says_where_and_why(step: Step, words: tuple[str, ...]) -> None:
    with pytest.raises(BrokenLesson) as fault:
        check_lesson(LOCKER, small(step))
    for word in ("locker", *words):
        assert word in str(fault.value)


def test_a_broken_lesson_is_logged_and_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = SimpleNamespace(LESSON=small(Step(SAID, before=("sea draw anchor-2",))))
    monkeypatch.setattr(lessons, "_known", {})
    monkeypatch.setattr(type(LOCKER), "part", lambda game, name: broken)
    with caplog.at_level(logging.ERROR):
        assert lessons.lesson_of(LOCKER) is None
        assert lessons.lesson_of(LOCKER) is None
    assert [record for record in caplog.messages if "step 1, line 1" in record and "anchor-2" in record]
    assert len(caplog.messages) == 1


def test_another_script_is_another_edition() -> None:
    lesson = lesson_in("locker")
    assert replace(lesson, steps=lesson.steps[:-1]).edition != lesson.edition
    reworded = replace(lesson.steps[0], say={"en": "Other words.", "fr": "D’autres mots."})
    assert replace(lesson, steps=(reworded, *lesson.steps[1:])).edition == lesson.edition


# Progress


def test_a_wrong_choice_is_told_why_and_a_right_one_goes_on() -> None:
    lesson = small(
        Step(SAID, before=("sea draw key-3",), do=("continue",), wrong={"surface": WHY}),
        Step(SAID, before=("sea draw chest-3",)),
    )
    progress = Progress()
    with pytest.raises(WrongChoice) as refusal:
        progress.check(lesson, "surface")
    assert [refusal.value.told(lang) for lang in LANGUAGES] == ["Not now.", "Pas maintenant."]
    progress.check(lesson, "continue")
    progress = progress.after_move(lesson)
    assert progress == Progress(1)
    with pytest.raises(WrongChoice, match="read this first"):
        progress.check(lesson, "continue")
    assert progress.after_step().now(lesson) is None
    progress.after_step().check(lesson, "surface")  # free


def test_a_step_with_several_moves_waits_for_each() -> None:
    lesson = lesson_in("reef")
    number = next(n for n, step in enumerate(lesson.steps) if len(step.do) == 3)
    progress = Progress(number)
    for done, move in enumerate(lesson.steps[number].do):
        assert progress == Progress(number, done)
        assert progress.expected(lesson) == move
        progress = progress.after_move(lesson)
    assert progress == Progress(number + 1)


# A word after each turn


def words_after(game: str, *lines: str, lang: str = "en") -> str:
    """What is said after a lesson and these lines."""
    lesson = lesson_in(game)
    match = check_lesson(find_game(game), lesson)
    positions = [match.position]
    for line in lines:
        match.play(line)
        positions.append(match.position)
    turn = Past(positions, lines, lesson.seat, match.players).last_turn()
    return lesson.word(turn, lang, by_letter) if turn else ""


PEARL_DIVES = ("A surface", "sea draw key-6", "B surface", "sea draw squid-4", "sea draw drone-3", "sea peek anchor-7")


@pytest.mark.parametrize(
    ("game", "lines", "said"),
    [
        ("locker", ("A continue",), ""),
        (
            "locker",
            PEARL_DIVES[:1],
            "You brought up 5 cards: +15 points. One card more, and 5 suits of ten could have sunk you.",
        ),
        (
            "locker",
            (*PEARL_DIVES, "A continue", "sea draw anchor-7", "A surface"),
            "You brought up 3 cards: +8 points. One card more, and 3 suits of ten could have sunk you.",
        ),
        ("locker", ("A continue", "sea draw net-3"), "5 suits of ten could sink you, and it happened: +13 points."),
        (
            "reef",
            ("B spin", "sea spin 2", "B card 1", "B stop", "A spin", "sea spin 1", "A card 1", "A up", "A up"),
            "You have 2 dive cards left, and the boat is at least 1 point away.",
        ),
        (
            "barracuda",
            ("A play 4", "B play 1", "sea roll 1 towards 6"),
            "3 coins more in the bag. It can still be lost: 4 coins in all.",
        ),
        (
            "nukha",
            ("sea find pistol", "A claim pistol", "C leave", "A attack B", "B accept", "A pick egg"),
            "Coins: 4 (±0). Cards and coins, not counting majority prizes: 8. "
            "The Captain has 6: begin a turn with more, and mutiny is yours.",
        ),
    ],
)
def test_the_word_after_a_turn(game: str, lines: tuple[str, ...], said: str) -> None:
    assert words_after(game, *lines) == said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", game_names())
def test_there_is_a_word_after_every_turn_of_a_free_game(game: str, lang: str) -> None:
    lesson = lesson_in(game)
    match = check_lesson(find_game(game), lesson)
    positions, first, sea = [match.position], match.events, Sea.from_seed(7)
    said = set()

    def note(match: Match) -> None:
        positions.append(match.position)
        turn = Past(positions, match.log[first:], "A", match.players).last_turn()
        if turn:
            said.add(lesson.word(turn, lang, by_letter))

    for number in range(60):
        match.drift(sea, note)
        if match.over:
            break
        seat = match.to_act[0]
        choices = match.choices(seat)
        match.play(f"{seat} {choices[number % len(choices)]}")
        note(match)
    assert len(said - {""}) > 1
    assert not any("{" in word for word in said)
