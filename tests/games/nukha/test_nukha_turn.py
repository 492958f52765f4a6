"""An Explorer's turn: N7 to N19."""

import pytest

from fathoms.engine.dialect import EVERYONE, SEA
from tests.games.nukha.nukha_helpers import (
    coins,
    down,
    go,
    leaves,
    refused,
    sells,
    table,
    under_bottle,
    up,
    with_loot,
)

RICH = sells("B") + sells("C")  # A 3, B 4, C 4: B is richer than the Captain


@pytest.mark.rule("N7")
def test_strictly_richer_than_the_captain_must_choose():
    match = table(RICH)
    assert coins(match) == [3, 4, 4]
    assert match.to_act == ["B"]
    assert match.choices("B") == ["mutiny", "pledge"]


@pytest.mark.rule("N7")
@pytest.mark.parametrize("mine", [0, 3, 4])
def test_as_rich_or_poorer_skips_the_step(mine):
    match = go(with_loot(table(), "C", coins=mine), sells("B"))
    assert coins(match) == [4, 4, mine]
    assert match.view()["turn"] == "C"
    assert match.to_act == ["sea"]
    assert refused(match, "C mutiny") == "N7"
    assert refused(match, "C pledge") == "N7"


@pytest.mark.rule("N7")
def test_wealth_is_tested_once_at_the_start_of_the_turn():
    match = go(with_loot(table(), "B", coins=4), "sea find egg; B claim pistol; A buy; sea reveal egg")
    assert coins(match)[:2] == [4, 5]  # B is richer now, but his turn is over
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N8")
def test_mutiny_takes_the_bottle_the_discard_and_a_coin():
    match = table(RICH + "B mutiny")
    view = match.view()
    assert view["captain"] == "B"
    assert coins(match) == [3, 5, 4]
    assert view["reserve"] == 18
    assert under_bottle(match) == ["egg", "pistol", "lizard"]
    assert match.view("A")["discard"]["cards"] is None
    assert view["turn"] == "C"
    assert match.to_act == ["sea"]
    assert view["cave"] == 25  # the mutineer draws nothing


@pytest.mark.rule("N8")
def test_after_a_mutiny_the_old_captain_may_be_next_and_mutiny_in_turn():
    match = table(RICH + "B pledge;" + sells("B") + "C mutiny")
    assert coins(match) == [3, 4, 5]
    assert match.view()["captain"] == "C"
    assert match.view()["turn"] == "A"
    go(match, sells("A", "C") + sells("B", "C"))
    assert match.choices("A") == ["mutiny", "pledge"]
    go(match, "A mutiny")
    assert match.view()["captain"] == "A"
    assert match.view()["turn"] == "B"


@pytest.mark.rule("N8")
def test_mutiny_with_an_empty_reserve_brings_no_coin():
    match = table(RICH)
    match._position.record.reserve = 0
    go(match, "B mutiny")
    assert coins(match) == [3, 4, 4]
    assert match.view()["reserve"] == 0


@pytest.mark.rule("N9")
def test_pledge_gives_the_captain_a_coin_and_the_turn_goes_on():
    match = table(RICH + "B pledge")
    assert coins(match) == [4, 3, 4]
    assert match.view()["captain"] == "A"
    assert match.view()["turn"] == "B"
    assert "find egg" in match.fates()


@pytest.mark.rule("N10")
def test_the_find_is_seen_by_its_finder_alone():
    match = table("sea find lantern-3")
    assert match.view("B")["found"] == "lantern-3"
    assert match.log_for("B")[-1] == "sea find lantern-3"
    for seat in ("A", "C", None):
        assert match.view(seat)["found"] is None
        assert match.log_for(seat)[-1] == "sea find ?"
    assert match.view()["cave"] == 26


