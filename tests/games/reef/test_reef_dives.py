"""The end of a dive and of the game: R22 to R27."""

from fractions import Fraction

import pytest

from tests.games.reef.reef_helpers import POND, RACE, at, boat, carries, event, go, reef, refused, turn, up

ALL = ["1", "2", "3", "dolphin"]
FETCH = ("enter 3", "down", "down", "down", "grab medium")  # in the pond, 4 points


# --- The end of a dive ---


@pytest.mark.rule("R22")
def test_back_on_board_with_a_chest():
    match = reef(turn("A", 3, 3, "enter 16", "down", "down", "grab", "up", "up", "up"))
    view = match.view()
    assert view["won"] == {"A": ["small"], "B": []}
    assert view["divers"]["A"] == {"at": "boat", "carries": None}
    assert up(match, "A") == ALL
    assert boat(match) == 13
    go(match, turn("B", 1, 1, "enter 16", "stop"), turn("A", 1, 1))
    assert "enter 13" in match.choices("A")


@pytest.mark.rule("R22")
def test_back_on_board_without_one():
    match = reef(turn("A", 1, 1, "enter 16", "up"))
    assert match.view()["won"]["A"] == []
    assert boat(match) == 13


def last_card(chart="standard", **options):
    """A has played all cards but the 3 and waits at 16.3 with the small chest."""
    match = reef(turn("A", 1, 2, "enter 16", "down", "down", "grab"), chart=chart, **options)
    go(match, turn("B", 1, 1, "enter 14", "stop"), turn("A", 1, 1, "stop"))
    go(match, turn("B", 1, 2, "stop"), turn("A", 1, "dolphin", "stop", "done"), turn("B", 1, 3, "stop"))
    return match


@pytest.mark.rule("R23")
def test_out_of_air_the_chest_is_lost():
    match = last_card()
    assert carries(match, "A") == "small"
    go(match, turn("A", 1, 3, "left"))
    assert at(match, "A") == "15.3"
    go(match, "A stop")
    assert match.view()["divers"]["A"] == {"at": "boat", "carries": None}
    assert match.view()["chests"]["15.3"] == ["small", "small"]
    assert match.view()["won"]["A"] == []
    assert up(match, "A") == ALL
    assert boat(match) == 13
    assert match.to_act == ["B"]


@pytest.mark.rule("R23")
def test_the_last_card_still_brings_the_diver_home():
    match = go(last_card(), turn("A", 1, 3, "up", "up", "up"))
    assert match.view()["won"]["A"] == ["small"]
    assert boat(match) == 13


@pytest.mark.rule("R23")
def test_the_air_lasts_for_the_dolphins_move():
    lines = []
    for card in (1, 2, 3):
        lines += [turn("A", 1, card, *(["enter 16"] if card == 1 else []), "stop"), turn("B", 1, 1, "enter 14", "up")]
    match = reef(*lines, turn("A", 1, "dolphin", "stop"))
    assert up(match, "A") == []
    assert at(match, "A") == "16.1"
    go(match, "A dolphin 1 left")
    assert at(match, "A") == "16.1"
    go(match, "A done")
    assert at(match, "A") == "boat"
    assert up(match, "A") == ALL


@pytest.mark.rule("R23")
def test_on_board_without_a_card_the_dive_ends_too():
    """B, C, D and the dolphins keep A on board for three cards; the last one, on ?, brings no point."""
    dam = RACE.replace("......\n1....2\nabcdef", "........12\nabcdef....")
    match = reef(players=4, first="B", scarce=True, chart=dam)
    for card in (1, 2, 3):
        for seat, column in (("B", 6), ("C", 7), ("D", 8)):
            go(match, turn(seat, 1, card, *([f"enter {column}"] if card == 1 else []), "stop"))
        go(match, turn("A", 1, card, "stop"))
    for seat in "BCD":
        go(match, turn(seat, 1, "dolphin", "stop", "done"))
    assert (up(match, "A"), boat(match)) == (["dolphin"], 3)
    go(match, event("A", "octopus"), "A card dolphin")
    assert up(match, "A") == []
    go(match, "A done")
    assert at(match, "A") == "boat"
    assert (up(match, "A"), boat(match)) == (ALL, 2)


