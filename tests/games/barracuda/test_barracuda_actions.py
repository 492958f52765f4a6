"""What wreck cards do: B5 to B10, B41."""

from fractions import Fraction

import pytest

from fathoms import IllegalMove
from tests.games.barracuda.barracuda_helpers import bags, chests, go, holds_barracuda, lying_coins, table, told


@pytest.mark.rule("B5")
@pytest.mark.rule("B21")
@pytest.mark.parametrize(
    ("wreck", "extras", "bag"),
    [(3, [], 6), (4, [], 5), (5, [], 2), (3, [3], 4), (4, [4], 6), (5, [5], 3)],
)
def test_a_lone_diver_gains_what_both_actions_give(wreck, extras, bag):
    match = table(f"{wreck} 1: stay", players=2, extras=extras)
    assert bags(match) == [bag, 0]


@pytest.mark.rule("B6")
def test_bank_up_to_seven():
    match = table("3 2: stay; B unbait A", "4 3: stay", "1 4: stay", players=2, goal=10)
    assert (bags(match)[0], chests(match)[0]) == (2, 7)


@pytest.mark.rule("B6")
def test_bank_all():
    match = table("3 2: stay; B unbait A", "4 3: stay", "1 4: stay", players=2, goal=10, extras=[1])
    assert (bags(match)[0], chests(match)[0]) == (1, 9)  # and the Common action gains 1


@pytest.mark.rule("B6")
def test_an_empty_bag_banks_nothing():
    match = table("1 3: stay", "5 4: stay", "1 5: stay", players=2)
    assert (bags(match)[0], chests(match)[0]) == (0, 2)


@pytest.mark.rule("B7")
@pytest.mark.parametrize(
    ("cards", "extras", "left"),
    [
        ("5", [], ""),
        ("3 5", [], ""),
        ("3 4 5", [], ""),
        ("2 3 4 5", [], "5"),
        ("2 3 4 5", [5], "4 5"),
        ("3 5", [5], ""),
    ],
)
def test_the_oldest_cards_come_back(cards, extras, left):
    """The card played this turn is the newest. B keeps away, lying off the wrecks."""
    match = table(players=2, extras=extras)
    for card in cards.split():
        go(match, f"{card} b: sea roll 1; B send 6")
    assert told(match, "played", "A") == left.split()
    assert set(told(match, "hands", "A")) == {*"12345", "barracuda"} - set(left.split())


@pytest.mark.rule("B7")
def test_cards_come_back_at_the_end_of_the_turn_only():
    match = table("5 2 3: stay", players=3, extras=[2])
    assert told(match, "recovering", "A") == 0  # wreck 2 is asked before wreck 5
    match.play("B recover")
    assert (told(match, "played", "A"), told(match, "played", "B")) == ([], [])
    match = table("2 4: stay; A recover", "2 5: stay", players=2, extras=[2])
    assert told(match, "played", "A") == ["2"]  # recovered last turn, played again, not yet back
    match.play("A meddle B")
    assert told(match, "played", "B") == []  # B's recovery came before the picks
    assert match.fates() == {f"pick {card}": Fraction(1, 6) for card in (1, 2, 3, 4, 5, "barracuda")}


@pytest.mark.rule("B7")
@pytest.mark.rule("B10")
def test_a_recovery_is_told_while_it_waits():
    match = table("1 5 4: stay", "2 3 3: stay; A recover", players=3, extras=[2])
    assert match.to_act == ["B"]  # on wreck 3
    assert told(match, "recovering") == {"A": 1, "B": 0, "C": 0}
    assert told(match, "played", "A") == ["1", "2"]
    match.play("B unique")
    assert told(match, "recovering", "A") == 0
    assert told(match, "played", "A") == ["2"]


NEAR_FIVE = "651/234"  # 5 touches 6


@pytest.mark.rule("B8")
@pytest.mark.parametrize(("extras", "bag"), [([], 2), ([5], 1)])
def test_shelter_keeps_the_barracuda_off(extras, bag):
    match = table("5 1: sea roll 1 towards 5", players=2, layout=NEAR_FIVE, extras=extras)
    assert told(match, "barracuda") == 5
    assert bags(match)[0] == bag
    assert lying_coins(match) == ({} if bag == 2 else {5: 2})


