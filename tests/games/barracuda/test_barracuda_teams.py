"""2 against 2: B30 to B33."""

import pytest

from fathoms import IllegalMove, OptionError
from tests.games.barracuda.barracuda_helpers import bags, chests, go, lying_coins, table, told


@pytest.mark.rule("B30")
def test_a_team_shares_one_chest():
    match = table("1 b 3 b: stay", teams=True)
    assert told(match, "teams") == [["A", "C"], ["B", "D"]]
    assert bags(match) == [0, 2, 6, 2]
    assert chests(match) == [2, 0, 2, 0]
    assert match.scores == {"A": 2, "B": 0, "C": 2, "D": 0}
    go(match, "3 b 1 b: stay")
    assert (chests(match), match.over) == ([8, 0, 8, 0], False)
    assert told(table(), "teams") is None


@pytest.mark.rule("B30")
@pytest.mark.parametrize("goal", [8, 10])
def test_twelve_coins_win_whatever_the_goal(goal):
    match = table("3 b 4 b: stay", "4 b 3 b: stay", "1 b 5 b: stay", teams=True, goal=goal, extras=[1])
    assert (told(match, "goal"), chests(match), match.over) == (12, [9, 0, 9, 0], False)
    match = table("4 b 3 b: stay", "1 b 4 b: stay", "5 b 1 b: stay", teams=True, goal=goal)
    assert (chests(match), match.over) == ([12, 0, 12, 0], True)


@pytest.mark.rule("B30")
@pytest.mark.rule("B28")
def test_both_allies_win():
    match = table("b 3 b 4: stay", "b 4 b 3: stay", "b 1 b 5: stay", "b 5 b 1: stay", teams=True, extras=[1])
    assert match.over
    assert match.winners == ["B", "D"]
    assert match.scores == {"A": 0, "B": 18, "C": 0, "D": 18}


@pytest.mark.rule("B30")
@pytest.mark.parametrize("players", [2, 3])
def test_teams_are_of_four(players):
    with pytest.raises(OptionError, match="teams=true takes 4 players"):
        table(players=players, teams=True)


@pytest.mark.rule("B31")
def test_an_ally_sees_the_chosen_card():
    match = table(teams=True)
    match.play("A play 3")
    assert match.view("C")["chosen"] == {"A": "3", "B": None, "C": None, "D": None}
    for other in ("B", "D", None):
        assert match.view(other)["chosen"] == {"A": "?", "B": None, "C": None, "D": None}
    assert match.log_for("C") == ["A play 3"]
    assert match.log_for("D") == match.log_for("B") == match.log_for(None) == ["A play ?"]


@pytest.mark.rule("B31")
def test_without_teams_nobody_sees_it():
    match = table(players=4)
    match.play("A play 3")
    assert match.view("C")["chosen"]["A"] == "?"
    assert match.log_for("C") == ["A play ?"]


# Sharing


@pytest.mark.rule("B32")
def test_allies_on_a_wreck_may_share():
    match = table("5 1 3 4: stay", "4 2 4 b: sea roll 1; D send 6; B unbait A", teams=True)
    assert bags(match) == [2, 1, 6, 5]
    assert match.to_act == ["A"]
    assert match.choices("A") == ["unique", "rob D", *(f"share C {left}" for left in (0, 1, 3, 4, 5, 6, 7, 8))]
    match.play("A share C 3")
    assert bags(match) == [4, 1, 6, 5]  # 3 and 5, and the Common action


@pytest.mark.rule("B32")
@pytest.mark.parametrize("line", ["A share C 2", "A share C 9", "A share B 1", "A share A 0", "A share D 1"])
def test_a_share_that_cannot_be(line):
    match = table("5 1 3 4: stay", "4 2 4 b: sea roll 1; D send 6; B unbait A", teams=True)
    with pytest.raises(IllegalMove) as refusal:
        match.play(line)
    assert refusal.value.rule == "B32"


@pytest.mark.rule("B32")
def test_sharing_with_an_ally_who_is_elsewhere_cannot_be():
    match = table("5 4 1 3: stay", "3 3 5 1: stay", teams=True)
    assert match.choices("A") == ["unique", "rob B"]
    with pytest.raises(IllegalMove) as refusal:
        match.play("A share C 0")
    assert refusal.value.rule == "B32"


