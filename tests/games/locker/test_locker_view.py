"""What a view tells, and to whom: L60, L61."""

import json

import numpy as np
import pytest

from fathoms import Match
from fathoms.engine.dialect import SPECTATOR
from tests.games.locker.locker_helpers import (
    LOWEST,
    bonus,
    dive,
    go,
    near_end,
    peek,
    show,
    sink,
    table,
)

EVERYBODY = ("A", "B", "C", None)


def same_for_all(match, field):
    """A public field: what everybody is told, the same."""
    told = [match.view(seat)[field] for seat in (*match.seats, None)]
    assert all(one == told[0] for one in told)
    return told[0]


@pytest.mark.rule("L60")
def test_the_fields_of_a_view():
    match = table("sea draw key-3")
    view = match.view("A")
    engine = {"game", "seats", "to_act", "choices", "scores", "winners", "over"}
    cards = {"row", "holds", "deck", "locker", "tracker", "peeked", "shown", "squid"}
    people = {"turn", "first", "divers", "variant"}
    assert engine | cards | people <= set(view)
    assert json.loads(json.dumps(view)) == view
    assert (view["game"], view["seats"], view["to_act"]) == ("locker", ["A", "B"], ["A"])


@pytest.mark.rule("L60")
def test_row_holds_and_counts_are_public():
    match = table(dive("A", "key-3", "mermaid-5"), sink("B", "chest-3", "anchor-3"), players=3)
    assert same_for_all(match, "row") == ["chest-3", "anchor-3"]
    assert same_for_all(match, "holds") == {"A": ["key-3", "mermaid-5"], "B": [], "C": []}
    assert (same_for_all(match, "deck"), same_for_all(match, "locker")) == (46, 10)
    assert (same_for_all(match, "turn"), same_for_all(match, "first")) == ("B", "A")
    assert same_for_all(match, "scores") == {"A": 8, "B": 0, "C": 0}
    assert (same_for_all(match, "over"), same_for_all(match, "winners")) == (False, [])


@pytest.mark.rule("L60")
def test_divers_variant_and_debts_are_public():
    match = table("B sabotage A", "sea draw squid-3", divers=["mystic", "saboteur"], variant="hoard")
    assert same_for_all(match, "divers") == {"A": "mystic", "B": "saboteur"}
    assert (same_for_all(match, "variant"), same_for_all(match, "sabotaged")) == ("hoard", "A")
    assert (same_for_all(match, "squid"), same_for_all(match, "to_act")) == (2, ["sea"])


@pytest.mark.rule("L4", "L60")
def test_a_fixed_first_seat_is_told_before_the_divers_are_dealt():
    match = Match("locker", players=3, first="C", divers="random")
    assert (match.view()["first"], match.view()["turn"]) == ("C", "C")


@pytest.mark.rule("L60")
def test_choices_are_the_viewers_own():
    match = table("sea draw key-3", players=3)
    assert [match.view(seat)["choices"] for seat in EVERYBODY] == [["continue", "surface"], [], [], []]


@pytest.mark.rule("L60")
def test_the_tracker_tells_what_the_locker_holds():
    lines = sink("A", "key-3", "key-4")
    assert same_for_all(table(lines, tracker=False), "tracker") is None
    assert same_for_all(Match("locker"), "tracker") is None
    expected = ["anchor-2", "squid-2", "map-2", "key-2", "key-3", "key-4", *LOWEST[4:]]
    assert same_for_all(table(lines, tracker=True), "tracker") == expected
    assert same_for_all(table(lines, tracker=False), "locker") == 12


@pytest.mark.rule("L60", "L17")
def test_cards_that_a_map_shows_are_still_of_the_locker():
    match = table("sea draw map-3", show("key-2", "net-2"))
    assert (same_for_all(match, "tracker"), same_for_all(match, "locker")) == (LOWEST, 10)


@pytest.mark.rule("L61", "L17")
def test_shown_cards_are_for_the_one_who_looks():
    match = table("sea draw map-3", show("key-2", "net-2"), players=3, tracker=False)
    assert [match.view(seat)["shown"] for seat in EVERYBODY] == [["key-2", "net-2"], [], [], []]
    go(match, show("chest-2"))
    assert match.view("A")["choices"] == ["take key-2", "take net-2", "take chest-2"]
    for seat in ("B", "C", None):
        told = json.dumps([match.view(seat), match.log_for(seat)])
        assert not any(card in told for card in LOWEST)
    assert match.log_for("A")[1:] == show("key-2", "net-2", "chest-2")
    assert match.log_for("B")[1:] == ["sea show ?"] * 3


@pytest.mark.rule("L61", "L17")
def test_once_one_is_taken_nothing_is_shown_any_more():
    match = table("sea draw map-3", show("key-2", "net-2", "chest-2"), "A take key-2", tracker=False)
    assert same_for_all(match, "shown") == []
    assert match.log_for("B") == ["sea draw map-3", "sea show ?", "sea show ?", "sea show ?", "A take key-2"]


