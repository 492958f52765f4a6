"""The resolution, wreck by wreck: B18 to B26, and the rule book's own example."""

import pytest

from fathoms import IllegalMove
from tests.games.barracuda.barracuda_helpers import bags, chests, go, lying_coins, table, told


def test_the_example_turn_of_the_rule_book():
    """Red, Blue, Yellow and Green play 2, 4, 2 and 3; the Barracuda is on 6 and rolls 2 towards 3."""
    match = table(
        "5 3 1 2: sea roll 1 towards 2",
        "5 2 3 1: sea roll 1 towards 3; B unbait A",
        "5 1 5 4: sea roll 2 towards 6; A unique",
    )
    assert bags(match) == [2, 2, 1, 3]
    assert chests(match) == [0, 7, 2, 1]
    assert told(match, "barracuda") == 6
    go(match, "2 4 2 3: sea roll 2 towards 3")
    assert told(match, "barracuda") == 3  # by 2, of higher value than 1, ignoring Red and Yellow
    assert told(match, "played") == {
        "A": ["2"],
        "B": ["3", "2", "1", "4"],
        "C": ["1", "3", "5", "2"],
        "D": ["2", "1", "4", "3"],
    }
    assert match.to_act == ["A"]  # Red has the initiative over Yellow
    assert match.choices("A") == ["unique", "rob C"]
    assert bags(match) == [2, 2, 1, 3]
    robbery = go(match.copy(), ": A rob C")
    assert bags(robbery) == [4, 5, 1, 1]  # the Common action for both, Blue collects 3 in all
    assert lying_coins(robbery) == {3: 3}  # Green drops 3 coins
    assert chests(robbery) == [0, 7, 2, 1]  # and keeps the chest
    bait = go(match.copy(), ": A unique; A unbait B")
    assert bags(bait) == [3, 5, 2, 1]


# Coins lying about


def bitten_on_three(*turns):
    """A dropped 2 coins on wreck 3, where the Barracuda is; A's own bag holds the 1 of the Common action."""
    return table("3 1: sea roll 2 towards 3", *turns, players=2)


@pytest.mark.rule("B18")
def test_coins_are_picked_up_in_a_later_turn():
    match = bitten_on_three()
    assert (bags(match), lying_coins(match)) == ([1, 0], {3: 2})
    go(match, "5 3: sea roll 1 towards 2")
    assert (bags(match), lying_coins(match)) == ([1, 6], {})


@pytest.mark.rule("B18")
@pytest.mark.parametrize("wreck", [1, 2, 3, 4])
def test_coins_are_picked_up_on_any_wreck(wreck):
    match = table(f"{wreck} b: sea roll 2; B send {wreck}", players=2)
    assert lying_coins(match) == {wreck: 2}
    go(match, f"5 {wreck}: sea roll 1 towards 5")
    assert lying_coins(match) == {}


@pytest.mark.rule("B18")
def test_coins_are_picked_up_on_all_wrecks_before_any_wreck_acts():
    match = table("3 3 1: sea roll 2 towards 3", "2 4 5: sea roll 1 towards 2", players=3)
    assert (bags(match), lying_coins(match)) == ([1, 4, 0], {2: 1, 3: 4})
    go(match, "4 2 3: sea roll 1 towards 6")
    assert match.to_act == ["B"]  # wreck 2 asks, wreck 3 has not acted, yet its coins are gone
    assert (bags(match), lying_coins(match)) == ([1, 5, 4], {})


@pytest.mark.rule("B18")
def test_coins_left_this_turn_wait_for_the_next():
    match = table("5 3 3: sea roll 2 towards 3", players=3)
    assert (bags(match), lying_coins(match)) == ([2, 1, 1], {3: 4})


@pytest.mark.rule("B18")
def test_coins_stay_at_a_tie():
    match = table("3 1 1: sea roll 2 towards 3", "4 3 3: sea roll 1 towards 2", players=3)
    assert lying_coins(match) == {3: 2}
    assert bags(match) == [4, 3, 3]


@pytest.mark.rule("B18")
def test_coins_go_to_the_initiative():
    match = table("3 5 1: sea roll 2 towards 3", "4 3 3: sea roll 1 towards 2", players=3)
    assert match.to_act == ["B"]
    assert (bags(match), lying_coins(match)) == ([1, 4, 0], {})


@pytest.mark.rule("B18")
def test_lying_divers_neither_pick_up_nor_count():
    match = table("3 1: sea roll 2 towards 3", "b 5: sea roll 1; A send 2", players=2)
    assert lying_coins(match) == {3: 2}
    match = table("3 1 5: sea roll 2 towards 3", "b 3 4: sea roll 1; A send 2", players=3)
    assert (bags(match)[1], lying_coins(match)) == (2, {})


