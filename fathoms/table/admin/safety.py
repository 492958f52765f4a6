"""What is unsafe about a set-up, and what to set: `fathoms serve --check`."""

import ipaddress
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from fathoms.table.admin.doctor import Finding, check_settings
from fathoms.table.admin.holes import holes_in, installed
from fathoms.table.settings import Settings, is_loopback, sqlite_file, takes_any_name

NO_LIMIT = 100_000  # a minute: whoever allows as many limits nothing
WIDEST = {4: 8, 6: 16}  # bits of a network that may be trusted, at least


def unsafe(settings: Settings) -> list[Finding]:
    """All that a careful host would change before strangers reach the server; nothing where all is well."""
    looks = (check_settings, _ways_in, _proxies, _rights, _limits, _versions)
    return [one for look in looks for one in look(settings) if one.ok is False]


def _ways_in(settings: Settings) -> Iterator[Finding]:
    by_tls = settings.public_url.startswith("https:")
    if not is_loopback(settings.host) and not by_tls:
        told = (
            f"others reach {settings.host} without TLS: put a proxy in front, and set FATHOMS_PUBLIC_URL=https://NAME"
        )
        yield Finding("TLS", False, told)
    if takes_any_name(settings):
        told = "any name is taken for ours: set FATHOMS_PUBLIC_URL or FATHOMS_HOSTS to those that are"
        yield Finding("names", False, told)


def _proxies(settings: Settings) -> Iterator[Finding]:
    if settings.public_url.startswith("https:") and not settings.trusted_proxies:
        told = "all visitors behind the proxy count as one: set FATHOMS_TRUSTED_PROXIES to its address"
        yield Finding("proxy", False, told)
    for one in filter(None, settings.trusted_proxies.split(",")):
        network = ipaddress.ip_network(one)
        if network.prefixlen < WIDEST[network.version]:
            told = f"anybody in {network} may claim to be anybody: set FATHOMS_TRUSTED_PROXIES to the proxy alone"
            yield Finding("proxy", False, told)
    if os.environ.get("FORWARDED_ALLOW_IPS"):
        yield Finding("proxy", False, "FORWARDED_ALLOW_IPS is not read: set FATHOMS_TRUSTED_PROXIES instead")


def _rights(settings: Settings) -> Iterator[Finding]:
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        told = "the server would run as root: start it as a user of its own (deploy/fathoms.service does)"
        yield Finding("user", False, told)
    file = sqlite_file(settings.database)
    for path, most, mend in ((file, 0o600, "chmod 600"), (file and file.parent, 0o755, "chmod 700")):
        if path is not None and Path(path).exists() and (mode := stat.S_IMODE(Path(path).stat().st_mode)) & ~most:
            yield Finding("files", False, f"{path} is open to others ({mode:04o}): {mend} {path}")


def _limits(settings: Settings) -> Iterator[Finding]:
    for name, value in vars(settings).items():
        if name.endswith("_a_minute") and value >= NO_LIMIT:
            yield Finding("limits", False, f"{name}={value} limits nobody: set FATHOMS_{name.upper()} below {NO_LIMIT}")


def _versions(settings: Settings) -> Iterator[Finding]:
    yield from (Finding("versions", False, one) for one in holes_in(installed()))
