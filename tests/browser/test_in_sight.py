"""What the table shows can be seen: nothing lies on top of it, whatever the window's size."""

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.conftest import Arrive
from tests.browser.people import ASKED, AT_REST, GAMES, GRACE, LIT, PHONE, PLAIN, Guest, bot, me, until
from tests.openings import deal_until

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
SIDEWAYS = [(844, 390), (667, 375), (932, 430)]  # phones held sideways
SIZES = [pytest.param(PHONE, id="phone"), pytest.param(LAPTOP, id="laptop")]
NAMES = ["Marie-Hélène", "Anne-Sophie", "Barnabé", "Ferdinand", "Guillemette", "Maximilien"]
HANDS = {"locker": ".own .stack", "reef": ".own .dive", "barracuda": ".own .card", "nukha": ".own .loot .card"}
PLAYERS = {"locker": 3, "reef": 3, "barracuda": 4, "nukha": 4}
FIRST: dict[str, dict[str, Any]] = {"nukha": {"adventurers": "none", "captain": "C"}, "barracuda": {}}
ALWAYS_FIRST = {"first": "A"}
HINT = (
    "Conseil : celui-ci d’abord, à peu près 38 % de chances de l’emporter contre 34 % pour le suivant ; presque égaux."
)

# What is on top at the middle of each piece: the piece itself, or what must be looked at more closely.
DOUBTFUL = """(pieces) => {
  const anything = new CSSStyleSheet();
  anything.replaceSync(":not(.notices) { pointer-events: auto !important }");
  document.adoptedStyleSheets = [anything];
  const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && one.getBoundingClientRect().width > 3;
  const found = [...document.querySelectorAll(pieces)].filter((one) => {
    if (!shown(one)) return false;
    one.scrollIntoView({ block: "center", inline: "center" });
    const { x, y, width, height } = one.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !one.contains(top);
  });
  document.adoptedStyleSheets = [];
  found.forEach((one, number) => { one.dataset.doubt = number; });
  return found.length;
}"""
PIECES = ", ".join(f".board {one}" for one in (
    "[data-vt]", ".card", ".mini", ".stack", ".coins", ".chests", ".dolphin", ".diver", ".beast", ".number", ".deed",
    ".news", ".call", ".bust", ".bottle", ".bubble", ".dive", ".helm", ".event", ".dice .die", "[data-move]",
))  # fmt: skip
# Pieces that may be out of sight, and why.
MAY_HIDE = {
    ".here": "a wreck's button has no look of its own where it is not lit",
    ".ghost": "an empty place",
}


def middle(box: FloatRect) -> FloatRect:
    """The inner part of a piece: what lies there is what one looks at."""
    return {
        "x": box["x"] + box["width"] * 0.2,
        "y": box["y"] + box["height"] * 0.2,
        "width": max(box["width"] * 0.6, 1),
        "height": max(box["height"] * 0.6, 1),
    }


def is_seen(page: Page, piece: Locator) -> bool:
    """Without it the picture of its place would be another."""
    piece.evaluate("(one) => one.scrollIntoView({ block: 'center', inline: 'center' })")
    box = piece.bounding_box()
    assert box is not None
    with_it = page.screenshot(clip=middle(box))
    piece.evaluate("(one) => { one.style.opacity = 0; }")
    without = page.screenshot(clip=middle(box))
    piece.evaluate("(one) => { one.style.opacity = ''; }")
    return with_it != without


def unseen(guest: Guest) -> list[str]:
    """The pieces of the board that something covers, once the table waits for us."""
    page = guest.page
    until(lambda: guest.look()["view"]["to_act"] == ["A"])
    guest.settled()
    page.wait_for_selector(ASKED)
    doubts = [page.locator(f"[data-doubt='{n}']") for n in range(page.evaluate(DOUBTFUL, PIECES))]
    hidden = [one for one in doubts if not one.evaluate(f"(one) => one.matches('{', '.join(MAY_HIDE)}')")]
    found = [
        one.evaluate("(one) => one.outerHTML.slice(0, 120) + ' in ' + one.parentElement.className")
        for one in hidden
        if not is_seen(page, one) and not is_seen(page, one)  # the table may have changed between two pictures
    ]
    page.evaluate("document.querySelectorAll('[data-doubt]').forEach((one) => { delete one.dataset.doubt; })")
    return found


