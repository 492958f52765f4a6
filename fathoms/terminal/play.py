"""A game in the terminal: people and bots round one screen, saved after every decision."""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fathoms.bots.coach.hints import give_hint, hint_text
from fathoms.bots.levels import Bot
from fathoms.engine.dialect import SEATS, SPECTATOR
from fathoms.engine.errors import IllegalMove, OptionError
from fathoms.engine.kinds import View
from fathoms.engine.match import Match
from fathoms.engine.rulebook import rule_text
from fathoms.engine.sea import Sea
from fathoms.games.drawing import draw_view
from fathoms.terminal.screen import print_aid, print_book, print_result
from fathoms.terminal.words import say

Ask = Callable[[str], str]


class Leave(Exception):
    """A person wants to stop here; the match is kept."""


@dataclass
class Evening:
    """A match with people and bots in its seats."""

    match: Match
    bots: Mapping[str, Bot]
    console: Console
    lang: str = "en"
    file: Path | None = None
    pause: float = 0.5
    ask: Ask = input
    sea: Sea = field(default_factory=Sea)
    _remarks: dict[int, str] = field(default_factory=dict)  # event number -> what its line does not say
    _public: View | None = None
    _told: int = 0  # how many events of the log the person before the screen has read
    _facing: str | None = None

    def run(self) -> None:
        """Play until the game is over or somebody leaves."""
        self._told = len(self.match.log)
        self._public = self.match.view()
        while not self.match.over:
            self._advance()
        self._tell(None)
        print_result(self.match, self.console, self.lang)

    def _advance(self) -> None:
        self.match.drift(self.sea, self._note)
        if self.match.over:
            return
        people = [seat for seat in self.match.to_act if seat not in self.bots]
        waiting = [seat for seat in self.match.to_act if seat in self.bots]
        seat = (waiting or people)[0]
        choice = self.bots[seat].choose(self.match, seat) if waiting else self._ask_person(seat)
        self.match.play(f"{seat} {choice}")
        self._note(self.match)
        if waiting and self.pause:
            self._tell(self._facing)
            time.sleep(self.pause)
        self.save()

    def _note(self, match: Match) -> None:
        """Remember what the last event's line does not say."""
        before, self._public = self._public or {}, match.view()
        if said := match.game.remark(match.log[-1], before, self._public, self.lang):
            self._remarks[len(match.log)] = said

    def save(self) -> None:
        """Keep the match; a half-written file never replaces a whole one."""
        if self.file is None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        draft = self.file.with_name(self.file.name + ".part")
        draft.write_text(self.match.save(), encoding="utf-8")
        os.replace(draft, self.file)

    # Telling

    def _tell(self, seat: str | None) -> None:
        """The events since the last telling, as the one before the screen may read them."""
        lines = self.match.log_for(seat)
        for number, line in enumerate(lines[self._told :], self._told + 1):
            self.console.print(f"  [dim]·[/] {self.match.game.sentence(line, self.lang)}", highlight=False)
            if number in self._remarks:
                self.console.print(f"    [bold violet]{self._remarks[number]}[/]", highlight=False)
        self._told = len(lines)

    def _face(self, seat: str) -> None:
        """Turn the screen to a person; a curtain keeps secrets between people."""
        people = [name for name in self.match.seats if name not in self.bots]
        if len(people) > 1 and self._facing not in (None, seat) and self._has_secrets():
            self.console.clear()
            self._listen(say("curtain", self.lang, seat=seat) + " ")
        self._facing = seat

    def _has_secrets(self) -> bool:
        """Whether anybody now knows something that the others may not."""
        position = self.match.position
        views = {position.redacted(viewer).bytes() for viewer in (*range(self.match.players), SPECTATOR)}
        return len(views) > 1 or len(self.match.to_act) > 1

    # Asking

    def _ask_person(self, seat: str) -> str:
        self._face(seat)
        self._tell(seat)
        self._show(seat)
        choices = self.match.choices(seat)
        while True:
            if chosen := self._understand(self._listen(f"{seat} › "), choices, seat):
                return chosen

    def _listen(self, prompt: str) -> str:
        try:
            return self.ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None

    def _show(self, seat: str) -> None:
        view = self.match.view(seat)
        self.console.print()
        self.console.print(draw_view(self.match.game, view, self.lang))
        self.console.print(f"[bold]{say('your_move', self.lang, seat=seat)}[/] [dim]({say('prompt', self.lang)})[/]")
        self.console.print(self._menu(view))

    def _menu(self, view: View) -> Table:
        """The choices with their numbers, in columns where there are many."""
        labels = [self.match.game.label_in(view, choice, self.lang) for choice in view["choices"]]
        choices = [
            f"{escape(label)} [dim]{escape(values)}[/]" for label, _, values in (one.partition("\n") for one in labels)
        ]
        columns = 1 if len(choices) <= 6 else 2 if len(choices) <= 16 else 3
        rows = -(-len(choices) // columns)
        table = Table.grid(padding=(0, 3))
        for row in range(rows):
            here = [row + column * rows for column in range(columns) if row + column * rows < len(choices)]
            table.add_row(*[f"[bold cyan]{i + 1:>2}[/] {choices[i]}" for i in here])
        return table

    def _understand(self, word: str, choices: list[str], seat: str) -> str | None:
        """A choice, or None after answering a question or a mistake."""
        if word.isdecimal() and 1 <= int(word) <= len(choices):
            return choices[int(word) - 1]
        if word in choices:
            return word
        first, _, rest = word.partition(" ")
        answers: dict[str, Callable[[], None]] = {
            "?": lambda: self.console.print(say("help", self.lang)),
            "help": lambda: self.console.print(say("help", self.lang)),
            "rules": lambda: print_book(self.match.game, self.lang, self.console),
            "aid": lambda: print_aid(self.match.game, self.lang, self.console),
            "rule": lambda: self._print_rule(rest),
            "log": lambda: self._print_log(seat),
            "hint": lambda: self._print_hint(seat),
            "view": lambda: self._show(seat),
            "save": lambda: self._print_saved(),
            "quit": lambda: self._leave(),
            "q": lambda: self._leave(),
        }
        if first in answers:
            answers[first]()
        else:
            self._explain(word, choices, seat)
        return None

    def _explain(self, word: str, choices: list[str], seat: str) -> None:
        if self.match.game.code(SEATS.index(seat), word) is not None:
            try:
                self.match.copy().play(f"{seat} {word}")
            except IllegalMove as error:
                self._complain(error.told(self.lang))
            return
        self._complain(say("unknown", self.lang, word=word, n=len(choices)))

    def _complain(self, text: str) -> None:
        self.console.print(text, style="red", highlight=False, markup=False)

    def _print_rule(self, rule: str) -> None:
        try:
            self.console.print(rule_text(self.match.game, rule.upper(), self.lang), highlight=False)
        except OptionError as error:
            self._complain(str(error))

    def _print_log(self, seat: str) -> None:
        for number, line in enumerate(self.match.log_for(seat), 1):
            self.console.print(f"[dim]{number:>4}[/] {self.match.game.sentence(line, self.lang)}", highlight=False)

    def _print_hint(self, seat: str) -> None:
        """The best choice and why; the first hint of a game compiles what it takes."""
        with self.console.status(say("thinking", self.lang)):
            hint = give_hint(self.match, seat)
            text = hint_text(hint, self.match.game, self.lang)
        self.console.print(text, style="bold cyan", highlight=False, markup=False)

    def _print_saved(self) -> None:
        self.save()
        self.console.print(say("saved", self.lang, file=self.file))

    def _leave(self) -> None:
        raise Leave
