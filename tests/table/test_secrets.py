"""The leak check on bytes: what a viewer is sent is the same in every world that viewer thinks possible.

At many moments of games with secrets, the true position behind a table is replaced by one imagined from what a viewer
may know, and what others hid in the log by something else. Pages, JSON and frames for that viewer must not change by a
single byte.
"""

import json
import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fathoms.engine.dialect import SEATS, SPECTATOR
from fathoms.engine.match import RECENT, Match, veil
from fathoms.table.web import render
from tests.table.playing import Host, Table, bots, people, seat

SECRET_GAMES = {
    "locker": {"players": 3},
    "barracuda": {"players": 3},
    "nukha": {"players": 4},
}
PATHS = ("/t/{}", "/t/{}/board", "/api/tables/{}", "/api/tables/{}/record")


def options_of(game: str) -> dict[str, Any]:
    if game == "locker":
        return {"divers": ["mystic", "navigator", "salvage"]}
    return {}


@pytest.fixture(params=list(SECRET_GAMES))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def new_table(host: Host, game: str) -> Table:
    return host.table(game, people(int(SECRET_GAMES[game]["players"])), **options_of(game))


def room_of(host: Host, table: Table) -> Any:
    return host.hub.places[table.id].room


def number_of(viewer: str | None) -> int:
    return SPECTATOR if viewer is None else SEATS.index(viewer)


def another_world(match: Match, viewer: str | None, seed: int) -> Match:
    """What could be instead, for all that a viewer knows."""
    number = number_of(viewer)
    twin = match.copy()
    twin._position = match.position.redacted(number).imagined(number, np.array([seed], np.uint64))
    twin._entries = [
        entry if entry.audience >> number & 1 else replace(entry, line=f"{veil(entry.line)[:-1]}other", hash="0" * 16)
        for entry in match._entries
    ]
    return twin


@contextmanager
def replaced(room: Any, match: Match) -> Iterator[None]:
    true, room.course = room.course, replace(room.course, match=match)
    try:
        yield
    finally:
        room.course = true


def sent(table: Table, viewer: str | None) -> dict[str, bytes]:
    found = {}
    for path in PATHS:
        answer = table.get(table.base + path.format(table.id), viewer, headers={"accept-language": "fr"})
        assert answer.status_code == 200
        found[path] = answer.content
    if viewer is not None:
        answer = table.get(f"{table.page}/hand", viewer, params={"seat": viewer})
        assert answer.status_code == 200
        found["hand"] = answer.content
    return found


def steps(table: Table, rng: random.Random, moves: int) -> Iterator[dict[str, Any]]:
    """Random moves of people, in any order where several act; what the spectator sees after each."""
    for _ in range(moves):
        now = table.look()
        if now["view"]["over"]:
            return
        who = rng.choice(now["view"]["to_act"])
        table.move(who, rng.choice(table.view(who)["choices"]))
        yield table.look()


def has_a_secret(match: Match, viewer: str | None) -> bool:
    number = number_of(viewer)
    return match.position.redacted(number).bytes() != match.position.bytes()


def test_nothing_sent_to_a_viewer_depends_on_what_the_viewer_may_not_know(host: Host, game: str) -> None:
    rng, compared = random.Random(11), 0
    table = new_table(host, game)
    for step, now in enumerate(steps(table, rng, 60)):
        room = room_of(host, table)
        viewer = rng.choice([None, *now["view"]["seats"]])
        if compared == 12:
            break
        if (game != "locker" and step % 3) or room.match.over or not has_a_secret(room.match, viewer):
            continue
        true = sent(table, viewer)
        with replaced(room, another_world(room.match, viewer, step + 1)):
            imagined = sent(table, viewer)
        for path, body in true.items():
            assert body == imagined[path], f"{path} for {viewer} tells a secret after {room.match.log[-3:]}"
        compared += 1
    assert compared >= 3


def test_the_check_itself_sees_a_leak(host: Host) -> None:
    """A page drawn from the true position differs between worlds: the comparison above is not empty."""
    table = host.table("barracuda", people(3))
    table.move("A", table.view("A")["choices"][0])
    room = room_of(host, table)
    worlds = [another_world(room.match, "B", seed) for seed in range(1, 12)]
    told = {json.dumps(world.view("A")) for world in worlds}
    assert len(told) > 1, "in other worlds A has chosen another card"
    assert {json.dumps(world.view("B")) for world in worlds} == {json.dumps(room.match.view("B"))}


def test_frames_of_a_page_are_drawn_from_what_its_viewer_may_know(host: Host, game: str) -> None:
    rng, compared = random.Random(4), 0
    table = new_table(host, game)
    with table.live("B", page=True) as mine, table.live(page=True) as public:
        sockets = {"B": mine, None: public}
        first = {viewer: socket.next() for viewer, socket in sockets.items()}
        assert all(message["kind"] == "state" for message in first.values())
        for step, now in enumerate(steps(table, rng, 15 if game != "locker" else 40)):
            room = room_of(host, table)
            for viewer, socket in sockets.items():
                last = socket.events(now["version"])[-1]
                twin = another_world(room.match, viewer, step + 1)
                with replaced(room, twin):
                    news = render.News(twin.log_for(viewer)[-RECENT:], (room.course.before.view(), twin.view()))
                    drawn = render.fragment(room, viewer, twin.view(viewer), "en", False, news, watching=viewer is None)
                assert last["html"] == drawn
                assert last["log"]["line"] == room.match.log_for(viewer)[-1]
                compared += has_a_secret(room.match, viewer)
    assert compared >= 3


