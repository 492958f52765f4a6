"""Why? on every kind of line: the rule that answers first is that of what the line brought about."""

from collections.abc import Iterator
from typing import Any

import pytest

from fathoms.engine.conform import Dice, random_options
from fathoms.engine.game import Game, find_game, game_names
from fathoms.engine.match import Match
from fathoms.engine.rulebook import rule_texts
from fathoms.engine.sea import Sea
from fathoms.games.reef.pieces import EVENTS

LINES = {
    "locker": {
        "sea first B": "L4",
        "sea diver A navigator": "L41",
        "sea diver B saboteur": "L47",
        "sea draw anchor-5": "L14",
        "sea draw squid-3": "L15",
        "sea draw map-4": "L17",
        "sea draw key-4": "L20",
        "sea draw chest-7": "L20",
        "sea draw knife-3": "L18",
        "sea draw drone-3": "L19",
        "sea draw net-3": "L21",
        "sea draw harpoon-3": "L22",
        "sea draw mermaid-9": "L23",
        "sea show key-2": "L17",
        "sea show ?": "L17",
        "sea peek map-4": "L19",
        "sea peek ?": "L19",
        "sea bonus net-2": "L20",
        "A continue": "L7",
        "A surface": "L7",
        "A knife B chest": "L18",
        "A net chest": "L21",
        "A harpoon B chest": "L22",
        "A take key-2": "L17",
        "A plunder B": "L35",
        "A sabotage B": "L47",
    },
    "reef": {
        "sea first C": "R6",
        "sea spin 2": "R11",
        "sea spin ?": "R12",
        **{f"sea event {event}": f"R{31 + number}" for number, event in enumerate(EVENTS)},
        "sea open A large 6": "R27",
        "A spin": "R9",
        "A ascend": "R24",
        "A card 3": "R11",
        "A card dolphin": "R13",
        "A up": "R14",
        "A down": "R14",
        "A left": "R14",
        "A right": "R14",
        "A enter 15": "R15",
        "A grab": "R18",
        "A grab large": "R18",
        "A stop": "R14",
        "A done": "R13",
        "A dolphin 1 left": "R20",
        "A swap C": "R36",
        "A drift left": "R37",
        "A tow B": "R38",
        "A rescue C 7.4": "R40",
        "A tide forward": "R42",
        "A refresh 3": "R47",
        "A lead 7.7": "R48",
    },
    "barracuda": {
        "sea layout 614/235": "B1",
        "sea roll 2 towards 3": "B14",
        "sea roll 2": "B16",
        "sea send 3": "B17",
        "sea pick 3": "B10",
        "sea pick ?": "B10",
        "A play ?": "B11",
        "A play 3": "B12",
        "A play barracuda": "B12",
        "A send 4": "B16",
        "A unique": "B23",
        "A rob C": "B23",
        "A share C 3": "B32",
        "A bait": "B9",
        "A unbait C": "B9",
        "A recover": "B10",
        "A meddle C": "B10",
        "A discard 3": "B10",
    },
    "nukha": {
        "sea captain B": "N2",
        "sea discard ?": "N5",
        "sea find ?": "N10",
        "sea find pistol": "N10",
        "sea find egg": "N12",
        "sea find nomads": "N11",
        "sea reveal egg": "N17",
        "sea pick egg": "N28",
        "A choose nostromo": "N30",
        "A choose siana": "N31",
        "A choose moon": "N32",
        "A choose red": "N33",
        "A choose ulrich": "N34",
        "A choose lys": "N35",
        "A mutiny": "N8",
        "A pledge": "N9",
        "A claim pistol": "N12",
        "B buy": "N14",
        "B leave": "N15",
        "A attack C": "N15",
        "C accept": "N16",
        "C accuse": "N17",
        "A pick pistol": "N28",
        "C offer pistol": "N31",
        "C offer hidden pistol": "N31",
        "A recover ?": "N30",
        "A pass": "N30",
        "A hide pistol": "N32",
        "A done": "N32",
        "A steal C": "N33",
    },
}
CASES = [(game, line, rule) for game, lines in LINES.items() for line, rule in lines.items()]


@pytest.mark.parametrize(("game", "line", "rule"), CASES)
def test_a_line_alone_is_answered_by(game: str, line: str, rule: str) -> None:
    assert find_game(game).rules_of(line)[0] == rule


@pytest.mark.parametrize("game", game_names())
def test_every_kind_of_line_is_in_the_list_above(game: str) -> None:
    found = find_game(game)
    kinds = {_kind(line) for line in LINES[game]}
    assert {f"sea {text.split(' ')[0]}" for text in found.fate_codes} <= kinds
    assert {text.split(" ")[0] for text in found.action_codes} <= kinds


def _kind(line: str) -> str:
    who, verb = line.split(" ")[:2]
    return f"sea {verb}" if who == "sea" else verb


