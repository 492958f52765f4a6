"""A move changes what it moves, never the brightness of the page; whoever asks for no motion gets none."""

from io import BytesIO

import pytest
from PIL import Image, ImageStat
from playwright.sync_api import Page

from tests.browser.conftest import Arrive
from tests.browser.people import GAMES, LIT, until

TOLERANCE = 0.03  # of the brightness before and after a move
MOMENTS = (0, 60, 120, 225, 330, 440)  # milliseconds; a transition takes 450

# Stops the next view transition as soon as its pictures are taken: `window.frozen` is then its list of animations.
FREEZE = """() => {
  window.frozen = null;
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (put) => {
    const change = start(put);
    document.startViewTransition = start;
    change.ready.then(() => {
      const inTransition = ({ effect }) => effect.pseudoElement?.startsWith("::view-transition");
      window.frozen = document.getAnimations().filter(inTransition);
      window.frozen.forEach((one) => one.pause());
    });
    return change;
  };
}"""
SEEK = "(moment) => window.frozen.forEach((one) => { one.currentTime = moment; })"
RUNNING = """() => document.getAnimations().filter((one) => one.playState === "running").map((one) => (
  one.animationName || one.transitionProperty || "a script's own"
))"""

ENDLESS = """() => document.getAnimations().filter((one) => (
  one.playState === "running" && one.effect.getComputedTiming().endTime === Infinity
)).length"""


def brightness(page: Page) -> float:
    """The mean brightness of what is on the screen, from 0 to 255."""
    picture = Image.open(BytesIO(page.screenshot(animations="allow")))
    return float(ImageStat.Stat(picture.convert("L")).mean[0])


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("game", GAMES)
def test_a_move_does_not_flash(arrive: Arrive, game: str, colours: str) -> None:
    """The old picture was added to the new one: the page was half as bright again for a third of a second."""
    guest = arrive("Ann", reduced_motion="no-preference", color_scheme=colours)
    page = guest.sit_calmly() if game == "locker" else guest.sit(game)
    page.wait_for_selector(LIT)
    guest.settled()
    before = brightness(page)
    page.evaluate(FREEZE)
    page.locator(LIT).first.click()
    until(lambda: page.evaluate("() => Boolean(window.frozen)"))
    during = []
    for moment in MOMENTS:
        page.evaluate(SEEK, moment)
        during.append(brightness(page))
    low, high = sorted((before, during[-1]))
    assert min(during) > low * (1 - TOLERANCE), (before, during)
    assert max(during) < high * (1 + TOLERANCE), (before, during)


@pytest.mark.parametrize("game", GAMES)
def test_reduced_motion_moves_nothing(arrive: Arrive, game: str) -> None:
    guest = arrive("Ann", reduced_motion="reduce")
    page = guest.sit_calmly() if game == "locker" else guest.sit(game)
    page.wait_for_selector(LIT)
    guest.settled()
    page.evaluate(FREEZE)
    page.locator(LIT).first.click()
    seen: list[str] = []
    for _ in range(20):
        seen += page.evaluate(RUNNING)
        page.wait_for_timeout(20)
    assert seen == []
    assert page.evaluate("() => window.frozen") is None


@pytest.mark.parametrize("game", ["reef", "nukha"])
def test_ambient_movement_rests_on_an_idle_page(arrive: Arrive, game: str) -> None:
    """Waves and glowing choices kept a processor core a fifth busy for as long as the page was open."""
    guest = arrive("Ann", reduced_motion="no-preference")
    guest.page.clock.install()
    page = guest.sit(game)
    page.wait_for_selector(LIT)
    page.mouse.move(5, 5)
    assert page.evaluate(ENDLESS) > 0
    page.clock.run_for(11_000)
    assert page.evaluate(ENDLESS) == 0
    page.mouse.move(50, 50)
    assert page.evaluate(ENDLESS) > 0


def test_a_replay_rests_and_wakes_with_each_step(arrive: Arrive) -> None:
    """A card that turns up in a replay that nobody touches must not stand still half turned."""
    guest = arrive("Ann", reduced_motion="no-preference")
    path = guest.finished("reef")
    guest.page.clock.install()
    page = guest.go(f"{path}/replay")
    page.wait_for_selector(".board")
    assert page.evaluate(ENDLESS) > 0
    page.clock.run_for(11_000)
    assert page.evaluate(ENDLESS) == 0
    page.evaluate("() => document.dispatchEvent(new CustomEvent('moment', { detail: 1 }))")
    assert page.evaluate(ENDLESS) > 0
