"""Random games of The Reef stay sound, refusals agree with choices, and a broken record is noticed."""

import numpy as np
import pytest

from fathoms import Match
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.dialect import SEA
from fathoms.games.reef import GAME, rules
from fathoms.games.reef.notation import ACTIONS, CELLS, RESCUE
from fathoms.games.reef.words.refusals import REASONS
from tests.games.reef.reef_helpers import RACE, event, go, reef, refused, turn


def walk(seed):
    """Positions of a random game over random options, interpreted."""
    dice = Dice(seed)
    match = Match(GAME, interpreted=True, **random_options(GAME, dice))
    position = match.position
    while position.actors():
        who = position.actors()[0]
        yield position, who
        codes = [code for code, _ in position.fates()] if who == SEA else position.choices(who)
        position.happen(who, dice.pick(codes))
    yield position, SEA


@pytest.mark.parametrize("seed", range(6))
def test_random_games_are_sound_and_choices_are_in_order(seed):
    for position, who in walk(seed):
        assert position.sound() == 0
        if who != SEA:
            choices = position.choices(who)
            rescues = [code for code in choices if code >= RESCUE]  # diver by diver, round the place of each
            assert choices == [*sorted(set(choices) - set(rescues)), *rescues]
            divers = [(code - RESCUE) // CELLS for code in rescues]
            assert divers == sorted(divers)
            assert len(set(choices)) == len(choices) <= GAME.most_choices


@pytest.mark.parametrize("seed", range(20, 26))
def test_an_action_is_refused_with_a_known_reason_or_is_a_choice(seed):
    for number, (position, who) in enumerate(walk(seed)):
        if number % 9 == 0:
            seat = 0 if who == SEA else who
            allowed = set() if who == SEA else set(position.choices(who))
            reasons = {action: position.why_not(seat, action) for action in range(ACTIONS)}
            assert {action for action, reason in reasons.items() if reason == 0} == allowed
            assert set(reasons.values()) - {0} <= set(REASONS)


@pytest.mark.parametrize("name", ["swap", "drift", "tow", "tide", "rescue", "air", "lead", "siren", "watch", "friend"])
def test_every_question_agrees_with_its_refusals(name):
    match = reef(turn("A", 3, 3, "enter 16", "down", "down", "grab", "up", "stop"), players=3, interpreted=True)
    go(match, turn("B", 3, 3, "enter 14", "down", "down", "grab", "up", "stop"), turn("C", 1, 1, "enter 18", "up"))
    seat = "A" if name in ("swap", "air", "watch", "tow", "drift", "tide", "friend") else "C"
    if seat == "C":
        go(match, turn("A", 1, 1, "stop"), turn("B", 1, 1, "stop"))
    go(match, event(seat, name))
    (who,) = match.position.actors()
    legal = {action for action in range(ACTIONS) if match.position.why_not(who, action) == 0}
    assert legal == set(match.position.choices(who)) != set()


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        ("spin", "R9"),
        ("ascend", "R24"),
        ("card 1", "R11"),
        ("swap B", "R36"),
        ("drift up", "R37"),
        ("tow B", "R38"),
        ("tide back", "R42"),
        ("refresh 1", "R47"),
        ("lead 1.7", "R48"),
        ("rescue B 1.1", "R40"),
    ],
)
def test_what_cannot_be_said_in_a_move(action, rule):
    assert refused(reef(turn("A", 1, 1, "enter 15")), f"A {action}") == rule


def broken(field, value, index=None):
    """The rule that a tampered record breaks; A carries a small chest at 16.2, B is at 14.1."""
    match = reef(turn("A", 3, 3, "enter 16", "down", "down", "grab", "up", "stop"), interpreted=True)
    go(match, turn("B", 1, 1, "enter 14", "stop"))
    record = match.position.record
    if index is None:
        setattr(record, field, value)
    else:
        getattr(record, field)[index] = value
    return int(rules.sound(record))


@pytest.mark.parametrize(
    ("field", "value", "index", "rule"),
    [
        ("at", 14 * 16 + 1, 0, 16),
        ("at", 13 * 16 + 2, 0, 16),
        ("at", 16 * 16 + 4, 0, 1),
        ("at", 0, 5, 20),
        ("at", 0, 0, 4),
        ("boat", 15, None, 3),
        ("boat", 0, None, 3),
        ("chests", 1, (16, 0), 4),
        ("carries", 0, 0, 4),
        ("won", 1, (1, 2), 4),
        ("up", 2, (0, 1), 7),
        ("up", 0, 0, 7),
        ("unopened", 1, (0, 0), 27),
        ("opened", 1, (0, 0), 27),
        ("points", -1, None, 14),
        ("steps", -1, None, 14),
    ],
)
def test_a_broken_record_is_noticed(field, value, index, rule):
    assert broken(field, value, index) == rule


def test_a_game_that_ends_before_all_chests_are_open_is_noticed():
    match = reef(turn("A", 3, 3, "enter 3", "down", "down", "grab medium", "stop"), chart=RACE, interpreted=True)
    record = go(match, turn("B", 1, 1, "enter 5", "up")).position.record
    assert rules.sound(record) == 0
    record.phase = 0
    assert rules.sound(record) == 27


def test_the_sea_has_nothing_to_do_in_a_turn():
    out, weights = np.zeros(20, np.int32), np.zeros(20, np.int64)
    assert rules.fates(reef(interpreted=True).position.record, out, weights) == 0
