"""The sea, the boat, chests, helm, cards and charts: R1 to R8, R53 to R55."""

from fractions import Fraction
from pathlib import Path

import pytest

from fathoms import Match, OptionError
from fathoms.games.reef.pieces import CHARTS, EVENTS, EXAMPLE_CHART
from fathoms.games.reef.state import STATE
from tests.games.reef.reef_helpers import POND, RACE, at, boat, event, go, reef, refused, turn, up

DEPTHS = [3, 3, 3, 3, 3, 4, 4, 3, 6, 4, 5, 7, 5, 6, 6, 5, 7, 7]  # from column 18 to column 1


# --- The sea ---


@pytest.mark.rule("R1")
def test_cells_below_the_bed_and_beyond_the_edge_are_not_water():
    match = reef(turn("A", 3, 3, "enter 18", "down", "down"))
    assert at(match, "A") == "18.3"
    assert refused(match, "A down") == "R1"
    assert refused(match, "A right") == "R1"
    assert match.choices("A") == ["up", "left", "grab", "stop"]


@pytest.mark.rule("R1")
def test_the_left_edge_is_an_edge_too():
    match = reef(event("A", "lead", "lead 1.7"), "A card 3")
    assert match.choices("A") == ["up", "right", "grab", "stop"]
    assert refused(match, "A left") == "R1"


@pytest.mark.rule("R2")
def test_the_standard_chart():
    view = reef().view()
    assert view["chart"][::-1] == DEPTHS
    assert view["dolphins"] == {"1": "6.2", "2": "13.2"}
    sizes = {3: "small", 4: "medium", 5: "medium", 6: "large", 7: "large"}
    assert view["chests"] == {f"{c}.{d}": [sizes[d]] for c, d in enumerate(DEPTHS[::-1], 1)}
    assert [sum(held == [size] for held in view["chests"].values()) for size in ("small", "medium", "large")] == [6] * 3


@pytest.mark.rule("R3")
def test_a_step_moves_the_boat_one_column_left_thirteen_times():
    match = reef()
    assert match.view()["boat"] == [14, 15, 16, 17, 18]
    for step in range(13):
        assert not match.over
        assert boat(match) == 14 - step
        go(match, turn("AB"[step % 2], 2, 3, f"enter {boat(match)}", "up"))
    assert match.view()["boat"] == [1, 2, 3, 4, 5]
    assert match.over


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    ("column", "size", "values"), [(2, "small", (2, 3, 4)), (4, "medium", (3, 4, 5)), (5, "large", (4, 5, 6))]
)
def test_two_chests_of_each_value(column, size, values):
    down = [f"enter {column}", "down", "down", f"grab {size}"]
    match = reef(turn("A", 3, 3, *down, "left", "stop"), turn("B", 3, 3, *down, "stop"), chart=RACE, players=3)
    go(match, turn("C", 2, 3, "enter 3", "up"))
    assert match.fates() == {f"open A {size} {value}": Fraction(1, 3) for value in values}
    go(match, f"sea open A {size} {values[0]}")
    weights = [Fraction(1, 5), Fraction(2, 5), Fraction(2, 5)]
    assert match.fates() == {f"open B {size} {value}": weight for value, weight in zip(values, weights, strict=True)}


@pytest.mark.rule("R54")
def test_a_table_may_choose_what_its_chests_are_worth():
    chests = "4,2,2,2,2,2/5,5,5,5,5,5/4,4,5,5,6,6"
    down = ["enter 2", "down", "down", "grab small"]
    dives = turn("A", 3, 3, *down, "left", "stop"), turn("B", 3, 3, *down, "stop"), turn("C", 2, 3, "enter 3", "up")
    match = reef(*dives, chart=RACE, players=3, chests=chests)
    assert match.options["chests"] == "2,2,2,2,2,4/5,5,5,5,5,5/4,4,5,5,6,6"
    assert match.fates() == {"open A small 2": Fraction(5, 6), "open A small 4": Fraction(1, 6)}
    go(match, "sea open A small 4")
    assert match.fates() == {"open B small 2": Fraction(1)}


