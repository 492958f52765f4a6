"""The end, the score and the variants that change them: L24 to L26, L51 to L53, L55."""

from fractions import Fraction

import pytest

from tests.games.locker.locker_helpers import bonus, dive, go, hold, near_end, peek, sink, table

# --- The last turn ---


@pytest.mark.rule("L24")
def test_the_game_ends_after_the_turn_that_revealed_the_last_card():
    match = go(near_end("key-3", "chest-3", "anchor-3"), dive("A", "key-3"), sink("B", "chest-3", "anchor-3"))
    assert (match.over, match.choices("B"), match.winners) == (False, ["surface"], [])
    match.play("B surface")
    assert (match.over, match.to_act, match.fates()) == (True, [], {})
    assert (match.choices("A"), match.choices("B")) == ([], [])
    assert (match.scores, match.winners) == ({"A": 3, "B": 6}, ["B"])


@pytest.mark.rule("L24", "L8")
def test_the_last_card_may_trigger_an_incident():
    match = go(near_end("key-3", "key-4", "mermaid-5"), dive("A", "mermaid-5"), sink("B", "key-3", "key-4"))
    assert (match.over, match.scores, match.winners) == (True, {"A": 5, "B": 0}, ["A"])


@pytest.mark.rule("L24", "L19")
def test_a_last_card_left_on_top_by_a_drone_is_not_revealed():
    match = go(near_end("drone-3", "key-4"), "sea draw drone-3", peek("key-4"), "A surface")
    assert (match.over, match.view()["turn"]) == (False, "B")
    assert match.fates() == {"draw key-4": Fraction(1)}
    go(match, dive("B", "key-4"))
    assert (match.over, match.scores) == (True, {"A": 3, "B": 4})


# --- Score and ties ---


@pytest.mark.rule("L25")
def test_the_top_card_of_each_suit_counts():
    match = table(dive("A", "key-3", "anchor-4"), dive("B", "chest-3"), dive("A", "key-7", "mermaid-9"))
    assert hold(match, "A") == ["anchor-4", "key-3", "key-7", "mermaid-9"]
    assert match.scores == {"A": 4 + 7 + 9, "B": 3}


@pytest.mark.rule("L26")
def test_scores_are_the_present_value_of_the_holds_and_nobody_has_won_yet():
    match = table("sea draw key-3")
    assert (match.scores, match.winners) == ({"A": 0, "B": 0}, [])
    match.play("A surface")
    assert (match.scores, match.winners) == ({"A": 3, "B": 0}, [])
    assert (match.view()["scores"], match.view()["winners"]) == ({"A": 3, "B": 0}, [])


@pytest.mark.rule("L26")
def test_more_cards_win_a_tie():
    match = near_end("key-3", "chest-5", "key-5", "mermaid-5", "mermaid-6")
    go(match, dive("A", "key-3"), dive("B", "chest-5"), dive("A", "key-5"), sink("B", "mermaid-5", "mermaid-6"))
    assert (match.over, match.scores, match.winners) == (True, {"A": 5, "B": 5}, ["A"])


@pytest.mark.rule("L26")
def test_a_tie_of_cards_too_is_a_shared_victory():
    match = near_end("key-5", "chest-5", "mermaid-5", "mermaid-6", players=3)
    go(match, dive("A", "key-5"), dive("B", "chest-5"), sink("C", "mermaid-5", "mermaid-6"))
    assert (match.over, match.scores, match.winners) == (True, {"A": 5, "B": 5, "C": 0}, ["A", "B"])
    assert match.view("C")["winners"] == ["A", "B"]


@pytest.mark.rule("L26")
def test_nobody_holding_a_card_is_a_shared_victory():
    match = go(near_end("key-5", "key-6"), sink("A", "key-5", "key-6"))
    assert (match.over, match.winners) == (True, ["A", "B"])


# --- Hoard ---


@pytest.mark.rule("L51")
def test_every_card_scores_in_a_hoard():
    match = table(dive("A", "key-3", "anchor-4"), dive("B", "chest-3"), dive("A", "key-7"), variant="hoard")
    assert match.scores == {"A": 3 + 4 + 7, "B": 3}


@pytest.mark.rule("L51", "L26")
def test_a_hoard_decides_the_game():
    match = near_end("key-3", "chest-6", "key-5", "mermaid-5", "mermaid-6", variant="hoard")
    go(match, dive("A", "key-3"), dive("B", "chest-6"), dive("A", "key-5"), sink("B", "mermaid-5", "mermaid-6"))
    assert (match.scores, match.winners) == ({"A": 8, "B": 6}, ["A"])


# --- Sudden death ---

FORTY_FOUR = ("key-7", "anchor-7", "mermaid-9", "knife-7", "net-7", "harpoon-7")


