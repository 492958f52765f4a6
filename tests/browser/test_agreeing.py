"""What several people agree on: a rematch, and a move taken back."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.people import has_stayed, pair, stays, until


def test_a_rematch_begins_when_both_want_it_and_seats_stay(arrive: Arrive) -> None:
    """Journey 12: seats rotated, and the first click began without the other; now all agree, and colours stay."""
    ann, bob, path = pair(arrive, "locker")
    eve = arrive("Eve")
    bob.hand_over(path)
    ann.let_bots_play(path)
    for guest in (ann, bob, eve):
        guest.go(path)
    stays(bob)
    ann.page.locator(".after-game [data-ask=rematch]").click()
    expect(ann.page.locator("#asking")).to_contain_text("Waiting for: Bob")
    expect(eve.page.locator("#asking")).to_contain_text("Ann wants a rematch.")
    assert ann.page.url.endswith(path)
    bob.page.get_by_role("button", name="Play again").click()
    for guest in (ann, bob, eve):
        guest.page.wait_for_url(lambda url: not url.endswith(path))
    assert ann.page.url == bob.page.url == eve.page.url
    assert [guest.page.locator("body").get_attribute("data-seat") for guest in (ann, bob, eve)] == ["A", "B", ""]
    expect(bob.page.locator("#say input")).to_have_value("half a sent")
    assert bob.page.locator(".seats .bot").count() == 0
    for guest in (ann, bob, eve):
        guest.clean()


def test_a_rematch_without_who_does_not_answer(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "locker")
    bob.hand_over(path)
    ann.let_bots_play(path)
    for guest in (ann, bob):
        guest.go(path)
    ann.page.locator(".after-game [data-ask=rematch]").click()
    bob.page.get_by_role("button", name="No, thank you").click()
    expect(ann.page.locator("#asking")).to_contain_text("No: Bob")
    ann.page.locator("[data-answer=start]").click()
    ann.page.wait_for_url(lambda url: not url.endswith(path))
    expect(ann.page.locator(".wait")).to_contain_text("free: B")
    expect(bob.page.get_by_role("link", name="To the rematch")).to_be_visible()
    assert bob.page.url.endswith(path), "who said no is left in peace"


def test_a_move_taken_back_with_consent(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "reef", first="A")
    ann.play("reef", seen="[data-ask=undo]", prefer=["spin", "enter", "card", "drift", "tide", "down", "right", "left"])
    ann.settled()
    before = ann.look()["version"]
    stays(bob)
    ann.page.locator("[data-ask=undo]").click()
    expect(ann.page.locator(".asked")).to_contain_text("Waiting for: Bob")
    expect(bob.page.locator(".asked")).to_contain_text("Ann asks to take the last move back.")
    assert ann.look()["version"] == before
    bob.page.locator("[data-answer=yes]").click()
    until(lambda: ann.look()["version"] == before - 1)
    for guest in (ann, bob):
        expect(guest.page.locator(".asked")).to_have_count(0)
        expect(guest.page.locator("#log li:not(.taken-back)")).to_have_count(before - 1)
        expect(guest.page.locator("#log .taken-back")).to_have_text("Ann has taken a move back.")
        expect(guest.page.locator("#notice")).to_be_empty()
        assert guest.faults == []
    assert has_stayed(bob)


SCREENS = {"phone": (390, 844), "landscape": (844, 390), "desktop": (1280, 800)}


@pytest.mark.parametrize("screen", SCREENS)
def test_who_is_asked_sees_it_wherever_they_are_on_the_page(arrive: Arrive, screen: str) -> None:
    """Journey 9: it lay under the bar of choices, and under the sheet of a phone."""
    ann, bob, _ = pair(arrive, "reef", first="A")
    ann.play("reef", seen="[data-ask=undo]", prefer=["spin", "enter", "card", "drift", "tide", "down", "right", "left"])
    width, height = SCREENS[screen]
    bob.page.set_viewport_size({"width": width, "height": height})
    if screen == "phone":
        bob.page.click("#side-toggle")
    ann.page.locator("[data-ask=undo]").click()
    expect(bob.page.locator("[data-answer=yes]")).to_be_visible()
    for down in (0, 10_000):
        bob.page.evaluate("(down) => scrollTo(0, down)", down)
        bob.page.wait_for_timeout(100)
        box = bob.page.locator(".asked").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height
        for answer in ("yes", "no"):
            hit = """(button) => {
              const { x, y, width, height } = button.getBoundingClientRect();
              return document.elementFromPoint(x + width / 2, y + height / 2) === button;
            }"""
            assert bob.page.locator(f"[data-answer={answer}]").evaluate(hit), (screen, down, answer)
    bob.page.locator("[data-answer=no]").click()
    expect(ann.page.locator(".asked")).to_have_count(0)
    expect(bob.page.locator(".asked")).to_have_count(0)


def test_who_asked_in_vain_is_told_so(arrive: Arrive) -> None:
    """The question went away, and nothing said why."""
    ann, bob, _ = pair(arrive, "reef", first="A")
    ann.play("reef", seen="[data-ask=undo]", prefer=["spin", "enter", "card", "drift", "tide", "down", "right", "left"])
    ann.page.locator("[data-ask=undo]").click()
    ann.page.locator("#asking [data-answer=no]").click()  # never mind
    expect(ann.page.locator(".asked")).to_have_count(0)
    expect(ann.page.locator("#notice")).to_be_empty()
    ann.page.locator("[data-ask=undo]").click()
    bob.page.locator("[data-answer=no]").click()
    expect(ann.page.locator("#notice")).to_contain_text("Not taken back: your move stands.")
    expect(bob.page.locator("#notice")).to_be_empty()
    expect(ann.page.locator("[data-ask=undo]")).to_have_count(0)  # a refused move is not asked about again
    ann.clean()


def test_a_question_does_not_stop_the_whole_page(arrive: Arrive) -> None:
    """The table glided into itself: for as long as that took, a phone showed nothing and took no tap."""
    ann, bob, _ = pair(arrive, "reef", first="A")
    ann.play("reef", seen="[data-ask=undo]", prefer=["spin", "enter", "card", "drift", "tide", "down", "right", "left"])
    bob.settled()
    bob.page.evaluate("""() => {
      window.glides = 0;
      document.startViewTransition = (change) => {
        window.glides += 1;
        change();
        return { ready: Promise.resolve(), finished: Promise.resolve(), skipTransition: () => {} };
      };
    }""")
    ann.page.locator("[data-ask=undo]").click()
    expect(bob.page.locator("[data-answer=yes]")).to_be_visible()
    bob.page.locator("[data-answer=no]").click()
    expect(bob.page.locator(".asked")).to_have_count(0)
    bob.page.wait_for_timeout(300)
    assert bob.page.evaluate("window.glides") == 0
