"""The server put together: routes, limits, headers, errors, and its life from start to clean stop."""

import asyncio
import logging
import subprocess
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import metadata

import sqlalchemy as sa
from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import ClientDisconnect

from fathoms.bots.warm import start_warming
from fathoms.engine.errors import FathomsError, IllegalMove, OptionError
from fathoms.engine.game import working_games
from fathoms.engine.kinds import Json
from fathoms.engine.parts.lesson import lesson_of
from fathoms.table.health import Health
from fathoms.table.keeping.claim import claim
from fathoms.table.keeping.keeper import keep_tidy
from fathoms.table.live.calling import Calling
from fathoms.table.live.decisions import Decisions
from fathoms.table.live.hub import Hub
from fathoms.table.live.pools import Busy, TooMany
from fathoms.table.live.pubsub import PubSub
from fathoms.table.live.waking import wake_unfinished
from fathoms.table.logs import log_to_stderr, tell
from fathoms.table.memory import collect_rarely
from fathoms.table.metrics import ERRORS, forget_dead_processes
from fathoms.table.push.sender import Sender
from fathoms.table.rooms.aside import SetAside
from fathoms.table.rooms.company import TooSoon
from fathoms.table.rooms.draft import NotSeated, Stale
from fathoms.table.rooms.opening import open_store, shown
from fathoms.table.rooms.room import Gone
from fathoms.table.rooms.store import Store
from fathoms.table.rooms.uptime import Uptime
from fathoms.table.settings import Settings, address_of, sqlite_file
from fathoms.table.web import api, company_pages, devices, pages, sockets, table_pages
from fathoms.table.web.assets import Assets
from fathoms.table.web.book import pages as book_pages
from fathoms.table.web.gate.guard import HEADERS, Guard, note_refusal, told
from fathoms.table.web.gate.hosts import Hosts
from fathoms.table.web.gate.limits import Limit
from fathoms.table.web.gate.permissions import check_who_asks
from fathoms.table.web.gate.visitor import Forwarded
from fathoms.table.web.hosting import pages as host_pages
from fathoms.table.web.hosting import watch
from fathoms.table.web.i18n import typeset
from fathoms.table.web.mine import pages as mine_pages
from fathoms.table.web.mine import push_pages
from fathoms.table.web.mine.known_devices import DeviceMiddleware, KnownDevices
from fathoms.table.web.render import error_page
from fathoms.table.web.request import lang_of
from fathoms.table.web.shell import pages as shell_pages
from fathoms.table.web.study import (
    branching,
    coaching,
    ending_pages,
    hinting,
    lab_pages,
    learning,
    opening,
    replaying,
)
from fathoms.table.web.study.laboratory import Laboratory
from fathoms.table.web.telling.faults import faults_told

log = logging.getLogger("fathoms")
DATABASE_AWAY = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)
OPEN_SECONDS = 30.0  # that a database may take to come back while a worker starts


ROUTED = (
    table_pages,
    api,
    coaching,
    ending_pages,
    hinting,
    learning,
    sockets,
    pages,
    book_pages,
    replaying,
    branching,
    opening,
    company_pages,
    lab_pages,
    watch,
    host_pages,
    devices,
    mine_pages,
    push_pages,
    shell_pages,
)  # in this order a path is looked for: the table's own pages first, which are asked for most


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application that serves tables; uvicorn's workers call this too."""
    chosen = settings or Settings.read()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[Json]:
        if settings is None:  # a process of the server's own
            log_to_stderr(chosen.log_level, chosen.log_format)
        async with AsyncExitStack() as stack:
            await _begin(app, chosen, stack)
            if settings is None:
                collect_rarely()
            tell("start", version=metadata.version("fathoms"), database=shown(chosen.database), port=chosen.port)
            yield {"settings": chosen}  # for the door, which knows no application
            tell("stop")

    app = FastAPI(
        title="Fathoms",
        version="1",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        dependencies=[Depends(check_who_asks)],
    )
    app.state.settings = chosen
    app.state.hosts = Hosts(chosen)
    app.state.move_limit = Limit(chosen.moves_a_minute)
    app.state.seat_limit = Limit(chosen.seat_moves_a_minute)
    app.state.sockets = Counter()  # open ones, by who looks
    app.state.table_limit = Limit(chosen.tables_a_minute)
    app.state.day_limit = Limit.of_a_day(chosen.tables_a_day)
    app.state.hint_limit = Limit(chosen.hints_a_minute)
    app.state.look_limit = Limit(chosen.looks_a_minute)
    app.state.lab_limit = Limit(chosen.lab_runs_a_minute)
    for module in ROUTED:
        app.include_router(module.router)
    app.mount("/static", Assets(), name="static")
    app.add_middleware(Guard)
    app.add_middleware(DeviceMiddleware)  # before `Guard`, which asks who it is
    app.add_middleware(GZipMiddleware, minimum_size=600, compresslevel=5)
    app.add_middleware(Forwarded, trusted=chosen.trusted_proxies)
    for kind in (FathomsError, *DATABASE_AWAY, Exception):
        app.add_exception_handler(kind, on_error)
    app.add_exception_handler(ClientDisconnect, on_gone)
    app.add_exception_handler(StarletteHTTPException, on_refusal)
    app.add_exception_handler(RequestValidationError, on_bad_request)
    return app


def check_lessons() -> None:
    """Play every lesson by the rules; one that does not hold is told in the log, and left out."""
    for game in working_games():
        lesson_of(game)


