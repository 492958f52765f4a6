"""Effects and picks: N20 to N23, N28."""

from fractions import Fraction

import pytest

from tests.games.nukha.nukha_helpers import coins, down, go, leaves, refused, table, under_bottle, up, with_loot


def attacked(claim: str, cards: str = "egg", up: str = "", down: str = "purse", **options):
    """B has attacked C, who holds these cards and accepts."""
    match = table(leaves("B", cards, claim, "C"), players=4, **options)
    return go(with_loot(match, "C", up=up, down=down), "C accept")


@pytest.mark.rule("N20")
def test_a_lantern_turns_a_hidden_card_face_up_for_good():
    match = attacked("lantern", down="egg purse")
    assert match.choices("B") == ["pick hidden"]
    go(match, "B pick hidden; sea pick egg")
    assert up(match, "C") == ["egg"]
    assert down(match, "C") == ["purse"]


@pytest.mark.rule("N20")
def test_a_lantern_acts_on_someone_with_a_face_down_card():
    match = with_loot(table("sea find egg; B claim lantern; A leave", players=4), "C", up="pistol", down="")
    assert match.choices("B") == ["attack D"]
    assert refused(match, "B attack C") == "N20"


@pytest.mark.rule("N20")
def test_a_lantern_picks_no_face_up_card():
    match = attacked("lantern", up="pistol")
    assert match.choices("B") == ["pick hidden"]
    assert refused(match, "B pick pistol") == "N20"


@pytest.mark.rule("N21")
def test_a_pistol_sends_a_face_up_card_to_the_discard():
    match = attacked("pistol", up="lantern-3")
    go(match, "B pick lantern-3")
    assert up(match, "C") == []
    assert under_bottle(match) == ["egg", "lantern-3", "pistol", "lizard"]
    assert match.view("B")["discard"] == {"count": 4, "cards": None}


@pytest.mark.rule("N21")
def test_a_pistol_sends_a_hidden_card_to_the_discard():
    match = attacked("pistol", down="lantern-2 lantern-2")
    go(match, "B pick hidden; sea pick lantern-2")
    assert down(match, "C") == ["lantern-2"]
    assert under_bottle(match) == ["egg", "lantern-2", "pistol", "lizard"]


@pytest.mark.rule("N21")
@pytest.mark.rule("N23")
@pytest.mark.parametrize(("claim", "rule"), [("pistol", "N21"), ("grapple", "N23")])
def test_pistol_and_grapple_act_on_someone_with_a_card(claim, rule):
    match = table(f"sea find egg; B claim {claim}; A leave", players=4)
    with_loot(with_loot(match, "C", down=""), "D", up="egg", down="")
    assert match.choices("B") == ["attack D"]
    assert refused(match, "B attack C") == rule


@pytest.mark.rule("N22")
def test_a_lizard_takes_a_coin_from_someone_who_has_one():
    match = with_loot(table("sea find egg; B claim lizard; A leave", players=4), "C", coins=0)
    assert match.choices("B") == ["attack D"]
    assert refused(match, "B attack C") == "N22"
    go(match, "B attack D; D accept")
    assert coins(match) == [5, 4, 0, 2]


@pytest.mark.rule("N23")
def test_a_grapple_takes_a_card_as_it_lies():
    match = go(attacked("grapple", up="pistol"), "B pick pistol")
    assert up(match, "B") == ["pistol"]
    assert up(match, "C") == []
    match = go(attacked("grapple", up="pistol", down="lizard"), "B pick hidden; sea pick lizard")
    assert up(match, "B") == []
    assert down(match, "B") == ["egg", "lizard", "purse"]
    assert down(match, "C") == []
    assert match.view()["loot"]["B"]["hidden"] == 3


@pytest.mark.rule("N23")
def test_the_captain_grapples_too():
    match = table(
        "sea find grapple; B claim grapple; A buy; sea reveal grapple; A attack B; A pick hidden; sea pick purse"
    )
    assert down(match, "A") == ["purse"]
    assert down(match, "B") == []


@pytest.mark.rule("N28")
def test_face_up_by_name_or_a_hidden_one():
    match = attacked("grapple", up="pistol pistol lizard", down="egg")
    assert match.choices("B") == ["pick pistol", "pick lizard", "pick hidden"]
    assert refused(match, "B pick egg") == "N28"
    assert refused(match, "C pick pistol") == "N28"
    assert attacked("pistol", up="egg", down="").choices("B") == ["pick egg"]


@pytest.mark.rule("N28")
def test_a_hidden_card_is_picked_evenly():
    match = go(attacked("grapple", down="egg egg lantern-3 purse"), "B pick hidden")
    assert match.fates() == {
        "pick egg": Fraction(1, 2),
        "pick lantern-3": Fraction(1, 4),
        "pick purse": Fraction(1, 4),
    }


@pytest.mark.rule("N28")
@pytest.mark.parametrize(
    ("claim", "readers"), [("lantern", ["A", "B", "C", "D", None]), ("grapple", ["B", "C"]), ("pistol", ["A", "C"])]
)
def test_who_sees_a_hidden_card_picked(claim, readers):
    match = go(attacked(claim, down="lizard"), "B pick hidden; sea pick lizard")
    for seat in ("A", "B", "C", "D", None):
        assert match.log_for(seat)[-1] == ("sea pick lizard" if seat in readers else "sea pick ?")


@pytest.mark.rule("N28")
@pytest.mark.parametrize(("claim", "readers"), [("grapple", ["A", "C"]), ("pistol", ["A", "C"])])
def test_who_sees_it_when_the_captain_attacks(claim, readers):
    bought = f"sea find {claim}; B claim {claim}; A buy; sea reveal {claim}; A attack C; A pick hidden; sea pick purse"
    match = table(bought, players=4)
    for seat in ("A", "B", "C", "D", None):
        assert match.log_for(seat)[-1] == ("sea pick purse" if seat in readers else "sea pick ?")
