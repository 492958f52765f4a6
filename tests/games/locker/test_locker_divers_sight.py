"""The skills of Songkeeper, Pilot and Harpooner: L43 to L46 (golden scales, L42, are with the score)."""

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
    sink,
    squid,
    table,
)

# --- Charmer ---

CHARMER = {"divers": ["charmer", "none"]}


@pytest.mark.rule("L43", "L7")
def test_a_drawn_mermaid_goes_straight_to_the_charmers_hold():
    match = table("sea draw mermaid-5", **CHARMER)
    assert (row(match), hold(match, "A"), match.choices("A")) == ([], ["mermaid-5"], BOTH)
    match.play("A surface")
    assert (match.view()["turn"], hold(match, "A")) == ("B", ["mermaid-5"])


@pytest.mark.rule("L43")
def test_a_charmed_mermaid_meets_no_mermaid():
    match = table("sea draw map-3", chart("A", "mermaid-4", "key-2", "net-2"), "A continue", **CHARMER)
    match.play("sea draw mermaid-5")
    assert (row(match), hold(match, "A")) == (["map-3", "mermaid-4"], ["mermaid-5"])
    assert match.choices("A") == BOTH


@pytest.mark.rule("L43", "L15")
def test_a_charmed_mermaid_pays_no_squid():
    match = table("sea draw squid-3", "sea draw mermaid-5", **CHARMER)
    assert (squid(match), match.to_act, hold(match, "A")) == (2, ["sea"], ["mermaid-5"])


@pytest.mark.rule("L43", "L19", "L15")
def test_a_charmed_mermaid_after_a_drone_under_a_squid():
    match = table(sink("A", "squid-3", "drone-3", "mermaid-5"), **CHARMER)
    assert (squid(match), match.to_act) == (1, ["sea"])


@pytest.mark.rule("L43")
def test_a_mermaid_from_elsewhere_joins_the_charmers_row():
    match = table(dive("A", "mermaid-5"), dive("B", "key-3"), "sea draw net-3", "A net mermaid", **CHARMER)
    assert (row(match), hold(match, "A")) == (["net-3", "mermaid-5"], [])


@pytest.mark.rule("L43", "L13", "L24")
def test_a_mermaid_charmed_last():
    match = go(near_end("squid-3", "mermaid-5", **CHARMER), "sea draw squid-3", "sea draw mermaid-5")
    assert match.choices("A") == ["surface"]
    match.play("A surface")
    assert (match.over, match.scores) == (True, {"A": 8, "B": 0})


@pytest.mark.rule("L43")
def test_an_opponents_mermaid_is_not_charmed():
    match = table(dive("A", "key-3"), "sea draw mermaid-5", **CHARMER)
    assert row(match) == ["mermaid-5"]


@pytest.mark.rule("L43", "L54")
def test_a_charmed_mermaid_meets_no_value():
    match = table(sink("A", "key-5", "mermaid-5"), variant="strange-waters", **CHARMER)
    assert (row(match), hold(match, "A")) == (["key-5"], ["mermaid-5"])


# --- Mystic ---

MYSTIC = {"divers": ["mystic", "none"]}


@pytest.mark.rule("L44")
def test_a_mystic_looks_at_three_cards_top_first():
    match = table("sea draw drone-3", **MYSTIC)
    for n, card in enumerate(("key-4", "map-4", "net-4")):
        assert set(match.fates().values()) == {Fraction(1, 49 - n)}
        match.play(f"sea peek {card}")
    assert match.view("A")["peeked"] == ["key-4", "map-4", "net-4"]
    assert match.choices("A") == BOTH
    go(match, "A continue")
    assert match.fates() == {"draw key-4": Fraction(1)}


@pytest.mark.rule("L44")
def test_no_card_is_looked_at_twice():
    match = table("sea draw drone-3", peek("key-4"), **MYSTIC)
    assert "peek key-4" not in match.fates()


@pytest.mark.rule("L44")
def test_each_card_remembers_who_saw_it_until_it_is_revealed():
    match = table("sea draw drone-3", peek("key-4", "chest-4", "net-4"), "A surface", **MYSTIC)
    assert match.fates() == {"draw key-4": Fraction(1)}
    go(match, "sea draw key-4", "B continue")
    assert match.fates() == {"draw chest-4": Fraction(1)}
    assert (match.view("A")["peeked"], match.view("B")["peeked"]) == (["chest-4", "net-4"], [])
    go(match, "sea draw chest-4", "B surface", bonus("net-2", "map-2"))
    assert match.view("A")["peeked"] == ["net-4"]
    go(match, "sea draw net-4", "A net drone", peek("key-5", "key-6", "key-7"), "A surface")
    assert match.view("A")["peeked"] == ["key-5", "key-6", "key-7"]


