"""A tournament in the terminal: its progress, the cross table with Elo, the verdict of a sequential test."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from fathoms.lab.contest.elo import Sprt
from fathoms.lab.contest.tournament import Meeting, Tournament, seatings


@contextmanager
def _deals_played(total: int) -> Iterator[Callable[[int], None]]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("deals", total=total)
        yield lambda done: progress.update(task, completed=done)


def hold_tournament(tournament: Tournament, deals: int, cores: int | None, console: Console) -> None:
    """Let every pair meet, and print who stands where."""
    with _deals_played(deals * len(tournament.pairs())) as show:
        tournament.run(deals, cores, show)
    console.print(tournament_table(tournament))


def hold_test(tournament: Tournament, sprt: Sprt, most: int, cores: int | None, console: Console) -> None:
    """Test the first of two bots against the second until that is decided, and print the verdict."""
    with _deals_played(most) as show:
        meeting, verdict = tournament.test(sprt, most, cores, show)
    ratio = f"log-likelihood ratio {sprt.ratio(meeting.shares):+.2f} of ±{sprt.bound:.2f}"
    console.print(f"{meeting_line(meeting)}\n{ratio}: [bold]{verdict}[/]", highlight=False, soft_wrap=True)


def tournament_table(tournament: Tournament) -> Table:
    """Elo with its interval, and the share of the wins of every bot (row) against every other (column)."""
    deals = len(tournament.meetings[0].shares)
    players = int(tournament.options["players"])
    title = (
        f"{tournament.game.title['en']}: {players} players, {deals:,} deals of {len(seatings(players))} games a pair"
    )
    table = Table(title=title, title_justify="left")
    names = [bot.name for bot in tournament.bots]
    table.add_column("bot")
    for name in ("Elo", "95 %", *names):
        table.add_column(name, justify="right")
    cells = {}
    for (a, b), meeting in zip(tournament.pairs(), tournament.meetings, strict=True):
        cells[a, b], cells[b, a] = f"{meeting.share:.1%}", f"{1 - meeting.share:.1%}"
    for i, (name, rating) in enumerate(zip(names, tournament.ratings(), strict=True)):
        row = [cells.get((i, j), "–") for j in range(len(names))]
        table.add_row(name, f"{rating.elo:+.0f}", f"{rating.low:+.0f} … {rating.high:+.0f}", *row)
    table.caption = f"a row's share of the wins against a column; seed {tournament.seed}"
    table.caption_justify = "left"
    return table


def meeting_line(meeting: Meeting) -> str:
    """One meeting in words."""
    low, high = meeting.interval
    first, second = meeting.pairing.first.name, meeting.pairing.second.name
    return f"{first} against {second}: {meeting.share:.1%} ({low:.1%} … {high:.1%}) in {len(meeting.shares):,} deals"
