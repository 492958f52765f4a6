"""The Reef's cells are smaller than a fingertip on small screens: a tap near several of them asks which."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import PHONE, Guest
from tests.browser.test_steady import Finger

BOX = "#explain"
SIDEWAYS = {**PHONE, "viewport": {"width": 844, "height": 390}}
TABLET = {**PHONE, "viewport": {"width": 1024, "height": 768}}
SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}
SPOTS = ".grid .spot:visible"
FINGER = 44

# The lit cell that has most lit cells beside it: where it is, and how many those are.
CROWDED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const pane = box(document.querySelector("[data-magnify]"));
  const spots = [...document.querySelectorAll(".grid .spot")].filter((one) => one.checkVisibility());
  const inside = ({ left, right, top, bottom }) => (
    left >= pane.left && right <= pane.right && top >= pane.top && bottom <= pane.bottom
  );
  const gap = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom);
  const all = spots.filter((one) => inside(box(one))).map((one) => ({
    x: box(one).left + box(one).width / 2, y: box(one).top + box(one).height / 2, move: one.dataset.move,
    size: Math.min(box(one).width, box(one).height),
    beside: spots.filter((other) => gap(box(one), box(other)) < 5).length - 1,
  }));
  return all.sort((a, b) => b.beside - a.beside)[0];
}"""
# What is lit in the view and can be hit there: how large it is.
SIZES = """() => {
  const { left, right, top, bottom } = document.querySelector("[data-magnify]").getBoundingClientRect();
  return [...document.querySelectorAll(".grid .spot")].filter((one) => one.checkVisibility()).map((one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const seen = x > left && x < right && y > top && y < bottom;
    const isOnTop = one.contains(document.elementFromPoint(x, y));
    return seen ? [Math.min(box.width, box.height), isOnTop, one.dataset.move] : null;
  }).filter(Boolean);
}"""
PLACES = """() => [".board", ".mine", ".choices", ".seats", ".bridge", ".pane"].map((name) => {
  const box = document.querySelector(name)?.getBoundingClientRect();
  return box ? [name, box.left, box.top, box.width, box.height].join(" ") : name;
})"""
# A point of the view with nothing lit around it.
FREE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const pane = box(document.querySelector(".pane"));
  const taken = [...document.querySelectorAll(".pane [data-move], .unmagnify")].map(box);
  const points = [...Array(400).keys()].map((at) => [
    pane.left + (pane.width * (at % 20 + 0.5)) / 20, pane.top + (pane.height * (Math.floor(at / 20) + 0.5)) / 20,
  ]);
  return points.find(([x, y]) => taken.every(({ left, right, top, bottom }) => (
    x < left - 9 || x > right + 9 || y < top - 9 || y > bottom + 9
  )));
}"""
LONE = """() => {
  document.querySelectorAll(".grid .spot").forEach((one, at) => { if (at) one.remove(); });
  const { left, right, top, bottom } = document.querySelector(".grid .spot").getBoundingClientRect();
  return { x: (left + right) / 2, top, bottom };
}"""


def swim(guest: Guest) -> Page:
    """At The Reef, with many cells to swim to."""
    page = guest.sit("reef", first="A", helm="3")
    guest.play("reef", seen=".grid .spot ~ .spot ~ .spot ~ .spot", prefer=["spin", "enter", "card", "down"])
    guest.settled()
    page.wait_for_timeout(300)  # a tap at once after a change does not count
    return page


def magnify(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(CROWDED)
    assert found["beside"] >= 2
    assert found["size"] < FINGER
    page.touchscreen.tap(found["x"], found["y"])
    page.wait_for_selector(".magnified .unmagnify")
    return found


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS, SMALL, TABLET], ids=["upright", "sideways", "small", "tablet"])
def test_a_tap_near_several_cells_magnifies_them_and_the_next_one_plays(arrive: Arrive, size: dict[str, Any]) -> None:
    guest = arrive("Anne", lang="fr", **size)
    page = swim(guest)
    before, places = guest.settled(), page.evaluate(PLACES)
    magnify(page)
    assert page.evaluate(PLACES) == places, "nothing but the picture in the board's own place has changed"
    cells = page.evaluate(SIZES)
    assert len(cells) >= 3
    assert all(wide >= FINGER and on_top for wide, on_top, _ in cells), cells
    button = page.locator(".unmagnify").bounding_box()
    assert button is not None
    assert button["width"] >= FINGER
    assert guest.settled() == before, "the first tap has played nothing"
    move = cells[0][2]
    cell = page.locator(f'.grid .spot[data-move="{move}"]').bounding_box()
    assert cell is not None
    page.touchscreen.tap(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    page.wait_for_function("(at) => Number(document.querySelector('#log li:last-child').value) > at", arg=before)
    expect(page.locator(".magnified")).to_have_count(0)
    steps = [line.removeprefix("A ") for line in guest.events()[before:] if line.startswith("A ")]
    assert steps[0] == move.split(";")[0]
    guest.clean()


def test_the_magnified_view_closes_without_a_move(arrive: Arrive) -> None:
    guest = arrive("Anne", lang="fr", **PHONE)
    page = swim(guest)
    before = guest.settled()
    magnify(page)
    page.locator(".unmagnify").tap()
    expect(page.locator(".magnified")).to_have_count(0)
    magnify(page)
    page.keyboard.press("Escape")
    expect(page.locator(".magnified")).to_have_count(0)
    magnify(page)
    free = page.evaluate(FREE)
    page.touchscreen.tap(*free)
    expect(page.locator(".magnified")).to_have_count(0)
    magnify(page)
    page.locator("#side-toggle").tap()
    expect(page.locator(".magnified")).to_have_count(0)
    assert guest.settled() == before
    guest.clean()


def test_a_tap_beside_the_only_lit_cell_plays_it(arrive: Arrive) -> None:
    guest = arrive("Anne", lang="fr", **PHONE)
    page = swim(guest)
    before = guest.settled()
    lone = page.evaluate(LONE)
    page.touchscreen.tap(lone["x"], lone["bottom"] + 8)
    page.wait_for_function("(at) => Number(document.querySelector('#log li:last-child').value) > at", arg=before)
    guest.clean()


def test_holding_in_the_magnified_view_explains_and_plays_nothing(arrive: Arrive) -> None:
    guest = arrive("Anne", lang="fr", **PHONE)
    page = swim(guest)
    before = guest.settled()
    found = magnify(page)
    cell = page.locator(f'.grid .spot[data-move="{found["move"]}"]').bounding_box()
    assert cell is not None
    finger = Finger(page)
    finger.down(cell["x"] + cell["width"] / 2, cell["y"] + cell["height"] / 2)
    page.wait_for_selector(BOX, state="visible")
    finger.up()
    page.wait_for_timeout(200)
    assert page.locator(BOX).inner_text().strip()
    expect(page.locator(".magnified")).to_have_count(1)
    assert guest.settled() == before
    guest.clean()


def test_a_mouse_plays_at_once(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = swim(guest)
    before = guest.settled()
    found = page.evaluate(CROWDED)
    page.mouse.click(found["x"], found["y"])
    page.wait_for_function("(at) => Number(document.querySelector('#log li:last-child').value) > at", arg=before)
    expect(page.locator(".magnified")).to_have_count(0)
    guest.clean()


def test_nothing_moves_for_who_wants_no_motion(arrive: Arrive) -> None:
    page = swim(arrive("Anne", reduced_motion="reduce", **PHONE))
    magnify(page)
    animated = "() => document.querySelector('[data-magnify] > *').getAnimations().length"
    assert page.evaluate(animated) == 0
