"""The effects that move Holds: Key and Chest, Net, Harpoon: L20 to L22."""

from fractions import Fraction

import pytest

from tests.games.locker.locker_helpers import (
    BOTH,
    LOWEST,
    bonus,
    chart,
    dive,
    go,
    hold,
    locker,
    lost,
    near_end,
    row,
    sink,
    squid,
    table,
)

# --- Key and Chest ---


@pytest.mark.rule("L20")
def test_key_and_chest_bring_as_many_cards_as_the_row_had():
    match = table(dive("A", "anchor-3", "chest-3", "key-3"))
    assert hold(match, "A") == ["anchor-3", "key-3", "chest-3"]
    assert (row(match), match.view()["bonus"]) == ([], 3)
    assert match.fates() == {f"bonus {card}": Fraction(1, 10) for card in LOWEST}
    match.play("sea bonus net-2")
    assert match.fates() == {f"bonus {card}": Fraction(1, 9) for card in LOWEST if card != "net-2"}
    go(match, bonus("squid-2", "map-2"))
    assert hold(match, "A") == ["anchor-3", "squid-2", "map-2", "key-3", "chest-3", "net-2"]
    assert len(locker(match)) == 7
    assert (match.view()["turn"], match.view()["bonus"]) == ("B", 0)


@pytest.mark.rule("L20")
def test_bonus_cards_have_no_effects():
    match = table(dive("A", "key-3", "chest-3"), bonus("squid-2", "knife-2"))
    assert (squid(match), match.to_act, match.view()["turn"]) == (0, ["sea"], "B")


@pytest.mark.rule("L20", "L60")
def test_bonus_cards_are_seen_by_all():
    match = table(dive("A", "key-3", "chest-3"), bonus("net-2"))
    assert match.log_for("B")[-1] == match.log_for(None)[-1] == "sea bonus net-2"


@pytest.mark.rule("L20")
@pytest.mark.parametrize("cards", [("key-3", "anchor-3"), ("chest-3", "anchor-3"), ("mermaid-5",)])
def test_one_of_the_two_is_not_enough(cards):
    match = table(dive("A", *cards))
    assert match.view()["turn"] == "B"
    assert locker(match) == LOWEST


@pytest.mark.rule("L20")
def test_a_key_in_the_hold_does_not_count():
    match = table(dive("A", "key-3"), dive("B", "anchor-3"), dive("A", "chest-3"))
    assert (match.view()["turn"], locker(match)) == ("B", LOWEST)


@pytest.mark.rule("L20", "L9")
def test_key_and_chest_count_wherever_they_came_from():
    match = table(sink("A", "key-3", "map-3"), chart("A", "chest-2", "net-2", "anchor-2"), "A surface")
    assert match.view()["bonus"] == 3


@pytest.mark.rule("L20")
def test_a_smaller_locker_gives_what_it_has():
    first = [*dive("A", "key-3", "chest-3", "anchor-3", "mermaid-5"), *bonus(*LOWEST[2:])]
    match = table(first, dive("B", "key-4", "chest-4", "anchor-4"), divers=["windfall", "none"])
    assert match.view()["bonus"] == 2
    go(match, bonus("squid-2", "anchor-2"))
    assert (locker(match), match.view()["turn"]) == ([], "A")
    assert hold(match, "B") == ["anchor-2", "anchor-4", "squid-2", "key-4", "chest-4"]


@pytest.mark.rule("L20")
def test_an_empty_locker_gives_nothing():
    first = [*dive("A", "key-3", "chest-3", "anchor-3", "mermaid-5", "net-3"), *bonus(*LOWEST)]
    match = table(first, dive("B", "key-4", "chest-4"), divers=["windfall", "none"])
    assert (match.view()["turn"], hold(match, "B")) == ("A", ["key-4", "chest-4"])


@pytest.mark.rule("L20", "L24")
def test_the_last_turn_has_its_bonus_too():
    match = go(near_end("key-3", "chest-3"), dive("A", "key-3", "chest-3"))
    assert not match.over
    go(match, bonus("key-7", "chest-7"))
    assert (match.over, match.scores["A"]) == (True, 14)


