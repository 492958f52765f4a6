"""A first game that teaches itself: event lines written in advance, with a caption for each step.

A game brings its own as `lesson.py`. The lines are played by the rules like any others, so a lesson cannot show what
the rules do not allow; `check_lesson` says which line does not hold, and why.
"""

import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import FathomsError, IllegalMove
from fathoms.engine.game import Game
from fathoms.engine.match import Match, View
from fathoms.engine.options import Text
from fathoms.engine.position import Position
from fathoms.engine.rulebook import LANGUAGES
from fathoms.engine.seats import Naming, by_letter

log = logging.getLogger("fathoms")
WORDS_A_MINUTE = 150  # read at a calm pace
LOOK_SECONDS = 5.0  # to find what is talked about, and to choose
LINE_SECONDS = 0.8  # that a table takes to show an event
ANY = ""  # in `Step.wrong`: every choice that has no reason of its own


class BrokenLesson(FathomsError):
    """A lesson that does not follow the rules; the message names its step and line."""


class WrongChoice(IllegalMove):
    """Not what the lesson is about now: nothing is played, and the reason is told."""

    def told(self, lang: str) -> str:
        return self.reason.get(lang, str(self))


@dataclass(frozen=True)
class Answer:
    """A thing on the board that answers a question, and why it is the right one or not."""

    name: Text  # on a button, for whoever does not point at the thing
    point: str  # the thing: a selector of the drawn table
    why: Text
    right: bool = False


@dataclass(frozen=True)
class Step:
    """One idea. Seats are named in its texts by their letters: `{B}`, in French also `{B:de}`."""

    say: Text
    before: tuple[str, ...] = ()  # the lines of the sea and of the others that lead here
    do: tuple[str, ...] = ()  # what the learner then chooses, one after the other; nothing: they read, and go on
    wrong: Mapping[str, Text] = field(default_factory=dict)  # a choice, its first word, or ANY -> why not now
    point: str = ""  # what is talked about: a selector of the drawn table, or several, ` | ` between them
    ask: tuple[Answer, ...] = ()  # a question: the learner points at one of these; nothing is played
    held: Text = field(default_factory=dict)  # said once something has explained itself: the step asks to try that

    @property
    def texts(self) -> list[Text]:
        """All that is said at this step."""
        answers = [text for answer in self.ask for text in (answer.name, answer.why)]
        return [self.say, *self.wrong.values(), *answers, *([self.held] if self.held else [])]

    def reason(self, move: str) -> Text | None:
        return self.wrong.get(move) or self.wrong.get(move.split(" ")[0]) or self.wrong.get(ANY)


@dataclass(frozen=True)
class Turn:
    """What a seat has just done in the free game after a lesson: its own views, and the lines between them."""

    seat: str
    lines: Sequence[str]
    views: Sequence[View]  # before the first line, and after each


def no_word(turn: Turn, lang: str, name: Naming) -> str:
    return ""


@dataclass(frozen=True)
class Lesson:
    """A game's first game: the learner sits in seat A, and plays on freely from where the steps end."""

    options: Mapping[str, Any]
    steps: tuple[Step, ...]
    word: Callable[[Turn, str, Naming], str] = no_word  # after each turn of the learner's own in the free game
    seat: str = "A"
    enough: int = 60  # events of the free game after which the learner is told that they know the game

    @property
    def events(self) -> int:
        """How many events are written in advance."""
        return sum(len(step.before) + len(step.do) for step in self.steps)

    @property
    def edition(self) -> str:
        """A mark of the script: who is in the middle of another one begins again."""
        script = repr((sorted(self.options.items()), [(step.before, step.do) for step in self.steps]))
        return hashlib.sha256(script.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class Progress:
    """How far somebody has come: the step, and how many of its choices are made."""

    step: int = 0
    done: int = 0

    def now(self, lesson: Lesson) -> Step | None:
        """The step they are at; None after the last."""
        return lesson.steps[self.step] if self.step < len(lesson.steps) else None

    def expected(self, lesson: Lesson) -> str | None:
        """The choice that goes on; None where there is only something to read."""
        step = self.now(lesson)
        return step.do[self.done] if step and self.done < len(step.do) else None

    def check(self, lesson: Lesson, move: str, name: Naming = by_letter) -> None:
        """WrongChoice, with its reason, unless the move is the one that goes on."""
        step, due = self.now(lesson), self.expected(lesson)
        if step is None or move == due:
            return
        reason = (step.reason(move) if due else None) or _READ_FIRST
        told = {lang: named(reason[lang], name) for lang in reason}
        raise WrongChoice(told.get("en", "this is not what the lesson is about now"), None, told)

    def after_move(self, lesson: Lesson) -> "Progress":
        step = self.now(lesson)
        return Progress(self.step, self.done + 1) if step and self.done + 1 < len(step.do) else self.after_step()

    def after_step(self) -> "Progress":
        return Progress(self.step + 1)


_READ_FIRST: Text = {
    "en": "One moment: read this first, then go on.",
    "fr": "Un instant : lisez d’abord ceci, puis continuez.",
}


def named(text: str, name: Naming) -> str:
    """A text of a lesson with its seats' names."""
    return text.format_map(_Names(name))


class _Names(dict[str, str]):
    def __init__(self, name: Naming) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, seat: str) -> str:
        return self.name(seat)


