"""Words on a page: large enough to be read, not lying on each other, not cut."""

from playwright.sync_api import Page

from tests.browser.people import TO_TOP

SMALLEST = 11  # pixels, of words; numbers on pieces may be smaller

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
  return words.filter(({{ text, holder }}) => /\\p{{L}}{{2}}/u.test(text) && drawn(holder) < least - 0.05)
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
# A table, and a picture of one, shortens names and lines with dots; `test_frame` holds what must be whole there.
CUT = f"""(wide) => {{ {WORDS}
  const shortens = (one) => Boolean(one.closest(".frame")) && style(one).textOverflow === "ellipsis";
  const cuts = ({{ boxes, edges }}) => {{
    const first = edges.findIndex((one) => scrolls(one) || shortens(one));
    const firm = first < 0 ? edges : edges.slice(0, first);
    return boxes.some((box) => firm.some((one) => !within(box, one.getBoundingClientRect()))
      || (first < 0 && (box.left < -1 || box.right > wide + 1)));
  }};
  return words.filter(cuts).map(told);
}}"""


def assert_words_fit(page: Page) -> None:
    page.evaluate(TO_TOP)
    assert page.evaluate(OVERLAPPING) == []
    assert page.viewport_size is not None
    wide = page.viewport_size["width"]  # a phone draws a page that is too wide smaller, and calls its window wider
    assert page.evaluate(CUT, wide) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= wide
