"""By which names this server may be asked for: another site's name that points here is turned away (DNS rebinding)."""

import ipaddress
from urllib.parse import urlsplit

from fathoms.table.settings import Settings, takes_any_name

HERE = ("localhost", "127.0.0.1", "::1")


class Hosts:
    """The names that are ours."""

    def __init__(self, settings: Settings) -> None:
        public = urlsplit(settings.public_url).hostname if settings.public_url else None
        listed = [name.strip().lower() for name in settings.hosts.split(",") if name.strip()]
        self.named = [*([public] if public else []), *listed]
        self._any = takes_any_name(settings)

    def admit(self, header: str | None) -> bool:
        """Whether a `Host` header names us. Who asks by a number of this machine needs no name, unless one is set."""
        if self._any or header is None:
            return True
        name = name_of(header)
        return name in HERE or name in self.named or (not self.named and _is_number(name))


def name_of(header: str) -> str:
    """The name without its port."""
    try:
        return (urlsplit(f"//{header}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_number(name: str) -> bool:
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False
