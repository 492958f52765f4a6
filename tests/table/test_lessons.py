"""A lesson at the table: walked step by step over the wire, left and come back to, and never taken for a fair game."""

import re
from dataclasses import dataclass, field, replace
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

from fathoms.engine.game import find_game, game_names
from fathoms.engine.parts.lesson import Lesson, lesson_of, named
from fathoms.engine.records.verify import verify_record
from fathoms.engine.seats import Name
from fathoms.table.rooms.room import Room
from fathoms.table.web.i18n import typeset
from tests.table.playing import Host, Table, until

NAMES = {"A": "Diver", "B": "Pearl", "C": "Barnacle"}
GAMES = ("locker", "reef", "barracuda", "nukha")
VOID = {"input", "img", "br", "meta", "link", "use", "path", "rect", "circle"}


@dataclass
class Node:
    """An element of a drawn table, and what it stands in."""

    attributes: dict[str, str]
    parent: "Node | None" = None

    def matches(self, compound: str) -> bool:
        classes = set(self.attributes.get("class", "").split())
        wanted = dict(re.findall(r'\[([\w-]+)="([^"]*)"\]', compound))
        named_classes = re.findall(r"\.([\w-]+)", re.sub(r"\[[^]]*\]", "", compound))
        return set(named_classes) <= classes and wanted.items() <= self.attributes.items()


@dataclass
class Drawn(HTMLParser):
    """A page read as far as a lesson's selectors go: classes, attributes, and what stands in what."""

    html: str
    nodes: list[Node] = field(default_factory=list)
    open: list[Node] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node({name: value or "" for name, value in attrs} | {"tag": tag}, self.open[-1] if self.open else None)
        self.nodes.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop().attributes["tag"] != tag:
            pass

    def has(self, selector: str) -> bool:
        """Whether something matches, within the table."""
        compounds = re.findall(r'(?:\.[\w-]+|\[[\w-]+="[^"]*"\])+', selector)
        return any(self._fits(node, compounds) for node in self.nodes)

    def _fits(self, node: Node, compounds: list[str]) -> bool:
        if not node.matches(compounds[-1]):
            return False
        rest, above, within = compounds[:-1], node.parent, False
        while above:
            within = within or above.attributes.get("id") == "table"
            if rest and above.matches(rest[-1]):
                rest = rest[:-1]
            above = above.parent
        return within and not rest


def lesson_in(game: str) -> Lesson:
    lesson = lesson_of(find_game(game))
    assert lesson is not None
    return lesson


@dataclass
class Learner:
    """Somebody in a lesson, with a browser."""

    host: Host
    web: httpx.Client
    game: str
    path: str = ""
    moves: int = 0

    def begin(self, **form: str) -> "Learner":
        answer = self.web.post(f"/learn/{self.game}", data=form, follow_redirects=False)
        assert answer.status_code == 303, answer.text
        self.path = answer.headers["location"]
        return self

    @property
    def table(self) -> str:
        return self.path.split("/")[2]

    @property
    def room(self) -> Room:
        room: Room = self.host.hub.places[self.table].room
        return room

    def page(self) -> str:
        answer = self.web.get(self.path)
        assert answer.status_code == 200, answer.text
        return answer.text

    def events(self) -> list[str]:
        return list(self.web.get(f"/api/tables/{self.table}/record").json()["events"])

    def move(self, move: str) -> httpx.Response:
        self.moves += 1
        return self.web.post(f"/api/tables/{self.table}/moves", json={"move": move, "id": f"m{self.moves}"})

    def go_on(self, step: int) -> httpx.Response:
        return self.web.post(f"{self.path}/lesson", json={"step": step})

    def go_to(self, step: int) -> httpx.Response:
        return self.web.post(f"{self.path}/lesson", json={"step": 0, "to": step})

    def choices(self) -> list[str]:
        return list(self.web.get(f"/api/tables/{self.table}").json()["view"]["choices"])

    def walk(self, steps: int | None = None) -> "Learner":
        """The right thing at each of the first steps, or at all."""
        return self.walk_on(0, steps)

    def walk_on(self, first: int, last: int | None = None) -> "Learner":
        for number, step in list(enumerate(lesson_in(self.game).steps))[first:last]:
            for move in step.do:
                answer = self.move(move)
                assert answer.status_code == 200, answer.text
            if not step.do:
                assert self.go_on(number).status_code == 200
        return self


