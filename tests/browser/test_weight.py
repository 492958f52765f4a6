"""How much comes over the wire, and from where."""

from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.conftest import Arrive
from tests.browser.people import GAMES, Guest, me


def weigh(guest: Guest, path: str, socket: bool) -> int:
    """Bytes of a first visit: headers and bodies as sent, and the first message of the socket."""
    wire = guest.context.new_cdp_session(guest.page)
    wire.send("Network.enable")
    wire.send("Network.clearBrowserCache")
    sizes: list[int] = []
    frames: list[int] = []
    wire.on("Network.loadingFinished", lambda told: sizes.append(int(told["encodedDataLength"])))
    wire.on("Network.webSocketFrameReceived", lambda told: frames.append(len(told["response"]["payloadData"])))
    guest.page.goto(f"{guest.base}{path}", wait_until="networkidle" if not socket else "load")
    while socket and not frames:
        guest.page.wait_for_timeout(20)
    assert sizes
    return sum(sizes) + sum(frames[:1])  # what bots do meanwhile is not part of a visit


def test_the_first_page(arrive: Arrive) -> None:
    guest = arrive("Ann")
    assert weigh(guest, "/", socket=False) < 75_000
    guest.clean()


@pytest.mark.parametrize("game", GAMES)
def test_a_table(arrive: Arrive, game: str) -> None:
    guest = arrive("Ann")
    most = {"locker": 4, "reef": 5, "barracuda": 4, "nukha": 6}[game]
    path = guest.table(game, [me("Ann"), *[{"kind": "bot", "level": "deckhand"}] * (most - 1)])
    assert weigh(guest, path, socket=True) < 200_000
    guest.clean()


@pytest.mark.parametrize("path", ["/", "/new/reef", "/rules/nukha", "/healthz", "/nowhere", "/static/table/main.js"])
def test_every_answer_says_what_a_page_may_do(arrive: Arrive, path: str) -> None:
    guest = arrive("Ann")
    headers: dict[str, Any] = guest.context.request.get(f"{guest.base}{path}").headers
    policy = dict(part.strip().partition(" ")[::2] for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["x-content-type-options"] == "nosniff"


def test_nothing_stands_in_the_page_that_the_policy_forbids(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.sit("reef")
    guest.settled()
    inline = page.evaluate(
        "document.querySelectorAll('script:not([src]), style, [onclick], [onload], a[href^=\"javascript:\"]').length"
    )
    assert inline == 0
    hosts = {
        urlsplit(url).netloc for url in page.evaluate("performance.getEntriesByType('resource').map((e) => e.name)")
    }
    assert hosts == {urlsplit(guest.base).netloc}
    guest.clean()