# After it


@dataclass(frozen=True)
class Past:
    """The last positions of a match, and the lines between them, as a seat sees them: looked at from the end."""

    positions: Sequence[Position]
    lines: Sequence[str]  # one fewer
    seat: str
    players: int
    _views: dict[int, View] = field(default_factory=dict)

    def view(self, index: int) -> View:
        if index not in self._views:
            self._views[index] = self.positions[index].view(SEATS.index(self.seat), self.players)
        return self._views[index]

    def start_of_turn(self, index: int) -> int:
        """Where the turn that a position belongs to begins."""
        while index > 0 and self.view(index - 1)["turn"] == self.view(index)["turn"]:
            index -= 1
        return index

    def last_turn(self) -> Turn | None:
        """The seat's last turn that is over: the lines of one turn with a choice of its own among them."""
        last = len(self.positions) - 1
        last = last if last < 0 or self.view(last)["over"] else self.start_of_turn(last)
        while last > 0:
            first = self.start_of_turn(last - 1)
            lines = self.lines[first:last]
            if any(line.startswith(f"{self.seat} ") for line in lines):
                return Turn(self.seat, lines, [self.view(one) for one in range(first, last + 1)])
            last = first
        return None


# Checking


def check_lesson(game: Game, lesson: Lesson) -> Match:
    """Play a lesson by the rules: the match at its end; BrokenLesson names the step and the line at fault."""
    match = Match(game, interpreted=True, **lesson.options)
    for number, step in enumerate(lesson.steps, 1):
        where = f"the lesson of {game.name}, step {number}"
        for line in step.before:
            if line.startswith(f"{lesson.seat} "):
                raise BrokenLesson(f"{where}: {line!r} is the learner's own choice; allowed: in `do`")
            _play(match, line, where)
        for move in step.do:
            _check_reasons(match, lesson, step, move, where)
            _play(match, f"{lesson.seat} {move}", where)
        _check_question(step, where)
        _check_texts(step, match, where)
    if match.over:
        raise BrokenLesson(f"the lesson of {game.name} ends with the game; allowed: to leave something to play on")
    return match


def _play(match: Match, line: str, where: str) -> None:
    try:
        match.play(line)
    except IllegalMove as refusal:
        raise BrokenLesson(f"{where}, line {match.events + 1}: {refusal}") from refusal


def _check_reasons(match: Match, lesson: Lesson, step: Step, move: str, where: str) -> None:
    unexplained = [one for one in match.choices(lesson.seat) if one != move and not step.reason(one)]
    if unexplained:
        raise BrokenLesson(f"{where}: no reason is given why {unexplained[0]!r} is not {move!r}")


def _check_question(step: Step, where: str) -> None:
    right = sum(answer.right for answer in step.ask)
    if step.ask and (step.do or right != 1 or len(step.ask) < 2):
        answers = f"{right} of {len(step.ask)} answers are right"
        raise BrokenLesson(f"{where}: {answers}; allowed: one of two or more, without `do`")


def _check_texts(step: Step, match: Match, where: str) -> None:
    for text in step.texts:
        for lang in LANGUAGES:
            if not text.get(lang):
                raise BrokenLesson(f"{where}: a text is missing in {lang!r}: {next(iter(text.values()), '')!r}")
            try:
                named(text[lang], lambda seat: by_letter(match.seats[match.seats.index(seat)]))
            except ValueError as error:
                raise BrokenLesson(f"{where}: {text[lang]!r} names somebody who is not there ({error})") from error


_known: dict[str, Lesson | None] = {}


def lesson_of(game: Game) -> Lesson | None:
    """A game's lesson, checked once; None where there is none, or where it does not hold, which is logged."""
    if game.package not in _known:
        _known[game.package] = _checked(game)
    return _known[game.package]


def _checked(game: Game) -> Lesson | None:
    part = game.part("lesson")
    if part is None:
        return None
    lesson: Lesson = part.LESSON
    try:
        check_lesson(game, lesson)
    except FathomsError as error:
        log.error("%s is left out: %s", game.name, error)
        return None
    return lesson


# How long it takes


def _read(step: Step) -> list[Text]:
    """What somebody reads who answers rightly."""
    return [step.say, *(answer.why for answer in step.ask if answer.right), *([step.held] if step.held else [])]


def seconds_of(lesson: Lesson, lang: str) -> float:
    """What a lesson takes somebody who reads calmly and chooses rightly."""
    words = sum(len(text[lang].split()) for step in lesson.steps for text in _read(step))
    return words * 60 / WORDS_A_MINUTE + len(lesson.steps) * LOOK_SECONDS + lesson.events * LINE_SECONDS
