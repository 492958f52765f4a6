"""The end of a turn and of the game: B27 to B29."""

import pytest

from fathoms import IllegalMove
from fathoms.games.barracuda.state import OVER
from tests.games.barracuda.barracuda_helpers import bags, chests, go, holds_barracuda, table, told

# The end of a turn


@pytest.mark.rule("B27")
def test_lying_divers_stand_up():
    match = table("4 1: stay", "b 3: sea roll 1", players=2)
    assert told(match, "divers", "A", "standing") is False
    go(match, ": A send 1")
    assert told(match, "divers", "A") == {"wreck": 4, "standing": True}
    assert told(match, "controller") is None


@pytest.mark.rule("B27")
def test_barracuda_cards_come_back_when_it_is_on_six():
    assert holds_barracuda(table("b 3: sea roll 1; A send 6", players=2)) == "AB"
    assert holds_barracuda(table("b 3: sea roll 1; A send 1", players=2)) == "B"


@pytest.mark.rule("B27")
def test_barracuda_cards_come_back_when_nobody_has_one():
    match = table("b 3 4: sea roll 1; A send 1", "5 b 1: sea roll 1; B send 4", players=3)
    assert holds_barracuda(match) == "C"
    go(match, "4 5 b: sea roll 1; C send 5")
    assert holds_barracuda(match) == "ABC"


@pytest.mark.rule("B27")
def test_an_unbait_has_no_effect_if_the_turn_ends_with_the_barracuda_on_six():
    assert holds_barracuda(table("2 4: stay; A unbait B", players=2)) == "AB"
    assert holds_barracuda(table("2 4: sea roll 1 towards 1; A unbait B", players=2)) == "A"


@pytest.mark.rule("B27")
def test_an_unbait_of_the_last_card_brings_all_back():
    match = table("b 4 5: sea roll 1; A send 1", "2 b 3: sea roll 1; B send 4; A unbait C", players=3)
    assert holds_barracuda(match) == "ABC"


@pytest.mark.rule("B27")
def test_recoveries_come_before_the_barracuda_cards_and_the_meddling():
    """B's three cards are back before the picks, and the Barracuda card that nobody held as well."""
    match = table("b 3: sea roll 1; A send 1", "4 b: sea roll 1; B send 1", players=2, extras=[2])
    assert holds_barracuda(match) == "AB"
    match = table("b 3: sea roll 1; A send 1", "2 5: sea roll 1 towards 1; A meddle B", players=2, extras=[2])
    assert [fate.split()[1] for fate in match.fates()] == ["1", "2", "3", "4", "5", "barracuda"]


# The end of the game

RICH = ("3 5: stay", "4 5: stay")  # A has 9 coins in the bag, B has played 5 twice


@pytest.mark.rule("B28")
def test_the_goal_wins_at_once():
    match = table(*RICH, players=2, extras=[1])
    assert bags(match) == [9, 2]
    go(match, "1 3: stay")
    assert match.over
    assert match.winners == ["A"]
    assert match.scores == {"A": 9, "B": 0}
    assert match.to_act == []
    assert told(match, "resolving") is None
    assert bags(match) == [0, 2]  # no Common action of 1, no action on 3


@pytest.mark.rule("B28")
def test_no_end_of_turn_follows_a_win():
    match = table("3 5 4: stay", "4 5 3: stay", "1 5 b: sea roll 1; C send 6", players=3, extras=[1])
    assert match.winners == ["A"]
    assert holds_barracuda(match) == "AB"
    assert told(match, "divers", "C", "standing") is False
    assert told(match, "played", "B") == ["5"]
    assert told(match, "turn") == 3


@pytest.mark.rule("B28")
def test_eight_exactly_and_not_before():
    match = table("4 5: stay", "3 5: stay", "1 5: stay", players=2)
    assert (chests(match), match.over) == ([7, 0], False)
    go(match, "5 4: stay")
    go(match, "1 3: stay")
    assert (chests(match), match.over, match.winners) == ([9, 0], True, ["A"])
    match = table("3 5: stay", "2 4: stay; A unbait B", "5 b: sea roll 1; B send 6", players=2, extras=[1])
    go(match, "1 3: stay")
    assert (chests(match), match.over) == ([7, 0], False)
    go(match, "5 5: stay; A unique")
    go(match, "1 2: stay")
    assert (chests(match), match.winners) == ([8, 0], ["A"])


@pytest.mark.rule("B28")
def test_a_goal_of_ten():
    assert told(table(), "goal") == 8
    match = table(*RICH, "1 3: stay", players=2, extras=[1], goal=10)
    assert (told(match, "goal"), chests(match), match.over, match.winners) == (10, [9, 0], False, [])
    go(match, "5 4: stay")
    go(match, "1 5: stay")
    assert (chests(match), match.winners) == ([10, 0], ["A"])


@pytest.mark.rule("B28")
def test_nothing_follows_the_end():
    match = table(*RICH, "1 3: stay", players=2, extras=[1])
    for line in ("A play 2", "B send 1", "B rob A", "A bait"):
        with pytest.raises(IllegalMove) as refusal:
            match.play(line)
        assert refusal.value.rule == "B28"
    with pytest.raises(IllegalMove):
        match.play("sea roll 1 towards 6")


@pytest.mark.rule("B28")
@pytest.mark.rule("B29")
@pytest.mark.parametrize(
    ("chests", "bags", "winners"),
    [
        ([8, 9, 0], [5, 0, 9], 0b010),
        ([8, 8, 7], [1, 2, 9], 0b010),
        ([8, 8, 8], [2, 2, 1], 0b011),
        ([0, 0, 0], [0, 0, 0], 0b111),
    ],
)
def test_more_in_the_chest_then_in_the_bag_then_shared(chests, bags, winners):
    position = table(players=3).position
    position.record.phase = OVER
    position.record.chest[:3] = chests
    position.record.bag[:3] = bags
    assert position.winners() == winners


# A hundred turns

IDLE = "b b b b: stay"


@pytest.mark.rule("B29")
@pytest.mark.parametrize(
    ("first", "options", "winners"),
    [
        ("b b: stay", {"players": 2}, ["A", "B"]),
        ("3 5: stay", {"players": 2}, ["A"]),  # the fuller bag
        ("3 1: stay", {"players": 2}, ["B"]),  # the chest counts first
        ("3 4 5 5: stay", {"teams": True}, ["A", "C"]),  # 6 and 2 coins against 5 and 2
        ("4 3 5 1: stay", {"teams": True}, ["B", "D"]),
        ("4 4 5 5: stay", {"teams": True}, ["A", "B", "C", "D"]),
        ("1 3 4 3: stay", {"players": 4}, ["A"]),
    ],
)
def test_the_game_ends_after_turn_100(first, options, winners):
    match = table(first, *[IDLE] * 98, **options)
    assert (told(match, "turn"), match.over, match.position.sound()) == (100, False, 0)
    go(match, IDLE)
    assert match.over
    assert match.winners == winners
    assert told(match, "turn") == 100


@pytest.mark.rule("B29")
def test_the_meddling_of_turn_100_still_happens():
    match = table(*[IDLE] * 99, "2 4: stay; A meddle B", players=2, extras=[2])
    assert not match.over
    go(match, ": sea pick 3; sea pick 1; A discard 1")
    assert match.over
    assert told(match, "played", "B") == ["4", "1"]
    assert match.winners == ["B"]
