"""The log says the same, and answers why? with the same rules, whether it was watched or opened later."""

import html
import re
from typing import Any

import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.table.rooms.room import Room
from fathoms.table.web.telling import teller
from fathoms.table.web.telling.teller import MOST_LOG
from tests.table.playing import Host, Table, people
from tests.table.test_words import LANGUAGES

LINE = re.compile(r'<li value="(\d+)" data-from="(\d+)" class="who-\w+"[^>]*>(.*?)</li>')
TOLD = re.compile(r'<span class="(?:told|so)">(.*?) <button type="button" class="why" data-rules="([^"]*)">')
Told = list[tuple[str, str]]  # what happened, then each thing that it brought about, with their rules


def told_on_the_page(table: Table) -> dict[int, Told]:
    page = table.get(table.page).text
    return {
        int(number): [(html.unescape(text), rules) for text, rules in TOLD.findall(line)]
        for number, _, line in LINE.findall(page)
    }


def told_live(message: dict[str, Any]) -> Told:
    return [(one["text"], " ".join(one["rules"])) for one in (message["log"], *message["log"]["so"])]


@pytest.mark.parametrize("game", game_names())
def test_a_reloaded_log_says_what_the_live_one_said(host: Host, game: str) -> None:
    table = host.table(game, people(find_game(game).options.players[0]))
    with table.live(None, page=True) as live:
        begun = live.next()["version"]
        for _ in range(30):
            mover = next((one for one in table.tokens if table.view(one)["choices"]), None)
            if mover is None:
                break
            version = table.move(mover, table.view(mover)["choices"][0])
        events = live.events(max(version, begun + 1))
    page = told_on_the_page(table)  # what was veiled then may be open by now
    seen = {one["version"]: told_live(one) for one in events if not one["log"]["line"].endswith("?")}
    shown = {number: told for number, told in seen.items() if number in page}
    assert len(shown) > 10
    for number, told in shown.items():  # a swim's line has what each of its steps brought about
        assert [page[number][0], *page[number][len(page[number]) - len(told) + 1 :]] == told


def test_a_long_log_reaches_back_as_far_as_a_page_does(host: Host) -> None:
    table = host.table("reef", people(2))
    for _ in range(3 * MOST_LOG):
        mover = next((one for one in table.tokens if table.view(one)["choices"]), None)
        if mover is None:
            break
        table.move(mover, table.view(mover)["choices"][-1])
    page = table.get(table.page).text
    first, last = int(LINE.findall(page)[0][1]), int(LINE.findall(page)[-1][0])
    room = host.hub.places[table.id].room
    assert (last - MOST_LOG + 1, last) == (min(room.changes()), max(room.changes()))
    assert first <= last - MOST_LOG + 1, "the steps of a swim are one line, which may begin before that"


def test_a_table_from_disk_remembers_what_its_lines_brought_about(host: Host) -> None:
    table = host.table("locker", people(2))
    for _ in range(40):
        mover = next((one for one in table.tokens if table.view(one)["choices"]), None)
        if mover is not None:
            table.move(mover, table.view(mover)["choices"][0])
    page = told_on_the_page(table)
    said = [one for told in page.values() for one in told]
    assert any("Incident" in text and rules.startswith(("L8", "L10")) for text, rules in said)
    host.hub.places[table.id].room = Room.load(host.hub.store, table.id)
    assert told_on_the_page(table) == page


@pytest.mark.parametrize("game", game_names())
def test_lines_that_were_told_before_are_told_as_if_for_the_first_time(
    host: Host, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Remembered lines are those of the same event, at tables of the same people, for everybody who may read them."""
    tables = [host.table(game, people(3)) for _ in range(2)]
    for table in tables:
        for who in sorted(table.tokens) * 8:
            if not table.view()["over"]:
                table.move_on()
            table.get(table.page, who)
    logs = [log_of(table) for table in tables]
    monkeypatch.setattr(teller._told_lines, "get", lambda known: None)
    assert [log_of(table) for table in tables] == logs


def log_of(table: Table) -> list[list[tuple[str, str, str]]]:
    """The log as everybody reads it, in both languages."""
    asked = [(who, lang) for who in (*table.tokens, None) for lang in LANGUAGES]
    return [LINE.findall(table.get(table.page, who, headers={"accept-language": lang}).text) for who, lang in asked]
