"""A lesson in the terminal: the same steps as at the table, then an evening against gentle bots."""

import contextlib
import json
from dataclasses import dataclass, field
from pathlib import Path

from rich.panel import Panel

from fathoms.engine.match import Match
from fathoms.engine.parts.lesson import Answer, Lesson, Past, Progress, Step, WrongChoice, named
from fathoms.engine.position import Position
from fathoms.engine.seats import by_letter
from fathoms.terminal.play import Evening
from fathoms.terminal.words import say


@dataclass
class Bookmark:
    """Where a lesson was left, in a file: its script says the rest."""

    file: Path
    lesson: Lesson

    def read(self) -> int:
        """The step to go on at; the first where nothing was left, or the script has changed since."""
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            kept = json.loads(self.file.read_text(encoding="utf-8"))
            if kept["edition"] == self.lesson.edition and 0 <= int(kept["step"]) < len(self.lesson.steps):
                return int(kept["step"])
        return 0

    def write(self, step: int) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps({"edition": self.lesson.edition, "step": step}), encoding="utf-8")

    def drop(self) -> None:
        self.file.unlink(missing_ok=True)


@dataclass
class LessonEvening:
    """A match that follows its lesson's script, and is played on freely from where that ends."""

    evening: "FreeEvening"
    bookmark: Bookmark
    progress: Progress = field(default_factory=Progress)

    @property
    def lesson(self) -> Lesson:
        return self.bookmark.lesson

    def run(self) -> None:
        """From the step where it was left to the end of the game, or until somebody leaves."""
        self._catch_up(self.bookmark.read())
        while step := self.progress.now(self.lesson):
            self.bookmark.write(self.progress.step)
            self._play(step.before)
            self._teach(step)
        self.bookmark.drop()
        self.evening.begin()
        self.evening.run()

    def _catch_up(self, step: int) -> None:
        for done in self.lesson.steps[:step]:
            self._play((*done.before, *(f"{self.lesson.seat} {move}" for move in done.do)))
        self.progress = Progress(step)

    def _play(self, lines: tuple[str, ...]) -> None:
        for line in lines:
            self.evening.happen(line)

    def _teach(self, step: Step) -> None:
        """A step: its words, and the learner's choices until they are the ones that go on."""
        number = self.progress.step
        title = say("lesson_step", self.evening.lang, n=number + 1, all=len(self.lesson.steps))
        words = Panel(named(step.say[self.evening.lang], by_letter), title=title, title_align="left")
        if step.ask:
            self.evening.question(words, step.ask)
        elif not step.do:
            self.evening.read(words)
        if not step.do:
            self.progress = self.progress.after_step()
        while self.progress.step == number:
            self._try(self.evening.choose(self.lesson.seat, words))

    def _try(self, chosen: str) -> None:
        try:
            self.progress.check(self.lesson, chosen)
        except WrongChoice as refusal:
            self.evening.answer(refusal.told(self.evening.lang))
            return
        self._play((f"{self.lesson.seat} {chosen}",))
        self.progress = self.progress.after_move(self.lesson)


@dataclass
class FreeEvening(Evening):
    """An evening with a word before each decision on what the turn before it did."""

    lesson: Lesson = field(kw_only=True)
    _free: list[Position] = field(default_factory=list)  # since the script has ended

    def happen(self, line: str) -> None:
        """One line of the script."""
        self._public = self._public or self.match.view()
        self.match.play(line)
        self._note(self.match)

    def begin(self) -> None:
        """The script has ended: from here on all is free."""
        self.console.print(f"\n[bold]{say('free', self.lang)}[/]", highlight=False)
        self._free = [self.match.position]

    def _note(self, match: Match) -> None:
        super()._note(match)
        if self._free:
            self._free.append(match.position)

    def save(self) -> None:
        """A lesson that is left is begun again at its step; a free game is kept like any other."""
        if self._free:
            super().save()

    def read(self, words: Panel) -> None:
        self._tell(self.lesson.seat)
        self.console.print(words)
        self._listen(say("go_on", self.lang) + " ")

    def question(self, words: Panel, answers: tuple[Answer, ...]) -> None:
        """A question of the lesson: a number answers it, as often as one likes; Enter goes on."""
        self.console.print(words)
        names = [f"{n} {named(answer.name[self.lang], by_letter)}" for n, answer in enumerate(answers, 1)]
        self.console.print("\n".join(names), highlight=False, markup=False)
        while word := self._listen(say("answer", self.lang) + " "):
            if word.isdecimal() and 1 <= int(word) <= len(answers):
                answer = answers[int(word) - 1]
                style = "green" if answer.right else "red"
                self.console.print(named(answer.why[self.lang], by_letter), style=style, highlight=False, markup=False)
            else:
                self._complain(say("unknown", self.lang, word=word, n=len(answers)))

    def choose(self, seat: str, words: Panel) -> str:
        self._tell(seat)
        self._show(seat)
        self.console.print(words)
        choices = self.match.choices(seat)
        while True:
            if chosen := self._understand(self._listen(f"{seat} › "), choices, seat):
                return chosen

    def answer(self, text: str) -> None:
        self._complain(text)

    def _show(self, seat: str) -> None:
        super()._show(seat)
        lines = self.match.log[len(self.match.log) - len(self._free) + 1 :] if self._free else []
        turn = Past(self._free, lines, seat, self.match.players).last_turn()
        if turn and (word := self.lesson.word(turn, self.lang, by_letter)):
            self.console.print(word, style="italic", highlight=False, markup=False)
