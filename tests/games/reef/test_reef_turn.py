"""A turn: helm, card, the diver's steps, chests and the boat: R9 to R19."""

import pytest

from tests.games.reef.reef_helpers import POND, at, boat, carries, event, go, reef, refused, turn, up

BLOCKED = """\
....12
......
abcdef

a = s s s
b = s s s
c = m m m
d = m m m
e = l l l
f = l l l
"""


# --- Beginning ---


@pytest.mark.rule("R9")
def test_from_the_boat_there_is_only_the_helm():
    match = reef()
    assert match.choices("A") == ["spin"]
    assert refused(match, "A ascend") == "R9"
    assert refused(match, "A card 1") == "R9"
    assert refused(match, "A enter 15") == "R9"


@pytest.mark.rule("R9")
def test_in_the_water_the_diver_may_ascend():
    match = reef(turn("A", 1, 1, "enter 15", "stop"), turn("B", 1, 1, "enter 16", "stop"))
    assert match.choices("A") == ["spin", "ascend"]


@pytest.mark.rule("R10")
def test_the_helm_decides_before_the_player():
    match = reef("A spin")
    assert match.to_act == ["sea"]
    assert refused(match, "A card 1") == "R10"
    go(match, "sea spin 2")
    assert match.view()["helm"] == "2"
    assert match.to_act == ["A"]


@pytest.mark.rule("R11")
@pytest.mark.parametrize(("spin", "card", "points"), [(1, 1, 2), (2, 3, 5), (3, 2, 5), (3, 3, 6)])
def test_helm_and_card_make_the_points(spin, card, points):
    match = reef(turn("A", spin, card))
    assert match.view()["points"] == points
    assert match.view()["cards"]["A"]["used"] == [str(card)]


@pytest.mark.rule("R11")
def test_one_unused_card_a_turn():
    match = reef("A spin", "sea spin 1")
    assert match.choices("A") == ["card 1", "card 2", "card 3", "card dolphin"]
    assert refused(match, "A enter 15") == "R11"
    assert refused(match, "A ascend") == "R24"
    go(match, "A card 2", "A enter 15", "A stop", turn("B", 1, 1, "enter 16", "stop"), "A spin", "sea spin 1")
    assert match.choices("A") == ["card 1", "card 3", "card dolphin"]
    assert refused(match, "A card 2") == "R11"
    go(match, "A card 1")
    assert refused(match, "A card 3") == "R11"
    assert refused(match, "A spin") == "R9"
    assert refused(match, "A ascend") == "R24"


@pytest.mark.rule("R11")
def test_of_two_equal_cards_each_counts():
    match = reef(turn("A", 1, 1, "enter 15", "stop"), scarce=True)
    assert match.view()["cards"]["A"] == {"up": ["1", "2", "dolphin"], "used": ["1"]}


@pytest.mark.rule("R12")
def test_an_event_comes_before_the_card_which_counts_alone():
    match = reef("A spin", "sea spin ?")
    assert match.to_act == ["sea"]
    assert refused(match, "A card 1") == "R12"
    go(match, "sea event wave")
    assert (match.view()["helm"], match.view()["event"]) == ("?", "wave")
    go(match, "A card 3")
    assert match.view()["points"] == 3


@pytest.mark.rule("R12")
def test_helm_and_event_stay_until_the_next_turn_begins():
    match = reef(event("A", "wave"), "A card 1", "A enter 15")
    view = match.view()
    assert match.to_act == ["B"]
    assert (view["helm"], view["event"], view["points"]) == (None, None, 0)


# --- Steps ---


@pytest.mark.rule("R14")
def test_each_point_is_a_step_in_any_direction():
    match = reef(turn("A", 3, 3, "enter 16", "down", "left", "up", "right"))
    assert at(match, "A") == "16.1"
    assert match.view()["points"] == 1
    assert match.choices("A") == ["up", "down", "left", "right", "stop"]


@pytest.mark.rule("R14")
def test_stop_gives_up_the_rest():
    match = reef(turn("A", 3, 3, "enter 16", "stop"))
    assert match.to_act == ["B"]
    assert match.view()["points"] == 0
    assert at(match, "A") == "16.1"


@pytest.mark.rule("R14")
def test_without_points_the_move_ends_by_itself():
    assert reef(turn("A", 1, 1, "enter 16", "left")).to_act == ["B"]


@pytest.mark.rule("R14")
@pytest.mark.parametrize("answer", ["grab", "stop"])
def test_without_points_a_chest_is_still_asked_about(answer):
    match = reef(turn("A", 1, 2, "enter 16", "down", "down"))
    assert match.view()["points"] == 0
    assert match.choices("A") == ["grab", "stop"]
    assert refused(match, "A up") == "R14"
    go(match, f"A {answer}")
    assert match.to_act == ["B"]
    assert carries(match, "A") == ("small" if answer == "grab" else None)


@pytest.mark.rule("R14")
@pytest.mark.parametrize("answer", ["grab", "stop"])
def test_a_chest_is_asked_about_also_without_any_point(answer):
    match = reef(turn("A", 1, 2, "enter 16", "down", "down", "stop"), turn("B", 1, 1, "enter 14", "left"))
    go(match, event("A", "wave"), "A card dolphin")
    assert match.view()["points"] == 0
    assert match.choices("A")[0] == "grab"
    assert match.choices("A")[-1] == "stop"
    assert refused(match, "A done") == "R13"
    go(match, f"A {answer}")
    assert match.choices("A")[-1] == "done"
    go(match, "A done")
    assert match.to_act == ["B"]


