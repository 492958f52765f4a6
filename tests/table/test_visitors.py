"""Who asks: by which address, through which proxy, for which name; and limits that nobody talks themselves out of."""

import socket
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from fathoms.table.settings import Settings
from fathoms.table.web.gate.hosts import Hosts
from fathoms.table.web.gate.visitor import Proxies, household
from tests.table.playing import Host, people, until

Serve = Callable[..., Any]
VISITORS = 80


def ask(host: Host, who: str) -> int:
    """One request that counts, as a proxy on this machine hands it on."""
    return host.web.post(f"{host.base}/lang/xx", headers={"x-forwarded-for": who}).status_code


# Through a proxy


def test_80_visitors_behind_a_proxy_do_not_share_a_limit(serve: Serve) -> None:
    """All of them stood in one bucket: the proxy's."""
    with serve(moves_a_minute=20, trusted_proxies="127.0.0.1") as host:
        asked = [ask(host, f"198.51.100.{number}") for number in range(VISITORS) for _ in range(3)]
        assert set(asked) == {422}


def test_one_visitor_behind_a_proxy_has_one_limit_whatever_they_claim(serve: Serve) -> None:
    """A proxy adds the address it saw at the end; what stands before it was made up."""
    with serve(moves_a_minute=20, trusted_proxies="127.0.0.1") as host:
        assert ask(host, "198.51.100.7") == 422
        asked = [ask(host, f"10.1.2.{number}, 198.51.100.7") for number in range(30)]
        assert asked[-1] == 429
        assert ask(host, "198.51.100.8") == 422


@pytest.mark.parametrize("trusted", ["", "192.0.2.1"])
def test_a_forged_address_passes_no_limit(serve: Serve, trusted: str) -> None:
    """From this machine too: unless the host says so, nobody here is a proxy."""
    with serve(moves_a_minute=20, trusted_proxies=trusted) as host:
        assert [ask(host, f"198.51.100.{number}") for number in range(30)][-1] == 429


def test_sockets_behind_a_proxy_are_counted_by_who_asks(serve: Serve) -> None:
    with serve(moves_a_minute=20, trusted_proxies="127.0.0.0/8") as host:
        table = host.table("locker", people(2))
        for number in range(30):
            with table.live(headers={"x-forwarded-for": f"2001:db8:{number}::1"}):
                pass

        def knock(times: int) -> None:
            for number in range(times):
                with table.live(headers={"x-forwarded-for": f"2001:db8:0:1::{number:x}"}):
                    pass

        with pytest.raises(InvalidStatus):
            knock(40)


def test_one_visitor_behind_a_proxy_has_only_so_many_sockets_open(serve: Serve) -> None:
    """The proxy may have all connections: one of its visitors had them all."""
    with serve(connections_an_address=3, trusted_proxies="127.0.0.1") as host, ExitStack() as stack:
        table = host.table("locker", people(2))
        greedy, modest = ({"headers": {"x-forwarded-for": f"198.51.100.{number}"}} for number in (7, 8))
        for _ in range(3):
            stack.enter_context(table.live(page=True, **greedy)).next()
        with pytest.raises(InvalidStatus), table.live(page=True, **greedy):
            pass
        with table.live(page=True, **modest) as page:
            assert page.next()["kind"] == "state"
        stack.close()
        until(lambda: not host.app.state.sockets)


def test_a_table_has_only_so_many_lookers_on_and_always_its_players(serve: Serve) -> None:
    with serve(sockets_a_table=2) as host, ExitStack() as stack:
        table = host.table("locker", people(2))
        for _ in range(2):
            stack.enter_context(table.live(page=True)).next()
        with pytest.raises(InvalidStatus), table.live(page=True):
            pass
        with table.live("A", page=True) as page:
            assert page.next()["kind"] == "state"


def test_one_seat_does_not_use_up_what_an_address_may(serve: Serve) -> None:
    with serve(seat_moves_a_minute=20) as host:
        table = host.table("locker", people(2))
        answers = [table.try_move("A", "dance") for _ in range(20)]
        assert (answers[0].status_code, answers[-1].status_code) == (422, 429)
        assert "allowed: 20 a minute" in answers[-1].json()["error"]
        assert table.try_move("B", "dance").status_code == 422


