"""Saves: what a record file holds, reading one with care, and the seal that tells when it was changed."""

import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from fathoms.engine.errors import BadRecord
from fathoms.engine.kinds import Json
from fathoms.engine.sea import published_root

FORMAT = 1
MOST_BYTES = 32 << 20


@dataclass
class Tide:
    """One commitment of the sea inside a record: its root, and the secrets of the events it decided."""

    root: str
    leaves: int
    entropy: dict[str, str]
    events: list[int] = field(default_factory=list)  # the numbers, from 1, of the events decided by leaf 0, 1, …
    secrets: list[str] = field(default_factory=list)
    frontier: list[str] = field(default_factory=list)
    commitments: dict[str, str] = field(default_factory=dict)  # seat -> the hash of its words, where they came first
    by_server: list[str] = field(default_factory=list)  # the seats whose words the server made

    @property
    def published(self) -> str:
        """The root that all were told before anybody told their words."""
        return published_root(self.root, self.commitments, self.by_server)

    def to_json(self) -> Json:
        """As it is kept: a game in which nobody committed to words has nothing to say of that."""
        return {name: value for name, value in vars(self).items() if value or name not in ("commitments", "by_server")}


@dataclass(frozen=True)
class Origin:
    """Another game that this one goes on from: its first events come from there, and are not this sea's to prove."""

    table: str  # where that game was played; empty: it came as a file
    at: int  # after which of its events this one goes on
    events: int  # how many events were given: those, and a choice made otherwise


@dataclass
class Record:
    """A save as data."""

    game: str
    rules: int
    options: Json
    events: list[str]
    hashes: list[str]
    sea: list[Tide]
    result: Json | None  # scores and winners, once the game is over
    format: int = FORMAT
    origin: Origin | None = None  # where its first events come from, if this game's own sea has not decided them

    def to_text(self) -> str:
        kept = {**vars(self), "sea": [tide.to_json() for tide in self.sea]}
        origin = kept.pop("origin")
        body = {"fathoms": kept.pop("format"), **kept, **({"origin": dict(vars(origin))} if origin else {})}
        return json.dumps({**body, "seal": _seal(body)}, indent=1, ensure_ascii=False) + "\n"


def _seal(body: Json) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def state_hash(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()[:16]


def read_record(text: str) -> tuple[Record, bool]:
    """The record in a save's text, and whether its seal holds; BadRecord if it is not one."""
    body = _read_object(text)
    version = body.get("fathoms")
    if not isinstance(version, int) or isinstance(version, bool):
        raise BadRecord("this is not a Fathoms record: it has no format number under 'fathoms'")
    if version > FORMAT:
        raise BadRecord(f"this record has format {version}, from a newer Fathoms; allowed here: up to {FORMAT}")
    if version < 1:
        raise BadRecord(f"this record has format {version}; allowed here: 1 to {FORMAT}")
    seal = body.pop("seal", None)
    try:
        return _to_record(body), seal == _seal(body)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise BadRecord(f"this record is incomplete or malformed: {error}") from error


def _read_object(text: str) -> Json:
    if len(text) > MOST_BYTES:
        raise BadRecord(f"this file is too large for a record; allowed: {MOST_BYTES >> 20} MiB")
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"this is not a Fathoms record: not readable as JSON ({error})") from error
    if not isinstance(body, dict):
        raise BadRecord("this is not a Fathoms record: it holds no object")
    return body


def _to_record(body: Json) -> Record:
    record = Record(
        game=_typed(body, "game", str),
        rules=_typed(body, "rules", int),
        options=_typed(body, "options", dict),
        events=_strings(body, "events"),
        hashes=_strings(body, "hashes"),
        sea=[_to_tide(tide) for tide in _typed(body, "sea", list)],
        result=body["result"],
        format=_typed(body, "fathoms", int),
        origin=_to_origin(body["origin"]) if body.get("origin") is not None else None,
    )
    if record.result is not None and not isinstance(record.result, dict):
        raise ValueError("'result' is neither null nor an object")
    return record


def _to_origin(body: object) -> Origin:
    if not isinstance(body, dict):
        raise ValueError("'origin' is not an object")
    return Origin(_typed(body, "table", str), _typed(body, "at", int), _typed(body, "events", int))


def _to_tide(body: object) -> Tide:
    if not isinstance(body, dict):
        raise ValueError("an entry of 'sea' is not an object")
    body = {"commitments": {}, "by_server": [], **body}  # records of before had neither
    entropy = _typed(body, "entropy", dict)
    tide = Tide(
        root=_typed(body, "root", str),
        leaves=_typed(body, "leaves", int),
        entropy={str(seat): str(words) for seat, words in entropy.items()},
        events=[int(number) for number in _typed(body, "events", list)],
        secrets=_strings(body, "secrets"),
        frontier=_strings(body, "frontier"),
        commitments={str(seat): str(told) for seat, told in _typed(body, "commitments", dict).items()},
        by_server=_strings(body, "by_server"),
    )
    for text in (tide.root, *tide.secrets, *tide.frontier, *tide.commitments.values()):
        bytes.fromhex(text)
    if len(tide.events) != len(tide.secrets):
        raise ValueError(f"the sea names {len(tide.events)} events and {len(tide.secrets)} secrets")
    return tide


def _typed(body: Json, key: str, kind: type) -> Any:
    if key not in body:
        raise ValueError(f"'{key}' is missing")
    if not isinstance(body[key], kind):
        raise ValueError(f"'{key}' should be {kind.__name__}, not {type(body[key]).__name__}")
    return body[key]


def _strings(body: Json, key: str) -> list[str]:
    values = _typed(body, key, list)
    if not all(isinstance(value, str) for value in values):
        raise ValueError(f"'{key}' should hold text only")
    return list(values)
