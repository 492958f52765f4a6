"""Live updates: one WebSocket per open page or program, one message per event, nothing the seat may not know."""

import asyncio
import contextlib
from typing import Any

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect

from fathoms.table.asking import hub_of, lang_of, place_of, seats_of, viewer_of
from fathoms.table.hub import Connection, Place
from fathoms.table.render import current_message, live_message
from fathoms.table.room import Room, Step

router = APIRouter()
PING_SECONDS = 25


@router.websocket("/api/tables/{table_id}/live")
async def live_for_programs(socket: WebSocket, table_id: str, after: int = 0) -> None:
    """`{"version", "event", "view"}` for every event after the given version, and for all to come."""
    place = await _welcome(socket, table_id)
    if place is None:
        return
    viewer = viewer_of(socket, place.room)

    def make(room: Room, step: Step) -> dict[str, Any]:
        return {"version": step.version, "event": step.lines[viewer], "view": step.views[viewer]}

    connection = Connection(frozenset({viewer}), make)
    place.connections.add(connection)  # before the past is read, so that nothing falls between
    past = await hub_of(socket).run(place.room.history, viewer, after)
    for version, event, view in past:
        await socket.send_json({"version": version, "event": event, "view": view})
    await _serve(socket, place, connection, past[-1][0] if past else after)


@router.websocket("/t/{table_id}/live")
async def live_for_pages(socket: WebSocket, table_id: str, after: int = 0, board: bool = False) -> None:
    """The table's HTML after every event, for a page of ours."""
    place = await _welcome(socket, table_id)
    if place is None:
        return
    seats: list[str] = [] if board else seats_of(socket, place.room)
    lang = lang_of(socket)

    def make(room: Room, step: Step) -> dict[str, Any]:
        return live_message(room, seats, step, lang, board)

    connection = Connection(frozenset({None, *seats}), make)
    place.connections.add(connection)
    now = await hub_of(socket).run(current_message, place.room, seats, lang, after, board)
    await socket.send_json(now)
    await _serve(socket, place, connection, now["version"])


async def _welcome(socket: WebSocket, table_id: str) -> Place | None:
    """Accept a socket from our own pages or from a program; None after refusing."""
    from fathoms.table.web import same_origin

    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(4403, "this socket comes from another site")
        return None
    try:
        place = await place_of(socket, table_id)
        viewer_of(socket, place.room)
    except HTTPException as refusal:
        await socket.close(4404 if refusal.status_code == 404 else 4401, str(refusal.detail))
        return None
    await socket.accept()
    return place


async def _serve(socket: WebSocket, place: Place, connection: Connection, sent: int) -> None:
    """Send what comes until the other side leaves; what it says is not listened to: moves are posted."""
    sender = asyncio.create_task(_send_all(socket, connection, sent))
    hub_of(socket).wake_bots(place)
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_text()
    place.connections.discard(connection)
    sender.cancel()


async def _send_all(socket: WebSocket, connection: Connection, sent: int) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            try:
                message = await asyncio.wait_for(connection.queue.get(), PING_SECONDS)
            except TimeoutError:
                message = {"kind": "ping"}
            if message is None:
                await socket.close(4408, "too slow; come back and go on from where you were")
                return
            if message.get("version", sent + 1) > sent:
                await socket.send_json(message)
                sent = message.get("version", sent)
