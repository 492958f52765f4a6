"""Who is who: nicknames, cookies and seat tokens. Secrets are random, stored as hashes, compared in constant time."""

import hashlib
import hmac
import re
import secrets
import unicodedata

MOST_NAME = 24
WATCHING = "\x1f"  # before the name of somebody who looks on and speaks; no name of anybody's own has it


def new_secret() -> str:
    """A secret nobody guesses: 192 bits, safe in addresses and headers."""
    return secrets.token_urlsafe(24)


def new_table_id() -> str:
    """Short enough to read out, long enough not to be guessed: 60 bits."""
    alphabet = "23456789abcdefghjkmnpqrstuvwxyz"
    return "".join(secrets.choice(alphabet) for _ in range(12))


def hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def is_secret(secret: str | None, known_hash: str | None) -> bool:
    return bool(secret and known_hash) and hmac.compare_digest(hash_secret(str(secret)), str(known_hash))


def clean_name(raw: str, default: str, most: int = MOST_NAME) -> str:
    """A nickname (or message) fit to be shown: one line, no control characters, not too long."""
    visible = "".join(letter for letter in raw if unicodedata.category(letter)[0] != "C")
    return re.sub(r"\s+", " ", visible).strip()[:most] or default
