"""Films a turn for the README: scripted lines, the table's own templates, and a browser that looks, frame by frame.

python scripts/moving_picture.py [FILE]
"""

import io
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Page, Route, sync_playwright

from fathoms import Match
from fathoms.engine.game import find_game
from fathoms.engine.match import View
from fathoms.engine.seats import Name
from fathoms.table.web.assets import FOLDER
from fathoms.table.web.i18n import speaker, typeset
from fathoms.table.web.render import environment

GAME, ME, LANG = "locker", "A", "en"
NAMES = {"A": Name("Marina"), "B": Name("Ondine")}
BEFORE = (
    "sea draw anchor-5", "A continue", "sea draw mermaid-6", "A continue", "sea draw net-4", "A surface",
    "sea draw map-7", "sea show anchor-2", "sea show knife-2", "sea show net-2", "B take knife-2", "B knife A mermaid",
    "B surface",
)  # fmt: skip
FILMED = (
    "sea draw chest-4", "A continue", "sea draw mermaid-8", "A continue", "sea draw harpoon-3", "A harpoon B knife",
    "A knife B map", "A continue", "sea draw drone-6", "sea peek key-7", "A continue", "sea draw key-7", "A continue",
    "sea draw chest-7",
)  # fmt: skip
SIZE = {"width": 760, "height": 510}
SEEN = {"x": 0, "y": 0, "width": 760, "height": 460}
TURNING, SINKING = (0, 110, 220, 350), (0, 110, 220, 350, 900, 1100, 1300, 1500, 1700, 1900)
STILL, LAST, STEP = 900, 2600, 80  # milliseconds that a frame is shown

PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8">{sheets}
<style>.play main {{ display: block; padding: 8px; }} .choices {{ position: relative; }}</style></head>
<body class="play"><main><div id="table">{table}</div></main></body></html>"""
AT = "(time) => document.getAnimations().forEach((one) => { one.pause(); one.currentTime = time; })"


def chromium() -> str:
    found = [*map(shutil.which, ("chromium", "chromium-browser", "google-chrome")), "/usr/bin/chromium"]
    return next(path for path in found if path and os.access(path, os.X_OK))


def positions() -> Iterator[tuple[str, View, View]]:
    """Each line that is filmed, with what Marina is told before and after it."""
    match = Match(GAME, interpreted=True, players=2, first="A")
    for line in BEFORE:
        match.play(line)
    for line in FILMED:
        before = match.view(ME)
        match.play(line)
        yield line, before, match.view(ME)


def drawn(line: str, before: View, view: View) -> str:
    """The page after a line, by the table's own templates."""
    game = find_game(GAME)
    values: dict[str, Any] = {
        "_": speaker(LANG), "lang": LANG, "game": game, "v": view, "me": ME, "board": False, "order": ["B", "A"],
        "players": {seat: {"name": name, "kind": "person", "away": False} for seat, name in NAMES.items()},
        "status": "playing", "next_table": None, "may_ask_back": False, "rematch_asked": False, "hints": False,
        "hinted": {}, "clocked": [], "behind": None, "watching": False, "words": game.part("words"),
        "label": lambda choice: game.label(choice, LANG, NAMES.__getitem__),
        "recent": [line], "fresh": line, "before": before, "latest": game.sentence(line, LANG, NAMES.__getitem__),
    }  # fmt: skip
    table = environment(plain=True).get_template("_table.html").render(**values)
    sheets = [f"/static/{name}.css" for name in ("palette", "fathoms", "board")] + [f"/art/{GAME}/table.css"]
    links = "".join(f'<link rel="stylesheet" href="{sheet}">' for sheet in sheets)
    return PAGE.format(lang=LANG, sheets=links, table=typeset(table, LANG))


def answer(route: Route, page: str) -> None:
    """Everything that the page asks for lies in the package."""
    path = urlsplit(route.request.url).path
    if path == "/":
        route.fulfill(body=page, content_type="text/html; charset=utf-8")
    elif path.startswith("/static/"):
        route.fulfill(path=FOLDER / re.sub(r"^/static/(v-\w+/)?", "", path))
    else:
        route.fulfill(path=find_game(GAME).folder.parent / path.removeprefix("/art/"))


def film(page: Page) -> Iterator[tuple[Image.Image, int]]:
    """Frames, each with how long it is shown."""
    for line, before, view in positions():
        html = drawn(line, before, view)
        page.unroute_all()
        page.route("**/*", lambda route, _asked, html=html: answer(route, html))
        page.goto("http://table.test/")
        times = (SINKING if "fatal" in html else TURNING) if "turned" in html else (0,)
        for time in times:
            page.evaluate(AT, time)
            shot = Image.open(io.BytesIO(page.screenshot(clip=SEEN))).convert("RGB")
            last = LAST if line == FILMED[-1] else STILL
            yield shot, last if time == times[-1] else STEP


def main() -> None:
    file = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures/turn.webp")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(viewport=SIZE, color_scheme="light").new_page()
        frames = list(film(page))
        browser.close()
    first, *others = (frame for frame, _ in frames)
    shown = [time for _, time in frames]
    first.save(file, save_all=True, append_images=others, duration=shown, loop=0, quality=62, method=6)
    print(f"{file}  {len(frames)} frames, {sum(shown) / 1000:.0f} s, {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
