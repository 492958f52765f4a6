"""The table holds still under the finger, and says aloud what a player has to know."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tests.browser.conftest import Arrive
from tests.browser.people import ASKED, GAMES, LIT, OPEN, PHONE, PLAIN, Guest, bot, leave_turn, me, seat_pair, until

Seats = Sequence[dict[str, str]]


LOW = {**PHONE, "viewport": {"width": 568, "height": 232}}  # a small phone on its side, below the browser's own bars


def pair(
    arrive: Arrive, game: str, lang: str = "en", more: Seats = (), phone: dict[str, Any] = PHONE, **options: Any
) -> tuple[Guest, Guest, str]:
    """Ann on a phone and Bob at a desk, at one table; Ann set it."""
    ann, bob = arrive("Ann", lang=lang, **phone), arrive("Bob", lang=lang)
    path = seat_pair(ann, bob, game, more, **options)
    bob.go(path)
    ann.go(path)
    return ann, bob, path


def centre(choice: Locator) -> tuple[float, float]:
    box = choice.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A finger on the glass of a phone."""

    def __init__(self, page: Page) -> None:
        self.wire = page.context.new_cdp_session(page)

    def down(self, x: float, y: float) -> None:
        self.wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})

    def up(self) -> None:
        self.wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# The table on the page, and as the server draws it whole: without what the page's own scripts add.
BOTH = """async () => {
  const bare = (table) => {
    const copy = table.cloneNode(true);
    copy.querySelectorAll("[data-after], [data-ending] > *, .grief").forEach((added) => added.remove());
    copy.querySelectorAll(".hurt").forEach((seat) => seat.classList.remove("hurt"));
    copy.querySelectorAll("*").forEach((one) => {
      ["style", "disabled", "aria-disabled", "tabindex", "data-moved"].forEach((added) => one.removeAttribute(added));
      const inOrder = [...one.attributes].map(({ name, value }) => [name, value]).sort();
      inOrder.forEach(([name]) => one.removeAttribute(name));
      inOrder.forEach(([name, value]) => one.setAttribute(name, value));
    });
    return copy.innerHTML.replaceAll(/>\\s+/g, ">");
  };
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  return [document, page].map((one) => bare(one.getElementById("table")));
}"""


def drawn_both(guest: Guest) -> list[str] | None:
    """The table as it is and as it would be drawn anew, both of the same version."""
    before = guest.settled()
    both: list[str] = guest.page.evaluate(BOTH)
    return both if guest.look()["version"] == before else None


@pytest.mark.parametrize("game", GAMES)
def test_a_patched_table_is_what_the_server_draws(arrive: Arrive, game: str) -> None:
    guest = arrive("Ann")
    page = guest.page
    page.add_init_script(PLAIN)
    guest.sit(game)
    for _ in range(6):
        over = guest.play(game, 2, prefer=[])["over"]
        both = until(lambda: drawn_both(guest), 10)  # others may choose between the two
        assert both[0] == both[1]
        if over:
            break
    guest.clean()


def choosing_in_a_scrolled_list(arrive: Arrive) -> tuple[Guest, Guest, int]:
    """Ann and Bob have a card to choose; the bot has chosen. Ann has scrolled her list to its end."""
    ann, bob, _ = pair(arrive, "barracuda", more=[bot()], phone=LOW)
    until(lambda: ann.look()["view"]["to_act"] == ["A", "B"])
    ann.settled()
    ann.page.wait_for_selector(ASKED)
    ann.page.evaluate("document.querySelector('.choices .list').scrollTop = 9999")
    ann.page.wait_for_timeout(300)
    scrolled = scroll_of(ann.page)
    assert scrolled > 0
    return ann, bob, scrolled


def scroll_of(page: Page) -> int:
    return int(page.evaluate("document.querySelector('.choices .list').scrollTop"))


def test_a_finger_held_down_while_others_move_plays_what_it_pressed(arrive: Arrive) -> None:
    """Journey 15: nothing jumps under the finger."""
    ann, bob, scrolled = choosing_in_a_scrolled_list(arrive)
    finger = Finger(ann.page)
    finger.down(*centre(ann.page.locator('.choices [data-move="play 5"]')))
    bob.move("play 2")
    ann.page.wait_for_timeout(150)  # the news is there
    assert scroll_of(ann.page) == scrolled
    finger.up()
    until(lambda: any(line.startswith("A play") for line in ann.events()))
    assert "A play 5" in ann.events()
    ann.clean()


