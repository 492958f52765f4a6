"""Who asks, by address: through proxies that the host trusts, and by the network where one line has many addresses."""

import ipaddress
import logging
import re
from collections.abc import Iterable
from functools import lru_cache

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from fathoms.table.logs import tell

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
HOME = 64  # bits of an IPv6 address that tell a household; the rest is its own to choose
NOBODY = "?"
SCHEMES = {"http": {"http": "http", "https": "https"}, "websocket": {"http": "ws", "https": "wss"}}
PORT = re.compile(r"^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$")


def address(text: str) -> Address | None:
    """An address as a proxy writes it, with a port or without; one of IPv4 within IPv6 is the one of IPv4."""
    found = PORT.match(text.strip())
    bare = (found[1] or found[2]) if found else text.strip()
    try:
        one = ipaddress.ip_address(bare.split("%")[0])
    except ValueError:
        return None
    return one.ipv4_mapped or one if isinstance(one, ipaddress.IPv6Address) else one


@lru_cache(4096)
def household(text: str) -> str:
    """What limits count by: an address, or for IPv6 the /64 that one line is given whole."""
    one = address(text)
    if isinstance(one, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((one, HOME), strict=False))
    return str(one) if one is not None else text or NOBODY


def address_of(asked: HTTPConnection) -> str:
    return asked.client.host if asked.client else NOBODY


def household_of(asked: HTTPConnection) -> str:
    return household(address_of(asked))


def is_here(asked: HTTPConnection) -> bool:
    """Asked by this machine for itself: what a proxy on it hands on comes from elsewhere."""
    if "x-forwarded-for" in asked.headers and not asked.app.state.settings.trusted_proxies:
        return False
    found = address(address_of(asked))
    return found is not None and found.is_loopback


class Proxies:
    """The proxies whose word on who asks is taken; everybody else may write what they like."""

    def __init__(self, trusted: str) -> None:
        self._networks: list[Network] = [ipaddress.ip_network(one, strict=False) for one in trusted.split(",") if one]

    def __contains__(self, text: str) -> bool:
        one = address(text)
        return one is not None and any(one in network for network in self._networks)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """Who asks: the last address of the way that is none of ours; the peer's own where the way is no way."""
        asks = peer
        for hop in reversed([part for line in forwarded for part in line.split(",")]):
            if asks not in self:
                break
            one = address(hop)
            if one is None:
                break
            asks = str(one)
        return asks


@lru_cache(16)
def proxies(trusted: str) -> Proxies:
    return Proxies(trusted)


class Forwarded:
    """Puts who asks, and by which scheme, in the place of the proxy that hands it on."""

    def __init__(self, app: ASGIApp, trusted: str) -> None:
        self.app = app
        self.proxies = proxies(trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in SCHEMES and scope.get("client"):
            self._look(scope)
        await self.app(scope, receive, send)

    def _look(self, scope: Scope) -> None:
        peer, port = scope["client"]
        way, schemes = _values(scope, b"x-forwarded-for"), _values(scope, b"x-forwarded-proto")
        if peer not in self.proxies:
            if way:
                tell("untrusted proxy", logging.WARNING, kind="X-Forwarded-For is not read; see trusted_proxies")
            return
        scope["client"] = (self.proxies.client(peer, way), port if not way else 0)
        said = SCHEMES[scope["type"]].get(schemes[-1].split(",")[-1].strip().lower()) if schemes else None
        scope["scheme"] = said or scope["scheme"]


def _values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]
