"""Clocks, as everybody at the table sees them."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import LIT, OPEN, PHONE, Guest, Server, Windows, bot, me, new_guest, until

# All that is announced from now on: a word may be gone before somebody looks.
HEAR = """() => {
  const narration = document.getElementById("narration");
  window.announced = [narration.textContent];
  new MutationObserver(() => window.announced.push(narration.textContent)).observe(narration, { childList: true });
}"""


def clocked(arrive: Arrive, seconds: int, bank: int = 0) -> tuple[Guest, Guest, str]:
    """Ann and Bob at a table with a clock; Ann is to move."""
    ann, bob = arrive("Ann"), arrive("Bob")
    page = ann.go("/new/reef")
    page.select_option("[name=friends]", "1")
    page.select_option("[name=clock]", "own")
    page.locator(".rest > summary").click()
    page.select_option("[name=first]", "A")
    page.fill("[name=move_seconds]", str(seconds))
    page.fill("[name=bank_seconds]", str(bank))
    page.click("form.sheet button.go")
    page.wait_for_url("**/t/*")
    path = urlsplit(page.url).path
    bob.go(path)
    return ann, bob, path


def test_everybody_sees_the_clock_run(arrive: Arrive) -> None:
    ann, bob, path = clocked(arrive, 3570, 300)
    expect(bob.page.locator("#join")).to_contain_text("59\u00a0min 30\u00a0s per move, 5\u00a0min in the bank")
    expect(ann.page.locator(".wait")).to_contain_text("59\u00a0min 30\u00a0s per move")
    bob.join(path)
    eve, wall = arrive("Eve"), arrive("Wall")
    eve.go(path)
    wall.go(f"{path}/board")
    for guest in (ann, bob, eve, wall):
        mine, theirs = (guest.page.locator(f"[data-clock={seat}]") for seat in "AB")
        expect(mine.locator("b")).to_have_text(re.compile(r"^(59:[0-2]|58:\d)\d$"))
        expect(mine.locator("small")).to_have_text(" +5:00")
        expect(theirs.locator("b")).to_have_text("59:30")
        assert theirs.get_attribute("class") == "clock"
    before = ann.page.locator("[data-clock=A] b").inner_text()
    expect(ann.page.locator("[data-clock=A] b")).not_to_have_text(before)
    for guest in (ann, bob, eve, wall):
        guest.clean()


def test_one_is_warned_and_all_see_that_a_bot_moved(arrive: Arrive) -> None:
    """Journey 7: both see the clock run out, and are told what was done for whom."""
    ann, bob, path = clocked(arrive, 3)
    ann.page.evaluate(HEAR)
    bob.join(path)
    own = ann.page.locator(".seat.me .clock.low")
    expect(own).to_contain_text("hurry")
    until(lambda: "Ten seconds left." in ann.page.evaluate("window.announced.join(' ')"))
    for guest in (ann, bob):
        expect(guest.page.locator("#notice")).to_contain_text("Time is up: a bot moved for Ann.")
        expect(guest.page.locator("#notice p")).to_be_visible()
    bob.page.reload()
    expect(bob.page.locator("#log")).to_contain_text("Time is up: a bot moved for Ann.")
    ann.clean()


def test_a_clock_of_a_day_warns_an_hour_before(arrive: Arrive) -> None:
    """It warned ten seconds before its end, when nobody with a day to think is there."""
    ann, bob, path = clocked(arrive, 86400)
    ann.page.evaluate(HEAR)
    bob.join(path)
    face = ann.page.locator(".seat.me .clock.running")
    expect(face.locator("b")).to_have_text("23 h 59")
    expect(face.locator("em")).to_be_empty()
    for guest in (ann, bob):
        guest.page.evaluate(
            "(now) => { performance.now = () => now + 82_900_000; }", guest.page.evaluate("performance.now()")
        )
        expect(guest.page.locator("[data-clock=A].low")).to_contain_text("hurry")
    expect(face.locator("b")).to_have_text(re.compile(r"^5[678]:\d\d$"))
    until(lambda: "Less than an hour left." in ann.page.evaluate("window.announced.join(' ')"))


@pytest.mark.parametrize("players", [2, 3])
def test_little_time_left_moves_nothing_on_a_phone(arrive: Arrive, players: int) -> None:
    """The word "hurry" left a name one letter's room: it stood upright, and pushed the table down."""
    ann = arrive("Ann", lang="fr", **PHONE)
    seats = [me("Béatrice"), *[bot()] * (players - 1)]
    clock = {"pace": 0, "move_seconds": 60, "bank_seconds": 9}
    body = {"game": "barracuda", "seats": seats, "options": {"players": players}, **clock}
    made = ann.context.request.post(f"{ann.base}/api/tables", data=body)
    page = ann.go(f"/t/{made.json()['table']}")
    seats_bar, name = page.locator(".seats"), page.locator(".seat.me .who")
    page.wait_for_selector(".seat.me .clock.running:not(.low)")
    before, wide = seats_bar.bounding_box(), name.bounding_box()
    page.evaluate("(now) => { performance.now = () => now + 65_000; }", page.evaluate("performance.now()"))
    page.wait_for_selector(".seat.me .clock.low")
    after, still_wide = seats_bar.bounding_box(), name.bounding_box()
    assert before == after
    assert wide is not None
    assert still_wide is not None
    assert min(wide["width"], still_wide["width"]) >= 50


def test_no_clock_runs_while_the_server_is_away(own_server: Server, windows: Windows) -> None:
    """Journey 26: five seconds are left, and the server is away for longer."""
    ann, bob = (new_guest(windows, own_server, name) for name in ("Ann", "Bob"))
    path = ann.table("reef", [me("Ann"), OPEN], move_seconds=5, first="A")
    ann.go(path)
    bob.take_seat(path)
    clock = ann.page.locator(".mine [data-clock]")
    expect(clock).to_have_class(re.compile("running"))
    own_server.kill()
    expect(clock).to_have_class(re.compile("paused"))
    stopped = clock.inner_text()
    move = ann.page.locator(LIT).first.get_attribute("data-move")
    ann.page.locator(LIT).first.click()  # kept until the server is back
    expect(ann.page.get_by_role("alert")).to_contain_text("Not sent yet")
    ann.page.wait_for_timeout(8000)
    assert clock.inner_text() == stopped
    own_server.start()
    expect(ann.page.locator("#offline")).to_be_hidden()
    until(lambda: any(line.startswith("A ") for line in ann.events()))
    record = ann.context.request.get(f"{own_server.base}/api/tables/{path.split('/')[2]}/record").json()
    assert f"A {move}" in record["events"]
    expect(ann.page.locator("#log")).not_to_contain_text("time is up")


def test_everybody_has_ten_seconds_when_the_server_is_back(own_server: Server, windows: Windows) -> None:
    ann, bob = (new_guest(windows, own_server, name) for name in ("Ann", "Bob"))
    path = ann.table("reef", [me("Ann"), OPEN], move_seconds=5, first="A")
    bob.take_seat(path)
    ann.go(path)
    ann.page.wait_for_selector(LIT)
    ann.page.wait_for_timeout(2000)
    own_server.kill()
    own_server.start()
    expect(ann.page.locator("#offline")).to_be_hidden()
    ann.page.wait_for_timeout(9000)
    assert not any(line.startswith("A ") for line in ann.events())
    until(lambda: any(line.startswith("A ") for line in ann.events()), 20)  # then a bot moves for her
