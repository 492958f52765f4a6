"""Writing to SQLite together: in order, each job whole or not at all, and nobody answered before the disk has it."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

from fathoms.table.rooms.writer import GroupWriter


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[sa.Engine]:
    engine = sa.create_engine(f"sqlite:///{tmp_path}/notes.db")

    @sa.event.listens_for(engine, "connect")
    def by_hand(connection: object, record: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE notes (text TEXT PRIMARY KEY)")
    yield engine
    engine.dispose()


def note(connection: sa.Connection, text: str) -> None:
    connection.execute(sa.text("INSERT INTO notes VALUES (:text)"), {"text": text})


def write(text: str) -> Callable[[sa.Connection], None]:
    return lambda connection: note(connection, text)


def noted(engine: sa.Engine) -> list[str]:
    with engine.connect() as connection:
        return [str(row[0]) for row in connection.exec_driver_sql("SELECT text FROM notes ORDER BY rowid")]


class Gate:
    """Holds the writer up, so that other jobs gather behind it."""

    def __init__(self) -> None:
        self.entered, self.open = threading.Event(), threading.Event()

    def __call__(self, connection: sa.Connection) -> None:
        self.entered.set()
        assert self.open.wait(20)


def test_what_gathers_is_written_in_one_transaction_in_its_order(engine: sa.Engine) -> None:
    commits: list[int] = []
    sa.event.listen(engine, "commit", lambda connection: commits.append(1))
    writer, gate = GroupWriter(engine), Gate()
    with ThreadPoolExecutor(12) as pool:
        held = pool.submit(writer.write, gate)
        assert gate.entered.wait(20)
        jobs = []
        for number in range(10):
            waiting = writer._jobs.qsize()
            jobs.append(pool.submit(writer.write, write(f"{number}")))
            while writer._jobs.qsize() == waiting:
                pass
        assert not any(job.done() for job in jobs)
        gate.open.set()
        for job in (held, *jobs):
            job.result(20)
    assert noted(engine) == [str(number) for number in range(10)]
    assert len(commits) == 2
    writer.close()


def test_a_job_that_raises_is_taken_back_and_the_others_stay(engine: sa.Engine) -> None:
    writer, gate = GroupWriter(engine), Gate()

    def half(connection: sa.Connection) -> None:
        note(connection, "half")
        raise ValueError("no further")

    with ThreadPoolExecutor(4) as pool:
        pool.submit(writer.write, gate)
        assert gate.entered.wait(20)
        jobs = [pool.submit(writer.write, work) for work in (half, write("whole"))]
        gate.open.set()
        with pytest.raises(ValueError, match="no further"):
            jobs[0].result(20)
        jobs[1].result(20)
    assert noted(engine) == ["whole"]
    writer.close()


def test_when_the_disk_refuses_everybody_hears_of_it_and_the_next_write_works(engine: sa.Engine) -> None:
    writer, gate = GroupWriter(engine), Gate()

    def refuse(connection: sa.Connection) -> None:
        raise OSError("disk full")

    with ThreadPoolExecutor(4) as pool:
        pool.submit(writer.write, gate)
        assert gate.entered.wait(20)
        jobs = [pool.submit(writer.write, write(text)) for text in ("lost", "lost too")]
        sa.event.listen(engine, "commit", refuse)
        gate.open.set()
        for job in jobs:
            with pytest.raises(OSError, match="disk full"):
                job.result(20)
    sa.event.remove(engine, "commit", refuse)
    writer.write(write("kept"))
    assert noted(engine) == ["kept"]
    writer.close()


def test_closing_finishes_what_was_asked_for(engine: sa.Engine) -> None:
    writer, gate = GroupWriter(engine), Gate()
    with ThreadPoolExecutor(4) as pool:
        pool.submit(writer.write, gate)
        assert gate.entered.wait(20)
        job = pool.submit(writer.write, write("last"))
        while writer._jobs.empty():
            pass
        closing = pool.submit(writer.close)
        gate.open.set()
        closing.result(20)
        job.result(20)
    assert noted(engine) == ["last"]
