"""The effects of Anchor, Squid, Map, Knife, Drone and Mermaid: L14 to L19, L23."""

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

# --- Anchor ---


@pytest.mark.rule("L14")
def test_what_came_before_an_anchor_is_saved():
    match = table(sink("A", "key-3", "mermaid-5", "anchor-3", "chest-3", "key-4"))
    assert hold(match, "A") == ["key-3", "mermaid-5"]
    assert lost(match) == ["anchor-3", "key-4", "chest-3"]
    assert match.view()["turn"] == "B"


@pytest.mark.rule("L14")
def test_an_anchor_that_came_first_saves_nothing():
    match = table(sink("A", "anchor-3", "key-3", "chest-3", "key-4"))
    assert hold(match, "A") == []
    assert lost(match) == ["anchor-3", "key-3", "key-4", "chest-3"]


@pytest.mark.rule("L14")
def test_an_anchor_that_triggers_is_lost_and_the_one_in_the_row_counts():
    match = table(sink("A", "key-3", "anchor-3", "chest-3", "anchor-4"))
    assert hold(match, "A") == ["key-3"]
    assert lost(match) == ["anchor-3", "anchor-4", "chest-3"]


@pytest.mark.rule("L14", "L20")
def test_saved_key_and_chest_earn_no_bonus():
    match = table(sink("A", "key-3", "chest-3", "anchor-3", "key-4"))
    assert hold(match, "A") == ["key-3", "chest-3"]
    assert match.view()["turn"] == "B"
    assert sea_verbs(match) == {"draw"}


@pytest.mark.rule("L14", "L54")
def test_of_two_anchors_the_later_one_counts():
    cards = ("key-3", "anchor-4", "chest-5", "anchor-6", "mermaid-7", "key-4")
    match = table(sink("A", *cards), variant="strange-waters")
    assert hold(match, "A") == ["anchor-4", "key-3", "chest-5"]
    assert lost(match) == ["anchor-6", "key-4", "mermaid-7"]


@pytest.mark.rule("L14")
def test_an_anchor_changes_nothing_on_surfacing():
    match = table(dive("A", "key-3", "anchor-3", "mermaid-5"))
    assert hold(match, "A") == ["anchor-3", "key-3", "mermaid-5"]


# --- Giant Squid ---


@pytest.mark.rule("L15")
def test_a_squid_asks_for_two_more_cards_without_asking_the_player():
    match = table("sea draw squid-3")
    assert (squid(match), match.to_act) == (2, ["sea"])
    match.play("sea draw key-3")
    assert (squid(match), match.to_act) == (1, ["sea"])
    match.play("sea draw chest-3")
    assert (squid(match), match.choices("A")) == (0, BOTH)


@pytest.mark.rule("L15")
def test_an_incident_ends_what_a_squid_asks():
    match = table("sea draw squid-3", "sea draw squid-4")
    assert (squid(match), match.view()["turn"]) == (0, "B")
    match.play("sea draw key-3")
    assert match.choices("B") == BOTH


@pytest.mark.rule("L15", "L21")
def test_a_net_first_brings_the_second_card_itself():
    match = table(dive("A", "mermaid-5"), dive("B", "chest-3"), sink("A", "squid-3", "net-3"), "A net mermaid")
    assert (row(match), squid(match)) == (["squid-3", "net-3", "mermaid-5"], 0)
    assert match.choices("A") == BOTH


@pytest.mark.rule("L15", "L22")
def test_a_harpoon_first_brings_the_second_card_itself():
    match = table(dive("A", "mermaid-5"), sink("B", "squid-3", "harpoon-3"), "B harpoon A mermaid")
    assert (row(match), squid(match)) == (["squid-3", "harpoon-3", "mermaid-5"], 0)
    assert match.choices("B") == BOTH