def test_every_frame_of_a_program_is_the_seats_own_view(host: Host, game: str) -> None:
    rng = random.Random(9)
    table = new_table(host, game)
    version = 0
    with table.live("C") as mine:
        for now in steps(table, rng, 15):
            version = now["version"]
        told = mine.events(version)
    lines = room_of(host, table).match.log
    match = Match(game, interpreted=True, **room_of(host, table).row.options)
    for line, message in zip(lines, told, strict=False):
        match.play(line)
        assert message["view"] == match.view("C")
    assert [message["event"] for message in told][-1] == match.log_for("C")[-1]


def test_looking_back_before_the_end_shows_ones_own_eyes_only(host: Host, game: str) -> None:
    rng = random.Random(2)
    table = new_table(host, game)
    for _ in steps(table, rng, 12):
        pass
    room = room_of(host, table)
    if room.match.over:
        pytest.skip("the game was short")
    log = room.match.log
    for at in range(0, len(log) + 1, 4):
        match = Match(game, interpreted=True, **room.row.options)
        before = None
        for line in log[:at]:
            before = match.view()
            match.play(line)
        for viewer in ("A", None):
            answer = table.get(f"{table.page}/replay.json", viewer, params={"at": at, "seat": viewer or ""})
            told = room.match.log_for(viewer)[:at][-RECENT:]
            news = render.News(told, (before, match.view()) if before else None)
            assert answer.json()["html"] == render.fragment(room, viewer, match.view(viewer), "en", True, news)
        for path in ("replay", "replay.json"):
            assert table.get(f"{table.page}/{path}", "A", params={"at": at, "seat": "B"}).status_code == 403
            assert table.get(f"{table.page}/{path}", None, params={"at": at, "seat": "A"}).status_code == 403


def test_refusals_are_the_same_in_every_world(host: Host, game: str) -> None:
    rng, compared = random.Random(6), 0
    table = new_table(host, game)
    codes = list(room_of(host, table).game.action_codes)
    for step, now in enumerate(steps(table, rng, 40)):
        room = room_of(host, table)
        viewer = rng.choice(now["view"]["seats"])
        if compared == 5:
            break
        if (game != "locker" and step % 3) or room.match.over or not has_a_secret(room.match, viewer):
            continue
        legal = table.view(viewer)["choices"]
        wrong = [move for move in rng.sample(codes, min(4, len(codes))) if move not in legal]
        true = [table.try_move(viewer, move, now["version"], "no") for move in wrong]
        with replaced(room, another_world(room.match, viewer, step + 1)):
            imagined = [table.try_move(viewer, move, now["version"], "no") for move in wrong]
        assert [answer.content for answer in true] == [answer.content for answer in imagined]
        compared += 1
    assert compared >= 2


def test_no_secret_of_the_server_is_in_anything_sent_or_logged(
    host: Host, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    rng = random.Random(8)
    table = host.table("barracuda", [*people(2), *bots(1)])
    frames: list[str] = []
    with host.browser() as friend, table.live("A") as program, table.live("B", page=True) as page:
        other = host.table("locker", [*people(1), seat("open")])
        joined = friend.post(f"/t/{other.id}/join", data={"name": "Ben"})
        person = friend.cookies["fathoms_person"]
        bodies = [joined.text, friend.get(f"/t/{other.id}").text, friend.get("/").text]
        table.play_on(rng.choice)
        program.events(table.look()["version"])
        page.events(table.look()["version"])
        frames = [*program.frames, *page.frames]
    for viewer in ("A", None):
        for path in (*PATHS, "/t/{}/replay", "/t/{}/fair", "/t/{}/fair.json"):
            bodies.append(table.get(table.base + path.format(table.id), viewer).text)
    refused = table.try_move("A", "dance")
    bad = table.get(table.api, headers={"Authorization": f"Bearer {table.tokens['A']}x"})
    bodies += [refused.text, bad.text]
    row = room_of(host, table).row
    secrets = [*table.tokens.values(), person, row.secret.hex(), str(row.secret)[2:-1]]
    secrets += [secret for seat in row.seats for secret in (seat.token, seat.person) if secret]
    # As `fathoms serve` logs, at its most talkative: our own words, and warnings of others.
    logged = [one for one in caplog.records if one.name.startswith("fathoms") or one.levelno >= logging.WARNING]
    told = [*bodies, *frames, *(record.getMessage() for record in logged), *capfd.readouterr()]
    for secret in secrets:
        assert [text[:300] for text in told if secret in text] == []
