"""Settings of the server: arguments first, then the environment (`FATHOMS_…`), then sensible defaults."""

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from fathoms.engine.errors import OptionError


def _default_database() -> str:
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "fathoms"
    return f"sqlite:///{home / 'fathoms.db'}"


@dataclass(frozen=True)
class Settings:
    """All of them; each can be set by `FATHOMS_` and its name in capitals."""

    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    public_url: str = ""  # how the outside reaches this server, for links and QR codes; taken from the request if empty
    pace: float = 0.8  # seconds between two moves of bots where people watch
    most_tables: int = 20_000  # tables that may exist before new ones are refused
    moves_a_minute: int = 600  # and sockets opened, per address
    tables_a_minute: int = 60  # created per address
    hints_a_minute: int = 20  # per seat
    looks_a_minute: int = 6000  # pages and pictures per address
    lab_runs_a_minute: int = 12  # runs of the laboratory per address
    most_connections: int = 2000  # open at one time, to each process
    connections_an_address: int = 100  # of these; proxies, whose word on addresses is taken, may have all
    request_seconds: float = 15.0  # that a request may take to arrive, also the first on a connection
    log_level: str = "info"
    warm: int = 1  # compile games beside the server; 0: leave tables interpreted

    @classmethod
    def read(cls, **given: Any) -> "Settings":
        """Settings from arguments (None: not given) and the environment."""
        values: dict[str, Any] = {}
        for field in fields(cls):
            raw = given.get(field.name)
            raw = os.environ.get(f"FATHOMS_{field.name.upper()}") if raw is None else raw
            if raw is not None:
                values[field.name] = _typed(field.name, raw, type(field.default))
        values.setdefault("database", _default_database())
        return cls(**values)


def _typed(name: str, raw: Any, kind: type) -> Any:
    try:
        return kind(raw)
    except (TypeError, ValueError):
        raise OptionError(f"{name}={raw!r} is not possible; allowed: {kind.__name__}") from None
