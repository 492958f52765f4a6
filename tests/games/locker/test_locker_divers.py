"""The skills of Bosun, Blade, Locksmith and Saboteur: L31 to L36, L47."""

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
    table,
)

# --- Safe harbour ---


@pytest.mark.rule("L31")
def test_safe_harbour_saves_the_anchor_and_the_two_cards_after_it():
    cards = ("key-3", "anchor-3", "chest-3", "mermaid-5", "net-3", "key-4")
    match = table(sink("A", *cards), divers=["safe-harbour", "none"])
    assert hold(match, "A") == ["anchor-3", "key-3", "chest-3", "mermaid-5"]
    assert lost(match) == ["key-4", "net-3"]


@pytest.mark.rule("L31")
@pytest.mark.parametrize("cards", [("key-3", "anchor-3"), ("key-3", "anchor-3", "chest-3"), ("anchor-3", "key-3")])
def test_safe_harbour_never_saves_the_trigger(cards):
    match = table(sink("A", *cards, "key-4"), divers=["safe-harbour", "none"])
    assert set(hold(match, "A")) == set(cards)
    assert lost(match) == ["key-4"]


@pytest.mark.rule("L31", "L14")
def test_safe_harbour_earns_no_bonus_for_key_and_chest():
    match = table(sink("A", "key-3", "anchor-3", "chest-3", "key-4"), divers=["safe-harbour", "none"])
    assert match.view()["turn"] == "B"


@pytest.mark.rule("L31")
def test_safe_harbour_needs_an_anchor_and_is_ones_own():
    match = table(sink("A", "key-3", "chest-3", "key-4"), divers=["safe-harbour", "none"])
    assert hold(match, "A") == []
    match = table(sink("A", "key-3", "anchor-3", "chest-3", "key-4"), divers=["none", "safe-harbour"])
    assert hold(match, "A") == ["key-3"]


# --- The Blade's three ---

SUIT_OF_TWO = [*dive("A", "chest-3"), *dive("B", "anchor-3"), *dive("A", "chest-5", "mermaid-5"), "sea draw knife-3"]


@pytest.mark.rule("L32")
def test_clean_sweep_takes_the_whole_suit():
    match = table(SUIT_OF_TWO, divers=["none", "clean-sweep"])
    assert match.choices("B") == ["knife A chest", "knife A mermaid"]
    match.play("B knife A chest")
    assert (hold(match, "A"), lost(match)) == (["mermaid-5"], ["chest-3", "chest-5"])
    assert match.choices("B") == BOTH


@pytest.mark.rule("L32", "L18")
def test_without_a_skill_a_knife_takes_the_top_card():
    match = table(SUIT_OF_TWO, "B knife A chest")
    assert (hold(match, "A"), lost(match)) == (["chest-3", "mermaid-5"], ["chest-5"])


@pytest.mark.rule("L33")
def test_salvage_brings_the_card_to_the_own_hold():
    match = table(SUIT_OF_TWO, "B knife A chest", divers=["none", "salvage"])
    assert (hold(match, "A"), hold(match, "B")) == (["chest-3", "mermaid-5"], ["anchor-3", "chest-5"])
    assert locker(match) == LOWEST
    assert row(match) == ["knife-3"]


@pytest.mark.rule("L33", "L21")
def test_a_salvaged_card_can_be_netted_in_the_same_turn():
    lines = [
        *dive("A", "chest-3"),
        "sea draw knife-3",
        "B knife A chest",
        "B continue",
        "sea draw net-3",
        "B net chest",
    ]
    match = table(lines, divers=["none", "salvage"])
    assert row(match) == ["knife-3", "net-3", "chest-3"]


@pytest.mark.rule("L33", "L8")
def test_a_salvaged_card_survives_an_incident():
    lines = [*dive("A", "chest-3"), "sea draw knife-3", "B knife A chest", "B continue", "sea draw knife-4"]
    match = table(lines, divers=["none", "salvage"])
    assert (hold(match, "B"), lost(match)) == (["chest-3"], ["knife-3", "knife-4"])


@pytest.mark.rule("L34")
@pytest.mark.parametrize("skill", ["none", "clean-sweep", "salvage"])
def test_backfire_turns_an_opponents_knife_on_his_own_hold(skill):
    lines = [*dive("A", "key-3"), *dive("B", "chest-3"), *dive("A", "mermaid-5"), *dive("B", "chest-5", "anchor-3")]
    match = table(lines, dive("A", "key-4"), "sea draw knife-3", divers=["backfire", skill])
    assert match.choices("B") == ["knife B anchor", "knife B chest"]
    match.play("B knife B chest")
    assert (hold(match, "B"), lost(match)) == (["anchor-3", "chest-3"], ["chest-5"])
    assert hold(match, "A") == ["key-3", "key-4", "mermaid-5"]