@pytest.mark.rule("L61", "L19")
def test_a_peeked_card_is_for_the_one_who_looked_until_it_is_revealed():
    match = table("sea draw drone-3", peek("map-4"), players=3)
    assert [match.view(seat)["peeked"] for seat in EVERYBODY] == [["map-4"], [], [], []]
    match.play("A surface")
    assert [match.view(seat)["peeked"] for seat in EVERYBODY] == [["map-4"], [], [], []]
    for seat in ("B", "C", None):
        assert "map-4" not in json.dumps([match.view(seat), match.log_for(seat)])
        assert match.log_for(seat)[1] == "sea peek ?"
    assert match.log_for("A")[1] == "sea peek map-4"
    match.play("sea draw map-4")
    assert [match.view(seat)["peeked"] for seat in EVERYBODY] == [[], [], [], []]


@pytest.mark.rule("L61", "L44")
def test_a_mystics_three_cards_are_secret_too():
    lines = ["sea draw drone-3", *peek("key-4", "chest-4", "net-4"), "A surface", "sea draw key-4", "B continue"]
    match = table(lines, divers=["mystic", "none"])
    assert match.view("A")["peeked"] == ["chest-4", "net-4"]
    told = json.dumps([match.view("B"), match.log_for("B"), match.view(None), match.log_for(None)])
    assert "chest-4" not in told
    assert "net-4" not in told


@pytest.mark.rule("L61", "L5")
def test_a_certain_fate_looks_like_any_other_to_the_rest():
    """The same public events with another card on top: the others' views do not differ."""
    one = table("sea draw drone-3", peek("map-4"), "A surface")
    other = table("sea draw drone-3", peek("net-7"), "A surface")
    for seat in ("B", None):
        assert one.view(seat) == other.view(seat)
        assert one.log_for(seat) == other.log_for(seat)
    assert one.view("A") != other.view("A")
    redacted = one.position.redacted(1)
    assert redacted.bytes() == other.position.redacted(1).bytes()
    assert redacted.fates() == []


@pytest.mark.rule("L61")
def test_the_log_is_whole_once_the_game_is_over():
    cards = ("drone-7", "key-7", "anchor-7", "mermaid-9", "knife-7", "net-7", "harpoon-7")
    match = table(dive("A", *cards), variant="sudden-death")
    assert match.over
    assert match.log_for("B") == match.log_for(None) == match.log
    assert "sea peek key-7" in match.log_for("B")


@pytest.mark.rule("L61")
@pytest.mark.parametrize(
    ("lines", "options"),
    [
        (["sea draw drone-3", *peek("key-4", "chest-4", "net-4"), "A surface"], {"divers": ["mystic", "none"]}),
        (["sea draw map-3", *show("key-2", "net-2", "chest-2")], {}),
        (["sea draw map-3", *show("key-2", "net-2")], {}),
        (["sea draw key-3"], {}),
    ],
)
def test_imagined_worlds_agree_with_what_a_viewer_knows(lines, options):
    position = table(lines, **options).position
    for viewer in (0, 1, SPECTATOR):
        redacted = position.redacted(viewer)
        for seed in range(20):
            world = redacted.imagined(viewer, np.array([seed], np.uint64))
            assert world.sound() == 0
            assert world.redacted(viewer).bytes() == redacted.bytes()
    worlds = {position.redacted(1).imagined(1, np.array([seed], np.uint64)).bytes() for seed in range(20)}
    assert (len(worlds) > 1) == (len(lines) > 1)  # the last of these positions has no secret


@pytest.mark.rule("L60", "L20")
def test_a_bonus_still_to_come_is_public():
    match = table(dive("A", "key-3", "chest-3"), bonus("net-2"))
    assert same_for_all(match, "bonus") == 1


@pytest.mark.rule("L5", "L24")
def test_the_sea_has_no_fates_while_a_player_decides_or_once_it_is_over():
    match = table("sea draw key-3")
    assert (match.position.fates(), match.fates()) == ([], {})
    match = go(near_end("key-3"), dive("A", "key-3"))
    assert (match.position.fates(), match.fates()) == ([], {})


# --- A record that breaks an invariant is noticed ---


@pytest.mark.rule("L1", "L6", "L17", "L19")
def test_an_unsound_record_names_the_rule_it_breaks():
    def broken(match, **fields):
        position = match.position
        for name, value in fields.items():
            setattr(position.record, name, value)
        return position.sound()

    match = table(sink("A", "key-3", "drone-3"), peek("map-4"))
    assert broken(match) == 0
    assert broken(match, deck=0) == 1
    assert broken(match, locker=match.position.record.deck) == 1
    assert broken(match, top_n=2) == 19
    assert broken(match, met=0) == 6
    assert broken(table("sea draw map-3", show("key-2")), shown=np.array([59, 0, 0])) == 17
