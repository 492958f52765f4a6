"""The coach in the terminal: the ledger, the moments that decided the game, every event."""

from rich.console import Console
from rich.table import Table

from fathoms.bots.coach.check import Check
from fathoms.bots.coach.coach import Happening, Report
from fathoms.bots.coach.words import moment_text, show_tenths, tenths
from fathoms.engine.game import Game
from fathoms.engine.seats import pennant
from fathoms.terminal.words import say

COLUMNS = ("start", "luck", "own", "others", "result")


def print_report(report: Report, game: Game, seat: str | None, console: Console, lang: str) -> None:
    """All of it, or what concerns one seat."""
    if not report.over:
        console.print(say("unfinished", lang), style="yellow")
    seats = [seat] if seat else list(report.seats)
    console.print(_events(report, game, seats, lang))
    console.print(_ledger(report, seats, lang))
    console.print(f"\n[bold]{say('moments', lang)}[/]")
    for number in report.moments:
        console.print(f"  {moment_text(report, number, game, lang)}", highlight=False, markup=False, soft_wrap=True)


def _ledger(report: Report, seats: list[str], lang: str) -> Table:
    """Start, luck and decisions of each seat; the errors beneath are two standard errors."""
    table = Table(title=say("ledger", lang), title_justify="left")
    table.add_column(say("seat", lang))
    for name in COLUMNS:
        table.add_column(say(f"column_{name}", lang), justify="right")
    for seat in seats:
        account = report.ledger[seat]
        shown = [show_tenths(one, lang, 0 < i < 4) for i, one in enumerate(tenths(account, report.whole))]
        table.add_row(pennant(seat), *shown)
        spread = [f"[dim]±{show_tenths(round(1960 * account.errors[name]), lang)}[/]" for name in COLUMNS[:4]]
        table.add_row("", *spread, "")
    table.caption = say("ledger_note", lang, n=report.playouts)
    table.caption_justify = "left"
    return table


def _events(report: Report, game: Game, seats: list[str], lang: str) -> Table:
    table = Table(title=say("every_event", lang), title_justify="left")
    table.add_column("", justify="right")
    table.add_column(say("what", lang))
    for seat in seats:
        table.add_column(f"{pennant(seat)} %", justify="right")
    table.add_column(say("change", lang), justify="right")
    table.add_column(say("cost", lang), justify="right")
    for one in report.happenings:
        doing = _doing(report, one, game, lang)
        table.add_row(str(one.number), game.sentence(one.line, lang), *_shares(report, one, seats), *doing)
    return table


def _shares(report: Report, one: Happening, seats: list[str]) -> list[str]:
    """Each seat's share of the win after an event, with half its 95 % interval."""
    places = [report.seats.index(seat) for seat in seats]
    return [f"{100 * report.share(one.after[i]):.0f}[dim] ±{196 * one.spread[i]:.0f}[/]" for i in places]


def _doing(report: Report, one: Happening, game: Game, lang: str) -> tuple[str, str]:
    """What an event did to whoever it touched most (a decision: to its own seat), and what a decision cost."""
    moved = {seat: one.change[i] for i, seat in enumerate(report.seats)}
    seat = one.who if one.who in moved else max(moved, key=lambda letter: abs(moved[letter]))
    tenth = round(1000 * report.share(moved[seat]))
    change = f"{pennant(seat)} {show_tenths(tenth, lang, True)}" if tenth else ""
    found = one.judgement
    if found is None or not found.is_costly:
        return change, ""
    return change, f"{show_tenths(round(1000 * found.cost), lang)} [dim]({game.label(found.best, lang)})[/]"


def print_check(check: Check, console: Console) -> None:
    """Whether every ledger adds up, and how far mean luck is from zero."""
    for fault in check.faults:
        console.print(fault, style="bold red", highlight=False, markup=False)
    console.print(f"{check.games - len(check.faults)} of {check.games} ledgers add up to the result, also as shown.")
    table = Table()
    for name in ("seat", "mean luck, points", "± 95 %", "own decisions", "wins"):
        table.add_column(name, justify="left" if name == "seat" else "right")
    for seat, means in check.means().items():
        luck, own, wins = means["luck"], means["own"], means["result"]
        table.add_row(pennant(seat), f"{luck[0]:+.2f}", f"{luck[1]:.2f}", f"{own[0]:+.2f}", f"{wins[0]:.1f} %")
    console.print(table)
