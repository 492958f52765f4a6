"""The command `fathoms`. Each command is a thin shell: it reads arguments, calls the package and prints."""

import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from fathoms.bots.coach import PLAYOUTS, compile_coach, read_game, report_text
from fathoms.bots.coach_check import check_games
from fathoms.bots.players import LEVELS, QUICK_LEVELS, Bot
from fathoms.bots.warm import warm
from fathoms.engine.cache import cache_folder
from fathoms.engine.conform import Dice, conform, random_options
from fathoms.engine.errors import FathomsError, OptionError, shorten
from fathoms.engine.game import Game, find_game, game_names
from fathoms.engine.match import Match
from fathoms.engine.records import read_record
from fathoms.engine.rulebook import LANGUAGES, rule_text, rule_texts, tests_by_rule
from fathoms.engine.sea import Sea
from fathoms.engine.verify import verify_record
from fathoms.lab import bench, truth
from fathoms.lab.balance import Plan as BalancePlan
from fathoms.lab.balance import house_options, measure, read_setting
from fathoms.lab.elo import Sprt
from fathoms.lab.keeping import results_json, simulate_kept
from fathoms.lab.report import report_page, verdict
from fathoms.lab.report_markdown import report_markdown
from fathoms.lab.simulate import PLACES, Plan, check_place, compile_for
from fathoms.lab.tournament import Entrant, Tournament
from fathoms.lab.watching import compile_watching
from fathoms.terminal.coach import print_check, print_report
from fathoms.terminal.play import Evening, Leave
from fathoms.terminal.replay import print_log, walk
from fathoms.terminal.screen import print_book, tally_table
from fathoms.terminal.tournament import hold_test, hold_tournament
from fathoms.terminal.words import say, say_value

app = typer.Typer(
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Four underwater treasure-hunt games.",
)
console = Console()

GAME_OPTIONS = {"allow_extra_args": True, "ignore_unknown_options": True}
GameName = Annotated[str, typer.Argument(help="The game: see `fathoms games`.")]
Lang = Annotated[str, typer.Option(help="en or fr.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.", min=0, max=2**63 - 1)]


def main() -> None:
    """Run a command; what a user did wrong is one line on stderr and exit code 2."""
    try:
        app(standalone_mode=True)
    except (FathomsError, OSError) as error:
        Console(stderr=True).print(f"fathoms: {error}", style="red", highlight=False, markup=False, soft_wrap=True)
        sys.exit(2)


@app.callback()
def bare(context: typer.Context) -> None:
    """Four underwater treasure-hunt games. Without a command: open the table on this machine, in a browser."""
    if context.invoked_subcommand is None:
        from fathoms.table.serve import run_server

        run_server(True, port=os.environ.get("FATHOMS_PORT", "0"))


DRAWN_FILES = (".txt", ".chart")  # values that end so are files of the one who types


def read_game_options(extra: list[str]) -> dict[str, Any]:
    """`--variant hoard --scarce` as options of the game; the game itself checks them."""
    options: dict[str, Any] = {}
    words = list(extra)
    while words:
        word = words.pop(0)
        if not word.startswith("--"):
            raise OptionError(f"{word!r} is not an option; allowed: --name value, as `fathoms options GAME` lists them")
        name, equals, value = word[2:].partition("=")
        if not equals:
            value = words.pop(0) if words and not words[0].startswith("--") else "true"
        options[name.replace("-", "_")] = Path(value) if value.endswith(DRAWN_FILES) else value
    return options


def read_language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise OptionError(f"lang={lang!r} is not possible; allowed: {', '.join(LANGUAGES)}")
    return lang


def read_file(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"cannot read {file}: {error}; allowed: a record saved by Fathoms") from error


@app.command()
def games() -> None:
    """The games that are installed."""
    for name in game_names():
        game = find_game(name)
        players = game.options.players
        console.print(
            f"[bold]{name:<10}[/] {game.title['en']} / {game.title['fr']}, {players[0]} to {players[-1]} players"
        )


