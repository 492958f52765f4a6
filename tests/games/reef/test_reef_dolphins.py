"""Dolphins: the dolphin card, their steps and what they push: R13, R20, R21."""

import pytest

from tests.games.reef.reef_helpers import at, carries, event, full_channel, go, reef, refused, turn

SHOAL = """\
{row}
........
abcdefgh

a = s
b = s s s s s
c = m m m
d = m m m
e = l l
f = l l
g = l
h = l
"""


def dolphin(match, number):
    return match.view()["dolphins"][str(number)]


# --- The dolphin card ---


@pytest.mark.rule("R13")
def test_the_dolphin_card_gives_the_helm_alone():
    match = reef(turn("A", 3, "dolphin"))
    assert match.view()["points"] == 3
    assert match.view()["dolphin_steps"] == 3
    assert reef(event("A", "wave"), "A card dolphin").view()["points"] == 0


@pytest.mark.rule("R13")
def test_until_one_has_begun_the_choices_are_those_of_both():
    match = reef(turn("A", 2, "dolphin"))
    steps = [f"dolphin {n} {way}" for n in (1, 2) for way in ("up", "down", "left", "right")]
    assert match.choices("A") == [*(f"enter {c}" for c in range(14, 19)), *steps]
    assert refused(match, "A done") == "R13"


@pytest.mark.rule("R13")
def test_the_diver_first_then_the_dolphin():
    match = reef(turn("A", 2, "dolphin", "enter 16"))
    assert refused(match, "A dolphin 1 up") == "R13"
    assert refused(match, "A done") == "R13"
    go(match, "A stop")
    assert match.to_act == ["A"]
    assert refused(match, "A left") == "R13"
    assert refused(match, "A stop") == "R13"
    assert match.choices("A")[-1] == "done"
    go(match, "A dolphin 1 up", "A dolphin 1 left", "A dolphin 1 left")
    assert dolphin(match, 1) == "4.1"
    assert match.to_act == ["B"]


@pytest.mark.rule("R13")
def test_the_dolphin_first_then_the_diver():
    match = reef(turn("A", 2, "dolphin", "dolphin 1 up"))
    assert refused(match, "A enter 15") == "R13"
    assert match.choices("A") == ["dolphin 1 down", "dolphin 1 left", "dolphin 1 right", "done"]
    go(match, "A done")
    assert match.choices("A") == [f"enter {column}" for column in range(14, 19)]
    go(match, "A enter 15")
    assert refused(match, "A dolphin 1 up") == "R13"
    go(match, "A stop")
    assert match.to_act == ["B"]


@pytest.mark.rule("R13")
def test_stop_gives_up_the_points_only_and_done_the_dolphin_only():
    match = reef(turn("A", 1, 1, "enter 15", "stop"), turn("B", 1, 1, "enter 18", "stop"), turn("A", 2, "dolphin"))
    go(match, "A stop")
    assert match.view()["points"] == 0
    assert match.view()["dolphin_steps"] == 3
    go(match, "A done")
    assert match.to_act == ["B"]
    assert match.view()["dolphin_steps"] == 0


@pytest.mark.rule("R13")
def test_done_at_the_start_without_points_or_chest():
    match = reef(event("A", "wave"), "A card dolphin")
    assert match.choices("A")[-1] == "done"
    go(match, "A done")
    assert match.to_act == ["B"]


@pytest.mark.rule("R13")
def test_three_steps_and_no_more_end_the_dolphins_move():
    match = reef(turn("A", 1, "dolphin", "dolphin 1 left", "dolphin 1 left", "dolphin 1 left"))
    assert dolphin(match, 1) == "3.2"
    assert refused(match, "A dolphin 1 left") == "R13"
    assert refused(match, "A done") == "R13"


@pytest.mark.rule("R13")
def test_a_grab_begins_the_divers_move():
    match = reef(turn("A", 1, 2, "enter 16", "down", "down", "stop"), turn("B", 1, 1, "enter 14", "stop"))
    go(match, turn("A", 1, "dolphin", "grab"))
    assert match.choices("A") == ["up", "left", "right", "stop"]


@pytest.mark.rule("R13")
def test_done_alone_if_no_dolphin_can_move():
    match = go(full_channel(), event("A", "wave"), "A card dolphin")
    assert match.choices("A") == ["done"]
    go(match, "A done")
    assert match.to_act == ["B"]


@pytest.mark.rule("R13")
def test_done_alone_also_after_the_divers_move():
    match = go(full_channel(), turn("A", 1, "dolphin", "stop"))
    assert match.choices("A") == ["done"]


@pytest.mark.rule("R13", "R14")
def test_a_diver_pushed_onto_a_chest_is_asked():
    match = reef(turn("A", 2, 1, "enter 14", "down"), "A stop", turn("B", 1, 1, "enter 18", "stop"))
    go(match, event("A", "wave"), "A card dolphin", "A dolphin 2 up", "A dolphin 2 right", "A dolphin 2 down")
    assert at(match, "A") == "14.3"
    assert match.choices("A") == ["grab", "stop"]
    go(match, "A grab")
    assert carries(match, "A") == "small"
    assert match.to_act == ["B"]


