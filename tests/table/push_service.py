"""A push service for tests: it keeps what it is sent, opened with the browser's keys as the standard says."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from fathoms.table.push.message import from_text, to_text

AUTH = bytes(range(16))


@dataclass
class PushService:
    """What arrived, in the order it came; `status` is what a sender is answered, after those of `busy`."""

    base: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    status: int = 201
    busy: list[tuple[int, str]] = field(default_factory=list)  # a status and when to come again, for who comes first
    sealed: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    @property
    def subscription(self) -> dict[str, Any]:
        """What a browser would give a page."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": f"{self.base}/send/1", "keys": {"p256dh": to_text(point), "auth": to_text(AUTH)}}

    def opened(self, number: int = -1) -> dict[str, Any]:
        """A message, decrypted by another implementation than the one that made it."""
        text = http_ece.decrypt(self.sealed[number][1], private_key=self.key, auth_secret=AUTH, version="aes128gcm")
        return dict(json.loads(text))

    def all_opened(self) -> list[dict[str, Any]]:
        return [self.opened(number) for number in range(len(self.sealed))]

    def claims(self, number: int = -1) -> dict[str, Any]:
        """Who says to have sent it; the signature is checked."""
        scheme, _, rest = self.sealed[number][0]["authorization"].partition(" ")
        assert scheme == "vapid"
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        signed, _, signature = parts["t"].rpartition(".")
        raw = from_text(signature)
        r, s = (int.from_bytes(half, "big") for half in (raw[:32], raw[32:]))
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(parts["k"]))
        sender.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
        return {**json.loads(from_text(signed.split(".")[1])), "k": parts["k"]}


@contextmanager
def push_service() -> Iterator[PushService]:
    """A service on loopback."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.sealed.append(({name.lower(): value for name, value in self.headers.items()}, body))
            status, again = service.busy.pop(0) if service.busy else (service.status, "")
            self.send_response(status)
            if again:
                self.send_header("retry-after", again)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *told: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
