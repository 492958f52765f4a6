"""Commands that measure: bots against each other, how fast it is, how far bots are from perfect play."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown

from fathoms.bots.levels import LEVELS, QUICK_LEVELS
from fathoms.bots.warm import warm
from fathoms.cli.common import (
    GAME_OPTIONS,
    GameName,
    Seed,
    app,
    compile_visibly,
    console,
    read_game_options,
    spinning,
    with_options,
)
from fathoms.engine.errors import OptionError
from fathoms.engine.game import find_game, game_names
from fathoms.lab.answers import performance_answer
from fathoms.lab.bench import measure as bench
from fathoms.lab.bench.gpu import bench_gpu
from fathoms.lab.contest.elo import Sprt
from fathoms.lab.contest.tournament import Entrant, Tournament
from fathoms.lab.solved import study as solved
from fathoms.terminal.tournament import hold_test, hold_tournament

PERFORMANCE_HEAD = """# Performance

{answer}

Made by `make bench-peers` (`fathoms bench --write docs/lab/performance.md` with the extra `bench`); `make bench`
measures our own games alone. Figures of one machine: read the ratios.

"""


@dataclass(frozen=True)
class Meeting:
    """Who meets how often, and what is kept of it."""

    bots: Annotated[str, typer.Option(help=f"Two or more, as mate,captain@2000: {', '.join(LEVELS)}.")] = (
        "sailor,deckhand"
    )
    n: Annotated[int, typer.Option("-n", help="How many deals per pair; with --sprt at most.", min=2)] = 100
    seed: Seed = 1
    cores: Annotated[int | None, typer.Option(help="How many games at once; all cores by default.", min=1)] = None
    iterations: Annotated[
        int | None, typer.Option(help="Iterations per move of a search; then the seed decides everything.", min=1)
    ] = None
    seconds: Annotated[
        float | None, typer.Option("--time", help="Seconds per move, for those that search.", min=0.001)
    ] = None
    records: Annotated[Path | None, typer.Option(help="Keep every game in this folder.")] = None
    write: Annotated[Path | None, typer.Option("--json", help="Also write the results to this file.")] = None
    sprt: Annotated[bool, typer.Option(help="Test the first of two bots against the second, deal by deal.")] = False
    elo: Annotated[str, typer.Option(help="For --sprt: refuse a candidate of the first, accept one of the second.")] = (
        "0,30"
    )


@app.command("tournament", context_settings=GAME_OPTIONS)
@with_options
def tournament_command(context: typer.Context, game: GameName, asked: Meeting) -> None:
    """Let bots meet on duplicate deals: Elo, cross table, sequential test. Options of the game follow: --players 3 …"""
    found = find_game(game)
    if asked.iterations is not None and asked.seconds is not None:
        raise OptionError("--iterations and --time exclude each other; allowed: one of them, or neither")
    entrants = [Entrant.read(text, asked.iterations, asked.seconds) for text in asked.bots.split(",")]
    options = found.options.read(**read_game_options(context.args))
    table = Tournament(found, options, entrants, asked.seed, asked.records)
    test = _read_sprt(asked.elo) if asked.sprt else None
    if any(entrant.level not in QUICK_LEVELS for entrant in entrants):
        compile_visibly(found, warm, "searching bots")
    if test:
        hold_test(table, test, asked.n, asked.cores, console)
    else:
        hold_tournament(table, asked.n, asked.cores, console)
    if asked.write:
        asked.write.write_text(json.dumps(table.to_dict(), indent=1) + "\n", encoding="utf-8")


def _read_sprt(text: str) -> Sprt:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not low < high:
        raise OptionError(f"elo={text!r} is not possible; allowed: two numbers, the lower first, as 0,30")
    return Sprt(low, high)


@app.command("bench")
def bench_command(
    rounds: Annotated[int, typer.Option(help="How often everything is measured.", min=1)] = 5,
    seconds: Annotated[float, typer.Option(help="How long each time.", min=0.01)] = 0.5,
    only: Annotated[str, typer.Option(help="Only the lines with this in their name: stepped, locker, Pgx …")] = "",
    write: Annotated[
        Path | None, typer.Option(help="Also write the tables to this Markdown file; on a GPU to this folder.")
    ] = None,
    on: Annotated[str, typer.Option(help="cpu, or gpu: the games on a GPU, compared with those on a core.")] = "cpu",
    limit: Annotated[float, typer.Option(help="On a GPU: seconds for everything.")] = 420.0,
) -> None:
    """Decisions per second of random play, beside the peers that are installed (extra `bench`)."""
    if on not in ("cpu", "gpu"):
        raise OptionError(f"on={on!r} is not possible; allowed: cpu, gpu")
    if on == "gpu":
        if not write:
            raise OptionError("figures of a GPU are kept; allowed: --on gpu with --write FOLDER")
        games = only.split(",") if only else game_names()
        console.print(Markdown(bench_gpu(write, [find_game(name).name for name in games], limit)))
        return
    if only and write:
        raise OptionError("--only and --write exclude each other: the page holds everything; allowed: one of them")
    with spinning("starting") as show:
        lines = bench.bench_lines(show, only)
        bench.measure(lines, rounds, seconds, show)
        sections = [] if only else [section(show, write.parent if write else None) for section in bench.SECTIONS]
    text = bench.report(lines, rounds, seconds, sections)
    console.print(Markdown(text))
    if write:
        write.write_text(PERFORMANCE_HEAD.format(answer=performance_answer(text)) + text, encoding="utf-8")


@app.command("truth", hidden=True)  # its name until it was a laboratory's
@app.command("solved")
def solved_command(
    game: Annotated[
        str, typer.Argument(help=f"One of {', '.join(solved.STUDIES)}; all of them if none is named.")
    ] = "",
    n: Annotated[int, typer.Option("-n", help="Positions to look at, where they are drawn by lot.", min=1)] = 100,
    seed: Seed = 1,
    write: Annotated[Path | None, typer.Option(help="Put the figures into this Markdown file.")] = None,
) -> None:
    """How far each bot level is from perfect play, where that can be worked out. Takes minutes."""
    for name in [game] if game else solved.STUDIES:
        with spinning(f"{name}: compiling") as show:
            text = solved.study(name, n, seed, show)
        console.print(Markdown(f"# {find_game(name).title['en']}\n\n{text}"))
        if write:
            solved.write_page(write, name, n, seed, text)