@pytest.mark.rule("N11")
def test_the_nomads_are_seen_by_all_and_end_the_game_at_once():
    match = table(adventurers=["nostromo", "red", "moon"])
    with_loot(match, "B", coins=0)  # Red would steal at the end of a turn
    match._position.record.cave_left = 4
    position, find = match.position, match.game.fate_codes
    assert position.audience(SEA, find["find nomads"]) == EVERYONE
    assert position.audience(SEA, find["find egg"]) == 1 << 1
    go(match, "sea find nomads")
    assert match.over
    assert match.to_act == []
    assert match.view("C")["found"] == "nomads"
    assert match.log_for(None)[-1] == "sea find nomads"
    assert coins(match) == [5, 0, 3]
    assert match.view()["claim"] is None


@pytest.mark.rule("N12")
@pytest.mark.parametrize("card", ["egg", "lantern-3", "lantern-2", "grapple", "pistol", "lizard"])
def test_any_of_four_claims_whatever_was_found(card):
    match = table(f"sea find {card}")
    assert match.choices("B") == ["claim lantern", "claim grapple", "claim pistol", "claim lizard"]
    go(match, "B claim grapple")
    assert match.view()["claim"] == "grapple"
    assert match.log_for(None)[-1] == "B claim grapple"


@pytest.mark.rule("N12")
@pytest.mark.parametrize("card", ["lantern-2", "lantern-3"])
def test_either_lantern_makes_the_claim_true(card):
    match = table(f"sea find {card}; B claim lantern; A buy; sea reveal {card}")
    assert match.to_act == ["A"]
    assert match.choices("A") == ["attack B", "attack C"]


@pytest.mark.rule("N12")
@pytest.mark.parametrize("claim", ["lantern", "grapple", "pistol", "lizard"])
def test_an_egg_is_always_a_lie(claim):
    match = table(f"sea find egg; B claim {claim}; A buy; sea reveal egg")
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N12")
def test_only_the_finder_claims():
    assert refused(table("sea find egg"), "C claim lizard") == "N12"
    assert refused(table(), "B claim lizard") == "N12"


@pytest.mark.rule("N13")
def test_the_captain_answers_and_needs_a_coin_to_buy():
    match = table("sea find egg; B claim pistol")
    assert match.to_act == ["A"]
    assert match.choices("A") == ["leave", "buy"]
    assert match.choices("C") == []
    assert refused(match, "C buy") == "N13"
    with_loot(match, "A", coins=0)
    assert match.choices("A") == ["leave"]
    assert refused(match, "A buy") == "N13"


@pytest.mark.rule("N14")
def test_buying_costs_a_coin_and_shows_the_card():
    match = table("sea find pistol; B claim pistol; A buy")
    assert coins(match) == [4, 4, 3]
    assert match.fates() == {"reveal pistol": 1}
    go(match, "sea reveal pistol")
    assert up(match, "A") == ["pistol"]
    assert match.view()["found"] == "pistol"
    assert match.log_for(None)[-1] == "sea reveal pistol"


@pytest.mark.rule("N14")
def test_a_true_card_bought_must_attack_any_explorer_the_seller_included():
    match = table("sea find lizard; B claim lizard; A buy; sea reveal lizard", players=4)
    assert match.choices("A") == ["attack B", "attack C", "attack D"]
    go(match, "A attack B")
    assert coins(match) == [5, 3, 3, 3]  # no accusation: the effect at once
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N14")
def test_a_false_card_bought_attacks_nobody():
    match = table("sea find lizard; B claim pistol; A buy; sea reveal lizard")
    assert up(match, "A") == ["lizard"]
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N14")
def test_nobody_it_can_act_on_no_attack_by_the_captain():
    match = table("sea find lantern-2; B claim lantern; A buy")
    with_loot(with_loot(match, "B", down=""), "C", down="")
    go(match, "sea reveal lantern-2")
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N14")
def test_the_captain_cannot_attack_himself_or_nobody():
    match = table("sea find lizard; B claim lizard; A buy; sea reveal lizard")
    assert refused(match, "A attack A") == "N14"
    assert refused(match, "A attack F") == "N14"
    assert refused(match, "B attack C") == "N15"