async def _begin(app: FastAPI, settings: Settings, stack: AsyncExitStack) -> None:
    """All that works beside the routes; `stack` ends it in the opposite order."""
    stack.enter_context(claim(sqlite_file(settings.database), address_of(settings)))
    store = await _open_patiently(settings.database)
    stack.callback(store.close)
    uptime = Uptime(store)
    await asyncio.to_thread(uptime.begin)
    hub = app.state.hub = Hub(store, settings)
    stack.push_async_callback(hub.close)
    health = app.state.health = Health(hub, settings)
    app.state.hints = hinting.Hints(hub)
    app.state.laboratory = Laboratory()
    stack.push_async_callback(app.state.laboratory.close)
    app.state.coach = coaching.Coach(hub)
    stack.push_async_callback(app.state.coach.close)
    pubsub = PubSub(store, hub, health.note_deaf)
    await pubsub.open()
    stack.push_async_callback(pubsub.close)
    check_lessons()
    sender = app.state.sender = await asyncio.to_thread(Sender, store, settings.push)
    sender.open()
    stack.push_async_callback(sender.close)
    calling = app.state.calling = Calling(hub, sender, push_pages.call_words)
    hub.noticed = calling.look
    stack.callback(asyncio.create_task(calling.follow_clocks()).cancel)
    decisions = app.state.decisions = Decisions(hub)
    await decisions.open()
    known_devices = app.state.known_devices = KnownDevices(hub)
    await known_devices.look()
    forget_dead_processes()
    warming = start_warming() if settings.warm else None
    if warming is not None:
        app.state.laboratory.warm_after(warming)
        stack.callback(_end_warming, warming)
    tidying, waking = keep_tidy(hub, settings), wake_unfinished(hub)
    following = (uptime.follow(), decisions.follow(), known_devices.follow())
    for work in (hub.sweep(), hub.watch_presence(), *following, tidying, waking):
        stack.callback(asyncio.create_task(work).cancel)


async def _open_patiently(database: str) -> Store:
    """The database; one that is just being restarted is waited for."""
    end = time.monotonic() + OPEN_SECONDS
    while True:
        try:
            return await asyncio.to_thread(open_store, database)
        except OptionError:
            if database.startswith("sqlite") or time.monotonic() > end:
                raise
            await asyncio.sleep(1.0)


def _end_warming(warming: subprocess.Popen[bytes]) -> None:
    warming.kill()
    warming.wait()


_STATUS: dict[type[Exception], int] = {
    TooMany: 429,
    Busy: 503,
    SetAside: 410,
    Gone: 410,
    Stale: 409,
    TooSoon: 429,
    IllegalMove: 422,
    NotSeated: 403,
    OptionError: 422,
}


async def on_error(request: Request, error: Exception) -> Response:
    """What went wrong, in words; never a stack trace."""
    status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 500)
    if isinstance(error, DATABASE_AWAY):
        log.error("the database is away", exc_info=error)
        request.app.state.health.doubt()
        away = told(request, "the server cannot reach its database for the moment; nothing is lost, try again shortly")
        response = await _say(request, 503, away)
        response.headers["Retry-After"] = "2"
        return response
    if status == 500:
        log.error("failed on %s %s", request.method, request.url.path, exc_info=error)
        ERRORS.labels(type(error).__name__).inc()
        lost = told(request, "something went wrong on the server; the table is safe, try again")
        return await _say(request, status, lost)
    if isinstance(error, Busy):
        note_refusal(status, str(error))
    body: Json = told(request, str(error))
    if isinstance(error, OptionError) and error.fr:
        body["message"] = typeset(error.said(lang_of(request)), lang_of(request))
    if isinstance(error, IllegalMove):
        body["rule"] = error.rule
        if lang_of(request) in error.reason:
            body["message"] = typeset(error.told(lang_of(request)), lang_of(request))
    response = await _say(request, status, body)
    if isinstance(error, Busy):
        response.headers["Retry-After"] = "2"
    return response


async def on_gone(request: Request, error: Exception) -> Response:
    """Somebody left in the middle of a request: nobody hears this answer, and nothing has failed."""
    return Response(status_code=400)


async def on_refusal(request: Request, error: Exception) -> Response:
    """What a route refused, or what is not there."""
    assert isinstance(error, StarletteHTTPException)
    if error.status_code == 429:
        note_refusal(429, str(error.detail))
    if error.status_code == 404 and error.detail == "Not Found":
        return await _say(request, 404, told(request, "there is nothing here"))
    return await _say(request, error.status_code, told(request, str(error.detail)))


async def on_bad_request(request: Request, error: Exception) -> Response:
    """A body that is not what the API takes: which field, and what is wrong with it."""
    assert isinstance(error, RequestValidationError)
    faults = error.errors()
    return await _say(
        request, 422, {"error": faults_told(faults, "en"), "message": faults_told(faults, lang_of(request))}
    )


async def _say(request: Request, status: int, body: Json) -> Response:
    spoken = request.headers.get("accept", "") + request.headers.get("content-type", "")
    as_json = request.url.path.startswith("/api/") or "json" in spoken
    page_lang = "en" if body["message"] == body["error"] else lang_of(request)
    response = JSONResponse(body, status) if as_json else error_page(request, status, body["message"], page_lang)
    response.headers.update(HEADERS)  # an unforeseen error is answered outside `Guard`
    return response