@app.command()
def options(game: GameName, lang: Lang = "en") -> None:
    """The options of a game, and what each takes."""
    found, lang = find_game(game), read_language(lang)
    players = found.options.default_players
    numbers = say("players", lang, least=found.options.players[0], most=found.options.players[-1])
    console.print(f"[bold]--players[/]  {numbers} ({say('default', lang)} {players})", highlight=False)
    for option in found.options.options:
        title = f"{option.title[lang]}. " if option.title else ""
        console.print(f"[bold]--{option.name}[/]  {title}{option.help[lang]}", highlight=False)
        allowed = f"{option.allowed(players, lang)} ({say('default', lang)} {say_value(option.default, lang)})"
        console.print(f"    {allowed}", style="dim", highlight=False)


@app.command(context_settings=GAME_OPTIONS)
def play(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="The game; not needed to go on from a file.")] = "",
    people: Annotated[str, typer.Option(help="Seats played by people: A, or A,B …, or none to watch.")] = "A",
    bots: Annotated[str, typer.Option(help=f"Who sits in the other seats: {', '.join(LEVELS)}.")] = "sailor",
    save: Annotated[Path | None, typer.Option(help="Keep the game in this file; go on from it if it exists.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="A sea that repeats itself, for practice.", min=0, max=2**63 - 1)
    ] = None,
    pause: Annotated[float, typer.Option(help="Seconds between the moves of bots.")] = 0.5,
    lang: Lang = "en",
) -> None:
    """Play in the terminal. Options of the game follow: --players 4 --variant hoard …"""
    read_language(lang)
    searching = bots not in QUICK_LEVELS
    match = _begin_or_resume(game, save, read_game_options(context.args), lang, interpreted=not searching)
    if searching:
        _compile_visibly(match.game, warm, "searching bots")
    file = save or _new_file(match.game.name)
    seats = _people(people, match)
    table = Evening(
        match,
        {seat: Bot(bots, seed and seed + n) for n, seat in enumerate(match.seats) if seat not in seats},
        console,
        lang,
        file,
        pause if console.is_terminal else 0,
        sea=Sea() if seed is None else Sea.from_seed(seed),
    )
    try:
        table.run()
        table.save()
        console.print(say("check", lang, file=file), style="dim", highlight=False, soft_wrap=True)
    except (Leave, KeyboardInterrupt):
        table.save()
        console.print(
            f"\n{say('saved', lang, file=file)}\n{say('resume', lang, file=file)}", highlight=False, soft_wrap=True
        )


def _begin_or_resume(
    game: str, file: Path | None, options: dict[str, Any], lang: str, interpreted: bool = True
) -> Match:
    if file is not None and file.exists():
        match = Match.load(read_file(file), interpreted=interpreted)
        if options:
            raise OptionError(
                f"{file} holds a game that has its options; allowed: to go on without {', '.join(options)}"
            )
        if game and game != match.game.name:
            raise OptionError(f"{file} holds a game of {match.game.name}, not of {game}; allowed: another --save file")
        console.print(say("resumed", lang, n=len(match.log), file=file), highlight=False)
        return match
    if not game:
        raise OptionError(f"which game? allowed: {', '.join(game_names())}, or --save with a file that exists")
    found = find_game(game)
    return Match(found, interpreted=interpreted, **found.options.read(**options))


def _new_file(game: str) -> Path:
    """Where a game is kept that nobody named a file for: the first free number."""
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "fathoms"
    file, number = folder / f"{game}.json", 1
    while file.exists():
        number += 1
        file = folder / f"{game}-{number}.json"
    return file


def _people(text: str, match: Match) -> list[str]:
    seats = [] if text == "none" else [word.strip().upper() for word in text.split(",")]
    for seat in seats:
        if seat not in match.seats:
            raise OptionError(f"people={text!r}: there is no seat {seat!r}; allowed: {', '.join(match.seats)}, none")
    return seats