# What a line brought about


def last(game: str, lines: list[str], **options: Any) -> tuple[str, ...]:
    """The rules behind the last of these lines, as a table answers: from the public views before and after it."""
    match = Match(game, interpreted=True, **options)
    for line in lines[:-1]:
        match.play(line)
    before = match.view()
    match.play(lines[-1])
    return match.game.rules_of(match.log_for(None)[-1], before, match.view())


HOLDING = ["sea draw mermaid-5", "A surface", "sea draw key-6", "B surface"]
LOCKER: dict[str, tuple[list[str], tuple[str, ...], dict[str, Any]]] = {
    "an Incident": (["sea draw mermaid-5", "A continue", "sea draw mermaid-6"], ("L8",), {}),
    "an Incident that an Anchor softens": (
        ["sea draw mermaid-5", "A continue", "sea draw anchor-3", "A continue", "sea draw mermaid-6"],
        ("L8", "L14"),
        {},
    ),
    "an Incident among neighbours": (
        ["sea draw mermaid-5", "A continue", "sea draw mermaid-6"],
        ("L8", "L50"),
        {"variant": "neighbours"},
    ),
    "an equal value in strange waters": (
        ["sea draw mermaid-5", "A continue", "sea draw anchor-5"],
        ("L54", "L8"),
        {"variant": "strange-waters"},
    ),
    "a card from the Hold that sinks": (
        [*HOLDING, "sea draw mermaid-7", "A continue", "sea draw net-3", "A net mermaid"],
        ("L10", "L8", "L21"),
        {},
    ),
    "a card from the Hold that does not": (
        [*HOLDING, "sea draw net-3", "A net mermaid"],
        ("L21", "L23", "L9"),
        {},
    ),
    "a Knife turned back": (
        [*HOLDING, "sea draw knife-3", "A knife A mermaid"],
        ("L34", "L18"),
        {"divers": ["none", "backfire"]},
    ),
    "a Squid fished": (["sea draw squid-3"], ("L39", "L15", "L6"), {"divers": ["squid-fisher", "none"]}),
    "going home": (["sea draw mermaid-5", "A surface"], ("L11", "L12"), {}),
    "going home with Key and Chest": (
        ["sea draw key-5", "A continue", "sea draw chest-3", "A surface"],
        ("L20", "L11"),
        {},
    ),
}


@pytest.mark.parametrize("case", LOCKER)
def test_in_davy_jones_locker(case: str) -> None:
    lines, rules, options = LOCKER[case]
    assert last("locker", lines, **{"players": 2, "first": "A", **options}) == rules


def test_a_chest_sunk_at_the_end_of_a_dive_is_answered_by_air_not_by_dolphins() -> None:
    """The bug that the reef cited dolphins for a chest lost with the last dive card."""
    view = _reef_view(carries="small", at="10.3", boat=14)
    lost = _reef_view(carries=None, at="boat", boat=13, chests={"10.4": ["small"]})
    reef = find_game("reef")
    for line in ("A done", "A dolphin 1 left", "A stop", "A left", "A grab"):
        assert reef.rules_of(line, view, lost)[:3] == ("R23", "R25", "R22"), line
    assert reef.rules_of("A ascend", view, lost)[:3] == ("R24", "R25", "R22")


def test_in_the_reef_a_step_aboard_a_push_and_an_arrival() -> None:
    reef = find_game("reef")
    below, aboard = _reef_view(at="15.1", carries="large"), _reef_view(at="boat", boat=13)
    assert reef.rules_of("A up", below, aboard)[:2] == ("R19", "R22")
    assert reef.rules_of("A up", _reef_view(at="15.3"), _reef_view(at="15.2"))[0] == "R14"
    assert reef.rules_of("A dolphin 1 left", _reef_view(at="15.3"), _reef_view(at="14.3"))[0] == "R21"
    assert reef.rules_of("A dolphin 1 left", _reef_view(at="15.3"), _reef_view(at="15.3"))[0] == "R20"
    arrived = reef.rules_of("A up", _reef_view(at="2.1", boat=2), _reef_view(at="boat", boat=1))
    assert arrived[:2] == ("R26", "R19")
    octopus = _reef_view(at="10.3", chests={"10.4": ["small"]}, event="octopus")
    assert reef.rules_of("sea event octopus", _reef_view(at="10.3", carries="small"), octopus)[:2] == ("R34", "R25")