@pytest.mark.rule("B8")
def test_the_extra_three_shelters_too():
    match = table("3 1: sea roll 2 towards 3", players=2, extras=[3])
    assert (told(match, "barracuda"), bags(match)[0]) == (3, 2)


@pytest.mark.rule("B8")
def test_shelter_is_an_action_so_lying_divers_have_none():
    match = table("5 1 5: stay", "b 2 b: sea roll 1 towards 5", players=3, layout=NEAR_FIVE)
    assert told(match, "barracuda") == 5
    assert [bags(match)[0], bags(match)[2]] == [0, 0]
    assert lying_coins(match) == {5: 4}


# Bait


@pytest.mark.rule("B9")
def test_bait_makes_another_discard_the_barracuda_card():
    match = table("2 1 3: sea roll 1 towards 1", players=3)
    assert match.to_act == ["A"]
    assert match.choices("A") == ["unbait B", "unbait C"]
    match.play("A unbait C")
    assert holds_barracuda(match) == "AB"


@pytest.mark.rule("B9")
def test_bait_takes_back_ones_own_card_at_once():
    match = table("b 4 5: sea roll 1; A send 1", "2 3 1: sea roll 1 towards 4", players=3)
    assert match.choices("A") == ["bait", "unbait B", "unbait C"]
    match.play("A bait")
    assert told(match, "hands", "A") == ["1", "3", "4", "5", "barracuda"]


@pytest.mark.rule("B9")
def test_bait_acts_before_the_wrecks_that_follow():
    match = table("5 4 1: sea roll 1 towards 1", "3 3 2: sea roll 1 towards 1; C unbait A", players=3)
    assert match.to_act == ["A"]  # on wreck 3, with less in front than B
    assert holds_barracuda(match) == "BC"


@pytest.mark.rule("B9")
def test_nobody_is_asked_when_bait_can_do_nothing():
    match = table("5 b: sea roll 1; B send 1", "2 3: sea roll 1 towards 4", players=2)
    assert match.to_act == ["A", "B"]
    assert holds_barracuda(match) == "A"
    assert bags(match)[0] == 3


@pytest.mark.rule("B9")
def test_in_teams_an_ally_can_be_unbaited():
    match = table("2 1 3 4: sea roll 1 towards 1", teams=True)
    assert match.choices("A") == ["unbait B", "unbait C", "unbait D"]


@pytest.mark.rule("B9")
@pytest.mark.parametrize("line", ["A bait", "A unbait A", "B unbait A", "A unbait D"])
def test_a_bait_that_cannot_be(line):
    match = table("2 1 3 b: sea roll 1; D send 1", players=4)
    with pytest.raises(IllegalMove) as refusal:
        match.play(line)
    assert refusal.value.rule == "B9"


# Recover or meddle


@pytest.mark.rule("B10")
def test_recover_or_meddle_is_asked():
    match = table("2 4 3: stay", players=3, extras=[2])
    assert match.choices("A") == ["recover", "meddle B", "meddle C"]
    assert bags(match) == [2, 2, 2]  # the Common action and the wrecks that follow are still to come
    match.play("A recover")
    assert bags(match) == [3, 5, 6]
    assert told(match, "played") == {"A": [], "B": ["4"], "C": ["3"]}


@pytest.mark.rule("B10")
def test_allies_are_not_meddled_with():
    match = table("2 1 3 4: stay", teams=True, extras=[2])
    assert match.choices("A") == ["recover", "meddle B", "meddle D"]
    with pytest.raises(IllegalMove) as refusal:
        match.play("A meddle C")
    assert refusal.value.rule == "B10"