def at_a_table(guest: Guest, game: str, players: int | None = None, **options: Any) -> Page:
    guest.page.add_init_script(PLAIN)
    seats = [me(guest.name), *[bot()] * (players - 1)] if players else None
    page = guest.sit(game, seats, **{**FIRST.get(game, ALWAYS_FIRST), **options})
    page.wait_for_selector(ASKED)
    return page


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_no_piece_lies_under_another(arrive: Arrive, game: str, size: dict[str, Any]) -> None:
    guest = arrive("Ann", **size)
    at_a_table(guest, game, PLAYERS[game])
    assert unseen(guest) == []
    for _ in range(3):
        if guest.play(game, 4, prefer=["continue", "spin", "card", "enter", "down", "claim"])["over"]:
            break
        assert unseen(guest) == []
    guest.clean()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_the_first_instruction_of_barracuda_is_not_under_the_boat(
    arrive: Arrive, size: dict[str, Any], lang: str
) -> None:
    page = at_a_table(arrive("Ann", lang=lang, **size), "barracuda", 4)
    covered = page.evaluate("""() => {
      const text = document.createRange();
      text.selectNodeContents(document.querySelector(".news"));
      const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      const above = [...document.querySelectorAll(".boat .diver, .hull, .centre")];
      const under = (line) => above.some((one) => !apart(line, one.getBoundingClientRect()));
      return [...text.getClientRects()].filter(under).length;
    }""")
    assert covered == 0


def test_coins_on_a_wreck_lie_on_its_paper(arrive: Arrive) -> None:
    guest = arrive("Ann", **LAPTOP)
    for _ in range(12):
        page = at_a_table(guest, "barracuda", 4)
        guest.play("barracuda", seen=".bed .coins")
        if page.locator(".bed .coins").count():
            break
    assert is_seen(page, page.locator(".bed .coins").first)


def test_the_reef_shows_the_cells_it_offers(arrive: Arrive) -> None:
    guest = arrive("Ann", **PHONE)
    page = at_a_table(guest, "reef", 2)
    for _ in range(25):
        if guest.play("reef", 1, prefer=["spin", "card dolphin", "dolphin", "enter", "lead", "left", "down"])["over"]:
            break
        out = page.evaluate("""() => {
          const pane = document.querySelector(".pane").getBoundingClientRect();
          const offered = [...document.querySelectorAll(".pane [data-move]")].filter((one) => one.checkVisibility());
          return offered.filter((one) => {
            const { left, right } = one.getBoundingClientRect();
            return left < pane.left - 2 || right > pane.right + 2;
          }).map((one) => one.dataset.move);
        }""")
        assert out == []
    guest.clean()


# What the board offers that lies under one's hand or the bar of choices, or is off the screen.
HIDDEN = """() => {
  const [hand, bar] = [".board .own", ".choices"].map((one) => document.querySelector(one).getBoundingClientRect());
  return [...document.querySelectorAll(".board [data-move]")]
    .filter((one) => one.checkVisibility() && !one.closest(".panel")) // what people have lies below, and scrolls
    .filter((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const covered = bottom > hand.top + 2 && top < hand.bottom - 2;
      return top < -1 || bottom > bar.top + 2 || covered;
    }).map((one) => one.dataset.move);
}"""


@pytest.mark.parametrize("game", ["reef", "barracuda"])
def test_what_the_board_offers_is_in_sight_above_ones_hand(arrive: Arrive, game: str) -> None:
    """The second row of wrecks lay under it, on a phone whose browser takes its part of the height."""
    guest = arrive(NAMES[0], lang="fr", **{**PHONE, "viewport": {"width": 390, "height": 740}})
    page = at_a_table(guest, game, PLAYERS[game])
    for _ in range(8):
        guest.settled()
        until(lambda: page.evaluate(HIDDEN) == [])
        assert_on_top(page, f".board {HANDS[game]}")
        if guest.play(game, 1, prefer=["spin", "card", "enter", "down"])["over"]:
            break
    guest.clean()


