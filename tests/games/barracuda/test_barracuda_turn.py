"""Choosing and diving, the Barracuda's swim: B11 to B17."""

from fractions import Fraction

import pytest

from fathoms import IllegalMove
from tests.games.barracuda.barracuda_helpers import bags, go, holds_barracuda, lying_coins, table, told

# The divers


@pytest.mark.rule("B11")
def test_all_choose_at_the_same_time_in_any_order():
    match = table(players=3)
    assert match.to_act == ["A", "B", "C"]
    match.play("B play 3")
    assert match.to_act == ["A", "C"]
    assert match.choices("B") == []
    match.play("C play barracuda")
    assert match.to_act == ["A"]
    assert told(match, "divers", "B", "wreck") is None  # nothing moves before the reveal
    match.play("A play 3")
    assert match.to_act == ["sea"]
    assert told(match, "divers", "B", "wreck") == 3


@pytest.mark.rule("B11")
def test_a_choice_cannot_be_taken_back():
    match = table(players=2)
    match.play("A play 3")
    for line in ("A play 4", "A play 3"):
        with pytest.raises(IllegalMove) as refusal:
            match.play(line)
        assert refusal.value.rule == "B11"
    assert match.view("A")["chosen"]["A"] == "3"


@pytest.mark.rule("B11")
def test_cards_are_chosen_at_the_start_of_a_turn_only():
    with pytest.raises(IllegalMove) as refusal:
        table("1 2").play("A play 3")
    assert refusal.value.rule == "B11"


@pytest.mark.rule("B11")
def test_the_wreck_one_is_on_may_be_chosen():
    match = table("5 1: stay", "5 2: stay; B unbait A", players=2)
    assert told(match, "divers", "A", "wreck") == 5
    assert told(match, "turn") == 3


@pytest.mark.rule("B12")
def test_cards_lie_in_front_in_order_of_play():
    match = table("4 1: stay", "1 3: stay", "3 4", players=2)
    assert told(match, "divers") == {"A": {"wreck": 3, "standing": True}, "B": {"wreck": 4, "standing": True}}
    assert told(match, "played") == {"A": ["4", "1", "3"], "B": ["1", "3", "4"]}
    assert told(match, "hands", "A") == ["2", "5", "barracuda"]


@pytest.mark.rule("B12")
def test_a_barracuda_card_goes_to_the_centre_and_the_diver_lies_down():
    match = table("4 1: stay", "b 3", players=2)
    assert told(match, "divers", "A") == {"wreck": 4, "standing": False}
    assert told(match, "played", "A") == ["4"]
    assert holds_barracuda(match) == "B"


@pytest.mark.rule("B12")
@pytest.mark.parametrize("line", ["A play 4", "B play barracuda"])
def test_a_card_that_is_not_in_hand_cannot_be_played(line):
    match = table("4 b: sea roll 1; B send 1", players=2)
    with pytest.raises(IllegalMove) as refusal:
        match.play(line)
    assert refusal.value.rule == "B12"
    assert line.split(" ", 1)[1] not in match.choices(line[0])


@pytest.mark.rule("B13")
def test_the_fifth_card_brings_all_back_at_once():
    match = table("5 5: stay", "3 4: stay", "4 3: stay", "2 1: stay; A unbait B", players=2, goal=10)
    assert told(match, "played", "A") == ["5", "3", "4", "2"]
    match.play("A play 1")
    match.play("B play barracuda")
    assert told(match, "played", "A") == []
    assert told(match, "hands", "A") == ["1", "2", "3", "4", "5", "barracuda"]
    assert told(match, "divers", "A", "wreck") == 1


@pytest.mark.rule("B13")
def test_the_fifth_card_gives_the_best_initiative():
    match = table("5 5: stay", "3 4: stay", "4 3: stay", "2 b: sea roll 1; B send 6", "1 1: stay", players=2, goal=10)
    assert (told(match, "played", "A"), told(match, "played", "B")) == ([], ["5", "4", "3", "1"])
    assert match.to_act == ["A"]


# The Barracuda


@pytest.mark.rule("B14")
@pytest.mark.parametrize("cards", ["1 1 1", "b b 1", "b b b"])
def test_both_dice_are_rolled_for_no_or_several_barracuda_cards(cards):
    match = table(cards, players=3)
    rolls = [f"roll {distance} towards {wreck}" for distance in (1, 2) for wreck in range(1, 7)]
    assert match.to_act == ["sea"]
    assert match.fates() == dict.fromkeys(rolls, Fraction(1, 12))
    assert list(match.fates()) == rolls
    assert told(match, "controller") is None


@pytest.mark.rule("B14")
@pytest.mark.rule("B15")
@pytest.mark.parametrize(
    ("rolls", "place"),
    [
        ("1-1", 1),
        ("2-1", 1),  # it stops there if it arrives early
        ("2-6", 6),  # towards its own wreck it stays
        ("1-3", 2),  # by 2 rather than 1
        ("2-3", 3),
        ("1-4", 1),
        ("2-4", 4),
        ("1-5", 2),
        ("2-5", 3),
        ("2-3 1-6", 2),  # back by 2 rather than 1
        ("2-4 1-3", 5),  # by 5 rather than 1
        ("2-3 1-4", 5),
        ("2-3 1-5 1-1", 4),  # by 4 rather than 3
        ("1-1 1-2", 6),  # by 6 rather than 3
        ("2-4 1-2", 5),
        ("2-4 2-2", 3),
        ("2-3 1-5 2-6", 1),  # 5, 4, 1, 6: the highest at each step, not the highest path
    ],
)
def test_the_way_it_swims(rolls, place):
    match = table(players=2)
    for roll in rolls.split():
        distance, wreck = roll.split("-")
        go(match, f"b b: sea roll {distance} towards {wreck}")
    assert told(match, "barracuda") == place


