"""The manifest, the service worker at the root, and the page that is shown without a network."""

import hashlib
import json
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from fathoms.engine.game import Game, working_games
from fathoms.engine.kinds import Json
from fathoms.engine.parts.aid import aid_entries
from fathoms.table.web.assets import FOLDER, asset, stamp
from fathoms.table.web.i18n import LANGUAGES, language_of, speaker, typeset
from fathoms.table.web.render import environment
from fathoms.table.web.request import lang_of

router = APIRouter(include_in_schema=False)
ASK_AGAIN = {"Cache-Control": "no-cache"}
PAGE_COLOUR = "#0a2a3f"  # the abyss of the palette: behind the icon while the app opens
KEPT = (
    "palette.css",
    "fathoms.css",
    "app.css",
    "theme.js",
    "icon.svg",
    "offline.js",  # the offline page
    "app.js",
    "mine.css",
    "mine.js",
    "device_link.js",
    "push.js",  # my games
    "board.css",
    "book.css",
    "book.js",
    "stir.js",
    "sea.js",  # rule books
)  # what the pages are made of that open without a network
BOOK_FILES = ("*.md", "*.toml", "*.html", "*.css", "*.svg", "aid.py")
TABLE = Path(__file__).parents[2]


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What the app is called and how it looks on a home screen, in the reader's language."""
    return Response(json.dumps(_manifest(lang_of(request))), media_type="application/manifest+json", headers=ASK_AGAIN)


@cache
def _manifest(lang: str) -> Json:
    _ = speaker(lang)
    return {
        "id": "/",
        "name": "Fathoms",
        "short_name": "Fathoms",
        "description": _("Four games under the sea"),
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAGE_COLOUR,
        "theme_color": PAGE_COLOUR,
        "categories": ["games"],
        "icons": [
            {"src": asset("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *[_icon(f"any-{size}", size, "any") for size in (192, 512)],
            *[_icon(f"maskable-{size}", size, "maskable") for size in (192, 512)],
        ],
        "shortcuts": [{"name": _("My games"), "url": "/mine"}],
    }


def _icon(name: str, size: int, purpose: str) -> Json:
    return {"src": asset(f"icons/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@router.get("/sw.js")
async def service_worker() -> Response:
    """The service worker. Its text names the state of the static files, so a browser notices every upgrade."""
    return Response(_service_worker(), media_type="text/javascript", headers=ASK_AGAIN)


@cache
def _service_worker() -> str:
    facts = {
        "stamp": stamp(),
        "edition": edition(),
        "books": [path for game in working_games() for path in _book_pages(game)],
        "kept": [*map(asset, KEPT), *map(asset, _fonts()), *map(_offline_page, LANGUAGES)],
        "offline": {lang: _offline_page(lang) for lang in LANGUAGES},
        "icon": asset("icons/any-192.png"),
        "badge": asset("icons/badge-96.png"),
    }
    return f"const FACTS = {json.dumps(facts)};\n{(FOLDER / 'worker.js').read_text(encoding='utf-8')}"


def _fonts() -> list[str]:
    return [f"fonts/{file.name}" for file in sorted((FOLDER / "fonts").glob("*.woff2"))]


def _offline_page(lang: str) -> str:
    return f"/offline?lang={lang}"


def _book_pages(game: Game) -> list[str]:
    """The pages of a game's rule book."""
    quick = [f"/rules/{game.name}/quick"] if aid_entries(game) else []
    return [f"/rules/{game.name}", *quick, f"/rules/{game.name}/reference"]


def edition() -> str:
    """Short for the content of all rule books: their texts and pictures, the templates and the translations."""
    folders = [game.folder for game in working_games()] + [TABLE / "templates"]
    files = [file for folder in folders for pattern in BOOK_FILES for file in folder.glob(pattern)]
    digest = hashlib.sha256(stamp().encode())
    for file in sorted([*files, *(TABLE / "locale").rglob("*.po")]):
        digest.update(str(file.name).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:10]


@router.get("/offline")
async def offline(lang: str = "") -> Response:
    """What a device shows that has no network; the service worker keeps it in every language."""
    chosen = language_of(lang, None)
    books = [(game.name, game.title[chosen]) for game in working_games()]
    html = environment().get_template("offline.html").render(_=speaker(chosen), lang=chosen, books=books)
    return HTMLResponse(typeset(html, chosen))
