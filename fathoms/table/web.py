"""The server put together: routes, limits, headers, errors, and its life from start to clean stop."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles

from fathoms.bots.warm import start_warming
from fathoms.engine.errors import FathomsError, IllegalMove, OptionError
from fathoms.table import api, live, pages, table_pages
from fathoms.table.hub import Hub
from fathoms.table.limits import Limit
from fathoms.table.render import error_page
from fathoms.table.room import NotSeated, Stale
from fathoms.table.settings import Settings
from fathoms.table.store import Store
from fathoms.table.wire import Wire

log = logging.getLogger("fathoms")

MOST_BODY = 64 * 1024
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application that serves tables; uvicorn's workers call this too."""
    chosen = settings or Settings.read()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = Store(chosen.database)
        hub = app.state.hub = Hub(store, chosen)
        warming = start_warming() if chosen.warm else None
        wire = Wire(store, hub)
        await wire.open()
        sweeper = asyncio.create_task(hub.sweep())
        await hub.resume_bots()
        yield
        sweeper.cancel()
        await wire.close()
        await hub.close()
        store.close()
        if warming is not None:
            warming.kill()
            warming.wait()

    app = FastAPI(
        title="Fathoms", version="1", lifespan=life, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json"
    )
    app.state.settings = chosen
    app.state.move_limit = Limit(chosen.moves_a_minute)
    app.state.table_limit = Limit(chosen.tables_a_minute)
    app.include_router(api.router)
    app.include_router(live.router)
    app.include_router(pages.router)
    app.include_router(table_pages.router)
    app.mount("/static", StaticFiles(directory=Path(__file__).parent / "static"), name="static")
    app.middleware("http")(guard)
    app.add_middleware(GZipMiddleware, minimum_size=600)
    for kind in (FathomsError, Exception):
        app.add_exception_handler(kind, on_error)
    app.add_exception_handler(404, on_missing)
    return app


async def guard(request: Request, follow: Callable[[Request], Awaitable[Response]]) -> Response:
    """What every request must respect: its size, its origin, how often it comes; and the headers of every answer."""
    refusal = _refusal(request)
    response = JSONResponse(refusal[1], refusal[0]) if refusal else await follow(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _refusal(request: Request) -> tuple[int, dict[str, str]] | None:
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if int(request.headers.get("content-length") or 0) > MOST_BODY:
        return 413, {"error": f"too large; allowed: {MOST_BODY} bytes"}
    if not same_origin(request.headers.get("origin"), request.headers.get("host")):
        return 403, {"error": "this request comes from another site"}
    address = request.client.host if request.client else "?"
    if not request.app.state.move_limit.allows(address):
        return 429, {"error": f"too many requests; allowed: {request.app.state.settings.moves_a_minute} a minute"}
    return None


def same_origin(origin: str | None, host: str | None) -> bool:
    """Programs send no origin; a browser's must be ours."""
    return origin is None or origin.split("://", 1)[-1] == host


_STATUS: dict[type[Exception], int] = {Stale: 409, IllegalMove: 422, NotSeated: 403, OptionError: 422}


async def on_error(request: Request, error: Exception) -> Response:
    """What went wrong, in words; never a stack trace."""
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 500)
    if status == 500:
        log.error("failed on %s %s", request.method, request.url.path, exc_info=error)
        return await _say(
            request, status, {"error": "something went wrong on the server; the table is safe, try again"}
        )
    body: dict[str, Any] = {"error": str(error)}
    if isinstance(error, IllegalMove):
        body["rule"] = error.rule
    return await _say(request, status, body)


async def on_missing(request: Request, error: Exception) -> Response:
    detail = getattr(error, "detail", None)
    return await _say(
        request, 404, {"error": "there is nothing here" if detail in (None, "Not Found") else str(detail)}
    )


async def _say(request: Request, status: int, body: dict[str, Any]) -> Response:
    if request.url.path.startswith("/api/") or "json" in request.headers.get("accept", ""):
        return JSONResponse(body, status)
    return error_page(request, status, str(body["error"]))
