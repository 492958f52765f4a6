"""Work that takes its time, kinds apart: each has threads of its own, a queue that ends, and takes askers in turn."""

import asyncio
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from fathoms.engine.errors import FathomsError

Result = TypeVar("Result")
THINKERS = 2  # bots that think at the same time
PATIENCE = 10  # of the operating system's scale from 0 to 19: how much thinking makes way for people


class Busy(FathomsError):
    """More is asked for at once than is done here; nothing was begun."""


class TooMany(Busy):
    """More is asked for at once by one asker than is done for one."""


@dataclass
class Job:
    """A piece of work that waits for a thread."""

    work: Callable[[], Any]
    done: asyncio.Future[Any]


class Pool:
    """Threads for one kind of work. Who asks for much waits behind their own work, not others behind them."""

    def __init__(self, name: str, threads: int, waiting: int, share: int, patience: int = PATIENCE) -> None:
        self.waiting, self.share = waiting, share
        self._threads = ThreadPoolExecutor(threads, f"fathoms-{name}", initializer=make_way, initargs=(patience,))
        self._free = threads
        self._queues: OrderedDict[str, deque[Job]] = OrderedDict()  # whose turn is next stands first

    def __len__(self) -> int:
        """How much waits."""
        return sum(map(len, self._queues.values()))

    def check(self, who: str) -> None:
        """Refuse somebody whose share of the queue, or all of it, is taken."""
        most = self.share
        if len(self._queues.get(who, ())) >= most:
            raise TooMany(f"too many of your requests wait to be answered; allowed: {most} at a time")
        most = self.waiting
        if len(self) >= most:
            raise Busy(f"this server is busy with others; allowed: {most} such requests at a time, try again soon")

    async def run(self, who: str, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do `work` in a thread, when it is the asker's turn."""
        self.check(who)
        job = Job(lambda: work(*arguments), asyncio.get_running_loop().create_future())
        self._queues.setdefault(who, deque()).append(job)
        self._begin()
        found: Result = await job.done
        return found

    def _begin(self) -> None:
        """Give free threads to whoever has waited longest since their last turn."""
        while self._free and self._queues:
            who, queue = self._queues.popitem(last=False)
            job = queue.popleft()
            if queue:
                self._queues[who] = queue
            if not job.done.done():  # who asked has not left
                self._free -= 1
                self._hand_over(job)

    def _hand_over(self, job: Job) -> None:
        at_work = asyncio.wrap_future(self._threads.submit(job.work))

        def end(_: Any) -> None:
            self._free += 1
            _pass_on(at_work, job.done)
            self._begin()

        at_work.add_done_callback(end)

    def close(self) -> None:
        """What thinks, or compiles, holds nobody up."""
        for queue in self._queues.values():
            for job in queue:
                job.done.cancel()
        self._queues.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _pass_on(at_work: asyncio.Future[Any], done: asyncio.Future[Any]) -> None:
    if at_work.cancelled():
        done.cancel()
    elif (error := at_work.exception()) is not None:
        if not done.done():
            done.set_exception(error)
    elif not done.done():
        done.set_result(at_work.result())


def make_way(patience: int = PATIENCE) -> None:
    """Linux counts priority by the thread; elsewhere thinking shares the processor evenly."""
    if sys.platform == "linux":
        me = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, me, max(patience, os.getpriority(os.PRIO_PROCESS, me)))


class Pools:
    """All of them. Moves have the hub's own workers, and never wait for any of these."""

    def __init__(self) -> None:
        self.loading = Pool("loading", threads=4, waiting=2000, share=200, patience=0)  # tables, from disk
        self.thinking = Pool("thinking", threads=THINKERS, waiting=20_000, share=2)  # bots; who asks is a table
        self.looking = Pool("looking", threads=1, waiting=512, share=64, patience=5)  # replays, records, proofs
        self.hints = Pool("hints", threads=1, waiting=64, share=16, patience=12)
        self.coach = Pool("coach", threads=1, waiting=100, share=100, patience=15)

    def close(self) -> None:
        for pool in vars(self).values():
            pool.close()
