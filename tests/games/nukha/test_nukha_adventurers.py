"""The adventurers: N30 to N36."""

import pytest

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
    words,
)

RICH = sells("B") + sells("C")  # B is richer than Captain A


def crew(lines: str = "", **options):
    """A Red (Captain), B Nostromo, C Siana unless said."""
    return table(lines, **{"adventurers": ["red", "nostromo", "siana"], **options})


# Nostromo


@pytest.mark.rule("N30")
def test_nostromo_may_take_a_card_of_the_discard_in_his_mutiny():
    match = crew(RICH + "B mutiny")
    assert match.to_act == ["B"]
    assert coins(match)[1] == 5  # after the coin
    assert match.choices("B") == ["recover egg", "recover pistol", "recover lizard", "pass"]
    go(match, "B recover lizard")
    assert down(match, "B") == ["lizard", "purse"]
    assert up(match, "B") == []
    assert under_bottle(match) == ["egg", "pistol"]
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N30")
def test_nobody_else_sees_what_nostromo_takes():
    match = crew(RICH + "B mutiny; B recover lizard")
    assert match.log_for("B")[-1] == "B recover lizard"
    for seat in ("A", "C", None):
        assert match.log_for(seat)[-1] == "B recover ?"


@pytest.mark.rule("N30")
def test_nostromo_may_pass():
    match = crew(RICH + "B mutiny; B pass")
    assert down(match, "B") == ["purse"]
    assert match.view()["discard"]["count"] == 3
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N30")
def test_nostromo_is_not_asked_with_an_empty_discard():
    match = crew(RICH)
    match._position.record.discard = match._position.record.discarded = 0
    go(match, "B mutiny")
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N30")
def test_only_nostromo_recovers_and_only_what_lies_there():
    match = crew(RICH + "B mutiny")
    assert refused(match, "B recover purse") == "N30"
    assert refused(match, "A pass") == "N30"
    match = crew(RICH + "B mutiny", adventurers=["nostromo", "red", "moon"])
    assert refused(match, "B recover egg") == "N30"


# Siana


def siana_attacked(claim: str, up: str = "", down: str = "purse", then: str = "C accept", found: str = "egg"):
    match = crew(leaves("B", found, claim, "C"))
    return go(with_loot(match, "C", up=up, down=down), then)


@pytest.mark.rule("N31")
@pytest.mark.parametrize("claim", ["pistol", "grapple"])
def test_siana_offers_a_card_in_place_of_the_pick(claim):
    match = siana_attacked(claim, up="pistol egg", down="purse egg lantern-2")
    assert match.to_act == ["C"]
    assert match.choices("C") == ["offer pistol", "offer hidden lantern-2", "offer hidden purse"]
    assert refused(match, "C offer egg") == "N31"
    assert refused(match, "C offer hidden egg") == "N31"
    assert refused(match, "B pick hidden") == "N28"


@pytest.mark.rule("N31")
def test_a_lantern_is_offered_a_face_down_card():
    match = siana_attacked("lantern", up="pistol", down="purse egg")
    assert match.choices("C") == ["offer hidden purse"]
    go(match, "C offer hidden purse")
    assert up(match, "C") == ["pistol", "purse"]
    assert down(match, "C") == ["egg"]


@pytest.mark.rule("N31")
def test_what_she_offers_is_hit():
    match = go(siana_attacked("grapple", up="pistol"), "C offer pistol")
    assert up(match, "B") == ["pistol"]
    match = go(siana_attacked("pistol", up="pistol"), "C offer pistol")
    assert under_bottle(match) == ["egg", "pistol", "pistol", "lizard"]
    match = go(siana_attacked("grapple", up="pistol"), "C offer hidden purse")
    assert down(match, "B") == ["egg", "purse", "purse"]
    assert down(match, "C") == []


@pytest.mark.rule("N31")
def test_she_offers_after_her_wrong_accusation_and_before_she_pays():
    match = siana_attacked("pistol", found="pistol", then="C accuse; sea reveal pistol")
    assert match.to_act == ["C"]
    assert coins(match) == [5, 3, 3]
    go(match, "C offer hidden purse")
    assert coins(match) == [5, 4, 2]


@pytest.mark.rule("N31")
def test_she_offers_to_the_captain_too():
    match = crew("sea find pistol; B claim pistol; A buy; sea reveal pistol; A attack C")
    assert match.choices("C") == ["offer hidden purse"]


