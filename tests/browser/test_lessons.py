"""A lesson as people take it: by keyboard alone, on a phone in French, left and come back to; and what it weighs."""

from playwright.sync_api import Page, expect

from fathoms.engine.game import find_game
from fathoms.engine.parts.lesson import Lesson, Step, lesson_of, named
from tests.browser.conftest import Arrive
from tests.browser.people import Guest, me
from tests.browser.test_accessible import assert_accessible
from tests.browser.test_weight import weigh

# What the words talk about is outlined, and in sight.
LIT_IN_SIGHT = """() => {
  const lit = [...document.querySelectorAll("#table [data-lit]")].map((one) => one.getBoundingClientRect());
  return lit.length > 0 && lit.every(({ left, top, right, bottom, width, height }) => (
    width && height && left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1));
}"""
LOADED = "performance.getEntriesByType('resource')"
# What can be chosen, and what is said, must belong to the same step: whatever is seen otherwise is noted.
MISFITS = """() => {
  window.misfits = [];
  const one = (what) => document.querySelector(what);
  const look = () => {
    const { step } = one(".lesson").dataset;
    const free = [...document.querySelectorAll("#table [data-move]:not([disabled])")];
    const moves = free.map(({ dataset }) => dataset.move);
    if (one("#table .reading") && !one("[data-lesson]")) misfits.push(`${step}: no way on`);
    if (moves.length && !moves.includes(document.wanted[step])) misfits.push(`${step}: ${moves}`);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
# What the sea does is looked at for a while; here nobody does.
IN_A_HURRY = (
    "const wait = setTimeout; window.setTimeout = (work, ms, ...more) => wait(work, Math.min(ms, 60), ...more);"
)


def lesson_in(game: str) -> Lesson:
    lesson = lesson_of(find_game(game))
    assert lesson is not None
    return lesson


def at_step(page: Page, number: int) -> None:
    """The words of a step are shown, and what they talk about is in sight."""
    expect(page.locator(".lesson")).to_have_attribute("data-step", str(number))
    page.wait_for_function(LIT_IN_SIGHT)


def press(page: Page, move: str) -> None:
    """Choose by the number of the choice."""
    choice = page.locator(f'.choices [data-move="{move}"]')
    expect(choice).to_be_enabled()
    moves = page.locator(".choices [data-move]").evaluate_all("(all) => all.map(({ dataset }) => dataset.move)")
    page.keyboard.press(str(moves.index(move) + 1))


def begin(guest: Guest, game: str) -> Page:
    page = guest.go("/")
    page.locator(f'form[action="/learn/{game}"] button').focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    return page


def answer_by_keyboard(page: Page, step: Step) -> None:
    """All wrong answers by their numbers, each with its reason, then the right one; nothing is played."""
    expect(page.locator("[data-answer]").first).to_be_focused()
    for answer in sorted(step.ask, key=lambda answer: answer.right):
        page.keyboard.press(str(step.ask.index(answer) + 1))
        expect(page.locator(".lesson .try[role=alert]")).to_have_text(named(answer.why["en"], lambda _: "Pearl"))


def test_a_whole_lesson_by_keyboard(arrive: Arrive) -> None:
    guest = arrive("Ann", known=False)
    guest.page.add_init_script(IN_A_HURRY)
    page, lesson = begin(guest, "barracuda"), lesson_in("barracuda")
    for number, step in enumerate(lesson.steps, 1):
        at_step(page, number)
        for move in step.do:
            press(page, move)
        if step.ask:  # the focus has been led to the first answer
            answer_by_keyboard(page, step)
        if not step.do:  # and to the button
            expect(page.locator("[data-lesson]")).to_be_focused()
            if number == 5 or step.ask:
                assert_accessible(page)
            page.keyboard.press("Enter")
    at_free = page.locator('.lesson[data-step="0"]')
    expect(at_free).to_be_visible()
    assert page.locator("#lesson").get_attribute("aria-live") == "polite"
    expect(page.locator(".choices [data-move]").first).to_be_enabled()
    # Hints come with the free game.
    page.wait_for_function(f"() => {LOADED}.some(({{ name }}) => name.endsWith('/hint.js'))")
    guest.clean()


def test_a_lesson_on_a_phone_in_french_left_and_come_back_to(arrive: Arrive) -> None:
    guest = arrive("Zoé", lang="fr", viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark")
    lesson = lesson_in("locker")
    page = begin(guest, "locker")
    at_step(page, 1)
    page.tap("[data-lesson]")
    at_step(page, 2)
    before = guest.settled()
    page.tap('.choices [data-move="surface"]')  # not that one: why, and nothing is played
    why = lesson.steps[1].wrong["surface"]["fr"].replace(" ?", "\u202f?")
    expect(page.locator(".lesson .try")).to_have_text(why)
    expect(page.locator(".lesson .try")).to_be_in_viewport(ratio=0.95)  # scrolled by whole pixels
    expect(page.locator('[data-vt="deck"]')).to_have_attribute("data-lit", "")
    assert guest.look()["version"] == before
    guest.faults.clear()  # the refusal is an answer of the server's
    page.tap('.choices [data-move="continue"]')
    at_step(page, 3)
    expect(page.locator(".lesson .try")).to_be_empty()
    assert_accessible(page)
    page.tap('.choices [data-move="surface"]')
    at_step(page, 4)
    page.reload()
    at_step(page, 4)
    page.tap("[data-lesson]")
    at_step(page, 5)
    other_day = guest.tab()
    page.close()
    other_day.goto(f"{guest.base}/learn/locker")
    at_step(other_day, 5)
    assert other_day.evaluate("document.documentElement.scrollWidth") <= 390
    guest.clean()


def test_choices_and_words_of_a_step_come_together_and_a_turned_card_is_outlined(arrive: Arrive) -> None:
    guest = arrive("Ann", reduced_motion="no-preference")
    page, lesson = begin(guest, "locker"), lesson_in("locker")
    at_step(page, 1)
    page.evaluate(f"document.wanted = {[''] + [(step.do or ('',))[0] for step in lesson.steps]}")
    page.evaluate(MISFITS)
    for number, step in enumerate(lesson.steps[:7], 1):
        at_step(page, number)
        if number < 7:
            page.click(f'.choices [data-move="{step.do[0]}"]' if step.do else "[data-lesson]")
    expect(page.locator('[data-vt="c-key-7"]')).to_have_attribute("data-lit", "")
    assert page.evaluate("misfits") == []
    guest.clean()


def test_the_choice_that_goes_on_is_in_sight_on_a_phone(arrive: Arrive) -> None:
    page = begin(arrive("Zoé", lang="fr", viewport={"width": 390, "height": 844}, has_touch=True), "barracuda")
    at_step(page, 1)
    page.tap("[data-lesson]")
    at_step(page, 2)
    expect(page.locator('.choices [data-move="play 3"]')).to_be_in_viewport(ratio=1)


# A step's words, its answers and the reason lie in places whose sizes do not change.
PLACES = """() => [".board", ".mine", ".lesson .words", ".choices"].map((what) => {
  const { x, y, width, height } = document.querySelector(what).getBoundingClientRect();
  return [x, y, width, height];
})"""


def quoted(selector: str) -> str:
    return selector.replace('"', '\\"')


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(f"#table {selector}").first.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_questions_are_answered_by_tapping_the_board(arrive: Arrive) -> None:
    guest = arrive("Zoé", lang="fr", viewport={"width": 390, "height": 844}, has_touch=True)
    page, lesson = begin(guest, "nukha"), lesson_in("nukha")
    first = next(number for number, step in enumerate(lesson.steps) if step.ask)
    path = page.url.removeprefix(guest.base)
    guest.context.request.post(f"{guest.base}{path}/lesson", data={"step": 0, "to": first})
    page.reload()
    before, places = guest.settled(), page.evaluate(PLACES)
    for number, step in list(enumerate(lesson.steps, 1))[first : first + 3]:
        at_step(page, number)
        for answer in sorted(step.ask, key=lambda answer: answer.right):
            page.touchscreen.tap(*middle(page, answer.point))
            given = page.locator(f'[data-answer][data-point="{quoted(answer.point)}"]')
            expect(given).to_have_attribute("data-given", "right" if answer.right else "wrong")
            expect(page.locator(".lesson .try")).to_have_text(given.get_attribute("data-why") or "")
            expect(page.locator(".frame")).not_to_have_attribute("data-open", "rivals")
            assert page.evaluate(PLACES) == places
        assert guest.look()["version"] == before
        page.tap("[data-lesson]")
    at_step(page, first + 4)
    guest.clean()


def test_the_first_step_is_done_by_pointing_and_plays_nothing(arrive: Arrive) -> None:
    guest = arrive("Ann")
    page = begin(guest, "reef")
    at_step(page, 1)
    before = guest.settled()
    x, y = middle(page, ".chests.c16")
    page.mouse.move(x - 4, y - 4)
    page.mouse.move(x, y)
    held = lesson_in("reef").steps[0].held["en"]
    expect(page.locator(".lesson .try")).to_have_text(held)
    page.mouse.click(x, y)
    assert guest.look()["version"] == before
    guest.clean()


def test_a_lesson_weighs_no_more_than_a_table(arrive: Arrive) -> None:
    for game in ("locker", "barracuda"):  # the lightest tables, so the nearest thing to a failure
        learner, player = arrive("Ann"), arrive("Bob")
        most = find_game(game).options.players[-1]
        path = player.table(game, [me("Bob"), *[{"kind": "bot", "level": "deckhand"}] * (most - 1)])
        begun = learner.context.request.post(f"{learner.base}/learn/{game}", max_redirects=0)
        lesson = weigh(learner, begun.headers["location"], socket=True)
        assert lesson <= weigh(player, path, socket=True), game