def test_in_the_reef_forced_steps_questions_and_blocked_divers() -> None:
    reef = find_game("reef")
    for event, rule in (("watch", "R31"), ("current", "R32"), ("tow", "R38")):
        view = _reef_view(at="15.3", event=event, forced={"diver": "A", "steps": 1})
        assert reef.rules_of("B left", view, view)[0] == rule
    asked = _reef_view(helm="?", event="air")
    assert reef.rules_of("A card 3", asked, asked)[0] == "R12"
    assert reef.rules_of("A enter 15", _reef_view(event="siren", points=0), _reef_view(at="15.2"))[0] == "R33"
    assert reef.rules_of("A enter 15", _reef_view(points=2), _reef_view(at="15.1"))[0] == "R15"
    assert reef.rules_of("A stop", _reef_view(points=2), _reef_view())[0] == "R17"
    assert reef.rules_of("A stop", _reef_view(at="15.2", points=2), _reef_view(at="15.2"))[0] == "R14"
    friend = _reef_view(event="friend")
    assert reef.rules_of("A done", friend, friend)[0] == "R46"
    assert reef.rules_of("A done", _reef_view(), _reef_view())[0] == "R13"


def _reef_view(
    at: str = "boat", carries: str | None = None, boat: int = 14, chests: Any = None, **more: Any
) -> dict[str, Any]:
    return {
        "divers": {"A": {"at": at, "carries": carries}, "B": {"at": "boat", "carries": None}},
        "boat": list(range(boat, boat + 5)),
        "chests": chests or {},
        "won": {"A": [], "B": []},
        "chart": [4] * 18,
        "dolphins": {"1": "6.2", "2": "13.2"},
        "turn": "A",
        **{"event": None, "forced": None, "helm": "2", "points": 0},
        **more,
    }


def test_in_barracuda_the_bite_and_the_bank_come_first() -> None:
    dived = ["A play 3", "B play 1"]
    assert last("barracuda", [*dived, "sea roll 1 towards 2"], players=2) == ("B6", "B14", "B15", "B21")
    assert last("barracuda", [*dived, "sea roll 1 towards 1"], players=2)[:2] == ("B22", "B14")
    baited = ["A play barracuda", "B play 1", "sea roll 1", "A send 1"]
    assert last("barracuda", baited, players=2)[:2] == ("B22", "B16")
    home = ["A play 3", "B play 1", "sea roll 1 towards 2", "A play 1", "B play 2", "sea roll 2 towards 6"]
    assert last("barracuda", home, players=2)[:2] == ("B6", "B17")


def test_in_barracuda_an_action_is_answered_by_what_it_does() -> None:
    first = ["A play barracuda", "B play 3", "sea roll 1", "A send 6", "A play 4", "B play 4", "sea roll 1 towards 2"]
    assert last("barracuda", [*first, "A unique"], players=2) == ("B5", "B23", "B20")
    assert last("barracuda", [*first, "A rob B"], players=2) == ("B23", "B20")


def test_in_the_nukhas_cave_an_attack_is_answered_by_its_object() -> None:
    begun = ["sea discard egg"] * 3
    options = {"players": 3, "captain": "A", "adventurers": "none"}
    found = [*begun, "sea find lizard", "B claim lizard", "A leave"]
    assert last("nukha", [*found, "B attack C"], **options)[:2] == ("N22", "N15")
    assert last("nukha", [*found, "B attack C", "C accept"], **options)[:2] == ("N16", "N22")
    accused = [*found, "B attack C", "C accuse", "sea reveal lizard"]
    assert last("nukha", accused, **options) == ("N17", "N22")
    lied = [*begun, "sea find egg", "B claim lizard", "A leave", "B attack C", "C accuse", "sea reveal egg"]
    assert last("nukha", lied, **options) == ("N17",)
    bought = [*begun, "sea find lizard", "B claim lizard", "A buy", "sea reveal lizard"]
    assert last("nukha", bought, **options) == ("N14", "N22")
    pistol = [*begun, "sea find egg", "B claim pistol", "A leave", "B attack C", "C accept", "B pick hidden"]
    assert last("nukha", pistol, **options) == ("N21", "N28")


def walk(game: Game, seed: int) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """A random game: each line as a spectator may read it, with the public views before and after it."""
    dice = Dice(seed)
    match, sea = Match(game, interpreted=True, **random_options(game, dice)), Sea.from_seed(seed)
    told: list[tuple[str, dict[str, Any], dict[str, Any]]] = []
    before = match.view()

    def note(now: Match) -> None:
        nonlocal before
        after = now.view()
        told.append((now.log_for(None)[-1], before, after))
        before = after

    match.drift(sea, note)
    while not match.over:
        seat = match.to_act[0]
        match.play(f"{seat} {dice.pick(match.choices(seat))}")
        note(match)
        match.drift(sea, note)
    yield from told


@pytest.mark.parametrize("game", game_names())
def test_every_line_of_random_games_has_rules_of_the_book(game: str) -> None:
    found = find_game(game)
    rules = set(rule_texts(found.book("en")))
    for seed in range(4):
        for line, before, after in walk(found, seed):
            for told in (found.rules_of(line, before, after), found.rules_of(line)):
                assert told, line
                assert set(told) <= rules, line
                assert len(set(told)) == len(told), line
