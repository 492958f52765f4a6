"""Called when it is my turn: sealed as the standard says, sent where it may go, and only to whoever is not there."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from fathoms.table.live import calling
from fathoms.table.push import addresses, sender
from fathoms.table.push.addresses import Forbidden, address_of, is_public, split_endpoint
from fathoms.table.push.message import encrypt, from_text, private_key, to_text
from fathoms.table.rooms.people.identity import hash_secret
from fathoms.table.rooms.people.subscriptions import subscriptions_of
from tests.table.playing import Host, until
from tests.table.push_service import PushService, push_service
from tests.table.test_mine import pass_turn, two_at

KEYS = {"p256dh": to_text(b"\4" * 65), "auth": to_text(b"1" * 16)}


def test_a_message_is_sealed_as_in_the_example_of_rfc_8291() -> None:
    sealed = encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        private_key("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        from_text("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
        "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVB"
        "St2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


OWN = ["127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"]
OWN += ["::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1"]


@pytest.mark.parametrize("number", OWN)
def test_no_push_goes_into_a_network_of_ones_own(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_public(number)
    both = [(0, 0, 0, "", (one, 443)) for one in ("8.8.8.8", number)]  # one good number does not excuse a bad one
    monkeypatch.setattr(addresses.socket, "getaddrinfo", lambda *asked, **more: both)
    with pytest.raises(Forbidden):
        address_of("push.example.org", 443)


def test_a_public_address_is_fine() -> None:
    assert is_public("8.8.8.8")
    assert is_public("2606:4700:4700::1111")


ODD = ["http://push.example.org/1", "https://push.example.org:8443/1", "https://me@push.example.org/1", "https:///x"]
ODD += ["file:///etc/passwd", "https://push.example.org/a b", "https://[::1", f"https://a.org/{'x' * 1000}"]


@pytest.mark.parametrize("endpoint", ODD)
def test_an_odd_address_is_refused(endpoint: str) -> None:
    with pytest.raises(Forbidden):
        split_endpoint(endpoint)


def test_what_is_no_subscription_is_refused(host: Host, service: PushService) -> None:
    """Not on the curve, no letters of ours, an odd address, a service of this machine; and nobody without a table."""
    good = {"endpoint": "https://push.example.org/1", "keys": KEYS}
    with host.browser() as ann, host.browser() as bob, host.browser() as nobody:
        assert nobody.post("/mine/push", json=good).status_code == 403
        two_at(host, ann, bob)
        odd = [good, {**good, "keys": {"p256dh": "é", "auth": "é"}}, {**good, "endpoint": ODD[0]}]
        for one in (*odd, service.subscription):
            assert ann.post("/mine/push", json=one).status_code == 422, one
        assert subscriptions_of(host.hub.store, hash_secret(ann.cookies["fathoms_person"])) == []


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as one:
        yield one


@pytest.fixture
def local(serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    """A server that may call a push service of this machine, and does so soon."""
    monkeypatch.setattr(calling, "CALL_SECONDS", 0.05)
    with serve(push="local") as one:
        yield one


def test_whoever_is_not_there_is_called_when_it_is_their_turn(local: Host, service: PushService) -> None:
    with local.browser() as ann, local.browser(headers={"accept-language": "fr"}) as bob:
        table = two_at(local, ann, bob)
        assert bob.post("/mine/push", json=service.subscription).status_code == 200
        pass_turn(table)
        until(lambda: service.sealed)
        told = service.opened()
        assert told == {
            "title": "Le Cimetière marin · Ann",
            "body": "C’est à vous de jouer.",
            "url": f"/t/{table.id}",
            "tag": table.id,
            "waiting": 1,
        }
        assert bob.get(told["url"]).status_code == 200
        headers, claims = service.sealed[0][0], service.claims()
        assert headers["content-encoding"] == "aes128gcm"
        assert headers["ttl"] == "86400"
        assert claims["aud"] == service.base
        assert time.time() < claims["exp"] <= time.time() + 24 * 3600
        assert claims["k"] == bob.get("/mine/push").json()["key"]


def test_whoever_looks_at_the_table_is_not_called(local: Host, service: PushService) -> None:
    with local.browser() as ann, local.browser() as bob:
        table, other = two_at(local, ann, bob), two_at(local, ann, bob)
        assert bob.post("/mine/push", json=service.subscription).status_code == 200
        with table.live("B", page=True) as page:
            assert page.next()["kind"] == "state"
            pass_turn(table)
            place = local.hub.places[table.id]
            until(lambda: "B" in local.app.state.calling._told.get(place, {}))
            pass_turn(other)
            until(lambda: service.sealed)
        assert {one["tag"] for one in service.all_opened()} == {other.id}


def test_a_subscription_that_is_refused_is_dropped(local: Host, service: PushService) -> None:
    with local.browser() as ann, local.browser() as bob:
        table = two_at(local, ann, bob)
        assert bob.post("/mine/push", json=service.subscription).status_code == 200
        person = hash_secret(bob.cookies["fathoms_person"])
        assert len(subscriptions_of(local.hub.store, person)) == 1
        service.status = 410
        pass_turn(table)
        until(lambda: service.sealed and not subscriptions_of(local.hub.store, person))


@pytest.mark.parametrize(("status", "again"), [(429, "0"), (503, ""), (500, "Sun, 06 Nov 1994 08:49:37 GMT")])
def test_a_push_service_that_is_busy_is_asked_once_more(
    local: Host, service: PushService, monkeypatch: pytest.MonkeyPatch, status: int, again: str
) -> None:
    """It was told once, and whoever was to be called heard nothing."""
    monkeypatch.setattr(sender, "SOON", 0.01)
    service.busy = [(status, again)]
    with local.browser() as ann, local.browser() as bob:
        table = two_at(local, ann, bob)
        assert bob.post("/mine/push", json=service.subscription).status_code == 200
        pass_turn(table)
        until(lambda: len(service.sealed) == 2)
        assert service.opened(0) == service.opened(1)
        assert len(subscriptions_of(local.hub.store, hash_secret(bob.cookies["fathoms_person"]))) == 1


def test_a_push_service_is_asked_once_more_and_not_again(
    local: Host, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(sender, "tell", lambda event, *_, **facts: told.append(event))
    monkeypatch.setattr(sender, "SOON", 0.01)
    service.status = 503
    with local.browser() as ann, local.browser() as bob:
        table = two_at(local, ann, bob)
        assert bob.post("/mine/push", json=service.subscription).status_code == 200
        pass_turn(table)
        until(lambda: "push refused" in told)
        assert len(service.sealed) == 2


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("7", 7.0),
        ("-3", 0.0),
        ("", sender.SOON),
        ("soon", sender.SOON),
        ("1e9", sender.SOON),
        ("Sun, 06 Nov 1994 08:49:47 GMT", 10.0),
        ("Sun, 06 Nov 1994 08:49:27 GMT", 0.0),
        ("Sun, 99 Nov 1994", sender.SOON),
        ("300", sender.LONGEST),
        ("86400", None),
        ("9" * 5000, None),
    ],
)
def test_when_a_push_service_wants_to_be_asked_again(told: str, seconds: float | None) -> None:
    """Never sooner than it says; where that is too long, not at all."""
    now = datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC).timestamp()
    assert sender.patience_of(told, now) == seconds


def test_a_nudge_calls_too_and_stopping_stops(local: Host, service: PushService) -> None:
    with local.browser() as ann, local.browser() as bob:
        table = two_at(local, ann, bob)
        assert ann.post("/mine/push", json=service.subscription).status_code == 200
        assert bob.post(f"/t/{table.id}/nudge", json={"seat": "A"}).status_code == 200
        until(lambda: "You are being waited for." in {one["body"] for one in service.all_opened()})
        assert ann.post("/mine/push/stop", json={"endpoint": service.subscription["endpoint"]}).status_code == 200
        assert subscriptions_of(local.hub.store, hash_secret(ann.cookies["fathoms_person"])) == []


def test_another_secret_leaves_other_devices_uncalled(local: Host, service: PushService) -> None:
    with local.browser() as ann, local.browser() as bob:
        table = two_at(local, ann, bob)
        ann.get(f"/t/{table.id}")
        assert ann.post("/mine/push", json=service.subscription).status_code == 200
        del ann.cookies["fathoms_device"]  # another device of hers
        assert ann.post("/mine/revoke").status_code == 303
        with sqlite3.connect(str(local.hub.store.engine.url.database)) as database:
            assert database.execute("SELECT count(*) FROM subscriptions").fetchone() == (0,)


def test_the_key_is_made_once_and_its_owners_alone(serve: Callable[..., Any], tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with serve() as host:
            keys.append(host.web.get(f"{host.base}/mine/push").json()["key"])
    assert keys[0] == keys[1]
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(keys[0]))
    assert (tmp_path / "tables.db").stat().st_mode & 0o077 == 0
    with serve(push="off") as host:
        assert host.web.get(f"{host.base}/mine/push").json() == {"key": None}


def test_somebody_is_reminded_before_a_long_clock_runs_out(
    local: Host, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    with local.browser() as ann, local.browser() as bob:
        two_at(local, ann, bob, move_seconds=3600)
        assert ann.post("/mine/push", json=service.subscription).status_code == 200
        watch, loop = local.app.state.calling, local.app.state.sender._tasks[0].get_loop()
        now = time.time()
        asyncio.run_coroutine_threadsafe(watch.look_at_clocks(now), loop).result(60)
        monkeypatch.setattr(calling.time, "time", lambda: now + 3000)
        asyncio.run_coroutine_threadsafe(watch.look_at_clocks(now + 3000), loop).result(60)
        monkeypatch.undo()
        until(lambda: "It is your turn, and your time runs out." in {one["body"] for one in service.all_opened()})


# Trying it, and what a push service answers


def test_a_test_notification_arrives(local: Host, service: PushService) -> None:
    with local.browser() as ann, local.browser() as bob:
        two_at(local, ann, bob)
        named = {"endpoint": service.subscription["endpoint"]}
        assert ann.post("/mine/push/test", json=named).status_code == 403, "it was not asked for yet"
        assert ann.post("/mine/push", json=service.subscription).json() == {"ok": True, "known": False}
        assert ann.post("/mine/push", json=service.subscription).json() == {"ok": True, "known": True}
        assert bob.post("/mine/push/test", json=named).status_code == 403, "it is not his"
        told = ann.post("/mine/push/test", json=named).json()
        assert told["ok"]
        assert told["message"].startswith("Sent.")
        assert service.opened() == {
            "title": "Fathoms",
            "body": "This is how you will be called when it is your turn.",
            "url": "/mine",
            "tag": "test",
            "waiting": 1,
        }


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (410, "no longer knows this browser"),
        (429, "asked too often"),
        (503, "trouble of its own. Try again later. (Its answer: 503)"),
        (403, "refused it. Tell the host of this server. (Its answer: 403 Forbidden)"),
        (499, "(Its answer: 499)"),
    ],
)
def test_a_refused_test_notification_says_why(local: Host, service: PushService, status: int, words: str) -> None:
    with local.browser() as ann, local.browser() as bob:
        two_at(local, ann, bob)
        assert ann.post("/mine/push", json=service.subscription).status_code == 200
        service.status = status
        told = ann.post("/mine/push/test", json={"endpoint": service.subscription["endpoint"]}).json()
        assert not told["ok"]
        assert words in told["message"]
        kept = subscriptions_of(local.hub.store, hash_secret(ann.cookies["fathoms_person"]))
        assert len(kept) == (status != 410)


def test_a_push_service_that_cannot_be_reached_is_told_in_the_readers_language(local: Host) -> None:
    with push_service() as gone:
        subscription = gone.subscription
    with local.browser(headers={"accept-language": "fr"}) as ann, local.browser() as bob:
        two_at(local, ann, bob)
        assert ann.post("/mine/push", json=subscription).status_code == 200
        told = ann.post("/mine/push/test", json={"endpoint": subscription["endpoint"]}).json()
        assert told == {
            "ok": False,
            "message": "Ce serveur ne parvient pas à joindre le service de notification de votre navigateur. "
            "Prévenez son hôte.",
        }
