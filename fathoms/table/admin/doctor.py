"""Is all well with this set-up? The database, the cache of compiled code, the settings; each in a line."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from fathoms.bots.warm import is_ready
from fathoms.engine.cache import cache_folder
from fathoms.engine.errors import FathomsError
from fathoms.engine.game import game_names, installed_game, working_games
from fathoms.table.health import MIB
from fathoms.table.keeping.claim import Claimed, claim
from fathoms.table.rooms.hosting import all_aside
from fathoms.table.rooms.opening import open_store, shown
from fathoms.table.rooms.store import Store
from fathoms.table.settings import Settings, is_loopback, sqlite_file, unknown_settings

SPARE_FILES = 200  # open files beside the connections


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at; `ok` None: worth knowing, and not wrong."""

    what: str
    ok: bool | None
    text: str


def examine(settings: Settings, store: Store | None = None) -> list[Finding]:
    """All findings; what keeps one from being made is a finding itself. With a store: from within the server."""
    found = [*check_settings(settings)]
    try:
        opened = store or open_store(settings.database)
    except FathomsError as error:
        return [*found, Finding("database", False, str(error)), *_cache()]
    try:
        for look in (_database, _tables):
            found += _safely(lambda look=look: list(look(opened)), look.__name__.strip("_"))  # type: ignore[misc]
    finally:
        if store is None:
            opened.close()
    if store is None:
        found += list(_server(settings))
    return [*found, *_disk(settings), *_cache()]


def _safely(look: Callable[[], list[Finding]], what: str) -> list[Finding]:
    try:
        return look()
    except Exception as error:
        return [Finding(what, False, f"{type(error).__name__}: {error}")]


def check_settings(settings: Settings) -> Iterator[Finding]:
    for name in unknown_settings():
        yield Finding("settings", False, f"{name} is no setting; it may be misspelt")
    if not is_loopback(settings.host) and not settings.public_url.startswith("https:"):
        yield Finding("settings", None, "others reach this server without TLS: set public_url once a proxy is in front")
    with contextlib.suppress(ImportError):
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        if most < settings.most_connections + SPARE_FILES:
            told = f"{most} open files for {settings.most_connections} connections: raise `ulimit -n` (LimitNOFILE)"
            yield Finding("settings", False, told)


def _database(store: Store) -> Iterator[Finding]:
    with store.reading() as connection:
        version = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
        yield Finding("database", True, f"{shown(store.url)} opens; schema {version}")
        if store.is_sqlite:
            whole = connection.exec_driver_sql("PRAGMA quick_check").scalar()
            orphans = len(connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall())
            yield Finding("database", whole == "ok", f"integrity: {whole}")
            yield Finding("database", not orphans, f"{orphans} rows belong to tables that are gone")


def _tables(store: Store) -> Iterator[Finding]:
    aside = all_aside(store)
    for one in aside.values():
        yield Finding("tables", None if one.by == "host" else False, f"{one.table_id} is set aside: {one.reason}")
    if not aside:
        yield Finding("tables", True, "none is set aside")


def _server(settings: Settings) -> Iterator[Finding]:
    try:
        with claim(sqlite_file(settings.database)):
            yield Finding("server", None, "no server runs on this database, as far as can be seen")
    except Claimed as running:
        yield Finding("server", True, str(running).split(";")[0])


def _disk(settings: Settings) -> Iterator[Finding]:
    file = sqlite_file(settings.database)
    if file is not None and file.parent.is_dir():
        free = shutil.disk_usage(file.parent).free // MIB
        yield Finding("disk", free >= settings.least_free_mib, f"{free} MiB are free")


def _cache() -> Iterator[Finding]:
    folder = cache_folder().parent
    writable = os.access(folder if folder.exists() else _nearest(folder), os.W_OK)
    told = f"{folder} " + (
        "can be written" if writable else "cannot be written: set FATHOMS_CACHE to a folder that can"
    )
    yield Finding("compiled code", writable, told)
    for name in game_names():
        try:
            ready = is_ready(installed_game(name))
        except FathomsError as error:
            yield Finding("games", False, f"{name} does not load: {error}")
            continue
        yield Finding("games", True if ready else None, f"{name} is {'compiled' if ready else 'not compiled yet'}")
    if not working_games():
        yield Finding("games", False, "no game loads")


def _nearest(folder: Path) -> Path:
    return next(parent for parent in folder.parents if parent.exists())