@pytest.mark.rule("R15")
def test_the_first_cell_is_one_of_the_five_under_the_boat():
    match = reef(turn("A", 1, 1))
    assert match.choices("A") == [f"enter {column}" for column in range(14, 19)]
    assert refused(match, "A enter 13") == "R15"
    assert refused(match, "A enter 24") == "R15"
    assert refused(match, "A down") == "R15"
    assert refused(match, "A stop") == "R15"
    go(match, "A enter 14")
    assert match.view()["points"] == 1
    assert refused(match, "A enter 15") == "R15"


@pytest.mark.rule("R15")
def test_without_a_point_nobody_enters():
    match = reef(event("A", "wave"), "A card dolphin")
    assert refused(match, "A enter 15") == "R14"
    assert refused(match, "A stop") == "R14"
    assert all(choice.startswith("dolphin") for choice in match.choices("A")[:-1])


@pytest.mark.rule("R16")
def test_a_cell_holds_one_diver_or_one_dolphin():
    match = reef(turn("A", 1, 1, "enter 14", "stop"), turn("B", 3, 3))
    assert refused(match, "B enter 14") == "R16"
    go(match, "B enter 15")
    assert refused(match, "B left") == "R16"
    go(match, "B down", "B left")
    assert at(match, "B") == "14.2"
    assert refused(match, "B up") == "R16"
    assert refused(match, "B left") == "R16"  # dolphin 2
    assert match.choices("B") == ["down", "right", "stop"]


@pytest.mark.rule("R16")
def test_the_boat_holds_everybody():
    match = reef(turn("A", 1, 1, "enter 15", "up"), turn("B", 1, 1, "enter 15", "up"), players=3)
    assert [at(match, seat) for seat in "ABC"] == ["boat"] * 3


@pytest.mark.rule("R17")
def test_a_diver_without_a_way_off_the_boat_passes_with_a_card():
    match = reef(players=4, first="B", chart=BLOCKED)
    for seat, column in (("B", 2), ("C", 3), ("D", 4)):
        go(match, turn(seat, 1, 1, f"enter {column}", "stop"))
    go(match, turn("A", 2, 2))
    assert match.choices("A") == ["stop"]
    go(match, "A stop")
    assert match.to_act == ["B"]
    assert match.view()["cards"]["A"]["used"] == ["2"]


@pytest.mark.rule("R17")
def test_a_diver_shut_in_passes_with_a_card():
    match = reef(event("A", "lead", "lead 1.4"), "A card 1", "A grab small", "A stop", chart=POND, first="A")
    go(match, turn("B", 3, 3, "enter 3", "left", "left", "down", "down"))
    go(match, "B stop", turn("A", 3, 3))
    assert at(match, "B") == "1.3"
    assert match.choices("A") == ["stop"]


# --- Chests and the boat ---


@pytest.mark.rule("R18")
def test_a_chest_is_taken_at_no_cost_and_the_dive_goes_on():
    match = reef(turn("A", 3, 3, "enter 16", "down", "down"))
    go(match, "A grab")
    assert match.view()["points"] == 3
    assert carries(match, "A") == "small"
    assert "16.3" not in match.view()["chests"]
    go(match, "A up", "A up", "A up")
    assert match.view()["won"]["A"] == ["small"]


@pytest.mark.rule("R18")
def test_one_chest_at_a_time_and_only_where_it_lies():
    match = reef(turn("A", 3, 3, "enter 16", "down"))
    assert refused(match, "A grab") == "R18"
    go(match, "A down", "A grab", "A left")
    assert at(match, "A") == "15.3"
    assert refused(match, "A grab") == "R18"
    assert "grab" not in match.choices("A")


@pytest.mark.rule("R18")
def test_nobody_takes_a_chest_from_the_boat():
    assert refused(reef(turn("A", 1, 1)), "A grab") == "R18"


@pytest.mark.rule("R19")
def test_climbing_aboard_costs_a_point_and_loses_the_rest():
    match = reef(turn("A", 3, 3, "enter 16", "up"))
    assert at(match, "A") == "boat"
    assert match.to_act == ["B"]
    assert match.view()["points"] == 0
    assert boat(match) == 13
    assert up(match, "A") == ["1", "2", "3", "dolphin"]


@pytest.mark.rule("R19")
def test_only_under_the_boat():
    match = reef(turn("A", 2, 2, "enter 14", "left"))
    assert refused(match, "A up") == "R19"
    assert "up" not in match.choices("A")
    go(match, "A right", "A up")
    assert at(match, "A") == "boat"


@pytest.mark.rule("R19")
def test_the_dolphin_still_due_moves_after_the_climb():
    match = reef(turn("A", 3, "dolphin", "enter 14", "up"))
    assert boat(match) == 13
    assert up(match, "A") == ["1", "2", "3", "dolphin"]
    assert match.choices("A")[-1] == "done"
    go(match, "A dolphin 2 up", "A done")
    assert match.view()["dolphins"]["2"] == "13.1"
    assert match.to_act == ["B"]


@pytest.mark.rule("R19")
def test_no_dolphin_moves_after_the_end():
    match = reef(turn("A", 3, "dolphin", "enter 2", "up"), chart=BLOCKED)
    assert match.over
