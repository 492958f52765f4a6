"""Each game, played to its end in both languages: by clicking what is lit in one, with the keyboard in the other."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.browser.people import ASKED, FEWEST, GAMES, PLAIN, Guest
from tests.browser.test_phone_and_keyboard import SEEN, tab_to

ENGLISH = (
    "Play now",
    "Set a table",
    "Rules",
    "Log",
    "Players",
    "to move",
    "Rematch",
    "Replay",
    "Check the sea",
    "wins.",
)
TITLES = {
    "locker": ("Davy Jones' Locker", "Le Cimetière marin"),
    "reef": ("The Reef", "Le Récif"),
    "barracuda": ("Barracuda", "Barracuda"),
    "nukha": ("The Nukha's Cave", "La Grotte du Nukha"),
}


CLICKED_IN = {"locker": "en", "reef": "fr", "barracuda": "fr", "nukha": "en"}  # and with keys in the other one


def assert_end_is_told(guest: Guest, game: str, lang: str) -> None:
    """The end of a game, in one language and in no other."""
    page, view = guest.page, guest.look()["view"]
    assert page.locator("html").get_attribute("lang") == lang
    assert page.locator("h1").inner_text() == TITLES[game][lang == "fr"]
    assert page.locator(".end h2").inner_text().startswith("You " if lang == "en" else "Vous ")
    place = page.locator(".place.yours").get_attribute("data-place")
    assert (place == "1") == ("A" in view["winners"])
    page.wait_for_selector(".decided .why-won")
    assert page.locator(".decided .why-won p").count() in (1, 2, 3)
    assert page.locator(".seat .won").count() >= 1
    assert page.locator(".after-game a[href$='/replay']").is_visible()
    assert page.locator(".after-game a[href$='/fair']").is_visible()
    shown = page.locator(".seat .score").all_inner_texts()
    assert sorted(int(text.split()[0]) for text in shown) == sorted(view["scores"].values())
    if lang == "fr":
        text = page.locator("body").inner_text()
        assert [word for word in ENGLISH if word in text] == []
    guest.clean()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(arrive: Arrive, game: str) -> None:
    guest = arrive("Ann", lang=CLICKED_IN[game])
    guest.page.add_init_script(PLAIN)
    page = guest.go("/")
    page.click(f"a[href='/new/{game}']")
    page.select_option("[name=friends]", "0")
    page.select_option("[name=bots]", str(FEWEST[game] - 1))
    page.select_option("[name=level]", "deckhand")
    page.click("form.sheet button.go")
    page.wait_for_url("**/t/*")

    played = guest.play(game)

    assert played["over"], f"no end after {played['moves']} moves"
    assert played["moves"] > 0
    assert_end_is_told(guest, game, CLICKED_IN[game])


# With the keyboard alone

MOST_KEYS = 200  # a game of the fewest takes some 20 to 45 decisions of each, whatever is chosen
LAST_MOVE = "[...document.querySelectorAll('#log .who-A')].at(-1)?.value || 0"


def move_by_keyboard(page: Page) -> None:
    """The first choice, by its number; where choices stand under headings, the first of the first."""
    before = page.evaluate(LAST_MOVE)
    page.keyboard.press("1")
    if page.locator(".choices details[open]").count():  # that was a heading
        page.keyboard.press("1")
    page.wait_for_function(f"(at) => {LAST_MOVE} > at || document.querySelector('.end')", arg=before)


def play_by_keyboard(page: Page) -> None:
    """From the first choice to the end."""
    page.wait_for_selector(ASKED)
    tab_to(page, ASKED)
    for _ in range(MOST_KEYS):
        page.wait_for_selector(f"{SEEN}, .end")
        if page.locator(".end").count():
            break
        move_by_keyboard(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_keyboard(arrive: Arrive, game: str) -> None:
    """Journey 18, and on to look back at the game."""
    lang = "en" if CLICKED_IN[game] == "fr" else "fr"
    guest = arrive("Ann", lang=lang)
    guest.page.add_init_script(PLAIN)
    page = guest.sit(game)
    play_by_keyboard(page)
    assert_end_is_told(guest, game, lang)
    tab_to(page, ".after-game a[href$='/replay']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/replay")


def test_the_language_changes_at_any_time(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.sit("locker")
    guest.play("locker", 1)
    page.click("#menu-toggle")
    page.click("button[lang=fr]")
    page.wait_for_selector("html[lang=fr]")
    assert page.locator("h1").inner_text() == "Le Cimetière marin"
    guest.clean()


def test_a_way_over_several_cells_is_one_click(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.sit("reef")
    guest.play("reef", seen='.grid [data-move*=";"]')
    way = page.locator('.grid button.may[data-move*=";"]').first
    steps = str(way.get_attribute("data-move")).split(";")
    before = guest.look()["version"]
    way.click()
    page.wait_for_function(
        "(at) => Number(document.querySelector('#log li:last-child').value) >= at", arg=before + len(steps)
    )
    assert guest.events()[before : before + len(steps)] == [f"A {step}" for step in steps]
    guest.clean()


def test_why_shows_the_rule(arrive: Arrive) -> None:
    guest = arrive("Ann", lang="fr")
    page = guest.sit("locker")
    page.locator(".log .why").last.click()
    page.wait_for_selector("#why[open]")
    assert page.locator("#why dt").first.inner_text().startswith("L")
    assert len(page.locator("#why dd").first.inner_text()) > 20
    page.click("#why button")
    guest.clean()
