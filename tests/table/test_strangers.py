"""Strangers at a table: they may look, and sit down where a seat is open; what they cannot change nobody hears of."""

import uuid
from typing import Any

import httpx
import pytest

from fathoms.engine.sea import commitment_of
from fathoms.table import app
from fathoms.table.settings import Settings
from tests.table.playing import Host, Table, people, person_at, routes_of

# Sitting down where a seat is open; and lookers-on may speak, where the table has a chat.
FOR_STRANGERS = {"/t/{table_id}/join", "/api/tables/{table_id}/join", "/t/{table_id}/say"}
BODIES: dict[str, dict[str, Any]] = {
    "/t/{table_id}/branch": {"data": {"at": 0}},  # anybody may, once the game is over
    "/t/{table_id}/ask": {"json": {"kind": "end"}},
    "/t/{table_id}/answer": {"json": {"kind": "end", "agree": True}},
    "/t/{table_id}/lesson": {"json": {"step": 0}},
    "/t/{table_id}/nudge": {"json": {"seat": "A"}},
    "/t/{table_id}/point": {"json": {"seat": "A", "move": "continue"}},
    "/api/tables/{table_id}/commit": {"json": {"commitment": commitment_of("words")}},
    "/api/tables/{table_id}/words": {"json": {"words": "words"}},
    "/api/tables/{table_id}/hint": {"json": {}},
    "/api/tables/{table_id}/moves": {"json": {"move": "continue", "id": "1"}},
}


def changing_paths() -> list[str]:
    """Every route that changes something at a table."""
    changing = [
        one
        for one in routes_of(app.create_app(Settings(database="sqlite://")))
        if {"POST", "PUT", "PATCH", "DELETE"} & getattr(one, "methods", set())
    ]
    return sorted({one.path for one in changing if "{table_id}" in one.path} - FOR_STRANGERS)


def as_nobody(host: Host) -> httpx.Client:
    return host.browser()


def as_somebody_else(host: Host) -> httpx.Client:
    return host.browser(cookies={"fathoms_person": uuid.uuid4().hex})


@pytest.mark.parametrize("comes", [as_nobody, as_somebody_else])
@pytest.mark.parametrize("path", changing_paths())
def test_a_stranger_changes_nothing_and_nobody_is_told(host: Host, path: str, comes: Any) -> None:
    with host.browser() as owner:
        table = person_at(host, owner, "locker", people(2))
    before = table.look()
    with table.live("A", page=True) as page, comes(host) as stranger:
        assert page.next()["kind"] == "state"
        answer = stranger.post(path.format(table_id=table.id), **BODIES.get(path, {}))
        assert answer.status_code == 403, answer.text
        nobody_is_told(table, page)
    assert table.look() == before


def nobody_is_told(table: Table, page: Any) -> None:
    """The next thing a page hears is what somebody at the table says."""
    who = table.view()["to_act"][0]
    assert table.try_move(who, "no such move").status_code == 422
    assert table.post("say", "B", json={"text": "ahoy"}).status_code == 200
    assert page.next()["kind"] == "chat"


@pytest.mark.parametrize("path", sorted(FOR_STRANGERS))
def test_a_stranger_who_finds_no_open_seat_changes_nothing(host: Host, path: str) -> None:
    table = host.table("locker", people(2))
    before = table.look()
    body = {"data": {"name": "Eve"}} if path.startswith("/t/") else {"json": {"name": "Eve"}}
    with table.live("A", page=True) as page, as_nobody(host) as stranger:
        assert page.next()["kind"] == "state"
        assert stranger.post(path.format(table_id=table.id), **body).status_code == 422
        nobody_is_told(table, page)
    assert table.look() == before
