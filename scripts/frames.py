"""How many frames a browser draws late while pieces move: `python -m scripts.frames`.

Plays each game with animation on and counts the time between two frames: one that takes over 34 ms was seen to stumble.
On a quiet machine under 5 % of them may. Elsewhere the figures tell of the machine.
"""

import argparse
import sys
import tempfile

from playwright.sync_api import Browser, Page, sync_playwright

from scripts.screenshots import FLAGS, GAMES, LIKED, LIT, chromium, free_port, serve

LATE = 34  # milliseconds: two frames of a screen that draws sixty a second
MOST = 0.05

# Counts frames and plays: a liked choice as soon as there is one, and once more where the table did not take it.
COUNT = """async ({ liked, moves, seconds }) => {
  const frames = [], lit = () => [...document.querySelectorAll(".choices [data-move]:not([disabled])")];
  let last = performance.now(), done = false, made = 0, said = -1, at = -Infinity;
  const note = (now) => { frames.push(now - last); last = now; if (!done) requestAnimationFrame(note); };
  requestAnimationFrame(note);
  const end = last + seconds * 1000;
  const lines = () => document.querySelectorAll(`#log .who-${document.body.dataset.seat}`).length;
  while (performance.now() < end && !document.querySelector(".end") && (made < moves || lines() <= said)) {
    const choices = lit(), now = performance.now();
    if (choices.length && (lines() > said || now - at > 3000)) {
      made += lines() > said ? 1 : 0;
      said = lines();
      at = now;
      (liked.map((start) => choices.find(({ dataset }) => dataset.move.startsWith(start))).find(Boolean)
        || choices[0]).click();
    }
    await new Promise((then) => setTimeout(then, 50));
  }
  done = true;
  return [frames, made];
}"""
SECONDS = 90  # for one game, at most


def sit_down(browser: Browser, base: str, game: str, phone: bool) -> Page:
    size = {"width": 390, "height": 844} if phone else {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, locale="en", reduced_motion="no-preference")
    page = context.new_page()
    page.goto(base)
    page.click(f"form[action='/play/{game}'] button")
    page.wait_for_url("**/t/*")
    page.wait_for_selector(LIT)
    return page


def frames_of(browser: Browser, base: str, game: str, moves: int, phone: bool) -> tuple[list[float], int]:
    """How long each frame took, and how many moves were made meanwhile."""
    page = sit_down(browser, base, game, phone)
    frames, made = page.evaluate(COUNT, {"liked": LIKED[game], "moves": moves, "seconds": SECONDS})
    page.context.close()
    return [float(one) for one in frames[5:]], int(made)  # the first are those of the page that came


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
                frames, made = frames_of(browser, f"http://127.0.0.1:{port}", game, asked.moves, asked.phone)
                late.append(sum(one > LATE for one in frames) / len(frames))
                told = f"{late[-1]:6.1%} over {LATE} ms, longest {max(frames):.0f} ms"
                print(f"{game:10} {made:3} moves {len(frames):6} frames {told}", flush=True)
        finally:
            browser.close()
            server.terminate()
            server.wait()
    return int(max(late) >= MOST)


if __name__ == "__main__":
    sys.exit(main())