@pytest.mark.rule("N31")
def test_a_lizard_asks_her_nothing():
    match = siana_attacked("lizard")
    assert coins(match) == [5, 4, 2]


@pytest.mark.rule("N31")
@pytest.mark.parametrize(("claim", "up"), [("lantern", "pistol"), ("pistol", "egg"), ("grapple", "")])
def test_if_only_eggs_qualify_the_attacker_picks(claim, up):
    match = siana_attacked(claim, up=up, down="egg egg")
    assert match.to_act == ["B"]
    assert "pick hidden" in match.choices("B")
    go(match, "B pick hidden; sea pick egg")
    assert match.view()["loot"]["C"]["hidden"] == 1


@pytest.mark.rule("N31")
@pytest.mark.rule("N28")
@pytest.mark.parametrize(
    ("claim", "readers"), [("lantern", ["A", "B", "C", None]), ("grapple", ["B", "C"]), ("pistol", ["A", "C"])]
)
def test_who_sees_a_hidden_card_offered(claim, readers):
    match = go(siana_attacked(claim), "C offer hidden purse")
    for seat in ("A", "B", "C", None):
        assert match.log_for(seat)[-1] == ("C offer hidden purse" if seat in readers else "C offer hidden ?")


@pytest.mark.rule("N31")
def test_nobody_else_offers():
    match = table(leaves("B", "egg", "pistol", "C") + "C accept", adventurers=["siana", "red", "moon"])
    assert match.to_act == ["B"]
    assert refused(match, "C offer hidden purse") == "N31"


# Moon


def moon(up_cards: str):
    """B is Moon and holds these face up when her turn ends."""
    match = table(leaves("B", "egg", "lizard", "C"), adventurers=["red", "moon", "siana"])
    return go(with_loot(match, "B", up=up_cards), "C accept")


@pytest.mark.rule("N32")
def test_moon_hides_up_to_two_cards_in_public():
    match = moon("pistol lizard egg")
    assert match.choices("B") == ["hide egg", "hide pistol", "hide lizard", "done"]
    go(match, "B hide pistol")
    assert match.log_for(None)[-1] == "B hide pistol"
    assert match.choices("B") == ["hide egg", "hide lizard", "done"]
    go(match, "B hide egg")
    assert match.view()["turn"] == "C"
    assert up(match, "B") == ["lizard"]
    assert down(match, "B") == ["egg", "egg", "pistol", "purse"]


@pytest.mark.rule("N32")
def test_moon_may_stop_and_is_not_asked_without_a_face_up_card():
    assert moon("").view()["turn"] == "C"
    assert go(moon("pistol"), "B hide pistol").view()["turn"] == "C"
    assert go(moon("pistol"), "B done").view()["turn"] == "C"
    assert go(moon("pistol lizard"), "B hide pistol; B done").view()["turn"] == "C"


@pytest.mark.rule("N32")
def test_only_moon_hides_and_only_what_she_has():
    match = moon("pistol")
    assert refused(match, "B hide lizard") == "N32"
    assert refused(match, "C done") == "N32"
    assert refused(match, "B steal C") == "N33"


@pytest.mark.rule("N32")
@pytest.mark.rule("N36")
def test_moon_hides_nothing_as_captain_or_in_another_turn():
    match = table(sells("B") + sells("C"), adventurers=["moon", "red", "siana"])
    assert up(match, "A") == ["egg", "egg"]
    assert match.choices("B") == ["mutiny", "pledge"]
    match = table(adventurers=["red", "siana", "moon"])
    go(with_loot(match, "C", up="pistol"), sells("B"))
    assert match.view()["turn"] == "C"
    assert match.to_act == ["sea"]


# Red


def red(mine: int, captains: int = 5, others: int = 3, players: int = 4):
    """B is Red and has this many coins when his turn ends."""
    names = ["siana", "red", "moon", "nostromo"][:players]
    match = table("sea find egg; B claim lizard", players=players, adventurers=names)
    for seat, count in zip("ABCD", (captains, mine, others, others), strict=True):
        if seat in match.seats:
            with_loot(match, seat, coins=count)
    return match


