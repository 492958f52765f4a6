"""Commands for people who play: the games, a table, an evening in the terminal, a game played again or explained."""

import os
import platform
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any

import typer

from fathoms.bots.coach.check import check_games
from fathoms.bots.coach.coach import PLAYOUTS, compile_coach, read_game, report_text
from fathoms.bots.levels import LEVELS, QUICK_LEVELS, Bot
from fathoms.bots.warm import warm
from fathoms.cli.common import (
    GAME_OPTIONS,
    GameName,
    Lang,
    Seed,
    app,
    compile_visibly,
    console,
    counting,
    one_seat,
    read_file,
    read_game_options,
    read_language,
    with_options,
)
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game, find_game, game_names, working_games
from fathoms.engine.match import Match
from fathoms.engine.options import Values
from fathoms.engine.parts.lesson import Lesson, check_lesson
from fathoms.engine.records import read_record
from fathoms.engine.sea import Sea
from fathoms.terminal.coach import print_check, print_report
from fathoms.terminal.learn import Bookmark, FreeEvening, LessonEvening
from fathoms.terminal.play import Evening, Leave
from fathoms.terminal.replay import print_log, print_moment, walk
from fathoms.terminal.words import say, say_value


def print_version(asked: bool) -> None:
    """The package's version, Python's, and those of the rules, which old saves depend on."""
    if not asked:
        return
    rules = ", ".join(f"{name} {find_game(name).version}" for name in game_names())
    console.print(f"fathoms {metadata.version('fathoms')} · Python {platform.python_version()} · rules: {rules}")
    raise typer.Exit


Version = Annotated[bool, typer.Option("--version", callback=print_version, is_eager=True, help="Print the version.")]


@app.callback()
def bare(context: typer.Context, version: Version = False) -> None:
    """Four underwater treasure-hunt games. Without a command: open the table on this machine, in a browser."""
    if context.invoked_subcommand is None:
        from fathoms.table.serve import run_server

        run_server(True, port=os.environ.get("FATHOMS_PORT", "0"))


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on; 0 takes a free one.")] = None,
    database: Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://…")] = None,
    workers: Annotated[int | None, typer.Option(help="Server processes; more than one needs PostgreSQL.")] = None,
    browser: Annotated[bool, typer.Option(help="Open a browser where there is one.")] = False,
    check: Annotated[bool, typer.Option("--check", help="Start nothing; say what is unsafe, and what to set.")] = False,
) -> None:
    """Serve tables to browsers. Every setting also comes from the environment: FATHOMS_PORT, FATHOMS_DATABASE …"""
    from fathoms.table.serve import run_server

    if check:
        raise typer.Exit(_check_safety(host=host, port=port, database=database, workers=workers))
    run_server(browser, host=host, port=port, database=database, workers=workers)


def _check_safety(**given: Any) -> int:
    """Exit code 0 where nothing unsafe was found, else 1."""
    from fathoms.table.admin.safety import unsafe
    from fathoms.table.settings import Settings

    findings = unsafe(Settings.read(**given))
    for one in findings:
        console.print(f"{one.what:<9} {one.text}", highlight=False, markup=False, soft_wrap=True)
    if not findings:
        console.print("Nothing unsafe was found about this set-up.", highlight=False)
    return 1 if findings else 0


@app.command()
def games() -> None:
    """The games that are installed."""
    for game in working_games():
        players, title = game.options.players, " / ".join(dict.fromkeys(game.title.values()))
        console.print(f"[bold]{game.name:<10}[/] {title}, {players[0]} to {players[-1]} players")


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
        compile_visibly(match.game, warm, "searching bots")
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


