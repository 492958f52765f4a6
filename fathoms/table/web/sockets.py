"""Live updates: one WebSocket per open page or program, one message per event, nothing the seat may not know."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect

from fathoms.engine.kinds import Json
from fathoms.table.live.connection import Connection, Frame
from fathoms.table.live.hub import Hub, Place
from fathoms.table.live.pools import Busy
from fathoms.table.live.presence import Seats, Signal
from fathoms.table.live.talk import Point
from fathoms.table.rooms.aside import SetAside
from fathoms.table.rooms.course import Step
from fathoms.table.rooms.draft import Rewound
from fathoms.table.rooms.room import Room
from fathoms.table.web.gate.guard import from_our_pages
from fathoms.table.web.gate.visitor import address_of, household_of
from fathoms.table.web.render import current_message, ear_of, live_message, presence_message, reader_of
from fathoms.table.web.request import Count, hub_of, look_back, person_of, place_of, seats_of, viewer_of
from fathoms.table.web.telling.names import names_of
from fathoms.table.web.telling.talk import points_message

router = APIRouter()
log = logging.getLogger("fathoms")
PING_SECONDS = 5
BRISK_SECONDS = 1.5  # for the page of somebody whom others may be waiting for
PING = Frame.of({"kind": "ping"})


@router.websocket("/api/tables/{table_id}/live")
async def live_for_programs(socket: WebSocket, table_id: str, after: Count = 0) -> None:
    """`{"version", "event", "view"}` for every event after the given version, and for all to come."""
    place = await _welcome(socket, table_id)
    if place is None:
        return
    viewer = viewer_of(socket, place.room)

    def make(room: Room, step: Step) -> Json:
        return {"version": step.version, "event": step.after.recent(viewer)[-1], "view": step.after.view(viewer)}

    def rewind(room: Room, rewound: Rewound) -> Json:
        return {"version": rewound.version, "undo": True, "view": rewound.moment.view(viewer)}

    async def tell_past() -> int:
        past = await look_back(socket, place.room.history, viewer, after)
        for version, event, view in past:
            await socket.send_json({"version": version, "event": event, "view": view})
        return past[-1][0] if past else after

    def sits(room: Room) -> bool:
        return viewer is None or viewer in _seats_now(socket, room)

    signal = Signal((viewer,) if viewer else ())
    await _serve(socket, place, Connection(("program", viewer), make, rewind, signal=signal, sits=sits), tell_past)


def _seats_now(socket: WebSocket, room: Room) -> list[str]:
    """The seats that whoever is at the other end may act for now."""
    try:
        return seats_of(socket, room)
    except HTTPException:  # a token that opens none any more
        return []


@router.websocket("/t/{table_id}/live")
async def live_for_pages(
    socket: WebSocket, table_id: str, after: Count = 0, board: bool = False, pieces: bool = False, swims: bool = False
) -> None:
    """The table's HTML after every event, for a page of ours; one that knows of swims needs none before their end."""
    place = await _welcome(socket, table_id)
    if place is None:
        return
    reader = reader_of(socket, place.room, board)
    seats, lang = list(reader.seats), reader.lang

    def make(room: Room, step: Step) -> Json:
        return live_message(room, seats, step, lang, board, swims)

    def restate(room: Room) -> Json:
        return current_message(room, reader, room.version)

    async def tell_now() -> int:
        now = await hub_of(socket).run(current_message, place.room, reader, after)
        await socket.send_json(now)
        connection.drawn = now["html"] if pieces else None
        await socket.send_json(attend(place.room, hub_of(socket).present(place)))
        if place.points and ear.team:
            await socket.send_json(point(place.room, list(place.points.values())))
        return int(now["version"])

    def rewind(room: Room, rewound: Rewound) -> Json:
        return restate(room)

    def attend(room: Room, present: Seats) -> Json:
        return presence_message(room, reader, present, place.presence.watchers)

    def point(room: Room, points: list[Point]) -> Json:
        return points_message(room, points, reader.seats, lang, names_of(room).__getitem__)

    def sits(room: Room) -> bool:  # or they sat down on another page of theirs
        return board or _seats_now(socket, room) == seats

    ear = ear_of(socket, place.room, reader)
    signal = Signal(reader.seats, watcher=reader.name if reader.watching else None)
    eyes = ("page", *seats, lang, board, swims)
    connection = Connection(eyes, make, rewind, restate, attend, signal, ear)
    connection.sits, connection.point = sits, point if ear.team else None
    await _serve(socket, place, connection, tell_now)


