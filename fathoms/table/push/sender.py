"""Sends pushes beside everything else: a queue that is never waited for, a few threads, and short patience."""

import asyncio
import contextlib
import http.client
import json
import logging
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from fathoms.engine.kinds import Json
from fathoms.table.logs import tell
from fathoms.table.push.addresses import Forbidden, address_of, split_endpoint
from fathoms.table.push.message import authorization, encrypt, new_key, private_key, public_text
from fathoms.table.rooms.people.subscriptions import Subscription, drop, push_key
from fathoms.table.rooms.store import Store

MOST_QUEUED = 1000
SENDERS = 4
PATIENCE = 10.0  # seconds with one push service
KEPT_FOR = 24 * 3600  # seconds that a push service keeps what it cannot deliver
GONE = (404, 410)  # the browser wants no more
CONTACT = "mailto:host@example.org"  # where a server has no address of its own

Job = tuple[Subscription, Json]


class Sender:
    """The pushes of this process."""

    def __init__(self, store: Store, allowed: str) -> None:
        self.store = store
        self.on = allowed != "off"
        self.local = allowed == "local"
        self._key = private_key(push_key(store, new_key))
        self._jobs: asyncio.Queue[Job] = asyncio.Queue(MOST_QUEUED)
        self._pool = ThreadPoolExecutor(SENDERS, "fathoms-push")
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def public_key(self) -> str:
        return public_text(self._key)

    def open(self) -> None:
        self._tasks = [asyncio.create_task(self._work()) for _ in range(SENDERS if self.on else 0)]

    def send(self, to: Subscription, message: Json) -> None:
        """Put a push in the queue; if too much is waiting there, it is left out."""
        try:
            self._jobs.put_nowait((to, message))
        except asyncio.QueueFull:
            tell("push left out", logging.WARNING, kind="push", waiting=MOST_QUEUED)

    async def _work(self) -> None:
        while True:
            to, message = await self._jobs.get()
            try:
                await asyncio.get_running_loop().run_in_executor(self._pool, self._deliver, to, message)
            except Exception as fault:
                tell("push failed", logging.WARNING, kind="push", reason=type(fault).__name__)

    def _deliver(self, to: Subscription, message: Json) -> None:
        try:
            status = post(to, message, self._key, self.local)
        except Forbidden:
            status = GONE[0]
        if status in GONE:
            drop(self.store, to.endpoint)
        elif status >= 300:
            tell("push refused", logging.WARNING, kind="push", status=status)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def post(to: Subscription, message: Json, key: ec.EllipticCurvePrivateKey, local: bool = False) -> int:
    """Hand a message to a push service; its answer's status."""
    parts = split_endpoint(to.endpoint, local)
    body = encrypt(json.dumps(message, ensure_ascii=False).encode(), to.p256dh, to.auth)
    headers = {
        "Authorization": authorization(to.endpoint, key, to.base if to.base.startswith("https:") else CONTACT),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT_FOR),
        "Topic": message["tag"],
        "Urgency": "high",
    }
    host, secure = str(parts.hostname), parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    line = _Line(host, port, address_of(host, port, local), secure)
    with contextlib.closing(line):
        line.request("POST", parts._replace(scheme="", netloc="").geturl() or "/", body, headers)
        return line.getresponse().status  # where it would lead elsewhere, nobody goes


class _Line(http.client.HTTPConnection):
    """A connection to the very address that was judged."""

    def __init__(self, host: str, port: int, number: str, secure: bool) -> None:
        super().__init__(host, port, timeout=PATIENCE)
        self._number, self._secure = number, secure
        if secure:
            self.default_port = http.client.HTTPS_PORT

    def connect(self) -> None:
        line: Any = socket.create_connection((self._number, self.port), PATIENCE)
        if self._secure:
            line = ssl.create_default_context().wrap_socket(line, server_hostname=self.host)
        self.sock = line
