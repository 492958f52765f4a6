"""The end of a game: places, the count, what decided it, how the evening stands, for whoever looks."""

from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from fathoms import Match, Sea
from fathoms.engine.conform import Dice
from fathoms.engine.seats import by_letter
from fathoms.table.rooms.seats import GameResult, TableSeat, TableSettings, places_of
from fathoms.table.web.telling.ending import ending_of, scores_of, what_decided
from tests.table.playing import Host, bots, people, person_at, until

TABLES: dict[str, dict[str, Any]] = {
    "locker": {"players": 4},
    "reef": {"players": 3},
    "barracuda": {"players": 4, "teams": True},
    "nukha": {"players": 4},
}


@cache
def finished(game: str) -> Match:
    match, sea, dice = Match(game, interpreted=True, **TABLES[game]), Sea.from_seed(5), Dice(5)
    match.drift(sea)
    while not match.over:
        seat = match.to_act[0]
        match.play(f"{seat} {dice.pick(match.choices(seat))}")
        match.drift(sea)
    return match


def view_of(scores: list[int], winners: str, **more: Any) -> dict[str, Any]:
    seats = list("ABCDEF"[: len(scores)])
    return {"seats": seats, "scores": dict(zip(seats, scores, strict=True)), "winners": list(winners), **more}


@pytest.mark.parametrize(
    ("view", "places"),
    [
        (view_of([3, 9, 5], "B"), [3, 1, 2]),
        (view_of([5, 9, 5], "B"), [2, 1, 2]),
        (view_of([9, 9, 5], "AB"), [1, 1, 3]),
        (view_of([9, 9, 5], "B"), [2, 1, 3]),  # a tie that something else decided
        (view_of([70, 50, 40], "B"), [2, 1, 3]),  # the highest does not win everywhere
        (view_of([3, 12, 3, 12], "BD", teams=[["A", "C"], ["B", "D"]]), [2, 1, 2, 1]),
    ],
)
def test_places(view: dict[str, Any], places: list[int]) -> None:
    assert list(places_of(view).values()) == places


@pytest.mark.parametrize(
    ("viewer", "en", "fr"),
    [
        ("B", "You won.", "Vous avez gagné."),
        ("C", "You came second.", "Vous êtes deuxième."),
        ("A", "You came third.", "Vous êtes troisième."),
        (None, "B wins.", "B gagne."),
    ],
)
def test_everybody_is_told_where_they_came(viewer: str | None, en: str, fr: str) -> None:
    game, view = finished("locker").game, view_of([3, 9, 5], "B")
    for lang, said in (("en", en), ("fr", fr)):
        assert ending_of(game, view, [], viewer, lang, by_letter).headline == said


def test_a_shared_victory_and_a_team_are_named() -> None:
    game = finished("locker").game
    shared, teams = view_of([9, 9, 5], "AB"), view_of([3, 12, 3, 12], "BD", teams=[["A", "C"], ["B", "D"]])
    told = [(shared, "A"), (shared, None), (teams, "D"), (teams, "A"), (teams, None)]
    assert [ending_of(game, view, [], viewer, "en", by_letter).headline for view, viewer in told] == [
        "You share the victory.",
        "A and B share the victory.",
        "Your team won.",
        "The other team won.",
        "B and D share the victory.",
    ]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", TABLES)
def test_the_count_is_laid_out_line_by_line(game: str, lang: str) -> None:
    match = finished(game)
    ending = ending_of(match.game, match.view(), [], "A", lang, by_letter)
    assert [one.place for one in ending.places] == sorted(one.place for one in ending.places)
    for one in ending.places:
        assert sum(int(line.points.replace("−", "-")) for line in one.count) == one.score == match.scores[one.seat]
        assert all(line.rule and line.what != line.what.lower() for line in one.count), "a name, not a notation"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("game", TABLES)
