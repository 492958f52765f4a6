"""Where a push may go: a push service on the internet, and never into this machine's own network."""

import ipaddress
import socket
from urllib.parse import SplitResult, urlsplit

MOST_ADDRESS = 1000  # letters
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")  # IPv4 in another coat


class Forbidden(ValueError):
    """An address that no push goes to."""


def split_endpoint(endpoint: str, local: bool = False) -> SplitResult:
    """The parts of a push service's address; `local` lets a service of this machine stand in, for tests."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        raise Forbidden("no address") from None
    odd = len(endpoint) > MOST_ADDRESS or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint
    if odd or not parts.hostname or parts.username is not None or parts.fragment:
        raise Forbidden("no address of a push service")
    if not local and (parts.scheme != "https" or port not in (None, 443)):
        raise Forbidden("push services are asked by https")
    if parts.scheme not in ("http", "https"):
        raise Forbidden("push services are asked by https")
    return parts


def address_of(host: str, port: int, local: bool = False) -> str:
    """The number to connect to: looked up once, so that nobody answers differently after it was judged."""
    found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not found or not (local or all(map(is_public, found))):
        raise Forbidden(f"{host} is not on the internet")
    return found[0]


def is_public(number: str) -> bool:
    """Whether an address belongs to the internet, whatever coat it wears."""
    address = ipaddress.ip_address(number.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address.sixtofour is not None or address.teredo is not None or address in _TRANSLATED:
            return False
    return address.is_global and not address.is_multicast
