"""A turn: L5 to L13."""

from fractions import Fraction

import pytest

from fathoms.engine.errors import IllegalMove
from tests.games.locker.locker_helpers import (
    BOTH,
    chart,
    dive,
    go,
    hold,
    locker,
    lost,
    near_end,
    peek,
    row,
    sea_verbs,
    sink,
    squid,
    table,
)


@pytest.mark.rule("L5")
def test_a_turn_begins_with_a_draw():
    match = table()
    assert match.to_act == ["sea"]
    assert match.choices("A") == []
    match.play("sea draw anchor-5")
    assert (match.to_act, row(match)) == (["A"], ["anchor-5"])


@pytest.mark.rule("L5")
def test_a_card_that_left_the_deck_is_not_drawn_again():
    match = table("sea draw anchor-5", "A continue")
    assert "draw anchor-5" not in match.fates()
    with pytest.raises(IllegalMove):
        match.play("sea draw anchor-5")


@pytest.mark.rule("L5")
def test_a_card_of_the_locker_is_not_drawn():
    with pytest.raises(IllegalMove):
        table("sea draw anchor-2")


@pytest.mark.rule("L5", "L19")
def test_a_card_that_a_drone_showed_leaves_the_deck_by_a_draw():
    match = table("sea draw drone-3", "sea peek map-4")
    assert match.view()["deck"] == 49
    match.play("A continue")
    assert match.fates() == {"draw map-4": Fraction(1)}
    match.play("sea draw map-4")
    assert match.view()["deck"] == 48


@pytest.mark.rule("L6")
def test_cards_join_the_row_at_its_end():
    match = table(sink("A", "mermaid-9", "anchor-3", "key-7"))
    assert row(match) == ["mermaid-9", "anchor-3", "key-7"]


@pytest.mark.rule("L6", "L18")
def test_the_effect_comes_at_once_and_is_compulsory():
    match = table(dive("A", "chest-3"), "sea draw knife-3")
    assert match.choices("B") == ["knife A chest"]


@pytest.mark.rule("L7")
def test_after_the_effect_continue_reveals_the_next_card():
    match = table("sea draw key-3")
    assert match.choices("A") == BOTH
    assert match.choices("B") == []
    match.play("A continue")
    assert match.to_act == ["sea"]
    match.play("sea draw anchor-3")
    assert match.choices("A") == BOTH


@pytest.mark.rule("L7", "L11")
def test_after_the_effect_surface_ends_the_turn():
    match = table(dive("A", "key-3"))
    assert (row(match), hold(match, "A")) == ([], ["key-3"])


@pytest.mark.rule("L8")
def test_an_incident_loses_the_whole_row_and_its_trigger():
    match = table(dive("A", "mermaid-5"), dive("B", "mermaid-6"), sink("A", "key-3", "chest-4", "key-5"))
    assert (row(match), hold(match, "A")) == ([], ["mermaid-5"])
    assert lost(match) == ["key-3", "key-5", "chest-4"]
    assert match.view()["turn"] == "B"


@pytest.mark.rule("L8")
def test_the_trigger_has_no_effect():
    match = table(dive("A", "key-3", "anchor-3"), "sea draw knife-3", "B knife A key", "B continue", "sea draw knife-4")
    assert hold(match, "A") == ["anchor-3"]
    assert match.view()["turn"] == "A"
    assert lost(match) == ["key-3", "knife-3", "knife-4"]


@pytest.mark.rule("L8")
def test_an_equal_value_is_no_incident():
    match = table(sink("A", "key-3", "chest-3", "anchor-3"))
    assert row(match) == ["key-3", "chest-3", "anchor-3"]


@pytest.mark.rule("L9")
def test_a_card_from_the_locker_applies_its_effect():
    match = table("sea draw map-3", chart("A", "squid-2", "key-2", "net-2"))
    assert (row(match), squid(match), match.to_act) == (["map-3", "squid-2"], 2, ["sea"])


@pytest.mark.rule("L9")
def test_a_card_from_the_own_hold_applies_its_effect():
    first = ["sea draw map-3", *chart("A", "anchor-2", "key-2", "net-2"), "A surface"]
    match = table(first, dive("B", "mermaid-5"), "sea draw net-3", "A net map")
    assert row(match) == ["net-3", "map-3"]
    assert sea_verbs(match) == {"show"}


