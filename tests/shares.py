"""How several workers share the tests: file by file, slow ones first, and one worker begins with the browser's.

The browser's tests wait as much as they work, so one worker of them beside others that compile keeps all processors
busy; and its browser is started once. A file that compiles much and comes last would leave the other workers idle.
"""

from typing import Any

from xdist.scheduler import LoadFileScheduling

BROWSER = "tests/browser/"
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


class Shares(LoadFileScheduling):
    """Whole files in their order; the first worker takes the browser's while there are some, the others its rest."""

    def __init__(self, config: Any, log: Any = None) -> None:
        config.option.loadscopereorder = False  # by the number of tests, which says nothing of their time
        super().__init__(config, log)

    def _assign_work_unit(self, node: Any) -> None:
        wanted = node is self.nodes[0]
        fitting = next((file for file in self.workqueue if file.startswith(BROWSER) == wanted), None)
        if fitting is not None:
            self.workqueue.move_to_end(fitting, last=False)
        super()._assign_work_unit(node)
