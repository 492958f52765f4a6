"""Takes the pictures of the README: a server, a few moves of each game, and a browser that looks.

python scripts/screenshots.py [FOLDER]
"""

import base64
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

GAMES = {"locker": 7, "reef": 9, "barracuda": 5, "nukha": 5}  # how many moves are made before the picture
NAMES = {"en": "Marina", "fr": "Ondine"}
LIT = ".choices [data-move]:not([disabled])"
LIKED = {
    "locker": ["continue"],
    "reef": ["spin", "grab", "enter", "down", "card", "left"],
    "barracuda": ["play 3", "play 5", "play 2"],
    "nukha": ["choose red", "claim", "leave", "accept"],
}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


PIXELS = """async (picture) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const paper = new OffscreenCanvas(image.width, image.height).getContext("2d");
  paper.drawImage(image, 0, 0);
  const { data, width, height } = paper.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.subarray(at, at + 8192));
  return { width, height, data: btoa(text) };
}"""


def few_colours(page: Page, picture: bytes) -> bytes:
    """The same picture with its 256 most frequent colours: half the size, and nobody sees the difference."""
    told = page.evaluate(PIXELS, base64.b64encode(picture).decode())
    pixels = np.frombuffer(base64.b64decode(told["data"]), np.uint8).reshape(-1, 4)[:, :3]
    colours, where, counts = np.unique(pixels // 4 * 4, axis=0, return_inverse=True, return_counts=True)
    palette = colours[np.argsort(-counts)[:256]].astype(int)
    nearest = [int(np.abs(palette - colour).sum(axis=1).argmin()) for colour in colours.astype(int)]
    rows = np.array(nearest, np.uint8)[where.ravel()].reshape(told["height"], told["width"])
    raw = np.pad(rows, ((0, 0), (1, 0))).tobytes()  # each line begins with its filter: none
    head = struct.pack(">IIBBBBB", told["width"], told["height"], 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", head),
        (b"PLTE", palette.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(raw, 9)),
        (b"IEND", b""),
    )
    chunks = (struct.pack(">I", len(d)) + kind + d + struct.pack(">I", zlib.crc32(kind + d)) for kind, d in parts)
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def chromium() -> str:
    found = [*map(shutil.which, ("chromium", "chromium-browser", "google-chrome")), "/usr/bin/chromium"]
    return next(path for path in found if path and os.access(path, os.X_OK))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def serve(port: int, folder: str) -> subprocess.Popen[bytes]:
    env = {**os.environ, "FATHOMS_PACE": "0.02", "FATHOMS_WARM": "0", "FATHOMS_LOG_LEVEL": "warning"}
    command = [str(Path(sys.executable).parent / "fathoms"), "serve", "--port", str(port)]
    process = subprocess.Popen([*command, "--database", f"sqlite:///{folder}/tables.db"], env=env)
    while process.poll() is None:
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5):
                return process
        except (URLError, OSError):
            time.sleep(0.1)
    raise SystemExit("the server did not start")


def visit(browser: Browser, base: str, lang: str, phone: bool) -> Page:
    context = browser.new_context(
        viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 800},
        color_scheme="dark" if phone else "light",
        locale=lang,
        reduced_motion="reduce",
    )
    context.add_cookies([{"name": "fathoms_name", "value": NAMES[lang], "url": base}])
    page = context.new_page()
    page.add_init_script("delete Document.prototype.startViewTransition")  # nothing is caught half way
    page.goto(base)
    return page


def play(page: Page, game: str, moves: int) -> None:
    """Some moves, liked ones first, until it is our turn again."""
    page.click(f"form[action='/play/{game}'] button")
    page.wait_for_url("**/t/*")
    for _ in range(moves):
        page.wait_for_selector(f"{LIT}, .end")
        lit = page.locator(LIT)
        choices = [str(one.get_attribute("data-move")) for one in lit.all()]
        if not choices:
            return
        liked = [one for start in LIKED[game] for one in choices if one.startswith(start)]
        before = page.locator("#log .who-A").count()
        lit.nth(choices.index((liked or choices)[0])).click()
        page.wait_for_function("(n) => document.querySelectorAll('#log .who-A').length > n", arg=before)
    page.wait_for_selector(f"{LIT}, .end")


def take(page: Page, file: Path) -> None:
    page.mouse.move(0, 0)
    page.evaluate("scrollTo(0, 0)")
    taken = page.screenshot()
    page.goto("about:blank")
    file.write_bytes(few_colours(page, taken))
    print(f"{file}  {file.stat().st_size // 1000} kB")


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as tables:
        server = serve(port, tables)
        try:
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=chromium(), args=FLAGS)
                take(visit(browser, base, "en", phone=False), folder / "home.png")
                for game, moves in GAMES.items():
                    for lang, phone in (("en", False), ("fr", True)):
                        page = visit(browser, base, lang, phone)
                        play(page, game, moves)
                        take(page, folder / f"{game}{'-phone' if phone else ''}.png")
                        page.context.close()
                browser.close()
        finally:
            server.terminate()
            server.wait(15)


if __name__ == "__main__":
    main()
