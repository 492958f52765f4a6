"""Commands that check: a saved game, the rule books and their tests, a game against its contract."""

import re
from pathlib import Path
from typing import Annotated

import typer

from fathoms.bots.coach.hints import check_hints
from fathoms.cli.common import Lang, Seed, app, console, read_file, read_language, spinning
from fathoms.engine.conform import conform
from fathoms.engine.errors import OptionError
from fathoms.engine.game import find_game, game_names
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.records.verify import Verdict, verify_record
from fathoms.engine.rulebook import rule_text, rule_texts, tests_by_rule
from fathoms.terminal.screen import print_aid, print_book, print_learn


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    root: Annotated[
        list[str] | None,
        typer.Option(help="The root that you kept since before the first event; several, if it has several."),
    ] = None,
) -> None:
    """Check a saved game: every event, every position, every fate.

    Exit code 0: all of it is proven. 1: it replays, but not all is proven. 2: it does not hold. Without --root it is
    proven that the record agrees with itself, and not that nobody made it up afterwards.
    """
    kept = [_read_root(one) for one in root or []]
    verdict = verify_record(read_file(file))
    _tell_positions(verdict)
    _tell_fates(verdict)
    strange = _tell_roots(verdict, kept)
    if not verdict.proven or verdict.unproven or strange or not verdict.compared:
        raise typer.Exit(1)


def _read_root(text: str) -> str:
    root = text.strip().lower()
    if not re.fullmatch("[0-9a-f]{64}", root):
        raise OptionError(f"--root {text!r} is no root; allowed: 64 hexadecimal digits, as the table's page shows them")
    return root


def _tell_positions(verdict: Verdict) -> None:
    if verdict.compared:
        console.print(f"[bold green]✓[/] {verdict.events} events of {verdict.game} replay, every position as recorded.")
        return
    older = f"version {verdict.rules} of the rules, and here is version {verdict.known_rules}"
    console.print(f"[yellow]·[/] {verdict.events} events of {verdict.game} replay. Positions cannot be compared: "
                  f"the record is of {older}.")  # fmt: skip


def _tell_fates(verdict: Verdict) -> None:
    if verdict.proven:
        told = f"{verdict.proven} of {verdict.fates} fates follow from the sea's commitment"
        console.print(f"[bold green]✓[/] {told} {', '.join(verdict.roots)}", highlight=False)
    _tell_origin(verdict)
    if verdict.unproven > verdict.given:
        without = "are not proven: the record has no secret of the sea for them."
        console.print(f"[bold red]✗[/] {verdict.unproven - verdict.given} fates {without}")
    elif not verdict.proven and not verdict.given:
        console.print("[bold red]✗[/] Nothing is proven: the record has no fate and no commitment of the sea.")
    if verdict.by_server:
        seats = ", ".join(verdict.by_server)
        console.print(
            f"[yellow]·[/] The server stirred for seat {seats}: against its operator that counts for nothing."
        )


def _tell_origin(verdict: Verdict) -> None:
    """Where the first events come from, if not from this game's own sea."""
    if verdict.origin is None:
        return
    elsewhere = f"table {verdict.origin.table}" if verdict.origin.table else "another record"
    console.print(
        f"[yellow]·[/] The first {verdict.origin.events} events were not played here: "
        f"this game goes on from {elsewhere} after event {verdict.origin.at}. "
        f"Their {verdict.given} fates are for that game's own record to prove."
    )


def _tell_roots(verdict: Verdict, kept: list[str]) -> int:
    """Compare the record's roots with those that were kept; how many fates follow from others."""
    if not kept:
        console.print(
            "[yellow]·[/] Not compared with a root that somebody kept: a record made up afterwards would look the same."
            " Give --root with what your page showed before the first event."
        )
        return 0
    strange = verdict.strange(kept)
    if strange:
        console.print(f"[bold red]✗[/] {strange} fates are not proven: they follow from another root than you kept.")
    elif verdict.proven:
        console.print("[bold green]✓[/] The root is the one that you kept: nobody changed the sea afterwards.")
    return strange


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="The game.")] = "",
    rule: Annotated[str, typer.Argument(help="One rule by its id, as L15.")] = "",
    lang: Lang = "en",
    learn: Annotated[bool, typer.Option("--learn", help="How to play, on one page.")] = False,
    aid: Annotated[bool, typer.Option("--aid", help="Every card, action and event in a line.")] = False,
    coverage: Annotated[bool, typer.Option(help="List every rule id with the tests marked with it.")] = False,
    tests: Annotated[Path, typer.Option(help="Where the tests are, for --coverage.")] = Path("tests"),
) -> None:
    """The rule book (--learn and --aid: its first two layers), one rule of it, or which test guards which rule."""
    read_language(lang)
    if coverage:
        raise typer.Exit(_print_coverage([game] if game else game_names(), tests))
    if not game:
        raise OptionError(f"which game? allowed: {', '.join(game_names())}")
    found = find_game(game)
    if rule:
        console.print(rule_text(found, rule.upper(), lang), highlight=False)
        return
    show = print_learn if learn else print_aid if aid else print_book
    show(found, lang, console)


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
    """Check that a game keeps its word: choices, fates, notation, saves, both modes, no leak, fair hints."""
    found = find_game(game)
    more = [check_hints] if has_heuristic(found) else []
    with spinning("compiling") as show:
        findings = conform(found, n, seed, lambda check, count: show(f"{check}: {count:,}"), more)
    for finding in findings:
        console.print(f"[bold green]✓[/] {finding.check:<10} {finding.count:>10,} {finding.of}")