@pytest.mark.rule("N15")
def test_left_the_card_is_hidden_and_the_claim_attacks():
    match = table("sea find egg; B claim lizard; A leave", players=4)
    assert down(match, "B") == ["egg", "purse"]
    assert match.view()["loot"]["B"] == {"up": [], "hidden": 2, "down": None}
    assert match.choices("B") == ["attack C", "attack D"]  # neither the Captain nor himself
    assert refused(match, "B attack A") == "N15"
    assert refused(match, "B attack B") == "N15"


@pytest.mark.rule("N15")
def test_no_explorer_it_can_act_on_no_attack():
    match = with_loot(table("sea find egg; B claim lizard"), "C", coins=0)
    go(match, "A leave")
    assert match.view()["turn"] == "C"
    assert down(match, "B") == ["egg", "purse"]


@pytest.mark.rule("N16")
def test_accepted_the_card_stays_hidden_and_the_effect_happens():
    match = table(leaves("B", "egg", "lizard", "C"))
    assert match.to_act == ["C"]
    assert match.choices("C") == ["accept", "accuse"]
    assert refused(match, "A accept") == "N16"
    go(match, "C accept")
    assert coins(match) == [5, 4, 2]
    assert down(match, "B") == ["egg", "purse"]
    assert up(match, "B") == []


@pytest.mark.rule("N17")
def test_a_lie_accused_has_no_effect_and_costs_a_coin():
    match = table(leaves("B", "egg", "lizard", "C") + "C accuse")
    assert match.fates() == {"reveal egg": 1}
    go(match, "sea reveal egg")
    assert coins(match) == [5, 2, 4]
    assert up(match, "B") == ["egg"]
    assert down(match, "B") == ["purse"]
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N17")
def test_the_truth_accused_takes_effect_and_then_costs_the_target_a_coin():
    match = table(leaves("B", "lizard", "lizard", "C") + "C accuse; sea reveal lizard")
    assert coins(match) == [5, 5, 1]
    assert up(match, "B") == ["lizard"]


@pytest.mark.rule("N17")
def test_the_coin_is_paid_after_the_pick():
    match = table(leaves("B", "pistol", "pistol", "C") + "C accuse; sea reveal pistol")
    assert match.to_act == ["B"]
    assert coins(match) == [5, 3, 3]
    go(match, "B pick hidden; sea pick purse")
    assert coins(match) == [5, 4, 2]


@pytest.mark.rule("N17")
def test_that_very_card_is_revealed_not_another_of_its_kind_remembered():
    first = leaves("B", "lizard", "lizard", "C") + "C accept;"
    second = leaves("C", "egg", "lantern", "B") + "B accept; C pick hidden; sea pick lizard;"
    match = table(first + second + leaves("B", "lizard", "pistol", "C") + "C accuse; sea reveal lizard")
    assert up(match, "B") == ["lizard", "lizard"]
    assert down(match, "B") == ["purse"]


@pytest.mark.rule("N18")
def test_who_owes_a_coin_and_has_none_pays_nothing():
    lie = with_loot(table(leaves("B", "egg", "lizard", "C") + "C accuse"), "B", coins=0)
    assert coins(go(lie, "sea reveal egg")) == [5, 0, 3]
    truth = with_loot(table(leaves("B", "lizard", "lizard", "C") + "C accuse"), "C", coins=1)
    assert coins(go(truth, "sea reveal lizard")) == [5, 4, 0]


@pytest.mark.rule("N19")
def test_the_powers_come_before_the_cave_passes():
    match = table(leaves("B", "egg", "lizard", "C") + "C accuse; sea reveal egg", adventurers=["red", "moon", "siana"])
    assert match.choices("B") == ["hide egg", "done"]
    assert match.view()["turn"] == "B"
    go(match, "B done")
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N19")
def test_what_belongs_to_a_turn_is_cleared_when_the_cave_passes():
    match = table(leaves("B", "egg", "lizard", "C") + "C accept")
    view = match.view("B")
    assert [view[name] for name in ("claim", "found", "attacker", "target")] == [None] * 4