@pytest.mark.rule("R24")
def test_ascending_takes_the_place_of_the_turn():
    match = reef(turn("A", 1, 1, "enter 16", "stop"), turn("B", 1, 1, "enter 14", "stop"), "A ascend")
    assert at(match, "A") == "boat"
    assert up(match, "A") == ALL
    assert boat(match) == 13
    assert match.to_act == ["B"]
    assert match.view()["helm"] is None


@pytest.mark.rule("R24")
def test_a_chest_is_left_behind():
    match = reef(turn("A", 3, 3, "enter 16", "down", "down", "grab", "up", "stop"), turn("B", 1, 1, "enter 14", "stop"))
    go(match, "A ascend")
    assert match.view()["won"]["A"] == []
    assert match.view()["chests"]["16.3"] == ["small"]


@pytest.mark.rule("R25")
def test_a_chest_sinks_to_the_bed_of_its_column():
    match = reef(turn("A", 3, 3, "enter 14", "down", "down", "grab", "up", "left")[:-1])
    go(match, "A stop", turn("B", 1, 1, "enter 18", "stop"), event("A", "octopus"), "A card 1", "A stop")
    assert carries(match, "A") is None
    assert match.view()["chests"]["14.3"] == ["small"]


@pytest.mark.rule("R25")
def test_of_several_chests_one_is_named():
    match = reef(turn("A", 3, 3, "enter 3", "down", "down", "down"), chart=POND)
    assert match.view()["chests"]["3.4"] == ["medium"] * 3
    assert match.choices("A") == ["up", "right", "grab medium", "stop"]
    assert refused(match, "A grab") == "R25"
    assert refused(match, "A grab small") == "R25"
    go(match, "A grab medium")
    assert match.view()["chests"]["3.4"] == ["medium"] * 2


@pytest.mark.rule("R25")
def test_a_single_chest_is_not_named():
    match = reef(turn("A", 1, 1, "enter 3", "left"), chart=POND)
    assert match.choices("A") == ["grab", "stop"]
    assert refused(match, "A grab large") == "R25"


@pytest.mark.rule("R25")
def test_sizes_are_offered_from_small_to_large():
    mixed = POND.replace("d = s s s", "d = s m l").replace("e = m m m", "e = s m m").replace("c = l l l", "c = s l l")
    match = reef(turn("A", 3, 3, "enter 4", "down", "right", "down", "down"), chart=mixed)
    assert match.choices("A") == ["up", "left", "right", "grab small", "grab medium", "grab large", "stop"]
    go(match, "A grab medium")
    assert match.view()["chests"]["5.4"] == ["small", "large"]


# --- The end of the game ---


@pytest.mark.rule("R26")
def test_the_last_step_ends_the_game_at_once():
    match = reef(turn("A", 3, 3, "enter 3", "up"), chart=RACE)
    assert match.view()["boat"] == [1, 2, 3, 4, 5]
    assert match.over
    assert match.winners == ["A", "B"]
    assert refused(match, "B spin") == "R26"


@pytest.mark.rule("R26")
def test_carriers_bring_their_chests_up_and_others_stay():
    match = reef(turn("A", 3, 3, "enter 3", "down", "down", "grab medium", "stop"), players=3, chart=RACE)
    go(match, turn("B", 1, 1, "enter 4", "stop"), turn("C", 1, 1, "enter 5", "up"))
    view = match.view()
    assert view["won"] == {"A": ["medium"], "B": [], "C": []}
    assert view["divers"]["A"] == {"at": "boat", "carries": None}
    assert view["cards"]["A"]["up"] == ALL
    assert view["divers"]["B"]["at"] == "4.1"
    assert view["cards"]["B"]["used"] == ["1"]
    assert match.to_act == ["sea"]
    assert refused(match, "B spin") == "R27"