@pytest.mark.rule("R54")
@pytest.mark.parametrize(
    "chests",
    ["", 7, [], "2,2,3,3,4,4", "2,2,3,3,4/3,3,4,4,5,5/4,4,5,5,6,6", "2,2,3,3,4,5/3,3,4,4,5,5/4,4,5,5,6,6", "2/3/4/5"],
)
def test_chests_that_cannot_be_are_refused(chests):
    with pytest.raises(OptionError, match="six small chests worth 2 to 4"):
        reef(chests=chests)


@pytest.mark.rule("R55")
def test_a_table_may_choose_its_dive_cards():
    match = reef("A spin", "sea spin 1", cards="dolphin,2,1,2", players=5)
    assert match.choices("A") == ["card 1", "card 2", "card dolphin"]
    assert all(up(match, seat) == ["1", "2", "2", "dolphin"] for seat in "ABCDE")
    assert refused(match, "A card 3") == "R7"
    assert match.options["cards"] == "1,2,2,dolphin"


@pytest.mark.rule("R55")
@pytest.mark.parametrize("cards", ["", "4", "1,,2", "1 2", "1,1,1,1,1,1,1", [], True, "scarce"])
def test_dive_cards_that_cannot_be_are_refused(cards):
    with pytest.raises(OptionError, match="usual, or 1 to 6 cards among 1, 2, 3, dolphin"):
        reef(cards=cards)


@pytest.mark.rule("R55")
def test_scarce_air_and_cards_of_ones_own_exclude_each_other():
    with pytest.raises(OptionError, match="both choose the dive cards; allowed: scarce=false, or cards=usual"):
        reef(scarce=True, cards="1,2")


@pytest.mark.parametrize("players", [2, 4])
def test_a_record_of_a_table_with_the_usual_pieces_is_as_it_always_was(players):
    spelt = {2: "1,2,3,dolphin", 4: "1,1,2,3,dolphin"}[players]
    chests = "2,2,3,3,4,4/3,3,4,4,5,5/4,4,5,5,6,6"
    assert reef(players=players).position.bytes() == reef(players=players, cards=spelt, chests=chests).position.bytes()


@pytest.mark.rule("R5")
def test_the_helm_has_eight_equal_sectors():
    match = reef("A spin")
    assert match.fates() == {f"spin {sector}": Fraction(1, 4) for sector in ("1", "2", "3", "?")}


@pytest.mark.rule("R5")
def test_a_table_may_choose_a_helm_of_its_own():
    match = reef("A spin", helm="?,3,1,1")
    assert match.fates() == {"spin 1": Fraction(1, 2), "spin 3": Fraction(1, 4), "spin ?": Fraction(1, 4)}
    assert match.view()["sectors"] == ["1", "3", "?", "1"]
    assert match.options["helm"] == "1,1,3,?"
    assert reef("A spin", helm=["2"]).fates() == {"spin 2": Fraction(1)}
    assert reef(helm="1,2,3,?,1,2,3,?").view()["sectors"] == ["1", "2", "3", "?", "1", "2", "3", "?"]


@pytest.mark.rule("R5")
@pytest.mark.parametrize("helm", ["", "4", "1,,2", "1 2", ",".join("1" * 9), 5, []])
def test_a_helm_that_cannot_be_is_refused(helm):
    with pytest.raises(OptionError, match="1 to 8 sectors among 1, 2, 3, \\?"):
        reef(helm=helm)


def test_a_record_of_a_table_without_a_helm_of_its_own_is_as_it_always_was():
    assert reef().position.bytes() == reef(helm="1,1,2,2,3,3,?,?").position.bytes()
    assert (STATE.itemsize, STATE.fields["mover"][1], STATE.fields["steps"][1]) == (216, 28, 30)


@pytest.mark.rule("R6")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_sea_names_the_first_player_and_play_goes_clockwise(players):
    seats = "ABCDE"[:players]
    match = reef(players=players, first=None)
    assert match.fates() == {f"first {seat}": Fraction(1, players) for seat in seats}
    assert refused(match, "A spin") == "R6"
    assert all(place["at"] == "boat" for place in match.view()["divers"].values())
    assert match.view()["turn"] is None
    last = seats[-1]
    go(match, f"sea first {last}")
    assert match.to_act == [last]
    assert refused(match, "B spin" if last == "A" else "A spin") == "R6"
    go(match, turn(last, 1, 1, "enter 15", "stop"))
    assert match.to_act == ["A"]


