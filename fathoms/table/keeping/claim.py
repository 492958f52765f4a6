"""One server for one SQLite file: two would each keep tables in memory, and drift apart without a word."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from fathoms.engine.errors import OptionError
from fathoms.table.rooms.store import OWNER_ONLY

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]


class Claimed(OptionError):
    """Another server has this database."""


def claim_file(database_file: Path) -> Path:
    """Beside the database; the lock on it goes when its process ends, however that ends."""
    real = database_file.resolve()
    return real.with_name(f"{real.name}-server")


@contextlib.contextmanager
def claim(database_file: Path | None, address: str = "") -> Iterator[None]:
    """Hold an SQLite file while a server runs; None: a database that several may share."""
    if database_file is None or fcntl is None:
        yield
        return
    held = _lock(database_file)
    try:
        os.ftruncate(held, 0)
        os.pwrite(held, f"{os.getpid()} {address}".encode(), 0)
        yield
    finally:
        os.close(held)


def _lock(database_file: Path) -> int:
    path = claim_file(database_file)
    path.parent.mkdir(parents=True, exist_ok=True)
    held = os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        process, _, address = os.pread(held, 200, 0).decode(errors="replace").partition(" ")
        os.close(held)
        whose = ", ".join(filter(None, (f"process {process or '?'}", address)))
        raise Claimed(
            f"{database_file} belongs to a server that runs ({whose}); "
            "allowed: another --database, or to stop that one first"
        ) from None
    return held
