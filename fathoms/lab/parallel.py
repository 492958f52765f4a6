"""Work for several hands: portions that end together, taken back in their order; Ctrl-C ends it between two of them."""

import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

Task = TypeVar("Task")
Handed = TypeVar("Handed")
Result = TypeVar("Result")

AHEAD = 3  # tasks a hand that wait or are worked on: nobody is idle while a result is looked at
SMALLEST = 20  # the last portions are this much smaller than the first


def portions(start: int, end: int, size: int, hands: int) -> Iterator[tuple[int, int]]:
    """The numbers from `start` to `end` - 1 in portions (the first number, how many), smaller towards the end.

    With whole portions to the last, one hand would work on alone while the others have nothing left to do.
    """
    least = -(-size // SMALLEST)
    while start < end:
        fair = -(-(end - start) // (2 * hands)) if hands > 1 else size
        count = min(size, max(least, fair), end - start)
        yield start, count
        start += count


def in_order(
    tasks: Iterable[Task], hand_out: Callable[[Task], Handed], ahead: int
) -> Generator[tuple[Task, Handed], None, None]:
    """Hand tasks out, so many ahead, and give back what each became, in their order."""
    waiting: deque[tuple[Task, Handed]] = deque()
    for task in tasks:
        waiting.append((task, hand_out(task)))
        if len(waiting) == ahead:
            yield waiting.popleft()
    yield from waiting


def on_cores(
    work: Callable[[Task], Result], tasks: Iterable[Task], cores: int
) -> Generator[tuple[Task, Result], None, None]:
    """Each task with its result, in their order, so many threads at work: for work that releases the GIL.

    Who stops taking results waits for what is being worked on, and for nothing else.
    """
    pool = ThreadPoolExecutor(cores)
    try:
        for task, future in in_order(tasks, lambda task: pool.submit(work, task), AHEAD * cores):
            yield task, future.result()
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """An event that Ctrl-C sets, so that nothing is counted by half; a second Ctrl-C leaves at once."""
    interrupted = threading.Event()
    if threading.current_thread() is not threading.main_thread():  # which alone hears signals
        yield interrupted
        return

    def interrupt(*_: object) -> None:
        if interrupted.is_set():
            sys.exit(130)
        interrupted.set()

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)