@pytest.mark.rule("L15", "L17")
def test_a_map_first_brings_the_second_card_itself():
    match = table(sink("A", "squid-3", "map-3"), chart("A", "anchor-2", "key-2", "net-2"))
    assert (row(match), squid(match)) == (["squid-3", "map-3", "anchor-2"], 0)
    assert match.choices("A") == BOTH


@pytest.mark.rule("L15")
@pytest.mark.parametrize(
    ("second", "picks"),
    [
        ("net-3", ["A net mermaid"]),
        ("harpoon-3", ["A harpoon B chest"]),
        ("map-3", chart("A", "anchor-2", "key-2", "net-2")),
    ],
)
def test_a_net_harpoon_or_map_second_brings_a_third_card(second, picks):
    match = table(dive("A", "mermaid-5"), dive("B", "chest-3"), sink("A", "squid-3", "key-3", second))
    assert (squid(match), match.choices("A") == BOTH) == (0, False)
    go(match, picks)
    assert len(row(match)) == 4
    assert match.choices("A") == BOTH


@pytest.mark.rule("L16")
@pytest.mark.parametrize("first", ["net-3", "harpoon-3"])
def test_if_the_first_places_nothing_the_second_comes_from_the_deck(first):
    match = table(sink("A", "squid-3", first))
    assert (squid(match), match.to_act) == (1, ["sea"])
    match.play("sea draw key-3")
    assert match.choices("A") == BOTH


@pytest.mark.rule("L16", "L18")
def test_a_knife_under_a_squid_pays_only_for_itself():
    match = table(dive("A", "mermaid-5"), sink("B", "squid-3", "knife-3"), "B knife A mermaid")
    assert (squid(match), match.to_act) == (1, ["sea"])


@pytest.mark.rule("L16")
def test_a_squid_asks_only_as_far_as_the_deck_reaches():
    match = go(near_end("squid-3", "net-3"), "sea draw squid-3")
    assert match.to_act == ["sea"]
    match.play("sea draw net-3")
    assert match.choices("A") == ["surface"]


# --- Treasure Map ---


@pytest.mark.rule("L17")
def test_a_map_shows_three_cards_of_the_shuffled_locker():
    match = table("sea draw map-3")
    assert match.fates() == {f"show {card}": Fraction(1, 10) for card in LOWEST}
    match.play("sea show key-2")
    assert match.fates() == {f"show {card}": Fraction(1, 9) for card in LOWEST if card != "key-2"}
    go(match, show("net-2"))
    assert set(match.fates().values()) == {Fraction(1, 8)}
    go(match, show("anchor-2"))
    assert match.choices("A") == ["take key-2", "take net-2", "take anchor-2"]


@pytest.mark.rule("L17")
def test_one_shown_card_is_placed_and_the_others_return():
    match = table("sea draw map-3", show("key-2", "net-2", "anchor-2"), "A take anchor-2")
    assert row(match) == ["map-3", "anchor-2"]
    assert locker(match) == [card for card in LOWEST if card != "anchor-2"]
    assert match.view("A")["shown"] == []
    assert match.choices("A") == BOTH


@pytest.mark.rule("L17", "L10")
def test_one_must_be_placed_even_if_it_triggers_an_incident():
    lines = [*sink("A", "key-3", "chest-3", "map-3"), *show("key-2", "chest-2", "map-2")]
    match = table(lines)
    assert match.choices("A") == ["take key-2", "take chest-2", "take map-2"]
    match.play("A take map-2")
    assert lost(match) == ["map-3", "key-3", "chest-3"]
    assert "map-2" in locker(match)
    assert match.view()["turn"] == "B"