def _compile_visibly(game: Game, work: Callable[[Game], None], what: str) -> None:
    """Compile with a spinner; from the cache this takes a blink."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        progress.add_task(f"Getting {game.name} ready for {what} (compiled once, kept in {cache_folder().parent})")
        work(game)


@app.command("simulate", context_settings=GAME_OPTIONS)
def simulate_command(
    context: typer.Context,
    game: GameName,
    n: Annotated[int, typer.Option("-n", help="How many games.", min=1)] = 100_000,
    bots: Annotated[
        str, typer.Option(help=f"One for all seats or one a seat: {', '.join(QUICK_LEVELS)}.")
    ] = "deckhand",
    seed: Seed = 1,
    cores: Annotated[int | None, typer.Option(help="How many threads; all cores by default.", min=1)] = None,
    on: Annotated[str, typer.Option(help=f"Where: {', '.join(PLACES)}. The same games everywhere.")] = "cpu",
    check: Annotated[bool, typer.Option(help="Test every position for soundness.")] = False,
    random_tables: Annotated[bool, typer.Option(help="Draw the options of each game at random.")] = False,
    resume: Annotated[
        Path | None, typer.Option(help="Keep what is counted in this file; after Ctrl-C, go on from it.")
    ] = None,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write the results to this file.")] = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Write every game as a row to this file (extra `parquet`).")
    ] = None,
    digest: Annotated[bool, typer.Option("--hash", help="Print a hash of all games: equal where they were.")] = False,
) -> None:
    """Play many games and show who wins. Options of the game follow: --players 4 --variant hoard …"""
    found = find_game(game)
    if random_tables:
        dice = Dice(seed)
        chosen = [random_options(found, dice) for _ in range(1000)]
    else:
        chosen = [found.options.read(**read_game_options(context.args))]
    plan = Plan(found, chosen, bots.split(","), seed, check)
    plan.levels()
    check_place(on)
    if on == "cpu":
        _compile_visibly(found, compile_for, "simulation")
    with _counting("games", n) as show:
        tally, seconds = simulate_kept(plan, n, cores, show, on=on, resume=resume, parquet=parquet)
    if not tally.games:
        raise typer.Exit(130)
    console.print(tally_table(plan, tally, seconds))
    if digest:
        console.print(f"{tally.digest_text} {tally.games} games of {found.name}", highlight=False)
    if json_file:
        json_file.write_text(json.dumps(results_json(plan, tally, on, seconds), indent=1, default=str) + "\n", "utf-8")
    if tally.games < n:
        told = f"; go on with --resume {resume}" if resume else ""
        console.print(f"Stopped after {tally.games:,} of {n:,} games{told}.", highlight=False, soft_wrap=True)
    if tally.first_fault:
        number, rule = tally.first_fault
        console.print(f"{tally.faults} unsound games, first game {number}: {found.rule_id(rule)}", style="bold red")
        raise typer.Exit(1)
    if check:
        console.print("Every position was sound.")


@app.command("balance", context_settings=GAME_OPTIONS)
def balance_command(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games a level.", min=100)] = 100_000,
    bots: Annotated[
        str, typer.Option(help=f"Levels, each in all seats: {', '.join(LEVELS)}. Those that search play fewer games.")
    ] = "sailor",
    compare: Annotated[
        list[str] | None, typer.Option(help='A setting beside the first, as "variant=hoard"; may be given again.')
    ] = None,
    house: Annotated[
        list[str] | None, typer.Option("--set", help="Changed house data beside the first, as helm=1,2,3,?")
    ] = None,
    trials: Annotated[bool, typer.Option(help="Try what a player is worth without, or alone with, each thing.")] = True,
    seed: Seed = 1,
    cores: Annotated[int | None, typer.Option(help="How many threads; all cores by default.", min=1)] = None,
    out: Annotated[Path | None, typer.Option(help="The report, .html or .md; GAME-balance.html by default.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON instead of a report.")] = False,
    lang: Lang = "en",
) -> None:
    """Is it fair, and what if it were changed? A report with plots. Options of the game follow: --players 4 …"""
    found, lang = find_game(game), read_language(lang)
    settings, options = _settings_beside(found, context.args, compare or [], house or [])
    plan = BalancePlan(found, options, bots.split(","), games, seed, settings, trials, cores)
    _compile_visibly(found, compile_watching, "the laboratory")
    figures = _measure_visibly(plan)
    if not figures["levels"]:
        raise typer.Exit(130)
    if as_json:
        print(json.dumps(figures, ensure_ascii=False, indent=1))
    else:
        file = out or Path(f"{found.name}-balance.html")
        command = shlex.join(["fathoms", *sys.argv[1:]])
        write = report_markdown if file.suffix == ".md" else report_page
        file.write_text(write(figures, lang, command), encoding="utf-8")
        for line in verdict(figures, lang):
            console.print(f"[bold]·[/] {line}", highlight=False, soft_wrap=True)
        console.print(f"{file} ({figures['seconds']} s)", style="dim", highlight=False, soft_wrap=True)
    if figures["stopped"]:
        raise typer.Exit(130)


def _settings_beside(
    game: Game, extra: list[str], compare: list[str], house: list[str]
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The settings to compare, and the options of the first: a word after --compare is one more setting."""
    bare = [word for n, word in enumerate(extra) if "=" in word and not word.startswith("--")]
    options = read_game_options([word for word in extra if word not in bare])
    settings: list[dict[str, Any]] = [dict(read_setting(text)) for text in [*compare, *bare]]
    if house:
        changed = dict(read_setting(" ".join(house)))
        known = house_options(game)
        for name in changed:
            if name not in known:
                raise OptionError(f"--set {name}: not house data of {game.name}; allowed: {shorten(known)}")
        settings.append(changed)
    return settings, options