async def _welcome(socket: WebSocket, table_id: str) -> Place | None:
    """Accept a socket from our own pages or from a program; None after refusing."""
    if not from_our_pages(socket):
        await socket.close(4403, "this socket comes from another site")
        return None
    if not socket.app.state.hosts.admit(socket.headers.get("host")):
        await socket.close(4421, "this server does not go by that name")
        return None
    if socket.app.state.decisions.refuses(address_of(socket), person_of(socket)) is not None:
        await socket.close(4403, "the host of this server has asked you to stay away")
        return None
    if not socket.app.state.move_limit.allows(household_of(socket)):
        await socket.close(4429, f"too many sockets; allowed: {socket.app.state.settings.moves_a_minute} a minute")
        return None
    try:
        place = await place_of(socket, table_id)
        viewer_of(socket, place.room)
    except HTTPException as refusal:
        await socket.close(4404 if refusal.status_code == 404 else 4401, str(refusal.detail))
        return None
    except SetAside:
        await socket.close(4404, "this table is set aside")
        return None
    except Busy as reason:
        await socket.close(1013, str(reason))
        return None
    if (full := _too_many(socket, place)) is not None:
        await socket.close(4429, full)
        return None
    await socket.accept()
    return place


def _too_many(socket: WebSocket, place: Place) -> str | None:
    """Why one more socket is not opened: who asks, or the table, has as many as it may."""
    settings, home = socket.app.state.settings, household_of(socket)
    if socket.app.state.sockets[home] >= settings.connections_an_address:
        return f"too many sockets; allowed: {settings.connections_an_address} from one address"
    if len(place.connections) >= settings.sockets_a_table and not seats_of(socket, place.room):
        return f"too many look on here; allowed: {settings.sockets_a_table}"
    return None


async def _serve(
    socket: WebSocket, place: Place, connection: Connection, catch_up: Callable[[], Awaitable[int]]
) -> None:
    """Tell what was and send what comes, until the other side leaves. A page says whether it is looked at."""
    hub, open_ones, home = hub_of(socket), socket.app.state.sockets, household_of(socket)
    open_ones[home] += 1
    hub.enter(place, connection)  # before the past is read, so that nothing falls between
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # gone
        try:
            sent = await _caught_up(socket, catch_up)
            if sent is None:
                return
            hub.wake_bots(place)
            heard = partial(_heard, hub, place, connection)
            await _until_either_ends(_send_all(socket, connection, sent), _listen(socket, heard))
        finally:
            hub.leave(place, connection)
            open_ones[home] -= 1
            if not open_ones[home]:
                del open_ones[home]


async def _caught_up(socket: WebSocket, catch_up: Callable[[], Awaitable[int]]) -> int | None:
    """The version somebody has been told all up to; None after asking them to come back later."""
    try:
        return await catch_up()
    except Busy as reason:
        await socket.close(1013, str(reason))
        return None


def _heard(hub: Hub, place: Place, connection: Connection, said: str) -> None:
    connection.signal.hear(said)
    hub.attend(place)


async def _until_either_ends(*sides: Coroutine[Any, Any, None]) -> None:
    """A side that has failed takes the other along: the socket closes, and a page comes back by itself."""
    tasks = [asyncio.create_task(side) for side in sides]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception) and not isinstance(outcome, WebSocketDisconnect | RuntimeError):
                log.error("a socket failed", exc_info=outcome)


async def _listen(socket: WebSocket, heard: Callable[[str], None]) -> None:
    while (message := await socket.receive())["type"] != "websocket.disconnect":
        if message.get("bytes") is not None:
            await socket.close(1003, "this socket takes no binary messages; allowed: nothing, or text")
            return
        heard(message.get("text") or "")


async def _send_all(socket: WebSocket, connection: Connection, sent: int) -> None:
    """Messages in their order; one of an older version than the last is left out, unless a move was taken back."""
    while True:
        frame = await _next(connection)
        if frame is None:
            await socket.close(4408, "too slow, or no longer in this seat; come back and go on from where you were")
            return
        if frame.is_news(sent):
            await socket.send_text(frame.after(connection.drawn or ""))
            if connection.drawn is not None:
                connection.drawn = frame.html or connection.drawn
            sent = sent if frame.version is None else frame.version


async def _next(connection: Connection) -> Frame | None:
    """The next message; a page hears a ping now and then and answers it, so that both sides notice a dead line."""
    waited_for = connection.is_page and connection.signal.seats
    while True:
        try:
            async with asyncio.timeout(BRISK_SECONDS if waited_for else PING_SECONDS):  # `wait_for` may lose a cancel
                return await connection.queue.get()
        except TimeoutError:
            if connection.is_page:
                connection.signal.ask()
                return PING