@pytest.mark.parametrize(
    ("way", "asks"),
    [
        ([], "127.0.0.1"),
        (["198.51.100.7"], "198.51.100.7"),
        (["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
        (["203.0.113.9", "198.51.100.7"], "198.51.100.7"),
        (["198.51.100.7, 10.0.0.3"], "198.51.100.7"),
        (["198.51.100.7:4711"], "198.51.100.7"),
        (["[2001:db8::7]:4711"], "2001:db8::7"),
        (["::ffff:198.51.100.7"], "198.51.100.7"),
        (["unknown"], "127.0.0.1"),
        (["198.51.100.7, nobody"], "127.0.0.1"),
        (["1" * 5000], "127.0.0.1"),
        ([" , "], "127.0.0.1"),
    ],
)
def test_who_asks_is_the_last_address_that_is_no_proxy_of_ours(way: list[str], asks: str) -> None:
    assert Proxies("127.0.0.1,10.0.0.0/8").client("127.0.0.1", way) == asks


def test_who_is_no_proxy_is_not_asked_whom_they_bring() -> None:
    assert Proxies("10.0.0.0/8").client("203.0.113.9", ["198.51.100.7"]) == "203.0.113.9"


def test_an_address_of_ipv4_written_as_ipv6_is_the_same() -> None:
    assert "::ffff:10.1.2.3" in Proxies("10.0.0.0/8")
    assert household("::ffff:198.51.100.7") == "198.51.100.7"


def test_ipv6_counts_by_the_64_bits_that_tell_a_household() -> None:
    """One line has 2 to the power of 64 addresses of its own to come from."""
    assert household("2001:db8:0:1::1") == household("2001:db8:0:1:ffff:1:2:3") == "2001:db8:0:1::/64"
    assert household("2001:db8:0:2::1") != household("2001:db8:0:1::1")
    assert household("fe80::1%eth0") == "fe80::/64"
    assert household("198.51.100.7") == "198.51.100.7"
    assert household("no address") == "no address"


def test_figures_are_not_for_whom_a_proxy_on_this_machine_brings(host: Host) -> None:
    assert host.web.get(f"{host.base}/metrics").status_code == 200
    assert host.web.get(f"{host.base}/metrics", headers={"x-forwarded-for": "198.51.100.7"}).status_code == 403


# By which name


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/openapi.json"])
def test_a_name_that_is_not_ours_is_turned_away_in_the_askers_language(host: Host, path: str) -> None:
    """A stranger's page whose name points to this machine would read whatever is here."""
    asked = {"host": "evil.example", "accept-language": "fr"}
    answer = host.web.get(f"{host.base}{path}", headers=asked)
    assert answer.status_code == 421
    assert "does not go by that name; allowed" in answer.json()["error"]
    assert "permis" in answer.json()["message"]


def test_no_socket_is_opened_by_a_name_that_is_not_ours(host: Host) -> None:
    table, port = host.table("locker", people(2)), httpx.URL(host.base).port
    with (
        socket.create_connection(("127.0.0.1", port)) as line,
        pytest.raises(InvalidStatus),
        connect(f"ws://evil.example:{port}/api/tables/{table.id}/live", sock=line),
    ):
        pass


PUBLIC = Settings(public_url="https://games.example.org", host="0.0.0.0")


@pytest.mark.parametrize(
    ("settings", "header", "admitted"),
    [
        (Settings(), "localhost:8000", True),
        (Settings(), "127.0.0.1:8000", True),
        (Settings(), "[::1]:8000", True),
        (Settings(), "evil.example", False),
        (Settings(), "", False),
        (Settings(), "[::1", False),
        (Settings(hosts="club.lan"), "club.lan:8000", True),
        (Settings(hosts="*"), "evil.example", True),
        (Settings(host="0.0.0.0"), "anything.lan", True),
        (PUBLIC, "games.example.org", True),
        (PUBLIC, "GAMES.example.org.", True),
        (PUBLIC, "localhost:8000", True),
        (PUBLIC, "203.0.113.9", False),
        (PUBLIC, "evil.example", False),
    ],
)
def test_which_names_are_ours(settings: Settings, header: str, admitted: bool) -> None:
    assert Hosts(settings).admit(header) == admitted


# From which page


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_browser_says_comes_from_elsewhere_changes_nothing(host: Host, site: str) -> None:
    """Also where it names no origin, or one that only looks like ours."""
    answer = host.web.post(f"{host.base}/play/locker", headers={"sec-fetch-site": site})
    assert answer.status_code == 403
    table = host.table("locker", people(2))
    with pytest.raises(InvalidStatus), table.live(headers={"sec-fetch-site": site}):
        pass


def test_a_link_from_another_site_opens(host: Host) -> None:
    assert host.web.get(f"{host.base}/", headers={"sec-fetch-site": "cross-site"}).status_code == 200


def test_our_pages_may_act_behind_a_proxy_that_changes_the_host(serve: Serve) -> None:
    with serve(public_url="https://games.example.org") as host:
        ours = {"origin": "https://games.example.org", "sec-fetch-site": "same-origin"}
        assert host.web.post(f"{host.base}/play/locker", headers=ours).status_code == 303
        theirs = {"origin": "https://games.example.com"}
        assert host.web.post(f"{host.base}/play/locker", headers=theirs).status_code == 403


# Behind TLS


def test_behind_tls_a_browser_comes_back_by_nothing_else(host: Host, serve: Serve) -> None:
    header = "strict-transport-security"
    with serve(public_url="https://games.example.org") as behind:
        for path in ("/", "/healthz", "/nothing", "/static/fathoms.css"):
            assert "max-age" in behind.web.get(behind.base + path).headers[header]
    assert header not in host.web.get(host.base).headers
    assert header not in host.web.get(host.base, headers={"x-forwarded-proto": "https"}).headers


def test_no_other_site_shows_or_reads_what_is_here(host: Host) -> None:
    table = host.table("locker", people(2))
    for path in (table.page, table.api, f"{table.page}/qr.svg"):
        assert httpx.get(path).headers["cross-origin-resource-policy"] == "same-origin"
