"""Letters twice as large, as a reader may set them: words neither overlap nor are cut, and all is in reach."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.browser.people import ASKED, GAMES, OPEN, PHONE, PLAIN, bot, me
from tests.browser.test_reading_size import FIRST, LIKED, PLAYERS, assert_words_fit

SIZES: dict[str, dict[str, Any]] = {"phone": PHONE, "laptop": {"viewport": {"width": 1280, "height": 800}}}

# Choices that cannot be brought into sight, or that something lies on.
OUT_OF_REACH = """() => [...document.querySelectorAll("#table :is([data-move], summary, a, button)")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".here, .hidden"))
  .filter((one) => {
    one.scrollIntoView({ block: "center", inline: "center" });
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  }).map((one) => one.outerHTML.slice(0, 120))"""


def assert_readable(page: Page) -> None:
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert_words_fit(page)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_large_letters(arrive: Arrive, game: str, size: str) -> None:
    """Journey 18, with text at 200 %."""
    guest = arrive("Marie-Hélène", lang="fr", large=True, **SIZES[size])
    guest.page.add_init_script(PLAIN)
    seats = [me(guest.name), *[bot()] * (PLAYERS[game] - 1)]
    page = guest.sit(game, seats, **FIRST.get(game, {"first": "A"}))
    page.wait_for_selector(ASKED)
    for _ in range(2):
        assert_readable(page)
        assert page.evaluate(OUT_OF_REACH) == []
        if guest.play(game, 3, prefer=LIKED)["over"]:
            break
        guest.settled()
    guest.clean()


@pytest.mark.parametrize("size", SIZES)
def test_the_other_pages_in_large_letters(arrive: Arrive, size: str) -> None:
    guest = arrive("Marie-Hélène", lang="fr", large=True, **SIZES[size])
    forms = [f"/{page}/{game}" for page in ("new", "learn", "rules") for game in GAMES]
    for path in ["/", *forms, "/rules/nukha/quick"]:
        assert_readable(guest.go(path))
    waiting = guest.table("reef", [me(guest.name), OPEN])
    for path in [waiting, guest.finished("locker"), "/mine"]:
        assert_readable(guest.go(path))
    guest.clean()
