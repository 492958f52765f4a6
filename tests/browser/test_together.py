"""Several people at one table: what each sees, what none sees, and how the table holds together."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Arrive
from tests.browser.people import PLAIN, Guest, Server, bot, me, until

OPEN = {"kind": "open"}


def pair(arrive: Arrive, game: str, at: Server | None = None, **options: Any) -> tuple[Guest, Guest, str]:
    """Two people at a table, the second one by the first one's link."""
    ann, bob = arrive("Ann", at), arrive("Bob", at)
    for guest in (ann, bob):
        guest.page.add_init_script(PLAIN)
    seats = [me("Ann"), OPEN, *([bot()] if game == "nukha" else [])]
    ann.sit(game, seats, **options)
    link = ann.page.locator("#link").inner_text()
    assert link == ann.page.url
    path = urlsplit(link).path
    bob.join(path)
    expect(ann.page.locator(".wait")).to_have_count(0)  # the page has heard of him by itself
    assert bob.page.locator("body").get_attribute("data-seat") == "B"
    return ann, bob, path


def last_line(page: Page) -> Any:
    return page.locator("#log li").last


def table_text(page: Page) -> str:
    return page.locator("#table").inner_text()


def choose(guest: Guest, move: str) -> None:
    guest.page.locator(f'.choices [data-move="{move}"]').click()


def surface(one: Guest, other: Guest) -> None:
    """Play until somebody may go back to the surface, and let him click it."""
    while "surface" not in (choices := one.look()["view"]["choices"]):
        if choices:
            one.move(choices[0])
        else:
            other.move(other.look()["view"]["choices"][0])
    choose(one, "surface")


def test_each_sees_the_others_move(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "locker", first="A")
    eve, wall = arrive("Eve"), arrive("Wall")
    eve.go(path)
    wall.go(f"{path}/board")
    assert eve.page.locator("#join, .choices [data-move]").count() == 0
    assert wall.page.locator(".choices, #side:visible").count() == 0

    surface(ann, bob)
    for guest in (ann, bob, eve, wall):
        expect(guest.page.locator("#log")).to_contain_text("Ann returns to the surface.")
    surface(bob, ann)
    for guest in (ann, bob, eve, wall):
        expect(guest.page.locator("#log")).to_contain_text("Bob returns to the surface.")
    bob.page.fill("#say input", "<b>hello</b>")
    bob.page.press("#say input", "Enter")
    expect(ann.page.locator("#chat li").last).to_have_text("Bob <b>hello</b>")
    for guest in (ann, bob, eve, wall):
        guest.clean()


def look_for_a_map(ann: Guest, bob: Guest, path: str) -> tuple[Guest, Guest, list[str]] | None:
    """Play until a Map shows somebody cards of the Locker; None if none did."""
    while not ann.look(path)["view"]["over"]:
        for one, other in ((ann, bob), (bob, ann)):
            view = one.look(path)["view"]
            if view["shown"]:
                return one, other, view["shown"]
            if view["choices"]:
                one.move(view["choices"][0], path)
    return None


def test_what_the_map_shows_is_shown_to_one(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "locker", first="A")

    found = look_for_a_map(ann, bob, path)
    while found is None:
        path = ann.table("locker", [me("Ann"), OPEN], first="A")
        bob.join(path)
        found = look_for_a_map(ann, bob, path)
    one, other, shown = found
    eve = arrive("Eve")
    for guest in (one, other, eve):
        guest.go(path)
        guest.settled()
    assert one.page.locator(".peek [data-move]").count() == len(shown)
    for guest in (other, eve):
        assert guest.page.locator(".peek").count() == 0
        for card in shown:
            assert guest.page.locator(f'[data-vt="c-{card}"], [data-move="take {card}"]').count() == 0
        hidden = guest.page.locator("#log li", has_text="The Map shows").all_inner_texts()[-len(shown) :]
        assert all("a card unseen by others" in line for line in hidden)
    one.page.locator(".peek [data-move]").first.click()
    expect(other.page.locator("#log")).to_contain_text("from the Locker.")