@pytest.mark.rule("L44")
def test_looking_again_is_certain_for_the_cards_already_known():
    match = table("sea draw drone-3", peek("key-4", "drone-4", "net-4"), "A surface", dive("B", "key-4"), **MYSTIC)
    match.play("sea draw drone-4")
    assert match.fates() == {"peek net-4": Fraction(1)}
    match.play("sea peek net-4")
    assert set(match.fates().values()) == {Fraction(1, 46)}
    assert "peek net-4" not in match.fates()
    go(match, peek("chest-4", "map-4"))
    assert match.view("A")["peeked"] == ["net-4", "chest-4", "map-4"]


@pytest.mark.rule("L44", "L61")
def test_two_viewers_may_know_different_cards():
    lines = ["sea draw drone-3", *peek("drone-4", "chest-4", "net-4"), "A surface", "sea draw drone-4"]
    match = table(lines, **MYSTIC)
    assert match.fates() == {"peek chest-4": Fraction(1)}
    match.play("sea peek chest-4")
    assert match.view("A")["peeked"] == ["chest-4", "net-4"]
    assert match.view("B")["peeked"] == ["chest-4"]
    assert match.choices("B") == BOTH
    go(match, "B continue", "sea draw chest-4")
    assert (match.view("A")["peeked"], match.view("B")["peeked"]) == (["net-4"], [])


@pytest.mark.rule("L44", "L19")
def test_a_mystic_looks_past_what_another_drone_saw():
    lines = [*dive("A", "key-3"), "sea draw drone-3", *peek("drone-4"), "B surface", "sea draw drone-4"]
    match = table(lines, peek("key-5", "key-6", "key-7"), "A surface", **MYSTIC)
    assert (match.view("A")["peeked"], match.view("B")["peeked"]) == (["key-5", "key-6", "key-7"], [])


@pytest.mark.rule("L44")
@pytest.mark.parametrize("left", [("key-3",), ("key-3", "chest-3"), ("key-3", "chest-3", "net-3")])
def test_a_mystic_sees_fewer_near_the_end_of_the_deck(left):
    match = go(near_end("drone-3", *left, **MYSTIC), "sea draw drone-3", peek(*left))
    assert (match.view("A")["peeked"], match.choices("A")) == (list(left), BOTH)


@pytest.mark.rule("L44", "L19")
def test_a_mystic_before_an_empty_deck():
    match = go(near_end("drone-3", **MYSTIC), "sea draw drone-3")
    assert match.choices("A") == ["surface"]


@pytest.mark.rule("L44", "L15")
def test_a_mystic_under_a_squid_must_continue():
    match = table(sink("A", "squid-3", "drone-3"), peek("squid-4", "key-3", "net-3"), **MYSTIC)
    assert match.choices("A") == ["continue"]


@pytest.mark.rule("L44", "L19")
def test_an_opponents_drone_looks_at_one():
    match = table(dive("A", "key-3"), "sea draw drone-3", peek("key-4"), **MYSTIC)
    assert match.choices("B") == BOTH


# --- Freebooter ---


@pytest.mark.rule("L45", "L22")
def test_a_freebooter_may_steal_suits_already_held():
    lines = [*dive("A", "key-3"), *dive("B", "key-4", "anchor-3"), "sea draw harpoon-3"]
    assert table(lines).choices("A") == ["harpoon B anchor"]
    assert table(lines, divers=["none", "freebooter"]).choices("A") == ["harpoon B anchor"]
    match = table(lines, divers=["freebooter", "none"])
    assert match.choices("A") == ["harpoon B anchor", "harpoon B key"]
    match.play("A harpoon B key")
    assert (row(match), hold(match, "A"), hold(match, "B")) == (["harpoon-3", "key-4"], ["key-3"], ["anchor-3"])


@pytest.mark.rule("L45")
def test_a_freebooter_needs_an_opponent_with_cards():
    match = table(dive("A", "key-3"), sink("B", "key-4", "key-5"), "sea draw harpoon-3", divers=["freebooter", "none"])
    assert match.choices("A") == BOTH


# --- Decoy ---

SQUIDS = ("squid-3", "key-3", "anchor-3")


@pytest.mark.rule("L46")
def test_a_decoy_lets_harpoons_take_squids_only():
    match = table(dive("A", *SQUIDS), "sea draw harpoon-3", divers=["decoy", "none"])
    assert match.choices("B") == ["harpoon A squid"]
    match.play("B harpoon A squid")
    assert (row(match), squid(match)) == (["harpoon-3", "squid-3"], 2)


