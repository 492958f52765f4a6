"""The skills of Trawler, Tamer and Cartographer: L37 to L41."""

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
    peek,
    row,
    sea_verbs,
    show,
    sink,
    squid,
    table,
)

DOUBLE = {"divers": ["double-haul", "none"]}
DRY = {"divers": ["dry-net", "none"]}


def holding(*cards, **options):
    """A is in turn and holds these cards; B holds a Mermaid for each."""
    match = table(**options)
    for i, card in enumerate(cards):
        go(match, f"sea draw {card}")
        if card.startswith("map"):
            go(match, chart("A", "anchor-2", "key-2", "net-2"))
        if card.startswith("drone"):
            go(match, peek(f"mermaid-{5 + i}"))
        if card.startswith("squid"):
            go(match, "sea draw key-6", "sea draw anchor-6")
        go(match, "A surface", dive("B", f"mermaid-{5 + i}"))
    return match


# --- Double haul ---


@pytest.mark.rule("L37")
def test_a_double_haul_brings_two_cards_one_after_the_other():
    match = go(holding("key-3", "anchor-3", "chest-3", **DOUBLE), "sea draw net-3")
    assert match.choices("A") == ["net anchor", "net key", "net chest"]
    assert match.view()["hauls"] == 2
    match.play("A net key")
    assert match.choices("A") == ["net anchor", "net chest"]
    match.play("A net chest")
    assert (row(match), match.choices("A")) == (["net-3", "key-3", "chest-3"], BOTH)


@pytest.mark.rule("L37")
def test_an_incident_stops_a_double_haul():
    match = go(holding("key-3", "anchor-3", **DOUBLE), sink("A", "key-4", "net-3"), "A net key")
    assert (match.view()["turn"], hold(match, "A"), match.view()["hauls"]) == ("B", ["anchor-3"], 0)
    assert lost(match) == ["key-3", "key-4", "net-3"]


@pytest.mark.rule("L37")
def test_the_second_haul_may_trigger_an_incident():
    match = go(holding("key-3", "chest-3", **DOUBLE), sink("A", "key-4", "net-3"), "A net chest", "A net key")
    assert (match.view()["turn"], hold(match, "A")) == ("B", [])
    assert lost(match) == ["key-3", "key-4", "chest-3", "net-3"]


@pytest.mark.rule("L37", "L14")
def test_a_hauled_anchor_saves_what_came_before_it():
    match = go(holding("key-3", "anchor-3", **DOUBLE), sink("A", "key-4", "net-3"), "A net anchor", "A net key")
    assert hold(match, "A") == ["key-4", "net-3"]
    assert lost(match) == ["anchor-3", "key-3"]


@pytest.mark.rule("L37")
def test_the_second_haul_is_skipped_if_the_hold_is_empty():
    match = go(holding("key-3", **DOUBLE), "sea draw net-3", "A net key")
    assert (match.choices("A"), match.view()["hauls"]) == (BOTH, 0)


@pytest.mark.rule("L37", "L17")
def test_a_hauled_maps_pick_comes_before_the_second_haul():
    match = go(holding("map-3", "mermaid-9", **DOUBLE), "sea draw net-3", "A net map")
    assert sea_verbs(match) == {"show"}
    go(match, chart("A", "chest-2", "key-2", "net-2"))
    assert match.choices("A") == ["net anchor", "net mermaid"]
    match.play("A net mermaid")
    assert (row(match), match.choices("A")) == (["net-3", "map-3", "chest-2", "mermaid-9"], BOTH)


@pytest.mark.rule("L37", "L22")
def test_a_hauled_harpoons_pick_comes_before_the_second_haul():
    match = go(holding("harpoon-3", "key-3", **DOUBLE), "sea draw net-3", "A net harpoon")
    assert match.choices("A") == ["harpoon B mermaid"]
    match.play("A harpoon B mermaid")
    assert match.choices("A") == ["net key"]


