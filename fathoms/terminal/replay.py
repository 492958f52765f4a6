"""Walking through a record in the terminal."""

from collections.abc import Callable

from rich.console import Console

from fathoms.engine.match import Match
from fathoms.engine.records import Record
from fathoms.games.drawing import draw_view
from fathoms.terminal.screen import print_result
from fathoms.terminal.words import say


def print_log(match: Match, seat: str | None, console: Console, lang: str) -> None:
    """The whole log as sentences, with the result."""
    lines = match.log_for(seat)
    for number, line in enumerate(lines, 1):
        console.print(f"[dim]{number:>4}[/]  {line:<28} [dim]{match.game.sentence(line, lang)}[/]", highlight=False)
    if match.over:
        print_result(match, console, lang)


def print_moment(match: Match, last: int, seat: str | None, console: Console, lang: str) -> None:
    """The table after its last event, as a seat sees it; the whole game has `last` events."""
    console.rule(say("event", lang, n=match.events, all=last) if match.events else say("start", lang))
    if match.events:
        console.print(match.game.sentence(match.log_for(seat)[-1], lang), style="bold", highlight=False)
    console.print(draw_view(match.game, match.view(seat), lang))
    if match.over:
        print_result(match, console, lang)


def match_at(record: Record, number: int) -> Match:
    """The match after the first `number` events of a record that is known to replay."""
    match = Match.begin(record, interpreted=True)
    for line in record.events[:number]:
        match.play(line)
    return match


def walk(record: Record, seat: str | None, console: Console, lang: str, ask: Callable[[str], str] = input) -> None:
    """Step through the events, forward and back, seeing the table as a seat sees it."""
    number, last = 0, len(record.events)
    while True:
        print_moment(match_at(record, number), last, seat, console, lang)
        try:
            word = ask(f"{say('step', lang)} › ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            return
        if word in ("q", "quit"):
            return
        wanted = int(word) if word.isdecimal() else number - 1 if word == "b" else number + 1
        number = min(max(wanted, 0), last)