@pytest.mark.rule("L34")
def test_backfire_on_an_empty_hold_has_no_effect():
    match = table(dive("A", "key-3"), "sea draw knife-3", divers=["backfire", "none"])
    assert match.choices("B") == BOTH
    assert hold(match, "A") == ["key-3"]


@pytest.mark.rule("L34")
def test_backfire_also_protects_third_parties():
    lines = [*dive("A", "key-3"), *dive("B", "chest-3"), *dive("C", "mermaid-5"), *dive("A", "anchor-3")]
    match = table(lines, "sea draw knife-3", players=3, divers=["backfire", "none", "none"])
    assert match.choices("B") == ["knife B chest"]


@pytest.mark.rule("L34", "L18")
def test_the_knife_of_the_backfire_diver_himself_is_an_ordinary_one():
    match = table(dive("A", "key-3"), dive("B", "chest-3"), "sea draw knife-3", divers=["backfire", "none"])
    assert match.choices("A") == ["knife B chest"]
    match.play("A knife B chest")
    assert (hold(match, "A"), lost(match)) == (["key-3"], ["chest-3"])


# --- The Locksmith's two ---


@pytest.mark.rule("L35")
def test_plunder_takes_the_bonus_from_one_opponents_hold():
    lines = [*dive("A", "mermaid-5"), *dive("B", "key-3", "anchor-3", "mermaid-6", "net-3"), *dive("C", "chest-3")]
    match = table(lines, dive("A", "key-4", "chest-4", "anchor-4"), players=3, divers=["plunder", "none", "none"])
    assert hold(match, "A") == ["anchor-4", "key-4", "chest-4", "mermaid-5"]
    assert match.choices("A") == ["plunder B", "plunder C"]
    match.play("A plunder B")
    assert match.fates() == {f"bonus {card}": Fraction(1, 4) for card in ("key-3", "anchor-3", "mermaid-6", "net-3")}
    match.play("sea bonus mermaid-6")
    assert match.fates() == {f"bonus {card}": Fraction(1, 3) for card in ("key-3", "anchor-3", "net-3")}
    go(match, bonus("key-3", "net-3"))
    assert hold(match, "A") == ["anchor-4", "key-3", "key-4", "chest-4", "net-3", "mermaid-5", "mermaid-6"]
    assert (hold(match, "B"), hold(match, "C")) == (["anchor-3"], ["chest-3"])
    assert (locker(match), match.view()["turn"]) == (LOWEST, "B")


@pytest.mark.rule("L35")
def test_plunder_takes_all_of_a_smaller_hold_and_is_never_topped_up():
    lines = [*dive("A", "mermaid-5"), *dive("B", "anchor-3"), *dive("C", "mermaid-7"), *dive("A", "key-4", "chest-4")]
    match = table(lines, "A plunder B", players=3, divers=["plunder", "none", "none"])
    assert match.fates() == {"bonus anchor-3": Fraction(1)}
    match.play("sea bonus anchor-3")
    assert (hold(match, "B"), hold(match, "C")) == ([], ["mermaid-7"])
    assert (locker(match), match.view()["turn"], match.view()["bonus"]) == (LOWEST, "B", 0)


@pytest.mark.rule("L35")
def test_only_who_holds_cards_can_be_plundered():
    lines = [*sink("B", "key-3", "key-5"), *dive("C", "chest-3"), *dive("A", "key-4", "chest-4")]
    match = table(lines, players=3, first="B", divers=["plunder", "none", "none"])
    assert match.choices("A") == ["plunder C"]


@pytest.mark.rule("L35")
def test_plunder_finds_nothing_if_no_opponent_holds_a_card():
    match = table(dive("A", "key-4", "chest-4"), divers=["plunder", "none"])
    assert (match.view()["turn"], hold(match, "A"), locker(match)) == ("B", ["key-4", "chest-4"], LOWEST)
    assert match.view()["bonus"] == 0


@pytest.mark.rule("L35", "L20")
def test_plunder_without_key_and_chest_is_nothing():
    match = table(dive("A", "mermaid-5"), dive("B", "key-3"), dive("A", "key-4"), divers=["plunder", "none"])
    assert match.view()["turn"] == "B"
    assert hold(match, "B") == ["key-3"]


@pytest.mark.rule("L35", "L22")
def test_plunder_counts_the_cards_of_the_row():
    lines = [*dive("A", "mermaid-5"), *dive("B", "anchor-3", "chest-3"), *sink("A", "key-4", "harpoon-4")]
    match = table(lines, "A harpoon B chest", "A surface", divers=["plunder", "none"])
    assert (match.choices("A"), match.view()["bonus"]) == (["plunder B"], 3)
    go(match, "A plunder B", "sea bonus anchor-3")
    assert (hold(match, "B"), match.view()["turn"]) == ([], "B")


