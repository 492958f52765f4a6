"""The quick way to draw: byte for byte what plain Jinja draws, whatever was drawn and kept before."""

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import DictLoader, Environment, PrefixLoader, StrictUndefined, TemplateError, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from fathoms.engine.game import find_game, game_names
from fathoms.engine.match import Match
from fathoms.engine.seats import Name
from fathoms.table.rooms.seats import KINDS, TableSeat, TableSettings
from fathoms.table.web import i18n, render
from fathoms.table.web.fast_jinja import FastEnvironment, Keep, Memory, quick_escape
from fathoms.table.web.render import News
from tests.table.playing import Host, Table, people, seat
from tests.table.test_words import LANGUAGES, room_with, walk

NAMES = ["Anne", "Bob", "<b>Zoé</b>", "{0} !", "", "Anne"]
Draw = Callable[[], str]


def tables(game: str, seed: int) -> Iterator[tuple[Match, Draw]]:
    """Every position of a random game, and how to draw it: each time for somebody else, in another mood of the room."""
    rng, before = random.Random(seed), None
    for match in walk(find_game(game), seed):
        room = room_with(match)
        room.row.seats = tuple(
            TableSeat(one, rng.choice(KINDS), rng.choice(NAMES), "sailor", away=rng.random() < 0.2)
            for one in match.seats
        )
        room.row.settings = TableSettings(hinted={rng.choice(match.seats): rng.randrange(3)}, hints=True)
        room.may_undo = rng.choice([lambda seat: True, lambda seat: False])
        viewer = rng.choice([None, *match.seats, *match.to_act])
        viewer = None if viewer == "sea" else viewer
        after = match.view()
        news = News(match.log_for(viewer)[-16:], (before, after) if before else None)
        asked = match.view(viewer), rng.choice(LANGUAGES), rng.random() < 0.2, news, rng.choice([None, match.seats[0]])
        yield match, lambda room=room, viewer=viewer, asked=asked: render.fragment(room, viewer, *asked)  # type: ignore[misc]
        before = after


