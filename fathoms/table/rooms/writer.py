"""One thread that writes to SQLite: what is asked for while the disk is busy goes into the next transaction together.

SQLite has one writer at a time and a write to disk takes milliseconds. Threads that each wait for their turn find it by
chance, some of them after seconds; here they queue, and a full queue costs one write instead of many.
"""

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import sqlalchemy as sa

Result = TypeVar("Result")
Job = tuple[Callable[[sa.Connection], Any], Future[Any]]

MOST_TOGETHER = 64


class GroupWriter:
    """Transactions in the order they were asked for, several in one where several wait."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="fathoms-writer", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[sa.Connection], Result]) -> Result:
        """What `work` gives, once it is on disk; what it raises, once its changes are taken back."""
        done: Future[Result] = Future()
        self._jobs.put((work, done))
        return done.result()

    def close(self) -> None:
        """Finish what was asked for."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs, last = self._waiting(first)
            self._write_together(jobs)
            if last:
                return

    def _waiting(self, first: Job) -> tuple[list[Job], bool]:
        """The jobs that wait now, and whether the end was asked for after them."""
        jobs = [first]
        while len(jobs) < MOST_TOGETHER:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return jobs, True
            jobs.append(job)
        return jobs, False

    def _write_together(self, jobs: list[Job]) -> None:
        outcomes: list[tuple[Any, BaseException | None]] = []
        try:
            with self._engine.begin() as connection:
                outcomes = [_attempt(connection, work) for work, _ in jobs]
        except BaseException as failure:  # nothing is on disk: all have to know
            outcomes = [(None, failure)] * len(jobs)
        for (_, done), (result, refusal) in zip(jobs, outcomes, strict=True):
            if refusal is None:
                done.set_result(result)
            else:
                done.set_exception(refusal)


def _attempt(connection: sa.Connection, work: Callable[[sa.Connection], Any]) -> tuple[Any, BaseException | None]:
    """One job; if it raises, the others' changes stay."""
    connection.exec_driver_sql("SAVEPOINT job")
    try:
        result = work(connection)
    except BaseException as refusal:
        connection.exec_driver_sql("ROLLBACK TO job")
        return None, refusal
    connection.exec_driver_sql("RELEASE job")
    return result, None
