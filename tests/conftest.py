"""What every test may use."""

import os
from collections.abc import Callable, Iterable
from math import inf
from typing import Any

import pytest

from fathoms import Match

os.environ.setdefault("FATHOMS_WARM", "0")  # servers under test do not compile games beside them

Script = Callable[..., Match]


@pytest.fixture
def script() -> Script:
    """`script("locker", "sea draw anchor-5", "A continue", players=2)`: a match after these lines."""

    def run(game: str, *lines: str | Iterable[str], **options: Any) -> Match:
        match = Match(game, **options)
        for line in lines:
            for one in [line] if isinstance(line, str) else line:
                match.play(one)
        return match

    return run


# Several workers: `-n 3 --dist loadfile`.


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    if config.getvalue("dist") != "loadfile":
        return None
    from tests.shares import Shares  # here, so that pytest alone is enough to run a test

    return Shares(config, log)


# `--at-most SECONDS`: without the tests that took longer the last time; `--within SECONDS`: and of the others no more
# than took so long together, the quickest first. How long each takes is kept between runs.

_TIMES = "fathoms/seconds"
_UNKNOWN = 0.1  # seconds


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--at-most", type=float, metavar="SECONDS", help="leave out tests that took longer the last time")
    parser.addoption("--within", type=float, metavar="SECONDS", help="no more tests than took so long, quickest first")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        from tests.shares import slowness

        items.sort(key=lambda item: slowness(item.nodeid))
    most, within = config.getoption("--at-most"), config.getoption("--within")
    if (most or within) and config.cache is not None:
        taken = quick_ones(config.cache.get(_TIMES, {}), [item.nodeid for item in items], most, within)
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in taken])
        items[:] = [item for item in items if item.nodeid in taken]


def quick_ones(times: dict[str, float], tests: list[str], most: float | None, within: float | None) -> set[str]:
    """The tests that took at most so long each, and within so long together."""
    taken, spent = set(), 0.0
    for seconds, test in sorted((times.get(test, _UNKNOWN), test) for test in tests):
        spent += seconds
        if seconds <= (most or inf) and spent <= (within or inf):
            taken.add(test)
    return taken


class _Times:
    """Notes how long each test takes; beside the controller of several workers, who hears of all."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.times = config, dict[str, float]()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.times[report.nodeid] = self.times.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self) -> None:
        cache = getattr(self.config, "cache", None)  # none with `-p no:cacheprovider`
        if cache is not None and not hasattr(self.config, "workerinput"):
            cache.set(_TIMES, {**cache.get(_TIMES, {}), **{test: round(time, 2) for test, time in self.times.items()}})


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Times(config), "times")
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        from tests.shares import step_back

        step_back(worker)
