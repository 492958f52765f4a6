"""The twenty events, from the water and from the boat: R31 to R51."""

import pytest

from tests.games.reef.reef_helpers import (
    POND,
    RACE,
    at,
    boat,
    carries,
    event,
    full_channel,
    go,
    reef,
    refused,
    turn,
    up,
)

CARDS = ["card 1", "card 2", "card 3", "card dolphin"]


def asks_for_card(match, seat="A"):
    return match.to_act == [seat] and match.choices(seat)[0].startswith("card")


def in_water(*moves, players=2, **options):
    """A in the water after a first turn of six points, the others at 18.1 and beside it; A to spin."""
    match = reef(turn("A", 3, 3, *moves), players=players, **options)
    if match.to_act == ["A"]:
        go(match, "A stop")
    for seat, column in zip("BCDE"[: players - 1], (18, 17, 16, 15), strict=False):
        go(match, turn(seat, 1, 1, f"enter {column}", "stop"))
    return match


# --- What events leave alone ---


@pytest.mark.rule("R31")
@pytest.mark.rule("R32")
@pytest.mark.rule("R34")
@pytest.mark.rule("R44")
@pytest.mark.rule("R45")
@pytest.mark.parametrize("name", ["watch", "current", "octopus", "jellyfish", "lunch"])
def test_a_diver_on_board_is_left_alone(name):
    match = reef(event("A", name))
    assert asks_for_card(match)
    assert at(match, "A") == "boat"
    assert boat(match) == 14


@pytest.mark.rule("R31")
@pytest.mark.rule("R32")
@pytest.mark.rule("R37")
@pytest.mark.rule("R38")
@pytest.mark.rule("R46")
@pytest.mark.rule("R50")
@pytest.mark.parametrize("name", ["watch", "current", "drift", "tow", "friend", "fright"])
def test_where_nothing_can_move_the_event_passes(name):
    match = go(full_channel(), event("A", name))
    assert asks_for_card(match)
    assert at(match, "A") == "3.1"


@pytest.mark.rule("R37")
@pytest.mark.rule("R38")
@pytest.mark.parametrize("name", ["drift", "tow"])
def test_with_nobody_in_the_water_the_event_passes(name):
    assert asks_for_card(reef(event("A", name)))


# --- One by one ---


@pytest.mark.rule("R31")
def test_watch_the_left_neighbour_moves_two_steps():
    match = go(in_water("enter 15", "down", players=3), event("A", "watch"))
    assert match.to_act == ["B"]
    assert match.choices("A") == []
    assert refused(match, "A left") == "R31"
    assert refused(match, "C left") == "R31"
    assert refused(match, "B stop") == "R31"
    assert match.choices("B") == ["up", "down", "left", "right"]
    go(match, "B left")
    assert match.view()["forced"] == {"diver": "A", "steps": 1}
    assert refused(match, "B left") == "R16"
    go(match, "B right")  # back where it came from
    assert at(match, "A") == "15.2"
    assert asks_for_card(match)
    assert match.view()["forced"] is None


@pytest.mark.rule("R31")
def test_watch_the_last_seat_is_moved_by_the_first():
    match = reef(turn("B", 1, 1, "enter 15", "stop"), turn("A", 1, 1, "enter 18", "stop"), first="B")
    assert go(match, event("B", "watch")).to_act == ["A"]


@pytest.mark.rule("R31")
def test_watch_never_brings_the_diver_aboard_or_into_the_reef():
    match = go(in_water("enter 15"), event("A", "watch"))
    assert refused(match, "B up") == "R31"
    assert match.choices("B") == ["down", "left", "right"]
    go(match, "B down", "B down")
    assert at(match, "A") == "15.3"
    assert carries(match, "A") is None


