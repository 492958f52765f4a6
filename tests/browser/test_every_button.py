"""After a game: every button, link and fold of the pages that follow it, pressed once. One game serves them all."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from fathoms.bots.warm import warm_coach
from fathoms.engine.game import find_game
from tests.browser.people import PLAIN, Guest, Server, Windows, bot, me, new_guest
from tests.browser.test_accessible import assert_accessible

PRESSED = "a[href], button, summary, select, input:not([type=hidden])"
# What can be pressed in a part of a page and is none of what a test knows.
UNKNOWN = """([where, what, known]) => [...document.querySelectorAll(what)]
  .filter((one) => one.closest(where))
  .filter((one) => one.checkVisibility() && !known.some((each) => one.matches(each))).map((one) => one.outerHTML)"""


@pytest.fixture(scope="module")
def ann(windows: Windows, server: Server) -> Iterator[Guest]:
    """Somebody who has just played Locker against a bot: the page of the table shows the end."""
    warm_coach(find_game("locker"))
    guest = new_guest(windows, server, "Ann", permissions=["clipboard-read", "clipboard-write"])
    guest.page.add_init_script(PLAIN)
    guest.go(guest.finished("locker"))
    yield guest
    windows.give_back(guest)


@pytest.fixture(scope="module")
def path(ann: Guest) -> str:
    return urlsplit(ann.page.url).path


@pytest.fixture(autouse=True)
def _told_of(ann: Guest, request: pytest.FixtureRequest) -> Iterator[None]:
    """A failure tells what the page showed; no test leaves an error behind."""
    request.node.guests = [ann]
    yield
    ann.clean()


def check_all_known(page: Page, where: str, *known: str) -> None:
    """What has come to a page since belongs into its test."""
    assert page.evaluate(UNKNOWN, [where, PRESSED, known]) == []


def leads(link: Locator, address: str) -> None:
    """A link opens an address; back to where it was."""
    page, before = link.page, link.page.url
    link.click()
    page.wait_for_url(re.compile(address))
    page.goto(before)


def test_the_replay(ann: Guest, path: str) -> None:
    """What steps, runs, looks through other eyes and copies is pressed in `test_afterwards`."""
    page = ann.go(f"{path}/replay?at=3")
    page.wait_for_selector("#coach .ledger")
    steps = ["[data-step]", "[data-turn]", "#play", "#speed", "#point", "#at", "#eyes", "#moment"]
    check_all_known(page, "#timeline, #turns", *steps, "#turns [data-at]", "[href$='/fair']")
    leads(page.locator("#timeline [href$='/fair']"), "/fair$")


def test_the_coach(ann: Guest, path: str) -> None:
    page = ann.go(path)
    page.locator(".after-game [href$='#coach']").click()
    page.wait_for_selector("#coach .ledger")
    top = page.locator("#coach-title").evaluate("(title) => title.getBoundingClientRect().top")
    assert top < 100, "whoever came for the coach sees it"
    check_all_known(page, "#coach", "summary", "a[data-at]", ".earlier a")
    for fold in page.locator("#coach summary").all():
        fold.click()
    check_all_known(page, "#coach", "summary", "a[data-at]", ".earlier a")
    number, moved = page.locator("#number"), 0
    for group in (".slip a:first-child", ".slip .try", ".about-you > p a", ".moments a", ".figures a"):
        link = page.locator(f"#coach {group}").first
        if link.count():  # not every game has costly decisions
            link.click()
            expect(number).to_have_text(re.compile(f"^{link.get_attribute('data-at')} /"))
            moved += 1
    assert moved >= 2, "the moments and the figures are always there"


def test_what_if(ann: Guest, path: str) -> None:
    log = ann.context.request.get(f"{ann.base}/api/tables/{path[3:]}/record").json()["events"]
    at = next(n for n, line in enumerate(log) if line[2:] == "surface")
    page = ann.go(f"{path}/replay?at={at}")
    known = ["[name=move]", "[name=against]", "[name=seat]", ".go", "[data-worth]"]
    check_all_known(page, "#otherwise", *known)
    page.locator("#otherwise [data-worth]").click()
    expect(page.locator("#otherwise .worth tr")).to_have_count(page.locator("#otherwise [name=move]").count())
    page.select_option("[name=against]", "deckhand")
    page.locator(f"#otherwise [name=move][value='{log[at][0]} continue']").click()
    page.wait_for_url(lambda url: "/replay" not in url)
    assert ann.events()[at] == f"{log[at][0]} continue"
    assert page.locator("body").get_attribute("data-seat") == log[at][0]
    assert_accessible(page)
    page.locator(".origin a").click()
    page.wait_for_url(f"**{path}/replay?at={at}")
    other = {"A": "B", "B": "A"}[log[at][0]]
    page.select_option("[name=seat]", other)
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url(lambda url: "/replay" not in url)
    assert page.locator("body").get_attribute("data-seat") == other
    assert ann.look()["status"] == "playing"


def test_a_record_is_opened(ann: Guest, path: str, tmp_path: Path) -> None:
    finished, running = tmp_path / "finished.json", tmp_path / "running.json"
    on = ann.table("locker", [me("Ann"), bot()])
    for file, table in ((finished, path), (running, on)):
        file.write_text(ann.context.request.get(f"{ann.base}/api/tables/{table[3:]}/record").text())
    page = ann.go("/")
    page.locator("[href='/open']").click()
    check_all_known(page, "main", "[type=file]", ".go")
    page.set_input_files("[name=file]", running)
    page.click("main .go")
    expect(page.locator("main .log li").first).to_be_visible()
    check_all_known(page, "main", "[href='/open']", "[href='/']")
    assert_accessible(page)
    leads(page.locator("main [href='/']"), f"{ann.base}/$")
    ann.go("/open")
    page.set_input_files("[name=file]", finished)
    page.click("main .go")
    page.wait_for_url("**/replay")
    expect(page.locator(".banner")).to_contain_text("came here as a file")
    assert page.locator("#narration").inner_text()
    assert_accessible(page)


def test_the_end(ann: Guest, path: str) -> None:
    """The last: the rematch that it asks for is a further game."""
    page = ann.go(path)
    expect(page.locator(".finale .moment")).to_be_visible()
    links = ["[href$='/replay#coach']", "[href$='/replay']", "[href$='/fair']"]
    after = [".why", ".moment", "[data-hand-on]", "#see-board", *links]
    check_all_known(page, ".finale, .after-game", "[data-ask=rematch]", *after)
    page.locator(".finale .why").first.click()
    expect(page.locator("#why")).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    for is_seen in (True, False):
        page.get_by_text("See the board").click()
        expect(page.locator(".finale")).to_be_visible(visible=not is_seen)
    page.locator("[data-hand-on]").click()
    expect(page.locator("[data-hand-on]")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{ann.base}{path}/replay"
    for link, address in zip(
        [f".after-game {one}" for one in links], ["replay#coach$", "replay$", "fair$"], strict=True
    ):
        leads(page.locator(link).first, address)
    leads(page.locator(".finale .moment"), r"replay\?at=\d+$")
    page.locator("[data-ask=rematch]").click()
    page.wait_for_url(lambda url: not url.endswith(path))
    again = urlsplit(page.url).path
    ann.let_bots_play(again)
    ann.go(path)
    check_all_known(page, ".finale, .after-game", f".go[href='{again}']", *after)
    page.locator(f".after-game .go[href='{again}']").click()
    page.wait_for_url(f"**{again}")
    expect(page.locator(".evening")).to_contain_text("2 games")
    leads(page.locator(".evening a"), "/replay$")
    page.goto(f"{ann.base}{again}/replay")
    page.locator("#coach .earlier summary").click()
    leads(page.locator("#coach .earlier a").first, f"{path}/replay#coach$")