def test_what_decided_it_is_told_in_three_sentences_at_most(game: str, lang: str) -> None:
    match = finished(game)
    decided = what_decided(match, None, lang, by_letter)
    assert 1 <= len(decided.sentences) <= 3
    assert all("{" not in one and one.endswith(".") for one in decided.sentences)
    assert decided.moment is None or 1 <= decided.moment <= len(match.log)
    coached = what_decided(match, (7, "The coach says so."), lang, by_letter)
    assert coached.moment == 7
    assert coached.sentences[-1] == "The coach says so."


def test_the_lead_for_good_and_the_biggest_change() -> None:
    match = finished("locker")
    scores = scores_of(match)
    assert len(scores) == len(match.log) + 1
    assert dict(zip(match.seats, scores[-1], strict=True)) == match.scores
    winner = match.seats.index(match.winners[0])
    behind = [n for n, now in enumerate(scores) if now[winner] < max(now)]
    said = what_decided(match, None, "en", by_letter).sentences
    assert f"{match.winners[0]} led for good from move {behind[-1] + 1} of {len(match.log)}." in said[1]
    best = max(abs(a - b) for one, two in pairwise(scores) for a, b in zip(one, two, strict=True))
    assert said[2].endswith((f"+{best} points.", f"−{best} points."))


def test_results_are_kept_with_the_table_and_with_its_rematches() -> None:
    seats = (TableSeat("A", name="Ann"), TableSeat("B", name="Ben"))
    first = GameResult.of("t1", seats, view_of([3, 9], "B"))
    settings = TableSettings(result=first)
    assert TableSettings.from_json(settings.to_json()) == settings
    again = settings.for_the_next_game()
    assert (again.result, again.evening) == (None, (first,))
    second = replace(again, result=GameResult.of("t2", seats, view_of([5, 4], "A")))
    assert TableSettings.from_json(second.to_json()) == second
    evening = ending_of(finished("locker").game, view_of([5, 4], "A"), second.games(), None, "en", by_letter).evening
    assert evening is not None
    assert (evening.games, dict(evening.wins)) == (2, {"Ann": 1, "Ben": 1})
    assert (evening.best, evening.best_score, evening.best_game, evening.best_table) == (("Ben",), 9, 1, "t1")


def test_the_page_of_the_end(host: Host) -> None:
    with host.browser() as browser:
        table = person_at(host, browser, "locker", [*people(1), *bots(2)], first="A")
        assert browser.get(f"/t/{table.id}/ending").status_code == 403
        browser.post(f"/t/{table.id}/away", data={"away": "1"})
        until(lambda: table.view()["over"])
        view, mine, theirs = table.view(), browser.get(f"/t/{table.id}").text, table.get(table.page).text
        board = table.get(f"{table.page}/board").text
        assert ("You won." in mine) == (view["winners"] == ["A"])
        for page in (mine, theirs, board):
            assert all(what in page for what in ('href="replay#coach"', 'href="replay"', "data-hand-on", "data-ending"))
            assert page.count('class="place ') == 3
        assert 'data-ask="rematch"' in mine
        assert 'data-ask="rematch"' not in theirs + board
        assert "You " not in board.split('id="end-title"')[1].split("</h2>")[0]
        decided = browser.get(f"/t/{table.id}/ending").text
        assert "What decided it" in decided
        assert "inert" in decided
        assert not any(alive in decided for alive in ("data-move", "data-vt", "aria-describedby", "tabindex"))


def test_a_rematch_remembers_the_evening(host: Host) -> None:
    with host.browser() as browser:
        table = person_at(host, browser, "locker", [*people(1), *bots(1)], first="A")
        pages = []
        for _ in range(2):
            browser.post(f"/t/{table.id}/away", data={"away": "1"})
            until(lambda: table.view()["over"])
            pages.append(browser.get(f"/t/{table.id}").text)
            table.id = browser.post(f"/t/{table.id}/ask", json={"kind": "rematch"}).json()["table"]
        assert "This evening" not in pages[0]
        assert "2 games at this table." in pages[1]
        assert "Highest count" in pages[1]