@pytest.mark.rule("B15")
@pytest.mark.parametrize(
    ("layout", "roll", "place"),
    [
        ("654/123", "2 towards 3", 4),
        ("614/.23/.5", "2 towards 3", 4),
        ("61../.23./..45", "2 towards 5", 2),
        ("6/1/2/3/4/5", "2 towards 5", 2),
        ("1../2../3../456", "2 towards 3", 4),
        (".6./.5./1423", "2 towards 3", 4),
    ],
)
def test_the_way_it_swims_elsewhere(layout, roll, place):
    assert told(table(f"b b: sea roll {roll}", players=2, layout=layout), "barracuda") == place


@pytest.mark.rule("B16")
def test_one_barracuda_card_gives_the_control():
    match = table("4 1: stay", "b 3", players=2)
    assert match.fates() == {"roll 1": Fraction(1, 2), "roll 2": Fraction(1, 2)}
    assert told(match, "controller") == "A"
    match.play("sea roll 2")
    assert match.to_act == ["A"]
    assert told(match, "distance") == 2
    assert match.choices("A") == ["send 1", "send 2", "send 3", "send 4", "send 6"]
    match.play("A send 4")
    assert told(match, "barracuda") == 4


@pytest.mark.rule("B16")
def test_a_distance_of_one():
    match = table("b 3: sea roll 1", players=2)
    assert match.choices("A") == ["send 1", "send 2", "send 6"]
    go(match, ": A send 6")
    assert told(match, "barracuda") == 6


@pytest.mark.rule("B16")
@pytest.mark.parametrize("line", ["A send 5", "A send 3", "B send 1"])
def test_the_controller_alone_decides_within_the_distance(line):
    match = table("b 3: sea roll 1", players=2)
    with pytest.raises(IllegalMove) as refusal:
        match.play(line)
    assert refusal.value.rule == "B16"


@pytest.mark.rule("B16")
def test_without_control_nobody_sends():
    with pytest.raises(IllegalMove) as refusal:
        table("b b", players=2).play("A send 1")
    assert refusal.value.rule == "B16"


# Stopping on 6


@pytest.mark.rule("B17")
@pytest.mark.rule("B4")
@pytest.mark.parametrize("way", ["5 2 1: sea roll 1 towards 6", "5 2 b: sea roll 1; C send 6"])
def test_stopping_on_six_gives_the_barracuda_cards_back_before_the_resolution(way):
    match = table("b 4 5: sea roll 1; A send 1", players=3)
    assert holds_barracuda(match) == "BC"
    go(match, way)
    assert match.to_act == ["B"]  # in the middle of the resolution
    assert holds_barracuda(match) == "ABC"
    assert match.choices("B") == ["unbait A", "unbait C"]


@pytest.mark.rule("B17")
def test_staying_on_six_gives_them_back_at_the_end_only():
    match = table("b 4 5: sea roll 1; A send 6", "5 2 b: sea roll 2; C send 6", players=3)
    assert match.choices("B") == ["unbait A"]
    assert holds_barracuda(match) == "AB"
    go(match, ": B unbait A; A unique")
    assert holds_barracuda(match) == "ABC"


@pytest.mark.rule("B17")
def test_the_extra_six_sends_it_away():
    match = table("1 3: sea roll 1 towards 1", "4 5: sea roll 1 towards 6", players=2, extras=[6])
    assert match.to_act == ["sea"]
    assert told(match, "barracuda") == 6
    assert match.fates() == {f"send {wreck}": Fraction(1, 5) for wreck in range(1, 6)}
    match.play("sea send 4")
    assert told(match, "barracuda") == 4
    assert bags(match)[0] == 1  # bitten there: 0 after the bank and the bite, then the Common action
    assert match.to_act == ["A", "B"]


@pytest.mark.rule("B17")
def test_the_extra_six_gives_no_cards_back():
    match = table("b 3 4: sea roll 1; A send 1", "5 2 b: sea roll 1; C send 6; sea send 1", players=3, extras=[6])
    assert match.to_act == ["A", "B", "C"]
    assert holds_barracuda(match) == "B"


@pytest.mark.rule("B17")
def test_the_controller_keeps_the_control_when_it_is_sent_away():
    match = table("4 3: sea roll 1 towards 1", "b 5: sea roll 1; A send 6; sea send 4", players=2, extras=[6])
    assert (told(match, "barracuda"), bags(match)[0]) == (4, 5)


@pytest.mark.rule("B17")
@pytest.mark.parametrize(
    "turn", ["1 3: sea roll 1 towards 6", "1 3: sea roll 2 towards 6", "b 3: sea roll 1; A send 6"]
)
def test_staying_on_the_extra_six_does_nothing(turn):
    match = table(turn, players=2, extras=[6])
    assert (told(match, "barracuda"), match.to_act) == (6, ["A", "B"])
    assert holds_barracuda(match) == "AB"  # B27 still holds


@pytest.mark.rule("B17")
def test_passing_through_six_does_nothing():
    match = table("b 3: sea roll 1; A send 1", "5 4: sea roll 2 towards 2", players=2, extras=[6])
    assert (told(match, "barracuda"), match.to_act) == (2, ["A", "B"])
    match = table("b 3 4: sea roll 1; A send 1", "5 4 1: sea roll 2 towards 2", players=3)
    assert holds_barracuda(match) == "BC"
    assert lying_coins(match) == {}
