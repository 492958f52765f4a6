"""The way in: what waits for one on the first page, the form that sets a table, and beginning with those who came."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import GAMES, LIT, PHONE, pair, until

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
WINDOWS = {"desktop": ("en", DESKTOP), "phone": ("fr", {**PHONE, "color_scheme": "dark"})}


def begin(page: Page) -> str:
    """Send the form; the path of the table."""
    page.locator("form.setup button.go").click()
    page.wait_for_url("**/t/*")
    return urlsplit(page.url).path


# The first page


@pytest.mark.parametrize("window", WINDOWS)
def test_whoever_has_a_game_waiting_sees_it_first(arrive: Arrive, window: str) -> None:
    """Journey 29: the first thing on the first page is whose turn it is, and a tap leads there."""
    ann, _, path = pair(arrive, "reef", first="A")
    lang, how = WINDOWS[window]
    page = ann.page
    page.set_viewport_size(how["viewport"])
    page.context.add_cookies([{"name": "fathoms_lang", "value": lang, "url": ann.base}])
    lesson = ann.context.request.post(f"{ann.base}/learn/locker").url
    ann.go("/")
    turn, going_on = page.locator(".unfinished .turns a"), page.locator(".unfinished .going-on a")
    for one in (turn, going_on):
        expect(one).to_have_count(1)
        expect(one).to_be_in_viewport(ratio=1)
    expect(turn).to_contain_text("Bob")
    assert urlsplit(lesson).path == going_on.get_attribute("href")
    turn.click()
    page.wait_for_url(f"**{path}")
    ann.clean()


# The form


@pytest.mark.parametrize("window", WINDOWS)
def test_four_questions_are_in_sight(arrive: Arrive, window: str) -> None:
    lang, how = WINDOWS[window]
    ann = arrive("Ann", lang=lang, **how)
    for game in GAMES:
        page = ann.go(f"/new/{game}")
        for name in ("name", "friends", "where", "bots", "level", "clock"):
            expect(page.locator(f"[name={name}]")).to_be_in_viewport(ratio=1)
        expect(page.locator("form.setup button.go")).to_be_in_viewport(ratio=1)
        expect(page.locator("[name=chat]")).to_be_hidden()
        page.locator(".rest > summary").click()
        page.locator("[name=chat]").scroll_into_view_if_needed()
        expect(page.locator("form.setup button.go")).to_be_in_viewport(ratio=1)
    ann.clean()


def test_friends_at_this_device_have_names_and_seats_of_their_own(arrive: Arrive) -> None:
    ann = arrive("Ann")
    page = ann.go("/new/locker")
    page.locator(".rest > summary").click()
    expect(page.locator("[name=name_B]")).to_be_hidden()
    page.select_option("[name=friends]", "1")
    page.select_option("[name=where]", "here")
    expect(page.locator("[name=seat_B]")).to_be_hidden()
    expect(page.locator("[name=name_C]")).to_be_hidden()
    page.fill("[name=name_B]", "Bob")
    begin(page)
    expect(page.locator("[data-seat=B]").first).to_contain_text("Bob")
    assert page.locator("body").get_attribute("data-seats") == "A B"
    ann.clean()


def test_form_and_rules_work_without_javascript_and_a_table_says_that_it_does_not(arrive: Arrive) -> None:
    ann = arrive("Ann", java_script_enabled=False)
    page = ann.go("/")
    page.locator("a[href='/new/reef']").click()
    page.select_option("[name=friends]", "0")
    page.select_option("[name=bots]", "1")
    expect(page.locator("[name=move_seconds]")).to_be_hidden()
    begin(page)
    expect(page.locator("noscript .banner")).to_be_visible()
    page.locator("noscript .banner a").click()
    expect(page.locator("h1").first).to_be_visible()
    ann.clean()


# Beginning


@pytest.mark.parametrize("game", GAMES)
def test_alone_against_bots_one_decides_first(arrive: Arrive, game: str) -> None:
    ann = arrive("Ann")
    page = ann.go("/")
    page.locator(f"form[action='/play/{game}'] button").click()
    page.wait_for_selector(LIT)
    assert not [line for line in ann.events() if line[0] != "A" and not line.startswith("sea ")] or game == "barracuda"
    ann.clean()


def test_a_table_for_three_begins_with_the_two_who_came(arrive: Arrive) -> None:
    """Journey 30: nobody loads a page anew by hand, and whoever comes later looks on."""
    ann, bob, cid = arrive("Ann"), arrive("Bob"), arrive("Cid")
    page = ann.go("/new/locker")
    page.select_option("[name=friends]", "2")
    path = begin(page)
    expect(page.locator(".here-only")).to_be_visible()
    fewer = page.locator("form:has([value=fewer]) button")
    expect(fewer).to_have_count(0)
    joined = bob.go(path)
    joined.select_option("#join [name=seat]", "C")
    joined.click("#join button")
    expect(page.locator("[data-presence=C].here")).to_be_attached()
    fewer.click()
    until(lambda: ann.look(path)["status"] == "playing")
    expect(joined.locator("body[data-seats=B]")).to_be_attached()
    for guest in (ann, bob):
        expect(guest.page.locator(".seat")).to_have_count(2)
    late = cid.go(path)
    expect(late.locator("#join")).to_have_count(0)
    expect(late.locator(".choices .watching")).to_be_visible()
    for guest in (ann, bob, cid):
        guest.clean()


def test_one_friend_is_the_partner_and_both_are_told(arrive: Arrive) -> None:
    """Journey 31."""
    ann, bob = arrive("Ann"), arrive("Bob", lang="fr", **PHONE)
    page = ann.go("/new/barracuda")
    page.select_option("[name=friends]", "1")
    page.select_option("[name=bots]", "2")
    page.locator(".rest > summary").click()
    expect(page.locator("[name=partner]")).to_be_hidden()
    page.check("[name=teams]")
    expect(page.locator("[name=partner]")).to_be_visible()
    path = begin(page)
    expect(page.locator(".wait .sides")).to_contain_text("Seat C: with Ann, against the bots")
    joined = bob.go(path)
    expect(joined.locator("#join [name=seat]")).to_contain_text("avec Ann, contre les robots")
    joined.click("#join button")
    expect(joined.locator("body[data-seats=C]")).to_be_attached()
    for guest in (ann, bob):
        guest.clean()