@app.command()
def learn(
    game: GameName,
    pause: Annotated[float, typer.Option(help="Seconds between the moves of bots.")] = 0.5,
    again: Annotated[bool, typer.Option(help="From the first step, whatever was left.")] = False,
    lang: Lang = "en",
) -> None:
    """Learn a game by playing it: a first game with a word on each step, then on freely against gentle bots."""
    read_language(lang)
    found = find_game(game)
    part = found.part("lesson")
    if part is None:
        raise OptionError(f"{found.name} has no lesson; allowed: fathoms rules {found.name}, fathoms play {found.name}")
    lesson: Lesson = part.LESSON
    check_lesson(found, lesson)
    file = _new_file(found.name)
    match = Match(found, interpreted=True, **lesson.options)
    bots = {seat: Bot("deckhand") for seat in match.seats if seat != lesson.seat}
    evening = FreeEvening(match, bots, console, lang, file, pause if console.is_terminal else 0, lesson=lesson)
    bookmark = Bookmark(file.parent / f"lesson-{found.name}.json", lesson)
    if again:
        bookmark.drop()
    try:
        LessonEvening(evening, bookmark).run()
    except (Leave, KeyboardInterrupt):
        evening.save()
        key = "resume" if file.exists() else "lesson_left"
        console.print(f"\n{say(key, lang, file=file, game=found.name)}", highlight=False, soft_wrap=True)


def _begin_or_resume(game: str, file: Path | None, options: Values, lang: str, interpreted: bool = True) -> Match:
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


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    seat: Annotated[str | None, typer.Option(help="See it through this seat's eyes.")] = None,
    step: Annotated[bool, typer.Option(help="Walk through it event by event.")] = False,
    at: Annotated[int | None, typer.Option(help="Show the table after this many events.", min=0)] = None,
    save: Annotated[Path | None, typer.Option(help="With --at: keep that position in a new file.")] = None,
    lang: Lang = "en",
) -> None:
    """Show a saved game: its log in sentences, step by step, or one moment of it."""
    read_language(lang)
    text = read_file(file)
    match = Match.load(text, interpreted=True, at=at)
    letter = one_seat(seat, match)
    if save is not None:
        _keep_position(match, at, save, lang)
    if at is not None:
        print_moment(match, len(read_record(text)[0].events), letter, console, lang)
    elif step:
        walk(read_record(text)[0], letter, console, lang)
    else:
        print_log(match, letter, console, lang)


def _keep_position(match: Match, at: int | None, file: Path, lang: str) -> None:
    """A position in a file of its own, to be played on from; what is there already stays."""
    if at is None:
        raise OptionError("save needs a moment; allowed: --at with a number of events")
    try:
        with file.open("x", encoding="utf-8") as kept:
            kept.write(match.save())
    except OSError as error:
        raise OptionError(f"cannot write {file}: {error}; allowed: a new file where one may write") from error
    console.print(say("resume", lang, file=file), highlight=False, soft_wrap=True)


@dataclass(frozen=True)
class Coaching:
    """How a game is read, or games of bots are checked."""

    seat: Annotated[str | None, typer.Option(help="What concerns this seat alone.")] = None
    playouts: Annotated[int, typer.Option(help="How often each position is played on.")] = PLAYOUTS
    seed: Seed = 1
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON, in exact numbers.")] = False
    check: Annotated[bool, typer.Option(help="Let bots play games and check that every ledger adds up.")] = False
    n: Annotated[int, typer.Option("-n", help="How many games to check.", min=1)] = 100
    bots: Annotated[str, typer.Option(help=f"Who plays them, in turn: {', '.join(LEVELS)}.")] = "deckhand,sailor"
    lang: Lang = "en"


@app.command("coach", context_settings=GAME_OPTIONS)
@with_options
def coach_command(
    context: typer.Context,
    file: Annotated[str, typer.Argument(help="A saved game; with --check, the name of a game.")],
    asked: Coaching,
) -> None:
    """Skill or luck? Win probability at every event, what each decision cost, and a ledger that adds up."""
    read_language(asked.lang)
    if asked.check:
        raise typer.Exit(_check_coach(find_game(file), read_game_options(context.args), asked))
    match = Match.load(read_file(Path(file)), interpreted=False)
    letter = one_seat(asked.seat, match)
    compile_visibly(match.game, compile_coach, "the coach")
    with counting("events", len(match.log)) as show:
        report = read_game(match, asked.playouts, asked.seed, os.cpu_count() or 1, show)
    if asked.as_json:
        print(report_text(report))
    else:
        print_report(report, match.game, letter, console, asked.lang)


def _check_coach(game: Game, options: Values, asked: Coaching) -> int:
    compile_visibly(game, compile_coach, "the coach")
    read, bots = game.options.read(**options), asked.bots.split(",")
    with counting("games", asked.n) as show:
        found = check_games(game, read, bots, asked.n, asked.playouts, asked.seed, show)
    print_check(found, console)
    return 1 if found.faults else 0