def _measure_visibly(plan: BalancePlan) -> dict[str, Any]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=plan.games)
        show: Any = lambda what, done, games: progress.update(task, description=what, completed=done, total=games)  # noqa: E731
        return measure(plan, show)


@app.command("tournament", context_settings=GAME_OPTIONS)
def tournament_command(
    context: typer.Context,
    game: GameName,
    bots: Annotated[
        str, typer.Option(help=f"Two or more, as mate,captain@2000: {', '.join(LEVELS)}.")
    ] = "sailor,deckhand",
    n: Annotated[int, typer.Option("-n", help="How many deals a pair; with --sprt at most.", min=2)] = 100,
    seed: Seed = 1,
    cores: Annotated[int | None, typer.Option(help="How many games at once; all cores by default.", min=1)] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Of a search; then the seed decides everything.", min=1)
    ] = None,
    seconds: Annotated[float | None, typer.Option("--time", help="Of a search, a move.", min=0.001)] = None,
    records: Annotated[Path | None, typer.Option(help="Keep every game in this folder.")] = None,
    write: Annotated[Path | None, typer.Option("--json", help="Also write the results to this file.")] = None,
    sprt: Annotated[bool, typer.Option(help="Test the first of two bots against the second, deal by deal.")] = False,
    elo: Annotated[str, typer.Option(help="For --sprt: refuse a candidate of the first, accept one of the second.")] = (
        "0,30"
    ),
) -> None:
    """Let bots meet on duplicate deals: Elo, cross table, sequential test. Options of the game follow: --players 3 …"""
    found = find_game(game)
    if iterations is not None and seconds is not None:
        raise OptionError("--iterations and --time exclude each other; allowed: one of them, or neither")
    entrants = [Entrant.read(text, iterations, seconds) for text in bots.split(",")]
    table = Tournament(found, found.options.read(**read_game_options(context.args)), entrants, seed, records)
    test = _read_sprt(elo) if sprt else None
    if any(entrant.level not in QUICK_LEVELS for entrant in entrants):
        _compile_visibly(found, warm, "searching bots")
    if test:
        hold_test(table, test, n, cores, console)
    else:
        hold_tournament(table, n, cores, console)
    if write:
        write.write_text(json.dumps(table.to_dict(), indent=1) + "\n", encoding="utf-8")