def test_a_chosen_card_is_a_back_to_the_others(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "barracuda")
    eve = arrive("Eve")
    eve.go(path)
    ann.page.locator('.hand [data-move="play 3"]').click()
    expect(ann.page.locator('.crewmate[aria-label="Ann"] .choice-of')).to_contain_text("3")
    for guest in (bob, eve):
        of_ann = guest.page.locator('.crewmate[aria-label="Ann"]')
        expect(of_ann.locator(".choice-of .back")).to_be_visible()
        assert "3" not in of_ann.locator(".choice-of").inner_text()
        assert of_ann.locator(".ghost").count() == 0
        assert "3" not in last_line(guest.page).inner_text()
    choose(bob, "play 2")
    for guest in (ann, bob, eve):
        expect(guest.page.locator('.crewmate[aria-label="Ann"] .line .mini').first).to_contain_text("3")


def test_a_find_is_the_finders_secret(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "nukha", captain="A", adventurers="none")
    eve = arrive("Eve")
    eve.go(path)
    found = until(lambda: bob.look()["view"]["found"])
    expect(bob.page.locator(f".finder .find .card.{found}")).to_be_visible()
    for guest in (ann, eve):
        expect(guest.page.locator(".finder .find .card.back")).to_be_visible()
        assert guest.page.locator(f".finder .card.{found}").count() == 0
        assert last_line(guest.page).inner_text().startswith("Out of the cave comes a card kept secret.")
    bluff = next(c for c in bob.look()["view"]["choices"] if c.startswith("claim") and not found.startswith(c[6:]))
    choose(bob, bluff)
    for guest in (ann, eve):
        expect(guest.page.locator(".finder p.bubble")).to_be_visible()
        assert guest.page.locator(f".finder .card.{found}").count() == 0
    expect(ann.page.locator('.quarters [data-move="leave"]')).to_be_visible()


def test_the_page_outlives_the_server(arrive: Arrive, own_server: Server) -> None:
    ann, bob, _ = pair(arrive, "locker", own_server, first="A")
    surface(ann, bob)
    bob.settled()
    ann.settled()
    before = [table_text(guest.page) for guest in (ann, bob)]
    for guest in (ann, bob):
        guest.page.evaluate("document.body.dataset.same = 'yes'")
    own_server.kill()
    for guest in (ann, bob):
        expect(guest.page.locator("#offline")).to_be_visible()
    own_server.start()
    for guest in (ann, bob):
        expect(guest.page.locator("#offline")).to_be_hidden()
    assert [table_text(guest.page) for guest in (ann, bob)] == before
    surface(bob, ann)
    expect(ann.page.locator("#log")).to_contain_text("Bob returns to the surface.")
    assert ann.page.locator("body").get_attribute("data-same") == "yes"
    lines = ann.page.locator("#log li").evaluate_all("(lines) => lines.map((line) => line.value)")
    assert lines == list(range(1, len(lines) + 1))


def test_a_page_leaves_a_line_that_has_gone_silent(arrive: Arrive) -> None:
    """After a night's sleep a socket may seem open that nobody holds at the other end."""
    ann = arrive("Ann")
    opened: list[WebSocketRoute] = []

    def answer(socket: WebSocketRoute) -> None:
        opened.append(socket)
        if len(opened) > 1:
            socket.connect_to_server()

    ann.page.route_web_socket("**/live*", answer)
    ann.page.clock.install()
    ann.sit("locker", [me("Ann"), me("Bob")], first="A")
    until(lambda: opened)
    ann.page.clock.run_for(10_000)
    assert len(opened) == 1
    who = ann.look()["view"]["to_act"][0]
    ann.move(ann.look()["view"]["choices"][0])
    ann.page.clock.run_for(5_000)
    until(lambda: ann.page.clock.run_for(100) or len(opened) == 2)
    expect(ann.page.locator(f"#log .who-{who}")).to_have_count(1)


def test_a_move_made_without_a_network_is_played_once(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "locker", first="A")
    while "surface" not in (choices := ann.look()["view"]["choices"]):
        (ann if choices else bob).move((choices or bob.look()["view"]["choices"])[0])
    expect(ann.page.locator('.choices [data-move="surface"]')).to_be_visible()
    ann.settled()
    with ann.page.expect_event("requestfailed"):
        ann.context.set_offline(True)
        choose(ann, "surface")
    ann.context.set_offline(False)
    for guest in (ann, bob):
        expect(guest.page.locator("#log")).to_contain_text("Ann returns to the surface.")
    ann.settled()
    assert ann.page.locator("#log li", has_text="Ann returns to the surface.").count() == 1


