"""On a phone's screen, and without a pointer."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import ASKED, GAMES, LIT, PHONE, until

SEEN = ".choices :is([data-move]:not([disabled]), summary):visible"  # many choices stand under headings


def assert_fits(page: Page, path: str = "") -> None:
    """Nothing to scroll sideways; what sticks out is named."""
    found = page.evaluate(
        """() => ({
          width: document.documentElement.scrollWidth,
          out: [...document.querySelectorAll("main *")].filter((one) => one.getBoundingClientRect().right > 390.5
            && !one.closest("svg, .choices, .pane, .book table")).slice(0, 5).map((one) => one.outerHTML.slice(0, 60)),
        })"""
    )
    assert found["width"] <= 390, (path, found)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_the_hand(arrive: Arrive, game: str, lang: str) -> None:
    guest = arrive("Anne-Sophie du Lagon", lang=lang, **PHONE)
    page = guest.sit(game)
    for _ in range(3):
        if not guest.play(game, 2)["over"]:
            assert_fits(page)
    if guest.look()["view"]["over"]:  # played to end soon, it may have
        page = guest.sit(game)
    until(lambda: guest.look()["view"]["to_act"] == ["A"])
    guest.settled()
    page.wait_for_selector(SEEN)
    before = guest.look()["version"]
    if page.locator(".choices summary").count():  # many choices stand in groups, which open one at a time
        page.locator(".choices summary").first.tap()
    for choice in page.locator(f"{LIT}:visible").all():
        choice.scroll_into_view_if_needed()
        box = choice.bounding_box()
        assert box is not None
        assert box["height"] >= 38
        assert box["x"] + box["width"] / 2 < 390
        assert box["y"] + box["height"] <= 844
    page.locator(f"{LIT}:visible").first.tap()
    page.wait_for_function("(at) => Number(document.querySelector('#log li:last-child').value) > at", arg=before)
    page.locator("#side-toggle").tap()
    page.wait_for_selector("#log", state="visible")
    assert_fits(page)
    guest.clean()


GLIDE_FOR_EVER = """() => {
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (put) => {
    const change = start(put);
    change.ready.then(() => { document.getAnimations().forEach((one) => one.pause()); window.gliding = true; });
    return change;
  };
}"""


def test_a_tap_while_pieces_glide_is_not_lost(arrive: Arrive) -> None:
    page = arrive("Ann", reduced_motion="no-preference", **PHONE).sit_calmly()
    box = page.locator("#side-toggle").bounding_box()
    assert box is not None
    page.evaluate(GLIDE_FOR_EVER)
    page.locator(LIT).first.tap()
    page.wait_for_function("() => window.gliding")
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => document.getElementById('side').checkVisibility()")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_other_pages_in_the_hand(arrive: Arrive, lang: str) -> None:
    guest = arrive("Anne-Sophie du Lagon", lang=lang, **PHONE)
    ended = guest.finished("nukha")
    waiting = guest.table("reef", [{"kind": "person", "name": "Ann"}, {"kind": "open"}])
    paths = [
        "/",
        *[f"/new/{game}" for game in GAMES],
        *[f"/rules/{game}{layer}" for game in GAMES for layer in ("", "/quick", "/reference")],
    ]
    for path in [*paths, ended, f"{ended}/replay", f"{ended}/fair", waiting]:
        assert_fits(guest.go(path), path)
    assert_fits(arrive("Bob", lang=lang, **PHONE).go(waiting))
    guest.clean()


def test_a_game_is_begun_by_keyboard(arrive: Arrive) -> None:
    page = arrive("Ann").go("/")
    tab_to(page, "form[action='/play/locker'] button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(ASKED)
    tab_to(page, ASKED)


def test_the_mark_of_what_is_unread_stands_beside_its_word(arrive: Arrive) -> None:
    """It wrapped inside the button that opens the journal, in the longer language."""
    page = arrive("Ann", lang="fr", **PHONE).sit_calmly()
    before = page.locator("#side-toggle").bounding_box()
    page.locator("#side-toggle .unread").evaluate("(one) => { one.hidden = false; one.firstChild.textContent = 12; }")
    mark = page.locator("#side-toggle .unread").bounding_box()
    assert mark is not None
    assert mark["y"] >= 0
    assert mark["height"] < 24, "in one line"
    assert page.locator("#side-toggle").bounding_box() == before
    assert_fits(page)


ON_TOP = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""


@pytest.mark.parametrize("size", [PHONE, {"viewport": {"width": 1280, "height": 800}}], ids=["phone", "laptop"])
def test_the_captain_sees_what_lies_under_the_bottle(arrive: Arrive, size: dict[str, object]) -> None:
    guest = arrive("Ann", **size)
    page = guest.sit("nukha", adventurers="none", captain="A")
    guest.play("nukha", seen=".under", prefer=["buy", "attack", "pick", "accept", "pledge"])
    card = page.locator(".under .card:visible").first
    expect(card).to_be_in_viewport()
    assert card.evaluate(ON_TOP)


def tab_to(page: Page, wanted: str) -> None:
    """Press Tab until something is focused."""
    for _ in range(80):
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted)", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {wanted}")


@pytest.mark.parametrize("game", GAMES)
def test_the_focus_stays_with_the_choices(arrive: Arrive, game: str) -> None:
    """Somebody who plays with Tab and Enter need not start from the top of the page after every move."""
    guest = arrive("Ann")
    page = guest.sit(game)
    page.wait_for_selector(ASKED)
    tab_to(page, LIT)
    before = guest.look()["version"]
    page.keyboard.press("Enter")
    page.wait_for_function("(at) => Number(document.querySelector('#log li:last-child').value) > at", arg=before)
    page.wait_for_selector(f"{SEEN}, .end")
    focused = page.evaluate(
        "document.activeElement?.closest('#table, .choices') ? 'table' : document.activeElement?.tagName"
    )
    assert focused == "table"


def test_a_form_by_keyboard(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.go("/new/locker")
    tab_to(page, "[name=friends]")
    page.keyboard.press("Home")
    tab_to(page, "[name=bots]")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    tab_to(page, "form.sheet button.go")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    assert page.locator(".seat").count() == 2
    guest.clean()
