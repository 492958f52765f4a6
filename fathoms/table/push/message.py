"""A push message: encrypted for one browser (RFC 8291), and signed by this server (VAPID, RFC 8292)."""

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = ec.SECP256R1()
RECORD = 4096  # bytes: a message is one record
GOOD_FOR = 12 * 3600  # seconds that a signature is good for
POINT, SECRET = 65, 16  # bytes of a browser's public key, and of what it shares with us


def to_text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> str:
    """A server's own key, as it is kept."""
    return to_text(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


def private_key(kept: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_text(kept), "big"), CURVE)


def public_text(key: ec.EllipticCurvePrivateKey) -> str:
    """The public half, as browsers take it."""
    return to_text(_point(key.public_key()))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def check_keys(p256dh: str, auth: str) -> None:
    """Whether these are a browser's keys; ValueError if not."""
    if len(from_text(auth)) != SECRET or len(from_text(p256dh)) != POINT:
        raise ValueError("keys of another length")
    ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_text(p256dh))


def encrypt(
    text: bytes, p256dh: str, auth: str, own: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """The body of a push message; key and salt are fresh each time, but in tests."""
    own, salt = own or ec.generate_private_key(CURVE), salt or os.urandom(16)
    theirs, ours = from_text(p256dh), _point(own.public_key())
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs))
    secret = _derive(shared, from_text(auth), b"WebPush: info\0" + theirs + ours, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + len(ours).to_bytes(1, "big") + ours
    return head + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def authorization(endpoint: str, key: ec.EllipticCurvePrivateKey, contact: str) -> str:
    """Who sends this, for the push service: a token that is good there and for a while."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + GOOD_FOR, "sub": contact}
    signed = ".".join(to_text(json.dumps(one).encode()) for one in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(SHA256())))
    signature = to_text(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={public_text(key)}"
