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
# to the screen may lie on what scrolls below it. Small pictures of a moment are pictures; a book's have
# numbers on them.
WORDS = """
  const ASIDE = ".hidden, .skip, script, style, title, dialog:not([open]), .moment, .callout, .float, .latest";
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
CUT = f"""(wide) => {{ {WORDS}
  const cuts = ({{ boxes, edges }}) => {{
    const first = edges.findIndex(scrolls);
    const firm = first < 0 ? edges : edges.slice(0, first);
    return boxes.some((box) => firm.some((one) => !within(box, one.getBoundingClientRect()))
      || (first < 0 && (box.left < -1 || box.right > wide + 1)));
  }};
  return words.filter(cuts).map(told);
}}"""
# What is too small for a finger. Cells of the sea lie side by side: a finger beside one may hit another one,
# and they are smaller where more of them are offered than the width, or sideways the depth, has room for.
TARGETS = """(least) => {
  const offered = [...document.querySelectorAll("#table :is([data-move], .choices summary)")]
    .filter((one) => one.checkVisibility());
  const size = (one) => { const { width, height } = one.getBoundingClientRect(); return Math.min(width, height); };
  const isHit = (one, x, y) => {
    const there = document.elementFromPoint(x, y);
    return one.contains(there) || Boolean(there?.closest(".sea :is([data-move], .boat)")) || !there?.closest(".grid");
  };
  const isMissed = (one) => {
    one.scrollIntoView({ block: "center", inline: "nearest" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y, reach] = [left + width / 2, top + height / 2, least / 2 - 1];
    return ![[-reach, 0], [reach, 0], [0, -reach], [0, reach]].every(([dx, dy]) => isHit(one, x + dx, y + dy));
  };
  const cells = offered.filter((one) => one.closest(".sea"));
  const columns = cells.map((one) => Number(one.className.match(/\\bc(\\d+)/)[1]) + (one.matches(".boat") ? 4 : 0));
  const span = Math.max(...columns) - Math.min(...columns) + 1;
  const tight = span > 8 || innerWidth > innerHeight;
  return [...offered.filter((one) => !cells.includes(one) && size(one) < least - 0.5),
    ...cells.filter((one) => isMissed(one) || (!tight && size(one) < least - 4.5))]
    .map((one) => `${size(one).toFixed(0)} ${one.dataset.move} ${one.className} of ${span}`);
}"""


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
    assert page.viewport_size is not None
    wide = page.viewport_size["width"]  # a phone draws a page that is too wide smaller, and calls its window wider
    assert page.evaluate(CUT, wide) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= wide


UPRIGHT, SIDEWAYS = PHONE, {**PHONE, "viewport": {"width": 844, "height": 390}}


@pytest.mark.parametrize("held", [pytest.param(UPRIGHT, id="upright"), pytest.param(SIDEWAYS, id="sideways")])
@pytest.mark.parametrize("game", GAMES)
def test_words_and_targets_are_large_enough_on_a_phone(arrive: Arrive, game: str, held: dict[str, Any]) -> None:
    for page in positions(arrive("Marie-Hélène", lang="fr", **held), game):
        assert page.evaluate(SMALL, SMALLEST) == []
        assert page.evaluate(TARGETS, FINGER) == []
        assert_words_fit(page)
