"""Sends pushes beside everything else: a queue that is never waited for, a few threads, and short patience."""

import asyncio
import contextlib
import http.client
import json
import logging
import re
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
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
TOO_MANY = 429
SOON = 5.0  # seconds before a busy push service is asked once more, where it does not say when
LONGEST = 300.0  # that one is waited for: a call that comes later is of no use
CONTACT = "mailto:host@example.org"  # where a server has no address of its own


@dataclass(frozen=True)
class Job:
    """A push to be sent; a busy push service is asked once more, and no more."""

    to: Subscription
    message: Json
    again: bool = False


@dataclass(frozen=True)
class Answer:
    """What a push service says, and when it wants to be asked again."""

    status: int
    again: str = ""

    @property
    def is_busy(self) -> bool:
        return self.status == TOO_MANY or self.status >= 500


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
        self._later: set[asyncio.TimerHandle] = set()

    @property
    def public_key(self) -> str:
        return public_text(self._key)

    def open(self) -> None:
        self._tasks = [asyncio.create_task(self._work()) for _ in range(SENDERS if self.on else 0)]

    def send(self, to: Subscription, message: Json) -> None:
        """Put a push in the queue; if too much is waiting there, it is left out."""
        self._queue(Job(to, message))

    def _queue(self, job: Job) -> None:
        try:
            self._jobs.put_nowait(job)
        except asyncio.QueueFull:
            tell("push left out", logging.WARNING, kind="push", waiting=MOST_QUEUED)

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            job = await self._jobs.get()
            try:
                seconds = await loop.run_in_executor(self._pool, self._deliver, job)
            except Exception as fault:
                tell("push failed", logging.WARNING, kind="push", reason=type(fault).__name__)
            else:
                if seconds is not None:
                    self._queue_later(job, seconds)

    def _queue_later(self, job: Job, seconds: float) -> None:
        def queue() -> None:
            self._later.discard(timer)
            self._queue(Job(job.to, job.message, again=True))

        if len(self._later) < MOST_QUEUED:
            timer = asyncio.get_running_loop().call_later(seconds, queue)
            self._later.add(timer)

    def _deliver(self, job: Job) -> float | None:
        """Send a push; in how many seconds to try once more, where the push service is busy."""
        try:
            answer = post(job.to, job.message, self._key, self.local)
        except Forbidden:
            answer = Answer(GONE[0])
        seconds = patience_of(answer.again, time.time()) if answer.is_busy and not job.again else None
        if answer.status in GONE:
            drop(self.store, job.to.endpoint)
        elif answer.status >= 300 and seconds is None:
            tell("push refused", logging.WARNING, kind="push", status=answer.status)
        return seconds

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for timer in self._later:
            timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)


def patience_of(told: str, now: float) -> float | None:
    """How many seconds a busy push service wants to be left alone, by its Retry-After; None: too long to wait for."""
    seconds = _seconds_told(told.strip(), now)
    return seconds if seconds <= LONGEST else None


def _seconds_told(told: str, now: float) -> float:
    """Seconds, or a date: both may be told."""
    if re.fullmatch("-?[0-9]+", told):
        return max(0.0, float(told))
    try:
        return max(0.0, parsedate_to_datetime(told).timestamp() - now)
    except ValueError:
        return SOON


def post(to: Subscription, message: Json, key: ec.EllipticCurvePrivateKey, local: bool = False) -> Answer:
    """Hand a message to a push service; what it answers."""
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
        told = line.getresponse()  # where it would lead elsewhere, nobody goes
        return Answer(told.status, told.headers.get("Retry-After", ""))


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