@pytest.mark.rule("L52")
@pytest.mark.parametrize(
    ("squid", "worth", "over"), [("squid-5", 49, False), ("squid-6", 50, True), ("squid-7", 51, True)]
)
def test_fifty_points_win_at_once(squid, worth, over):
    match = table(dive("A", squid, *FORTY_FOUR), variant="sudden-death")
    assert match.scores["A"] == worth
    assert (match.over, match.winners) == (over, ["A"] if over else [])


@pytest.mark.rule("L52")
def test_without_the_variant_nobody_wins_at_once():
    assert not table(dive("A", "squid-7", *FORTY_FOUR)).over


@pytest.mark.rule("L52", "L20")
def test_sudden_death_waits_for_the_bonus():
    cards = ("chest-7", *FORTY_FOUR)
    match = table(dive("A", *cards), variant="sudden-death")
    assert (match.scores["A"], match.over) == (51, False)
    go(match, bonus("squid-2", "map-2", "drone-2", "anchor-2", "net-2", "knife-2"))
    assert not match.over
    match.play("sea bonus key-2")
    assert (match.over, match.scores["A"], match.winners) == (True, 57, ["A"])


@pytest.mark.rule("L52", "L47")
def test_sudden_death_also_strikes_for_a_player_out_of_turn():
    lines = ["A sabotage B", *dive("A", *FORTY_FOUR), *sink("B", "chest-7", "chest-6")]
    match = table(lines, divers=["saboteur", "none"], variant="sudden-death")
    assert (match.over, match.scores, match.winners) == (True, {"A": 51, "B": 0}, ["A"])


def both_at_fifty(squid, saved, *after):
    """A, the Saboteur, is worth 44; B saves one card by an Anchor and loses the rest to A at once."""
    first = ["A sabotage B", *dive("B", squid, "key-6", "anchor-6", "mermaid-8", "knife-6", "net-6", "harpoon-6")]
    second = dive("A", "squid-7", "key-7", "anchor-7", "mermaid-9", "drone-7", "net-7")
    third = sink("B", saved, "anchor-5", *after)
    return table(first, second, third, divers=["saboteur", "none"], variant="sudden-death", first="B")


@pytest.mark.rule("L52")
def test_of_several_over_fifty_the_highest_wins():
    match = both_at_fifty("squid-6", "chest-7", "chest-6")
    assert (match.over, match.scores, match.winners) == (True, {"A": 50, "B": 51}, ["B"])


@pytest.mark.rule("L52", "L26")
def test_ties_over_fifty_go_to_more_cards():
    match = both_at_fifty("squid-5", "chest-7", "key-5", "chest-6")
    assert (match.over, match.scores, match.winners) == (True, {"A": 50, "B": 50}, ["A"])
    match = both_at_fifty("squid-5", "chest-7", "chest-6")
    assert (match.over, match.scores, match.winners) == (True, {"A": 50, "B": 50}, ["A", "B"])


@pytest.mark.rule("L52", "L24")
def test_sudden_death_ends_with_the_deck_too():
    match = go(near_end("key-5", "chest-6", variant="sudden-death"), dive("A", "key-5"), dive("B", "chest-6"))
    assert (match.over, match.winners) == (True, ["B"])


# --- Full house ---


@pytest.mark.rule("L53")
def test_absent_suits_cost_five_each():
    match = table(dive("A", "key-3", "anchor-4"), variant="full-house")
    assert match.scores == {"A": 3 + 4 - 8 * 5, "B": -50}


@pytest.mark.rule("L53")
def test_a_full_house_costs_nothing():
    match = near_end("key-7", "chest-7", "anchor-7", "mermaid-9", "harpoon-7", "net-3", variant="full-house")
    go(match, dive("A", "key-7", "chest-7", "anchor-7", "mermaid-9", "harpoon-7"))
    go(match, bonus("squid-7", "map-7", "knife-7", "drone-7", "net-7"))
    assert match.scores == {"A": 72, "B": -50}


@pytest.mark.rule("L53", "L26")
def test_negative_scores_are_ordered_too():
    match = near_end("key-3", "chest-3", "anchor-3", "mermaid-5", "mermaid-6", "chest-4", variant="full-house")
    go(match, dive("A", "anchor-3"), dive("B", "chest-3"), dive("A", "key-3"), dive("B", "chest-4"))
    go(match, sink("A", "mermaid-5", "mermaid-6"))
    assert (match.scores, match.winners) == ({"A": 6 - 40, "B": 4 - 45}, ["A"])


# --- Depth limit ---

