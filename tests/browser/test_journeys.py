"""Journeys of people at a table together, walked as they are written: two or more windows, one server."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import LIT, OPEN, PHONE, PLAIN, Guest, bot, me, pair, until


def say(guest: Guest, text: str, form: str = "#say") -> None:
    guest.page.fill(f"{form} input", text)
    guest.page.press(f"{form} input", "Enter")


# 6: a table with a clock, and its link


def set_a_table(page: Page, clock: str) -> None:
    """By the form, as a host on a phone fills it in: one friend, a bot, and a clock by its name."""
    page.locator("[name=friends]").select_option("1")
    page.locator("[name=bots]").select_option("1")
    page.locator("[name=clock]").select_option(clock)
    expect(page.locator("[name=move_seconds]")).to_be_hidden()
    page.locator(".rest > summary").tap()
    page.locator("[name=scarce]").check()
    page.locator("form.sheet button.go").tap()
    page.wait_for_url("**/t/*")


CLOCKS = {
    "calm": "2\u00a0min par coup, 10\u00a0min en réserve",
    "day": "1\u00a0jour par coup",
}


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_guest_on_a_phone_knows_the_table_before_sitting_down(arrive: Arrive, clock: str) -> None:
    """Journey 6: the host picks a clock by name and has a link to send; the guest reads what they would sit down to."""
    ann, bob = arrive("Ann", **PHONE), arrive("Bob", lang="fr", **PHONE)
    ann.page.add_init_script("navigator.share = async () => {};")  # as on a phone
    set_a_table(ann.go("/new/reef"), clock)
    link = str(ann.page.locator("#link").get_attribute("href"))
    assert link == ann.page.url
    for way in ("[data-copy]", "[data-share]"):
        expect(ann.page.locator(way)).to_be_visible()
    assert (
        ann.page.locator(".wait img.qr").evaluate("(picture) => picture.decode().then(() => picture.naturalWidth)") > 0
    )
    page = bob.go(urlsplit(link).path)
    card = page.locator("#join")
    expect(card.locator("h2")).to_have_text("S’asseoir : Le Récif")
    for told in ("Ann", "Robot", CLOCKS[clock], "Oxygène réduit"):
        expect(card).to_contain_text(told)
    expect(card.locator("button.go")).to_be_in_viewport(ratio=1)
    card.locator("button.go").tap()
    expect(page.locator(".seat.me .clock")).to_be_visible()
    for guest in (ann, bob):
        guest.clean()


# 10: allies


@pytest.fixture
def two_teams(arrive: Arrive) -> Iterator[dict[str, Guest]]:
    """Ann and Cleo against Bob and a bot, Eve looking on, and a big screen."""
    guests = {name: arrive(name) for name in ("Ann", "Bob", "Eve", "Wall")}
    guests["Cleo"] = arrive("Cleo", lang="fr", **PHONE)
    path = guests["Ann"].table("barracuda", [me("Ann"), OPEN, OPEN, bot()], teams=True)
    for name in ("Cleo", "Bob"):  # the seat beside the host is taken first
        guests[name].take_seat(path)
    until(lambda: guests["Ann"].look(path)["view"]["to_act"] == ["A", "B", "C"])
    for name, guest in guests.items():
        guest.go(f"{path}/board" if name == "Wall" else path)
    yield guests
    for guest in guests.values():
        guest.clean()


def others_see_nothing(guests: dict[str, Guest], word: str) -> None:
    """What is said to all comes after it: whoever has that would have had the other."""
    say(guests["Ann"], "ahoy")
    for name in ("Bob", "Eve"):
        expect(guests[name].page.locator("#chat li").last).to_contain_text("ahoy")
    for name in ("Bob", "Eve", "Wall"):
        assert guests[name].page.locator("#apart li, .pointer, .pointed-out").count() == 0
        assert word not in guests[name].page.content()


def test_allies_talk_apart_and_point_out_a_card(two_teams: dict[str, Guest]) -> None:
    """Journey 10: before they choose; the others see none of it."""
    ann, cleo = two_teams["Ann"], two_teams["Cleo"]
    expect(ann.page.locator(".apart h2")).to_have_text("Among allies: Cleo")
    say(ann, "zanzibar", ".apart form")
    expect(cleo.page.locator("#side-toggle .unread")).to_contain_text("1")
    cleo.page.locator("#side-toggle").tap()
    expect(cleo.page.locator("#apart li")).to_have_text("Ann zanzibar")
    cleo.page.locator("#side [data-close]").tap()

    ann.page.get_by_role("button", name="Point something out to Cleo").click()
    ann.page.locator('[data-point="C play 4"]').click()
    expect(ann.page.locator(".pointed-out")).to_contain_text("You suggest to Cleo")
    expect(cleo.page.locator(".pointed-out")).to_contain_text("Ann vous conseille")
    expect(cleo.page.locator('.choices [data-move="play 4"] .pointer')).to_have_text("Ann")
    others_see_nothing(two_teams, "zanzibar")

    cleo.page.get_by_role("button", name="Montrer un choix à Ann").tap()
    cleo.page.locator('.choices [data-move="play 2"]').tap()
    expect(ann.page.locator('[data-point="C play 2"] .pointer')).to_have_text("Cleo")
    assert cleo.look()["view"]["to_act"] == ["A", "B", "C"], "nothing was played"
    cleo.page.wait_for_timeout(300)  # a tap right after a change does not count
    cleo.page.locator('.choices [data-move="play 4"]').tap()
    expect(ann.page.locator(".pointer, .pointed-out")).to_have_count(0)
    expect(cleo.page.locator(".pointer, .pointed-out")).to_have_count(0)


def test_who_is_muted_is_read_no_more_by_one_reader(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "locker")
    say(bob, "first")
    expect(ann.page.locator("#chat li")).to_have_text(["Bob first"])
    ann.page.locator("#muting summary").click()
    ann.page.get_by_role("button", name="Mute Bob").click()
    expect(ann.page.locator("#chat li:visible")).to_have_count(0)
    say(bob, "second")
    expect(bob.page.locator("#chat li:visible")).to_have_count(2)
    say(ann, "third")
    expect(ann.page.locator("#chat li:visible")).to_have_text(["Ann third"])
    ann.go(path)
    expect(ann.page.locator("#chat li:visible")).to_have_text(["Ann third"])
    ann.page.locator("#muting summary").click()
    ann.page.get_by_role("button", name="Hear Bob again").click()
    expect(ann.page.locator("#chat li:visible")).to_have_count(3)
    ann.clean()


# 11: somebody who looks on


def test_a_looker_on_takes_a_seat_that_becomes_free(arrive: Arrive) -> None:
    """Journey 11: they know that they look on, see no secret, and are told of a free seat where they look."""
    ann, bob, path = pair(arrive, "barracuda")
    eve = arrive("Eve", lang="fr", **PHONE)
    page = eve.go(path)
    ann.choose("play 3")
    chosen = page.locator(".rival[data-seat=A] .last")
    expect(chosen).to_have_class(re.compile(r"\bback\b"))
    expect(chosen).to_be_visible()
    assert "3" not in chosen.inner_text()
    expect(page.locator(".choices .watching")).to_be_visible()
    assert page.locator("#join, .choices [data-move]").count() == 0
    bob.page.on("dialog", lambda asked: asked.accept())
    bob.page.locator("#menu-toggle").click()
    bob.page.locator("#own .people summary").click()
    bob.page.locator("form[action$=leave] button").click()
    asked = page.locator(".choices").get_by_role("link", name="S’asseoir")
    expect(asked).to_be_in_viewport()
    asked.tap()
    expect(page.locator("#join button.go")).to_be_in_viewport()
    page.locator("#join button.go").tap()
    expect(page.locator(".seat.me")).to_contain_text("Eve")
    expect(page.locator(".watching")).to_have_count(0)
    expect(bob.page.locator(".watching")).to_be_visible()
    page.locator('.choices [data-move="play 2"]').tap()
    until(lambda: "B play 2" in eve.events())
    assert "3" not in "".join(line for line in eve.events() if line.startswith("A play ?"))
    for guest in (ann, bob, eve):
        guest.clean()


# 12: the end


def test_the_end_is_told_whole_to_both(arrive: Arrive) -> None:
    """Journey 12: places, the count line by line, what decided it, and one tap to the coach, the replay, a rematch."""
    ann, bob, path = pair(arrive, "locker")
    bob.hand_over(path)
    ann.let_bots_play(path)
    for guest in (ann, bob):
        page = guest.page
        expect(page.locator(".end .place")).to_have_count(2)
        expect(page.locator(".end .place.yours .who")).to_contain_text(guest.name)
        for place in page.locator(".end .place").all():
            counted = [int(text) for text in place.locator(".count li > b").all_inner_texts()]
            assert sum(counted) == int(place.locator(".total").inner_text().split()[0])
        expect(page.locator(".decided .why-won p").first).to_be_visible()
        expect(page.locator(".after-game [data-ask=rematch]")).to_be_visible()
        for name in ("Coach", "Replay"):
            expect(page.locator(".after-game").get_by_role("link", name=name)).to_be_visible()
    ann.page.locator(".after-game").get_by_role("link", name="Coach").click()
    ann.page.wait_for_url("**/replay#coach")
    expect(ann.page.locator("#coach")).to_be_in_viewport()
    bob.page.locator(".after-game").get_by_role("link", name="Replay").click()
    bob.page.wait_for_url("**/replay")


# 14: games at a pace of days


def a_day_a_move(host: Guest, friend: Guest, game: str, **options: str) -> str:
    body = {"game": game, "seats": [me(host.name), OPEN], "options": {"players": 2, **options}, "move_seconds": 86400}
    path = f"/t/{host.context.request.post(f'{host.base}/api/tables', data=body).json()['table']}"
    friend.take_seat(path)
    return path


def addresses(links: Locator) -> set[str]:
    return {str(link.get_attribute("href")) for link in links.all()}


def test_one_list_on_a_phone_says_where_it_is_my_turn(arrive: Arrive) -> None:
    """Journey 14: three games at a day a move; where it is my turn comes first, and one tap leads there."""
    ann, bob = arrive("Ann"), arrive("Bob", lang="fr", **PHONE)
    bob.page.add_init_script(PLAIN)
    hers, his = (a_day_a_move(ann, bob, "reef", first=first) for first in "AB")
    of_both = a_day_a_move(ann, bob, "barracuda")
    page = bob.go("/mine")
    waiting, others = page.locator(".turns a"), page.locator(".tables:not(.turns):not(.past) a")
    assert addresses(waiting) == {his, of_both}
    assert addresses(others) == {hers}
    expect(waiting.first).to_contain_text("temps restant : 24 heures")
    first = urlsplit(str(page.locator("a.go").get_attribute("href"))).path
    assert first in {his, of_both}
    page.locator("a.go").tap()
    expect(page.locator(".choices .turn")).to_be_visible()
    move = str(page.locator(LIT).first.get_attribute("data-move"))
    page.locator(LIT).first.tap()
    until(lambda: f"B {move}" in bob.events())
    while bob.look()["view"]["choices"]:  # the rest of the turn
        bob.move(bob.look()["view"]["choices"][0])
    bob.go("/mine")
    assert addresses(waiting) == {his, of_both} - {first}
    bob.clean()
