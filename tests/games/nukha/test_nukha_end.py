"""The end and the score: N24 to N27, N35."""

import pytest

from tests.games.nukha.nukha_helpers import final, go, leaves, refused, table

FIVE = {"players": 5, "adventurers": ["red", "moon", "lys", "ulrich", "siana"]}  # Lys is C


@pytest.mark.rule("N24")
def test_everything_is_revealed_at_the_end_the_log_included():
    match = table(leaves("B", "egg", "lizard", "C") + "C accept")
    assert match.log_for(None) != match.log
    match._position.record.cave_left = 4
    go(match, "sea find nomads")
    for seat in ("A", "B", "C", None):
        view = match.view(seat)
        assert match.log_for(seat) == match.log
        assert view["over"]
        assert view["loot"]["B"]["down"] == ["egg", "purse"]
        assert view["discard"]["cards"] == ["egg", "pistol", "lizard"]
    assert refused(match, "C mutiny") == "N24"
    assert not match._position.record.known.any()


@pytest.mark.rule("N25")
@pytest.mark.parametrize("token", ["pistol", "grapple", "lizard"])
def test_a_token_goes_to_the_single_player_with_most(token):
    match = final({"A": token, "B": f"{token} {token}"})
    assert match.view()["tokens"][token] == "B"
    assert match.scores == {"A": 0, "B": 4, "C": 0}


@pytest.mark.rule("N25")
def test_hidden_cards_count_for_majorities():
    match = final({"A": "pistol", "B": "pistol"}, hidden={"B": "pistol"})
    assert match.view()["tokens"] == {"pistol": "B", "grapple": None, "lizard": None}


@pytest.mark.rule("N25")
def test_a_tie_gives_nobody_the_token_and_none_earns_none():
    match = final({"A": "pistol pistol", "B": "pistol pistol", "C": "pistol"})
    assert match.view()["tokens"] == {"pistol": None, "grapple": None, "lizard": None}
    assert match.scores == {"A": 0, "B": 0, "C": 0}


@pytest.mark.rule("N25")
def test_a_tie_that_somebody_then_beats_is_no_tie():
    match = final({"A": "lizard", "B": "lizard", "C": "lizard lizard"})
    assert match.view()["tokens"]["lizard"] == "C"


@pytest.mark.rule("N26")
def test_the_score():
    match = final(
        {"A": "lantern-3 lantern-2 purse egg egg", "B": "pistol grapple lizard", "C": ""},
        coins={"A": 4, "B": 1, "C": 7},
        hidden={"C": "egg lantern-3"},
    )
    assert match.scores == {"A": 3 + 2 + 1 - 2 + 4, "B": 12 + 1, "C": 7 - 1 + 3}
    assert match.view(None)["scores"] == match.scores
    assert match.view("B")["winners"] == ["B"]


@pytest.mark.rule("N26")
def test_scores_are_null_in_every_view_until_the_end():
    match = table("sea find egg")
    for seat in ("A", "B", "C", None):
        view = match.view(seat)
        assert view["scores"] is None
        assert view["winners"] is None
        assert view["tokens"] is None
    assert match.winners == []


@pytest.mark.rule("N27")
def test_a_tie_goes_to_the_captain():
    match = final({"A": "lantern-3", "B": ""}, coins={"B": 3, "C": 2})
    assert match.winners == ["A"]
    match = final({"B": ""}, coins={"A": 9, "B": 9, "C": 2}, captain="B")
    assert match.winners == ["B"]


@pytest.mark.rule("N27")
def test_otherwise_to_most_coins_among_the_tied():
    match = final({"B": "lantern-3", "C": "lantern-2"}, coins={"B": 4, "C": 5})
    assert match.scores == {"A": 0, "B": 7, "C": 7}
    assert match.winners == ["C"]


@pytest.mark.rule("N27")
def test_the_captain_wins_no_tie_he_is_not_part_of_and_a_victory_can_be_shared():
    match = final({"A": "egg"}, coins={"A": 7, "B": 8, "C": 8})
    assert match.winners == ["B", "C"]


@pytest.mark.rule("N27")
def test_the_score_comes_before_the_tie_break():
    match = final({"A": "egg egg egg"}, coins={"A": 1, "B": 0, "C": 0})
    assert match.scores == {"A": -2, "B": 0, "C": 0}
    assert match.winners == ["B", "C"]


@pytest.mark.rule("N35")
@pytest.mark.parametrize("tied", [{"A", "C"}, {"C", "E"}, {"A", "C", "E"}])
def test_lys_wins_ties_she_is_part_of(tied):
    match = final(dict.fromkeys(tied, "lizard lizard"), **FIVE)
    assert match.view()["tokens"]["lizard"] == "C"


@pytest.mark.rule("N35")
def test_lys_wins_no_tie_of_others_and_none_at_none():
    match = final({"A": "lizard lizard", "B": "lizard lizard", "C": "lizard"}, **FIVE)
    assert match.view()["tokens"] == {"pistol": None, "grapple": None, "lizard": None}


@pytest.mark.rule("N35")
@pytest.mark.rule("N36")
def test_lys_wins_ties_as_captain_too():
    match = final({"B": "pistol", "C": "pistol"}, **FIVE | {"captain": "C"})
    assert match.view()["tokens"]["pistol"] == "C"


@pytest.mark.rule("N35")
def test_lys_does_not_keep_a_token_that_is_beaten():
    match = final({"A": "pistol", "C": "pistol", "D": "pistol pistol"}, **FIVE)
    assert match.view()["tokens"]["pistol"] == "D"