@pytest.mark.parametrize("game", game_names())
def test_what_is_kept_is_what_is_drawn(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over random games that share one memory, each at a table of other people, in both languages."""
    quick, plain = render.environment(), render.environment(plain=True)
    assert isinstance(quick, FastEnvironment)
    assert not isinstance(plain, FastEnvironment)
    drawn = 0
    for seed in range(70, 75):
        for match, draw in tables(game, seed):
            monkeypatch.setattr(render, "environment", lambda: plain)
            wanted = draw()
            monkeypatch.setattr(render, "environment", lambda: quick)
            assert draw() == wanted, f"after {match.log[-3:]}"
            assert draw() == wanted, "the second time, all of it is kept"
            drawn += 1
    assert drawn > 200


def pages_of(table: Table) -> list[str]:
    """A table's page for everybody who may look at it, in both languages, and its big screen."""
    whos = (*table.tokens, None)
    asked = [(table.page, who, lang) for who in whos for lang in LANGUAGES] + [(f"{table.page}/board", None, "fr")]
    return [table.get(page, who, headers={"accept-language": lang}).text for page, who, lang in asked]


def test_whole_pages_are_kept_as_they_are_drawn(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of tables at which different people wait, play, may be joined or may be talked to apart."""
    quick, plain = render.environment(), render.environment(plain=True)
    tables = [host.table("barracuda", people(4), teams=True), host.table("locker", [*people(1), seat("open")])]
    tables += [host.table(game, people(3)) for game in game_names()]
    drawn = {}
    for built in (quick, plain):
        monkeypatch.setattr(render, "environment", lambda built=built: built)
        drawn[built] = [pages_of(table) for table in tables]
    assert drawn[quick] == drawn[plain]


@pytest.mark.parametrize("game", game_names())
def test_most_of_a_table_is_kept_from_one_event_to_the_next(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise keeping costs more than it saves: a spectator's table is drawn from kept pieces, by more than half."""
    memory = render.environment().memory  # type: ignore[attr-defined]
    found = {True: 0, False: 0}
    find = memory.find

    def counted(known: Any) -> Any:
        piece = find(known)
        found[bool(piece)] += 1
        return piece

    monkeypatch.setitem(render.environment().filters, "find_piece", counted)
    for match in walk(find_game(game), 31):
        render.fragment(room_with(match), None, match.view(), "en", False)
    assert found[True] > found[False] > 0


def test_memory_is_bounded_and_forgets_what_is_not_used() -> None:
    memory = Memory(most=3)
    for number in range(50):
        often, once = memory.find(("often",)), memory.find((number,))
        assert not once
        for piece in (often, once):
            if not piece:
                memory.keep(Markup("drawn"), piece)  # type: ignore[arg-type]
        assert bool(often) == (number > 0), "what is asked for again and again is never forgotten"
        assert len(memory) <= 6
    assert not memory.find((0,))


# The shorter ways, beside Jinja's own

SOURCES = {
    "macros": "{% macro m(a, b='<', c='c') %}{{ a }}{{ b }}{{ c }}{% endmacro %}"
    "{{ m(x) }}|{{ m(x, y) }}|{{ m(x, c=y) }}|{{ m(c=x, a=y) }}|{{ m(m(x), m(y), 3) ~ x }}",
    "too many": "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, 2) }}",
    "unknown": "{% macro m(a) %}{{ a }}{% endmacro %}{{ m(1, b=2) }}",
    "too few": "{% macro m(a) %}{{ a }}{% endmacro %}{{ m() }}",
    "caller": "{% macro m(a) %}{{ a }}{{ caller(x) }}{{ varargs }}{{ kwargs }}{% endmacro %}"
    "{% call(z) m(y, 1, k=2) %}<i>{{ z }}</i>{% endcall %}",
    "attributes": "{{ view.items }}{{ view.keys() | list }}{{ view['items'] }}{{ view.name }}{{ view.name.upper() }}",
    "missing": "{{ view.nothing }}",
    "functions": "{{ told() }}{{ asks('x') }}{% for n in [1] %}{{ asks('n') }}{% endfor %}{{ 'x'.join(y ~ y) }}",
    "loops": "{% for n in [1, 2] %}{{ loop.index }}{{ told() }}"
    "{% set w = n ~ x %}{{ w }}{{ range(n) | join(x) }}{% endfor %}",
    "kept": "{% for n in (1, 2, 1) %}{% keep n, x %}{% set w = n ~ x %}"
    "{{ w }}{{ loop.index }}{% endkeep %}{% endfor %}",
}


@pass_context
def _asks(context: Context, name: str) -> Any:
    return context.resolve(name)


def drawn_by(kind: type[Environment], source: str, **values: Any) -> str:
    loader = DictLoader({"one": source})
    built = kind(loader=loader, autoescape=True, undefined=StrictUndefined, extensions=[Keep])
    try:
        return built.get_template("one").render(lang="en", told=lambda: "<lambda>", asks=_asks, **values)
    except (TemplateError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("source", [name for name in SOURCES if name != "kept"])
@pytest.mark.parametrize("y", ["<y>", Markup("<y>"), 7, None])
def test_the_shorter_ways_lead_where_jinjas_do(source: str, y: Any) -> None:
    values = {"x": "a & b", "y": y, "view": {"items": "<items>", "name": "<name>"}}
    told = drawn_by(FastEnvironment, SOURCES[source], **values)
    assert re.sub(" at 0x[0-9a-f]+", "", told) == re.sub(
        " at 0x[0-9a-f]+", "", drawn_by(Environment, SOURCES[source], **values)
    )


def test_a_piece_whose_tag_forgets_what_it_depends_on_is_caught() -> None:
    """`loop.index` is not among what the tag names: the comparison above sees it."""
    values = {"x": "<", "y": "", "view": {}}
    assert drawn_by(Environment, SOURCES["kept"], **values) == "1&lt;12&lt;21&lt;3"
    assert drawn_by(FastEnvironment, SOURCES["kept"], **values) == "1&lt;12&lt;21&lt;1"


def test_two_games_do_not_share_a_piece_that_stands_in_the_same_line() -> None:
    """Both their templates are called table.html."""
    source = "{% keep 1 %}NAME{% endkeep %}"
    games = {name: DictLoader({"table.html": source.replace("NAME", name)}) for name in ("one", "other")}
    built = FastEnvironment(loader=PrefixLoader(games), extensions=[Keep])
    assert [built.get_template(f"{name}/table.html").render(lang="en") for name in games] == ["one", "other"]


@given(
    st.one_of(
        st.text(), st.text().map(Markup), st.text().map(Name), st.integers(), st.floats(), st.booleans(), st.none()
    )
)
def test_quick_escape_writes_what_escape_writes(value: Any) -> None:
    assert str(quick_escape(value)) == str(escape(value))


@given(st.text(" :;!?»«a\u202f"))
def test_french_points_are_set_as_by_an_expression(text: str) -> None:
    expression = re.compile(r" ([:;!?»])|« ")
    wanted = expression.sub(lambda point: f"\u202f{point[1]}" if point[1] else "«\u202f", text)
    assert i18n.typeset(text, "fr") == wanted
