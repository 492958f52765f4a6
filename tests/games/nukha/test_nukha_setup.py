"""Pieces, options and set-up: N1 to N6, N41."""

from collections import Counter
from fractions import Fraction

import pytest

from fathoms import Match
from fathoms.engine.errors import OptionError
from fathoms.games.nukha.pieces import ADVENTURERS, CARDS, COINS, COUNTS, VALUES
from tests.games.nukha.nukha_helpers import coins, down, go, refused, sells, table, under_bottle, up


@pytest.mark.rule("N1")
def test_30_coins_and_35_cards():
    assert COINS == 30
    assert dict(zip(CARDS, COUNTS, strict=True)) == {
        "egg": 7,
        "lantern-3": 3,
        "lantern-2": 4,
        "grapple": 5,
        "pistol": 5,
        "lizard": 5,
        "purse": 5,
        "nomads": 1,
    }
    assert list(VALUES) == [-1, 3, 2, 0, 0, 0, 1]


@pytest.mark.rule("N1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_first_discard_can_be_any_card_of_the_cave(players):
    match = Match("nukha", players=players, captain="A", adventurers="none", interpreted=True)
    counts = {f"discard {card}": Fraction(COUNTS[CARDS.index(card)], 29) for card in CARDS[:6]}
    assert match.fates() == counts


@pytest.mark.rule("N2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_sea_names_any_seat_captain(players):
    match = Match("nukha", players=players, interpreted=True)
    assert match.fates() == {f"captain {seat}": Fraction(1, players) for seat in match.seats}
    assert match.view()["captain"] is None
    assert match.view()["reserve"] == 30
    go(match, "sea captain C")
    assert match.view()["captain"] == "C"


@pytest.mark.rule("N2")
def test_a_table_can_name_the_captain():
    match = Match("nukha", players=3, captain="B", adventurers="none", interpreted=True)
    assert match.view()["captain"] == "B"
    assert set(match.fates()) == {f"discard {card}" for card in CARDS[:6]}


@pytest.mark.rule("N2")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_captain_5_coins_explorers_3_and_a_purse(players):
    match = table(players=players, captain="B")
    assert coins(match) == [3, 5, 3, 3, 3, 3][:players]
    assert match.view()["reserve"] == 30 - 5 - 3 * (players - 1)
    for seat in match.seats:
        assert up(match, seat) == []
        assert down(match, seat) == ([] if seat == "B" else ["purse"])


@pytest.mark.rule("N3")
def test_the_draft_goes_counter_clockwise_from_the_captain():
    match = Match("nukha", players=4, captain="B", interpreted=True)
    for seat, name in zip("BADC", ("red", "moon", "siana", "nostromo"), strict=True):
        assert match.to_act == [seat]
        assert f"choose {name}" in match.choices(seat)
        go(match, f"{seat} choose {name}")
    assert match.view()["adventurers"] == {"A": "moon", "B": "red", "C": "nostromo", "D": "siana"}
    assert match.to_act == ["sea"]
    assert set(match.fates()) == {f"discard {card}" for card in CARDS[:6]}


@pytest.mark.rule("N3")
@pytest.mark.parametrize(("players", "offered"), [(3, 4), (4, 4), (5, 6), (6, 6)])
def test_lys_and_ulrich_are_left_out_of_small_tables(players, offered):
    match = Match("nukha", players=players, captain="A", interpreted=True)
    assert match.choices("A") == [f"choose {name}" for name in ADVENTURERS[:offered]]
    assert set(ADVENTURERS[4:]) == {"lys", "ulrich"}


@pytest.mark.rule("N3")
def test_an_adventurer_is_taken_once():
    match = go(Match("nukha", players=3, captain="A", interpreted=True), "A choose red")
    assert "choose red" not in match.choices("C")
    assert refused(match, "C choose red") == "N3"
    assert refused(match, "B choose moon") == "N3"
    assert refused(match, "C choose lys") == "N3"


@pytest.mark.rule("N3")
def test_no_adventurers():
    assert set(table().view()["adventurers"].values()) == {None}
    assert refused(table(), "B choose red") == "N3"


@pytest.mark.rule("N3")
def test_named_adventurers():
    named = ["lys", "red", "moon", "ulrich", "siana"]
    match = table(players=5, adventurers=named)
    assert list(match.view()["adventurers"].values()) == named
    assert table(adventurers="red,moon,siana").view()["adventurers"]["B"] == "moon"


@pytest.mark.rule("N3")
@pytest.mark.parametrize(
    "adventurers",
    [["red", "red", "moon"], ["red", "moon"], ["red", "moon", "kraken"], "all", 7, ["red", "moon", "siana", "lys"]],
)
def test_bad_adventurers_are_refused(adventurers):
    with pytest.raises(OptionError, match="adventurers"):
        Match("nukha", players=3, adventurers=adventurers)


@pytest.mark.rule("N41")
@pytest.mark.parametrize("name", ["lys", "ulrich"])
@pytest.mark.parametrize("players", [3, 4])
def test_lys_and_ulrich_can_be_named_at_small_tables(name, players):
    named = [name, "red", "moon", "siana"][:players]
    match = Match("nukha", players=players, adventurers=named, captain="B")
    assert match.view()["adventurers"]["A"] == name
    assert all(line.startswith("discard ") for line in match.fates())


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 7},
        {"players": "many"},
        {"players": 3, "captain": "D"},
        {"captain": "Z"},
        {"crew": 4},
    ],
)
def test_bad_options_say_what_is_allowed(options):
    with pytest.raises(OptionError, match="allowed"):
        Match("nukha", **options)


