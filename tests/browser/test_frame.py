"""The frame of a table: at every decision all that matters is in sight, nothing lies over anything, nothing scrolls."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.people import FEWEST, GAMES, LIT, Guest, bot, me
from tests.browser.reading import OVERLAPPING, SMALL, SMALLEST

MOST = {"locker": 4, "reef": 5, "barracuda": 4, "nukha": 6}
SIZES = [  # width, height, letters in per cent
    (1280, 720, 100),
    (1280, 800, 100),
    (1024, 768, 100),
    (390, 844, 100),
    (844, 390, 100),
    (1280, 800, 200),
    (390, 844, 200),
]
DECISIONS = 6  # measured in one game
TABLES = [(game, players, {}) for game in GAMES for players in (FEWEST[game], MOST[game])]
TABLES.append(("barracuda", 4, {"teams": True}))
LETTERS = "(letters) => { document.documentElement.style.fontSize = `${letters}%`; }"

HAS_CHIPS = "() => Boolean(document.querySelector('.rival .things')?.checkVisibility() === false)"
FAULTS = (Path(__file__).parent / "frame_faults.js").read_text()


def faults_at(page: Page, sizes: list[tuple[int, int, int]] = SIZES) -> list[str]:
    """What is wrong at each size, on one and the same page."""
    found = []
    for width, height, letters in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(LETTERS, letters)
        faults = page.evaluate(FAULTS)
        if page.evaluate(HAS_CHIPS):
            page.locator(".rival").first.click(position={"x": 12, "y": 12})
            faults += [f"rivals shown: {fault}" for fault in page.evaluate(FAULTS)]
            page.locator(".back-to-board").click()
        if letters == 100:
            faults += [f"too small: {words}" for words in page.evaluate(SMALL, SMALLEST)]
        if width < height:
            lying = page.evaluate(OVERLAPPING)  # badges of what happened may, and numbers within one card
            faults += [f"overlap: {words}" for words in lying if words[0].isalpha() and "(grief in" not in words]
        found += [f"{width}x{height} at {letters} %: {fault}" for fault in faults]
    page.evaluate(LETTERS, 100)
    return found


def walk(guest: Guest, game: str, players: int, decisions: int, **options: object) -> list[str]:
    """Play a game and measure its page at some of its decisions."""
    page = guest.sit(game, [me(guest.name), *[bot()] * (players - 1)], **options)
    page.wait_for_selector(LIT, state="attached")  # it may lie in a closed group
    found = []
    for number in range(decisions):
        guest.settled()
        found += [f"decision {number}: {fault}" for fault in faults_at(page)]
        page.set_viewport_size({"width": 1280, "height": 800})
        if guest.play(game, 3, prefer=[])["over"]:
            break
    return found


@pytest.mark.parametrize(("game", "players", "options"), TABLES, ids=lambda one: str(one) if one else "-")
def test_all_that_matters_is_in_sight(arrive, game, players, options):
    ann = arrive("Wilhelmina Aquamarina XI")
    found = walk(ann, game, players, DECISIONS, **options)
    assert not found, "\n".join(found)


SHIFTS = """() => {
  let clicked = -1000;
  let unanswered = false; // on a busy machine the answer to a tap may take longer than half a second
  window.shifts = [];
  addEventListener("click", () => { clicked = performance.now(); unanswered = true; }, true);
  document.addEventListener("shown", () => {
    if (unanswered) clicked = performance.now();
    unanswered = false;
  });
  const isList = ({ node }) => Boolean((node?.nodeType === 1 ? node : node?.parentElement)?.closest(".choices .list"));
  const told = ({ node, previousRect: a, currentRect: b }) => {
    const one = node?.nodeType === 1 ? node : node?.parentElement;
    const name = `${one?.localName}.${one?.className?.baseVal ?? one?.className}`;
    return `${name} ${Math.round(a.x)},${Math.round(a.y)} → ${Math.round(b.x)},${Math.round(b.y)}`;
  };
  new PerformanceObserver((list) => list.getEntries().forEach(({ value, startTime, sources }) => {
    const isOwn = startTime - clicked < 500 && sources.every(isList); // one's next choices, after one's own tap
    if (!isOwn) window.shifts.push([value, sources.map(told)]);
  })).observe({ type: "layout-shift", buffered: true });
}"""  # shifts of what stays on the page, as the browser itself counts them


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_jumps_in_a_whole_game(arrive, game, size):
    phone = {"viewport": {"width": 390, "height": 844}}
    ann = arrive("Ann", **(phone if size == "phone" else {}))
    page = ann.sit(game, [me("Ann"), *[bot()] * (FEWEST[game] - 1)])
    page.wait_for_selector(LIT, state="attached")  # it may lie in a closed group
    page.evaluate(SHIFTS)
    ann.play(game, 60)
    shifts = page.evaluate("() => window.shifts")
    assert sum(value for value, _ in shifts) < 0.02, "\n".join(f"{value:.4f} {told}" for value, told in shifts)
