"""Draw the app's icons as PNG from our own mark: `python scripts/app_icons.py`."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).parent.parent / "fathoms" / "table" / "static"
MARK = """<circle cx="16" cy="16" r="15" fill="#0F4C63"/>
<path d="M1 16a15 15 0 0 0 30 0c-4-3-6 3-10 0s-6 3-10 0-6 3-10 0z" fill="#5BB8B5"/>
<circle cx="16" cy="13" r="7" fill="#F2B63D" stroke="#08202E" stroke-width="2"/>
<circle cx="16" cy="13" r="3.6" fill="#BFE6E0" stroke="#08202E" stroke-width="2"/>"""
# To the edges, with the mark where no mask cuts it off.
FULL = """<rect width="32" height="32" fill="#0F4C63"/>
<path d="M0 18c4 3 6-3 10 0s6-3 10 0 8-3 12 0v14H0z" fill="#5BB8B5"/>
<circle cx="16" cy="15" r="7.500" fill="#F2B63D" stroke="#08202E" stroke-width="2"/>
<circle cx="16" cy="15" r="3.800" fill="#BFE6E0" stroke="#08202E" stroke-width="2"/>"""
# One colour on nothing: what a phone shows in its status bar.
SILHOUETTE = """<path fill="#fff" fill-rule="evenodd"
d="M16 3a13 13 0 1 0 0 26 13 13 0 0 0 0-26zm0 7a6 6 0 1 1 0 12 6 6 0 0 1
0-12zm0 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"/>"""
ICONS = {
    "any-192": (MARK, 192),
    "any-512": (MARK, 512),
    "maskable-192": (FULL, 192),
    "maskable-512": (FULL, 512),
    "apple-180": (FULL, 180),
    "badge-96": (SILHOUETTE, 96),
}


def main() -> None:
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (drawing, size) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="{size}">{drawing}</svg>'
            page.set_content(f"<body style='margin:0;line-height:0'>{svg}")
            page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