@pytest.mark.rule("B18")
def test_coins_picked_up_beside_the_barracuda_are_lost_again():
    match = bitten_on_three("4 3: sea roll 1 towards 3")
    assert (bags(match), lying_coins(match)) == ([4, 1], {3: 2})
    match = table("3 5: sea roll 2 towards 3", "4 3: sea roll 1 towards 3", players=2)
    assert (bags(match)[1], lying_coins(match)) == (1, {3: 4})


# Order, initiative


@pytest.mark.rule("B19")
def test_wrecks_act_from_one_to_five():
    match = table("1 5 1 4: stay", "4 3 2 3: stay")
    assert (told(match, "resolving"), match.to_act) == (2, ["C"])
    assert bags(match) == [2, 2, 2, 5]
    match.play("C unbait A")
    assert (told(match, "resolving"), match.to_act) == (3, ["B"])
    assert bags(match) == [2, 2, 3, 5]  # the Common action of 2; 4 has not acted yet
    match.play("B unique")
    assert (told(match, "resolving"), bags(match)) == (None, [5, 6, 3, 6])


@pytest.mark.rule("B20")
def test_the_fewest_cards_in_front_have_the_initiative():
    match = table("5 1 4: stay", "3 3 3: stay", players=3)
    assert (told(match, "played", "A"), match.to_act) == (["3"], ["A"])
    assert match.choices("A") == ["unique", "rob B", "rob C"]


@pytest.mark.rule("B20")
@pytest.mark.rule("B23")
def test_a_tie_for_fewest_gives_it_to_nobody():
    match = table("3 3: stay", players=2)
    assert match.to_act == ["A", "B"]
    assert bags(match) == [3, 3]  # the Common action only
    match = table("4 5 5: stay", "3 3 3: stay", players=3)
    assert match.to_act == ["A", "B", "C"]
    assert bags(match) == [6, 3, 3]


@pytest.mark.rule("B20")
def test_two_tied_for_fewest_before_a_third():
    match = table("1 b b: sea roll 1 towards 6", "3 3 3: stay", players=3)
    assert told(match, "played") == {"A": ["1", "3"], "B": ["3"], "C": ["3"]}
    assert match.to_act == ["A", "B", "C"]
    assert bags(match) == [1, 3, 3]


@pytest.mark.rule("B20")
@pytest.mark.parametrize("line", ["B unique", "B rob A"])
def test_only_the_initiative_acts(line):
    match = table("5 1: stay", "3 3: stay", players=2)
    with pytest.raises(IllegalMove) as refusal:
        match.play(line)
    assert refusal.value.rule == "B20"


@pytest.mark.rule("B21")
def test_unique_then_common():
    match = table("1 3: stay", players=2, extras=[1])
    assert (bags(match)[0], chests(match)[0]) == (1, 2)  # banked first, then gained


# The Barracuda on a wreck


@pytest.mark.rule("B22")
def test_the_barracuda_takes_the_bag_and_leaves_the_common_action():
    match = table("3 1: sea roll 2 towards 3", players=2)
    assert bags(match)[0] == 1
    assert lying_coins(match) == {3: 2}


@pytest.mark.rule("B22")
def test_at_most_four_coins_lie_on_a_wreck():
    match = table("3 1: stay", "4 5: sea roll 2 towards 4", players=2)
    assert (bags(match)[0], lying_coins(match)) == (1, {4: 4})  # 6 coins dropped, 2 to the reserve
    match = table("4 4 4: sea roll 2 towards 4", players=3)
    assert (bags(match), lying_coins(match)) == ([1, 1, 1], {4: 4})
    match = table("3 3 1: sea roll 2 towards 3", "4 1 3: sea roll 1 towards 3", players=3)
    assert lying_coins(match) == {3: 4}


@pytest.mark.rule("B22")
def test_nobody_acts_or_robs_beside_the_barracuda():
    match = table("5 1: stay", "3 3: sea roll 2 towards 3", players=2)
    assert match.to_act == ["A", "B"]
    assert bags(match) == [1, 1]


@pytest.mark.rule("B22")
@pytest.mark.rule("B25")
def test_the_controller_is_safe_and_other_lying_divers_are_not():
    match = table("4 3: sea roll 1 towards 1", "b 5: sea roll 1; A send 4", players=2)
    assert (told(match, "barracuda"), bags(match)[0], lying_coins(match)) == (4, 5, {})
    match = table("4 4: sea roll 1 towards 1", "b b: sea roll 1 towards 4", players=2)
    assert (told(match, "barracuda"), bags(match), lying_coins(match)) == (4, [0, 0], {4: 4})


# Several divers


@pytest.mark.rule("B23")
def test_the_initiative_chooses_the_unique_action():
    match = table("5 1: stay", "3 3: stay; A unique", players=2)
    assert bags(match) == [6, 1]


