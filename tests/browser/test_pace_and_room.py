"""The big screen across the room, desktops that use their height, and the pace of the pieces."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import GAMES, LIT, PLAIN, bot, me

SCREENS = [(1920, 1080), (3840, 2160)]
WINDOWS = [(1280, 800), (1920, 1080), (768, 1024), (390, 844)]
# What is read from three metres: who plays, the scores, what has just happened, and the game's own word of the moment.
MATTERS = ".seat .who, .seat .score, .latest, .state, .call, .news, .board h3, .danger .how-many, .row .card .value"


ENDS = """() => Math.max(...[...document.querySelectorAll(".choices, #side")]
  .map((place) => place.getBoundingClientRect().bottom))"""


def big(width: int, height: int) -> dict[str, Any]:
    return {"viewport": {"width": width, "height": height}}


def small_text(page: Page, wanted: str, least: float) -> list[str]:
    """Texts that are drawn smaller than this, in pixels of the screen."""
    found: list[str] = page.evaluate(
        """([wanted, least]) => [...document.querySelectorAll(wanted)].filter((one) => {
          const drawn = one.getBoundingClientRect().height / (one.offsetHeight || 1);
          return one.checkVisibility() && one.offsetHeight > 3
            && parseFloat(getComputedStyle(one).fontSize) * drawn < least - 0.5;
        }).map((one) => `${one.className} ${one.textContent.trim().slice(0, 30)}`)""",
        [wanted, least],
    )
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_big_screen_is_filled_and_read_from_three_metres(arrive: Arrive, game: str) -> None:
    """Journey 20."""
    ann = arrive("Marie-Hélène")
    ann.sit(game, [me(ann.name), *[bot()] * 3])
    ann.play(game, 2, prefer=[])
    path = urlsplit(ann.page.url).path
    for width, height in SCREENS:
        page = arrive("Bob", **big(width, height)).go(f"{path}/board")
        assert small_text(page, MATTERS, height * 0.02) == []
        board, seats = page.locator(".board").bounding_box(), page.locator(".seats").bounding_box()
        assert board is not None
        assert seats is not None
        assert board["y"] + board["height"] <= height + 1
        assert board["height"] > height * 0.6
        assert board["x"] + board["width"] - seats["x"] > width * 0.9
        expect(page.locator(".latest")).to_be_in_viewport(ratio=1)
        assert page.locator(".tools, #side, .choices").locator("visible=true").count() == 0


@pytest.mark.parametrize("game", GAMES)
def test_no_window_has_an_empty_half(arrive: Arrive, game: str) -> None:
    ann = arrive("Ann")
    ann.page.add_init_script(PLAIN)
    page = ann.sit(game, [me(ann.name), *[bot()] * 2])
    page.wait_for_selector(LIT)
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        board = page.locator(".board").bounding_box()
        assert board is not None
        assert board["width"] * board["height"] > width * height * 0.3
        ends = page.evaluate(ENDS)
        assert height * 0.95 < ends <= height


GLIDES = """() => {
  window.glides = 0;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (put) => { window.glides += 1; return start(put); };
}"""
# A swim of three steps as it comes over the wire: one after the other, the table drawn where it ends.
SWIM = """async () => {
  const main = [...document.scripts].find((script) => script.src.endsWith("/table/main.js")).src;
  const { show } = await import(new URL("showing.js", main));
  const { shown } = await import(new URL("page.js", main));
  const html = document.getElementById("table").innerHTML;
  const first = shown.version + 1;
  const step = (number) => ({
    kind: "event", version: number, passed: number < first + 2, html: number < first + 2 ? undefined : html,
    log: { number, from: first, who: "A", line: "A left", text: `${number}`, rules: [], so: [], hurt: {} },
  });
  for (const number of [first, first + 1, first + 2]) {
    show(step(number));
    await new Promise((done) => setTimeout(done, 50));
  }
  for (let i = 0; i < 500 && shown.version < first + 2; i += 1) await new Promise((done) => setTimeout(done, 20));
  return [shown.version - first, window.glides];
}"""


# Three events that have nothing to do with each other.
APART = SWIM.replace("from: first", "from: number").replace("number < first + 2", "false")


# The table that the server sends when a page connects would take back events that a test has made up before it came.
NOTE_CONNECTED = "document.addEventListener('settled', () => { window.connected = true; })"


def connected(arrive: Arrive) -> Page:
    """Ann's turn at a table of Locker, in motion, on a page that has heard from the server."""
    guest = arrive("Ann", reduced_motion="no-preference")
    guest.page.add_init_script(NOTE_CONNECTED)
    page = guest.sit_calmly()
    page.wait_for_function("() => window.connected")
    return page


def test_one_swim_is_one_glide(arrive: Arrive) -> None:
    page = connected(arrive)
    page.evaluate(GLIDES)
    later, glides = page.evaluate(SWIM)
    assert later == 2
    assert glides == 1


