"""What `sound` watches over, the cards as data, and random games that keep it."""

import random

import pytest

from fathoms import Match
from fathoms.games.barracuda import pieces
from fathoms.games.barracuda.options import OPTIONS
from tests.games.barracuda.barracuda_helpers import bags, table


@pytest.mark.parametrize(
    ("field", "index", "value", "rule"),
    [
        ("barracuda", None, 7, 3),
        ("bag", 0, 9, 3),  # a coin that never left the reserve
        ("coins", 6, 1, 3),
        ("coins", 3, 5, 22),
        ("turn", None, 101, 29),
        ("picks", None, 1, 10),
        ("shown", 1, 0, 12),
        ("front", 0, 4, 12),
        ("front", 0, 0, 12),
        ("hand", 0, 63, 12),
        ("chosen", 1, 1, 11),
        ("diver", 0, 6, 25),
        ("goal", None, 2, 28),
    ],
)
def test_a_broken_record_is_not_sound(field, index, value, rule):
    position = table("3 1: stay", players=2).position
    assert position.sound() == 0
    if index is None:
        setattr(position.record, field, value)
    else:
        getattr(position.record, field)[index] = value
    assert position.sound() == rule


def test_picked_cards_are_of_the_victims_hand():
    position = table("2 4: stay; A meddle B; sea pick 3", players=2, extras=[2]).position
    assert position.sound() == 0
    position.record.picked = 1 << (4 - 1)  # the card that B has just played
    assert position.sound() == 10


def test_five_cards_in_front_are_not_sound():
    position = table(players=2).position
    position.record.front[0] = 0x54321
    position.record.shown[0] = 5
    position.record.hand[0] = pieces.BARRACUDA_BIT
    assert position.sound() == 13


def test_only_the_sea_has_fates():
    assert table(players=2).position.fates() == []


@pytest.mark.rule("B4")
def test_the_cards_are_data(monkeypatch):
    """Another table of cards, another game: a wreck 3 whose Unique action shelters does nothing for a lone diver."""
    kinds = pieces.UNIQUE_KIND.copy()
    kinds[3] = pieces.SHELTER
    monkeypatch.setattr("fathoms.games.barracuda.rules.wrecks.UNIQUE_KIND", kinds)
    assert bags(table("3 1: stay", players=2)) == [3, 0]


def test_random_games_stay_sound_and_end():
    chance = random.Random(11)
    examples = {option.name: option.examples(4) for option in OPTIONS.options if hasattr(option, "examples")}
    for number in range(12):
        options = {name: chance.choice(values) for name, values in examples.items()}
        match = Match("barracuda", interpreted=True, players=4, teams=number % 3 == 0, goal=10, **options)
        while not match.over:
            who = chance.choice(match.to_act)
            event = chance.choice(list(match.fates()) if who == "sea" else match.choices(who))
            match.play(f"{who} {event}")
            assert match.position.sound() == 0
        assert match.winners
