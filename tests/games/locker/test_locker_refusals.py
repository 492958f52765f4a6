"""Moves that are refused: each names the rule that forbids it and changes nothing."""

import pytest

from fathoms.engine.errors import IllegalMove
from tests.games.locker.locker_helpers import bonus, dive, go, near_end, peek, show, sink, table


def refused(match, line):
    """The rule that the refusal of a line names; the match is unchanged."""
    before = (match.position.bytes(), match.log, match.save(), [match.view(seat) for seat in (*match.seats, None)])
    with pytest.raises(IllegalMove) as error:
        match.play(line)
    assert (match.position.bytes(), match.log, match.save()) == before[:3]
    assert [match.view(seat) for seat in (*match.seats, None)] == before[3]
    if error.value.rule:
        assert f"({error.value.rule})" in str(error.value)
    return error.value.rule


def at_start(**options):
    return table(**options)


def at_choice(**options):
    return table("sea draw key-3", **options)


def over():
    return go(near_end("key-3"), dive("A", "key-3"))


def squid_under_a_drone():
    return table(sink("A", "squid-3", "drone-3"), peek("key-3"))


def empty_deck():
    return go(near_end("key-3"), "sea draw key-3")


def knife(**options):
    """A draws a Knife; A holds an Anchor, B a Chest, C nothing."""
    lines = [*dive("A", "anchor-3"), *dive("B", "chest-3"), *sink("C", "key-3", "key-4"), "sea draw knife-3"]
    return table(lines, players=3, **options)


def net():
    return table(dive("A", "anchor-3"), dive("B", "chest-3"), "sea draw net-3")


def harpoon(**options):
    """A draws a Harpoon and holds an Anchor; B holds Anchor and Chest, C a Squid, Key and Mermaid."""
    lines = [*dive("A", "anchor-3"), *dive("B", "chest-3", "anchor-4"), *dive("C", "squid-3", "key-3", "mermaid-5")]
    return table(lines, "sea draw harpoon-3", players=3, **options)


def chart():
    return table("sea draw map-3", show("key-2", "net-2", "chest-2"))


def plunder():
    """A has earned the bonus; B holds a Mermaid, C nothing."""
    lines = [*dive("B", "mermaid-5"), *sink("C", "net-3", "net-4"), *dive("A", "key-4", "chest-4")]
    return table(lines, players=3, first="B", divers=["plunder", "none", "none"])


def sabotage():
    return table(players=3, divers=["none", "saboteur", "none"])


@pytest.mark.rule("L5", "L7", "L12", "L13", "L15", "L17", "L18", "L21", "L22", "L24", "L34", "L35", "L46", "L47")
@pytest.mark.parametrize(
    ("position", "line", "rule"),
    [
        (at_choice, "B continue", "L12"),
        (at_choice, "B surface", "L12"),
        (knife, "B knife A anchor", "L12"),
        (net, "B net chest", "L12"),
        (chart, "B take key-2", "L12"),
        (plunder, "B plunder A", "L12"),
        (at_start, "A continue", "L5"),
        (at_start, "A surface", "L5"),
        (at_start, "B surface", "L5"),
        (over, "A surface", "L24"),
        (over, "B continue", "L24"),
        (squid_under_a_drone, "A surface", "L15"),
        (squid_under_a_drone, "A net key", "L7"),
        (empty_deck, "A continue", "L13"),
        (at_choice, "A knife B chest", "L7"),
        (at_choice, "A net chest", "L7"),
        (at_choice, "A harpoon B chest", "L7"),
        (at_choice, "A take key-2", "L7"),
        (at_choice, "A plunder B", "L7"),
        (at_choice, "A sabotage B", "L7"),
        (knife, "A knife A anchor", "L18"),
        (knife, "A knife B key", "L18"),
        (knife, "A knife C key", "L18"),
        (knife, "A knife D key", "L18"),
        (knife, "A surface", "L18"),
        (knife, "A continue", "L18"),
        (net, "A net chest", "L21"),
        (net, "A surface", "L21"),
        (harpoon, "A harpoon B anchor", "L22"),
        (harpoon, "A harpoon A anchor", "L22"),
        (harpoon, "A harpoon B mermaid", "L22"),
        (harpoon, "A continue", "L22"),
        (chart, "A take anchor-2", "L17"),
        (chart, "A take key-7", "L17"),
        (chart, "A surface", "L17"),
        (plunder, "A plunder A", "L35"),
        (plunder, "A plunder C", "L35"),
        (plunder, "A surface", "L35"),
        (sabotage, "B sabotage B", "L47"),
        (sabotage, "B sabotage D", "L47"),
        (sabotage, "B continue", "L47"),
        (sabotage, "A sabotage C", "L47"),
    ],
)
def test_a_refused_move_names_its_rule(position, line, rule):
    assert refused(position(), line) == rule


@pytest.mark.rule("L34")
@pytest.mark.parametrize("line", ["A knife B chest", "A knife A chest", "A knife C key"])
def test_a_knife_turned_back_names_backfire(line):
    match = knife(divers=["none", "none", "backfire"])
    assert match.choices("A") == ["knife A anchor"]
    assert refused(match, line) == "L34"


@pytest.mark.rule("L46")
@pytest.mark.parametrize(
    ("line", "rule"),
    [("A harpoon B chest", "L46"), ("A harpoon C key", "L46"), ("A harpoon B squid", "L22"), ("A surface", "L22")],
)
def test_a_harpoon_past_a_decoy_names_the_decoy(line, rule):
    match = harpoon(divers=["none", "decoy", "none"])
    assert match.choices("A") == ["harpoon C squid"]
    assert refused(match, line) == rule


@pytest.mark.rule("L5", "L17", "L19", "L20")
@pytest.mark.parametrize(
    ("position", "line"),
    [
        (at_start, "sea draw key-2"),
        (at_start, "sea peek key-3"),
        (at_start, "sea first A"),
        (at_choice, "sea draw key-4"),
        (chart, "sea show map-2"),
        (over, "sea draw key-4"),
        (squid_under_a_drone, "sea peek key-4"),
    ],
)
def test_what_the_sea_cannot_do(position, line):
    assert refused(position(), line) is None


@pytest.mark.rule("L19")
def test_a_seen_card_is_the_only_one_that_can_be_drawn():
    match = go(squid_under_a_drone(), "A continue")
    assert refused(match, "sea draw key-4") is None


@pytest.mark.rule("L20")
def test_a_bonus_comes_from_the_locker():
    match = table(dive("A", "key-3", "chest-3"), bonus("net-2"))
    assert refused(match, "sea bonus net-2") is None
    assert refused(match, "sea bonus map-3") is None


@pytest.mark.parametrize(
    "line", ["", "A", "A dive", "C surface", "a surface", "A  surface", "A net crab", "A take key-9"]
)
def test_bad_notation_is_refused(line):
    assert refused(at_choice(), line) is None


@pytest.mark.rule("L61")
@pytest.mark.parametrize("line", ["B surface", "B take key-2", "sea show map-2", "B dive"])
def test_a_refusal_tells_nobody_what_a_map_shows(line):
    with pytest.raises(IllegalMove) as error:
        chart().play(line)
    assert not any(card in str(error.value).removeprefix(repr(line)) for card in ("key-2", "net-2", "chest-2"))


@pytest.mark.rule("L61")
@pytest.mark.parametrize("line", ["B surface", "sea draw net-5"])
def test_a_refusal_tells_nobody_what_a_drone_saw(line):
    with pytest.raises(IllegalMove) as error:
        table("sea draw drone-3", peek("map-4"), "A surface").play(line)
    assert "map-4" not in str(error.value)