@pytest.mark.rule("L46")
def test_a_decoy_protects_third_parties_and_their_squids_may_go():
    lines = [*dive("A", "key-4"), *dive("B", "chest-3"), *dive("C", *SQUIDS), *dive("A", "mermaid-5")]
    match = table(lines, "sea draw harpoon-3", players=3, divers=["decoy", "none", "none"])
    assert match.choices("B") == ["harpoon C squid"]


@pytest.mark.rule("L46", "L22")
def test_a_decoyed_harpooner_who_holds_a_squid_loses_the_harpoon():
    lines = [*dive("A", *SQUIDS), *dive("B", "squid-4", "chest-4", "mermaid-5"), *dive("A", "mermaid-6")]
    match = table(lines, "sea draw harpoon-3", divers=["decoy", "none"])
    assert (row(match), lost(match), match.choices("B")) == ([], ["harpoon-3"], BOTH)
    assert "squid-3" in hold(match, "A")


@pytest.mark.rule("L46", "L45")
def test_a_freebooter_may_take_a_second_squid_past_a_decoy():
    lines = [*dive("A", *SQUIDS), *dive("B", "squid-4", "chest-4", "mermaid-5"), *dive("A", "mermaid-6")]
    match = table(lines, "sea draw harpoon-3", divers=["decoy", "freebooter"])
    assert match.choices("B") == ["harpoon A squid"]


@pytest.mark.rule("L46", "L7")
def test_a_decoyed_harpoon_leaves_the_row_and_surfacing_is_still_allowed():
    match = table("sea draw harpoon-3", divers=["none", "decoy"])
    assert (row(match), lost(match), match.choices("A")) == ([], ["harpoon-3"], BOTH)
    match.play("A surface")
    assert (hold(match, "A"), match.view()["turn"]) == ([], "B")


@pytest.mark.rule("L46", "L8")
def test_a_decoyed_harpoon_meets_no_later_harpoon():
    match = table(sink("A", "key-3", "harpoon-3", "harpoon-4"), divers=["none", "decoy"])
    assert (row(match), lost(match)) == (["key-3"], ["harpoon-3", "harpoon-4"])


@pytest.mark.rule("L46", "L15")
def test_a_decoyed_harpoon_has_paid_a_squid_one_card():
    match = table(sink("A", "squid-3", "harpoon-3"), divers=["none", "decoy"])
    assert (row(match), squid(match), match.to_act) == (["squid-3"], 1, ["sea"])
    match.play("sea draw harpoon-4")
    assert (row(match), squid(match), match.choices("A")) == (["squid-3"], 0, BOTH)


@pytest.mark.rule("L46", "L20")
def test_a_decoyed_harpoon_counts_for_no_bonus():
    match = table(dive("A", "key-3", "harpoon-3", "chest-3"), divers=["none", "decoy"])
    assert match.view()["bonus"] == 2


@pytest.mark.rule("L46", "L38", "L21")
def test_a_decoyed_harpoon_that_a_dry_net_brought_is_in_the_row_no_more():
    lines = [*dive("A", "mermaid-5"), *dive("B", "key-3", "chest-3"), *bonus("harpoon-2", "map-2")]
    match = table(lines, dive("A", "anchor-3"), "sea draw net-3", "B net harpoon", divers=["decoy", "dry-net"])
    assert (row(match), "harpoon-2" in locker(match), match.choices("B")) == (["net-3"], True, BOTH)
    go(match, "B continue", "sea draw chest-4", "B continue", "sea draw net-4")
    assert hold(match, "B") == ["map-2", "key-3", "chest-3", "net-3"]
    assert lost(match) == ["chest-4", "net-4"]


@pytest.mark.rule("L46")
def test_the_decoys_own_harpoon_is_an_ordinary_one():
    match = table(dive("A", "key-3"), "sea draw harpoon-3", divers=["none", "decoy"])
    assert match.choices("B") == ["harpoon A key"]
    match = table("sea draw harpoon-3", divers=["decoy", "none"])
    assert (row(match), locker(match)) == (["harpoon-3"], LOWEST)


@pytest.mark.rule("L46", "L14")
def test_a_decoyed_harpoon_takes_no_place_after_an_anchor():
    cards = ("key-3", "anchor-3", "harpoon-3", "chest-3", "mermaid-5", "net-3", "key-4")
    match = table(sink("A", *cards), divers=["safe-harbour", "decoy"])
    assert hold(match, "A") == ["anchor-3", "key-3", "chest-3", "mermaid-5"]
    assert lost(match) == ["key-4", "net-3", "harpoon-3"]