@pytest.mark.rule("B10")
def test_a_meddling_ends_the_turn():
    match = table("2 4: stay; A meddle B", players=2, extras=[2])
    assert bags(match) == [3, 5]  # all wrecks are resolved
    assert told(match, "turn") == 1
    assert match.fates() == {f"pick {card}": Fraction(1, 5) for card in (1, 2, 3, 5, "barracuda")}
    match.play("sea pick 3")
    assert match.fates() == {f"pick {card}": Fraction(1, 4) for card in (1, 2, 5, "barracuda")}
    match.play("sea pick 5")
    assert (match.to_act, match.choices("A")) == (["A"], ["discard 3", "discard 5"])
    match.play("A discard 3")
    assert told(match, "played", "B") == ["4", "3"]  # the newest
    assert told(match, "hands", "B") == ["1", "2", "5", "barracuda"]  # the other returned
    assert (told(match, "turn"), match.to_act) == (2, ["A", "B"])
    assert told(match, "meddling") is None


@pytest.mark.rule("B10")
def test_only_a_picked_card_can_be_discarded():
    match = table("2 4: stay; A meddle B; sea pick 3; sea pick 5", players=2, extras=[2])
    for line in ("A discard 1", "B discard 3", "A recover", "A meddle B"):
        with pytest.raises(IllegalMove) as refusal:
            match.play(line)
        assert refusal.value.rule == "B10"


@pytest.mark.rule("B10")
@pytest.mark.rule("B13")
def test_the_last_movement_card_laid_down_brings_all_five_back():
    match = table("5 5: stay", "3 4: stay", "4 3: stay", "2 1: stay; A meddle B", players=2, extras=[2], goal=10)
    assert told(match, "played", "B") == ["5", "4", "3", "1"]
    assert match.fates() == {"pick 2": Fraction(1, 2), "pick barracuda": Fraction(1, 2)}
    go(match, ": sea pick barracuda; sea pick 2; A discard 2")
    assert told(match, "played", "B") == []
    assert told(match, "hands", "B") == ["1", "2", "3", "4", "5", "barracuda"]


@pytest.mark.rule("B10")
def test_a_hand_of_one_card_gives_one():
    parked = "sea roll 1 towards 1"  # the Barracuda stays on 1, and nobody's card comes back
    match = table(
        f"5 5: {parked}",
        f"3 4: {parked}",
        "4 b: sea roll 1; B send 1; A unique",
        f"1 3: {parked}",
        f"2 1: {parked}; A meddle B",
        players=2,
        extras=[2],
    )
    assert told(match, "hands", "B") == ["2"]
    assert match.fates() == {"pick 2": 1}
    match.play("sea pick 2")
    assert match.choices("A") == ["discard 2"]
    match.play("A discard 2")
    assert told(match, "hands", "B") == ["1", "2", "3", "4", "5"]


@pytest.mark.rule("B10")
def test_a_barracuda_card_laid_down_goes_to_the_centre_and_stays():
    """On 6 everybody took it back before the meddling, which comes last."""
    match = table("2 4: stay; A meddle B; sea pick barracuda; sea pick 3; A discard barracuda", players=2, extras=[2])
    assert told(match, "barracuda") == 6
    assert holds_barracuda(match) == "A"
    assert told(match, "played", "B") == ["4"]


@pytest.mark.rule("B10")
@pytest.mark.rule("B27")
def test_after_a_meddling_nobody_may_hold_a_barracuda_card():
    match = table("b 3: sea roll 1; A send 1", "2 4: sea roll 1 towards 1; A meddle B", players=2, extras=[2])
    go(match, ": sea pick 1; sea pick barracuda; A discard barracuda")
    assert holds_barracuda(match) == ""
    go(match, "3 5: sea roll 1 towards 4")
    assert holds_barracuda(match) == "AB"  # at the end of the next turn


@pytest.mark.rule("B41")
def test_recover_may_be_answered_with_nothing_in_front():
    """A's fifth card is 2: all five are back in hand when the question comes."""
    match = table(
        "5 5: stay", "3 4: stay", "4 3: stay", "1 1: stay", "2 b: sea roll 1; B send 6", players=2, extras=[2]
    )
    assert told(match, "played", "A") == []
    assert match.choices("A") == ["recover", "meddle B"]
    match.play("A recover")
    assert told(match, "played", "A") == []
    assert told(match, "hands", "A") == ["1", "2", "3", "4", "5", "barracuda"]
