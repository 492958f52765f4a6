"""Commands for those who host: `fathoms admin …`, on the database of a server that runs or not."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.table import Column, Table

from fathoms.cli.common import app, console
from fathoms.engine.errors import OptionError

if TYPE_CHECKING:  # the server's packages are loaded when a command needs them
    from fathoms.table.rooms.store import Store
    from fathoms.table.settings import Settings

admin_app = typer.Typer(help="Look after a server: tables, people, backups. Works while it runs.", no_args_is_help=True)
app.add_typer(admin_app, name="admin")
Database = Annotated[str | None, typer.Option(help="As for `fathoms serve`; also FATHOMS_DATABASE.")]
TableId = Annotated[str, typer.Argument(help="As in the table's address.")]
Reason = Annotated[str, typer.Option(help="Shown to those it concerns.")]
Who = Annotated[str, typer.Argument(help="A person of `fathoms admin people`, an address, or a network.")]
STATUSES = ("open", "playing", "over", "aside")
MARKS = {True: "[green]✓[/]", False: "[red]✗[/]", None: "[yellow]·[/]"}


def _settings(database: str | None) -> "Settings":
    from fathoms.table.settings import Settings, sqlite_file

    settings = Settings.read(database=database)
    file = sqlite_file(settings.database)
    if file is not None and not file.exists():
        raise OptionError(f"there is no database {file}; allowed: --database with one that a server has made")
    return settings


@contextmanager
def _opened(database: str | None) -> Iterator["Store"]:
    from fathoms.table.rooms.opening import open_store

    store = open_store(_settings(database).database)
    try:
        yield store
    finally:
        store.close()


def _list(first: str, *others: str) -> Table:
    """A table whose first column is never cut: other commands take what stands there."""
    return Table(Column(first, no_wrap=True, overflow="fold"), *others, box=box.SIMPLE)


def _say(text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


@admin_app.command()
def tables(
    status: Annotated[str, typer.Option(help=f"Only these: {', '.join(STATUSES)}.")] = "",
    most: Annotated[int, typer.Option(help="How many, the last touched first.", min=1)] = 50,
    database: Database = None,
) -> None:
    """The tables: who sits there, how far they are, and which are set aside."""
    from fathoms.table.admin import desk

    if status and status not in STATUSES:
        raise OptionError(f"status={status!r} is not possible; allowed: {', '.join(STATUSES)}")
    shown = _list("table", "game", "status", "events", "last touched (UTC)", "seats", "set aside")
    with _opened(database) as store:
        for one in desk.tables(store, status, most):
            why = f"by the {one.aside.by}: {one.aside.reason}" if one.aside else ""
            shown.add_row(one.id, one.game, one.status, str(one.version), f"{one.touched:%Y-%m-%d %H:%M}",
                          ", ".join(one.names), why)  # fmt: skip
    console.print(shown)


@admin_app.command()
def people(
    most: Annotated[int, typer.Option(help="How many, the last active first.", min=1)] = 50, database: Database = None
) -> None:
    """Who sits at tables, by what tells them apart; no account, no address is kept."""
    from fathoms.table.admin import desk
    from fathoms.table.rooms.hosting import bans

    shown = _list("person", "names", "tables", "last active (UTC)", "banned")
    with _opened(database) as store:
        found, known = desk.people(store, most), bans(store)
    for one in found:
        last = f"{one.touched:%Y-%m-%d %H:%M}" if one.tables else ""
        banned = one.banned.reason if one.banned else ""
        shown.add_row(one.short, ", ".join(one.names), str(len(one.tables)), last, banned)
    for who in sorted(known.keys() - {one.who for one in found}):
        shown.add_row(who, "", "", "", known[who].reason)
    console.print(shown)


@admin_app.command()
def stats(database: Database = None) -> None:
    """Figures of the whole database, as JSON."""
    import json

    from fathoms.table.admin import desk

    with _opened(database) as store:
        print(json.dumps(desk.stats(store)))


@admin_app.command()
def close(table: TableId, reason: Reason = "", database: Database = None) -> None:
    """Play on at a table no more. Nothing is lost; `reopen` opens it again."""
    from fathoms.table.admin import desk

    with _opened(database) as store:
        desk.close_table(store, table, reason)
    _say(f"{table} is closed; those who sit there are told why.")


@admin_app.command()
def reopen(table: TableId, database: Database = None) -> None:
    """Open a closed table again."""
    from fathoms.table.admin import desk

    with _opened(database) as store:
        desk.reopen_table(store, table)
    _say(f"{table} is open again.")


@admin_app.command("remove")
def remove_command(
    table: TableId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = None,
) -> None:
    """Delete a table with all that belongs to it, for good."""
    from fathoms.table.admin import desk

    if not yes:
        typer.confirm(f"Delete table {table} for good?", abort=True)
    with _opened(database) as store:
        desk.remove_table(store, table)
    _say(f"{table} is gone.")


@admin_app.command()
def ban(who: Who, reason: Reason = "", database: Database = None) -> None:
    """Keep somebody away. Where they play, a bot stands in for them, and the others go on."""
    from fathoms.table.admin import desk

    with _opened(database) as store:
        whole = desk.ban(store, who, reason)
    _say(f"{whole[: desk.SHORT]} stays away; `fathoms admin pardon {whole[: desk.SHORT]}` takes that back.")


@admin_app.command()
def pardon(who: Who, database: Database = None) -> None:
    """Let somebody who was banned come back."""
    from fathoms.table.admin import desk

    with _opened(database) as store:
        whole = desk.pardon(store, who)
    _say(f"{whole[: desk.SHORT]} may come back.")


@admin_app.command("prune")
def prune_command(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    database: Database = None,
) -> None:
    """Clear tables that have had their time (FATHOMS_KEEP_…_DAYS); the server does this by itself, once an hour."""
    from fathoms.table.keeping.policy import prune, vacuum

    settings = _settings(database)
    with _opened(database) as store:
        found = prune(store, settings, only_look=dry_run)
        if found.count and not dry_run:
            vacuum(store)
    told = ", ".join(f"{count} {kind}" for kind, count in found.facts().items())
    _say(f"{'would clear' if dry_run else 'cleared'}: {told}")


@admin_app.command("backup")
def backup_command(
    to: Annotated[Path, typer.Argument(help="A new file. It holds secrets of running games.")],
    database: Database = None,
) -> None:
    """Copy the database while the server runs."""
    from fathoms.table.admin.backup import backup

    size = backup(_settings(database).database, to)
    _say(f"{to}: {size:,} bytes, checked.")


@admin_app.command("restore")
def restore_command(
    source: Annotated[Path, typer.Argument(help="A file that `backup` wrote.")], database: Database = None
) -> None:
    """Put a copy in the database's place, and keep what was there. The server must be stopped."""
    from fathoms.table.admin.backup import restore
    from fathoms.table.settings import Settings

    before = restore(Settings.read(database=database).database, source)
    _say(f"{source} is in place." + (f" What was there is kept in {before}." if before else ""))


@admin_app.command()
def doctor(database: Database = None) -> None:
    """Check the database, the cache of compiled code and the settings. Exit code 1 if something is wrong."""
    from fathoms.table.admin.doctor import examine
    from fathoms.table.settings import Settings

    findings = examine(Settings.read(database=database))
    for one in findings:
        console.print(f"{MARKS[one.ok]} {one.what:<14}", end="", highlight=False)
        _say(one.text)
    raise typer.Exit(1 if any(one.ok is False for one in findings) else 0)


@admin_app.command()
def link(
    new: Annotated[bool, typer.Option("--new", help="Revoke the link, and make another.")] = False,
    database: Database = None,
) -> None:
    """The link to the host's page."""
    from fathoms.table.rooms.hosting import host_key, renew_host_key
    from fathoms.table.settings import address_of

    settings = _settings(database)
    with _opened(database) as store:
        key = renew_host_key(store) if new else host_key(store)
    _say(f"{settings.public_url or address_of(settings)}/host#{key}")
