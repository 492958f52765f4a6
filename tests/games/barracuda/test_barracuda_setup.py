"""Set-up and options: B1 to B4."""

from fractions import Fraction

import pytest

from fathoms import Match
from fathoms.engine.errors import IllegalMove, OptionError
from fathoms.games.barracuda.pieces import SHAPES
from tests.games.barracuda.barracuda_helpers import bags, chests, go, holds_barracuda, table, told


@pytest.mark.rule("B1")
def test_a_random_layout_is_one_sea_event_among_4320():
    match = table(layout="random")
    fates = match.fates()
    assert match.to_act == ["sea"]
    assert len(fates) == 6 * 720
    assert set(fates.values()) == {Fraction(1, 4320)}
    shapes = ["".join("#" if mark.isdigit() else mark for mark in fate.split()[1]) for fate in fates]
    assert {shape: shapes.count(shape) for shape in SHAPES} == dict.fromkeys(SHAPES, 720)
    assert all(sorted(mark for mark in fate if mark.isdigit()) == list("123456") for fate in fates)


@pytest.mark.rule("B1")
def test_a_random_layout_lies_as_the_sea_says():
    names = list(table(layout="random").fates())
    for name in [*names[::97], names[-1]]:
        match = table(layout="random")
        assert told(match, "layout") is None
        assert told(match, "wrecks")[0]["cell"] is None
        match.play(f"sea {name}")
        assert told(match, "layout") == name.split()[1]
        assert match.to_act == ["A", "B", "C", "D"]


@pytest.mark.rule("B1")
@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("614/235", "614/235"),
        ("123456", "123456"),
        ("1/2/3/4/5/6", "1/2/3/4/5/6"),
        ("1234/.5/.6", "1234/.5../.6.."),  # what is missing at the right of a row is empty
        ("..12/.34./56", "..12/.34./56.."),
        ("./.123/.456", "123/456"),  # the corner is where the cards begin
    ],
)
def test_a_layout_of_ones_own(written, kept):
    match = table(layout=written)
    assert match.options["layout"] == kept
    assert told(match, "layout") == kept
    assert match.to_act == ["A", "B", "C", "D"]
    again = Match("barracuda", interpreted=True, **match.options)
    assert again.options == match.options


@pytest.mark.rule("B1")
@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("123/.../456", "not connected"),
        ("12./..3/456", "not connected"),  # corners do not connect
        ("12" + "." * 100 + "3/456", "not connected"),
        ("112/345", "names 1 more than once, lacks 6"),
        ("123/45", "lacks 6"),
        ("", "lacks 1"),
        ("1234567", "allowed: first, random"),
        ("123 456", "allowed: first, random"),
        ("FIRST", "allowed: first, random"),
        ("123/456/" + "." * 500, "allowed: first, random"),
        (614235, "allowed: first, random"),
        (None, "allowed: first, random"),
        (["614", "235"], "allowed: first, random"),
    ],
)
def test_a_bad_layout_is_refused_with_the_reason(layout, message):
    with pytest.raises(OptionError, match="layout") as refusal:
        table(layout=layout)
    assert message in str(refusal.value)
    assert len(str(refusal.value)) < 400


@pytest.mark.rule("B2")
def test_the_first_layout():
    match = table()
    assert told(match, "layout") == "614/235"
    cells = {wreck["number"]: wreck["cell"] for wreck in told(match, "wrecks")}
    assert cells == {6: [0, 0], 1: [0, 1], 4: [0, 2], 2: [1, 0], 3: [1, 1], 5: [1, 2]}
    near_six = go(match, "b 1 1 1: sea roll 1").choices("A")
    assert near_six == ["send 1", "send 2", "send 6"]


