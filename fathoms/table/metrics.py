"""What the server counts, for Prometheus; several processes add up what they count in files that they share."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

SHARED = "PROMETHEUS_MULTIPROC_DIR"
REGISTRY = CollectorRegistry()
_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

ANSWERS = Counter("fathoms_answers", "Requests answered.", ["status"], registry=REGISTRY)
REFUSALS = Counter("fathoms_refusals", "Requests refused, by the words of the refusal.", ["kind"], registry=REGISTRY)
ERRORS = Counter("fathoms_errors", "Requests that failed.", ["kind"], registry=REGISTRY)
MOVES = Counter("fathoms_moves", "Moves made at the tables.", ["by"], registry=REGISTRY)
MOVE_SECONDS = Histogram("fathoms_move_seconds", "From a move to its answer.", registry=REGISTRY, buckets=_QUICK)
IN_MEMORY = Gauge("fathoms_tables_in_memory", "Tables.", registry=REGISTRY, multiprocess_mode="livesum")
SOCKETS = Gauge("fathoms_sockets", "Open pages and programs.", registry=REGISTRY, multiprocess_mode="livesum")
DEAF = Gauge("fathoms_deaf", "Processes that hear no other.", registry=REGISTRY, multiprocess_mode="livesum")


@contextlib.contextmanager
def timed_move(slow: float) -> Iterator[list[float]]:
    """Count a move made within, and how long it took; yields a list for the seconds if they are too many."""
    began, too_long = time.monotonic(), list[float]()
    yield too_long
    took = time.monotonic() - began
    MOVES.labels("person").inc()
    MOVE_SECONDS.observe(took)
    if took > slow:
        too_long.append(round(took, 3))


def exposition(facts: dict[str, float]) -> bytes:
    """All of it as text, with facts that one process knows for all."""
    counted, known = REGISTRY, CollectorRegistry()
    if os.environ.get(SHARED):
        counted = CollectorRegistry()
        MultiProcessCollector(counted)
    else:
        ProcessCollector(registry=known)
    for name, value in facts.items():
        Gauge(f"fathoms_{name}", name.replace("_", " ").capitalize(), registry=known).set(value)
    return bytes(generate_latest(counted) + generate_latest(known))


def forget_dead_processes() -> None:
    """What a process that is no more had open is open no more."""
    folder = os.environ.get(SHARED)
    for file in Path(folder).glob("gauge_live*_*.db") if folder else ():
        process = file.stem.rpartition("_")[2]
        if process.isdigit() and not Path(f"/proc/{process}").exists():
            mark_process_dead(int(process), folder)
