"""Who is who: nicknames, cookies and seat tokens. Secrets are random, stored as hashes, compared in constant time."""

import hashlib
import hmac
import re
import secrets
import unicodedata

MOST_NAME = 24
DEVICE_PREFIX = "d."  # no other secret has a full stop
WATCHING = "\x1f"  # before the name of somebody who looks on and speaks; no name of anybody's own has it


def new_secret() -> str:
    """A secret nobody guesses: 192 bits, safe in addresses and headers."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """Short enough to read out, long enough not to be guessed: 60 bits."""
    alphabet = "23456789abcdefghjkmnpqrstuvwxyz"
    return "".join(secrets.choice(alphabet) for _ in range(12))


class DeviceSecret(str):
    """The secret of one device of a person. The person's id is stored with it, and is not its own hash."""

    def __new__(cls, secret: str, person: str, device: str) -> "DeviceSecret":
        made = super().__new__(cls, secret)
        made.person, made.device = person, device
        return made

    person: str
    device: str


def new_device_secret() -> str:
    """The prefix tells it from a person's first secret, whose hash is the person's id."""
    return DEVICE_PREFIX + new_secret()


def hash_secret(secret: str) -> str:
    """The hash that is stored; for whoever comes with the secret of a device, the id of the person behind it."""
    return secret.person if isinstance(secret, DeviceSecret) else key_of(secret)


def key_of(secret: str) -> str:
    """The hash of a secret itself, whoever is behind it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def is_secret(secret: str | None, known_hash: str | None) -> bool:
    return bool(secret and known_hash) and hmac.compare_digest(hash_secret(secret or ""), str(known_hash))


def clean_name(raw: str, default: str, most: int = MOST_NAME) -> str:
    """A nickname (or message) fit to be shown: one line, no control characters, not too long."""
    visible = "".join(letter for letter in raw if unicodedata.category(letter)[0] != "C")
    return re.sub(r"\s+", " ", visible).strip()[:most] or default
