"""Who knows what: B31 and B40."""

import itertools

import numpy as np
import pytest

from fathoms import Match
from fathoms.engine.dialect import SPECTATOR
from tests.games.barracuda.barracuda_helpers import go, table, told

MEDDLED = "2 4 3: stay; A meddle B; sea pick 3; sea pick 5"


def others(match: Match, *seats: str) -> list[str | None]:
    return [seat for seat in [*match.seats, None] if seat not in seats]


@pytest.mark.rule("B40")
def test_hands_and_the_rest_are_public():
    match = table("3 1 5 b: sea roll 1; D send 1")
    for seat in others(match):
        view = match.view(seat)
        assert view["hands"]["A"] == ["1", "2", "4", "5", "barracuda"]
        assert view["hands"]["D"] == ["1", "2", "3", "4", "5"]
        assert view["played"] == {"A": ["3"], "B": ["1"], "C": [], "D": []}
        assert view["bags"] == {"A": 6, "B": 0, "C": 2, "D": 2}
        assert view["divers"]["D"] == {"wreck": None, "standing": True}
        assert {wreck["number"]: wreck["coins"] for wreck in view["wrecks"]} == {1: 2, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0}


@pytest.mark.rule("B40")
@pytest.mark.parametrize("teams", [False, True])
def test_a_chosen_card_tells_nothing_to_the_others(teams):
    """Whatever A chooses, the others' views, logs and choices are the same."""
    tables = {}
    for card in (1, 2, 3, 4, 5, "barracuda"):
        tables[card] = table("3 4 5 1: stay", "5 2 3 4: stay; B unbait D", teams=teams)
        tables[card].play(f"A play {card}")
    for one, two in itertools.pairwise(tables.values()):
        for seat in others(one, "A", *("C" if teams else "")):
            assert one.view(seat) == two.view(seat)
            assert one.log_for(seat) == two.log_for(seat)
        for seat in ["A", *("C" if teams else "")]:
            assert one.view(seat) != two.view(seat)
            assert one.log_for(seat) != two.log_for(seat)


@pytest.mark.rule("B40")
@pytest.mark.rule("B11")
def test_that_somebody_has_chosen_shows():
    match = table(players=3)
    match.play("B play 4")
    assert told(match, "chosen") == {"A": None, "B": "?", "C": None}
    assert match.view("B")["chosen"] == {"A": None, "B": "4", "C": None}
    assert told(match, "hands", "B") == ["1", "2", "3", "4", "5", "barracuda"]  # it stays in the hand until then
    assert match.view("A")["choices"] == match.view("C")["choices"] == match.choices("A")
    assert match.view("B")["choices"] == []
    assert match.view(None)["to_act"] == ["A", "C"]


@pytest.mark.rule("B40")
def test_the_last_choice_turns_all_cards_up():
    match = table(players=3)
    match.play("C play 3")
    match.play("A play barracuda")
    assert match.log_for("B") == ["C play ?", "A play ?"]
    assert match.log_for("A") == ["C play ?", "A play barracuda"]
    match.play("B play 3")
    for seat in others(match):
        assert match.log_for(seat) == ["C play 3", "A play barracuda", "B play 3"]
    assert told(match, "chosen") == {"A": None, "B": None, "C": None}


@pytest.mark.rule("B40")
def test_the_picks_are_read_by_meddler_and_victim_only():
    match = table(MEDDLED, players=3, extras=[2])
    for seat in ("A", "B"):
        assert match.log_for(seat)[-2:] == ["sea pick 3", "sea pick 5"]
        assert match.view(seat)["meddling"] == {"by": "A", "of": "B", "picked": ["3", "5"]}
    for seat in ("C", None):
        assert match.log_for(seat)[-2:] == ["sea pick ?", "sea pick ?"]
        assert match.view(seat)["meddling"] == {"by": "A", "of": "B", "picked": ["?", "?"]}
    assert match.view("A")["choices"] == ["discard 3", "discard 5"]


@pytest.mark.rule("B40")
def test_allies_do_not_read_the_picks():
    match = table("2 4 3 1: stay; A meddle B; sea pick 3", teams=True, extras=[2])
    for seat in ("C", "D", None):
        assert match.log_for(seat)[-1] == "sea pick ?"
        assert match.view(seat)["meddling"]["picked"] == ["?"]


@pytest.mark.rule("B40")
def test_later_too_the_picks_are_theirs_and_the_discard_is_public():
    match = table(MEDDLED, players=3, extras=[2])
    match.play("A discard 3")
    go(match, "1 1 1")  # a reveal opens cards, not picks
    for seat in ("C", None):
        assert match.log_for(seat)[-6:-3] == ["sea pick ?", "sea pick ?", "A discard 3"]
    for seat in ("A", "B"):
        assert match.log_for(seat)[-6:-3] == ["sea pick 3", "sea pick 5", "A discard 3"]


@pytest.mark.rule("B40")
def test_the_picks_tell_nothing_to_the_others():
    one = table(MEDDLED, players=3, extras=[2])
    two = table("2 4 3: stay; A meddle B; sea pick barracuda; sea pick 1", players=3, extras=[2])
    for seat in ("C", None):
        assert one.view(seat) == two.view(seat)
        assert one.log_for(seat) == two.log_for(seat)


@pytest.mark.rule("B40")
@pytest.mark.parametrize("viewer", [0, 1, 2, 3, SPECTATOR])
@pytest.mark.parametrize("teams", [False, True])
def test_imagined_worlds_contradict_nothing(viewer, teams):
    """Hidden choices become cards of those hands, hidden picks cards of that hand, and each of them comes up."""
    rng = np.array([7], np.uint64)
    match = table("3 1 5 b: sea roll 1; D send 1", "4 b 1 3", teams=teams, extras=[2])
    chosen = table("3 1 5 b: sea roll 1; D send 1", teams=teams, extras=[2])
    go(chosen, "4 2 1")
    picked = table("2 4 3 1: stay; A meddle B; sea pick 3; sea pick 5", teams=teams, extras=[2])
    for position in (match.position, chosen.position, picked.position):
        shown = position.redacted(viewer)
        assert shown.redacted(viewer).bytes() == shown.bytes()
        worlds = [shown.imagined(viewer, rng) for _ in range(40)]
        assert all(world.sound() == 0 for world in worlds)
        assert {world.redacted(viewer).bytes() for world in worlds} == {shown.bytes()}
        hides = shown.bytes() != position.bytes()
        assert (len({world.bytes() for world in worlds}) > 4) == hides


@pytest.mark.rule("B40")
def test_a_diver_off_the_wrecks_has_no_wreck():
    assert told(table(players=2), "divers", "A", "wreck") is None


@pytest.mark.rule("B11")
def test_a_choice_one_cannot_see_is_as_good_as_not_made(script) -> None:
    match = script("barracuda", "A play 3", players=3)
    assert match.position.actors() == [1, 2]
    assert match.position.redacted(1).taken_back(1).actors() == [0, 1, 2]
    assert match.position.redacted(0).taken_back(0).actors() == [1, 2]