@pytest.fixture
def learner(host: Host) -> Any:
    opened = []

    def arrive(game: str, lang: str = "en") -> Learner:
        opened.append(host.browser(headers={"accept-language": lang}))
        return Learner(host, opened[-1], game)

    yield arrive
    for one in opened:
        one.close()


def plain(html: str) -> str:
    return html.replace("&#39;", "'").replace("&amp;", "&")


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", game_names())
def test_every_lesson_can_be_walked(learner: Any, game: str, lang: str) -> None:
    """Every caption is there, every piece pointed at is drawn, every other choice is refused with its reason."""
    one, lesson = learner(game, lang).begin(name="Diver"), lesson_in(game)
    for number, step in enumerate(lesson.steps):
        page = plain(one.page())
        assert typeset(named(step.say[lang], lambda seat: Name(NAMES[seat])), lang) in page
        for point in [*step.point.split(" | "), *(answer.point for answer in step.ask)]:
            assert not point or Drawn(page).has(point), (number + 1, point)
        for answer in step.ask:
            assert typeset(named(answer.why[lang], lambda seat: Name(NAMES[seat])), lang) in page
        assert page.count("data-answer=") == len(step.ask)
        for move in step.do:
            told = len(one.events())
            others = [wrong for wrong in one.choices() if wrong != move]
            for wrong, reason in {str(step.reason(wrong)): (wrong, step.reason(wrong)) for wrong in others}.values():
                refused = one.move(wrong)
                assert refused.status_code == 422
                assert refused.json()["message"] == typeset(named(reason[lang], lambda seat: Name(NAMES[seat])), lang)
            assert len(one.events()) == told
            assert one.move(move).status_code == 200
        if not step.do:
            assert 'data-move="' not in page.split('class="choices')[1].split("</section>")[0]
            assert one.go_on(number).status_code == 200
    assert one.events()[: lesson.events] == one.room.match.log_for("A")[: lesson.events]
    assert f'data-lesson="{len(lesson.steps) - 1}"' not in one.page()


def test_a_selector_that_is_not_drawn_is_noticed(learner: Any) -> None:
    page = Drawn(learner("locker").begin().page())
    assert page.has('[data-vt="deck"]')
    assert page.has(".mine.me")
    assert not page.has('[data-vt="c-anchor-4"]')
    assert not page.has('.mine.me [data-vt="deck"]')
    assert not page.has(".lesson")  # beside the table, not in it


# Left and come back to


def test_looking_at_the_page_of_a_lesson_sets_no_table(host: Host, learner: Any) -> None:
    one = learner("locker")
    before = host.tables_ever()
    page = one.web.get("/learn/locker")
    assert page.status_code == 200
    assert 'action="/learn/locker"' in page.text
    assert host.tables_ever() == before
    assert one.web.get("/learn/chess").status_code == 422


def test_a_lesson_goes_on_where_it_was_left(learner: Any) -> None:
    one = learner("locker").begin().walk(4)
    assert 'data-step="5"' in one.page()
    back = one.web.get("/learn/locker", follow_redirects=False)
    assert (back.status_code, back.headers["location"]) == (303, one.path)
    assert one.web.post("/learn/locker", follow_redirects=False).headers["location"] == one.path
    assert one.web.post("/learn/locker", data={"again": "1"}, follow_redirects=False).headers["location"] != one.path


def test_a_lesson_comes_back_from_disk(host: Host, learner: Any) -> None:
    """A room that another process, or a later day, reads anew: in the lesson, and in the free game after it."""
    one = learner("locker").begin().walk(4)
    _assert_same_on_disk(host, one)
    one.walk_on(4)
    one.move("surface")
    until(lambda: one.choices())
    _assert_same_on_disk(host, one)
    assert one.room.version > lesson_in("locker").events


