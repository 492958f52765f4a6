"""Letters twice as large, as a reader may set them: words neither overlap nor are cut, and all is in reach."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.browser.people import GAMES, OPEN, PHONE, me
from tests.browser.reading import assert_words_fit

SIZES: dict[str, dict[str, Any]] = {"phone": PHONE, "laptop": {"viewport": {"width": 1280, "height": 800}}}


def assert_readable(page: Page) -> None:
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert_words_fit(page)


@pytest.mark.parametrize("size", SIZES)
def test_the_other_pages_in_large_letters(arrive: Arrive, size: str) -> None:
    guest = arrive("Marie-Hélène", lang="fr", large=True, **SIZES[size])
    forms = [f"/{page}/{game}" for page in ("new", "learn", "rules") for game in GAMES]
    for path in ["/", *forms, "/rules/nukha/quick"]:
        assert_readable(guest.go(path))
    for path in [guest.table("reef", [me(guest.name), OPEN]), "/mine"]:
        assert_readable(guest.go(path))
    guest.clean()
