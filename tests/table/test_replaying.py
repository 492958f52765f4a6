"""Looking back: the list of turns, links to moments that are there and to moments that are not."""

import html
import random
import re
import struct
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from fathoms.engine.game import game_names, installed_game
from fathoms.table.web.study import replaying
from fathoms.table.web.study.moment_picture import picture_kind
from tests.table.playing import Host, Table, bots, people

FRENCH = {"accept-language": "fr"}


@pytest.fixture(scope="module")
def over(host: Host) -> dict[str, Table]:
    """A finished game of each."""
    return {game: finished(host, game) for game in game_names()}


def finished(host: Host, game: str) -> Table:
    table = host.table(game, [*people(1), *bots(installed_game(game).options.players[0] - 1)])
    table.play_on(random.Random(3).choice)
    return table


def shown(page: str) -> list[int]:
    """The events a list of turns leads to."""
    return [int(number) for number in re.findall(r'data-at="(\d+)"', page)]


@pytest.mark.parametrize("game", game_names())
def test_the_turns_of_a_game_are_told_in_their_order(over: dict[str, Table], game: str) -> None:
    page, last = over[game].get(f"{over[game].page}/turns").text, over[game].look()["version"]
    assert shown(page) == sorted(set(shown(page)))
    assert shown(page)[-1] == last
    goes_on = getattr(installed_game(game).part("words"), "goes_on", lambda one, next_one: False)
    swum = sum(goes_on(*pair) for pair in pairwise(over[game].events()))  # the steps of one swim are told in one line
    assert len(shown(page)) == last - swum
    assert page.count("<h3>") > 3
    assert "?</a>" not in page


def test_the_turns_of_a_game_that_is_on_keep_its_secrets(host: Host) -> None:
    table = host.table("barracuda", people(2))
    table.move("A", "play 3")
    assert "?" in table.events("B")[-1]
    own, others = (table.get(f"{table.page}/turns", who, params={"seat": who}).text for who in "AB")
    assert own != others
    assert table.get(f"{table.page}/turns").text == others
    assert table.get(f"{table.page}/turns", "B", params={"seat": "A"}).status_code == 403


def test_a_game_that_is_on_offers_no_eyes_but_ones_own(host: Host) -> None:
    table = host.table("barracuda", people(2))
    choice = re.compile(r'<option value="([A-F])"')
    assert choice.findall(table.get(f"{table.page}/replay", "A").text) == ["A"]
    assert choice.findall(table.get(f"{table.page}/replay").text) == []


def test_a_link_to_a_moment_that_never_was_shows_the_last_and_says_so(over: dict[str, Table]) -> None:
    table = over["locker"]
    last = table.look()["version"]
    page = table.get(f"{table.page}/replay?at={last + 7}").text
    assert f"This game has no move {last + 7}." in page
    assert f'value="{last}"' in page
    assert f"pas de coup {last + 7}" in table.get(f"{table.page}/replay?at={last + 7}", headers=FRENCH).text
    assert "This game has no event" not in table.get(f"{table.page}/replay?at={last}").text


def test_a_link_to_a_moment_to_come_says_how_far_the_game_is(host: Host) -> None:
    table = host.table("reef", people(2))
    assert "This game has not come to move 500 yet." in table.get(f"{table.page}/replay?at=500").text


def test_a_link_to_anothers_eyes_in_a_game_that_is_on_says_what_there_is(host: Host) -> None:
    table = host.table("barracuda", people(2))
    refused = table.get(f"{table.page}/replay?at=1&seat=A", "B")
    assert refused.status_code == 403
    assert "still on" in refused.text
    assert f'href="/t/{table.id}/replay?at=1"' in refused.text
    assert "n’est pas finie" in table.get(f"{table.page}/replay?at=1&seat=A", headers=FRENCH).text


def test_a_link_to_a_table_that_is_gone_says_so(host: Host) -> None:
    for address in ("/t/nosuchtable/replay?at=9", "/t/NO~SUCH/replay"):
        gone = host.web.get(host.base + address)
        assert gone.status_code == 404
        assert "This table is gone." in gone.text
        assert "are kept here for" in gone.text


# A link to a moment, in a chat


def told_to_chats(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="(og:[\w:]+|twitter:card)" content="([^"]*)">', page)
    return {name: html.unescape(content) for name, content in found}


@pytest.mark.skipif(picture_kind() == "svg", reason="no Pillow here, or no font that it can write French with")
@pytest.mark.parametrize("game", game_names())
def test_a_link_to_a_moment_tells_chats_what_it_is(host: Host, over: dict[str, Table], game: str) -> None:
    table = over[game]
    last = table.look()["version"]
    told = told_to_chats(table.get(f"{table.page}/replay?at=7").text)
    assert told["og:title"] == f"{installed_game(game).title['en']}: move 7 of {last}"
    assert told["og:url"] == f"{table.page}/replay?at=7&seat="
    assert told["og:description"].strip()
    assert told["twitter:card"] == "summary_large_image"
    picture = host.web.get(told["og:image"])
    assert picture.headers["content-type"] == "image/png"
    width, height = struct.unpack(">II", picture.content[16:24])
    assert (str(width), str(height)) == (told["og:image:width"], told["og:image:height"])
    later = host.web.get(f"{table.page}/moment.png?at={last}")
    assert later.content != picture.content


@pytest.mark.parametrize("game", game_names())
def test_without_pillow_the_picture_is_an_svg(
    host: Host, over: dict[str, Table], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replaying, "picture_kind", lambda: "svg")
    table = over[game]
    told = told_to_chats(table.get(f"{table.page}/replay?at=7").text)
    assert told["og:image"] == f"{table.page}/moment.svg?at=7&seat="
    drawn = host.web.get(told["og:image"], headers={"accept-language": "fr"})
    assert drawn.headers["content-type"] == "image/svg+xml"
    words = " ".join(ElementTree.fromstring(drawn.text).itertext())
    assert installed_game(game).title["fr"] in words
    assert "coup 7 sur" in words
    assert table.get(f"{table.page}/moment.png?at=7").status_code == 404


def test_a_picture_shows_no_more_than_its_asker_may_see(host: Host) -> None:
    table = host.table("barracuda", people(2))
    table.move("A", "play 3")
    assert table.get(f"{table.page}/moment.svg?seat=A", "B").status_code == 403
    assert table.get(f"{table.page}/moment.png?seat=A").status_code == 403
    assert table.get(f"{table.page}/moment.svg?seat=A", "A").status_code == 200
    assert table.get(f"{table.page}/moment.svg?seat=Z", "A").status_code == 403
    assert table.get(f"{table.page}/moment.gif").status_code == 404
    assert host.web.get(f"{host.base}/t/nothing/moment.svg").status_code == 404