def test_a_list_of_choices_stays_where_it_was_scrolled_to(arrive: Arrive) -> None:
    ann, bob, scrolled = choosing_in_a_scrolled_list(arrive)
    page = ann.page
    page.evaluate("window.before = document.querySelector('.choices [data-move=\"play 4\"]')")
    with page.expect_event("console"):
        page.evaluate("document.addEventListener('settled', () => console.log('settled'), { once: true })")
        bob.move("play 2", None)
    assert scroll_of(page) == scrolled
    assert page.evaluate("document.querySelector('.choices [data-move=\"play 4\"]') === window.before")


def test_what_was_unfolded_stays_unfolded(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "locker", tracker=True, first="B")
    ann.settled()
    fold = ann.page.locator("#table .tracker")
    fold.locator("summary").tap()
    expect(fold).to_have_attribute("open", "")
    leave_turn(bob, ann)
    ann.settled()
    expect(fold).to_have_attribute("open", "")


def test_a_hint_outlives_what_others_choose_and_ends_with_the_decision(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    seats = [me("Ann"), OPEN]
    body = {"game": "barracuda", "seats": seats, "options": {"players": 2}, "pace": 0, "hints": True}
    path = f"/t/{ann.context.request.post(f'{ann.base}/api/tables', data=body).json()['table']}"
    bob.join(path)
    page = ann.go(path)
    told = '{"text": "Three is best.", "best": "play 3", "seat": "A", "decision": 0, "sure": "sure"}'
    page.route("**/hint", lambda route: route.fulfill(content_type="application/json", body=told))
    page.locator("[data-hint]").click()
    expect(page.locator(".hint")).to_have_text("Three is best.")
    bob.move("play 2")
    ann.settled()
    expect(page.locator(".rival[data-seat=B] .last.back")).to_be_visible()
    expect(page.locator(".hint")).to_have_text("Three is best.")
    expect(page.locator(".choices .advised")).to_have_attribute("data-move", "play 3")
    page.locator('.choices [data-move="play 3"]').click()
    expect(page.locator(".hint", has_text="Three is best.")).to_have_count(0)
    expect(page.locator(".choices .advised")).to_have_count(0)


EVENT_WITHOUT_FIRST = """(version) => {
  const sheet = document.createElement("template");
  sheet.innerHTML = document.getElementById("table").innerHTML;
  sheet.content.querySelector(".choices [data-move]").remove();
  const said = { number: version, who: "B", line: "B play ?", text: "Bob has chosen a card." };
  const log = { ...said, rules: [], so: [], hurt: {} };
  return JSON.stringify({ kind: "event", version, log, remark: "", html: sheet.innerHTML });
}"""


def with_choices_by_hand(ann: Guest) -> tuple[WebSocketRoute, list[str]]:
    """Ann at a table whose news the test tells, and whose moves are noted and refused."""
    page, lines, sent = ann.page, list[WebSocketRoute](), list[str]()
    page.add_init_script(PLAIN)
    page.route_web_socket("**/live*", lambda line: lines.append(line))
    ann.sit("barracuda", [me("Ann"), bot(), bot()])
    page.wait_for_selector(ASKED)
    until(lambda: page.wait_for_timeout(20) or lines)
    answer = '{"error": "", "message": "Not now."}'
    page.on("request", lambda asked: sent.append(asked.post_data or "") if "/moves" in asked.url else None)
    page.route("**/moves", lambda route: route.fulfill(status=422, content_type="application/json", body=answer))
    return lines[-1], sent


def test_a_tap_on_what_has_just_moved_there_is_not_a_choice(arrive: Arrive) -> None:
    """The list changes a moment before the finger lands: what lies there now is not what was aimed at."""
    ann = arrive("Ann", **PHONE)
    page, (line, sent) = ann.page, with_choices_by_hand(ann)
    first, second = (str(page.locator(LIT).nth(n).get_attribute("data-move")) for n in (0, 1))
    at = centre(page.locator(LIT).first)
    page.evaluate("performance.now = () => 1000")
    line.send(page.evaluate(EVENT_WITHOUT_FIRST, 999))
    expect(page.locator(f'.choices [data-move="{first}"]')).to_have_count(0)
    page.touchscreen.tap(*at)
    expect(page.get_by_role("alert")).to_contain_text("The table has just changed")
    assert sent == []
    page.evaluate("performance.now = () => 1300")
    page.touchscreen.tap(*at)
    expect(page.get_by_role("alert")).to_contain_text("Not now.")
    assert f'"move":"{second}"' in sent[0]


# A press may last: the test is slower than a finger. And what has been heard would be on the page two frames later.
PATIENT = """const soon = setTimeout;
window.setTimeout = (then, ms, ...more) => soon(then, ms === 3000 ? 1e8 : ms, ...more);
document.addEventListener("heard", ({ detail }) => {
  if (detail.version === 999) requestAnimationFrame(() => requestAnimationFrame(() => { window.heard = true; }));
});"""


def test_the_table_holds_still_while_a_choice_is_pressed(arrive: Arrive) -> None:
    """Journey 15: what would take the choice away from under the finger waits until it is lifted."""
    ann = arrive("Ann", **PHONE)
    page, finger = ann.page, Finger(ann.page)
    page.add_init_script(PATIENT)
    line, sent = with_choices_by_hand(ann)
    pressed = str(page.locator(LIT).first.get_attribute("data-move"))
    finger.down(*centre(page.locator(LIT).first))
    line.send(page.evaluate(EVENT_WITHOUT_FIRST, 999))
    page.wait_for_function("() => window.heard")
    assert page.locator(f'.choices [data-move="{pressed}"]').count() == 1
    finger.up()
    until(lambda: page.wait_for_timeout(20) or sent)
    assert f'"move":"{pressed}"' in sent[0]
    expect(page.locator(f'.choices [data-move="{pressed}"]')).to_have_count(0)


# Whether a notice lies over the board, what one holds, or one's choices.
COVERS = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const word = box("#notice p");
  const overlaps = (place) => word.bottom > place.top + 1 && place.bottom > word.top + 1;
  return [".board", ".mine", ".choices"].map(box).map(overlaps);
}"""


def test_a_refused_move_is_told_where_it_is_seen(arrive: Arrive) -> None:
    ann, _, _ = pair(arrive, "locker")
    ann.settled()
    page = ann.page
    page.wait_for_selector(ASKED)
    body = '{"error": "no", "message": "Not now."}'
    page.route("**/moves", lambda route: route.fulfill(status=422, content_type="application/json", body=body))
    page.locator(LIT).first.tap()
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("Not now.")
    expect(notice).to_be_visible()
    assert page.evaluate(COVERS) == [False] * 3
    notice.get_by_role("button").tap()
    expect(notice).to_be_empty()


@pytest.mark.parametrize(("lang", "seconds"), [("en", 7), ("fr", 0)])
def test_a_train_enters_a_tunnel(arrive: Arrive, lang: str, seconds: int) -> None:
    """Journey 17: a word at once; a tap made in the tunnel is played when it ends, once."""
    ann, _, _ = pair(arrive, "locker", lang)
    ann.settled()
    page = ann.page
    page.wait_for_selector(ASKED)
    move = str(page.locator(LIT).first.get_attribute("data-move"))
    ann.context.set_offline(True)
    lost = {"en": "Connection lost. Your game is saved; reconnecting…", "fr": "Connexion perdue."}[lang]
    expect(page.locator("#offline")).to_contain_text(lost)
    expect(page.locator("#offline")).to_be_visible()
    page.locator(LIT).first.tap()
    expect(page.get_by_role("alert")).to_contain_text({"en": "Not sent yet", "fr": "Pas encore envoyé"}[lang])
    page.wait_for_timeout(1000 * seconds)  # longer than a lost answer is asked for again
    expect(page.get_by_role("alert")).to_contain_text({"en": "Not sent yet", "fr": "Pas encore envoyé"}[lang])
    ann.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    until(lambda: f"A {move}" in ann.events())
    ann.settled()
    expect(page.get_by_role("alert")).to_be_empty()
    assert ann.events().count(f"A {move}") == 1


def test_a_lost_line_is_told_at_once(arrive: Arrive) -> None:
    ann = arrive("Ann")
    lines: list[WebSocketRoute] = []

    def answer(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.connect_to_server()
        else:
            line.close()

    ann.page.route_web_socket("**/live*", answer)
    ann.page.clock.install()
    ann.sit_calmly()
    until(lambda: ann.page.clock.run_for(100) or lines)
    banner, waited = ann.page.locator("#offline"), 0
    expect(banner).to_be_hidden()
    lines[0].close()
    while banner.is_hidden():
        ann.page.clock.run_for(100)
        waited += 100
    assert waited <= 1000


def test_a_move_the_table_has_left_behind_is_refused_aloud(arrive: Arrive) -> None:
    ann, _, _ = pair(arrive, "locker")
    ann.settled()
    page = ann.page
    page.wait_for_selector(ASKED)
    held: list[Route] = []
    page.route("**/moves", lambda route: held.append(route))
    page.locator(LIT).first.tap()
    until(lambda: page.wait_for_timeout(20) or held)
    ann.move(ann.look()["view"]["choices"][0])  # on another device
    held[0].continue_()
    expect(page.get_by_role("alert")).to_contain_text("look and choose again")


def test_the_journal_opens_at_its_newest_line_and_closes(arrive: Arrive) -> None:
    ann = arrive("Ann", **PHONE)
    page = ann.sit("reef")
    ann.play("reef", 12)
    ann.settled()
    toggle, side = page.locator("#side-toggle"), page.locator("#side")
    toggle.tap()
    expect(page.locator("#log li").last).to_be_in_viewport()
    hidden = page.evaluate(
        "(() => { const log = document.getElementById('log');"
        " return log.scrollHeight - log.scrollTop - log.clientHeight; })()"
    )
    assert hidden < 4
    side.get_by_role("button", name="Close").tap()
    expect(side).to_be_hidden()
    expect(toggle).to_have_attribute("aria-expanded", "false")
    toggle.tap()
    page.keyboard.press("Escape")
    expect(side).to_be_hidden()
    ann.clean()


def test_what_is_said_is_noticed_with_the_journal_closed(arrive: Arrive) -> None:
    ann, bob, _ = pair(arrive, "locker")
    for text in ("hello", "are you there?"):
        bob.page.fill("#say input", text)
        bob.page.press("#say input", "Enter")
        expect(bob.page.locator("#chat li").last).to_contain_text(text)
    badge = ann.page.locator("#side-toggle .unread")
    expect(badge).to_contain_text("2")
    expect(bob.page.locator("#side-toggle .unread")).to_be_hidden()
    ann.page.locator("#side-toggle").tap()
    expect(badge).to_be_hidden()
    expect(ann.page.locator("#chat li.unheard")).to_have_count(2)
    ann.page.locator("#side-toggle").tap()
    expect(ann.page.locator("#chat li.unheard")).to_have_count(0)


@pytest.mark.parametrize(
    ("lang", "title", "turn"),
    [
        ("en", "● Your turn · Davy Jones' Locker", "Your turn"),
        ("fr", "● À vous de jouer · Le Cimetière marin", "À vous"),
    ],
)
def test_ones_turn_is_seen_heard_and_in_the_title(arrive: Arrive, lang: str, title: str, turn: str) -> None:
    ann, bob, _ = pair(arrive, "locker", lang, first="B")
    own = ann.page.title()
    assert "●" not in own
    leave_turn(bob, ann)
    expect(ann.page).to_have_title(title)
    expect(ann.page.locator(".choices .turn")).to_be_visible()
    expect(ann.page.locator(".choices .turn")).to_contain_text(turn)
    expect(ann.page.locator("#narration")).to_contain_text(turn)
    leave_turn(ann, bob)
    expect(ann.page).to_have_title(own)
    expect(ann.page.locator(".choices .turn")).not_to_contain_text(turn)


def let_the_turn_come(ann: Guest, bob: Guest) -> None:
    leave_turn(bob, ann)
    expect(ann.page).to_have_title(re.compile("^●"))


def test_the_title_of_a_hidden_tab_tells_of_ones_turn(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    ann.page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    path = seat_pair(ann, bob, "locker", first="B")
    ann.go(path)
    let_the_turn_come(ann, bob)


def test_the_focus_comes_to_the_first_choice_with_ones_turn(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    path = seat_pair(ann, bob, "locker", first="B")
    ann.go(path)
    ann.settled()
    ann.page.keyboard.press("Tab")
    ann.page.evaluate("document.activeElement.blur(); document.getElementById('table').focus()")
    let_the_turn_come(ann, bob)
    expect(ann.page.locator(LIT).first).to_be_focused()
    assert ann.page.evaluate("scrollY") == 0


def test_the_focus_stays_with_somebody_who_writes(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    path = seat_pair(ann, bob, "locker", first="B")
    ann.go(path)
    ann.settled()
    ann.page.locator("#say input").click()
    ann.page.keyboard.type("hel")
    let_the_turn_come(ann, bob)
    ann.page.keyboard.type("lo")
    expect(ann.page.locator("#say input")).to_have_value("hello")


def test_the_log_tells_what_was_chosen_once_it_is_unveiled(arrive: Arrive) -> None:
    ann, bob = arrive("Ann"), arrive("Bob")
    for guest in (ann, bob):
        guest.page.add_init_script(PLAIN)
    path = ann.table("barracuda", [me("Ann"), OPEN])
    bob.join(path)
    ann.go(path)
    ann.move("play 3")
    hidden = bob.page.locator("#log li", has_text="Ann has chosen a card.")
    expect(hidden).to_have_count(1)
    bob.move("play 2")
    ann.settled()
    bob.settled()
    expect(hidden).to_have_count(0)
    expect(bob.page.locator('#log li[value="1"]')).to_have_text("Ann plays Movement card 3. why?")


def test_the_log_stays_at_its_newest_line_when_earlier_ones_grow(arrive: Arrive) -> None:
    """Unveiled lines are longer than veiled ones."""
    ann = arrive("Ann")
    page = ann.sit("barracuda", [me("Ann"), *[bot()] * 3])
    ann.play("barracuda", 8)
    ann.settled()
    scrolled, below = page.evaluate("""() => {
      const { scrollTop, scrollHeight, clientHeight } = document.getElementById("log");
      return [scrollTop, scrollHeight - scrollTop - clientHeight];
    }""")
    assert scrolled > 0
    assert below < 5


def test_what_was_sent_is_not_called_unsent(arrive: Arrive) -> None:
    """The word stayed until all that the move had brought about was shown."""
    ann, _, _ = pair(arrive, "locker")
    ann.settled()
    page = ann.page
    page.wait_for_selector(ASKED)
    page.route("**/moves", lambda route: route.abort())
    page.locator(LIT).first.tap()
    expect(page.get_by_role("alert")).to_contain_text("Not sent yet")
    page.route_web_socket("**/live*", lambda socket: None)  # connected, and slow to tell what comes of it
    page.unroute("**/moves")
    expect(page.get_by_role("alert")).to_be_empty()


@pytest.mark.parametrize("screen", [(390, 844), (844, 390)])
def test_the_word_that_the_line_is_lost_takes_no_tap_away(arrive: Arrive, screen: tuple[int, int]) -> None:
    """It lay over the buttons at the top of the page: in a tunnel nobody could open the log."""
    width, height = screen
    ann = arrive("Ann", lang="fr", **{**PHONE, "viewport": {"width": width, "height": height}})
    page = ann.sit_calmly()
    ann.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    page.locator("#side-toggle").tap()
    expect(page.locator("#side")).to_be_visible()
    buttons, word = page.locator(".tools").bounding_box(), page.locator("#offline").bounding_box()
    assert buttons is not None
    assert word is not None
    assert word["x"] + word["width"] <= buttons["x"] + 1, "the buttons can be read, too"
    assert page.locator("#offline").evaluate("(one) => one.scrollHeight <= one.clientHeight"), "and so can the word"
