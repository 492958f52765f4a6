"""A server and a browser for the tests of the table as people use it: both of this folder's own, both ended with it."""

import shutil
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.people import PATIENCE, Arrive, Guest, Server, Windows, new_guest

# The shell is the same engine without a desktop around it, and quicker; it shows no notifications.
WITH_DESKTOP = ("chromium", "chromium-browser", "google-chrome")
BROWSERS = ("chromium-headless-shell", *WITH_DESKTOP)
DESKTOP, CHROMIUM = (next(filter(None, map(shutil.which, names)), None) for names in (WITH_DESKTOP, BROWSERS))
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LARGE = "--blink-settings=defaultFontSize=32,defaultFixedFontSize=26"  # as a reader sets it: media queries follow, too


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A page that fails is tried again, twice at most, and the run says so: a fault that stays fails each time."""
    missing = pytest.mark.skip(reason=f"none of {', '.join(BROWSERS)} is installed")
    mark = missing if CHROMIUM is None else pytest.mark.flaky(reruns=2)
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(mark)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Beside a failure: what everybody's page shows, what the server knows, and what it logged."""
    report = yield
    guests: list[Guest] = getattr(item, "guests", [])
    if report.when == "call" and report.failed:
        report.sections += [
            (f"{guest.name} at {page.url}", guest.situation(page)) for guest in guests for page in guest.context.pages
        ]
        report.sections += [("server", log) for log in {guest.server.log_tail() for guest in guests}]
    return report


# The scope is the folder, not the session: no event loop of the browser's may run beside other tests.


@pytest.fixture(scope="package")
def windows() -> Iterator[Windows]:
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as driver, ExitStack() as open_ones:

        def launch(path: str | None, *more: str) -> Browser:
            browser = driver.chromium.launch(executable_path=path or CHROMIUM, args=[*FLAGS, *more])
            open_ones.callback(browser.close)
            return browser

        yield Windows(
            cache(partial(launch, CHROMIUM)), cache(partial(launch, DESKTOP)), cache(partial(launch, CHROMIUM, LARGE))
        )


@pytest.fixture(scope="package")
def browser(windows: Windows) -> Browser:
    return windows.browser()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("browser"))
    one.start()
    yield one
    one.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may kill."""
    one = Server(tmp_path)
    one.start()
    yield one
    one.stop()


@pytest.fixture
def arrive(request: pytest.FixtureRequest, windows: Windows, server: Server) -> Iterator[Arrive]:
    """`arrive("Ann", lang="fr")`: somebody new, with a browser window of their own, at the server or at another."""
    guests: list[Guest] = []
    request.node.guests = guests

    def come(name: str = "Ann", at: Server | None = None, **more: Any) -> Guest:
        guests.append(new_guest(windows, at or server, name, **more))
        return guests[-1]

    yield come
    for guest in guests:
        windows.give_back(guest)