@pytest.mark.rule("B32")
def test_there_is_no_sharing_without_teams():
    match = table("5 1 3 4: stay", "4 2 4 b: sea roll 1; D send 6; B unbait A", players=4)
    assert match.choices("A") == ["unique", "rob C", "rob D"]
    with pytest.raises(IllegalMove) as refusal:
        match.play("A share C 0")
    assert refusal.value.rule == "B32"


@pytest.mark.rule("B32")
def test_the_ally_may_be_lying():
    match = table("5 1 3 4: stay", "3 5 b 2: sea roll 1; C send 6; D unbait A", teams=True)
    assert match.choices("A")[:2] == ["unique", "share C 0"]
    assert bags(go(match, ": A share C 8")) == [9, 0, 0, 6]


@pytest.mark.rule("B32")
def test_sharing_needs_the_initiative_over_opponents():
    match = table("1 b 3 b: stay", "4 4 4 b: sea roll 1; D send 6", teams=True)
    assert match.to_act == ["B"]
    assert match.choices("B") == ["unique", "rob A", "rob C"]
    with pytest.raises(IllegalMove) as refusal:
        match.play("A share C 0")
    assert refusal.value.rule == "B20"


@pytest.mark.rule("B32")
def test_not_where_the_barracuda_is():
    match = table("5 1 1 3: stay", "4 5 4 1: sea roll 2 towards 4", teams=True)
    assert match.to_act == ["A", "B", "C", "D"]


@pytest.mark.rule("B32")
def test_allies_tied_with_nobody_else_are_not_stopped():
    match = table("4 1 4 5: stay", teams=True)
    assert match.to_act == ["A"]  # the lower seat has it
    assert match.choices("A") == ["unique", *(f"share C {left}" for left in (0, 1, 3, 4))]
    assert bags(go(match.copy(), ": A share C 0")) == [1, 0, 5, 2]
    assert bags(go(match.copy(), ": A unique")) == [5, 0, 3, 2]
    match = table("1 4 5 4: stay", teams=True)
    assert match.to_act == ["B"]
    match = table("4 4 4: stay", players=3)
    assert match.to_act == ["A", "B", "C"]


@pytest.mark.rule("B32")
def test_allies_tied_before_an_opponent_with_more_cards():
    match = table("b 1 b 5: stay", "4 4 4 1: stay", teams=True)
    assert told(match, "played") == {"A": ["4"], "B": ["1", "4"], "C": ["4"], "D": ["1"]}
    assert match.choices("A") == ["unique", "rob B", "share C 0", "share C 1", "share C 3", "share C 4"]


@pytest.mark.rule("B32")
@pytest.mark.parametrize("cards", ["4 4 4 5", "4 4 5 1", "4 4 4 4"])
def test_a_tie_with_an_opponent_stops_them(cards):
    match = table(f"{cards}: stay", teams=True)
    assert match.to_act == ["A", "B", "C", "D"]


@pytest.mark.rule("B32")
@pytest.mark.rule("B18")
def test_tied_allies_pick_up_coins_too():
    match = table("b 3 b 1: sea roll 2 towards 3", "3 4 3 5: sea roll 1 towards 2", teams=True)
    assert (match.to_act, bags(match), lying_coins(match)) == (["A"], [4, 1, 2, 0], {})


@pytest.mark.rule("B32")
def test_the_ally_with_fewer_cards_shares():
    match = table("1 4 5 3: stay", "4 5 4 1: stay", teams=True)
    assert match.to_act == ["C"]
    assert match.choices("C") == ["unique", "share A 0", "share A 1"]
    with pytest.raises(IllegalMove) as refusal:
        match.play("A share C 1")
    assert refusal.value.rule == "B20"


@pytest.mark.rule("B32")
def test_at_most_63_coins_can_be_kept():
    position = table("4 1 4 5: stay", teams=True).position
    position.record.bag[0] = 40
    position.record.bag[2] = 40
    texts = [position.game.action_text(code) for code in position.choices(0)]
    assert texts == ["unique", *(f"share C {left}" for left in range(64) if left != 40)]


@pytest.mark.rule("B33")
def test_allies_do_not_rob_each_other():
    match = table("5 1 3 4: stay", "4 2 4 b: sea roll 1; D send 6; B unbait A", teams=True)
    assert "rob C" not in match.choices("A")
    assert "rob D" in match.choices("A")
    with pytest.raises(IllegalMove) as refusal:
        match.play("A rob C")
    assert refusal.value.rule == "B33"