@pytest.mark.rule("R6")
def test_a_fixed_seat_begins_without_the_sea():
    assert reef(players=3, first="C").to_act == ["C"]


@pytest.mark.rule("R6")
@pytest.mark.parametrize("players", [1, 6, "many"])
def test_two_to_five_divers(players):
    with pytest.raises(OptionError, match="2 to 5"):
        Match("reef", players=players)


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("players", "scarce", "cards"),
    [
        (2, False, "1 2 3 dolphin"),
        (3, False, "1 2 3 dolphin"),
        (4, False, "1 1 2 3 dolphin"),
        (5, False, "1 1 2 3 dolphin"),
        (2, True, "1 1 2 dolphin"),
        (3, True, "1 1 2 dolphin"),
        (4, True, "1 2 3 dolphin"),
        (5, True, "1 2 3 dolphin"),
    ],
)
def test_the_dive_cards(players, scarce, cards):
    view = reef(players=players, scarce=scarce).view()
    assert all(held == {"up": cards.split(), "used": []} for held in view["cards"].values())


@pytest.mark.rule("R7")
def test_a_card_that_was_not_dealt():
    assert refused(reef("A spin", "sea spin 1", scarce=True), "A card 3") == "R7"


@pytest.mark.rule("R8")
def test_events_do_not_come_back_until_all_twenty_are_drawn():
    match = reef()
    order = EVENTS[::-1]
    for count, name in enumerate(order):
        go(match, f"{match.to_act[0]} spin", "sea spin ?")
        assert match.fates() == {f"event {e}": Fraction(1, 20 - count) for e in EVENTS if e not in order[:count]}
        go(match, f"sea event {name}")
        finish_turn(match)
    go(match, f"{match.to_act[0]} spin", "sea spin ?")
    assert len(match.fates()) == 20
    go(match, "sea event wave")
    assert len(match.view()["events"]) == 19


def finish_turn(match):
    """Answer as little as possible until somebody's turn begins."""
    while "spin" not in match.choices(match.to_act[0]):
        seat = match.to_act[0]
        match.play(f"{seat} {match.choices(seat)[-1]}")


# --- Charts ---


def test_the_record_has_no_padding():
    assert STATE.itemsize == sum(STATE[name].itemsize for name in STATE.names)


@pytest.mark.rule("R53")
@pytest.mark.parametrize("name", CHARTS)
def test_named_charts(name):
    match = reef(chart=name)
    assert match.options["chart"] == name
    assert boat(match) == len(match.view()["chart"]) - 4


@pytest.mark.rule("R53")
def test_the_trench_is_narrower_and_deeper():
    trench, standard = reef(chart="trench").view()["chart"], reef().view()["chart"]
    assert len(trench) < len(standard)
    assert sum(trench) / len(trench) > sum(standard) / len(standard)


@pytest.mark.rule("R53")
def test_a_drawing_is_a_chart():
    view = reef(chart=POND).view()
    assert view["chart"] == [4, 1, 4, 4, 4, 4, 4]
    assert view["chests"]["2.1"] == ["large"]
    assert view["chests"]["1.4"] == ["small"] * 3
    assert view["dolphins"] == {"1": "4.3", "2": "7.3"}
    assert view["boat"] == [3, 4, 5, 6, 7]


@pytest.mark.rule("R53")
def test_surface_remarks_and_shared_cells():
    match = reef(chart=EXAMPLE_CHART)
    assert match.view()["chests"]["5.7"] == ["large"] * 4
    with_dolphin = EXAMPLE_CHART.replace("..1....2..", "..1.......").replace("a = s s", "a = s s\nd = m 2")
    assert reef(chart=with_dolphin.replace("#m.....m##", "#d.....m##")).view()["dolphins"]["2"] == "2.4"


