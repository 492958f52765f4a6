"""Whose secret a browser comes with: found in the database once, then in memory, and watched for revocations.

A person's first secret needs no look at the database: its hash is the person's id. Secrets of other devices do.
"""

import asyncio
import logging

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from fathoms.table.live.connection import CHANGED
from fathoms.table.live.hub import Hub
from fathoms.table.rooms.people.devices import find_key, revoked_keys
from fathoms.table.rooms.people.identity import DEVICE_PREFIX, DeviceSecret, key_of
from fathoms.table.web.request import PERSON

log = logging.getLogger("fathoms")
LOOK_SECONDS = 2.0  # until every process knows of a device that was revoked in another one
SKEW_SECONDS = 60.0  # that the clocks of two machines may differ by
MOST_KNOWN = 10_000


class KnownDevices:
    """The secrets of devices that this process has seen, and all that count no longer."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._known: dict[str, DeviceSecret] = {}
        self._revoked: set[str] = set()
        self._since = 0.0

    def owner(self, secret: str | None) -> str | None:
        """A secret as `hash_secret` takes it; None for one that nobody has, or that no longer counts."""
        if not secret or (self._revoked and key_of(secret) in self._revoked):
            return None
        return self._known.get(secret) if secret.startswith(DEVICE_PREFIX) else secret

    async def learn(self, secret: str) -> None:
        """Look a secret up, so that `owner` knows it."""
        if not secret.startswith(DEVICE_PREFIX) or secret in self._known or key_of(secret) in self._revoked:
            return
        found = await self.hub.run(find_key, self.hub.store, secret)
        if found is not None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[secret] = found

    async def look(self) -> None:
        """Take over what was revoked since the last look; open pages of those devices only look on from now on."""
        found = await self.hub.run(revoked_keys, self.hub.store, self._since)
        self._since = max([self._since, *(at - SKEW_SECONDS for _, _, at in found)])
        people = {person for key, person, _ in found if key not in self._revoked}
        self._revoked |= {key for key, _, _ in found}
        for place in list(self.hub.places.values()) if people else ():
            for connection in list(place.connections) if people & place.room.row.people else ():
                if not connection.sits(place.room):
                    self.hub.drop(place, connection, CHANGED if connection.is_page else None)

    async def follow(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                await self.look()
            except Exception:
                log.exception("revoked devices cannot be read")


class DeviceMiddleware:
    """Looks up the secret a browser comes with before anything asks who it is."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not scope["path"].startswith("/static/"):
            asked = HTTPConnection(scope)
            if secret := asked.cookies.get(PERSON):
                await asked.app.state.known_devices.learn(secret)
        await self.app(scope, receive, send)
