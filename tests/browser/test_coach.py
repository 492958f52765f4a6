"""The coach beneath the replay, as people see it: it comes by itself, links to moments, and reads well anywhere."""

import re

import pytest
from playwright.sync_api import expect

from fathoms.bots.warm import warm_coach
from fathoms.engine.game import find_game
from tests.browser.conftest import Arrive
from tests.browser.test_accessible import assert_accessible


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    warm_coach(find_game("locker"))


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


@pytest.mark.parametrize(("lang", "more"), [("en", {}), ("fr", PHONE)])
def test_the_coach_speaks_by_itself(arrive: Arrive, lang: str, more: dict[str, object]) -> None:
    guest = arrive("Ann", lang=lang, **more)
    path = guest.finished("locker")
    page = guest.go(f"{path}/replay")
    expect(page.locator("#coach [role=status]")).to_be_visible()
    page.wait_for_selector("#coach .ledger", timeout=120_000)
    assert page.locator("#coach polyline").count() == 2
    assert page.locator("#coach .moments li").count() == 3
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out of the page"
    assert_accessible(page)
    link = page.locator("#coach .moments a").first
    number = re.findall(r"\d+", str(link.get_attribute("href")))[0]
    before = page.locator("#curve-now").get_attribute("x1")
    link.click()
    expect(page.locator("#number")).to_have_text(re.compile(rf"^{number} /"))
    assert f"at={number}" in page.url
    expect(page.locator("#curve-now")).not_to_have_attribute("x1", str(before))
    page.locator("#coach summary").click()
    assert page.locator("#coach .figures tbody tr").count() == guest.look(path)["version"]
    assert_accessible(page)
    guest.clean()


@pytest.mark.parametrize(("lang", "more"), [("en", {}), ("fr", PHONE)])
def test_a_hint_marks_a_choice_and_says_why(arrive: Arrive, lang: str, more: dict[str, object]) -> None:
    guest = arrive("Ann", lang=lang, **more)
    page = guest.sit("locker", first="A")
    guest.play("locker", seen=".choices [data-move=continue]")
    page.locator("[data-hint]").click()
    expect(page.locator(".hint")).to_contain_text("10", timeout=60_000)
    assert page.locator(".choice.advised").count() == 1
    expect(page.locator("#log .took-hint")).to_have_count(1)
    assert_accessible(page)
    page.reload()
    expect(page.locator(".seat.me .hinted")).to_contain_text("1")
    guest.clean()
