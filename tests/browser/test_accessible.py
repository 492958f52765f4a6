"""No page has a fault of accessibility that axe finds, by day or by night."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.browser.people import GAMES, me

AXE = Axe()


def assert_accessible(page: Page) -> None:
    faults = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for found in AXE.run(page).response["violations"]:
            where = [f"{node['target']}: {node['failureSummary']}" for node in found["nodes"][:4]]
            faults.append(f"{scheme} {found['id']} ({len(found['nodes'])})\n  " + "\n  ".join(where))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "path",
    ["/", "/mine", "/lab?game=reef", "/open", "/rules/nukha/quick", *[f"/new/{game}" for game in GAMES], "/t/nowhere"],
)
def test_pages_without_a_table(arrive: Arrive, path: str) -> None:
    assert_accessible(arrive("Ann").go(path))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_mid_game(arrive: Arrive, game: str) -> None:
    guest = arrive("Ann")
    page = guest.sit(game)
    guest.play(game, 4)
    guest.settled()
    assert_accessible(page)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game(arrive: Arrive, game: str) -> None:
    guest = arrive("Ann")
    assert_accessible(guest.go(guest.finished(game)))


def test_looking_back(arrive: Arrive) -> None:
    guest = arrive("Ann")
    path = guest.finished("barracuda")
    assert_accessible(guest.go(f"{path}/replay?at=20&seat=A"))
    page = guest.go(f"{path}/fair")
    page.wait_for_selector("#verdict[data-good]")
    assert_accessible(page)


def test_waiting_and_joining(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    path = ann.table("locker", [me("Ann"), {"kind": "open"}])
    page = ann.go(path)
    assert page.locator(".wait img.qr").is_visible()
    assert_accessible(page)
    assert_accessible(bob.go(path))


def test_a_rule_shown_and_a_big_screen(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.sit("locker")
    page.locator(".log .why").last.click()
    page.wait_for_selector("#why[open]")
    assert_accessible(page)
    page.goto(f"{page.url}/board")
    assert_accessible(page)


def test_the_deck_the_seabed_and_the_danger_are_told_in_words(arrive: Arrive) -> None:
    guest = arrive("Ann")
    told = guest.sit_calmly().locator("#table").aria_snapshot()
    assert re.search(r"Loot deck, \d+ cards", told)
    assert re.search(r"1 of 10 suits would sink the diver: \w+", told)
    told = guest.sit("reef").locator("#table").aria_snapshot()
    assert re.search(r"The seabed, how deep each column is: 1: \d", told)


def test_forced_colours_keep_what_may_be_done_and_whose_turn_it_is(arrive: Arrive) -> None:
    page = arrive("Ann").sit_calmly()
    page.emulate_media(forced_colors="active", reduced_motion="reduce")
    for wanted in (".board .may", ".seat.acts"):
        style = page.locator(wanted).first.evaluate("(one) => getComputedStyle(one).outlineStyle")
        assert style == "solid", wanted
    kept = page.locator(".board .suit").first.evaluate("(one) => getComputedStyle(one).forcedColorAdjust")
    assert kept == "none"