@pytest.mark.rule("R32")
def test_current_one_step_of_ones_choice():
    match = go(in_water("enter 15", "down", "down"), event("A", "current"))
    assert match.choices("A") == ["up", "left", "right"]
    assert refused(match, "A down") == "R1"
    assert refused(match, "A stop") == "R32"
    assert refused(match, "A grab") == "R32"
    go(match, "A left")
    assert at(match, "A") == "14.3"
    assert asks_for_card(match)


@pytest.mark.rule("R33")
@pytest.mark.rule("R35")
@pytest.mark.rule("R43")
@pytest.mark.parametrize(
    ("name", "landing", "from_boat"),
    [
        ("siren", "10.3", "14.2"),
        ("shark", "10.4", "14.3"),
        ("lamp", "10.6", "14.3"),
    ],
)
def test_dives(name, landing, from_boat):
    match = in_water("enter 14", "left", "left", "left", "left")
    assert at(match, "A") == "10.1"
    go(match, event("A", name))
    assert at(match, "A") == landing
    assert asks_for_card(match)
    board = reef(event("A", name))
    assert board.choices("A") == [f"enter {column}" for column in range(14, 19)]
    assert refused(board, "A enter 13") == "R15"
    assert refused(board, "A down") == {"siren": "R33", "shark": "R35", "lamp": "R43"}[name]
    go(board, "A enter 14")
    assert at(board, "A") == from_boat
    assert asks_for_card(board)


@pytest.mark.rule("R33")
@pytest.mark.rule("R35")
@pytest.mark.rule("R43")
@pytest.mark.parametrize("name", ["siren", "shark", "lamp"])
def test_a_dive_stops_where_it_is_blocked(name):
    match = reef(turn("A", 2, 2, "enter 14", "down", "stop"), event("B", name))
    go(match, "B enter 14")
    assert at(match, "B") == "14.1"
    below = reef(turn("A", 2, 2, "enter 14", "down", "down"), "A stop", turn("B", 2, 2, "enter 14", "stop"))
    go(below, turn("A", 1, 1, "stop"), event("B", name))
    assert at(below, "B") == "14.2"


@pytest.mark.rule("R33")
@pytest.mark.rule("R35")
@pytest.mark.rule("R43")
@pytest.mark.parametrize("name", ["siren", "shark", "lamp"])
def test_a_dive_passes_where_no_cell_is_free(name):
    chart = RACE.replace("......\n1....2\n", "....12\n......\n")
    match = reef(players=4, first="B", chart=chart)
    for seat, column in (("B", 2), ("C", 3), ("D", 4)):
        go(match, turn(seat, 1, 1, f"enter {column}", "stop"))
    assert asks_for_card(go(match, event("A", name)))


@pytest.mark.rule("R34")
def test_octopus_the_chest_sinks():
    match = go(in_water("enter 15", "down", "down", "grab", "left", "up"), event("A", "octopus"))
    assert carries(match, "A") is None
    assert match.view()["chests"]["14.3"] == ["small", "small"]
    assert asks_for_card(match)
    empty = go(in_water("enter 15", "down"), event("A", "octopus"))
    assert sum(map(len, empty.view()["chests"].values())) == 18


@pytest.mark.rule("R36")
def test_swap_with_another_laden_diver():
    match = reef(turn("A", 3, 3, "enter 3", "down", "down", "down", "grab medium", "stop"), players=3, chart=POND)
    go(match, turn("B", 3, 3, "enter 5", "down", "down", "down", "grab small", "stop"))
    go(match, turn("C", 1, 1, "enter 7", "stop"), event("A", "swap"))
    assert match.choices("A") == ["swap B"]
    assert refused(match, "A swap C") == "R36"
    assert refused(match, "A swap D") == "R36"
    assert refused(match, "A card 1") == "R36"
    go(match, "A swap B")
    assert (carries(match, "A"), carries(match, "B")) == ("small", "medium")
    assert asks_for_card(match)


@pytest.mark.rule("R36")
def test_swap_needs_two_chests():
    assert asks_for_card(go(in_water("enter 15", "down", "down", "grab"), event("A", "swap")))
    match = reef(turn("A", 3, 3, "enter 15", "down", "down", "grab", "stop"), event("B", "swap"))
    assert asks_for_card(match, "B")


