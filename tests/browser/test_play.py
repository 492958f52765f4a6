"""Each game, played to its end by clicking what is lit, in both languages."""

import pytest

from tests.browser.conftest import Arrive
from tests.browser.people import FEWEST, GAMES, PLAIN

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


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(arrive: Arrive, game: str, lang: str) -> None:
    guest = arrive("Ann", lang=lang)
    guest.page.add_init_script(PLAIN)
    page = guest.go("/")
    assert page.locator("html").get_attribute("lang") == lang
    page.click(f"a[href='/new/{game}']")
    page.select_option("[name=friends]", "0")
    page.select_option("[name=bots]", str(FEWEST[game] - 1))
    page.select_option("[name=level]", "deckhand")
    page.click("form.sheet button.go")
    page.wait_for_url("**/t/*")
    assert page.locator("h1").inner_text() == TITLES[game][lang == "fr"]

    played = guest.play(game)

    assert played["over"], f"no end after {played['moves']} moves"
    assert played["moves"] > 0
    assert page.locator(".end h2").inner_text().startswith("You " if lang == "en" else "Vous ")
    place = page.locator(".place.mine").get_attribute("data-place")
    assert (place == "1") == ("A" in guest.look()["view"]["winners"])
    page.wait_for_selector(".decided .why-won")
    assert page.locator(".decided .why-won p").count() in (1, 2, 3)
    assert page.locator(".seat .won").count() >= 1
    assert page.locator(".end a[href$='/replay']").is_visible()
    assert page.locator(".end a[href$='/fair']").is_visible()
    view = guest.look()["view"]
    shown = page.locator(".seats .score").all_inner_texts()
    assert sorted(int(text.split()[0]) for text in shown) == sorted(view["scores"].values())
    if lang == "fr":
        text = page.locator("body").inner_text()
        assert [word for word in ENGLISH if word in text] == []
    guest.clean()


def test_the_language_changes_at_any_time(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.sit("locker")
    guest.play("locker", 1)
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