# --- Steps ---


@pytest.mark.rule("R20")
def test_one_dolphin_a_move():
    match = reef(turn("A", 1, "dolphin", "dolphin 1 left"))
    assert refused(match, "A dolphin 2 left") == "R20"


@pytest.mark.rule("R20")
def test_it_never_leaves_the_water():
    match = reef(turn("A", 1, "dolphin", "dolphin 2 up"))
    assert refused(match, "A dolphin 2 up") == "R20"
    go(match, "A dolphin 2 right", "A dolphin 2 right")
    assert dolphin(match, 2) == "15.1"


@pytest.mark.rule("R20")
def test_nor_does_it_swim_into_reef_or_the_other_dolphin():
    match = reef(turn("A", 1, "dolphin", "dolphin 2 down", "dolphin 2 right"))
    assert refused(match, "A dolphin 2 down") == "R20"
    near = reef(turn("A", 1, "dolphin"), chart=SHOAL.format(row="..12...."))
    assert refused(near, "A dolphin 1 right") == "R16"


@pytest.mark.rule("R20")
def test_an_event_asks_for_at_least_one_step():
    match = reef(event("A", "friend"))
    assert "done" not in match.choices("A")
    assert refused(match, "A done") == "R20"
    assert refused(match, "A stop") == "R46"
    go(match, "A dolphin 1 left")
    assert match.choices("A")[-1] == "done"
    go(match, "A done")
    assert match.choices("A")[0] == "card 1"


@pytest.mark.rule("R20")
def test_a_dolphin_carries_nothing():
    match = reef(turn("A", 1, "dolphin", "dolphin 2 down", "dolphin 2 down"), "A done", "A enter 14")
    assert dolphin(match, 2) == "13.4"
    assert match.view()["chests"]["13.4"] == ["medium"]


# --- Pushing ---


def line_of_two():
    """B at 14.2 and A at 15.2, both to the right of dolphin 2 at 13.2; A to move."""
    return reef(turn("A", 3, 3, "enter 15", "down", "stop"), turn("B", 3, 3, "enter 14", "down", "stop"))


@pytest.mark.rule("R21")
def test_it_pushes_a_line_of_divers():
    match = go(line_of_two(), turn("A", 1, "dolphin", "dolphin 2 right"))
    assert (dolphin(match, 2), at(match, "B"), at(match, "A")) == ("14.2", "15.2", "16.2")
    go(match, "A dolphin 2 right", "A dolphin 2 right")
    assert (at(match, "B"), at(match, "A")) == ("17.2", "18.2")


@pytest.mark.rule("R21")
def test_not_beyond_the_edge():
    match = go(line_of_two(), turn("A", 1, "dolphin", *["dolphin 2 right"] * 3), "A stop")
    go(match, turn("B", 1, "dolphin"))
    assert refused(match, "B dolphin 2 right") == "R21"
    assert "dolphin 2 right" not in match.choices("B")


@pytest.mark.rule("R21")
def test_not_into_the_reef_nor_through_the_surface():
    match = reef(turn("A", 3, 3, "enter 14", "left", "stop"), turn("B", 3, 3, "enter 14", "down", "down"))
    go(match, "B stop", turn("A", 1, "dolphin"))
    assert at(match, "A") == "13.1"
    assert refused(match, "A dolphin 2 up") == "R21"
    go(match, "A dolphin 2 down")
    assert dolphin(match, 2) == "13.3"
    go(match, "A dolphin 2 right")
    assert at(match, "B") == "15.3"
    assert refused(match, "A dolphin 2 down") == "R20"


@pytest.mark.rule("R21")
def test_not_onto_the_other_dolphin():
    match = reef(event("A", "lead", "lead 2.3"), "A card 2", "A up", "A up", chart=SHOAL.format(row="1.2....."))
    assert at(match, "A") == "2.1"
    go(match, turn("B", 1, "dolphin"))
    assert refused(match, "B dolphin 1 right") == "R21"
    assert refused(match, "B dolphin 2 left") == "R21"


@pytest.mark.rule("R21")
def test_pushed_divers_keep_their_chests():
    match = reef(turn("A", 3, 3, "enter 14", "down", "down", "grab", "up", "stop"))
    go(match, turn("B", 1, "dolphin", "dolphin 2 right"))
    assert at(match, "A") == "15.2"
    assert carries(match, "A") == "small"


@pytest.mark.rule("R21")
def test_a_gap_breaks_the_line():
    match = reef(turn("A", 3, 3, "enter 16", "down", "stop"), turn("B", 3, 3, "enter 14", "down", "stop"))
    go(match, turn("A", 1, "dolphin", "dolphin 2 right"))
    assert (at(match, "B"), at(match, "A")) == ("15.2", "16.2")