@pytest.mark.rule("R37")
def test_drift_moves_everybody_the_foremost_first():
    match = in_water("enter 16", players=3)  # A 16.1, B 18.1, C 17.1
    go(match, event("A", "drift"))
    assert match.choices("A") == ["drift down", "drift left"]
    assert refused(match, "A drift right") == "R37"
    assert refused(match, "A drift up") == "R37"
    go(match, "A drift left")
    assert [at(match, seat) for seat in "ABC"] == ["15.1", "17.1", "16.1"]
    assert asks_for_card(match)


@pytest.mark.rule("R37")
def test_drift_the_blocked_stay():
    match = reef(turn("A", 3, 3, "enter 14", "down", "stop"), turn("B", 3, 3, "enter 16", "down", "stop"))
    go(match, event("A", "drift", "drift left"))  # dolphin 2 stands at 13.2
    assert [at(match, seat) for seat in "AB"] == ["14.2", "15.2"]


@pytest.mark.rule("R37")
@pytest.mark.parametrize(("way", "places"), [("down", ["16.2", "16.3"]), ("right", ["17.1", "17.2"])])
def test_drift_down_and_right(way, places):
    match = reef(turn("A", 3, 3, "enter 15", "down", "right", "stop"), turn("B", 1, 1, "enter 16", "stop"))
    go(match, event("A", "drift", f"drift {way}"))
    assert [at(match, "B"), at(match, "A")] == places


@pytest.mark.rule("R38")
def test_tow_any_diver_three_steps():
    match = go(in_water("enter 15", players=4), event("A", "tow"))
    assert match.choices("A") == ["tow A", "tow B", "tow C", "tow D"]
    assert refused(match, "A tow E") == "R38"
    assert refused(match, "A left") == "R38"
    go(match, "A tow B")
    assert match.to_act == ["A"]
    assert refused(match, "A up") == "R38"
    go(match, "A down", "A down", "A left")
    assert at(match, "B") == "17.3"
    assert asks_for_card(match)


@pytest.mark.rule("R38")
def test_tow_only_who_can_make_a_step():
    match = reef(event("A", "lead", "lead 1.4"), "A card 1", "A grab small", "A stop", players=3, chart=POND)
    go(match, turn("B", 3, 3, "enter 3", "left", "left", "down", "down"), "B stop")
    go(match, event("C", "tow"))
    assert match.choices("C") == ["tow B"]
    assert refused(match, "C tow A") == "R38"
    assert refused(match, "C tow C") == "R38"


@pytest.mark.rule("R39")
def test_wave_the_boat_goes_back_but_not_beyond_its_start():
    assert boat(reef(event("A", "wave"))) == 14
    match = reef(turn("A", 1, 1, "enter 15", "up"), event("B", "wave"))
    assert boat(match) == 14
    assert asks_for_card(match, "B")


@pytest.mark.rule("R40")
def test_rescue_takes_over_a_chest():
    match = reef(turn("A", 3, 3, "enter 16", "down", "down", "grab", "up", "stop"), players=3)
    go(match, event("B", "rescue"))  # from the boat
    assert match.choices("B") == ["rescue A 16.1", "rescue A 16.3", "rescue A 15.2", "rescue A 17.2"]
    for line in ("B rescue A 14.2", "B rescue C 16.1", "B rescue A 16.2", "B rescue A 17.3", "B rescue E 16.1"):
        assert refused(match, line) == "R40"
    go(match, "B rescue A 16.3")
    assert at(match, "B") == "16.3"
    assert (carries(match, "A"), carries(match, "B")) == (None, "small")
    assert asks_for_card(match, "B")


