"""Several people at one table: what each sees, what none sees, and how the table holds together."""

from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Arrive
from tests.browser.people import LIT, OPEN, Server, has_stayed, leave_turn, me, pair, stays, surface, until
from tests.openings import deal_until, has_map


def last_line(page: Page) -> Any:
    return page.locator("#log li").last


# Who is there changes by itself, without anything happening at the table.
TABLE_TEXT = """() => {
  document.querySelectorAll("#table .presence").forEach((one) => one.remove());
  return document.getElementById("table").innerText;
}"""


def table_text(page: Page) -> str:
    return str(page.evaluate(TABLE_TEXT))


def test_a_friend_comes_by_the_link(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.sit("locker", [me("Ann"), OPEN])
    link = ann.page.locator("#link").inner_text()
    assert link == ann.page.url
    bob.join(urlsplit(link).path)
    expect(ann.page.locator(".wait")).to_have_count(0)  # the page has heard of it by itself
    assert bob.page.locator("body").get_attribute("data-seat") == "B"


def test_each_sees_the_others_move(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "locker")
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


def test_what_the_map_shows_is_shown_to_one(arrive: Arrive) -> None:
    ann, bob, eve = arrive("Ann"), arrive("Bob"), arrive("Eve")

    def deal() -> str:
        path = ann.table("locker", [me("Ann"), OPEN], first="A")
        bob.take_seat(path)
        return path

    path = deal_until(lambda path: has_map(ann.look(path)["view"]), deal)
    shown = ann.look(path)["view"]["shown"]
    for guest in (ann, bob, eve):
        guest.go(path)
        guest.settled()
    assert ann.page.locator(".peek [data-move]").count() == len(shown)
    for guest in (bob, eve):
        assert guest.page.locator(".peek").count() == 0
        for card in shown:
            assert guest.page.locator(f'[data-vt="c-{card}"], [data-move="take {card}"]').count() == 0
        hidden = guest.page.locator("#log li", has_text="The Map shows").all_inner_texts()[-len(shown) :]
        assert all("a card unseen by others" in line for line in hidden)
    ann.page.locator(".peek [data-move]").first.click()
    expect(bob.page.locator("#log")).to_contain_text("from the Locker.")


def test_a_chosen_card_is_a_back_to_the_others(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "barracuda")
    eve = arrive("Eve")
    eve.go(path)
    ann.page.locator('.hand [data-move="play 3"]').click()
    expect(ann.page.locator(".mine .last.known")).to_contain_text("3")
    for guest in (bob, eve):
        of_ann = guest.page.locator(".rival[data-seat=A]")
        expect(of_ann.locator(".last.back")).to_be_visible()
        assert "3" not in of_ann.locator(".last").inner_text()
        assert of_ann.locator(".gone").count() == 0
        assert "3" not in last_line(guest.page).inner_text()
    bob.choose("play 2")
    for guest in (ann, bob, eve):
        expect(guest.page.locator(".seat[data-seat=A] .row .front")).to_contain_text("3")


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
    bob.choose(bluff)
    for guest in (ann, eve):
        expect(guest.page.locator(".finder p.bubble")).to_be_visible()
        assert guest.page.locator(f".finder .card.{found}").count() == 0
    expect(ann.page.locator('.quarters [data-move="leave"]')).to_be_visible()


def test_the_page_outlives_the_server(arrive: Arrive, own_server: Server) -> None:
    ann, bob, _ = pair(arrive, "locker", own_server)
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
    lines = ann.page.locator("#log li[data-from]").evaluate_all("(lines) => lines.map((line) => line.value)")
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
    ann.sit_calmly([me("Ann"), me("Bob")])
    until(lambda: opened)
    ann.page.clock.run_for(10_000)
    assert len(opened) == 1
    ann.move("surface")
    ann.page.clock.run_for(5_000)
    until(lambda: ann.page.clock.run_for(100) or len(opened) == 2)
    expect(ann.page.locator("#log .who-A")).to_have_count(1)


def test_a_move_made_without_a_network_is_played_once(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "locker")
    ann.settled()
    with ann.page.expect_event("requestfailed"):
        ann.context.set_offline(True)
        ann.choose("surface")
    ann.context.set_offline(False)
    for guest in (ann, bob):
        expect(guest.page.locator("#log")).to_contain_text("Ann returns to the surface.")
    ann.settled()
    assert ann.page.locator("#log li", has_text="Ann returns to the surface.").count() == 1


def test_a_move_on_its_way_cannot_be_made_again(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "barracuda")
    held: list[Route] = []
    ann.page.route("**/moves", lambda route: held.append(route))
    ann.choose("play 3")
    bob.choose("play 2")
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

    def deal() -> dict[str, Any]:
        ann.sit_calmly([me("Ann"), me("Bob")])
        behind.goto(ann.page.url)
        ann.move("continue")
        return dict(ann.look()["view"])

    # Until a card is turned that asks for nothing.
    deal_until(lambda view: view["to_act"] == ["A"] and "continue" in view["choices"], deal)
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


def test_a_seat_taken_while_the_page_loads_is_seen(arrive: Arrive) -> None:
    """The game begins without an event: the page was drawn before, and its line to the table opened after."""
    ann, bob = arrive("Ann"), arrive("Bob")
    path = ann.table("barracuda", [me("Ann"), OPEN])

    def late(route: Route) -> None:
        bob.take_seat(path)
        until(lambda: bob.look(path)["status"] == "playing")
        route.continue_()

    ann.page.route("**/table/main.js", late)
    ann.go(path)
    expect(ann.page.locator(LIT).first).to_be_visible()


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
    ann, bob, path = pair(arrive, "locker")
    other = ann.tab()
    other.goto(f"{ann.base}{path}")
    assert other.locator("body").get_attribute("data-seat") == "A"
    assert other.locator("#join").count() == 0
    other.locator(".choices [data-move]").first.click()
    for page in (ann.page, bob.page):
        expect(page.locator("#log .who-A")).to_have_count(1)
    ann.clean()


def test_a_bot_keeps_the_seat_warm(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "locker")
    ann.page.locator("#menu-toggle").click()
    ann.page.get_by_role("button", name="Let a bot play for me").click()
    expect(bob.page.locator(".seats .bot")).to_have_count(1)
    expect(bob.page.locator(".choices [data-move]").first).to_be_visible()  # the bot has played Ann's turn
    ann.page.get_by_role("button", name="Take my seat back").click()
    expect(bob.page.locator(".seats .bot")).to_have_count(0)
    leave_turn(bob, ann)
    expect(ann.page.locator(".choices [data-move]").first).to_be_visible()
    before = ann.settled()
    ann.page.locator(".choices [data-move]").first.click()
    until(lambda: ann.look()["version"] > before)
    ann.clean()


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
    bob.page.locator("#menu-toggle").click()
    bob.page.get_by_role("button", name="Let a bot play for me").click()
    expect(bob.page.get_by_role("button", name="Take my seat back")).to_be_visible()
    for guest in (ann, eve):
        expect(guest.page.locator(".seats .bot")).to_have_count(2)
        assert has_stayed(guest)
        guest.clean()


# Lookers-on


def test_a_looker_on_knows_it_and_is_heard(arrive: Arrive) -> None:
    ann, bob, path = pair(arrive, "locker")
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


# The server tells the table once more, as it does to a page that has just opened its line.
RESTATE = """async (html) => {
  const main = [...document.scripts].find((script) => script.src.endsWith("/table/main.js")).src;
  const [{ show }, { shown }] = await Promise.all(["showing.js", "page.js"].map((name) => import(new URL(name, main))));
  await show({ kind: "state", version: shown.version, html, retold: [], missed: [] });
}"""


def test_one_screen_passed_round_behind_a_curtain(arrive: Arrive) -> None:
    ann = arrive("Ann")
    page = ann.go("/new/barracuda")
    page.locator(".rest > summary").click()
    page.check("[name=each]")
    page.select_option("#players", "2")
    page.select_option("[name=seat_B]", "here")
    page.fill("[name=name_B]", "Bob")
    page.click("form.sheet button.go")
    page.wait_for_url("**/t/*")
    assert page.locator(".choices [data-move]").count() == 0
    expect(page.locator(".curtain [data-hand=A]")).to_have_text("Ann: show my table")
    veiled = page.locator(".curtain").evaluate("(curtain) => curtain.outerHTML")
    page.click(".curtain [data-hand=A]")
    expect(page.locator('.choices [data-move="play 3"]')).to_be_visible()
    page.evaluate(RESTATE, veiled)
    page.locator('.choices [data-move="play 3"]').click(timeout=5000)
    expect(page.locator(".curtain [data-hand=B]")).to_contain_text("Bob")
    assert page.locator(".hand, .choices [data-move]").count() == 0
    assert "3" not in page.locator(".rival[data-seat=A] .last").inner_text()
    page.click(".curtain [data-hand=B]")
    assert "3" not in page.locator(".rival[data-seat=A] .last").inner_text()
    page.locator('.choices [data-move="play 2"]').click()
    expect(page.locator(".rival[data-seat=A] .row .front")).to_contain_text("3")
    ann.clean()


def test_one_person_on_two_devices(arrive: Arrive) -> None:
    """A link asked for at the table makes a second browser the same person; opening it alone does not."""
    ann, phone = arrive("Ann"), arrive("", known=False)
    page = ann.sit_calmly()
    page.locator("#menu-toggle").click()
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
    page.click("#device form button")
    expect(page.locator("#device code")).to_have_text("")
    ann.clean()
    phone.clean()