@pytest.mark.rule("L37", "L18")
def test_a_hauled_knifes_pick_comes_before_the_second_haul():
    match = go(holding("anchor-3", "key-3", **DOUBLE), "sea draw knife-3", "A knife B mermaid", "A surface")
    go(match, dive("B", "chest-3"), "sea draw net-3", "A net knife")
    assert match.choices("A") == ["knife B chest", "knife B mermaid"]
    match.play("A knife B chest")
    assert match.choices("A") == ["net anchor", "net key"]


@pytest.mark.rule("L37", "L15")
def test_a_hauled_squid_is_a_debt_that_the_second_haul_helps_to_pay():
    match = go(holding("squid-3", "chest-3", **DOUBLE), "sea draw net-3", "A net squid")
    assert (squid(match), match.to_act) == (2, ["A"])
    match.play("A net chest")
    assert (squid(match), match.to_act) == (1, ["sea"])
    match.play("sea draw drone-3")
    assert squid(match) == 0


@pytest.mark.rule("L37", "L15")
def test_a_squid_in_the_second_haul_asks_for_two():
    match = go(holding("squid-3", "chest-3", **DOUBLE), "sea draw net-3", "A net chest", "A net squid")
    assert (squid(match), match.to_act) == (2, ["sea"])


@pytest.mark.rule("L37", "L15")
def test_a_double_haul_satisfies_a_squid_before_it():
    match = go(holding("key-3", "anchor-3", **DOUBLE), sink("A", "squid-3", "net-3"), "A net key")
    assert (squid(match), match.choices("A")) == (0, ["net anchor"])
    match.play("A net anchor")
    assert match.choices("A") == BOTH


@pytest.mark.rule("L37", "L19")
def test_a_hauled_drone_looks_at_once_and_asks_after_the_second_haul():
    match = go(holding("drone-3", "key-3", **DOUBLE), "sea draw net-3", "A net drone")
    assert sea_verbs(match) == {"peek"}
    go(match, peek("chest-4"))
    assert match.choices("A") == ["net key"]
    match.play("A net key")
    assert match.choices("A") == BOTH
    match.play("A continue")
    assert match.fates() == {"draw chest-4": Fraction(1)}


@pytest.mark.rule("L37", "L19", "L15")
def test_a_hauled_drone_and_squid_leave_continue_to_be_asked():
    match = go(holding("drone-3", "squid-3", **DOUBLE), "sea draw net-3", "A net drone", peek("chest-4"))
    match.play("A net squid")
    assert (squid(match), match.choices("A")) == (2, ["continue"])
    go(match, "A continue", "sea draw chest-4")
    assert (squid(match), match.to_act) == (1, ["sea"])


@pytest.mark.rule("L37", "L19", "L15")
def test_a_drone_in_the_second_haul_pays_the_squid_of_the_first():
    match = go(holding("drone-3", "squid-3", **DOUBLE), "sea draw net-3", "A net squid", "A net drone", peek("chest-4"))
    assert (squid(match), match.choices("A")) == (1, ["continue"])


@pytest.mark.rule("L37")
def test_a_double_haul_is_ones_own():
    match = go(holding("key-3", "anchor-3", divers=["none", "double-haul"]), "sea draw net-3", "A net key")
    assert match.choices("A") == BOTH


# --- Dry net ---


@pytest.mark.rule("L38")
def test_a_dry_net_and_what_it_brought_survive_an_incident():
    match = go(holding("chest-3", **DRY), sink("A", "key-3", "net-3"), "A net chest", "A continue", "sea draw key-4")
    assert (hold(match, "A"), lost(match)) == (["chest-3", "net-3"], ["key-3", "key-4"])


@pytest.mark.rule("L38")
def test_a_dry_net_saves_the_trigger_it_brought():
    match = go(holding("key-5", **DRY), sink("A", "key-3", "net-3"), "A net key")
    assert (hold(match, "A"), lost(match)) == (["key-5", "net-3"], ["key-3"])
    assert match.view()["turn"] == "B"


