"""The door of the server: how many come in, how long a request's head may be, and how long it may take to arrive.

uvicorn bounds none of these with httptools: without them one socket fills the memory, and silent ones stay for ever.
"""

import asyncio
import logging
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fathoms.table.logs import tell
from fathoms.table.settings import Settings
from fathoms.table.web.gate.visitor import household, proxies
from fathoms.table.web.i18n import translated

MOST_ADDRESS = 8 * 1024  # bytes of a request's path and query
MOST_HEAD = 32 * 1024
MOST_REQUEST = 1 << 20  # bytes of a request that is being refused, before the line is cut
SLICE = 4096  # bytes that are parsed between two looks at how much that was
LINGER = 1.0  # seconds in which somebody shown out may read why


class Door(HttpToolsProtocol):
    """One connection, from the first byte of each request to its last."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.settings: Settings = self.app_state.get("settings") or Settings()
        self.url = b""
        self._taken = 0  # bytes of the request that is arriving
        self._in_head = True
        self._closing = False
        self._upgraded = False
        self._deadline: asyncio.TimerHandle | None = None

    # How many

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.settings.most_connections:
            self._turn_away(503, f"this server is busy; allowed: {self.settings.most_connections} connections")
        elif self._neighbours() > self.settings.connections_an_address:
            most = self.settings.connections_an_address
            self._turn_away(429, f"too many connections; allowed: {most} from one address")
        else:
            self._hurry()

    def _neighbours(self) -> int:
        """Connections from the same address; a proxy brings many people, so its own are not counted."""
        if self.client is None or self.client[0] in proxies(self.settings.trusted_proxies):
            return 0
        home = household(self.client[0])
        others = [getattr(one, "client", None) for one in self.connections]
        return sum(other is not None and household(other[0]) == home for other in others)

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        super().connection_lost(exc)

    # How much

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE):
            if self._upgraded:
                return
            self._taken += min(SLICE, len(data) - start)
            if self._closing:
                self._listen_no_more()
                continue
            self._hurry()
            super().data_received(data[start : start + SLICE])
            self._measure()

    def _measure(self) -> None:
        if self._closing or self.transport.is_closing():
            return
        if len(self.url) > MOST_ADDRESS:
            self._show_out(414, f"this address is too long; allowed: {MOST_ADDRESS} bytes")
        elif self._in_head and self._taken > MOST_HEAD:
            self._show_out(431, f"the head of this request is too long; allowed: {MOST_HEAD} bytes")
        elif self._taken > MOST_REQUEST:
            self.transport.abort()

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.url) <= MOST_ADDRESS:
            super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if len(self.url) <= MOST_ADDRESS:
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._rest()
        self._taken, self._in_head = 0, True
        if len(self.url) <= MOST_ADDRESS:
            super().on_message_complete()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._hurry()

    def handle_websocket_upgrade(self) -> None:
        self._rest()
        if len(self.url) <= MOST_ADDRESS:
            self._upgraded = True
            super().handle_websocket_upgrade()

    # How long

    def _hurry(self) -> None:
        """A request has so much time to arrive, from its first byte or from the connection's first moment."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(self.settings.request_seconds, self._too_slow)

    def _rest(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        answered = not self._in_head and self.cycle.response_started
        if self._taken == 0 or answered or self._closing:
            self.transport.close()
        else:
            self._show_out(408, f"this request did not arrive in time; allowed: {self.settings.request_seconds:g} s")

    # Out

    def _turn_away(self, status: int, text: str) -> None:
        """Nobody has said anything yet: a word, and the door is closed."""
        tell("refusal", logging.WARNING, kind=f"door {status}", status=status)
        self.connections.discard(self)
        self._closing = True
        self.transport.write(_answer(status, text))
        self.transport.close()

    def _show_out(self, status: int, text: str) -> None:
        """Say why, and wait a moment: who is cut off while still speaking does not hear it."""
        tell("refusal", logging.WARNING, kind=f"door {status}", status=status)
        self._rest()
        self._closing = True
        if not self._in_head and self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.write(_answer(status, text))
        self.transport.write_eof()
        self._deadline = self.loop.call_later(LINGER, self.transport.abort)

    def _listen_no_more(self) -> None:
        if self._taken > MOST_REQUEST:
            self.transport.abort()


def _answer(status: int, text: str) -> bytes:
    """A refusal in both languages: who is turned away has often not said yet which one is theirs."""
    text = f"{text}\n{translated(text, 'fr')}\n"
    head = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\ncontent-type: text/plain; charset=utf-8\r\n"
    return f"{head}content-length: {len(text.encode())}\r\nconnection: close\r\n\r\n{text}".encode()
