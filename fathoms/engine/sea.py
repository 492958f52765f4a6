"""The sea: chance that can be checked.

Before the first event the sea draws one secret per sea event to come, and the root of their Merkle tree binds it. Each
seat has words of its own and tells only their hash until all have. One root that covers both is published; then words
are told. The fate behind secret k follows from that secret and from all the words, so nobody could have chosen it: not
the host, who was bound before anybody's words were told, and not a seat, who did not know the secret.
"""

import hashlib
import hmac
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from fathoms.engine.dialect import pick_share

LEAVES = 1 << 12
_SECRET_BYTES = 32


def _leaf(secret: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + secret).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def commitment_of(words: str) -> str:
    """What a seat tells of its words before anybody may know them."""
    return hashlib.sha256(words.encode()).hexdigest()


def published_root(root: str, commitments: Mapping[str, str], by_server: Collection[str] = ()) -> str:
    """What all are told before anybody tells their words: the secrets' root, bound to what each seat committed to.

    Without commitments it is the secrets' root alone: games were begun so once, and are where nobody stirs.
    """
    if not commitments:
        return root
    whose = {seat: "server" if seat in by_server else "own" for seat in commitments}
    told = "".join(f"|{seat}:{whose[seat]}={commitment}" for seat, commitment in sorted(commitments.items()))
    return hashlib.sha256(f"fathoms root|{root}{told}".encode()).hexdigest()


def choose_fate(secret: bytes, leaf: int, entropy: Mapping[str, str], weights: Sequence[int]) -> int:
    """The index of the fate that follows: exactly proportional to the weights, by rejection."""
    total = sum(weights)
    fair = (1 << 256) // total * total
    stirred = "".join(f"|{len(words)}:{seat}={words}" for seat, words in sorted(entropy.items()))
    attempt = 0
    while True:
        message = f"fathoms|{leaf}|{attempt}{stirred}".encode()
        number = int.from_bytes(hmac.digest(secret, message, "sha256"), "big")
        if number < fair:
            break
        attempt += 1
    return int(pick_share(weights, len(weights), number % total))


@dataclass(frozen=True)
class Proof:
    """What is published of one fate: its secret, and the way from it to the root."""

    leaf: int
    secret: str
    path: tuple[str, ...]

    def leads_to(self, root: str) -> bool:
        here = _leaf(bytes.fromhex(self.secret))
        place = self.leaf
        for beside in self.path:
            other = bytes.fromhex(beside)
            here = _node(other, here) if place & 1 else _node(here, other)
            place >>= 1
        return here.hex() == root


class Sea:
    """Secrets, their commitment, and what the seats stirred in."""

    def __init__(self, leaves: int = LEAVES, *, secrets: Sequence[bytes] | None = None) -> None:
        if leaves < 1 or leaves & (leaves - 1):
            raise ValueError("the number of leaves is a power of two")
        self._secrets = list(secrets) if secrets else [os.urandom(_SECRET_BYTES) for _ in range(leaves)]
        self._levels = [[_leaf(secret) for secret in self._secrets]]
        while len(self._levels[-1]) > 1:
            row = self._levels[-1]
            self._levels.append([_node(row[i], row[i + 1]) for i in range(0, len(row), 2)])
        self.entropy: dict[str, str] = {}
        self.commitments: dict[str, str] = {}  # the hashes of the words, where the seats said them first
        self.by_server: tuple[str, ...] = ()  # the seats whose words the server made
        self.used = 0
        self._master: bytes | None = None
        self._tide = 0

    @classmethod
    def from_master(cls, master: bytes, leaves: int = LEAVES, tide: int = 0) -> "Sea":
        """A sea whose secrets follow from one: a server keeps 32 bytes a table. One secret tells nothing of another."""
        secrets = [hmac.digest(master, f"fathoms sea {tide} {leaf}".encode(), "sha256") for leaf in range(leaves)]
        sea = cls(leaves, secrets=secrets)
        sea._master, sea._tide = master, tide
        return sea

    @classmethod
    def from_seed(cls, seed: int, leaves: int = LEAVES) -> "Sea":
        """A sea that repeats itself: for tests and duplicate deals, never for a table."""
        return cls.from_master(f"seed {seed}".encode(), leaves)

    def next_tide(self) -> "Sea":
        """The sea that goes on when every secret of this one is used: a further commitment, the same entropy."""
        drawn = self._master is None
        sea = Sea(self.leaves) if drawn else Sea.from_master(self._master or b"", self.leaves, self._tide + 1)
        sea.entropy, sea.commitments, sea.by_server = dict(self.entropy), dict(self.commitments), self.by_server
        return sea

    @property
    def root(self) -> str:
        return self._levels[-1][0].hex()

    @property
    def leaves(self) -> int:
        return len(self._secrets)

    @property
    def spent(self) -> bool:
        return self.used == self.leaves

    def stir(self, seat: str, words: str) -> None:
        """Add a seat's own entropy; only before the first fate."""
        if self.used:
            raise ValueError("the sea has begun: entropy is added before the first fate")
        self.entropy[seat] = words

    def draw(self, weights: Sequence[int]) -> tuple[int, int]:
        """The next fate, as an index into the weights, and the number of the leaf it used."""
        leaf = self.used
        if self.spent:
            raise ValueError(f"this sea had {self.leaves} secrets and all are used; go on with next_tide()")
        self.used += 1
        return choose_fate(self._secrets[leaf], leaf, self.entropy, weights), leaf

    def secret(self, leaf: int) -> str:
        return self._secrets[leaf].hex()

    def proof(self, leaf: int) -> Proof:
        path = tuple(row[(leaf >> level) ^ 1].hex() for level, row in enumerate(self._levels[:-1]))
        return Proof(leaf, self.secret(leaf), path)

    def frontier(self, used: int) -> list[str]:
        """The roots of the subtrees that hold the leaves from `used` on: with the used secrets they give the root."""
        rest = []
        for level, row in enumerate(self._levels[:-1]):
            first = -(-used >> level)  # the first node of this level that no used leaf is under
            if first & 1:
                rest.append(row[first].hex())
        return rest


def root_of(secrets: Sequence[str], leaves: int, frontier: Sequence[str]) -> str | None:
    """The root that the first secrets and the frontier of the rest lead to; None if they do not fit together."""
    row = [_leaf(bytes.fromhex(secret)) for secret in secrets]
    rest = list(frontier)
    width = leaves
    while width > 1:
        if len(row) & 1:
            if not rest:
                return None
            row.append(bytes.fromhex(rest.pop(0)))
        row = [_node(row[i], row[i + 1]) for i in range(0, len(row), 2)]
        width //= 2
    return row[0].hex() if len(row) == 1 and not rest else None


def shorter_frontier(secrets: Sequence[str], leaves: int, frontier: Sequence[str], used: int) -> list[str]:
    """The frontier as it was when only the first `used` of these secrets were: what came after is hashed again."""
    row, rest, shorter = [_leaf(bytes.fromhex(secret)) for secret in secrets], list(frontier), list[str]()
    width = leaves
    while width > 1:
        if len(row) & 1 and rest:
            row.append(bytes.fromhex(rest.pop(0)))
        if used & 1:
            shorter.append(row[used].hex())
        row = [_node(row[i], row[i + 1]) for i in range(0, len(row) - 1, 2)]
        used, width = (used + 1) // 2, width // 2
    return shorter
