"""What the server tells its host: one JSON object a line, the same in every process, errors once and then counted."""

import json
import logging
import os
import sys
import threading
import time
from typing import Any

from fathoms.engine.kinds import Json

log = logging.getLogger("fathoms")
COUNT_SECONDS = 60.0  # in which the same fault is told once, and then how often it came again
MOST_KINDS = 500  # faults that are told apart
_FACTS = "fathoms_facts"


def tell(event: str, level: int = logging.INFO, **facts: Any) -> None:
    """One line about something a host may want to count or search for: a start, a stop, a refusal …"""
    log.log(level, event, extra={_FACTS: {"event": event, **facts}})


class JsonLines(logging.Formatter):
    """Structured logs: time, level, where, what. Addresses are logged without their query, so no token is."""

    def format(self, record: logging.LogRecord) -> str:
        told: Json = {"time": self.formatTime(record), "level": record.levelname, "from": record.name}
        told["process"] = os.getpid()
        told |= getattr(record, _FACTS, None) or {"text": record.getMessage()}
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        if again := getattr(record, "again", 0):
            told["again"] = again
        return json.dumps(told, ensure_ascii=False, default=str)


class OnceThenCounted(logging.Filter):
    """The first warning or error of a kind passes; those of the next minute are counted and told in one line after it.

    Of one kind are: the same words at the same place (whatever numbers they hold), failing by the same kind of error.
    """

    def __init__(self, seconds: float = COUNT_SECONDS) -> None:
        super().__init__()
        self.seconds = seconds
        self._lock = threading.Lock()
        self._kinds: dict[Any, tuple[float, int]] = {}  # kind -> when it was told, and how often it came since

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING or hasattr(record, "is_count"):
            return True
        with self._lock:
            now = time.monotonic()
            told, count = self._kinds.get(_kind(record), (-self.seconds, 0))
            if now - told < self.seconds:
                self._kinds[_kind(record)] = (told, count + 1)
                return False
            self._note(_kind(record), now)
        record.again = count
        return True

    def _note(self, kind: Any, now: float) -> None:
        self._kinds[kind] = (now, 0)
        if len(self._kinds) > MOST_KINDS:
            self._kinds.pop(next(iter(self._kinds)))

    def counted(self) -> list[tuple[Any, int]]:
        """Faults that came again and have not come for their minute since; each is told once."""
        with self._lock:
            now = time.monotonic()
            over = [kind for kind, (told, _) in self._kinds.items() if now - told >= self.seconds]
            return [(kind, count) for kind in over if (count := self._kinds.pop(kind)[1])]


def _kind(record: logging.LogRecord) -> tuple[Any, ...]:
    facts = getattr(record, _FACTS, None)
    failed = record.exc_info[0] if record.exc_info else None
    what = (facts["event"], facts.get("kind")) if facts else record.msg
    return record.name, record.levelno, what, failed


counter = OnceThenCounted()


def tell_counted() -> None:
    """Say how often what was told once came again; the server calls this now and then."""
    for (name, level, what, failed), count in counter.counted():
        facts = {"event": "again", "what": what, "failure": failed and failed.__name__, "again": count}
        logging.getLogger(name).log(level, "again", extra={_FACTS: facts, "is_count": True})


class Words(logging.Formatter):
    """For somebody at a terminal: a short line, what happened and its facts."""

    def format(self, record: logging.LogRecord) -> str:
        facts = getattr(record, _FACTS, None) or {}
        told = ", ".join(f"{name} {value}" for name, value in facts.items() if name != "event")
        text = f"{record.levelname.lower()}: {record.getMessage()}" + (f" ({told})" if told else "")
        return f"{text}\n{self.formatException(record.exc_info)}" if record.exc_info else text


def log_to_stderr(level: str, form: str = "auto") -> None:
    """Every process of the server calls this, so that all of them speak JSON: to a service, or where that is asked for.

    Somebody at a terminal reads words, and of warnings alone: that all is well the address says.
    """
    person = form == "auto" and sys.stderr.isatty()
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Words() if person else JsonLines())
    handler.addFilter(counter)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    log.setLevel("WARNING" if person and level == "info" else level.upper())