@pytest.mark.rule("N4")
def test_the_nomads_are_one_of_the_last_four_alike():
    match = table(players=3)
    order = ["lantern-3"] * 3 + ["lantern-2"] * 4 + ["grapple"] * 5 + ["pistol"] * 4 + ["lizard"] * 4 + ["egg"] * 6
    chance_left = Fraction(1)
    met = []
    for card in order:
        fates = match.fates()
        left = match.view()["cave"]
        assert ("find nomads" in fates) == (left <= 4)
        if left <= 4:
            assert fates["find nomads"] == Fraction(1, left)
            met.append(chance_left * fates["find nomads"])
            chance_left *= 1 - fates["find nomads"]
        sell_or_leave(match, card)
    assert match.fates() == {"find nomads": 1}
    assert [*met, chance_left] == [Fraction(1, 4)] * 4


def sell_or_leave(match, card):
    """A turn without any mutiny: the Captain has a coin each time."""
    match._position.record.coins[:3] = [12, 9, 9]
    seat = match.view()["turn"]
    go(match, sells(seat, card=card))


@pytest.mark.rule("N4")
def test_other_cards_are_as_likely_as_they_are_many():
    match = table()
    left = Counter({"lantern-3": 3, "lantern-2": 4, "grapple": 5, "pistol": 4, "lizard": 4, "egg": 6})
    assert match.fates() == {f"find {card}": Fraction(n, 26) for card, n in left.items()}
    match._position.record.cave_left = 4
    match._position.record.cave = 0x0000012  # two Eggs, a Lantern, the Nomads
    assert match.fates() == {
        "find egg": Fraction(1, 2),
        "find lantern-3": Fraction(1, 4),
        "find nomads": Fraction(1, 4),
    }


@pytest.mark.rule("N5")
def test_three_cards_under_the_bottle_seen_by_the_captain_alone():
    match = table()
    assert under_bottle(match) == ["egg", "pistol", "lizard"]
    assert match.view("A")["discard"] == {"count": 3, "cards": ["egg", "pistol", "lizard"]}
    for seat in ("B", "C", None):
        assert match.view(seat)["discard"] == {"count": 3, "cards": None}
        assert match.log_for(seat)[:3] == ["sea discard ?"] * 3
    assert match.log_for("A") == match.log == ["sea discard egg", "sea discard pistol", "sea discard lizard"]
    assert match.view()["cave"] == 27


@pytest.mark.rule("N6")
@pytest.mark.parametrize(("captain", "first", "second"), [("A", "B", "C"), ("C", "A", "B"), ("B", "C", "A")])
def test_left_of_the_captain_begins_and_the_captain_is_passed_over(captain, first, second):
    match = table(captain=captain)
    assert match.view()["turn"] == first
    go(match, sells(first, captain))
    assert match.view()["turn"] == second
    go(match, sells(second, captain))
    assert match.view()["turn"] == first


@pytest.mark.parametrize(
    ("field", "value", "rule"),
    [
        ("reserve", 18, 1),
        ("cave", 0, 1),
        ("cave_left", 26, 4),
        ("discarded", 2, 40),
        ("hidden", 5, 40),
        ("coins", -1, 40),
    ],
)
def test_a_record_that_breaks_a_rule_is_unsound(field, value, rule):
    position = table().position
    assert position.sound() == 0
    position.states[field] = value
    assert position.sound() == rule