@pytest.mark.rule("N33")
def test_red_steals_when_strictly_poorest():
    match = go(red(0), "A buy; sea reveal egg")
    assert coins(match) == [4, 1, 3, 3]
    assert match.choices("B") == ["steal C", "steal D"]  # neither the Captain nor himself
    assert refused(match, "B steal A") == "N33"
    assert refused(match, "B done") == "N32"
    go(match, "B steal D")
    assert coins(match) == [4, 2, 3, 2]
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N33")
def test_red_does_not_steal_when_an_explorer_is_as_poor():
    match = go(red(2), "A buy; sea reveal egg")
    assert coins(match) == [4, 3, 3, 3]
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N33")
def test_red_does_not_steal_when_the_captain_is_as_poor():
    match = go(red(0, 2, 9), "A buy; sea reveal egg")
    assert coins(match) == [1, 1, 9, 9]
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N33")
@pytest.mark.rule("N36")
def test_red_does_not_steal_as_captain():
    match = table("sea find egg; B claim lizard", adventurers=["red", "siana", "moon"])
    go(with_loot(match, "A", coins=1), "A buy; sea reveal egg")
    assert coins(match) == [0, 4, 3]
    assert match.view()["turn"] == "C"


# Ulrich


FIVE = ["red", "ulrich", "moon", "siana", "lys"]  # B is Ulrich


@pytest.mark.rule("N34")
def test_ulrich_wins_two_coins_as_attacker():
    match = table(leaves("B", "lizard", "lizard", "C") + "C accuse; sea reveal lizard", players=5, adventurers=FIVE)
    assert coins(match) == [5, 3 + 1 + 2, 0, 3, 3]


@pytest.mark.rule("N34")
def test_ulrich_wins_two_coins_as_target():
    lie = leaves("C", "egg", "lizard", "B") + "B accuse; sea reveal egg; C done"
    match = table(sells("B") + lie, players=5, adventurers=FIVE)
    assert coins(match) == [4, 6, 1, 3, 3]


@pytest.mark.rule("N34")
@pytest.mark.parametrize(("before", "after"), [(1, 0), (2, 0), (3, 0), (4, 1)])
def test_ulrich_takes_what_the_other_has_left_after_the_effect(before, after):
    match = table(leaves("B", "lizard", "lizard", "C") + "C accuse", players=5, adventurers=FIVE)
    go(with_loot(match, "C", coins=before), "sea reveal lizard")
    assert coins(match)[1:3] == [3 + before - after, after]


@pytest.mark.rule("N34")
def test_who_accuses_ulrich_rightly_wins_one_coin():
    match = table(leaves("B", "egg", "lizard", "C") + "C accuse; sea reveal egg", players=5, adventurers=FIVE)
    assert coins(match) == [5, 2, 4, 3, 3]


# Roles


@pytest.mark.rule("N36")
def test_a_turn_that_ends_by_mutiny_has_no_power_at_its_end():
    match = table(RICH, adventurers=["red", "moon", "siana"])
    go(with_loot(match, "B", up="pistol"), "B mutiny")
    assert match.view()["turn"] == "C"


@pytest.mark.rule("N36")
def test_powers_wake_when_a_captain_is_deposed():
    match = table(sells("B") + sells("C") + "B mutiny", adventurers=["moon", "red", "siana"])
    go(match, sells("C", "B"))
    assert up(match, "A") == ["egg", "egg"]
    go(match, sells("A", "B"))
    assert match.choices("A") == ["hide egg", "done"]


@pytest.mark.rule("N36")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_roles_move_with_the_bottle(players):
    """After a mutiny: turn order, targets, the discard and answers follow the new Captain."""
    names = ["red", "moon", "siana", "nostromo", "ulrich", "lys"][:players]
    match = table(players=players, adventurers=names)
    with_loot(match, "C", coins=6)
    go(match, sells("B") + "C mutiny")
    assert match.view()["captain"] == "C"
    assert match.view("C")["discard"]["cards"] == ["egg", "pistol", "lizard"]
    assert match.view("A")["discard"]["cards"] is None
    following = "A" if players == 3 else "D"
    assert match.view()["turn"] == following
    go(match, f"sea find egg; {following} claim lizard")
    assert match.to_act == ["C"]
    go(match, "C leave")
    assert "C" not in words(match.choices(following), "attack")
    if following != "A":
        assert "A" in words(match.choices(following), "attack")