def test_a_move_on_its_way_cannot_be_made_again(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "barracuda")
    held: list[Route] = []
    ann.page.route("**/moves", lambda route: held.append(route))
    choose(ann, "play 3")
    choose(bob, "play 2")
    expect(last_line(ann.page)).to_contain_text("B ")
    assert ann.page.locator(".choices [data-move]:not([disabled])").count() == 0
    for route in held:
        route.continue_()


def test_a_position_nobody_has_seen_is_not_played_in(arrive: Arrive) -> None:
    """A page that is behind may say so, or catch up; it does not turn one more card than its player meant."""
    ann = arrive("Ann")
    behind = ann.tab()
    behind.route_web_socket("**/live*", lambda socket: None)  # connected, and never told anything
    button = behind.locator('.choices [data-move="continue"][data-for="A"]')
    while True:  # until a card is turned that asks for nothing
        ann.sit("locker", [me("Ann"), me("Bob")], first="A")
        behind.goto(ann.page.url)
        if not button.count():  # the first card has ended the turn, or a secret is behind the curtain
            continue
        ann.move("continue")
        now = ann.look()["view"]
        if now["to_act"] == ["A"] and "continue" in now["choices"]:
            break
    with behind.expect_response("**/moves"):
        button.click()
    expect(button).to_be_enabled()  # the click has done all it does
    assert ann.events().count("A continue") == 1


