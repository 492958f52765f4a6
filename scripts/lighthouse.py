"""Lighthouse's judgement of the pages: `python -m scripts.lighthouse`. It needs Chromium, and npm with a registry.

Home, the lessons, a table of each game and one's own games, as a phone and as a desktop: accessibility and best
practices must be 100. Lighthouse is installed into a folder of its own, by default one that is thrown away; nothing of
it is part of Fathoms.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import sync_playwright

from scripts.screenshots import FLAGS, GAMES, chromium, free_port, serve

JUDGED = ("accessibility", "best-practices")
SIZES = {"phone": [], "desktop": ["--preset=desktop"]}
FEWEST = {"nukha": 3}


def install(folder: Path) -> Path:
    """Lighthouse's command, installed where it is not there yet."""
    command = folder / "node_modules" / ".bin" / "lighthouse"
    if not command.exists():
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), "lighthouse"], check=True)
    return command


def pages(base: str, person: str) -> dict[str, str]:
    """The pages that are judged, by name; at the tables it is this person's turn or a bot's."""
    found = {"home": "/", "learn": f"/learn/{next(iter(GAMES))}"}
    for game in GAMES:
        bots = [{"kind": "bot", "level": "deckhand"}] * (FEWEST.get(game, 2) - 1)
        body = {
            "game": game,
            "seats": [{"kind": "person", "name": "Ann"}, *bots],
            "options": {"players": len(bots) + 1},
        }
        made = httpx.post(f"{base}/api/tables", json={**body, "pace": 0}, cookies={"fathoms_person": person})
        found[game] = f"/t/{made.raise_for_status().json()['table']}"
    return {**found, "mine": "/mine"}


@contextmanager
def window(base: str, person: str, folder: Path) -> Iterator[int]:
    """A browser in which somebody is known, and the port where it takes orders."""
    port = free_port()
    with sync_playwright() as driver:
        flags = [*FLAGS, f"--remote-debugging-port={port}"]
        context = driver.chromium.launch_persistent_context(folder, executable_path=chromium(), args=flags, locale="en")
        cookies = {"fathoms_person": person, "fathoms_name": "Ann"}
        context.add_cookies([{"name": name, "value": value, "url": base} for name, value in cookies.items()])
        yield port
        context.close()


def judge(command: Path, url: str, port: int, size: str) -> dict[str, Any]:
    """What Lighthouse says of a page."""
    wanted = [f"--only-categories={','.join(JUDGED)}", "--disable-storage-reset", "--output=json", "--quiet"]
    order = [str(command), url, f"--port={port}", *wanted, *SIZES[size]]
    done = subprocess.run(order, check=False, capture_output=True, text=True, timeout=180)
    if done.returncode:
        raise SystemExit(f"Lighthouse could not judge {url}: {done.stderr}")
    return dict(json.loads(done.stdout))


def failed(report: dict[str, Any]) -> list[str]:
    """The audits that cost points, each with where."""
    weighty = {one["id"] for name in JUDGED for one in report["categories"][name]["auditRefs"] if one["weight"]}
    audits = [one for one in report["audits"].values() if one["id"] in weighty and one["score"] not in (None, 1)]
    return [f"{one['title']} ({one['id']}): {where(one)}" for one in audits]


def where(audit: dict[str, Any]) -> str:
    items = audit.get("details", {}).get("items", [])
    return "; ".join(str(one.get("node", {}).get("snippet") or one)[:160] for one in items[:4])


def tell(name: str, size: str, report: dict[str, Any]) -> bool:
    """Print what a page was given; whether that is all there is."""
    marks = [round(100 * (report["categories"][one]["score"] or 0)) for one in JUDGED]
    print(f"{name:10} {size:8} {marks[0]:4} {marks[1]:4}", *failed(report), sep="\n    ", flush=True)
    return min(marks) == 100


def judge_all(command: Path, base: str, folder: Path, only: list[str]) -> bool:
    """Whether every page is given all there is."""
    person = uuid.uuid4().hex
    with window(base, person, folder) as port:
        wanted = {name: path for name, path in pages(base, person).items() if name in (only or [name])}
        return all(
            [
                tell(name, size, judge(command, f"{base}{path}", port, size))
                for name, path in wanted.items()
                for size in SIZES
            ]
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="where Lighthouse is, or is installed and stays")
    parser.add_argument("--only", nargs="*", default=[], help="pages by name: home, learn, a game, mine")
    asked, port = parser.parse_args(), free_port()
    with tempfile.TemporaryDirectory() as away:
        command = install(asked.folder or Path(away))
        server = serve(port, away)
        try:
            return 0 if judge_all(command, f"http://127.0.0.1:{port}", Path(away) / "browser", asked.only) else 1
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
