"""The variants that change a turn: neighbours (L50) and strange waters (L54)."""

import pytest

from tests.games.locker.locker_helpers import BOTH, LOWEST, chart, dive, go, hold, locker, lost, row, sink, squid, table

# --- Neighbours ---


@pytest.mark.rule("L50")
def test_an_incident_feeds_the_player_on_the_left():
    match = table(sink("A", "key-3", "chest-3", "key-4"), variant="neighbours", players=3)
    assert (hold(match, "B"), hold(match, "A"), hold(match, "C")) == (["key-3", "key-4", "chest-3"], [], [])
    assert locker(match) == LOWEST


@pytest.mark.rule("L50")
def test_left_of_the_last_seat_is_the_first():
    match = table(sink("C", "key-3", "key-4"), variant="neighbours", players=3, first="C")
    assert (hold(match, "A"), hold(match, "B")) == (["key-3", "key-4"], [])


@pytest.mark.rule("L50", "L14")
def test_what_an_anchor_saves_is_not_for_the_neighbour():
    match = table(sink("A", "key-3", "anchor-3", "chest-3", "key-4"), variant="neighbours")
    assert (hold(match, "A"), hold(match, "B")) == (["key-3"], ["anchor-3", "key-4", "chest-3"])


@pytest.mark.rule("L50", "L18")
def test_a_knife_still_cuts_into_the_locker():
    match = table(dive("A", "key-3"), "sea draw knife-3", "B knife A key", variant="neighbours")
    assert (lost(match), hold(match, "B")) == (["key-3"], [])


@pytest.mark.rule("L50", "L46")
def test_a_decoyed_harpoon_still_leaves_for_the_locker():
    match = table("sea draw harpoon-3", variant="neighbours", divers=["none", "decoy"])
    assert (lost(match), hold(match, "B")) == (["harpoon-3"], [])


@pytest.mark.rule("L50", "L38")
def test_a_dry_net_keeps_its_catch_from_the_neighbour():
    lines = [*dive("A", "anchor-3"), *dive("B", "chest-3"), *sink("A", "key-3", "net-3"), "A net anchor"]
    match = table(lines, "A continue", "sea draw key-4", variant="neighbours", divers=["dry-net", "none"])
    assert hold(match, "A") == ["anchor-3", "key-3", "net-3"]
    assert hold(match, "B") == ["key-4", "chest-3"]


# --- Strange waters ---


@pytest.mark.rule("L54")
def test_an_equal_value_triggers_an_incident():
    match = table(sink("A", "key-3", "chest-4", "mermaid-5", "anchor-3"), variant="strange-waters")
    assert match.view()["turn"] == "B"
    assert lost(match) == ["anchor-3", "key-3", "chest-4", "mermaid-5"]


@pytest.mark.rule("L54")
def test_suits_may_repeat_in_the_row():
    match = table(sink("A", "key-3", "key-4", "key-5", "mermaid-6"), variant="strange-waters")
    assert row(match) == ["key-3", "key-4", "key-5", "mermaid-6"]
    match.play("A surface")
    assert hold(match, "A") == ["key-3", "key-4", "key-5", "mermaid-6"]


@pytest.mark.rule("L54", "L18")
def test_each_card_of_a_suit_applies_its_effect():
    lines = [*dive("A", "key-3", "anchor-4"), "sea draw knife-3", "B knife A key", "B continue", "sea draw knife-4"]
    match = table(lines, variant="strange-waters")
    assert match.choices("B") == ["knife A anchor"]


@pytest.mark.rule("L54", "L20")
def test_key_and_chest_pay_once():
    match = table(dive("A", "key-3", "chest-4", "key-5", "chest-6"), variant="strange-waters")
    assert match.view()["bonus"] == 4


@pytest.mark.rule("L54", "L10")
def test_values_are_compared_wherever_the_card_comes_from():
    match = table("sea draw map-3", chart("A", "map-2", "key-2", "net-2"), variant="strange-waters")
    assert row(match) == ["map-3", "map-2"]
    match = go(match, chart("A", "key-2", "net-2", "chest-2"))
    assert match.view()["turn"] == "B"


@pytest.mark.rule("L54", "L15")
def test_a_second_squid_raises_the_debt_to_two_again():
    match = table("sea draw squid-3", "sea draw squid-4", variant="strange-waters")
    assert (row(match), squid(match), match.to_act) == (["squid-3", "squid-4"], 2, ["sea"])
    go(match, "sea draw key-5", "sea draw key-6")
    assert match.choices("A") == BOTH


@pytest.mark.rule("L54", "L15")
def test_a_second_squid_that_pays_the_debt_opens_a_new_one():
    match = table("sea draw squid-3", "sea draw key-5", "sea draw squid-4", variant="strange-waters")
    assert (squid(match), match.to_act) == (2, ["sea"])


@pytest.mark.rule("L54", "L40")
def test_a_second_squid_under_a_beastmaster_raises_the_debt_to_four():
    match = table("sea draw squid-3", variant="strange-waters", divers=["none", "beastmaster"])
    debts = [squid(match)]
    for card in ("key-4", "squid-5", "key-6"):
        match.play(f"sea draw {card}")
        debts.append(squid(match))
    assert debts == [4, 3, 4, 3]


@pytest.mark.rule("L54", "L39")
def test_a_fished_squid_meets_no_value():
    match = table(sink("A", "key-3", "squid-3"), variant="strange-waters", divers=["squid-fisher", "none"])
    assert (row(match), hold(match, "A"), match.choices("A")) == (["key-3"], ["squid-3"], BOTH)


@pytest.mark.rule("L54", "L31", "L14")
def test_safe_harbour_counts_from_the_later_anchor():
    cards = ("anchor-3", "key-4", "anchor-5", "mermaid-6", "key-7", "mermaid-8", "chest-4")
    match = table(sink("A", *cards), variant="strange-waters", divers=["safe-harbour", "none"])
    assert hold(match, "A") == ["anchor-3", "anchor-5", "key-4", "key-7", "mermaid-6"]
    assert lost(match) == ["chest-4", "mermaid-8"]


@pytest.mark.rule("L54", "L37")
def test_a_double_haul_in_a_double_haul():
    lines = [*dive("A", "net-3", "key-4", "anchor-5", "mermaid-6"), *dive("B", "chest-3"), "sea draw net-7"]
    match = table(lines, "A net net", variant="strange-waters", divers=["double-haul", "none"])
    assert match.view()["hauls"] == 3
    go(match, "A net key", "A net anchor", "A net mermaid")
    assert row(match) == ["net-7", "net-3", "key-4", "anchor-5", "mermaid-6"]
    assert match.choices("A") == BOTH


@pytest.mark.rule("L54", "L46")
def test_a_decoyed_harpoon_frees_its_value():
    match = table(sink("A", "harpoon-3", "key-3"), variant="strange-waters", divers=["none", "decoy"])
    assert (row(match), lost(match)) == (["key-3"], ["harpoon-3"])