@pytest.mark.rule("L9")
def test_a_card_from_an_opponents_hold_applies_its_effect():
    match = table("sea draw drone-3", peek("harpoon-3"), "A surface", "sea draw harpoon-3", "B harpoon A drone")
    assert row(match) == ["harpoon-3", "drone-3"]
    assert match.fates()["peek key-3"] == Fraction(1, 48)


@pytest.mark.rule("L9", "L20")
def test_key_and_chest_do_nothing_in_the_row():
    match = table("sea draw key-3")
    assert match.choices("A") == BOTH
    match.play("A continue")
    match.play("sea draw chest-3")
    assert match.choices("A") == BOTH


@pytest.mark.rule("L10", "L17")
def test_a_card_from_the_locker_can_trigger_an_incident():
    match = table("sea draw key-3", "A continue", "sea draw map-3", chart("A", "key-2", "net-2", "chest-2"))
    assert (row(match), hold(match, "A"), match.view()["turn"]) == ([], [], "B")
    assert lost(match) == ["map-3", "key-3"]
    assert "key-2" in locker(match)


@pytest.mark.rule("L10", "L21")
def test_a_card_from_the_own_hold_can_trigger_an_incident():
    match = table(dive("A", "key-7"), dive("B", "chest-3"), sink("A", "key-3", "net-3"), "A net key")
    assert (row(match), hold(match, "A"), match.view()["turn"]) == ([], [], "B")
    assert lost(match) == ["key-3", "key-7", "net-3"]


@pytest.mark.rule("L10", "L22")
def test_a_card_from_an_opponents_hold_can_trigger_an_incident():
    match = table(dive("A", "key-7"), sink("B", "key-3", "harpoon-3"), "B harpoon A key")
    assert (row(match), hold(match, "A"), hold(match, "B")) == ([], [], [])
    assert lost(match) == ["key-3", "key-7", "harpoon-3"]
    assert match.view()["turn"] == "A"


@pytest.mark.rule("L11")
def test_surfacing_moves_the_row_to_the_hold_sorted_by_suit_ascending():
    match = table(dive("A", "mermaid-5", "key-7", "anchor-4"), dive("B", "chest-3"), dive("A", "key-3", "anchor-6"))
    for seat in ("A", "B", None):
        assert match.view(seat)["holds"]["A"] == ["anchor-4", "anchor-6", "key-3", "key-7", "mermaid-5"]


@pytest.mark.rule("L11")
@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (["sea draw knife-3", "B knife A key"], "locker"),
        (["sea draw harpoon-3", "B harpoon A key"], "row"),
        ([*dive("B", "chest-4"), "sea draw net-3", "A net key"], "row"),
    ],
)
def test_only_the_top_card_of_a_suit_is_taken(lines, place):
    match = table(dive("A", "key-5"), dive("B", "chest-3"), dive("A", "key-3"), lines)
    assert hold(match, "A") == ["key-3"]
    assert "key-5" in (locker(match) if place == "locker" else row(match))


@pytest.mark.rule("L12")
def test_the_turn_passes_to_the_left_after_surfacing():
    match = table(players=3, first="B")
    for seat, card in zip("BCAB", ("key-3", "key-4", "key-5", "key-6"), strict=True):
        assert match.view()["turn"] == seat
        go(match, dive(seat, card))


@pytest.mark.rule("L12")
def test_the_turn_passes_to_the_left_after_an_incident():
    match = table(sink("A", "key-3", "key-4"), players=4)
    assert match.view()["turn"] == "B"
    go(match, sink("B", "key-5", "key-6"))
    assert match.view()["turn"] == "C"


@pytest.mark.rule("L13")
def test_an_empty_deck_leaves_surface_only_and_asks_for_it():
    match = near_end("key-3")
    match.play("sea draw key-3")
    assert (match.over, match.to_act, match.choices("A")) == (False, ["A"], ["surface"])
    match.play("A surface")
    assert match.over
    assert match.log[-1] == "A surface"


@pytest.mark.rule("L13")
def test_the_last_cards_effect_still_applies():
    match = near_end("map-3")
    match.play("sea draw map-3")
    go(match, chart("A", "anchor-2", "key-2", "net-2"))
    assert match.choices("A") == ["surface"]


@pytest.mark.rule("L13", "L16")
@pytest.mark.parametrize("after", [(), ("key-3",)])
def test_on_an_empty_deck_a_squid_does_not_forbid_to_surface(after):
    match = near_end("squid-3", *after)
    go(match, sink("A", "squid-3", *after))
    assert match.choices("A") == ["surface"]
    match.play("A surface")
    assert hold(match, "A") == ["squid-3", *after]
