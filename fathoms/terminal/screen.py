"""What is printed: the rule book, results, a table of simulated games."""

from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

from fathoms.engine.dialect import SEATS
from fathoms.engine.game import Game
from fathoms.engine.match import Match
from fathoms.engine.seats import pennant
from fathoms.lab.simulate.simulation import Plan, Tally
from fathoms.terminal.words import say


def print_book(game: Game, lang: str, console: Console) -> None:
    console.print(Markdown(game.book(lang)))


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
