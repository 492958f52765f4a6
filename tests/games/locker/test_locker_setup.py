"""Set-up and options: L1 to L4, L30, L62."""

import json
from fractions import Fraction

import pytest

from fathoms import Match
from fathoms.engine.errors import IllegalMove, OptionError
from tests.games.locker.locker_helpers import CARDS, CHARACTERS, LOWEST, SKILLS, VARIANTS, locker, sea_verbs, table


@pytest.mark.rule("L1")
def test_sixty_cards_in_ten_suits():
    match = table()
    drawn = [fate.removeprefix("draw ") for fate in match.fates()]
    assert len(CARDS) == 60
    assert sorted(drawn + locker(match)) == sorted(CARDS)


@pytest.mark.rule("L1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_two_to_four_players(players):
    match = Match("locker", players=players)
    assert match.seats == list("ABCD"[:players])
    assert list(match.view()["holds"]) == match.seats


@pytest.mark.rule("L1")
@pytest.mark.parametrize("players", [0, 1, 5, 6, "many"])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(OptionError, match="2 to 4"):
        Match("locker", players=players)


@pytest.mark.rule("L2")
def test_the_lowest_of_each_suit_form_the_locker():
    match = table()
    assert locker(match) == LOWEST
    assert match.view()["locker"] == 10


@pytest.mark.rule("L2")
def test_nobody_looks_through_the_locker():
    match = table("sea draw key-3", tracker=False)
    for seat in ("A", "B", None):
        told = json.dumps(match.view(seat))
        assert not any(f'"{card}"' in told for card in LOWEST)


@pytest.mark.rule("L62")
@pytest.mark.parametrize("sunken", [0, 1, 2, 3])
def test_a_table_may_choose_how_much_lies_in_the_locker(sunken):
    match = table(sunken=sunken)
    by_suit = [CARDS[start : start + 6] for start in range(0, 60, 6)]
    assert sorted(locker(match)) == sorted(card for suit in by_suit for card in suit[:sunken])
    assert match.view()["deck"] == 60 - 10 * sunken
    drawn = {f"draw {card}": Fraction(1, 60 - 10 * sunken) for suit in by_suit for card in suit[sunken:]}
    assert match.fates() == drawn


@pytest.mark.rule("L62", "L17")
def test_a_map_finds_nothing_in_an_empty_locker():
    assert table("sea draw map-2", sunken=0).choices("A") == ["continue", "surface"]


@pytest.mark.rule("L62")
@pytest.mark.parametrize("sunken", [-1, 4, "some", None])
def test_a_locker_that_cannot_be_is_refused(sunken):
    with pytest.raises(OptionError, match="allowed: 0, 1, 2, 3"):
        table(sunken=sunken)


@pytest.mark.rule("L3")
def test_the_other_fifty_are_the_shuffled_deck():
    match = table()
    expected = {f"draw {card}": Fraction(1, 50) for card in CARDS if card not in LOWEST}
    assert match.fates() == expected
    assert match.view()["deck"] == 50


@pytest.mark.rule("L3")
def test_the_decks_number_is_public_at_any_time():
    match = table("sea draw key-3")
    assert [match.view(seat)["deck"] for seat in ("A", "B", None)] == [49, 49, 49]
    assert match.play("A continue") is None
    assert set(match.fates().values()) == {Fraction(1, 49)}


@pytest.mark.rule("L4")
def test_the_sea_names_the_first_player():
    match = Match("locker", players=3)
    assert match.to_act == ["sea"]
    assert match.fates() == {f"first {seat}": Fraction(1, 3) for seat in "ABC"}
    assert (match.view()["first"], match.view()["turn"]) == (None, None)
    match.play("sea first B")
    assert (match.view()["first"], match.view()["turn"]) == ("B", "B")
    assert sea_verbs(match) == {"draw"}
    match.play("sea draw key-3")
    assert match.to_act == ["B"]


@pytest.mark.rule("L4")
def test_option_first_fixes_a_seat_without_an_event():
    match = Match("locker", players=4, first="D")
    assert match.view()["first"] == "D"
    match.play("sea draw key-3")
    assert (match.log, match.to_act) == (["sea draw key-3"], ["D"])


@pytest.mark.rule("L4")
def test_option_first_names_a_seat_of_the_table():
    with pytest.raises(OptionError):
        Match("locker", players=2, first="C")


@pytest.mark.rule("L4", "L30", "L47")
def test_order_of_the_set_up():
    match = Match("locker", players=3, divers="random")
    match.play("sea diver A navigator")
    match.play("sea diver B saboteur")
    with pytest.raises(IllegalMove):
        match.play("sea first C")
    match.play("sea diver C mystic")
    assert set(match.fates()) == {"first A", "first B", "first C"}
    match.play("sea first C")
    assert match.to_act == ["B"]
    match.play("B sabotage C")
    match.play("sea draw key-3")
    assert match.to_act == ["C"]


@pytest.mark.rule("L30")
def test_random_deals_any_of_the_17_skills_first():
    match = Match("locker", divers="random")
    assert match.fates() == {f"diver A {skill}": Fraction(1, 17) for skill in SKILLS}
    assert match.view()["divers"] == {"A": "none", "B": "none", "C": "none"}


@pytest.mark.rule("L30")
@pytest.mark.parametrize(("skill", "others"), [(s, c) for c in CHARACTERS.values() for s in sorted(c)])
def test_random_deals_skills_of_new_characters_only(skill, others):
    match = Match("locker", players=2, divers="random", first="A")
    match.play(f"sea diver A {skill}")
    left = [name for name in SKILLS if name not in others]
    assert match.fates() == {f"diver B {name}": Fraction(1, len(left)) for name in left}
    assert match.view()["divers"]["A"] == skill


@pytest.mark.rule("L30")
def test_dealt_divers_are_told_to_all_and_then_the_first_dives():
    match = table("sea diver A salvage", "sea diver B decoy", divers="random")
    assert match.view()["divers"] == {"A": "salvage", "B": "decoy"}
    assert "draw key-3" in match.fates()


@pytest.mark.rule("L30", "L47")
def test_random_leaves_the_saboteur_out_among_neighbours():
    match = Match("locker", divers="random", variant="neighbours")
    assert match.fates() == {f"diver A {skill}": Fraction(1, 16) for skill in SKILLS if skill != "saboteur"}


@pytest.mark.rule("L30")
def test_a_list_names_no_skill_twice():
    with pytest.raises(OptionError, match="mystic"):
        Match("locker", players=2, divers=["mystic", "mystic"])


@pytest.mark.rule("L30")
@pytest.mark.parametrize("divers", [["salvage", "backfire"], ["none", "none"], ["none", "mystic"]])
def test_a_list_may_repeat_a_character_or_leave_a_seat_without_one(divers):
    assert table(divers=divers).view()["divers"] == dict(zip("AB", divers, strict=True))


@pytest.mark.rule("L30")
@pytest.mark.parametrize("divers", [["mystic"], ["mystic", "decoy", "plunder"], ["mystic", "cook"], "all"])
def test_other_lists_are_refused(divers):
    with pytest.raises(OptionError):
        Match("locker", players=2, divers=divers)


@pytest.mark.rule("L30")
def test_no_divers_unless_asked_for():
    assert set(Match("locker").view()["divers"].values()) == {"none"}


@pytest.mark.rule("L47")
def test_a_list_with_the_saboteur_is_refused_among_neighbours():
    with pytest.raises(OptionError, match="L47"):
        Match("locker", players=2, divers=["saboteur", "none"], variant="neighbours")


@pytest.mark.rule("L50", "L51", "L52", "L53", "L54", "L55")
def test_no_variant_or_one_of_six():
    assert Match("locker").view()["variant"] == "none"
    for variant in VARIANTS:
        assert Match("locker", variant=variant).view()["variant"] == variant
    with pytest.raises(OptionError, match="strange-waters"):
        Match("locker", variant="calm-waters")
