"""Two people at a table who come and go: who is there, what one can do about it, and what all are asked."""

import time

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import bot, me, pair, until

AT_ONCE = 5000  # milliseconds in which everybody sees that somebody is gone


def test_who_closes_the_tab_is_seen_to_be_gone_and_finds_the_seat_again(arrive: Arrive) -> None:
    """Journey 8: seen within seconds; a bot stands in by one tap; the owner comes back where they were."""
    ann, bob, path = pair(arrive, "locker", first="B")
    eve = arrive("Eve")
    eve.go(path)
    mark = "[data-presence=B]"
    for guest in (ann, eve):
        expect(guest.page.locator(mark)).to_have_text("● here")
    bob.page.close()
    for guest in (ann, eve):
        expect(guest.page.locator(mark)).to_have_text("○ offline", timeout=AT_ONCE)
    assert eve.page.locator("[data-ask], [data-wait], [data-nudge]:not(.notices)").count() == 0, "they only look on"
    before = ann.look()["version"]
    ann.page.get_by_role("button", name="Let a bot stand in").click()
    until(lambda: any(line.startswith("B ") for line in ann.events()[before:]))
    bob.page = bob.tab()
    bob.go(path)
    expect(bob.page.locator("#own").get_by_text("Let a bot play for me")).to_have_count(1)
    expect(ann.page.locator(mark)).to_have_text("● here")
    expect(ann.page.locator("#gone .asked")).to_have_count(0)
    for guest in (ann, bob, eve):
        guest.clean()


def test_a_nudge_is_seen_and_an_early_end_is_agreed_to_by_one_tap(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "locker", first="B")
    eve = arrive("Eve", lang="fr")
    eve.go(path)
    until(lambda: bob.look()["view"]["choices"] or bob.look()["view"]["to_act"] == ["A"])
    waiting, slow = (ann, bob) if bob.look()["view"]["choices"] else (bob, ann)
    waiting.page.locator(".choices [data-nudge]").click()
    expect(slow.page.locator("#notice")).to_contain_text("You are being waited for.")
    expect(waiting.page.locator("#notice")).to_contain_text("Nudged.")
    waiting.page.locator(".choices [data-nudge]").click()
    expect(waiting.page.locator("#notice")).to_contain_text("once a minute")
    waiting.faults.clear()  # the browser notes the refusal
    ann.page.locator("#menu-toggle").click()
    ann.page.locator("#own .people summary").click()
    ann.page.locator("[data-ask=end]").click()
    expect(eve.page.locator("#asking")).to_contain_text("Ann demande à arrêter la partie")
    assert eve.page.locator("[data-answer]").count() == 0
    bob.page.get_by_role("button", name="Agree").click()
    for guest in (ann, bob):
        expect(guest.page.locator(".choices.closed .turn")).to_have_text("All agreed to end the game here.")
    expect(eve.page.locator(".choices.closed .turn")).to_have_text("La partie s’arrête ici, d’un commun accord.")
    for guest in (ann, bob, eve):
        guest.clean()


def test_the_host_removes_somebody_who_may_then_only_look_on(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "locker")
    ann.page.on("dialog", lambda asked: asked.accept())
    ann.page.locator("#menu-toggle").click()
    ann.page.locator("#own .people summary").click()
    ann.page.locator("form[action$=remove] button").click()
    expect(bob.page.locator(".watching")).to_be_visible()
    expect(ann.page.locator(".seats")).to_contain_text("free seat")
    bob.page.get_by_role("link", name="Sit down").click()
    bob.page.locator("#join button").click()
    expect(bob.page.locator("main")).to_contain_text("removed from this table")


def test_a_swim_is_one_request(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.sit("reef", [me("Ann"), bot()], first="A")
    swims = '.spot[data-move*=";"]'
    ann.play("reef", seen=swims, prefer=["spin", "card"])
    asked: list[str] = []
    ann.page.on("request", lambda one: asked.append(one.post_data or "") if one.url.endswith("/moves") else None)
    spot = ann.page.locator(swims).first
    steps, before = str(spot.get_attribute("data-move")).split(";"), ann.look()["version"]
    spot.click()
    until(lambda: ann.look()["version"] >= before + len(steps))
    assert ann.events()[before : before + len(steps)] == [f"A {step}" for step in steps]
    time.sleep(0.2)
    assert len(asked) == 1
    ann.clean()