@pytest.mark.rule("R40")
def test_rescue_ones_own_cell_counts_and_other_divers_cells_do_not():
    match = reef(turn("A", 3, 3, "enter 16", "down", "down", "grab", "up", "stop"), players=3)
    go(match, turn("B", 3, 3, "enter 17", "down", "stop"), turn("C", 3, 3, "enter 15", "down", "stop"))
    go(match, turn("A", 1, 1, "stop"), event("B", "rescue"))
    assert match.choices("B") == ["rescue A 16.1", "rescue A 16.3", "rescue A 17.2"]
    go(match, "B rescue A 17.2")
    assert at(match, "B") == "17.2"
    assert carries(match, "B") == "small"


@pytest.mark.rule("R40")
def test_rescue_needs_empty_hands_and_a_laden_diver():
    assert asks_for_card(reef(event("A", "rescue")))
    match = reef(
        turn("A", 3, 3, "enter 16", "down", "down", "grab", "stop"), event("B", "wave"), "B card 1", "B enter 18"
    )
    assert asks_for_card(go(match, event("A", "rescue")))


@pytest.mark.rule("R41")
def test_distress_brings_all_aboard_and_moves_the_boat_once():
    match = reef(
        turn("A", 3, 3, "enter 16", "down", "down", "grab", "stop"), turn("B", 3, 2, "enter 18", "stop"), players=4
    )
    go(match, event("C", "distress"))
    view = match.view()
    assert all(diver["at"] == "boat" for diver in view["divers"].values())
    assert view["won"]["A"] == ["small"]
    assert (view["cards"]["A"]["used"], view["cards"]["B"]["used"]) == ([], [])
    assert boat(match) == 13
    assert asks_for_card(match, "C")


@pytest.mark.rule("R41")
def test_distress_leaves_the_cards_of_those_on_board():
    match = reef(event("A", "octopus"), "A card dolphin", "A done", event("B", "distress"))
    assert match.view()["cards"]["A"]["used"] == ["dolphin"]
    assert boat(match) == 13


@pytest.mark.rule("R41")
def test_distress_may_end_the_game():
    match = reef(turn("A", 3, 3, "enter 3", "down", "down", "grab medium", "stop"), event("B", "distress"), chart=RACE)
    assert match.view()["won"]["A"] == ["medium"]
    assert match.to_act == ["sea"]


@pytest.mark.rule("R42")
def test_tide_forward_or_back_but_not_beyond_the_start():
    match = reef(event("A", "tide"))
    assert match.choices("A") == ["tide forward"]
    assert refused(match, "A tide back") == "R42"
    go(match, "A tide forward")
    assert boat(match) == 13
    assert asks_for_card(match)
    later = reef(turn("A", 1, 1, "enter 15", "up"), event("B", "tide"))
    assert later.choices("B") == ["tide forward", "tide back"]
    assert boat(go(later, "B tide back")) == 14


@pytest.mark.rule("R42")
def test_tide_may_end_the_game():
    assert reef(event("A", "tide", "tide forward"), chart=RACE).over


@pytest.mark.rule("R44")
def test_jellyfish_three_cells_up_or_as_far_as_possible():
    match = reef(event("A", "lead", "lead 10.6"), "A card 1", "A stop", turn("B", 1, 1, "enter 18", "stop"))
    go(match, event("A", "jellyfish"))
    assert at(match, "A") == "10.3"
    shallow = go(in_water("enter 15", "down"), event("A", "jellyfish"))
    assert at(shallow, "A") == "15.1"
    assert asks_for_card(shallow)


@pytest.mark.rule("R45")
def test_lunch_is_a_way_home():
    match = go(in_water("enter 16", "down", "down", "grab"), event("A", "lunch"))
    assert match.view()["won"]["A"] == ["small"]
    assert at(match, "A") == "boat"
    assert up(match, "A") == ["1", "2", "3", "dolphin"]
    assert boat(match) == 13
    assert asks_for_card(match)
    assert go(in_water("enter 16"), event("A", "lunch")).view()["won"]["A"] == []


