"""Commands of the laboratory that play many games: simulation and reports on balance."""

import json
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from fathoms.bots.levels import LEVELS, QUICK_LEVELS
from fathoms.cli.common import (
    GAME_OPTIONS,
    GameName,
    Lang,
    Seed,
    app,
    compile_visibly,
    console,
    counting,
    read_game_options,
    read_language,
    with_options,
)
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.errors import OptionError, shorten
from fathoms.engine.game import Game, find_game, game_names
from fathoms.engine.options import Values
from fathoms.lab.balance.markdown import report_markdown
from fathoms.lab.balance.measure import Plan as BalancePlan
from fathoms.lab.balance.measure import house_options, measure, read_setting
from fathoms.lab.balance.page import write_page
from fathoms.lab.balance.play import compile_balance
from fathoms.lab.balance.report import found_with, report_page, verdict
from fathoms.lab.checkpoint import results_json, simulate_kept
from fathoms.lab.simulate.simulation import PLACES, Plan, check_place, compile_for
from fathoms.terminal.screen import tally_table


@dataclass(frozen=True)
class Simulating:
    """What is simulated, where, and what is kept of it."""

    n: Annotated[int, typer.Option("-n", help="How many games.", min=1)] = 100_000
    bots: Annotated[str, typer.Option(help=f"One for all seats, or one per seat: {', '.join(QUICK_LEVELS)}.")] = (
        "deckhand"
    )
    seed: Seed = 1
    cores: Annotated[int | None, typer.Option(help="How many threads; all cores by default.", min=1)] = None
    on: Annotated[str, typer.Option(help=f"Where: {', '.join(PLACES)}. The same games everywhere.")] = "cpu"
    check: Annotated[bool, typer.Option(help="Test every position for soundness.")] = False
    random_tables: Annotated[bool, typer.Option(help="Draw the options of each game at random.")] = False
    resume: Annotated[
        Path | None, typer.Option(help="Keep what is counted in this file; after Ctrl-C, go on from it.")
    ] = None
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the results to this file.")] = None
    parquet: Annotated[Path | None, typer.Option(help="Write every game as a row to this file (extra `parquet`).")] = (
        None
    )
    digest: Annotated[bool, typer.Option("--hash", help="Print a hash of all games: equal where they were.")] = False


@app.command("simulate", context_settings=GAME_OPTIONS)
@with_options
def simulate_command(context: typer.Context, game: GameName, asked: Simulating) -> None:
    """Play many games and show who wins. Options of the game follow: --players 4 --variant hoard …"""
    found = find_game(game)
    if asked.random_tables:
        dice = Dice(asked.seed)
        chosen = [random_options(found, dice) for _ in range(1000)]
    else:
        chosen = [found.options.read(**read_game_options(context.args))]
    plan = Plan(found, chosen, asked.bots.split(","), asked.seed, asked.check)
    plan.levels()
    check_place(asked.on)
    if asked.on == "cpu":
        compile_visibly(found, compile_for, "simulation")
    with counting("games", asked.n) as show:
        kept = {"resume": asked.resume, "parquet": asked.parquet}
        tally, seconds = simulate_kept(plan, asked.n, asked.cores, show, on=asked.on, **kept)
    if not tally.games:
        raise typer.Exit(130)
    console.print(tally_table(plan, tally, seconds))
    if asked.digest:
        console.print(f"{tally.digest_text} {tally.games} games of {found.name}", highlight=False)
    if asked.json_file:
        results = results_json(plan, tally, asked.on, seconds)
        asked.json_file.write_text(json.dumps(results, indent=1, default=str) + "\n", "utf-8")
    if tally.games < asked.n:
        told = f"; go on with --resume {asked.resume}" if asked.resume else ""
        console.print(f"Stopped after {tally.games:,} of {asked.n:,} games{told}.", highlight=False, soft_wrap=True)
    if tally.first_fault:
        number, rule = tally.first_fault
        console.print(f"{tally.faults} unsound games, first game {number}: {found.rule_id(rule)}", style="bold red")
        raise typer.Exit(1)
    if asked.check:
        console.print("Every position was sound.")


