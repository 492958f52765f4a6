"""On a phone words are large enough, and neither lie on each other nor are cut; a finger hits what it aims at."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.browser.people import ASKED, GAMES, PHONE, PLAIN, Guest, bot, me

PLAYERS = {"locker": 3, "reef": 3, "barracuda": 4, "nukha": 4}
FIRST: dict[str, dict[str, Any]] = {"nukha": {"adventurers": "none", "captain": "C"}, "barracuda": {}}
LIKED = ["continue", "spin", "card", "enter", "down", "claim", "pledge"]
SMALLEST = 12  # pixels, of letters
FINGER = 44  # pixels, of what is tapped

# The words on a page, each with what is seen of its boxes, how large it is drawn, and the layer it lies in: what sticks
# to the screen may lie on what scrolls below it. Small pictures of a moment are pictures.
WORDS = """
  const ASIDE = ".hidden, .skip, script, style, title, dialog:not([open]), .moment, .float, .latest";
  const up = (one) => (one ? [one, ...up(one.parentElement)] : []);
  const style = (one) => getComputedStyle(one);
  const isTiny = (one) => style(one).clipPath === "inset(50%)"; // said, not shown
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && !one.closest(ASIDE) && !up(one).some(isTiny);
  const hides = (one) => style(one).overflowX !== "visible" || style(one).overflowY !== "visible";
  const scrolls = (one) => /auto|scroll/.test(style(one).overflowX + style(one).overflowY);
  const drawn = (one) => {
    const { a, b } = one.ownerSVGElement ? one.getScreenCTM() : { a: one.currentCSSZoom || 1, b: 0 };
    return parseFloat(style(one).fontSize) * Math.hypot(a, b);
  };
  const layer = (one) => up(one).find((above) => /sticky|fixed/.test(style(above).position));
  const within = (box, edge) => (box.top + box.bottom) / 2 > edge.top && (box.top + box.bottom) / 2 < edge.bottom
    && box.left >= edge.left - 2 && box.right <= edge.right + 2;
  const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const words = [];
  while (all.nextNode()) {
    const [text, holder] = [all.currentNode, all.currentNode.parentElement];
    if (!/[\\p{L}\\p{N}]/u.test(text.data) || !seen(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    const edges = up(holder).filter((one) => one !== document.body && hides(one) && !one.ownerSVGElement);
    if (boxes.length) words.push({ text: text.data.trim(), holder, boxes, edges });
  }
  const named = (one) => one.className?.baseVal ?? one.className;
  const told = ({ text, holder }) => `${text.slice(0, 30)} (${named(holder)} in ${named(holder.parentElement)})`;
"""
SMALL = f"""(least) => {{ {WORDS}
  return words.filter(({{ holder }}) => drawn(holder) < least - 0.05)
    .map((one) => `${{drawn(one.holder).toFixed(1)}} ${{told(one)}}`);
}}"""
# Letters fill the middle of their line.
OVERLAPPING = f"""() => {{ {WORDS}
  const core = ({{ left, right, top, height }}) => (
    {{ left: left + 1.5, right: right - 1.5, top: top + height * 0.28, bottom: top + height * 0.72 }});
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const inSight = ({{ boxes, edges }}) => boxes
    .filter((box) => edges.every((one) => within(box, one.getBoundingClientRect()))).map(core);
  const found = words.map((one) => ({{ ...one, boxes: inSight(one), layer: layer(one.holder) }}));
  return found.flatMap((one, number) => found.slice(number + 1)
    .filter((other) => other.layer === one.layer && one.boxes.some((a) => other.boxes.some((b) => meet(a, b))))
    .map((other) => `${{told(one)}} on ${{told(other)}}`));
}}"""
CUT = f"""() => {{ {WORDS}
  const cuts = ({{ boxes, edges }}) => {{
    const first = edges.findIndex(scrolls);
    const firm = first < 0 ? edges : edges.slice(0, first);
    return boxes.some((box) => firm.some((one) => !within(box, one.getBoundingClientRect()))
      || (first < 0 && (box.left < -1 || box.right > innerWidth + 1)));
  }};
  return words.filter(cuts).map(told);
}}"""
# Many a cell of the sea is smaller: every step is a choice at the bar, too.
TARGETS = """(least) => [...document.querySelectorAll("#table :is([data-move], .choices summary)")]
  .filter((one) => one.checkVisibility() && !one.closest(".sea"))
  .map((one) => [one, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < least - 0.5)
  .map(([one, { width, height }]) => `${width.toFixed(0)}×${height.toFixed(0)} ${one.dataset.move} ${one.tagName}`)"""


def positions(guest: Guest, game: str) -> Iterator[Page]:
    """The page of a table at its first decision, and later again and again."""
    guest.page.add_init_script(PLAIN)
    seats = [me(guest.name), *[bot()] * (PLAYERS[game] - 1)]
    page = guest.sit(game, seats, **FIRST.get(game, {"first": "A"}))
    page.wait_for_selector(ASKED)
    yield page
    for _ in range(3):
        if guest.play(game, 3, prefer=LIKED)["over"]:
            return
        guest.settled()
        yield page


def assert_words_fit(page: Page) -> None:
    page.evaluate("async () => { scrollTo(0, 0); await document.fonts.ready; }")
    assert page.evaluate(OVERLAPPING) == []
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("game", GAMES)
def test_words_and_targets_are_large_enough_on_a_phone(arrive: Arrive, game: str) -> None:
    for page in positions(arrive("Marie-Hélène", lang="fr", **PHONE), game):
        assert page.evaluate(SMALL, SMALLEST) == []
        assert page.evaluate(TARGETS, FINGER) == []
        assert_words_fit(page)