@pytest.mark.rule("L38")
def test_a_net_that_triggers_is_not_in_the_row():
    match = go(holding("chest-3", **DRY), "sea draw net-3", "A net chest", "A continue", "sea draw net-4")
    assert (hold(match, "A"), lost(match)) == (["chest-3", "net-3"], ["net-4"])


@pytest.mark.rule("L38", "L17")
def test_a_dry_net_does_not_save_what_its_card_brought():
    match = go(holding("map-3", **DRY), "sea draw net-3", "A net map", chart("A", "chest-2", "key-2", "drone-2"))
    go(match, "A continue", "sea draw net-4")
    assert hold(match, "A") == ["anchor-2", "map-3", "net-3"]
    assert "chest-2" in locker(match)
    assert lost(match) == ["net-4"]


@pytest.mark.rule("L38", "L17")
def test_a_dry_net_does_not_save_a_trigger_that_its_card_brought():
    match = go(
        holding("map-3", **DRY), sink("A", "key-3", "net-3"), "A net map", chart("A", "key-2", "drone-2", "net-2")
    )
    assert hold(match, "A") == ["anchor-2", "map-3", "net-3"]
    assert (lost(match), "key-2" in locker(match)) == (["key-3"], True)


@pytest.mark.rule("L38", "L14")
def test_what_an_anchor_saves_is_saved_as_well():
    match = go(holding("chest-3", **DRY), sink("A", "key-3", "anchor-3", "net-3"), "A net chest")
    go(match, "A continue", "sea draw anchor-4")
    assert hold(match, "A") == ["key-3", "chest-3", "net-3"]
    assert lost(match) == ["anchor-3", "anchor-4"]


@pytest.mark.rule("L38", "L14")
def test_an_anchor_brought_by_a_dry_net_works_and_is_saved_itself():
    match = go(
        holding("anchor-3", **DRY), sink("A", "key-3", "net-3"), "A net anchor", "A continue", "sea draw chest-3"
    )
    go(match, "A continue", "sea draw key-4")
    assert hold(match, "A") == ["anchor-3", "key-3", "net-3"]
    assert lost(match) == ["key-4", "chest-3"]


@pytest.mark.rule("L38")
def test_a_net_from_the_locker_is_dry_too():
    match = go(table(**DRY), "sea draw map-3", chart("A", "net-2", "key-2", "chest-2"), "A continue", "sea draw map-4")
    assert (hold(match, "A"), lost(match)) == (["net-2"], ["map-3", "map-4"])


@pytest.mark.rule("L38", "L54")
def test_every_net_of_the_row_is_dry_in_strange_waters():
    match = holding("net-4", "key-5", variant="strange-waters", **DRY)
    go(match, sink("A", "chest-6", "net-3"), "A net net", "A net key", "A continue", "sea draw chest-3")
    assert (hold(match, "A"), lost(match)) == (["key-5", "net-3", "net-4"], ["chest-3", "chest-6"])


@pytest.mark.rule("L38")
def test_a_dry_net_is_ones_own():
    match = go(holding("chest-3", divers=["none", "dry-net"]), sink("A", "key-3", "net-3"), "A net chest")
    go(match, "A continue", "sea draw key-4")
    assert hold(match, "A") == []


# --- The Tamer's two ---

FISHER = {"divers": ["squid-fisher", "none"]}


@pytest.mark.rule("L39")
def test_a_drawn_squid_goes_straight_to_the_fishers_hold():
    match = table("sea draw squid-3", **FISHER)
    assert (row(match), hold(match, "A"), squid(match)) == ([], ["squid-3"], 0)
    assert match.choices("A") == BOTH


@pytest.mark.rule("L39", "L7")
def test_a_fisher_may_surface_with_an_empty_row():
    match = table("sea draw squid-3", "A surface", **FISHER)
    assert (match.view()["turn"], hold(match, "A")) == ("B", ["squid-3"])


