"""Whether the server is well (`/healthz`), and what it counts (`/metrics`)."""

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from fathoms.table.health import Health
from fathoms.table.metrics import IN_MEMORY, SOCKETS, exposition
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
    hub = hub_of(request)
    IN_MEMORY.set(len(hub.places))
    SOCKETS.set(sum(len(place.connections) for place in hub.places.values()))
    return Response(exposition(await health_of(request).facts()), media_type=CONTENT_TYPE_LATEST)