@pytest.mark.rule("L35", "L24")
def test_the_last_turn_plunders_too():
    match = near_end("mermaid-5", "key-4", "chest-4", turn="B", divers=["plunder", "none"])
    go(match, dive("B", "mermaid-5"), dive("A", "key-4", "chest-4"))
    assert not match.over
    go(match, "A plunder B", "sea bonus mermaid-5")
    assert (match.over, match.scores) == (True, {"A": 13, "B": 0})


@pytest.mark.rule("L36")
def test_windfall_doubles_the_bonus():
    match = table(dive("A", "key-3", "chest-3"), divers=["windfall", "none"])
    assert match.view()["bonus"] == 4
    go(match, bonus("net-2", "map-2", "squid-2", "knife-2"))
    assert (len(hold(match, "A")), match.view()["turn"]) == (6, "B")


@pytest.mark.rule("L36", "L20")
def test_windfall_takes_no_more_than_the_locker_has():
    match = table(
        dive("A", "key-3", "chest-3", "anchor-3", "mermaid-5", "net-3", "knife-3"), divers=["windfall", "none"]
    )
    assert match.view()["bonus"] == 10
    go(match, bonus(*LOWEST))
    assert (locker(match), match.view()["turn"]) == ([], "B")


@pytest.mark.rule("L36", "L20")
def test_windfall_is_ones_own():
    assert table(dive("A", "key-3", "chest-3"), divers=["none", "windfall"]).view()["bonus"] == 2


# --- The Saboteur ---


@pytest.mark.rule("L47")
def test_the_saboteur_chooses_an_opponent_before_the_first_turn():
    match = table(players=3, first="A", divers=["none", "saboteur", "none"])
    assert (match.to_act, match.choices("B"), match.choices("A")) == (["B"], ["sabotage A", "sabotage C"], [])
    assert match.view()["sabotaged"] is None
    match.play("B sabotage C")
    assert (match.to_act, match.view()["turn"], match.view()["sabotaged"]) == (["sea"], "A", "C")


@pytest.mark.rule("L47")
def test_what_the_victim_loses_goes_to_the_saboteur():
    lines = ["A sabotage B", *dive("A", "mermaid-5"), *sink("B", "key-3", "anchor-3", "chest-3", "key-4")]
    match = table(lines, divers=["saboteur", "none"])
    assert hold(match, "A") == ["anchor-3", "key-4", "chest-3", "mermaid-5"]
    assert (hold(match, "B"), locker(match)) == (["key-3"], LOWEST)


@pytest.mark.rule("L47")
def test_what_others_lose_goes_to_the_locker():
    lines = ["B sabotage C", *sink("A", "key-3", "key-4"), *sink("B", "chest-3", "chest-4")]
    match = table(lines, players=3, divers=["none", "saboteur", "none"])
    assert (lost(match), hold(match, "B")) == (["key-3", "key-4", "chest-3", "chest-4"], [])
    go(match, sink("C", "key-5", "key-6"))
    assert hold(match, "B") == ["key-5", "key-6"]


@pytest.mark.rule("L47", "L18")
def test_the_saboteur_gains_by_incidents_only():
    lines = ["A sabotage B", *dive("A", "key-3"), "sea draw knife-3", "B knife A key"]
    match = table(lines, divers=["saboteur", "none"])
    assert (hold(match, "A"), lost(match)) == ([], ["key-3"])


@pytest.mark.rule("L47", "L10")
def test_the_saboteur_gets_a_trigger_from_the_locker_too():
    match = table("A sabotage B", dive("A", "anchor-3"), divers=["saboteur", "none"])
    go(match, sink("B", "key-3", "map-3"), chart("B", "key-2", "net-2", "chest-2"))
    assert hold(match, "A") == ["anchor-3", "map-3", "key-2", "key-3"]


@pytest.mark.rule("L47", "L38")
def test_a_dry_net_keeps_its_catch_from_the_saboteur():
    lines = ["A sabotage B", *dive("A", "mermaid-5"), *dive("B", "anchor-3"), *dive("A", "mermaid-6")]
    match = table(lines, sink("B", "key-3", "net-3"), "B net anchor", divers=["saboteur", "dry-net"])
    go(match, "B continue", "sea draw net-4")
    assert hold(match, "B") == ["anchor-3", "key-3", "net-3"]
    assert hold(match, "A") == ["net-4", "mermaid-5", "mermaid-6"]