@pytest.mark.rule("R46")
@pytest.mark.rule("R50")
@pytest.mark.parametrize(("name", "steps"), [("friend", 3), ("fright", 5)])
def test_a_dolphin_is_moved_by_an_event(name, steps):
    match = reef(event("A", name, *["dolphin 1 left"] * 2))
    go(match, *["A dolphin 1 right"] * (steps - 3))
    assert match.choices("A")[-1] == "done"
    go(match, "A dolphin 1 down")
    assert asks_for_card(match)
    assert match.view()["dolphin_steps"] == 0


@pytest.mark.rule("R50")
def test_fright_is_refused_anything_else():
    match = reef(event("A", "fright"))
    assert refused(match, "A enter 15") == "R50"
    assert refused(match, "A lead 1.7") == "R48"


@pytest.mark.rule("R47")
def test_air_turns_a_used_card_up():
    match = reef(turn("A", 1, 2, "enter 15", "stop"), turn("B", 1, 1, "enter 18", "stop"), turn("A", 1, 3, "stop"))
    go(match, turn("B", 1, 2, "stop"), event("A", "air"))
    assert match.choices("A") == ["refresh 2", "refresh 3"]
    assert refused(match, "A refresh 1") == "R47"
    assert refused(match, "A card 1") == "R47"
    go(match, "A refresh 3")
    assert match.choices("A") == ["card 1", "card 3", "card dolphin"]


@pytest.mark.rule("R47")
def test_air_counts_at_once():
    match = reef(turn("A", 1, 1, "enter 15", "stop"), turn("B", 1, 1, "enter 18", "up"))
    for card in (2, 3):
        go(match, turn("A", 1, card, "stop"), turn("B", 1, 1, "enter 18" if boat(match) == 14 else "enter 16", "up"))
    go(match, event("A", "air", "refresh 1"), "A card dolphin", "A done")
    assert at(match, "A") == "15.1"
    assert up(match, "A") == ["1"]


@pytest.mark.rule("R47")
def test_air_with_no_card_used_passes():
    assert asks_for_card(reef(event("A", "air")))


@pytest.mark.rule("R48")
def test_lead_to_a_chest_of_ones_choice():
    match = reef(turn("A", 3, 3, "enter 16", "down", "down"), "A stop", event("B", "lead"))
    assert "lead 1.7" in match.choices("B")
    assert len(match.choices("B")) == 17
    assert refused(match, "B lead 16.3") == "R48"
    assert refused(match, "B lead 1.6") == "R48"
    go(match, "B lead 1.7")
    assert at(match, "B") == "1.7"
    assert carries(match, "B") is None
    go(match, "B card 1")
    assert match.choices("B") == ["up", "right", "grab", "stop"]


@pytest.mark.rule("R48")
def test_lead_to_ones_own_cell_and_not_with_a_chest():
    match = go(in_water("enter 16", "down", "down"), event("A", "lead"))
    assert "lead 16.3" in match.choices("A")
    assert at(go(match, "A lead 16.3"), "A") == "16.3"
    assert asks_for_card(go(in_water("enter 16", "down", "down", "grab"), event("A", "lead")))


@pytest.mark.rule("R49")
def test_cyclone_two_steps_left():
    match = reef(event("A", "cyclone"))
    assert boat(match) == 12
    assert asks_for_card(match)


@pytest.mark.rule("R49")
def test_cyclone_ends_the_game_after_one_step_too():
    assert reef(event("A", "cyclone"), chart=RACE).over
    assert reef(event("A", "cyclone"), chart=POND).over


@pytest.mark.rule("R51")
@pytest.mark.parametrize("name", ["lunch", "distress"])
def test_brought_aboard_by_an_event_a_new_dive_starts(name):
    match = go(in_water("enter 16", "down"), event("A", name))
    assert match.choices("A") == CARDS
    go(match, "A card 2")
    assert match.view()["points"] == 2
    go(match, "A enter 14", "A down")
    assert at(match, "A") == "14.2"
    assert up(match, "A") == ["1", "3", "dolphin"]
