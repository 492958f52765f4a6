"""What goes wrong at a table, or could: a bot that stumbles, a socket that fails, memory that fills, a refusal."""

import random
import time
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from fathoms.bots.levels import Bot
from fathoms.table.live import hub
from fathoms.table.rooms.draft import Draft
from fathoms.table.rooms.room import Room
from fathoms.table.web import render, sockets
from tests.table.playing import Host, bots, people, until


def test_a_table_goes_on_after_a_bots_move_failed(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for ever for a bot that stumbled once, whatever over."""
    move, failures = Draft.move_bot, iter([RuntimeError("the disk is full")] * 2)

    def stumble(draft: Draft, bot: Bot, letter: str, **how: Any) -> Any:
        if (failure := next(failures, None)) is not None:
            raise failure
        return move(draft, bot, letter)

    monkeypatch.setattr(hub, "RECOVER_SECONDS", 0.01)
    monkeypatch.setattr(Draft, "move_bot", stumble)
    assert host.table("locker", bots(2)).play_on(random.choice)["view"]["over"]
    assert next(failures, None) is None


def _undrawable(*told: Any) -> dict[str, Any]:
    raise ValueError("no such piece")


@pytest.mark.parametrize("message", [lambda *told: {"version": 10**6, "html": object()}, _undrawable])
def test_a_socket_that_cannot_be_told_is_closed_so_that_its_page_comes_back(
    host: Host, monkeypatch: pytest.MonkeyPatch, message: Any
) -> None:
    table = host.table("locker", people(2), first="A")
    monkeypatch.setattr(sockets, "live_message", message)
    with table.live(page=True) as page:
        assert page.next()["kind"] == "state"
        who = table.view()["to_act"][0]
        table.move(who, table.view(who)["choices"][0])
        with pytest.raises(ConnectionClosed):
            page.next()


def test_a_table_is_drawn_once_for_all_who_see_the_same(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[list[str], int, str]] = []

    def counted(room: Room, seats: list[str], step: Any, lang: str, board: bool, swims: bool) -> dict[str, Any]:
        drawn.append((seats, step.version, lang))
        return render.live_message(room, seats, step, lang, board, swims)

    table = host.table("locker", people(2), first="A")
    monkeypatch.setattr(sockets, "live_message", counted)
    french = {"Cookie": "fathoms_lang=fr"}
    with (
        table.live(page=True) as one,
        table.live(page=True) as other,
        table.live(page=True, headers=french) as abroad,
        table.live("A", page=True) as seated,
    ):
        pages = (one, other, abroad, seated)
        first = max(page.next()["version"] for page in pages)
        who = table.view()["to_act"][0]
        last = table.move(who, table.view(who)["choices"][0])
        told = [page.events(last) for page in pages]
    assert told[0] == told[1] != told[2]
    assert told[3] != told[0]
    wanted = [
        (seats, version, lang)
        for seats, lang in (([], "en"), ([], "fr"), (["A"], "en"))
        for version in range(first + 1, last + 1)
    ]
    assert sorted(drawn) == sorted(wanted)


def test_a_french_player_is_refused_in_french(host: Host) -> None:
    table = host.table("locker", people(2), first="A")
    french = {**table.headers("A"), "accept-language": "fr"}
    illegal = table.web.post(f"{table.api}/moves", json={"move": "harpoon 3", "id": "1"}, headers=french)
    other = table.web.post(f"{table.api}/moves", json={"move": "surface", "id": "2", "version": 99}, headers=french)
    assert (illegal.status_code, other.status_code) == (422, 409)
    assert "look and choose again" in other.json()["error"]
    assert "regardez et choisissez" in other.json()["message"]
    page = table.web.get(f"{host.base}/t/nowhere", headers={"accept-language": "fr", "accept": "text/html"})
    assert '<p lang="fr">cette table n’existe pas</p>' in page.text


def test_a_table_nobody_looks_at_leaves_memory_and_comes_back(host: Host) -> None:
    table, places = host.table("locker", people(2), first="A"), host.app.state.hub.places
    before = table.look()
    with table.live():
        host.app.state.hub.forget_idle(time.monotonic() + 2 * hub.IDLE_SECONDS)
        assert table.id in places
    until(lambda: not places[table.id].connections)
    host.app.state.hub.forget_idle(time.monotonic() + 2 * hub.IDLE_SECONDS)
    assert table.id not in places
    assert table.look() == before
