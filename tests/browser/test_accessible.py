"""No page has a fault of accessibility that axe finds, by day or by night; a game can be won by ear."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.browser.people import GAMES, PLAIN, Guest, me, until

AXE = Axe()


def assert_accessible(page: Page) -> None:
    """By day in every way; by night only the colours are others."""
    faults = []
    for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast", "link-in-text-block"]})):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for found in AXE.run(page, options={"resultTypes": ["violations"], **rules}).response["violations"]:
            where = [f"{node['target']}: {node['failureSummary']}" for node in found["nodes"][:4]]
            faults.append(f"{scheme} {found['id']} ({len(found['nodes'])})\n  " + "\n  ".join(where))
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    "path",
    ["/", "/mine", "/lab?game=reef", "/open", "/rules/nukha/quick", *[f"/new/{game}" for game in GAMES], "/t/nowhere"],
)
def test_pages_without_a_table(arrive: Arrive, path: str) -> None:
    assert_accessible(arrive("Ann").go(path))


def test_words_that_cannot_be_read_by_night_alone_are_found(arrive: Arrive) -> None:
    page = arrive("Ann").go("/t/nowhere")
    page.evaluate("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("@media (prefers-color-scheme: dark) { p { background: #111; color: #222 } }");
      document.adoptedStyleSheets.push(sheet);
    }""")
    with pytest.raises(AssertionError, match="dark color-contrast"):
        assert_accessible(page)


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
    for drawn in (".board .suit", ".row .card"):  # a mark drawn in ink needs the paper it is on
        kept = page.locator(drawn).first.evaluate("(one) => getComputedStyle(one).forcedColorAdjust")
        assert kept == "none", drawn


# By ear: what follows knows of a page only its accessibility tree, and presses only what is named there.

MOST_GAMES = 8  # against a deckhand, who chooses blindly, nine in ten are won
BUTTON = re.compile(r'button "((?:[^"\\]|\\.)*)"(.*)')
HEADING = re.compile(r"- text: (.+ \(\d+\))")  # many choices stand under headings, which open


def heard_choices(told: str) -> str:
    """The part of a page that tells one's choices, if it is one's turn; nothing otherwise."""
    part = re.search(r'^( *)- region "Your choices":\n((?:\1 .*\n?)*)', told, re.MULTILINE)
    return part[2] if part and "Your turn" in part[2] else ""


def heard(page: Page) -> str:
    """The page as it is told, once it asks something or the game is over; before that, nothing."""
    told = page.locator("body").aria_snapshot()
    return told if heard_choices(told) or 'button "Rematch"' in told else ""


def likes(name: str, told: str) -> int:
    """How somebody with a simple rule likes a choice: on while few suits can sink them, and no card of those suits."""
    danger = re.search(r"(\d+) of 10 suits? would sink the diver: ([\w, ]+)", told)
    sinking = danger[2].split(", ") if danger else []
    next_card = re.search(r"You saw on top: ?\W*(\d \w+|\w+ \d)", told)
    risky = any(suit in next_card[0] for suit in sinking) if next_card else len(sinking) > 3
    if name.startswith("Press on") or name.startswith("Surface"):
        return int(name.startswith("Surface") == risky)
    return -sum(suit in name for suit in sinking)


def choose_by_ear(page: Page, told: str) -> None:
    """Press what is liked best of what can be pressed, or open the first heading."""
    choices = page.get_by_role("region", name="Your choices")
    offered = [name for name, state in BUTTON.findall(heard_choices(told)) if "[disabled]" not in state]
    names = [name for name in offered if not re.search("Hint|Take back", name)]
    if names:
        best = max(names, key=lambda name: likes(name, told))
        choices.get_by_role("button", name=best, exact=True).press("Enter")
    elif heading := HEADING.search(heard_choices(told)):
        choices.get_by_text(heading[1], exact=True).press("Enter")


def wins_by_ear(guest: Guest) -> bool:
    """One game of Davy Jones' Locker against a deckhand: whether it was won."""
    page, told = guest.sit("locker"), ""
    for _ in range(300):
        told = until(lambda before=told: (now := heard(page)) != before and now, pause=0.2)
        if 'button "Rematch"' in told:
            return bool(re.search(r'heading "You (won|share)', told))
        choose_by_ear(page, told)
    raise AssertionError("the game did not end")


def test_a_game_is_won_in_the_accessibility_tree_alone(arrive: Arrive) -> None:
    guest = arrive("Ann")
    guest.page.add_init_script(PLAIN)
    assert any(wins_by_ear(guest) for _ in range(MOST_GAMES))