@dataclass(frozen=True)
class Balancing:
    """What is measured, and what becomes of it."""

    games: Annotated[int, typer.Option(help="How many games per level.", min=100)] = 100_000
    bots: Annotated[
        str, typer.Option(help=f"Levels, each in all seats: {', '.join(LEVELS)}. Those that search play fewer games.")
    ] = "sailor"
    compare: Annotated[
        list[str] | None, typer.Option(help='A setting beside the first, as "variant=hoard"; may be given again.')
    ] = None
    house: Annotated[
        list[str] | None, typer.Option("--set", help="Changed house data beside the first, as helm=1,2,3,?")
    ] = None
    trials: Annotated[bool, typer.Option(help="Try what a player is worth without, or alone with, each thing.")] = True
    seed: Seed = 1
    cores: Annotated[int | None, typer.Option(help="How many threads; all cores by default.", min=1)] = None
    out: Annotated[Path | None, typer.Option(help="The report, .html or .md; GAME-balance.html by default.")] = None
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON instead of a report.")] = False
    lang: Lang = "en"


@app.command("balance", context_settings=GAME_OPTIONS)
@with_options
def balance_command(context: typer.Context, game: GameName, asked: Balancing) -> None:
    """Is it fair, and what if it were changed? A report with plots. Options of the game follow: --players 4 …"""
    found, lang = find_game(game), read_language(asked.lang)
    settings, options = settings_beside(found, context.args, asked.compare or [], asked.house or [])
    levels = asked.bots.split(",")
    plan = BalancePlan(found, options, levels, asked.games, asked.seed, settings, asked.trials, asked.cores)
    compile_visibly(found, compile_balance, "the laboratory")
    with counting("games", asked.games) as show:
        figures = measure(plan, lambda what, done, of: show(done, what, of))
    if not figures["levels"]:
        raise typer.Exit(130)
    if asked.as_json:
        print(json.dumps(figures, ensure_ascii=False, indent=1))
    else:
        file = asked.out or Path(f"{found.name}-balance.html")
        command = shlex.join(["fathoms", *sys.argv[1:]])
        write = report_markdown if file.suffix == ".md" else report_page
        file.write_text(write(figures, lang, command), encoding="utf-8")
        for line in (found_with(figures, lang), *verdict(figures, lang)):
            console.print(f"[bold]·[/] {line}", highlight=False, soft_wrap=True)
        console.print(f"{file} ({figures['seconds']} s)", style="dim", highlight=False, soft_wrap=True)
    if figures["stopped"]:
        raise typer.Exit(130)


@app.command("fairness")
def fairness_command(
    page: Annotated[Path, typer.Argument(help="The page, .md; a folder of its name holds the reports.")],
    games: Annotated[int, typer.Option(help="How many games per table.", min=100)] = 100_000,
    only: Annotated[list[str] | None, typer.Option("--game", help="Only this game; may be given again.")] = None,
) -> None:
    """Is every game fair? Measure all games at all their tables: a page, and a report for each game. Takes minutes."""
    found = [find_game(name) for name in only or game_names()]
    for game in found:
        compile_visibly(game, compile_balance, "the laboratory")
    command = shlex.join(["fathoms", *sys.argv[1:]])
    with counting("games", games) as show:
        write_page(page, command, found, games, lambda what, done, of: show(done, what, of))
    console.print(f"{page}", style="dim", highlight=False, soft_wrap=True)


def settings_beside(game: Game, extra: list[str], compare: list[str], house: list[str]) -> tuple[list[Values], Values]:
    """The settings to compare, and the options of the first: a word after --compare is one more setting."""
    bare = [word for n, word in enumerate(extra) if "=" in word and not word.startswith("--")]
    options = read_game_options([word for word in extra if word not in bare])
    settings: list[Values] = [dict(read_setting(text)) for text in [*compare, *bare]]
    if house:
        changed = dict(read_setting(" ".join(house)))
        known = house_options(game)
        for name in changed:
            if name not in known:
                raise OptionError(f"--set {name}: not house data of {game.name}; allowed: {shorten(known)}")
        settings.append(changed)
    return settings, options
