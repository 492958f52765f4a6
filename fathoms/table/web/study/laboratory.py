"""The laboratory behind `/lab`: one run at a time in a process of its own, a short queue, and what was found lately."""

import asyncio
import json
import os
import subprocess
import sys
from collections import OrderedDict
from typing import Any

from fathoms.engine.errors import OptionError

MOST_WAITING = 4  # runs that may be waiting or at work
MOST_OF_ONE = 2  # of these, for one who asks
MOST_KEPT = 64  # results that are kept to be looked at again
SECONDS = 15.0  # of playing; what is not done by then is left out of the report
PATIENCE = 28.0  # seconds until somebody is answered, done or not
LONGEST = 600.0  # seconds for a run with all its compiling, the first time

Asked = dict[str, Any]
Figures = dict[str, Any]


class Busy(Exception):
    """The queue is full, or the asker's share of it."""


class NotYet(Exception):
    """Still at work; asking again finds the same run."""


class Laboratory:
    """Who asks for what is already being done waits for the same run."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Semaphore(1)
        self._running: dict[str, asyncio.Task[Figures]] = {}
        self._askers: dict[str, str] = {}  # who asked first for each
        self._kept: OrderedDict[str, Figures] = OrderedDict()
        self._ahead: asyncio.Task[None] | None = None
        self._compiler: subprocess.Popen[bytes] | None = None

    def found(self, asked: Asked) -> Figures | None:
        """What an earlier run found, if it is still kept."""
        return self._kept.get(_key(asked))

    async def run(self, asked: Asked, who: str = "") -> Figures:
        key = _key(asked)
        if key in self._kept:
            return self._kept[key]
        if key not in self._running:
            if len(self._running) >= MOST_WAITING or list(self._askers.values()).count(who) >= MOST_OF_ONE:
                raise Busy
            self._askers[key] = who
            task = self._running[key] = asyncio.create_task(self._work(key, asked))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            return await asyncio.wait_for(asyncio.shield(self._running[key]), PATIENCE)
        except TimeoutError:
            raise NotYet from None

    async def _work(self, key: str, asked: Asked) -> Figures:
        try:
            async with self._one_at_a_time:
                figures = await _measure(asked)
            if "error" in figures:
                raise OptionError(figures["error"])
            self._kept[key] = figures
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return figures
        finally:
            del self._running[key], self._askers[key]

    def warm_after(self, process: subprocess.Popen[bytes]) -> None:
        """Compile ahead once somebody looks, and the process that compiles the tables' games has ended."""
        self._compiler = process

    def somebody_looks(self) -> None:
        """Whoever opens the page is likely to ask something: what that needs is compiled from now on, and once."""
        if self._compiler is not None and self._ahead is None:
            self._ahead = asyncio.create_task(_compile_after(self._compiler))
            self._ahead.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def close(self) -> None:
        running: list[asyncio.Task[Any]] = [*self._running.values(), *([self._ahead] if self._ahead else [])]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def _compile_after(process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        await asyncio.sleep(1)
    await _measure({})


async def _measure(asked: Asked) -> Figures:
    """Have `fathoms.lab.balance.worker` measure; the process ends with the task."""
    worker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "fathoms.lab.balance.worker", str(os.getpid())),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        told = json.dumps(asked and {**asked, "seconds": SECONDS}).encode()
        answer, _ = await asyncio.wait_for(worker.communicate(told), LONGEST)
        if worker.returncode:
            raise RuntimeError(f"the laboratory's process ended with {worker.returncode}")
        figures: Figures = json.loads(answer)
        return figures
    finally:
        if worker.returncode is None:
            worker.kill()
            await worker.wait()


def _key(asked: Asked) -> str:
    return json.dumps(asked, sort_keys=True)