def test_a_newcomer_keeps_the_seat_he_takes(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob", known=False)
    path = ann.table("locker", [me("Ann"), OPEN])
    page = bob.join(path)
    page.reload()
    assert page.locator("body").get_attribute("data-seat") == "B"
    bob.clean()


def test_a_reload_changes_nothing(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "nukha", captain="A")
    choose_any = ".choices [data-move]:not([disabled])"
    until(lambda: bob.look()["view"]["choices"] or ann.look()["view"]["choices"])
    acting = bob if bob.look()["view"]["choices"] else ann
    acting.settled()
    acting.page.wait_for_selector(choose_any)
    before = table_text(acting.page)
    acting.page.reload()
    assert table_text(acting.page) == before
    acting.settled()
    assert table_text(acting.page) == before


def test_two_tabs_are_one_person(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "locker", first="A")
    other = ann.tab()
    other.goto(f"{ann.base}{path}")
    assert other.locator("body").get_attribute("data-seat") == "A"
    assert other.locator("#join").count() == 0
    other.locator(".choices [data-move]").first.click()
    for page in (ann.page, bob.page):
        expect(page.locator("#log .who-A")).to_have_count(1)
    ann.clean()


def test_a_bot_keeps_the_seat_warm(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "locker", first="A")
    ann.page.get_by_role("button", name="Let a bot play for me").click()
    expect(bob.page.locator(".seats .bot")).to_have_count(1)
    expect(bob.page.locator(".choices [data-move]").first).to_be_visible()  # the bot has played Ann's turn
    ann.page.get_by_role("button", name="Take my seat back").click()
    expect(bob.page.locator(".seats .bot")).to_have_count(0)
    bob.play("locker", 1, prefer=["surface"], seconds=3)
    until(lambda: ann.look()["view"]["choices"] or bob.look()["view"]["choices"])
    if bob.look()["view"]["choices"]:
        surface(bob, ann)
    expect(ann.page.locator(".choices [data-move]").first).to_be_visible()
    before = ann.look()["version"]
    ann.page.locator(".choices [data-move]").first.click()
    until(lambda: ann.look()["version"] > before)
    ann.clean()


def stays(guest: Guest) -> None:
    """Mark a page, and begin to type something: both are gone if the page is loaded anew."""
    guest.page.evaluate("() => { window.stayed = true; }")
    guest.page.evaluate("() => { document.querySelector('#say input').value = 'half a sent'; }")


def has_stayed(guest: Guest) -> bool:
    typed = guest.page.locator("#say input").input_value()
    return bool(guest.page.evaluate("() => window.stayed === true")) and typed == "half a sent"


def test_a_rematch_begins_when_both_want_it_and_seats_stay(arrive: Arrive) -> None:
    """Seats used to rotate, and the first click began without the other; now all agree, and colours stay."""
    ann, bob, path = pair(arrive, "locker")
    eve = arrive("Eve")
    bob.context.request.post(f"{bob.base}{path}/away", form={"away": "1"})
    ann.let_bots_play(path)
    for guest in (ann, bob, eve):
        guest.go(path)
    stays(bob)
    ann.page.locator(".end [data-ask=rematch]").click()
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
    bob.context.request.post(f"{bob.base}{path}/away", form={"away": "1"})
    ann.let_bots_play(path)
    for guest in (ann, bob):
        guest.go(path)
    ann.page.locator(".end [data-ask=rematch]").click()
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
        expect(guest.page.locator("#log li")).to_have_count(before - 1)
        assert guest.faults == []
    assert has_stayed(bob)


SCREENS = {"phone": (390, 844), "landscape": (844, 390), "desktop": (1280, 800)}


@pytest.mark.parametrize("screen", SCREENS)
def test_who_is_asked_sees_it_wherever_they_are_on_the_page(arrive: Arrive, screen: str) -> None:
    """It lay under the bar of choices, and under the sheet of a phone."""
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
    bob.page.locator("[data-answer=no]").click()
    expect(ann.page.locator("#notice")).to_contain_text("Not taken back: your move stands.")
    expect(bob.page.locator("#notice")).to_be_empty()
    ann.page.locator("[data-ask=undo]").click()
    ann.page.locator("#asking [data-answer=no]").click()  # never mind
    expect(ann.page.locator(".asked")).to_have_count(0)
    expect(ann.page.locator("#notice")).to_be_empty()
    ann.page.locator("[data-ask=undo]").click()
    bob.page.locator("[data-answer=yes]").click()
    expect(ann.page.locator(".asked")).to_have_count(0)
    expect(ann.page.locator("#notice")).to_be_empty()
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


def test_nobodys_page_is_loaded_anew_when_others_come_and_go(arrive: Arrive) -> None:
    ann, bob, eve = arrive("Ann"), arrive("Bob"), arrive("Eve")
    ann.sit("locker", [me("Ann"), OPEN, OPEN])
    path = urlsplit(ann.page.url).path
    eve.go(path)
    eve.page.fill("#join input[name=name]", "Evelyne")
    for guest in (ann, eve):
        stays(guest)
    bob.join(path)
    for guest in (ann, eve):
        expect(guest.page.locator("#seating")).to_contain_text("Bob")
    expect(eve.page.locator("#join input[name=name]")).to_have_value("Evelyne")
    ann.page.get_by_role("button", name="Let bots take the open seats").click()
    for guest in (ann, eve):
        expect(guest.page.locator("#join, .wait")).to_have_count(0)
    bob.page.get_by_role("button", name="Let a bot play for me").click()
    expect(bob.page.get_by_role("button", name="Take my seat back")).to_be_visible()
    for guest in (ann, eve):
        expect(guest.page.locator(".seats .bot")).to_have_count(2)
        assert has_stayed(guest)
        guest.clean()


# Clocks


def clocked(arrive: Arrive, seconds: int, bank: int = 0) -> tuple[Guest, Guest, str]:
    """Ann and Bob at a table with a clock; Ann is to move."""
    ann, bob = arrive("Ann"), arrive("Bob")
    page = ann.go("/new/reef")
    page.select_option("#players", "2")
    page.select_option("[name=seat_B]", "open")
    page.select_option("[name=first]", "A")
    page.fill("[name=move_seconds]", str(seconds))
    page.fill("[name=bank_seconds]", str(bank))
    page.click("form.sheet button.go")
    page.wait_for_url("**/t/*")
    path = urlsplit(page.url).path
    bob.go(path)
    return ann, bob, path


def test_everybody_sees_the_clock_run(arrive: Arrive) -> None:
    ann, bob, path = clocked(arrive, 90, 300)
    expect(bob.page.locator("#join")).to_contain_text("1\u00a0min 30\u00a0s per move, 5\u00a0min in the bank")
    expect(ann.page.locator(".wait")).to_contain_text("1\u00a0min 30\u00a0s per move")
    bob.join(path)
    eve, wall = arrive("Eve"), arrive("Wall")
    eve.go(path)
    wall.go(f"{path}/board")
    for guest in (ann, bob, eve, wall):
        mine, theirs = (guest.page.locator(f"[data-clock={seat}]") for seat in "AB")
        expect(mine.locator("b")).to_have_text(re.compile(r"^(1:[0-2]|0:[1-5])\d$"))
        expect(mine.locator("small")).to_have_text(" +5:00")
        expect(theirs.locator("b")).to_have_text("1:30")
        assert theirs.get_attribute("class") == "clock"
    before = ann.page.locator("[data-clock=A] b").inner_text()
    expect(ann.page.locator("[data-clock=A] b")).not_to_have_text(before)
    for guest in (ann, bob, eve, wall):
        guest.clean()


def test_one_is_warned_and_all_see_that_a_bot_moved(arrive: Arrive) -> None:
    ann, bob, path = clocked(arrive, 8)
    bob.join(path)
    own = ann.page.locator(".seat.me .clock.low")
    expect(own).to_contain_text("hurry")
    expect(ann.page.locator("#narration")).to_contain_text("Ten seconds left.")
    for guest in (ann, bob):
        expect(guest.page.locator("#notice")).to_contain_text("Time is up: a bot moved for Ann.")
        expect(guest.page.locator("#notice p")).to_be_visible()
    bob.page.reload()
    expect(bob.page.locator("#log")).to_contain_text("Time is up: a bot moved for Ann.")
    ann.clean()


# Lookers-on


def test_a_looker_on_knows_it_and_is_heard(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "locker", first="A")
    eve = arrive("Eve")
    eve.go(path)
    expect(eve.page.locator(".watching")).to_have_text("You are watching.")
    eve.page.fill("#say input", "good luck")
    eve.page.press("#say input", "Enter")
    expect(bob.page.locator("#chat li").last).to_have_text("Eve (watching) good luck")
    expect(eve.page.locator("#say input")).to_have_value("")
    assert ann.page.locator(".watching").count() == 0
    surface(ann, bob)
    expect(eve.page.locator(".watching")).to_be_visible()


def test_what_cannot_be_said_stays_where_it_was_typed(arrive: Arrive) -> None:
    ann = arrive("Ann")
    ann.sit("locker")
    refused = {"status": 429, "content_type": "application/json", "body": '{"message": "too many requests"}'}
    ann.page.route("**/say", lambda route: route.fulfill(**refused))
    ann.page.fill("#say input", "a long thought")
    ann.page.press("#say input", "Enter")
    expect(ann.page.locator("#notice")).to_contain_text("too many requests")
    expect(ann.page.locator("#say input")).to_have_value("a long thought")


def test_one_screen_passed_round_behind_a_curtain(arrive: Arrive) -> None:
    ann = arrive("Ann")
    page = ann.go("/new/barracuda")
    page.select_option("#players", "2")
    page.select_option("[name=seat_B]", "here")
    page.fill("[name=name_B]", "Bob")
    page.click("form.sheet button.go")
    page.wait_for_url("**/t/*")
    assert page.locator(".choices [data-move]").count() == 0
    expect(page.locator(".curtain [data-hand=A]")).to_contain_text("Ann")
    page.click(".curtain [data-hand=A]")
    page.locator('.choices [data-move="play 3"]').click()
    expect(page.locator(".curtain [data-hand=B]")).to_contain_text("Bob")
    assert page.locator(".hand, .choices [data-move]").count() == 0
    assert "3" not in page.locator('.crewmate[aria-label="Ann"] .choice-of').inner_text()
    page.click(".curtain [data-hand=B]")
    assert "3" not in page.locator('.crewmate[aria-label="Ann"] .choice-of').inner_text()
    page.locator('.choices [data-move="play 2"]').click()
    expect(page.locator('.crewmate[aria-label="Ann"] .line .mini').first).to_contain_text("3")
    ann.clean()


def test_one_person_on_two_devices(arrive: Arrive) -> None:
    """A link asked for at the table makes a second browser the same person; opening it alone does not."""
    ann, phone = arrive("Ann"), arrive("", known=False)
    page = ann.sit("locker", first="A")
    page.click("#other-device")
    page.wait_for_selector("#device[open]")
    link = page.locator("#device code").inner_text()
    assert page.locator("#device img").evaluate("(picture) => picture.naturalWidth") > 0
    phone.page.goto(link)
    assert "#" not in phone.page.url, "the secret has left the address"
    phone.page.click("#device button")
    phone.page.wait_for_url("**/t/*")
    expect(phone.page.locator(".seat.me")).to_contain_text("Ann")
    expect(phone.page.locator(".choices [data-move]").first).to_be_visible()
    page.click("#device button")
    expect(page.locator("#device code")).to_have_text("")
    ann.clean()
    phone.clean()