# --- Net ---


@pytest.mark.rule("L21")
def test_a_net_brings_the_top_card_of_a_suit_of_ones_own():
    match = table(dive("A", "key-5", "mermaid-5"), dive("B", "chest-3"), dive("A", "key-4"), dive("B", "anchor-3"))
    match.play("sea draw net-3")
    assert match.choices("A") == ["net key", "net mermaid"]
    match.play("A net key")
    assert (row(match), hold(match, "A")) == (["net-3", "key-5"], ["key-4", "mermaid-5"])
    assert match.choices("A") == BOTH


@pytest.mark.rule("L21")
def test_a_net_with_an_empty_hold_has_no_effect():
    match = table(dive("A", "key-5"), "sea draw net-3")
    assert match.choices("B") == BOTH
    assert (row(match), hold(match, "A")) == (["net-3"], ["key-5"])


@pytest.mark.rule("L21", "L10")
def test_a_net_is_compulsory_also_into_an_incident():
    match = table(dive("A", "key-5"), dive("B", "chest-3"), sink("A", "key-3", "net-3"))
    assert match.choices("A") == ["net key"]
    match.play("A net key")
    assert (hold(match, "A"), lost(match)) == ([], ["key-3", "key-5", "net-3"])


@pytest.mark.rule("L21")
def test_a_net_brings_one_card():
    match = table(dive("A", "key-5", "anchor-3"), dive("B", "chest-3"), "sea draw net-3", "A net key")
    assert match.choices("A") == BOTH
    assert match.view()["hauls"] == 0


@pytest.mark.rule("L21", "L9")
def test_a_net_that_a_map_brought_works_too():
    match = table(dive("A", "key-5"), dive("B", "chest-3"), "sea draw map-3", chart("A", "net-2", "map-2", "squid-2"))
    assert match.choices("A") == ["net key"]


@pytest.mark.rule("L21", "L54")
def test_a_net_can_bring_a_net_in_strange_waters():
    lines = [*dive("A", "net-3", "key-5"), *dive("B", "chest-3"), "sea draw net-4", "A net net"]
    match = table(lines, variant="strange-waters")
    assert (row(match), match.choices("A")) == (["net-4", "net-3"], ["net key"])
    match.play("A net key")
    assert match.choices("A") == BOTH


# --- Harpoon ---


@pytest.mark.rule("L22")
def test_a_harpoon_steals_a_suit_absent_from_ones_own_hold():
    lines = [*dive("A", "mermaid-5", "key-3"), *dive("B", "key-4", "anchor-3"), *dive("C", "chest-3", "mermaid-6")]
    match = table(lines, "sea draw harpoon-3", players=3)
    assert match.choices("A") == ["harpoon B anchor", "harpoon C chest"]
    match.play("A harpoon C chest")
    assert (row(match), hold(match, "C")) == (["harpoon-3", "chest-3"], ["mermaid-6"])
    assert hold(match, "A") == ["key-3", "mermaid-5"]
    assert match.choices("A") == BOTH


@pytest.mark.rule("L22", "L10")
def test_suits_of_the_row_do_not_restrict_a_harpoon():
    match = table(dive("A", "key-4", "anchor-3"), sink("B", "key-3", "harpoon-3"))
    assert match.choices("B") == ["harpoon A anchor", "harpoon A key"]


@pytest.mark.rule("L22")
def test_a_harpoon_without_such_a_suit_has_no_effect_and_stays():
    match = table(dive("A", "key-4"), dive("B", "key-3"), "sea draw harpoon-3")
    assert match.choices("A") == BOTH
    assert (row(match), hold(match, "B")) == (["harpoon-3"], ["key-3"])


@pytest.mark.rule("L22", "L11")
def test_a_harpoon_steals_the_top_card():
    match = table(dive("A", "key-4"), dive("B", "chest-3"), dive("A", "key-6"), "sea draw harpoon-3", "B harpoon A key")
    assert (row(match), hold(match, "A")) == (["harpoon-3", "key-6"], ["key-4"])
