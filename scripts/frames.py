"""How many frames a browser draws late while pieces move: `python -m scripts.frames`.

Plays each game with animation on and counts the time between two frames: one that takes over 34 ms was seen to stumble.
On a quiet machine under 5 % of them may. Elsewhere the figures tell of the machine.
"""

import argparse
import sys
import tempfile
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from scripts.screenshots import FLAGS, GAMES, LIKED, LIT, chromium, free_port, serve

LATE = 34  # milliseconds: two frames of a screen that draws sixty a second
MOST = 0.05

COUNT = """() => {
  window.frames_seen = [];
  let last = performance.now();
  const note = (now) => { window.frames_seen.push(now - last); last = now; requestAnimationFrame(note); };
  requestAnimationFrame(note);
}"""


def sit_down(browser: Browser, base: str, game: str, phone: bool) -> Page:
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, locale="en", reduced_motion="no-preference")
    page = context.new_page()
    page.goto(base)
    page.click(f"form[action='/play/{game}'] button")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(LIT)
    return page


def play(page: Page, game: str, moves: int) -> None:
    """So many moves, liked ones first, each once the table stands still."""
    for _ in range(moves):
        page.wait_for_selector(f"{LIT}, .end")
        choices = [str(one.get_attribute("data-move")) for one in page.locator(LIT).all()]
        if not choices:
            return
        liked = [one for start in LIKED[game] for one in choices if one.startswith(start)]
        before = page.locator("#log li").count()
        page.evaluate(
            "(move) => document.querySelector(`.choices [data-move='${CSS.escape(move)}']`)?.click()",
            (liked or choices)[0],
        )
        page.wait_for_function("(n) => document.querySelectorAll('#log li').length > n", arg=before)


def frames_of(browser: Browser, base: str, game: str, moves: int, phone: bool) -> list[float]:
    page = sit_down(browser, base, game, phone)
    page.evaluate(COUNT)
    play(page, game, moves)
    found: Any = page.evaluate("window.frames_seen.slice(5)")  # the first are those of the page that came
    page.context.close()
    return [float(one) for one in found]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=15, help="of ours, in each game")
    parser.add_argument("--phone", action="store_true", help="a window of 390 by 844")
    asked, port, late = parser.parse_args(), free_port(), []
    with tempfile.TemporaryDirectory() as tables, sync_playwright() as driver:
        server = serve(port, tables)
        browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
        try:
            for game in GAMES:
                frames = frames_of(browser, f"http://127.0.0.1:{port}", game, asked.moves, asked.phone)
                late.append(sum(one > LATE for one in frames) / len(frames))
                print(f"{game:10} {len(frames):6} frames {late[-1]:7.1%} over {LATE} ms, longest {max(frames):.0f} ms")
        finally:
            browser.close()
            server.terminate()
            server.wait()
    return int(max(late) >= MOST)


if __name__ == "__main__":
    sys.exit(main())
