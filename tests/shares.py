"""How several workers share the tests: file by file, slow ones first, each worker beginning with its own kind.

One begins with the browser's tests, which wait as much as they work; its browser is started once. One begins with what
compiles: what a process has compiled of the rules it need not compile again for the next kernel, and what two processes
compile is compiled twice. It goes before the others, who have more than one processor can do, so that it does not come
last. Whoever has nothing left of their own kind helps with the others'.
"""

import os
from typing import Any

from xdist.scheduler import LoadFileScheduling

BROWSER = ("tests/browser/",)
COMPILING = (
    "tests/bots/",
    "tests/lab/",
    "tests/cli/",
    "tests/bridges/",
    "tests/engine/test_conform.py",
    "tests/games/test_conformance.py",
    "tests/table/test_lab.py",
)
WISHES = ("browser", "plain", "compiling"), ("compiling", "plain", "browser"), ("plain", "browser", "compiling")
SLOW_FIRST = (
    "tests/bots/test_values.py",
    "tests/cli/test_playing.py",
    "tests/lab/learn/",
    "tests/cli/test_checking.py",
    "tests/bots/",
    "tests/lab/",
    "tests/engine/test_conform.py",
    "tests/engine/test_cache.py",
    "tests/table/test_several_processes.py",
    "tests/table/test_durability.py",
    "tests/table/test_fast_jinja.py",
    "tests/table/test_secrets.py",
    "tests/table/test_fifth_game.py",
    "tests/terminal/",
    "tests/bridges/",
    "tests/table/",
    "tests/games/test_",
)


def slowness(file: str) -> int:
    """The place of a file in the order of work; what is not known to be slow comes last."""
    return next((number for number, start in enumerate(SLOW_FIRST) if file.startswith(start)), len(SLOW_FIRST))


def kind_of(file: str) -> str:
    if file.startswith(BROWSER):
        return "browser"
    return "compiling" if file.startswith(COMPILING) else "plain"


def wishes_of(worker: str) -> tuple[str, ...]:
    """The kinds a worker takes, in this order, by its name: `gw0`, `gw1` and so on."""
    return WISHES[min(int(worker.removeprefix("gw")), len(WISHES) - 1)]


def step_back(worker: str) -> None:
    """Let the worker that compiles go before the others."""
    if wishes_of(worker)[0] != "compiling":
        os.nice(5)


class Shares(LoadFileScheduling):
    """Whole files in their order; the first and the second worker have a kind of their own, the others what is left."""

    def __init__(self, config: Any, log: Any = None) -> None:
        config.option.loadscopereorder = False  # by the number of tests, which says nothing of their time
        super().__init__(config, log)

    def _assign_work_unit(self, node: Any) -> None:
        wishes = wishes_of(node.gateway.id)
        fitting = min(self.workqueue, key=lambda file: wishes.index(kind_of(file)), default=None)
        if fitting is not None:
            self.workqueue.move_to_end(fitting, last=False)
        super()._assign_work_unit(node)