A_ROW = ("key-7", "chest-7", "anchor-7", "mermaid-9", "harpoon-7")  # worth 37
B_ROW = ("key-6", "chest-6", "anchor-6", "mermaid-8", "net-6")  # worth 32
A_72 = ("squid-7", "map-7", "knife-7", "net-7", "drone-7")
A_62 = ("squid-7", "map-7", "knife-7", "net-4", "key-3")
A_60 = ("squid-7", "map-7", "knife-7", "net-2", "key-3")
A_59 = ("squid-7", "map-7", "knife-5", "net-3", "key-3")
B_62 = ("squid-6", "map-6", "knife-6", "drone-6", "harpoon-6")
B_59 = ("squid-6", "map-6", "knife-6", "drone-6", "harpoon-3")


@pytest.mark.rule("L55")
@pytest.mark.parametrize(
    ("of_a", "of_b", "scores", "winners"),
    [
        (A_59, B_59, {"A": 59, "B": 59}, ["A", "B"]),
        (A_59, B_62, {"A": 59, "B": 62}, ["A"]),
        (A_60, B_59, {"A": 60, "B": 59}, ["B"]),
        (A_60, B_62, {"A": 60, "B": 62}, ["A"]),
        (A_72, B_62, {"A": 72, "B": 62}, ["B"]),
        (A_62, B_62, {"A": 62, "B": 62}, ["A", "B"]),
    ],
)
def test_the_highest_score_under_sixty_wins_or_the_lowest_of_all(of_a, of_b, scores, winners):
    match = near_end(*A_ROW, *B_ROW, variant="depth-limit")
    go(match, dive("A", *A_ROW), bonus(*of_a), dive("B", *B_ROW), bonus(*of_b))
    assert (match.over, match.scores, match.winners) == (True, scores, winners)


@pytest.mark.rule("L55", "L26")
def test_ties_over_the_limit_go_to_more_cards():
    match = near_end(*A_ROW, *B_ROW, "anchor-3", "mermaid-5", "mermaid-6", variant="depth-limit")
    go(match, dive("A", *A_ROW), bonus(*A_62), dive("B", *B_ROW), bonus(*B_62))
    go(match, dive("A", "anchor-3"), sink("B", "mermaid-5", "mermaid-6"))
    assert (match.over, match.scores, match.winners) == (True, {"A": 62, "B": 62}, ["A"])


@pytest.mark.rule("L55", "L25")
def test_without_the_variant_sixty_is_no_limit():
    match = near_end(*A_ROW, *B_ROW)
    go(match, dive("A", *A_ROW), bonus(*A_72), dive("B", *B_ROW), bonus(*B_59))
    assert (match.over, match.scores, match.winners) == (True, {"A": 72, "B": 59}, ["A"])


# --- Golden scales, under every variant ---


@pytest.mark.rule("L42", "L25", "L51", "L53", "L55")
@pytest.mark.parametrize(
    ("variant", "of_a", "of_b"),
    [
        ("none", 3 + 14, 8),
        ("neighbours", 3 + 14, 8),
        ("hoard", 3 + 10 + 14, 8),
        ("sudden-death", 3 + 14, 8),
        ("full-house", 3 + 14 - 40, 8 - 45),
        ("strange-waters", 3 + 14, 8),
        ("depth-limit", 3 + 14, 8),
    ],
)
def test_golden_mermaids_are_worth_five_more(variant, of_a, of_b):
    lines = [*dive("A", "key-3", "mermaid-5"), *dive("B", "mermaid-8"), *dive("A", "mermaid-9")]
    match = table(lines, variant=variant, divers=["golden-scales", "none"])
    assert match.scores == {"A": of_a, "B": of_b}


@pytest.mark.rule("L42", "L52")
def test_golden_scales_count_for_sudden_death():
    cards = ("squid-3", *FORTY_FOUR)
    assert not table(dive("A", *cards), variant="sudden-death").over
    match = table(dive("A", *cards), variant="sudden-death", divers=["golden-scales", "none"])
    assert (match.over, match.scores["A"], match.winners) == (True, 52, ["A"])


@pytest.mark.rule("L42", "L55")
def test_golden_scales_can_sink_a_player_under_the_depth_limit():
    match = near_end(*A_ROW, *B_ROW, variant="depth-limit", divers=["golden-scales", "none"])
    go(
        match,
        dive("A", *A_ROW),
        bonus(*A_59),
        dive("B", *B_ROW),
        bonus("squid-6", "squid-5", "squid-4", "key-5", "key-4"),
    )
    assert (match.scores, match.winners) == ({"A": 64, "B": 32 + 6}, ["B"])


@pytest.mark.rule("L42", "L54")
def test_an_incident_by_value_compares_printed_values():
    lines = sink("A", "mermaid-5", "key-5")
    match = table(lines, variant="strange-waters", divers=["golden-scales", "none"])
    assert match.view()["turn"] == "B"
    lines = sink("A", "mermaid-7", "key-3", "mermaid-8", "anchor-4")
    match = table(lines, variant="strange-waters", divers=["golden-scales", "none"])
    assert match.view()["row"] == ["mermaid-7", "key-3", "mermaid-8", "anchor-4"]