def _assert_same_on_disk(host: Host, one: Learner) -> None:
    again = Room.load(host.hub.store, one.table)
    assert again is not None
    assert again.match.log == one.room.match.log
    assert again.row.settings.lesson == one.room.row.settings.lesson


def test_somebody_else_neither_goes_on_nor_sees_the_words(host: Host, learner: Any) -> None:
    one, other = learner("locker").begin().walk(2), learner("locker")
    other.path = one.path
    assert other.go_on(2).status_code == 403
    assert 'id="lesson"' not in other.page()


def test_a_step_read_twice_is_read_once(learner: Any) -> None:
    one = learner("locker").begin().walk(3)
    assert [one.go_on(3).status_code for _ in range(2)] == [200, 200]
    assert 'data-step="5"' in one.page()
    assert one.go_on(7).status_code == 200
    assert 'data-step="5"' in one.page()


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_goes_back_skips_and_begins_again(learner: Any, game: str) -> None:
    one = learner(game).begin().walk(3)
    before, third = one.events(), 3
    assert one.go_to(third - 1).status_code == 200
    assert f"{third}<span" in one.page()
    assert one.events() == before[: len(one.events())]
    assert one.go_to(third).status_code == 200  # what the step asks for is done for the learner
    assert one.events() == before
    assert one.go_to(0).status_code == 200
    assert one.walk(3).events() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_skips_the_whole_lesson(host: Host, learner: Any, game: str) -> None:
    one = learner(game).begin()
    assert one.go_to(len(lesson_in(game).steps)).status_code == 200
    assert "From here on you choose freely" in one.page()
    again = Room.load(host.hub.store, one.table)
    assert again is not None
    assert again.match.log == one.room.match.log[: again.version]  # bots may move on meanwhile


def test_a_choice_while_reading_is_refused(learner: Any) -> None:
    one = learner("barracuda", "fr").begin().walk(2)
    refused = one.move("play 1")
    assert refused.status_code == 422
    assert "lisez" in refused.json()["message"]


def test_a_rewritten_lesson_begins_again(host: Host, learner: Any) -> None:
    one = learner("locker").begin().walk(2)
    begun = one.room.row.settings.lesson
    one.room.change(lambda draft: draft.set(lesson=replace(begun, edition="another")))
    assert "rewritten" in one.page()
    assert one.move("surface").status_code == 422
    assert one.go_on(2).status_code == 200
    assert one.web.get("/learn/locker", follow_redirects=False).status_code == 200
    assert one.web.post("/learn/locker", follow_redirects=False).headers["location"] != one.path


def test_a_question_plays_nothing_and_can_be_skipped(learner: Any) -> None:
    first = next(number for number, step in enumerate(lesson_in("locker").steps) if step.ask)
    one = learner("locker").begin().walk(first)
    before = one.events()
    assert one.page().count('data-answer="right"') == 1
    assert one.move("surface").status_code == 422
    assert one.go_to(first + 1).status_code == 200
    assert one.events() == before
    assert one.page().count("data-answer=") == 3  # the next question
    one.walk_on(first + 1)
    assert one.events()[: len(before)] == before


