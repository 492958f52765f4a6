"""Whoever leaves is gone: a socket that its other side has closed holds nothing, whatever was on its way to it."""

import asyncio
from typing import Any, cast

from fastapi import WebSocket

from fathoms.table.live.connection import Connection, Frame
from fathoms.table.web import sockets
from tests.table.playing import PATIENCE


def nothing(*_: Any) -> dict[str, Any]:
    return {}


class Left:
    """A socket whose other side is gone."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def receive(self) -> dict[str, Any]:
        return {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        self.sent.append(text)


def test_who_leaves_while_old_news_waits_is_gone_at_once() -> None:
    """A program hears no pings: nothing but its leaving ends its wait for the next event, which may never come."""

    async def leave() -> None:
        socket, connection = Left(), Connection(("program", None), nothing, nothing)
        connection.send(Frame("{}", version=3))  # came while the past was read, which told of it
        left = cast(WebSocket, socket)
        sides = sockets._send_all(left, connection, 3), sockets._listen(left, lambda said: None)
        await asyncio.wait_for(sockets._until_either_ends(*sides), PATIENCE / 4)
        assert socket.sent == []

    asyncio.run(leave())