def _read_sprt(text: str) -> Sprt:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = 0.0
    if not low < high:
        raise OptionError(f"elo={text!r} is not possible; allowed: two numbers, the lower first, as 0,30")
    return Sprt(low, high)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    seat: Annotated[str | None, typer.Option(help="See it through this seat's eyes.")] = None,
    step: Annotated[bool, typer.Option(help="Walk through it event by event.")] = False,
    lang: Lang = "en",
) -> None:
    """Show a saved game: its log in sentences, or step by step."""
    read_language(lang)
    text = read_file(file)
    match = Match.load(text, interpreted=True)
    letter = _one_seat(seat, match)
    if step:
        walk(read_record(text)[0], letter, console, lang)
    else:
        print_log(match, letter, console, lang)


@app.command("coach", context_settings=GAME_OPTIONS)
def coach_command(
    context: typer.Context,
    file: Annotated[str, typer.Argument(help="A saved game; with --check, the name of a game.")],
    seat: Annotated[str | None, typer.Option(help="What concerns this seat alone.")] = None,
    playouts: Annotated[int, typer.Option(help="How often each position is played on.")] = PLAYOUTS,
    seed: Seed = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON, in exact numbers.")] = False,
    check: Annotated[bool, typer.Option(help="Let bots play games and check that every ledger adds up.")] = False,
    n: Annotated[int, typer.Option("-n", help="How many games to check.", min=1)] = 100,
    bots: Annotated[str, typer.Option(help=f"Who plays them, in turn: {', '.join(LEVELS)}.")] = "deckhand,sailor",
    lang: Lang = "en",
) -> None:
    """Skill or luck? Win probability at every event, what each decision cost, and a ledger that adds up."""
    read_language(lang)
    if check:
        raise typer.Exit(_check_coach(find_game(file), read_game_options(context.args), bots, n, playouts, seed))
    match = Match.load(read_file(Path(file)), interpreted=False)
    letter = _one_seat(seat, match)
    _compile_visibly(match.game, compile_coach, "the coach")
    with _counting("events", len(match.log)) as show:
        report = read_game(match, playouts, seed, os.cpu_count() or 1, show)
    if as_json:
        print(report_text(report))
    else:
        print_report(report, match.game, letter, console, lang)


def _check_coach(game: Game, options: dict[str, Any], bots: str, n: int, playouts: int, seed: int) -> int:
    _compile_visibly(game, compile_coach, "the coach")
    with _counting("games", n) as show:
        found = check_games(game, game.options.read(**options), bots.split(","), n, playouts, seed, show)
    print_check(found, console)
    return 1 if found.faults else 0


@contextmanager
def _counting(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar; what it yields is told how many are done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda done: progress.update(task, completed=done)


def _one_seat(seat: str | None, match: Match) -> str | None:
    letter = seat.upper() if seat else None
    if letter is not None and letter not in match.seats:
        raise OptionError(f"seat={letter!r} is not possible; allowed: {', '.join(match.seats)}")
    return letter


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="A saved game.")]) -> None:
    """Check a saved game: every event, every position, every fate."""
    verdict = verify_record(read_file(file))
    console.print(f"[bold green]✓[/] {verdict.events} events of {verdict.game} replay, every position as recorded.")
    if verdict.proven:
        roots = ", ".join(root[:16] + "…" for root in verdict.roots)
        console.print(
            f"[bold green]✓[/] {verdict.proven} of {verdict.fates} fates follow from the sea's commitment {roots}"
        )
    if verdict.proven < verdict.fates:
        console.print(f"[yellow]·[/] {verdict.fates - verdict.proven} fates were written by hand and cannot be proven.")


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="The game.")] = "",
    rule: Annotated[str, typer.Argument(help="One rule by its id, as L15.")] = "",
    lang: Lang = "en",
    coverage: Annotated[bool, typer.Option(help="List every rule id with the tests marked with it.")] = False,
    tests: Annotated[Path, typer.Option(help="Where the tests are, for --coverage.")] = Path("tests"),
) -> None:
    """The rule book, one rule of it, or which test guards which rule."""
    read_language(lang)
    if coverage:
        raise typer.Exit(_print_coverage([game] if game else game_names(), tests))
    if not game:
        raise OptionError(f"which game? allowed: {', '.join(game_names())}")
    found = find_game(game)
    if rule:
        console.print(rule_text(found, rule.upper(), lang), highlight=False)
    else:
        print_book(found, lang, console)


