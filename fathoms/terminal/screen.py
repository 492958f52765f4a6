"""What is printed: the rule book in its layers, results, a table of simulated games."""

import re

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from fathoms.engine.dialect import SEATS
from fathoms.engine.game import Game
from fathoms.engine.match import Match
from fathoms.engine.parts.aid import aid_of
from fathoms.engine.parts.pictures import PEOPLE, find_picture, replay
from fathoms.engine.seats import pennant
from fathoms.games.drawing import draw_view
from fathoms.lab.simulate.simulation import Plan, Tally
from fathoms.terminal.words import say

_PICTURE = re.compile(r"^!\[(.*)\]\(picture:([\w-]+)\)$", re.MULTILINE)


def print_book(game: Game, lang: str, console: Console) -> None:
    """The numbered rules."""
    _print_text(game, game.book(lang), lang, console)


def print_learn(game: Game, lang: str, console: Console) -> None:
    """How to play, on a page; the rules where a game has no such page."""
    _print_text(game, game.learn(lang) or game.book(lang), lang, console)


def print_aid(game: Game, lang: str, console: Console) -> None:
    """The quick reference: every card, action and event in a line."""
    for title, lines in aid_of(game, lang):
        table = Table(title=title, title_justify="left", show_header=False, box=None, padding=(0, 1))
        table.add_column(width=22)
        for line in lines:
            table.add_row(f"[bold]{line.name}[/]", line.text, f"[dim]{line.rule}[/]")
        console.print(table, highlight=False)


def _print_text(game: Game, text: str, lang: str, console: Console) -> None:
    """Markdown, with the positions that it shows drawn in characters."""
    before, *rest = _PICTURE.split(text)
    console.print(Markdown(before))
    for caption, picture, after in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        _print_picture(game, picture, caption, lang, console)
        console.print(Markdown(after))


def _print_picture(game: Game, name: str, caption: str, lang: str, console: Console) -> None:
    picture = find_picture(game, name)
    match, _ = replay(game, picture)
    console.print()
    console.print(draw_view(game, match.view(picture.seat), lang))
    names = ", ".join(f"{pennant(seat)} {name}" for seat, name in zip(match.seats, PEOPLE, strict=False))
    console.print(f"[italic]{caption}[/] {names}", highlight=False)


def print_result(match: Match, console: Console, lang: str) -> None:
    table = Table()
    table.add_column(say("seat", lang))
    table.add_column(say("score", lang), justify="right")
    for seat, score in sorted(match.scores.items(), key=lambda pair: -pair[1]):
        crown = " [bold yellow]♛[/]" if seat in match.winners else ""
        table.add_row(pennant(seat) + crown, str(score))
    console.print(f"\n[bold]{say('over', lang)}[/]")
    console.print(table)
    key = "wins" if len(match.winners) == 1 else "shared"
    console.print(f"[bold]{say(key, lang, seats=', '.join(match.winners))}[/]")


def tally_table(plan: Plan, tally: Tally, seconds: float) -> Table:
    """Wins and scores by seat, and how fast it went."""
    most = max(int(values["players"]) for values in plan.options)
    levels = list(plan.bots) * most if len(plan.bots) == 1 else list(plan.bots)
    table = Table(title=f"{plan.game.title['en']}: {tally.games:,} games", title_justify="left")
    for name in ("seat", "bot", "wins", "± 95 %", "score", "sd"):
        table.add_column(name, justify="left" if name in ("seat", "bot") else "right")
    for seat in range(most):
        share, half = tally.win_share(seat)
        score, spread = tally.score(seat)
        numbers = (f"{share:.2%}", f"{half:.2%}", f"{score:.2f}", f"{spread:.2f}")
        table.add_row(pennant(SEATS[seat]), levels[seat], *numbers)
    rate = f"{tally.games / seconds:,.0f} games/s, {tally.decisions / seconds:,.0f} decisions/s"
    length = f"{tally.decisions / tally.games:.1f} decisions a game, longest {tally.longest} events"
    table.caption = f"{length}; {rate}; seed {plan.seed}"
    table.caption_justify = "left"
    return table
