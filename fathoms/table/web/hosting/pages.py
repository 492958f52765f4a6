"""The host's page: the same desk as `fathoms admin`, behind a secret link that can be revoked."""

import contextlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request
from fastapi.responses import FileResponse, RedirectResponse, Response
from starlette.background import BackgroundTask

from fathoms.bots.warm import progress
from fathoms.engine.kinds import Json
from fathoms.table.admin import desk
from fathoms.table.admin.backup import backup
from fathoms.table.admin.doctor import examine
from fathoms.table.keeping.policy import prune
from fathoms.table.rooms import hosting
from fathoms.table.settings import Settings
from fathoms.table.web.hosting.key import COOKIE, decisions_of, has_key, is_key
from fathoms.table.web.hosting.watch import health_of
from fathoms.table.web.render import render
from fathoms.table.web.request import base_of, hub_of

router = APIRouter(prefix="/host", include_in_schema=False)
MONTH = 3600 * 24 * 30
MOST = 50  # tables and people on the page


@router.get("")
async def page(request: Request, said: str = "") -> Response:
    """The desk, for whoever has the link; the way in, for everybody else."""
    if not has_key(request):
        return render(request, "host_door.html", wrong=said == "wrong")
    hub, settings = hub_of(request), hub_of(request).settings
    values: Json = {
        "said": said,
        "health": await health_of(request).look(),
        "compiled": progress(),
        "findings": [one for one in await hub.run(examine, settings, hub.store) if one.ok is False],
        "stats": await hub.run(desk.stats, hub.store),
        "tables": await hub.run(desk.tables, hub.store, "", MOST),
        "people": await hub.run(desk.people, hub.store, MOST),
        "addresses": await hub.run(_banned_addresses, hub.store),
        "due": (await hub.run(prune, hub.store, settings, True)).tables,
        "keep": settings,
        "link": f"{base_of(request)}/host#{decisions_of(request).key}",
    }
    return render(request, "host.html", **values)


def _banned_addresses(store: Any) -> list[hosting.Ban]:
    return [one for who, one in hosting.bans(store).items() if not desk.is_person(who)]


@router.post("")
async def enter(request: Request, secret: str = Form("", max_length=80)) -> Response:
    if not is_key(request, secret):
        return _back("wrong")
    return _with_key(_back(""), secret)


def _with_key(response: Response, key: str) -> Response:
    response.set_cookie(COOKIE, key, max_age=MONTH, httponly=True, samesite="strict", path="/")
    return response


def _back(said: str) -> Response:
    return RedirectResponse(f"/host?{urlencode({'said': said})}" if said else "/host", 303)


async def _do(request: Request, said: str, work: Callable[..., Any], *given: Any) -> Response:
    """Something the host decided: done on disk, carried out here at once, and elsewhere within seconds."""
    hub = hub_of(request)
    await hub.run(work, hub.store, *given)
    await decisions_of(request).look()
    return _back(said)


@router.post("/close")
async def close(request: Request, table: str = Form(), reason: str = Form("", max_length=200)) -> Response:
    return await _do(request, "closed", desk.close_table, table, reason)


@router.post("/reopen")
async def reopen(request: Request, table: str = Form()) -> Response:
    return await _do(request, "reopened", desk.reopen_table, table)


@router.post("/remove")
async def remove(request: Request, table: str = Form()) -> Response:
    return await _do(request, "removed", desk.remove_table, table)


@router.post("/ban")
async def ban(request: Request, who: str = Form(max_length=80), reason: str = Form("", max_length=200)) -> Response:
    return await _do(request, "banned", desk.ban, who, reason)


@router.post("/pardon")
async def pardon(request: Request, who: str = Form(max_length=80)) -> Response:
    return await _do(request, "pardoned", desk.pardon, who)


@router.post("/prune")
async def clear(request: Request) -> Response:
    return await _do(request, "cleared", prune, hub_of(request).settings)


@router.post("/link")
async def renew(request: Request) -> Response:
    """Another link: whoever else has the old one is shut out."""
    answer = await _do(request, "renewed", hosting.renew_host_key)
    return _with_key(answer, decisions_of(request).key)


@router.post("/leave")
async def leave(request: Request) -> Response:
    """Forget the link on this device."""
    answer = RedirectResponse("/", 303)
    answer.delete_cookie(COOKIE, path="/")
    return answer


@router.post("/backup")
async def download(request: Request) -> Response:
    """The whole database as a file; it goes from this machine once it is sent."""
    hub = hub_of(request)
    file = await hub.run(_backed_up, hub.settings)
    name = "fathoms-backup.sql" if file.suffix == ".sql" else "fathoms-backup.db"
    return FileResponse(file, filename=name, background=BackgroundTask(_forget, file))


def _backed_up(settings: Settings) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="fathoms-backup-"))
    file = folder / ("fathoms.db" if settings.database.startswith("sqlite") else "fathoms.sql")
    try:
        backup(settings.database, file)
    except BaseException:
        _forget(file)
        raise
    return file


def _forget(file: Path) -> None:
    file.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        file.parent.rmdir()
