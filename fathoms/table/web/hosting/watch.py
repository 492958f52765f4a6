"""Whether the server is well (`/healthz`), and what it counts (`/metrics`)."""

import ipaddress

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from fathoms.table.health import Health
from fathoms.table.metrics import IN_MEMORY, SOCKETS, exposition
from fathoms.table.web.hosting.key import has_key
from fathoms.table.web.request import hub_of

router = APIRouter(include_in_schema=False)


def health_of(request: Request) -> Health:
    health: Health = request.app.state.health
    return health


@router.get("/healthz")
async def health(request: Request) -> JSONResponse:
    """200 while the server can do its work, 503 with what is wrong otherwise."""
    found = await health_of(request).look()
    return JSONResponse(found, 200 if found["ok"] else 503)


@router.get("/metrics")
async def metrics(request: Request) -> Response:
    """For Prometheus: from this machine, or with the secret of the host's page as a bearer token."""
    if not (_is_here(request) or has_key(request)):
        raise HTTPException(403, "figures are for the host; allowed: from this machine, or with the host's secret")
    hub = hub_of(request)
    IN_MEMORY.set(len(hub.places))
    SOCKETS.set(sum(len(place.connections) for place in hub.places.values()))
    return Response(exposition(await health_of(request).facts()), media_type=CONTENT_TYPE_LATEST)


def _is_here(request: Request) -> bool:
    """Asked by this machine for itself: what a proxy on it hands on comes from elsewhere."""
    if "x-forwarded-for" in request.headers and not request.app.state.settings.trusted_proxies:
        return False
    try:
        return ipaddress.ip_address(request.client.host if request.client else "").is_loopback
    except ValueError:
        return False
