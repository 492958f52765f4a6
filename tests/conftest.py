"""What every test may use."""

import os
from collections.abc import Callable, Iterable
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


# `--at-most SECONDS`: without the tests that took longer the last time. How long each takes is kept between runs.

_TIMES = "fathoms/seconds"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--at-most", type=float, metavar="SECONDS", help="leave out tests that took longer the last time")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        from tests.shares import slowness

        items.sort(key=lambda item: slowness(item.nodeid))
    most = config.getoption("--at-most")
    if most is None or config.cache is None:
        return
    times: dict[str, float] = config.cache.get(_TIMES, {})
    long = [item for item in items if times.get(item.nodeid, 0.0) > most]
    items[:] = [item for item in items if times.get(item.nodeid, 0.0) <= most]
    config.hook.pytest_deselected(items=long)


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
