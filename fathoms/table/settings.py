"""Settings of the server: arguments first, then the environment (`FATHOMS_…`), then sensible defaults.

Each setting checks what it is given: a value that is not possible is named, with what is allowed.
"""

import ipaddress
import math
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from fathoms.engine.errors import OptionError

Check = Callable[[str], Any]  # what somebody wrote -> the value; ValueError says what is allowed
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
DATABASES = ("sqlite", "postgresql", "postgres", "postgresql+psycopg")
FOREVER = "forever"
PREFIX = "FATHOMS_"


def default_folder() -> Path:
    """Where the database lies that nobody named."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "fathoms"


def sqlite_file(database: str) -> Path | None:
    """The file of an SQLite database that lies in one."""
    path = database.removeprefix("sqlite:///")
    return Path(path) if path != database and path and not path.startswith((":memory:", "file:")) else None


# What each setting takes


def whole(least: int, most: int) -> Check:
    def read(raw: str) -> int:
        if not re.fullmatch("-?[0-9]{1,12}", raw) or not least <= int(raw) <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return int(raw)

    return read


def number(least: float, most: float) -> Check:
    def read(raw: str) -> float:
        try:
            value = float(raw)
        except ValueError:
            value = math.nan
        if not least <= value <= most:
            raise ValueError(f"a number from {least:g} to {most:g}")
        return value

    return read


def days(raw: str) -> float:
    """Days that something is kept."""
    if raw.lower() in (FOREVER, "inf"):
        return math.inf
    try:
        return float(number(0.0001, 36_500)(raw))
    except ValueError as allowed:
        raise ValueError(f"days, {allowed}, or {FOREVER!r}") from None


def one_of(*names: str) -> Check:
    def read(raw: str) -> str:
        if raw.lower() not in names:
            raise ValueError(", ".join(names))
        return raw.lower()

    return read


def database(raw: str) -> str:
    kind, separator, rest = raw.partition("://")
    if not raw:
        return f"sqlite:///{default_folder() / 'fathoms.db'}"
    if not separator and ":" not in raw:
        raise ValueError(f"sqlite:///{raw} for that file, or postgresql://USER@HOST/NAME")
    if kind.lower() not in DATABASES or not rest.strip("/"):
        raise ValueError("sqlite:///FILE or postgresql://USER@HOST/NAME")
    if kind.lower() == "sqlite" and not rest.startswith("/"):
        raise ValueError(f"three slashes: sqlite:///{rest}")
    return raw


def public_url(raw: str) -> str:
    if not raw:
        return ""
    parts = urlsplit(raw)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("https://NAME or http://NAME, as people type it")
    if parts.path.strip("/"):
        raise ValueError(f"{parts.scheme}://{parts.netloc} without a path: Fathoms needs a name of its own")
    return f"{parts.scheme}://{parts.netloc}"


def host(raw: str) -> str:
    name = raw.removeprefix("[").removesuffix("]")
    if not re.fullmatch(r"[0-9A-Za-z.:%_-]+", name):
        raise ValueError("an address or a name to listen on, as 127.0.0.1, 0.0.0.0 or ::")
    return name


def networks(raw: str) -> str:
    """Addresses and networks, with commas between them."""
    try:
        return ",".join(str(ipaddress.ip_network(one.strip(), strict=False)) for one in raw.split(",") if one.strip())
    except ValueError:
        raise ValueError("addresses or networks with commas between, as 127.0.0.1,10.0.0.0/8; or nothing") from None


def host_names(raw: str) -> str:
    """Names by which people ask for this server, with commas between them."""
    names = [one.strip().lower() for one in raw.split(",") if one.strip()]
    if not all(one == "*" or re.fullmatch(r"[0-9a-z.:_-]{1,253}", one) for one in names):
        raise ValueError("names as people type them, with commas between, as games.example.org; or * for any")
    return ",".join(names)


def hours(raw: str) -> str:
    """Hours of the day in which the database is tidied: `3-5`."""
    found = re.fullmatch("([0-9]{1,2})-([0-9]{1,2})", raw)
    if found is None or not all(int(hour) <= 24 for hour in found.groups()) or found[1] == found[2]:
        raise ValueError("two hours of the day, as 3-5 or 23-4")
    return raw


def folder(raw: str) -> str:
    if raw and not Path(raw).is_dir():
        raise ValueError("a folder that is there, or nothing")
    return raw


def setting(default: Any, check: Check) -> Any:
    return field(default=default, metadata={"check": check})


A_MINUTE = whole(1, 10**9)


@dataclass(frozen=True)
class Settings:
    """All of them; each can be set by `FATHOMS_` and its name in capitals."""

    database: str = setting("", database)
    host: str = setting("127.0.0.1", host)
    port: int = setting(8000, whole(0, 65_535))  # 0: a free one
    workers: int = setting(1, whole(1, 64))
    public_url: str = setting("", public_url)  # how the outside reaches this server; taken from the request if empty
    hosts: str = setting("", host_names)  # other names it is asked for by; without one, see `web/gate/hosts.py`
    trusted_proxies: str = setting("", networks)  # whose word is taken on who asks, and whether by TLS
    pace: float = setting(0.8, number(0, 60))  # seconds between two moves of bots where people watch
    most_tables: int = setting(20_000, whole(1, 10**9))  # that may be open or played before new ones are refused
    tables_in_memory: int = setting(1000, whole(10, 10**6))  # of each process; those that nobody uses make room
    moves_a_minute: int = setting(600, A_MINUTE)  # and sockets opened, per address
    seat_moves_a_minute: int = setting(300, A_MINUTE)  # per seat: one person does not use up an address's share
    tables_a_minute: int = setting(60, A_MINUTE)  # created per address
    tables_a_day: int = setting(300, A_MINUTE)  # created per address
    hints_a_minute: int = setting(20, A_MINUTE)  # per seat
    looks_a_minute: int = setting(6000, A_MINUTE)  # pages and pictures per address
    lab_runs_a_minute: int = setting(12, A_MINUTE)  # runs of the laboratory per address
    coach_games: int = setting(8, whole(1, 10**6))  # that wait for the coach at one time, per address
    most_connections: int = setting(2000, whole(1, 10**6))  # open at one time, to each process
    connections_an_address: int = setting(100, whole(1, 10**6))  # of these, and sockets behind a proxy; it may have all
    sockets_a_table: int = setting(300, whole(1, 10**6))  # pages and programs at one table, to each process
    request_seconds: float = setting(15.0, number(0.1, 3600))  # that a request may take to arrive
    push: str = setting("on", one_of("on", "off", "local"))  # calls by Web Push; local: also to this network, for tests
    log_format: str = setting("auto", one_of("auto", "json"))  # auto: words at a terminal, JSON for a service
    log_level: str = setting("info", one_of(*LOG_LEVELS))
    warm: int = setting(1, whole(0, 1))  # compile games beside the server; 0: leave tables interpreted
    who_sets_tables: str = setting("everybody", one_of("everybody", "host"))  # host: from the host's page alone
    keep_open_days: float = setting(7.0, days)  # tables that never began, since somebody last touched them
    keep_abandoned_days: float = setting(60.0, days)  # tables in mid-game
    keep_finished_days: float = setting(180.0, days)
    keep_reports_days: float = setting(30.0, days)  # what the coach said; it can be asked again
    records: str = setting("", folder)  # where finished games are kept as files before they are cleared
    quiet_hours: str = setting("3-5", hours)  # of the local day, in which the database is tidied
    slow_move_seconds: float = setting(1.0, number(0.001, 3600))  # a move that takes longer is told in the log
    least_free_mib: int = setting(50, whole(0, 10**9))  # of the disk, below which the server says that it is full

    @classmethod
    def read(cls, **given: Any) -> "Settings":
        """Settings from arguments (None: not given) and the environment."""
        values: dict[str, Any] = {}
        for one in fields(cls):
            raw = given.get(one.name)
            raw = os.environ.get(f"{PREFIX}{one.name.upper()}") if raw is None else raw
            if raw is not None or one.name == "database":
                values[one.name] = _checked(one.name, "" if raw is None else str(raw).strip(), one.metadata["check"])
        chosen = cls(**values)
        chosen.check_together()
        return chosen

    def check_together(self) -> None:
        if self.workers > 1 and self.database.startswith("sqlite"):
            raise OptionError(
                f"workers={self.workers} with SQLite is not possible; allowed: 1, or a postgresql:// database"
            )

    def export(self) -> None:
        """Leave the settings in the environment, where worker processes read them."""
        for name, value in vars(self).items():
            os.environ[f"{PREFIX}{name.upper()}"] = str(value)


def _checked(name: str, raw: str, check: Check) -> Any:
    try:
        return check(raw)
    except ValueError as allowed:
        raise OptionError(f"{name}={raw!r} is not possible; allowed: {allowed}") from None


def is_loopback(host: str) -> bool:
    """Whether who listens there is reached from this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def takes_any_name(settings: Settings) -> bool:
    """Whether the server may be asked for by any name: where the host says so, or named none and others reach it."""
    named = settings.public_url or settings.hosts
    return "*" in settings.hosts.split(",") or not (named or is_loopback(settings.host))


def address_of(settings: Settings) -> str:
    """Where the server listens, as a browser takes it."""
    name = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{name}:{settings.port}"


OTHERS = ("CACHE", "INTERPRETED", "LONG", "SITE", "UPSTREAM")  # variables of ours that are no settings of the server


def unknown_settings() -> list[str]:
    """Variables of the environment that look like settings and are none: most likely misspelt."""
    known = {PREFIX + name for name in (*(one.name.upper() for one in fields(Settings)), *OTHERS)}
    return sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known)