@pytest.mark.rule("R26")
def test_a_chest_abandoned_in_that_moment_has_sunk():
    match = reef(turn("A", 3, 3, "enter 3", "down", "down", "grab medium", "stop"), chart=RACE)
    go(match, turn("B", 1, 1, "enter 4", "stop"), "A ascend")
    assert match.over
    assert match.view()["won"]["A"] == []
    assert match.view()["chests"]["3.3"] == ["medium"] * 3


@pytest.mark.rule("R26")
def test_a_chest_lost_for_want_of_air_in_that_moment_has_sunk():
    match = reef(turn("A", 3, 3, "enter 3", "down", "down", "grab medium", "stop"), chart=RACE)
    for card in (1, 2, "dolphin"):
        number = {1: 1, 2: 2, "dolphin": 3}[card]
        go(match, turn("B", 1, number, *(["enter 5"] if card == 1 else []), "stop"))
        go(match, turn("A", 1, card, "stop"), "A done" if card == "dolphin" else [])
    assert match.over
    assert match.view()["won"] == {"A": [], "B": []}
    assert match.view()["chests"]["3.3"] == ["medium"] * 3


@pytest.mark.rule("R26")
def test_no_rest_of_an_event_follows():
    match = reef(event("A", "lunch"), "A card 1", "A enter 3", chart=POND)
    go(match, event("B", "cyclone"))
    assert match.over
    assert match.view()["event"] == "cyclone"
    assert match.view()["helm"] == "?"
    assert reef(event("A", "cyclone"), chart=RACE).view()["boat"][0] == 1


@pytest.mark.rule("R27")
def test_the_sea_opens_seat_by_seat_small_first():
    match = reef(turn("A", 3, 3, "enter 3", "down", "down", "grab medium", "stop"), players=3, chart=RACE)
    go(match, turn("B", 3, 3, "enter 6", "left", "down", "down", "grab large"), "B stop")
    go(match, turn("C", 1, 1, "enter 5", "up"))
    assert match.fates() == {f"open A medium {value}": Fraction(1, 3) for value in (3, 4, 5)}
    go(match, "sea open A medium 5")
    assert match.scores == {"A": 5, "B": 0, "C": 0}
    assert match.winners == []
    go(match, "sea open B large 4")
    assert match.over
    assert match.winners == ["A"]
    assert match.view()["chests"]["3.3"] == ["medium"] * 2  # nobody's


@pytest.mark.rule("R27")
def test_several_sizes_of_one_seat_and_values_only_once():
    match = reef(turn("A", 3, 3, *FETCH, "stop"), chart=POND)
    go(match, turn("B", 3, 3, "enter 5", "down", "down", "down", "grab small", "stop"))
    go(match, turn("A", 3, 2, "up", "up", "up", "up"), turn("B", 3, 2, "up", "up", "up", "left"), "B stop")
    assert match.view()["won"]["A"] == ["medium"]
    go(match, turn("A", 2, 3, "enter 2", "grab", "stop"), turn("B", 1, 1, "up"))
    assert match.view()["won"] == {"A": ["medium", "large"], "B": ["small"]}
    order = []
    while not match.over:
        line = next(iter(match.fates()))
        order.append(line)
        match.play(f"sea {line}")
    assert [line.split()[1:3] for line in order] == [["A", "medium"], ["A", "large"], ["B", "small"]]
    assert match.scores == {"A": 7, "B": 2}


@pytest.mark.rule("R27")
def test_a_tie_is_shared():
    match = reef(turn("A", 3, 3, "enter 3", "down", "down", "grab medium", "stop"), players=3, chart=RACE)
    go(match, turn("B", 3, 3, "enter 6", "left", "down", "down", "grab large"), "B stop")
    go(match, turn("C", 1, 1, "enter 5", "up"), "sea open A medium 5", "sea open B large 5")
    assert match.winners == ["A", "B"]


@pytest.mark.rule("R27")
def test_with_nothing_won_all_share():
    match = reef(turn("A", 1, 1, "enter 3", "up"), players=3, chart=RACE)
    assert match.over
    assert match.winners == ["A", "B", "C"]