def test_the_pace_is_set_by_a_slider_and_remembered(arrive: Arrive) -> None:
    page = connected(arrive)
    page.locator("#menu-toggle").click()
    slider = page.locator("#pace")
    slider.focus()
    slider.press("Home")
    assert slider.get_attribute("aria-valuetext") == "at once"
    page.reload()
    page.wait_for_function("() => window.connected")
    page.wait_for_function("() => document.documentElement.style.getPropertyValue('--pace') === '0'")
    page.evaluate(GLIDES)
    assert page.evaluate(SWIM)[1] == 0
    page.locator("#menu-toggle").click()
    page.locator("#pace").press("End")
    assert page.locator("#pace").get_attribute("aria-valuetext") == "very calm"


def test_what_waits_can_be_skipped(arrive: Arrive) -> None:
    """Three events at the calmest pace: a button offers to go to the newest, and goes away."""
    page = connected(arrive)
    page.evaluate("() => localStorage.setItem('pace', '4')")
    page.reload()
    page.wait_for_function("() => window.connected")
    page.evaluate(GLIDES)
    page.evaluate(f"() => {{ window.done = ({APART})(); }}")
    page.locator("#ahead").click()
    assert page.evaluate("async () => (await window.done)[0]") == 2
    page.wait_for_selector("#ahead", state="hidden")


# Events of their own, with the table as it stands or with one piece elsewhere: what was drawn, and what had a name.
HAPPEN = """async ({ times, hurried, moved }) => {
  const main = [...document.scripts].find((script) => script.src.endsWith("/table/main.js")).src;
  const { show, goOn } = await import(new URL("showing.js", main));
  const { shown } = await import(new URL("page.js", main));
  let drawn = 0;
  const named = new Set();
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (put) => {
    document.querySelectorAll("[data-vt]").forEach(({ style }) => named.add(style.viewTransitionName));
    return start(put);
  };
  document.addEventListener("shown", () => { drawn += 1; });
  const table = document.getElementById("table").cloneNode(true);
  table.querySelectorAll("[data-arrive]").forEach((piece) => piece.removeAttribute("data-arrive")); // it has arrived
  if (moved) table.querySelector(".board").append(table.querySelector(`[data-vt="${moved}"]`));
  const last = shown.version + times;
  for (let number = shown.version + 1; number <= last; number += 1) {
    const log = { number, from: number, who: "A", line: "A left", text: `${number}`, rules: [], so: [], hurt: {} };
    show({ kind: "event", version: number, html: table.innerHTML, log });
  }
  if (hurried) goOn();
  for (let i = 0; i < 1500 && shown.version < last; i += 1) await new Promise((done) => setTimeout(done, 20));
  return { behind: last - shown.version, drawn, named: [...named].filter(Boolean) };
}"""


def test_whoever_skips_ahead_sees_the_newest_table_alone(arrive: Arrive) -> None:
    """Each of the tables in between was drawn whole, and gone before anybody could see it."""
    page = connected(arrive)
    happened = page.evaluate(HAPPEN, {"times": 8, "hurried": True})
    assert happened["behind"] == 0
    assert happened["drawn"] <= 2  # the one that was on its way, and the newest
    page.wait_for_function("() => document.querySelectorAll('#log li[data-from]').length >= 8")  # all of them are told


def test_a_piece_has_a_name_only_while_it_moves(arrive: Arrive) -> None:
    """Thirty names took longer than a frame to lay out, for every frame of a glide."""
    page = connected(arrive)
    pieces = page.locator("#table [data-vt]")
    assert pieces.count() > 1
    assert page.evaluate(HAPPEN, {"times": 1})["named"] == []
    piece = pieces.first.get_attribute("data-vt")
    assert piece in page.evaluate(HAPPEN, {"times": 1, "moved": piece})["named"]


# A number of the board grows by four; whether its float is seen, and again once the bar of choices lies on the number.
GROWS = """() => {
  const bar = document.querySelector(".choices").getBoundingClientRect();
  const numbers = [...document.querySelectorAll("#table [data-tally]")].filter((one) => one.checkVisibility());
  const number = numbers.find((one) => one.getBoundingClientRect().bottom < bar.top);
  const float = () => document.querySelector(`#floats [data-of="${number.dataset.tally}"]`);
  document.dispatchEvent(new CustomEvent("showing"));
  number.textContent = `${parseInt(number.textContent, 10) + 4}`;
  document.dispatchEvent(new CustomEvent("shown", { detail: { movers: ["A"] } }));
  const first = getComputedStyle(float()).visibility;
  const { left, top } = number.getBoundingClientRect();
  const cover = document.querySelector(".choices");
  cover.style.cssText = `position: fixed; left: ${left - 40}px; top: ${top - 40}px; width: 200px; height: 200px`;
  document.dispatchEvent(new Event("scroll"));
  return [first, getComputedStyle(float()).visibility];
}"""


def test_no_number_floats_above_what_lies_on_it(arrive: Arrive) -> None:
    """After the page had moved, what others had won floated over one's choices."""
    guest = arrive("Ann")
    page = guest.sit_calmly()
    page.wait_for_selector(".choices [data-move]")
    assert page.evaluate(GROWS) == ["visible", "hidden"]
