"""Journeys of people at a table together, walked as they are written: two or more windows, one server."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import OPEN, PHONE, Guest, bot, me, pair, until


def say(guest: Guest, text: str, form: str = "#say") -> None:
    guest.page.fill(f"{form} input", text)
    guest.page.press(f"{form} input", "Enter")


# 10: allies


@pytest.fixture
def two_teams(arrive: Arrive) -> Iterator[dict[str, Guest]]:
    """Ann and Cleo against Bob and a bot, Eve looking on, and a big screen."""
    guests = {name: arrive(name) for name in ("Ann", "Bob", "Eve", "Wall")}
    guests["Cleo"] = arrive("Cleo", lang="fr", **PHONE)
    path = guests["Ann"].table("barracuda", [me("Ann"), OPEN, OPEN, bot()], teams=True)
    for name in ("Bob", "Cleo"):
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
    cleo.page.locator("#side-close").tap()

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
