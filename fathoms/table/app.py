"""The server put together: routes, limits, headers, errors, and its life from start to clean stop."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import ClientDisconnect

from fathoms.bots.warm import start_warming
from fathoms.engine.errors import FathomsError, IllegalMove, OptionError
from fathoms.table.live.hub import Hub
from fathoms.table.live.pubsub import Wire
from fathoms.table.rooms.room import NotSeated, Stale
from fathoms.table.rooms.store import Store
from fathoms.table.settings import Settings
from fathoms.table.web import api, devices, pages, sockets, table_pages
from fathoms.table.web.assets import Assets
from fathoms.table.web.book import pages as book_pages
from fathoms.table.web.guard import HEADERS, Guard, told
from fathoms.table.web.i18n import typeset
from fathoms.table.web.limits import Limit
from fathoms.table.web.render import error_page
from fathoms.table.web.request import MOST_COUNT, lang_of
from fathoms.table.web.study import coaching, hinting, lab_pages
from fathoms.table.web.study.laboratory import Laboratory

log = logging.getLogger("fathoms")


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application that serves tables; uvicorn's workers call this too."""
    chosen = settings or Settings.read()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        store = Store(chosen.database)
        hub = app.state.hub = Hub(store, chosen)
        coach = app.state.coach = coaching.Coach(hub)
        app.state.hints = hinting.Hints(hub)
        app.state.laboratory = Laboratory()
        warming = start_warming() if chosen.warm else None
        if warming is not None:
            app.state.laboratory.warm_after(warming)
        wire = Wire(store, hub)
        await wire.open()
        sweeper = asyncio.create_task(hub.sweep())
        await hub.resume_bots()
        if settings is None:  # a process of the server's own
            collect_rarely()
        yield {"settings": chosen}  # for the door, which knows no application
        sweeper.cancel()
        await wire.close()
        await coach.close()
        await app.state.laboratory.close()
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
    app.state.hint_limit = Limit(chosen.hints_a_minute)
    app.state.look_limit = Limit(chosen.looks_a_minute)
    app.state.lab_limit = Limit(chosen.lab_runs_a_minute)
    app.include_router(api.router)
    app.include_router(coaching.router)
    app.include_router(hinting.router)
    app.include_router(sockets.router)
    app.include_router(pages.router)
    app.include_router(book_pages.router)
    app.include_router(table_pages.router)
    app.include_router(lab_pages.router)
    app.include_router(devices.router)
    app.mount("/static", Assets(), name="static")
    app.add_middleware(Guard)
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=5)
    for kind in (FathomsError, Exception):
        app.add_exception_handler(kind, on_error)
    app.add_exception_handler(ClientDisconnect, on_gone)
    app.add_exception_handler(StarletteHTTPException, on_refusal)
    app.add_exception_handler(RequestValidationError, on_bad_request)
    return app


def collect_rarely() -> None:
    """Keep Python's collector of cycles from stopping every table at once.

    A full collection of a busy server takes a quarter of a second, and drawing tables brings many on. What is there now
    stays anyway, what a move leaves behind is found by the small ones, and the hub's sweep does a full one at last.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 1000)


_STATUS: dict[type[Exception], int] = {Stale: 409, IllegalMove: 422, NotSeated: 403, OptionError: 422}


async def on_error(request: Request, error: Exception) -> Response:
    """What went wrong, in words; never a stack trace."""
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 500)
    if status == 500:
        log.error("failed on %s %s", request.method, request.url.path, exc_info=error)
        lost = told(request, "something went wrong on the server; the table is safe, try again")
        return await _say(request, status, lost)
    body: dict[str, Any] = told(request, str(error))
    if isinstance(error, OptionError) and error.fr:
        body["message"] = typeset(error.said(lang_of(request)), lang_of(request))
    if isinstance(error, IllegalMove):
        body["rule"] = error.rule
        if lang_of(request) in error.reason:
            body["message"] = typeset(error.told(lang_of(request)), lang_of(request))
    return await _say(request, status, body)


async def on_gone(request: Request, error: Exception) -> Response:
    """Somebody left in the middle of a request: nobody hears this answer, and nothing has failed."""
    return Response(status_code=400)


async def on_refusal(request: Request, error: Exception) -> Response:
    """What a route refused, or what is not there."""
    assert isinstance(error, StarletteHTTPException)
    if error.status_code == 404 and error.detail == "Not Found":
        return await _say(request, 404, told(request, "there is nothing here"))
    return await _say(request, error.status_code, told(request, str(error.detail)))


_FAULTS = {"int_parsing_size": f"this number is too large; allowed: up to {MOST_COUNT}"}


async def on_bad_request(request: Request, error: Exception) -> Response:
    """A body that is not what the API takes: which field, and what is wrong with it."""
    assert isinstance(error, RequestValidationError)
    faults = [f"{'.'.join(map(str, one['loc'][1:]))}: {_FAULTS.get(one['type'], one['msg'])}" for one in error.errors()]
    return await _say(request, 422, told(request, "; ".join(faults)))


async def _say(request: Request, status: int, body: dict[str, Any]) -> Response:
    spoken = request.headers.get("accept", "") + request.headers.get("content-type", "")
    as_json = request.url.path.startswith("/api/") or "json" in spoken
    page_lang = "en" if body["message"] == body["error"] else lang_of(request)
    response = JSONResponse(body, status) if as_json else error_page(request, status, body["message"], page_lang)
    response.headers.update(HEADERS)  # an unforeseen error is answered outside `Guard`
    return response