def test_a_new_decision_is_in_sight_though_the_reader_was_elsewhere(arrive: Arrive) -> None:
    """Whoever had looked at what the others have was asked about wrecks above the screen."""
    guest = arrive(NAMES[0], lang="fr", **{**PHONE, "viewport": {"width": 390, "height": 740}})
    page = at_a_table(guest, "barracuda", PLAYERS["barracuda"])
    guest.settled()
    for _ in range(3):
        page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate("() => scrollY") > 0
        guest.play("barracuda", 1)
        guest.settled()
        until(lambda: page.evaluate(HIDDEN) == [])
    guest.clean()


@pytest.mark.parametrize(("game", "players"), [("locker", 4), ("nukha", 6), ("barracuda", 4), ("reef", 5), ("reef", 3)])
def test_names_and_scores_of_a_full_table_can_be_read(arrive: Arrive, game: str, players: int) -> None:
    guest = arrive(NAMES[0], **PHONE)
    page = guest.sit(game, [me(name) for name in NAMES[:players]])
    page.wait_for_selector(".seat")
    for seat, name in zip(page.locator(".seat").all(), guest.look()["view"]["scores"] or NAMES, strict=False):
        told = seat.evaluate("""(seat) => {
          const who = seat.querySelector(".who");
          const { left, right, top, bottom } = seat.getBoundingClientRect();
          const text = document.createRange();
          text.selectNodeContents(who.firstChild);
          const inside = (box) => box.left >= left - 1 && box.right <= right + 1
            && box.top >= top - 2 && box.bottom <= bottom + 2;
          const score = seat.querySelector(".score");
          return {
            cut: who.scrollWidth > who.clientWidth + 1 || who.scrollHeight > who.clientHeight + 1,
            whole: [...text.getClientRects()].every(inside),
            score: !score || (score.checkVisibility() && inside(score.getBoundingClientRect())),
            on_screen: right <= 390,
          };
        }""")
        assert told == {"cut": False, "whole": True, "score": True, "on_screen": True}, name


