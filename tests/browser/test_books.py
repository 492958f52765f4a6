"""The rule books in a browser: open to all, a layer on a screen, the quick reference on one printed page."""

import re

import pytest

from tests.browser.conftest import Arrive
from tests.browser.people import GAMES
from tests.browser.test_accessible import assert_accessible

LAYERS = ("", "/quick", "/reference")
# Where each number of a picture stands, and the box of the piece it points at, in pixels.
NUMBERS = """() => [...document.querySelectorAll(".picture")].flatMap((picture) =>
  [...picture.querySelectorAll(".callout")].map((number) => {
    const piece = picture.querySelector(`[data-callout="${number.textContent}"]`).getBoundingClientRect();
    const box = number.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    return [Math.max(piece.left - x, x - piece.right, 0), Math.max(piece.top - y, y - piece.bottom, 0), piece.width];
  }))"""


def test_no_page_of_a_book_keeps_anybody_out(arrive: Arrive) -> None:
    guest = arrive("Ann")
    for game in GAMES:
        for layer in LAYERS:
            assert_accessible(guest.go(f"/rules/{game}{layer}"))
    guest.clean()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_should_be_on_a_screen_and_on_a_sheet_of_paper_is(arrive: Arrive, lang: str) -> None:
    guest = arrive("Ann", lang=lang, viewport={"width": 1280, "height": 800})
    for game in GAMES:
        for layer in ("", "/quick"):
            page = guest.go(f"/rules/{game}{layer}")
            assert page.evaluate("document.documentElement.scrollHeight") <= 800, f"{game}{layer}"
        printed = page.pdf(prefer_css_page_size=True)
        assert re.findall(rb"/Count (\d+)", printed) == [b"1"], game
    guest.clean()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_numbers_stand_at_their_pieces(arrive: Arrive, size: tuple[int, int]) -> None:
    guest = arrive("Ann", viewport={"width": size[0], "height": size[1]})
    for game in GAMES:
        for layer in ("", "/reference"):
            told = guest.go(f"/rules/{game}{layer}").evaluate(NUMBERS)
            assert told
            assert [one for one in told if one[0] > 16 or one[1] > 16 or not one[2]] == [], f"{game}{layer}"
    guest.clean()


def test_a_search_shows_what_fits_as_one_types(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.go("/rules/locker/reference")
    page.get_by_role("searchbox").fill("squid drone")
    assert page.locator(".rules li[id]:visible, .rules tr[id]:visible").evaluate_all(
        "all => all.map((one) => one.id)"
    ) == [
        "L15",
        "L19",
        "L37",
    ]
    assert page.locator("#found").inner_text() == "3 rules say that."
    page.get_by_role("searchbox").fill("my squid still asks")
    assert page.locator(".rules .part:visible").count() == 1, "a question"
    page.get_by_role("searchbox").fill("kraken")
    assert page.locator("#found").inner_text() == "No rule says that."
    page.get_by_role("searchbox").fill("")
    assert page.locator("#L1").is_visible()
    page = guest.go("/rules/locker/reference#L99")
    assert page.get_by_text("There is no rule L99; here is the book.").is_visible()
    guest.clean()
