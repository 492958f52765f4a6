"""Strangers at a table: they may look, and sit down where a seat is open; what they cannot change nobody hears of."""

from typing import Any

import httpx
import pytest

from tests.table.playing import Host, Table, people

# Sitting down where a seat is open, and speaking, where the table has a chat. The rest is in test_permissions.py.
FOR_STRANGERS = ("/t/{table_id}/join", "/api/tables/{table_id}/join", "/t/{table_id}/say")


def as_nobody(host: Host) -> httpx.Client:
    return host.browser()


def nobody_is_told(table: Table, page: Any) -> None:
    """The next thing a page hears is what somebody at the table says."""
    who = table.view()["to_act"][0]
    assert table.try_move(who, "no such move").status_code == 422
    assert table.post("say", "B", json={"text": "ahoy"}).status_code == 200
    assert page.next()["kind"] == "chat"


@pytest.mark.parametrize("path", FOR_STRANGERS)
def test_a_stranger_who_finds_no_open_seat_changes_nothing(host: Host, path: str) -> None:
    table = host.table("locker", people(2))
    before = table.look()
    body = {"data": {"name": "Eve"}} if path.startswith("/t/") else {"json": {"name": "Eve"}}
    with table.live("A", page=True) as page, as_nobody(host) as stranger:
        assert page.next()["kind"] == "state"
        assert stranger.post(path.format(table_id=table.id), **body).status_code == 422
        nobody_is_told(table, page)
    assert table.look() == before
