"""What-if tables are marked where one's tables are listed, and count for nothing: no evening, no history."""

import httpx
import pytest

from fathoms.table.rooms.people.identity import hash_secret
from fathoms.table.rooms.room import Room
from fathoms.table.rooms.seats import GameResult, TableSettings
from fathoms.table.web.study.about_you import earlier_games
from tests.table.playing import Host, Table
from tests.table.test_branching import branch
from tests.table.test_mine import listed
from tests.table.test_replaying import finished


@pytest.fixture(scope="module")
def over(host: Host) -> Table:
    return finished(host, "reef")


def tried(host: Host, browser: httpx.Client, table: Table) -> Table:
    """A what-if of somebody's, played to its end by bots."""
    made = branch(host, browser, table, at=table.look()["version"] - 2, seat="A", against="deckhand")
    browser.post(f"/t/{made.id}/away", data={"away": "1"})
    made.play_on(lambda choices: choices[0])
    return made


def test_a_what_if_is_marked_among_my_tables_and_has_no_result(host: Host, over: Table) -> None:
    with host.browser() as ann:
        made = branch(host, ann, over, at=9, seat="B", against="open")
        assert 'class="state">what if' in ann.get("/mine").text
        assert 'class="state">what if' in ann.get("/").text
        assert 'class="state">et si' in ann.get("/mine", headers={"accept-language": "fr"}).text
        done = tried(host, ann, over)
        page = ann.get("/mine").text
        assert made.id in page
        assert listed(page, "Finished") == [done.id]
        past = page.partition("<h2>Finished</h2>")[2]
        assert "what if" in past
        assert "you won" not in past
        assert "you came" not in past


def test_a_what_if_is_none_of_the_coachs_last_games(host: Host, over: Table) -> None:
    with host.browser() as ann:
        tried(host, ann, over)
        person = hash_secret(ann.cookies["fathoms_person"])
        assert earlier_games(host.hub.store, person, "", "en") == ()


def test_a_what_if_is_no_game_of_the_evening(host: Host, over: Table) -> None:
    played = GameResult("before", {"A": "Ann"}, {"A": 3}, {"A": 1})
    with host.browser() as ann:
        kept = Room.load(host.hub.store, tried(host, ann, over).id)
    assert kept is not None
    tried_out = TableSettings(evening=(played,), result=kept.row.settings.result, origin=kept.row.settings.origin)
    assert tried_out.games() == (played,)
    assert tried_out.for_the_next_game().evening == (played,)