@pytest.mark.rule("B3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_everybody_starts_with(players):
    match = table(players=players)
    view = match.view("A")
    seats = list("ABCD"[:players])
    assert view["hands"] == {key: ["1", "2", "3", "4", "5", "barracuda"] for key in seats}
    assert view["played"] == {key: [] for key in seats}
    assert (bags(match), chests(match)) == ([2] * players, [0] * players)
    assert view["divers"] == {key: {"wreck": None, "standing": True} for key in seats}
    assert view["barracuda"] == 6
    assert [wreck["coins"] for wreck in view["wrecks"]] == [0] * 6


@pytest.mark.rule("B3")
def test_nobody_swims_to_wreck_six():
    assert table().choices("A") == ["play 1", "play 2", "play 3", "play 4", "play 5", "play barracuda"]


@pytest.mark.rule("B3")
def test_the_reserve_never_runs_out():
    match = table(*["3 4: stay", "4 5: stay", "5 3: stay"] * 3, players=2)
    assert bags(match) == [23, 23]  # more than the 36 coins of the box
    assert holds_barracuda(match) == "AB"


@pytest.mark.rule("B4")
@pytest.mark.parametrize(
    ("extras", "number", "unique", "common"),
    [
        ([], 1, "bank up to 7", "nothing"),
        ([], 2, "bait", "gain 1"),
        ([], 3, "gain 3", "gain 1"),
        ([], 4, "gain 2", "gain 1"),
        ([], 5, "recover 3", "shelter"),
        ([], 6, "cards back", "nothing"),
        ([1], 1, "bank all", "gain 1"),
        ([2], 2, "recover 1 or meddle", "gain 1"),
        ([3], 3, "gain 2", "shelter"),
        ([4], 4, "gain 4", "nothing"),
        ([5], 5, "recover 2", "gain 1"),
        ([6], 6, "send away", "nothing"),
    ],
)
def test_the_wreck_cards(extras, number, unique, common):
    wrecks = told(table(extras=extras), "wrecks")
    assert [wreck["number"] for wreck in wrecks] == [1, 2, 3, 4, 5, 6]
    assert [wreck["number"] for wreck in wrecks if wreck["card"] == "extra"] == extras
    assert (wrecks[number - 1]["unique"], wrecks[number - 1]["common"]) == (unique, common)


@pytest.mark.rule("B4")
@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("none", []),
        ("", []),
        (None, []),
        ([], []),
        (3, [3]),
        ("5,2", [2, 5]),
        ([6, 1], [1, 6]),
        ("4", [4]),
        ((1,), [1]),
    ],
)
def test_extras_can_be_written_in_several_ways(given, kept):
    assert table(extras=given).options["extras"] == kept


@pytest.mark.rule("B4")
@pytest.mark.parametrize(
    ("extras", "message"),
    [
        ([1, 2, 3], "3 extra cards are too many"),
        ("1,2,3", "at most 2"),
        ([2, 2], "named twice"),
        ([7], "1 to 6"),
        ("all", "1 to 6"),
        ("1,", "1 to 6"),
        (True, "1 to 6"),
        (2.5, "1 to 6"),
        ({"a": 1}, "1 to 6"),
        ([1] * 5000, "1 to 6"),
    ],
)
def test_bad_extras_are_refused_with_the_reason(extras, message):
    with pytest.raises(OptionError, match="extras") as refusal:
        table(extras=extras)
    assert message in str(refusal.value)
    assert len(str(refusal.value)) < 400


@pytest.mark.rule("B4")
def test_there_is_no_passing():
    """A bank with an empty bag and a recovery with nothing older still happen; a lone diver is asked nothing."""
    match = table("1 5: stay", players=2)
    assert match.to_act == ["A", "B"]
    assert (chests(match), told(match, "played", "B")) == ([2, 0], [])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "2 to 4"),
        ({"players": 5}, "2 to 4"),
        ({"players": "two"}, "2 to 4"),
        ({"goal": 9}, "8, 10"),
        ({"teams": "maybe"}, "true, false"),
        ({"depth": 3}, "players, teams, goal, layout, extras"),
    ],
)
def test_other_bad_options_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        table(**options)


@pytest.mark.parametrize(
    "line", ["A play 6", "A play", "E play 1", "a play 1", "sea roll 3", "A share C 64", "", "A  play 1"]
)
def test_what_is_no_event_is_refused(line):
    match = table()
    before = match.position.bytes()
    with pytest.raises(IllegalMove) as refusal:
        match.play(line)
    assert refusal.value.rule is None
    assert match.position.bytes() == before
