"""The table explains itself: by pointing, by keyboard, under a long press; the aid opens beside the game."""

from time import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import GAMES, LIT, PHONE, PLAIN, until
from tests.browser.test_accessible import assert_accessible
from tests.browser.test_steady import centre

DOLPHINS: dict[str, Any] = {
    "first": "A",
    "helm": "3",
    "cards": "dolphin",
}  # a turn of The Reef that always offers many choices
BOX = "#explain"
OVERLAPS = """([one, other]) => {
  const [a, b] = [one, other].map((which) => document.querySelector(which).getBoundingClientRect());
  return !(a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom);
}"""


def press_long(page: Page, selector: str) -> None:
    """A finger that rests on something for longer than a tap."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_selector(BOX, state="visible")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_pointing_at_a_piece_explains_it_and_covers_no_choice(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.sit("reef", **DOLPHINS)
    page.locator(".helm").hover()
    expect(page.locator(BOX)).to_contain_text("Spin the helm")
    expect(page.locator(BOX)).to_contain_text("R11")
    assert not page.evaluate(OVERLAPS, [BOX, ".choices .list"])
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_be_hidden()
    page.locator(".choices [data-move=spin]").hover()
    expect(page.locator(BOX)).to_be_visible()
    assert not page.evaluate(OVERLAPS, [BOX, ".choices .list"])
    page.mouse.move(2, 2)
    expect(page.locator(BOX)).to_be_hidden()
    assert "A spin" not in guest.events()
    guest.clean()


def test_the_keyboard_reaches_every_piece_and_the_aid(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = guest.sit("reef", **DOLPHINS)
    page.keyboard.press("?")
    expect(page.locator("#aid")).to_be_visible()
    expect(page.locator("#aid")).to_contain_text("Dolphin friend")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("#aid")).to_be_hidden()
    expect(page.locator("#aid-toggle")).to_be_focused()
    told = set()
    page.locator("#table [aria-describedby][tabindex='0']").first.focus()
    for _ in range(40):
        page.keyboard.press("ArrowRight")
        told.add(page.locator(BOX).inner_text().split(".")[0])
    assert len(told) >= 5, told
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_be_hidden()
    guest.clean()


def test_a_long_press_explains_and_does_not_play(arrive: Arrive) -> None:
    guest = arrive("Anne", lang="fr", **PHONE)
    page = guest.sit("reef", **DOLPHINS)
    page.wait_for_selector(".choices [data-move=spin]")
    press_long(page, ".helm[data-move=spin]")
    expect(page.locator(BOX)).to_contain_text("Tourner la barre")
    assert not page.evaluate(OVERLAPS, [BOX, ".choices .list"])
    assert "A spin" not in guest.events()
    page.locator(".choices [data-move=spin]").tap()  # and a tap plays again
    page.wait_for_selector('.choices [data-move="card dolphin"]')
    guest.clean()


@pytest.mark.parametrize("game", GAMES)
def test_a_held_choice_explains_itself_and_is_not_played(arrive: Arrive, game: str) -> None:
    """Journey 27: a choice that was held in the bar used to be played when the finger was lifted."""
    guest = arrive("Anne", lang="fr", **PHONE)
    page = guest.sit_calmly() if game == "locker" else guest.sit(game)
    page.wait_for_selector(LIT)
    before = guest.settled()
    for where in (".choices", ".board"):
        choice = f"{where} [data-move]:not([disabled])"
        if page.locator(choice).count():
            press_long(page, choice)
            assert page.locator(BOX).inner_text().strip()
            page.locator(BOX).evaluate("(box) => { box.hidden = true; }")
    page.wait_for_timeout(200)  # longer than a lifted finger takes to become a click
    assert guest.settled() == before
    page.locator(LIT).first.tap()  # and a tap plays
    until(lambda: guest.settled() > before)
    guest.clean()


def test_a_choice_held_on_a_busy_page_is_not_played(arrive: Arrive) -> None:
    """A page that was busy drawing heard of both ends of a long press at once, took it for a tap and played."""
    guest = arrive("Anne", lang="fr", **PHONE)
    page = guest.sit_calmly()
    page.wait_for_selector(LIT)
    before = guest.settled()
    x, y = centre(page.locator(LIT).first)
    page.wait_for_function("() => performance.now() > 1500")  # no event is older than its page
    touch, now = page.context.new_cdp_session(page), time()
    down: dict[str, Any] = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}], "timestamp": now - 1}
    touch.send("Input.dispatchTouchEvent", down)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": now})
    page.wait_for_selector(BOX, state="visible")
    page.wait_for_timeout(200)
    assert guest.settled() == before
    guest.clean()


# Something that the aid describes comes to lie where the mouse rests.
COME = """([x, y]) => {
  const known = document.querySelector("[aria-describedby^=aid-]").getAttribute("aria-describedby");
  const made = document.body.appendChild(document.createElement("p"));
  made.id = "come";
  made.setAttribute("aria-describedby", known);
  Object.assign(made.style, { position: "fixed", zIndex: 99, width: "80px", height: "80px" });
  Object.assign(made.style, { left: `${x - 40}px`, top: `${y - 40}px` });
}"""


def test_what_comes_to_lie_under_a_resting_mouse_does_not_explain_itself(arrive: Arrive) -> None:
    """Somebody who has just clicked a choice points at nothing; the box covered their hand."""
    page = arrive("Ann").sit("locker")
    page.mouse.move(640, 400)
    page.evaluate(COME, [640, 400])
    page.wait_for_function("() => document.querySelector('#come').matches(':hover')")
    page.wait_for_timeout(700)  # twice as long as a mouse rests before the box opens
    expect(page.locator(BOX)).to_be_hidden()
    page.mouse.move(900, 700)
    page.mouse.move(645, 405)
    expect(page.locator(BOX)).to_be_visible()


def test_many_choices_are_grouped_whom_then_what(arrive: Arrive) -> None:
    guest = arrive("Ann")
    guest.page.add_init_script(PLAIN)
    page = guest.sit("reef", **DOLPHINS)
    page.click(".choices [data-move=spin]")
    page.click('.choices [data-move="card dolphin"]')
    heading = page.locator(".choices summary", has_text="Dolphin 2")
    expect(heading).to_be_visible()
    way = page.locator('.choices [data-move="dolphin 2 left"]')
    expect(way).to_be_hidden()
    heading.click()
    expect(way).to_be_visible()
    assert_accessible(page)
    page.keyboard.press("2")  # the second choice of the open group
    expect(page.locator("#log .who-A").last).to_contain_text("moves dolphin 2")
    assert any(line.startswith("A dolphin 2") for line in guest.events())
    guest.clean()