@pytest.mark.rule("R53")
@pytest.mark.parametrize("ending", [".txt", ".chart"])
def test_a_file_with_a_drawing(tmp_path: Path, ending):
    file = tmp_path / f"pond{ending}"
    file.write_text(POND)
    match = reef(chart=file)
    assert match.options["chart"] == POND
    assert Match.load(match.save()).options == match.options


def drawn(old: str, new: str) -> str:
    assert old in POND
    return POND.replace(old, new, 1)


BAD_CHARTS = {
    "five columns": (".....\n.....\n", r"line 1: 5 columns; allowed: 6 to 24"),
    "too wide": ("." * 25 + "\n", r"line 1: 25 columns; allowed: 6 to 24"),
    "too deep": ("......\n" * 13, r"line 13: more than 12 rows"),
    "ragged": (drawn(".#.....\n", ".#....\n"), r"line 2: 6 columns, but the first row has 7"),
    "a cave": (drawn(".#.1..2", "...1..2"), r"line 3: column 2 has water under reef"),
    "no water": (drawn(".l.....", ".#....."), r"line 1: column 2 has no water"),
    "unknown mark": (drawn("a#bcdef", "a#bcdex"), r"line 4: column 7 is 'x'; allowed"),
    "floating chest": (drawn(".#.....", ".#.s..."), r"line 2: the small chest in column 4 is not on the bed, .* row 4"),
    "five small": (drawn("a = s s s", "a = s s"), r"line 4: the drawing ends with 5 small chests; it needs 6"),
    "seven large": (drawn("f = l l", "f = l l l"), r"line 4: .* 7 large chests"),
    "one dolphin": (drawn(".#.1..2", ".#.1..."), r"line 4: the drawing ends without dolphin 2"),
    "two of one dolphin": (drawn(".#.1..2", ".#.2..2"), r"line 3: dolphin 2 is drawn twice"),
    "a crowded dolphin": (
        drawn(".#.1..2", ".#.g...") + "g = 1 2\n",
        r"line 3: two dolphins in column 4; a cell holds one",
    ),
    "a long mark": (POND + "gg = s\n", r"line 12: 'gg' cannot be a mark"),
    "a mark in use": (POND + "s = m\n", r"line 12: 's' cannot be a mark"),
    "a mark twice": (POND + "a = m\n", r"line 12: the mark 'a' is explained twice"),
    "a strange thing": (POND + "g = s x\n", r"line 12: after = come the things"),
    "an empty mark": (POND + "g =\n", r"line 12: after = come the things"),
    "nothing": ("; a remark\n\n", r"line 1: nothing is drawn"),
    "only surface": ("~~~~~~\n", r"line 1: nothing is drawn"),
    "a novel": ("; " + "x" * 5000 + "\n", r"at most 4000 characters"),
}


@pytest.mark.rule("R3")
@pytest.mark.parametrize("name", BAD_CHARTS)
def test_a_bad_chart_is_refused_with_line_and_reason(name):
    drawing, reason = BAD_CHARTS[name]
    with pytest.raises(OptionError, match=reason):
        Match("reef", chart=drawing)


@pytest.mark.rule("R3")
@pytest.mark.parametrize("value", ["atlantis", 7, ["......"], None])
def test_what_is_no_chart_at_all(value):
    with pytest.raises(OptionError, match="allowed: standard, trench, a drawing of your own, or a file"):
        Match("reef", chart=value)


def test_a_file_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(OptionError, match="cannot be read"):
        Match("reef", chart=tmp_path / "missing.txt")
    (tmp_path / "noise.chart").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(OptionError, match="cannot be read"):
        Match("reef", chart=tmp_path / "noise.chart")


def test_text_is_never_taken_for_a_file(tmp_path: Path):
    """Options come from other people's browsers and records too: no file of this machine may be read for them."""
    file = tmp_path / "pond.txt"
    file.write_text(POND)
    with pytest.raises(OptionError, match="a drawing of your own"):
        Match("reef", chart=str(file))


def test_the_cards_of_a_new_match_are_all_up():
    assert up(reef(), "B") == ["1", "2", "3", "dolphin"]
