"""Copies of the database: made while the server runs, put back while it does not."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
from pathlib import Path

from fathoms.engine.errors import OptionError
from fathoms.table.keeping.claim import claim
from fathoms.table.rooms.opening import open_store, shown
from fathoms.table.rooms.store import OWNER_ONLY
from fathoms.table.settings import sqlite_file


def backup(database: str, to: Path) -> int:
    """A whole copy in a file for its owner alone; its bytes. A file that is there is not written over."""
    if to.exists():
        raise OptionError(f"{to} is there already; allowed: a new file")
    if not to.parent.is_dir():
        raise OptionError(f"there is no folder {to.parent}; allowed: a file in a folder that is there")
    file = sqlite_file(database)
    os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    try:
        _copy_sqlite(file, to) if file is not None else _dump_postgres(database, to)
    except BaseException:
        to.unlink(missing_ok=True)
        raise
    return to.stat().st_size


def _copy_sqlite(file: Path, to: Path) -> None:
    if not file.is_file():
        raise OptionError(f"there is no database {file}; allowed: --database with one that is there")
    with (
        contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as source,
        contextlib.closing(sqlite3.connect(to)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, that can be carried anywhere
    check_file(to)


def _dump_postgres(database: str, to: Path) -> None:
    program = shutil.which("pg_dump")
    if program is None:
        raise OptionError(f"pg_dump is not installed; allowed: pg_dump {shown(database)} where PostgreSQL is")
    url = database.replace("postgresql+psycopg://", "postgresql://", 1)
    run = subprocess.run([program, "--dbname", url, "--file", str(to)], capture_output=True, text=True, check=False)
    if run.returncode:
        raise OptionError(f"pg_dump failed: {run.stderr.strip().splitlines()[-1:] or run.returncode}")


def restore(database: str, source: Path) -> Path | None:
    """Put a copy in the database's place; where the database went that was there. The server must not run."""
    file = sqlite_file(database)
    if file is None:
        raise OptionError(
            f"restoring {shown(database)} is PostgreSQL's own work; allowed: psql --dbname … --file {source} "
            "into an empty database"
        )
    check_file(source)
    with claim(file):
        return _put_in_place(file, source)


def _put_in_place(file: Path, source: Path) -> Path | None:
    new = file.with_name(f"{file.name}.restored")
    shutil.copyfile(source, new)
    os.chmod(new, OWNER_ONLY)
    open_store(f"sqlite:///{new}").close()  # migrated, or refused, before anything is moved
    before = _set_by(file) if file.exists() else None
    for leftover in (f"{new}-wal", f"{new}-shm"):
        Path(leftover).unlink(missing_ok=True)
    os.replace(new, file)
    return before


def _set_by(file: Path) -> Path:
    """Move a database, with what belongs to it, out of the way."""
    number = 1
    while (kept := file.with_name(f"{file.name}.before-{number}")).exists():
        number += 1
    with contextlib.closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    os.replace(file, kept)
    for end in ("-wal", "-shm"):
        Path(f"{file}{end}").unlink(missing_ok=True)
    return kept


def check_file(file: Path) -> None:
    """Whether a file is a whole database of Fathoms."""
    if not file.is_file():
        raise OptionError(f"there is no file {file}; allowed: one that `fathoms admin backup` wrote")
    try:
        with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as base:
            found = base.execute("PRAGMA integrity_check").fetchone()[0]
            base.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise OptionError(f"{file} is no database of Fathoms: {error}; allowed: one that was backed up") from None
    if found != "ok":
        raise OptionError(f"{file} is damaged: {found}; allowed: a copy that is whole")