def _print_coverage(names: list[str], folder: Path) -> int:
    if not folder.is_dir():
        raise OptionError(f"no folder {folder}; allowed: --tests with the folder of the tests")
    guarded = tests_by_rule(folder)
    missing = []
    for name in names:
        for rule in rule_texts(find_game(name).book("en")):
            found = guarded.get(rule, [])
            missing += [] if found else [rule]
            console.print(f"{rule:<4} {', '.join(found) or 'NO TEST'}", highlight=False, soft_wrap=True)
    console.print(f"{len(missing)} rules without a test{': ' + ', '.join(missing) if missing else ''}.")
    return 1 if missing else 0


@app.command("conform")
def conform_command(
    game: Annotated[str, typer.Argument(help="A game by name, or package.module:GAME.")],
    n: Annotated[int, typer.Option("-n", help="How many random games.", min=1)] = 2000,
    seed: Seed = 1,
) -> None:
    """Check that a game keeps its word: choices, fates, notation, saves, both modes, no leak."""
    found = find_game(game)
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("compiling")
        show: Any = lambda check, count: progress.update(task, description=f"{check}: {count:,}")  # noqa: E731
        findings = conform(found, n, seed, show)
    for finding in findings:
        console.print(f"[bold green]✓[/] {finding.check:<10} {finding.count:>10,} {finding.of}")


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://…")] = None,
    workers: Annotated[int | None, typer.Option(help="Server processes; more than one needs PostgreSQL.")] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser where there is one.")] = False,
) -> None:
    """Serve tables to browsers. Every setting also comes from the environment: FATHOMS_PORT, FATHOMS_DATABASE …"""
    from fathoms.table.serve import run_server

    run_server(browser, host=host, port=port, database=database, workers=workers)


@app.command("bench")
def bench_command(
    rounds: Annotated[int, typer.Option(help="How often everything is measured.", min=1)] = 5,
    seconds: Annotated[float, typer.Option(help="How long each time.", min=0.01)] = 0.5,
    write: Annotated[Path | None, typer.Option(help="Also write the tables to this Markdown file.")] = None,
) -> None:
    """Decisions a second of random play, beside the peers that are installed (extra `bench`)."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("starting")
        show: Any = lambda text: progress.update(task, description=text)  # noqa: E731
        lines = bench.bench_lines(show)
        bench.measure(lines, rounds, seconds, show)
        sections = [section(show, write.parent if write else None) for section in bench.SECTIONS]
    text = bench.report(lines, rounds, seconds, sections)
    console.print(Markdown(text))
    if write:
        write.write_text(PERFORMANCE_HEAD + text, encoding="utf-8")


@app.command("truth")
def truth_command(
    game: Annotated[str, typer.Argument(help=f"One of {', '.join(truth.STUDIES)}; all of them if none is named.")] = "",
    n: Annotated[int, typer.Option("-n", help="Positions to look at, where they are drawn by lot.", min=1)] = 100,
    seed: Seed = 1,
    write: Annotated[Path | None, typer.Option(help="Put the figures into this Markdown file.")] = None,
) -> None:
    """How far each bot level is from perfect play, where that can be worked out. Takes minutes."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    for name in [game] if game else truth.STUDIES:
        with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(f"{name}: compiling")
            show: Any = lambda text, task=task, bar=progress: bar.update(task, description=text)  # noqa: E731
            text = truth.study(name, n, seed, show)
        console.print(Markdown(f"# {find_game(name).title['en']}\n\n{text}"))
        if write:
            truth.write_page(write, name, n, seed, text)


PERFORMANCE_HEAD = """# Performance

Made by `make bench-peers` (`fathoms bench --write docs/performance.md` with the extra `bench`); `make bench` measures
our own games alone. Figures of one machine: read the ratios.

"""


if __name__ == "__main__":
    main()