@pytest.mark.rule("L39")
def test_a_fished_squid_meets_no_squid_and_pays_no_squid():
    match = table("sea draw map-3", chart("A", "squid-2", "key-2", "net-2"), **FISHER)
    assert squid(match) == 2
    match.play("sea draw squid-3")
    assert (row(match), squid(match), match.to_act) == (["map-3", "squid-2"], 2, ["sea"])
    go(match, "sea draw key-3", "sea draw squid-4")
    assert (squid(match), hold(match, "A")) == (1, ["squid-3", "squid-4"])


@pytest.mark.rule("L39", "L8")
def test_a_fished_squid_is_safe_from_an_incident():
    match = table("sea draw squid-3", "A continue", sink("A", "key-3", "key-4"), **FISHER)
    assert (hold(match, "A"), lost(match)) == (["squid-3"], ["key-3", "key-4"])


@pytest.mark.rule("L39", "L13")
def test_a_squid_fished_last_leaves_surface():
    match = go(near_end("squid-3", **FISHER), "sea draw squid-3")
    assert (row(match), hold(match, "A"), match.choices("A")) == ([], ["squid-3"], ["surface"])
    match.play("A surface")
    assert (match.over, match.scores) == (True, {"A": 3, "B": 0})


@pytest.mark.rule("L39")
def test_an_opponents_squid_is_not_fished():
    match = table(dive("A", "key-3"), "sea draw squid-3", **FISHER)
    assert (row(match), squid(match)) == (["squid-3"], 2)


@pytest.mark.rule("L40")
def test_a_beastmaster_makes_opponents_squids_ask_for_four():
    match = table("sea draw squid-3", divers=["none", "beastmaster"])
    debts = [squid(match)]
    for card in ("key-3", "chest-3", "anchor-3"):
        match.play(f"sea draw {card}")
        assert match.to_act == ["sea"]
        debts.append(squid(match))
    match.play("sea draw mermaid-5")
    assert (debts, squid(match), match.choices("A")) == ([4, 3, 2, 1], 0, BOTH)


@pytest.mark.rule("L40", "L17")
def test_a_beastmaster_counts_for_a_squid_from_the_locker():
    match = table("sea draw map-3", chart("A", "squid-2", "key-2", "net-2"), divers=["none", "beastmaster"])
    assert squid(match) == 4


@pytest.mark.rule("L40", "L21")
def test_a_beastmaster_counts_for_a_squid_from_the_own_hold():
    cards = ("squid-3", "key-3", "chest-3", "anchor-3", "mermaid-5")
    match = table([f"sea draw {card}" for card in cards], "A surface", divers=["none", "beastmaster"])
    go(match, bonus(*LOWEST[:5]), dive("B", "mermaid-6"), "sea draw net-3", "A net squid")
    assert squid(match) == 4


@pytest.mark.rule("L40", "L22")
def test_a_beastmasters_own_squids_ask_for_two():
    match = table("sea draw squid-3", divers=["beastmaster", "none"])
    assert squid(match) == 2
    go(match, "sea draw key-3", "sea draw anchor-3", "A surface", "sea draw harpoon-3", "B harpoon A squid")
    assert squid(match) == 4


# --- Navigator ---


@pytest.mark.rule("L41")
def test_a_navigator_chooses_any_card_of_the_locker():
    match = table(sink("A", "key-3", "map-3"), divers=["navigator", "none"])
    assert match.choices("A") == [f"take {card}" for card in LOWEST]
    match.play("A take drone-2")
    assert row(match) == ["key-3", "map-3", "drone-2"]
    assert "drone-2" not in locker(match)


@pytest.mark.rule("L41", "L17")
def test_others_are_shown_three():
    match = table("sea draw map-3", divers=["none", "navigator"])
    go(match, show("key-2", "net-2", "chest-2"))
    assert match.choices("A") == ["take key-2", "take net-2", "take chest-2"]


@pytest.mark.rule("L41", "L17", "L10")
def test_a_navigator_must_take_one_too():
    match = go(table(sink("A", "key-3", "map-3"), divers=["navigator", "none"]), "A take key-2")
    assert (match.view()["turn"], lost(match)) == ("B", ["map-3", "key-3"])