@pytest.mark.rule("B23")
def test_or_a_theft_of_the_whole_bag():
    match = table("1 5: stay", "3 3: stay; B rob A", players=2)
    assert bags(match) == [1, 3]
    match = table("5 3: stay", "4 4: stay; A rob B", players=2)
    assert bags(match) == [9, 1]


@pytest.mark.rule("B23")
def test_an_empty_bag_can_be_stolen():
    match = table("5 1: stay", "3 3: stay", players=2)
    assert told(match, "bags", "B") == 0
    assert match.choices("A") == ["unique", "rob B"]
    assert bags(go(match, ": A rob B")) == [3, 1]


@pytest.mark.rule("B23")
def test_a_unique_that_asks_is_answered_next():
    match = table("5 1: stay", "2 2: stay", players=2)
    assert match.choices("A") == ["unique", "rob B"]
    match.play("A unique")
    assert (match.to_act, match.choices("A")) == (["A"], ["unbait B"])
    assert bags(match) == [2, 0]
    match.play("A unbait B")
    assert bags(match) == [3, 1]


@pytest.mark.rule("B23")
def test_a_unique_that_can_do_nothing_is_offered_all_the_same():
    """B's card is at the centre and A's in hand: the bait asks nothing and only the Common action follows."""
    parked = "sea roll 1 towards 1"
    match = table("5 b: sea roll 1; B send 1", f"5 4: {parked}", f"2 2: {parked}", players=2)
    assert (match.to_act, match.choices("A")) == (["A"], ["unique", "rob B"])
    match.play("A unique")
    assert (match.to_act, bags(match)) == (["A", "B"], [3, 6])


@pytest.mark.rule("B23")
@pytest.mark.parametrize("line", ["A rob C", "A rob A", "A rob D"])
def test_only_a_diver_on_the_same_wreck_is_robbed(line):
    match = table("5 1 4 b: sea roll 1; D send 6", "3 3 1 b: sea roll 1; D send 6")
    assert match.choices("A") == ["unique", "rob B"]
    with pytest.raises(IllegalMove) as refusal:
        match.play(line)
    assert refusal.value.rule == "B23"


@pytest.mark.rule("B23")
def test_no_theft_outside_the_resolution():
    with pytest.raises(IllegalMove) as refusal:
        table(players=2).play("A rob B")
    assert refusal.value.rule == "B23"


@pytest.mark.rule("B24")
def test_one_standing_diver_among_lying_ones_has_the_initiative():
    match = table("4 1: stay", "b 3: sea roll 1; A send 6", "b 4: sea roll 1; A send 6", players=2)
    assert told(match, "played") == {"A": ["4"], "B": ["1", "3", "4"]}
    assert (match.to_act, match.choices("B")) == (["B"], ["unique", "rob A"])
    assert bags(go(match, ": B rob A")) == [0, 10]


@pytest.mark.rule("B25")
def test_a_lying_diver_does_no_action():
    match = table("3 1: stay", "b 4: sea roll 1; A send 6", players=2)
    assert bags(match)[0] == 6
    assert told(match, "divers", "A") == {"wreck": 3, "standing": True}


@pytest.mark.rule("B25")
def test_a_lying_diver_can_be_robbed_whatever_his_initiative():
    """A, who lies, has less in front than B."""
    match = table("3 1 4: stay", "b 3 1: sea roll 1; A send 6", players=3)
    assert told(match, "played") == {"A": ["3"], "B": ["1", "3"], "C": ["4", "1"]}
    assert (match.to_act, match.choices("B")) == (["B"], ["unique", "rob A"])
    assert bags(go(match, ": B rob A")) == [0, 7, 0]


@pytest.mark.rule("B25")
def test_where_all_lie_nothing_happens_but_the_barracuda():
    match = table("3 3: stay", "b b: sea roll 1 towards 1", players=2)
    assert (match.to_act, bags(match)) == (["A", "B"], [3, 3])
    go(match, "b b: sea roll 1 towards 3")
    assert (bags(match), lying_coins(match)) == ([0, 0], {3: 4})


@pytest.mark.rule("B25")
def test_off_the_wrecks_nobody_is_bitten_or_robbed():
    match = table("b b: sea roll 1 towards 1", players=2)
    assert (bags(match), lying_coins(match)) == ([2, 2], {})
    match = table("b b 3: stay", players=3)
    assert (match.to_act, bags(match)) == (["A", "B", "C"], [2, 2, 6])


@pytest.mark.rule("B26")
def test_a_chest_is_never_lost_or_stolen():
    match = table("1 5: stay", "3 4: sea roll 2 towards 3", players=2)
    assert (chests(match), lying_coins(match)) == ([2, 0], {})
    match = table("1 5: stay", "4 4: stay; B rob A", players=2)
    assert (chests(match), bags(match)) == ([2, 0], [1, 3])