def test_a_long_free_game_says_that_it_is_enough(learner: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from fathoms.engine.parts import lesson

    short = replace(lesson_in("locker"), enough=1)
    monkeypatch.setitem(lesson._known, find_game("locker").package, short)
    one = learner("locker").begin().walk()
    assert "You know the game now" not in one.page()
    until(lambda: one.choices())
    one.move("surface")
    assert "You know the game now" in one.page()


# While it is on, the script has the word


def test_nobody_else_moves_hints_or_takes_back(host: Host, learner: Any) -> None:
    one = learner("reef").begin().walk(3)
    assert one.room.bots_to_act() == []
    assert not one.room.may_undo("A")
    page = one.page()
    assert "data-hint=" not in page
    assert 'data-ask="undo"' not in page
    assert f'action="{one.path}/away"' not in page
    assert one.web.post(f"/api/tables/{one.table}/hint", json={}).status_code >= 400


def test_the_free_game_has_a_word_after_each_turn(host: Host, learner: Any) -> None:
    one = learner("locker").begin().walk()
    assert "you choose freely" in one.page()
    until(lambda: one.choices())
    while "surface" not in one.choices():
        one.move(one.choices()[0])
        until(lambda: one.choices())
    one.move("surface")
    until(lambda: one.choices())
    assert re.search(r"of ten could (have sunk|sink) you", one.page())


# No fair game, and not told as one


def finished(one: Learner) -> Table:
    one.web.post(f"{one.path}/away", data={"away": "1"})
    until(lambda: one.room.match.over)
    return Table(one.host.base, one.table, {}, one.host.web)


def test_a_lesson_says_that_its_opening_was_written(host: Host, learner: Any) -> None:
    one = learner("locker").begin().walk()
    table = finished(one)
    lesson = lesson_in("locker")
    scripted = sum(line.startswith("sea ") for step in lesson.steps for line in step.before)
    verdict = verify_record(table.get(f"{table.api}/record").text)
    assert verdict.unproven == scripted
    assert verdict.proven > 0
    page = table.get(f"{table.page}/fair").text
    assert "This table is a lesson" in page
    assert f"first {lesson.events} events" in page
    assert "Every fate after the lesson" in page
    assert all(number > lesson.events for tide in one.room.sea_facts() for number in tide["events"])


def test_other_tables_are_not_called_lessons(host: Host) -> None:
    table = host.table("locker", [{"kind": "bot", "level": "deckhand"}] * 2)
    page = table.get(f"{table.page}/fair").text
    assert "lesson" not in page
    assert "lesson.js" not in table.get(table.page).text


def test_a_lesson_is_listed_nowhere_and_its_rematch_is_a_real_game(host: Host, learner: Any) -> None:
    one = learner("barracuda").begin()
    assert one.table not in {row.id for row in host.hub.store.listed(1000)}
    one.walk()
    finished(one)
    answer = one.web.post(f"{one.path}/ask", json={"kind": "rematch"})
    again = host.hub.store.get(answer.json()["table"])
    assert again.settings.lesson is None


# The way there


def buttons(page: str, game: str) -> list[str]:
    cover = next(part for part in page.split('<li class="cover">') if f'action="/play/{game}"' in part)
    return re.findall(r'action="/(\w+)/\w+">(?:<input[^>]*>)?<button class="(\w+)"', cover)


def test_the_lesson_is_the_first_button_for_whoever_has_not_played(learner: Any) -> None:
    one = learner("locker")
    assert buttons(one.web.get("/").text, "locker") == [("learn", "go"), ("play", "quiet")]
    assert "/learn/locker" in one.web.get("/new/locker").text
    one.begin().walk(3)
    home = one.web.get("/").text
    assert buttons(home, "locker") == [("learn", "go"), ("play", "quiet")]
    assert '<span class="state">lesson</span>' in home
    one.web.post("/play/locker")
    home = one.web.get("/").text
    assert buttons(home, "locker") == [("play", "go")]
    assert 'href="/learn/locker"' in home
    assert buttons(home, "reef") == [("learn", "go"), ("play", "quiet")]
    assert "/learn/locker" not in one.web.get("/new/locker").text


def test_a_game_whose_lesson_does_not_hold_is_played_all_the_same(
    host: Host, learner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from fathoms.engine.parts import lesson

    monkeypatch.setitem(lesson._known, find_game("locker").package, None)
    one = learner("locker")
    assert buttons(one.web.get("/").text, "locker") == [("play", "go")]
    assert one.web.get("/learn/locker").status_code == 404
    refused = one.web.post("/learn/locker")
    assert refused.status_code == 422
    assert "no lesson" in refused.text