# What stands around the choices, with the word for a grief under the first name: pairs that lie on each other.
ON_EACH_OTHER = """() => {
  const seat = document.querySelector(".seat");
  seat.classList.add("hurt");
  seat.insertAdjacentHTML("beforeend", "<span class='grief'>carte tranchée</span>");
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const all = (wanted) => [...document.querySelectorAll(wanted)].filter((one) => one.checkVisibility());
  const meet = (some, others) => all(some).flatMap((one) => all(others)
    .filter((other) => !apart(one.getBoundingClientRect(), other.getBoundingClientRect()))
    .map((other) => `${one.className} on ${other.className}`));
  return [...meet(".grief", ".state, .seat .who, .board"),
    ...meet(".choices .turn", ".choices .latest, .choices .choice, .board .own")];
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_lies_on_the_line_of_standing_nor_under_the_word_of_ones_turn(
    arrive: Arrive, game: str, size: dict[str, Any]
) -> None:
    page = at_a_table(arrive("Plongeur", lang="fr", **size), game, PLAYERS[game])
    line = page.locator(".state").evaluate("""(line) => ({
      cut: line.scrollWidth > line.clientWidth + 1 || line.getBoundingClientRect().right > innerWidth,
      small: parseFloat(getComputedStyle(line).fontSize) < 12,
    })""")
    assert line == {"cut": False, "small": False}
    assert page.evaluate(ON_EACH_OTHER) == []


def assert_on_top(page: Page, wanted: str) -> None:
    """Every one of these is on the screen, and nothing lies on its middle; where words may come is nothing yet."""
    assert page.locator(wanted).count(), wanted
    covered = page.evaluate(
        """(wanted) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(":not(.notices) { pointer-events: auto !important }");
          document.adoptedStyleSheets = [sheet];
          const found = [...document.querySelectorAll(wanted)].map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            const top = document.elementFromPoint(x + width / 2, y + height / 2);
            return one.contains(top) ? null : `${one.outerHTML.slice(0, 90)} under ${top?.outerHTML.slice(0, 60)}`;
          }).filter(Boolean);
          document.adoptedStyleSheets = [];
          return found;
        }""",
        wanted,
    )
    assert covered == []


def with_a_hint(page: Page) -> None:
    """A hint of our own, said again whenever the table changes."""
    page.evaluate(
        """(text) => {
          const say = () => document.querySelectorAll(".hint").forEach((one) => { one.textContent = text; });
          document.addEventListener("shown", say);
          say();
        }""",
        HINT,
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_a_hint_leaves_ones_own_hand_in_sight(arrive: Arrive, game: str, size: dict[str, Any]) -> None:
    guest = arrive("Ann", **size)
    page = at_a_table(guest, game, PLAYERS[game])
    guest.play(game, seen=f".hint ~ *, .board:has({HANDS[game]}) ~ .choices .hint", prefer=["surface", "spin", "card"])
    page.wait_for_selector(".hint", state="attached")
    with_a_hint(page)
    expect(page.locator(".notices > :visible")).to_have_count(0)  # a passing word stands above the choices for a while
    page.wait_for_timeout(50)
    assert_on_top(page, f".board {HANDS[game]}")
    assert_on_top(page, ".hint")


def test_a_hint_of_four_lines_is_read_whole_on_a_phone(arrive: Arrive) -> None:
    page = at_a_table(arrive("Ann", lang="fr", **PHONE), "reef", PLAYERS["reef"])
    page.locator(LIT).first.tap()
    page.wait_for_selector(".hint", state="attached")
    long = (
        "Trop serré pour trancher : « Carte de plongée 2 » gagne dans 39 % des cas, « Carte de plongée 3 » dans 38 %. "
        "La malle la plus proche, une petite malle, est à 3 cases, et il vous reste 2 points."
    )
    page.evaluate("(text) => { document.querySelector('.hint').textContent = text; }", long)
    assert page.locator(".hint").evaluate("(hint) => hint.scrollHeight - hint.clientHeight") <= 1
    assert_on_top(page, ".hint")


def tap_a_choice(page: Page) -> None:
    """The first; where there are many, they lie in folds, and the first fold is opened."""
    if page.locator(".choices summary").count():
        page.locator(".choices summary").first.tap()
    page.locator(f"{LIT}:visible").first.tap()


@pytest.mark.parametrize(("width", "height"), SIDEWAYS)
@pytest.mark.parametrize("game", GAMES)
def test_a_phone_held_sideways_shows_board_hand_and_choices(arrive: Arrive, game: str, width: int, height: int) -> None:
    """Journey 16."""
    guest = arrive("Ann", lang="fr", **{**PHONE, "viewport": {"width": width, "height": height}})
    page = at_a_table(guest, game, PLAYERS[game])
    if game in ("locker", "nukha"):  # where a hand may be empty
        guest.play(game, seen=HANDS[game], prefer=["surface"])
    box = page.locator(".board").bounding_box()
    assert box is not None
    in_sight = (min(box["y"] + box["height"], height) - box["y"]) * box["width"]
    assert in_sight > width * height * 0.5
    assert_on_top(page, f".board {HANDS[game]}")
    assert_on_top(page, ".choices .list > :first-child")
    if game == "reef":
        sea = page.locator(".sea").bounding_box()
        assert sea is not None
        assert sea["y"] + sea["height"] <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    before = guest.look()["version"]
    page.wait_for_timeout(GRACE)
    tap_a_choice(page)
    page.wait_for_function("(at) => Number(document.querySelector('#log li:last-child')?.value || 0) > at", arg=before)
    guest.clean()


# The Nukha's Cave: what is at stake is on the table.


@pytest.mark.parametrize("size", SIZES)
def test_what_a_majority_is_worth_is_told_from_the_start(arrive: Arrive, size: dict[str, Any]) -> None:
    page = at_a_table(arrive("Ann", **size), "nukha")
    assert_on_top(page, ".prizes")
    assert "4 points" in page.locator(".prizes").inner_text()


EFFECTS = {
    "lantern": "face up",
    "grapple": "one of their cards",
    "pistol": "to the discard",
    "lizard": "one of their coins",
}


def test_what_an_attack_does_is_written_where_one_chooses(arrive: Arrive) -> None:
    guest = arrive("Ann", **LAPTOP)
    page = at_a_table(guest, "nukha", 4)
    guest.play("nukha", seen=".claims", prefer=["pledge", "accept"])
    for kind, effect in EFFECTS.items():
        assert effect in page.locator(f".claims [data-move='claim {kind}']").inner_text()
    for stop in (".aim", ".verdict"):
        for _ in range(8):
            guest.play("nukha", seen=stop, prefer=["leave", "pledge"])
            if page.locator(stop).count():
                break
            page = at_a_table(guest, "nukha", 4)
        told = page.locator(".attack + .effect").inner_text()
        assert any(effect in told for effect in EFFECTS.values())


@pytest.mark.parametrize("size", SIZES)
def test_a_card_turned_up_covers_nothing_of_the_cave(arrive: Arrive, size: dict[str, Any]) -> None:
    guest = arrive("Ann", **size)
    for _ in range(8):
        page = at_a_table(guest, "nukha", 4, captain="A")
        guest.play("nukha", seen=".exposed", prefer=["buy", "attack"])
        if page.locator(".exposed").count():
            break
    assert page.locator(".exposed").count()
    assert unseen(guest) == []
    page.evaluate("scrollTo(0, 0)")
    overlapped = page.evaluate("""() => {
      const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      const card = document.querySelector(".exposed").getBoundingClientRect();
      return [...document.querySelectorAll(".depths, .finder, .quarters, .victim, .own, .stage [data-move]")]
        .filter((one) => !apart(card, one.getBoundingClientRect())).map((one) => one.className);
    }""")
    assert overlapped == []


def assert_whole(page: Page, wanted: str) -> None:
    """Every one of these is on the screen from its first line to its last, and nothing lies on it."""
    assert page.locator(wanted).count(), wanted
    page.evaluate(AT_REST)
    cut = page.evaluate(
        """(wanted) => [...document.querySelectorAll(wanted)].filter((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          const seen = (at) => one.contains(document.elementFromPoint(x + width / 2, at));
          return !seen(y + 5) || !seen(y + height - 5);
        }).map((one) => one.textContent)""",
        wanted,
    )
    assert cut == []


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_every_adventurer_can_be_read_where_one_chooses(
    arrive: Arrive, size: dict[str, Any], lang: str, players: int
) -> None:
    guest = arrive("Ann", lang=lang, **size)
    page = at_a_table(guest, "nukha", players, adventurers="draft", captain="A")
    assert_whole(page, ".stage [data-move^='choose']")


# What a decision is about, with the options and the likes of one who wants to come to it.
MOMENTS = {
    ".claims [data-move]": ("B", ["pledge", "accept"]),
    ".others .player:has(.aim), .stage .effect": ("B", ["pledge", "accept", "claim"]),
    ".others .aimed": ("B", ["pledge", "accept", "claim", "attack"]),
    ".stage .accuse, .stage .stakes, .stage .effect": ("B", ["pledge", "claim", "attack"]),
    ".finder > .bubble": ("A", ["leave"]),
    ".stage .attack + .effect": ("A", ["choose moon", "buy"]),
}
QUESTIONS = ["claim", "attack", "pick", "accuse", "buy", "attack"]


def come_to(guest: Guest, asked: str, captain: str, likes: list[str]) -> Page:
    """At a table of The Nukha's Cave where one is asked something: dealt until it comes to that."""

    def deal() -> Page:
        page = at_a_table(guest, "nukha", 4, captain=captain, adventurers="draft")
        guest.play("nukha", seen=f'.choices [data-move^="{asked}"]', prefer=likes)
        return page

    page = deal_until(lambda page: bool(page.locator(f'.choices [data-move^="{asked}"]').count()), deal)
    guest.settled()
    return page


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_what_a_decision_of_the_cave_is_about_is_whole_in_sight(
    arrive: Arrive, size: dict[str, Any], lang: str
) -> None:
    """The claims, the targets' coins and loot, what is at stake; with one's own panel and the choices."""
    guest = arrive("Marie-Hélène", lang=lang, **size)
    for asked, (about, (captain, likes)) in zip(QUESTIONS, MOMENTS.items(), strict=True):
        page = come_to(guest, asked, captain, likes)
        assert_whole(page, about)
        assert_whole(page, f".board .own, {LIT}")


def test_the_captains_title_and_coins_stand_apart_on_a_phone(arrive: Arrive) -> None:
    """In French, whose word is the longer one."""
    page = arrive("Ann", lang="fr", **PHONE).sit("nukha", captain="B")
    title, coins = (page.locator(f".player.captain h3 {one}").bounding_box() for one in ("em", ".coins"))
    assert title is not None
    assert coins is not None
    assert title["x"] + title["width"] <= coins["x"]
    assert page.locator(".player.captain h3").evaluate("(one) => one.scrollWidth <= one.clientWidth")
