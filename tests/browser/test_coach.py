"""The coach beneath the replay, as people see it: it comes by itself, links to moments, and reads well anywhere."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from fathoms.bots.warm import warm_coach
from fathoms.engine.game import find_game
from tests.browser.conftest import Arrive
from tests.browser.people import Guest, me
from tests.browser.reading import assert_words_fit
from tests.browser.test_accessible import assert_accessible


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    warm_coach(find_game("locker"))
    warm_coach(find_game("barracuda"))


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
NO_STAR = "Too close|Trop serré|is as good as|vaut «"


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
    folds = page.locator("#coach details")
    for fold in folds.all():
        fold.locator("summary").first.click()
        expect(fold).to_have_attribute("open", "")
        fold.locator("summary").first.press("Enter")
        expect(fold).not_to_have_attribute("open", "")
        fold.locator("summary").first.press("Enter")
        expect(fold).to_have_attribute("open", "")
    assert folds.count()
    assert page.locator("#coach .figures tbody tr").count() == guest.look(path)["version"]
    assert_accessible(page)
    guest.clean()
    large = arrive("Bob", lang=lang, large=True, **more).go(f"{path}/replay")
    large.wait_for_selector("#coach .ledger")
    assert_words_fit(large)


@pytest.mark.parametrize(("lang", "more"), [("en", {}), ("fr", PHONE)])
def test_a_hint_marks_a_choice_and_says_why(arrive: Arrive, lang: str, more: dict[str, object]) -> None:
    guest = arrive("Ann", lang=lang, **more)
    page = guest.sit_calmly()
    page.locator("[data-hint]").click()
    expect(page.locator(".hint")).to_contain_text("%", timeout=60_000)
    close = re.search(NO_STAR, page.locator(".hint").inner_text())
    assert page.locator(".choice.advised").count() == (0 if close else 1)
    expect(page.locator("#log .took-hint")).to_have_count(1)
    assert_accessible(page)
    page.reload()
    expect(page.locator(".seat.me .hinted")).to_contain_text("1")
    guest.clean()


def at_barracuda(arrive: Arrive) -> tuple[Guest, Guest, str]:
    """Ann and Bob, both to choose a card, with hints allowed."""
    ann, bob = arrive("Ann"), arrive("Bob")
    body = {"game": "barracuda", "seats": [me("Ann")], "options": {"players": 2}, "pace": 0, "hints": True}
    path = f"/t/{ann.context.request.post(f'{ann.base}/api/tables', data=body).json()['table']}"
    bob.join(path)
    ann.go(path)
    ann.page.wait_for_selector("[data-hint]")
    return ann, bob, path


def while_asked(guest: Guest, happens: Callable[[], object]) -> None:
    """Let something happen between the hint and the page that asked for it."""

    def hold(route: Route) -> None:
        answer = route.fetch()
        happens()
        guest.settled()
        route.fulfill(response=answer)

    guest.page.route("**/hint", hold)


def test_a_hint_appears_and_stays_while_others_choose(arrive: Arrive) -> None:
    """The table is drawn anew at every event: the hint was written into a place that was gone by then."""
    ann, bob, path = at_barracuda(arrive)
    while_asked(ann, lambda: bob.move("play 3", path))
    page = ann.page
    page.locator("[data-hint]").click()
    expect(page.locator(".hint")).to_contain_text("%", timeout=120_000)
    advised = 0 if re.search(NO_STAR, page.locator(".hint").inner_text()) else 1
    expect(page.locator(".choice.advised")).to_have_count(advised)
    page.unroute("**/hint")
    said = page.locator(".hint").inner_text()
    page.locator("[data-hint]").click()
    expect(page.locator("[data-hint]")).to_be_enabled()
    assert page.locator(".hint").inner_text() == said
    assert ann.look()["hints"]["taken"] == {"A": 1}
    page.locator(".choice").first.click()
    expect(page.locator(".choice.advised")).to_have_count(0)
    expect(page.locator(".hint")).not_to_contain_text("%")
    ann.clean()


def test_thinking_is_seen_while_others_choose(arrive: Arrive) -> None:
    ann, bob, path = at_barracuda(arrive)
    seen: list[tuple[str, bool]] = []

    def happens() -> None:
        bob.move("play 3", path)
        ann.settled()
        seen.append((ann.page.locator(".hint").inner_text(), ann.page.locator("[data-hint]").is_disabled()))

    while_asked(ann, happens)
    ann.page.locator("[data-hint]").click()
    expect(ann.page.locator(".hint")).to_contain_text("%", timeout=120_000)
    assert seen == [("Thinking …", True)]


def test_a_hint_that_comes_too_late_says_so_and_is_not_counted(arrive: Arrive) -> None:
    ann, _, path = at_barracuda(arrive)

    def late(route: Route) -> None:
        ann.move("play 2", path)
        ann.settled()
        route.continue_()

    ann.page.route("**/hint", late)
    ann.page.locator("[data-hint]").click()
    expect(ann.page.locator(".hint")).to_contain_text("does not count", timeout=120_000)
    expect(ann.page.locator(".choice.advised")).to_have_count(0)
    assert ann.look()["hints"]["taken"] == {}