def small_locker(left):
    """B is in turn and the Locker holds this many cards: a windfall took the others."""
    cards = ["key-3", "chest-3", "anchor-3", "mermaid-5", "net-3"][: 5 - left // 2]
    found = LOWEST[left:]
    return table(dive("A", *cards), bonus(*found), divers=["windfall", "none"])


@pytest.mark.rule("L17")
def test_a_small_locker_shows_fewer_cards():
    match = go(small_locker(2), "sea draw map-3", show("squid-2"))
    assert match.fates() == {"show anchor-2": Fraction(1)}
    go(match, show("anchor-2"))
    assert match.choices("B") == ["take squid-2", "take anchor-2"]


@pytest.mark.rule("L17", "L16")
def test_an_empty_locker_shows_nothing():
    match = go(small_locker(0), "sea draw map-3")
    assert match.view()["locker"] == 0
    assert match.choices("B") == BOTH
    match = go(small_locker(0), sink("B", "squid-3", "map-3"))
    assert (squid(match), match.to_act) == (1, ["sea"])


# --- Knife ---


@pytest.mark.rule("L18")
def test_a_knife_hits_any_suit_of_any_opponent():
    match = table(dive("A", "mermaid-5"), dive("B", "key-3", "anchor-3"), dive("C", "chest-3"), players=3)
    match.play("sea draw knife-3")
    assert match.choices("A") == ["knife B anchor", "knife B key", "knife C chest"]
    match.play("A knife B key")
    assert (hold(match, "B"), lost(match)) == (["anchor-3"], ["key-3"])
    assert row(match) == ["knife-3"]
    assert match.choices("A") == BOTH


@pytest.mark.rule("L18")
def test_a_knife_without_a_victim_has_no_effect():
    match = table(dive("A", "mermaid-5"), sink("B", "key-3", "key-4"), "sea draw knife-3")
    assert match.choices("A") == BOTH
    assert hold(match, "A") == ["mermaid-5"]


# --- Exploration Drone ---


@pytest.mark.rule("L19")
def test_a_drone_looks_at_the_top_card():
    match = table("sea draw drone-3")
    assert match.fates()["peek map-4"] == Fraction(1, 49)
    assert len(match.fates()) == 49
    match.play("sea peek map-4")
    assert match.choices("A") == BOTH
    assert row(match) == ["drone-3"]


@pytest.mark.rule("L19")
def test_surfacing_leaves_the_card_for_the_next_player():
    match = table("sea draw drone-3", "sea peek map-4", "A surface")
    assert match.view()["turn"] == "B"
    assert match.fates() == {"draw map-4": Fraction(1)}
    match.play("sea draw map-4")
    assert row(match) == ["map-4"]


@pytest.mark.rule("L19", "L5")
def test_after_the_seen_card_the_deck_is_unknown_again():
    match = table("sea draw drone-3", "sea peek key-4", "A continue", "sea draw key-4", "A continue")
    assert set(match.fates().values()) == {Fraction(1, 48)}
    assert "draw key-4" not in match.fates()


@pytest.mark.rule("L19", "L15")
def test_under_a_squid_a_drone_asks_but_allows_continue_only():
    match = table(sink("A", "squid-3", "drone-3"), peek("squid-4"))
    assert (squid(match), match.choices("A")) == (1, ["continue"])
    match.play("A continue")
    assert match.fates() == {"draw squid-4": Fraction(1)}


@pytest.mark.rule("L19", "L15")
def test_a_drone_that_satisfies_the_squid_allows_both():
    match = table(sink("A", "squid-3", "key-3", "drone-3"), peek("squid-4"))
    assert (squid(match), match.choices("A")) == (0, BOTH)


@pytest.mark.rule("L19")
def test_a_drone_on_an_empty_deck_has_no_effect():
    match = go(near_end("drone-3"), "sea draw drone-3")
    assert match.choices("A") == ["surface"]
    assert match.view("A")["peeked"] == []


# --- Mermaid ---


@pytest.mark.rule("L23")
def test_a_mermaid_has_no_effect():
    match = table(dive("A", "key-3"), dive("B", "chest-3"), "sea draw mermaid-9")
    assert match.choices("A") == BOTH
    assert (row(match), hold(match, "A"), hold(match, "B")) == (["mermaid-9"], ["key-3"], ["chest-3"])
    assert (squid(match), locker(match)) == (0, LOWEST)
