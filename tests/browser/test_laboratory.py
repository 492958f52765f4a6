"""Balance reports and `/lab` in a browser: every plot drawn, by day, by night and on a phone, nothing fetched."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from fathoms.lab.balance.report import report_page
from tests.browser.conftest import Arrive
from tests.browser.people import Server
from tests.browser.test_accessible import assert_accessible
from tests.lab.balance.by_hand import figures_by_hand
from tests.table.conftest import serving
from tests.table.playing import answer_at_once

# What a plot that was not drawn, or drawn in the page's own colour, would give away.
DRAWN = """() => [...document.querySelectorAll("svg.plot")].map((plot) => {
  const box = plot.getBoundingClientRect();
  const shapes = [...plot.querySelectorAll("circle, rect, polyline")];
  const fills = shapes.map((shape) => getComputedStyle(shape)).map((s) => s.fill === "none" ? s.stroke : s.fill);
  const card = getComputedStyle(plot.closest(".card")).backgroundColor;
  const text = parseFloat(getComputedStyle(plot.querySelector("text")).fontSize) * box.width / 360;
  return {label: plot.getAttribute("aria-label"), width: box.width, height: box.height, shapes: shapes.length,
    seen: fills.every((fill) => fill !== card && fill !== "rgba(0, 0, 0, 0)"), text, card};
})"""


def look(page: Page) -> list[dict[str, Any]]:
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    plots: list[dict[str, Any]] = page.evaluate(DRAWN)
    assert len(plots) > 12
    for plot in plots:
        assert plot["width"] > 250, plot
        assert plot["height"] > 30, plot
        assert plot["shapes"] > 0, plot
        assert plot["seen"], plot
        assert plot["text"] > 9, plot
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return plots


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_report_is_drawn_by_day_by_night_and_on_a_phone(browser: Browser, tmp_path: Path, lang: str) -> None:
    file = tmp_path / "report.html"
    file.write_text(report_page(figures_by_hand(), lang, "fathoms balance locker"), encoding="utf-8")
    cards = set()
    for width, scheme in ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")):
        page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.goto(file.as_uri())
        cards.add((scheme, look(page)[0]["card"]))
        assert asked == [file.as_uri()]
        page.close()
    assert len(cards) == 2  # light and dark differ
    page = browser.new_page()
    page.goto(file.as_uri())
    assert_accessible(page)
    page.close()


def test_the_laboratory_is_open_to_everybody(arrive: Arrive) -> None:
    page = arrive("Ann", lang="fr").go("/")
    page.click("a[href='/lab']")
    assert page.inner_text("h1") == "Le laboratoire"
    page.click("a[href='/lab?game=reef']")
    slider = page.locator("input[type=range]")
    slider.fill("3000")
    assert page.inner_text("output").replace("\u202f", "") == "3000"
    page.fill("input[name=helm]", "9")
    page.click(".bench .go")
    page.wait_for_selector("[role=alert]")
    assert "«\u202f9\u202f» n’est pas possible" in page.inner_text("[role=alert]")
    assert page.input_value("input[type=range]") == "3000"  # what was filled in stays
    assert_accessible(page)
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    return answer_at_once(monkeypatch, figures_by_hand(levels=("sailor",)))


@pytest.fixture
def quick(asked: list[dict[str, Any]], tmp_path: Path) -> Iterator[Server]:
    """A server in this process, whose laboratory answers at once."""
    with serving(database=f"sqlite:///{tmp_path / 'lab.db'}", warm=False) as host:
        yield Server(tmp_path, urlsplit(host.base).port or 0)


def test_every_button_of_the_laboratory(arrive: Arrive, quick: Server, asked: list[dict[str, Any]]) -> None:
    guest = arrive("Ann", at=quick)
    page = guest.go("/lab?game=locker")
    page.locator(".by-hand summary").click()
    page.fill("[name=also]", "variant=hoard")
    page.click(".bench .go")
    page.wait_for_selector("#report")
    assert asked[-1]["compare"] == {"variant": "hoard"}
    assert urlsplit(page.url).query, "the report has its address in the browser's bar"
    for fold in page.locator("#report summary").all():
        fold.click()
    expect(page.locator("#report details:not([open])")).to_have_count(0)
    page.locator(".bench details").evaluate("(fold) => { fold.open = true; }")
    assert_accessible(page)

    slider = page.locator("[name=if_sunken]")
    slider.fill("3")
    expect(page.locator(".slide", has=slider).locator("output")).to_contain_text("Three")
    page.locator(".what-if [name=players]").fill("4")
    page.click(".what-if .go")
    page.wait_for_url(re.compile("if_sunken=3"))
    assert (asked[-1]["compare"], asked[-1]["options"]["players"]) == ({"sunken": "3"}, 4)

    link = str(page.locator("#report-link").get_attribute("href"))
    other = arrive("Bob", at=quick).go(link)
    expect(other.locator("#report .verdict")).to_be_visible()
    assert len(asked) == 2, "a link shows what was found, and plays nothing"
    guest.clean()
