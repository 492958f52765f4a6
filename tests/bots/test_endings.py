"""Endings worked out: where little is left and all is open, hints and the coach play to the end and try nothing."""

import json
from typing import Any

import pytest

from fathoms import Match
from fathoms.bots.coach import endings, hints
from fathoms.bots.coach.check import play_game
from fathoms.bots.coach.choice_value import choice_value, open_streams
from fathoms.bots.coach.coach import Report, nodes_of, read_game, read_report, report_text
from fathoms.bots.coach.endings import best_play_share, exact_values, is_end_in_sight
from fathoms.bots.coach.hints import hint_text, weigh_choices
from fathoms.bots.coach.weighing import weigh_choices as weigh_all
from fathoms.engine.dialect import SEA
from fathoms.engine.game import find_game
from fathoms.engine.position import Position
from fathoms.games.locker.state import CHOOSE

A_SURE_INCIDENT = {  # three Anchors are left, and one is in A's row
    "deck": 0b111000,
    "locker": 990798896555914369,
    "holds": [1125909035876608, 7856719489960516, 0, 0],
    "row": [16, 23, 44, 53, 57, 1, *[0] * 6],
    "row_n": 6,
    "met": 909,
    "netted": 8,
    "phase": CHOOSE,
    "turn": 0,
    "first": 1,
}


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "IMAGINED", 4)


def ending(**changes: Any) -> Match:
    """A match of two in which A is to choose, with three cards in the deck."""
    match = Match("locker", interpreted=False, players=2)
    position = match.position
    for name, value in {**A_SURE_INCIDENT, **changes}.items():
        position.record[name] = value
    match._position = position
    return match


def test_nobody_is_advised_to_lose_for_sure_because_the_rule_of_thumb_plays_badly_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = ending().position
    hint = weigh_choices(told, 2, 0, 400)
    assert (hint.best, hint.other, hint.error) == ("surface", "continue", 0.0)
    assert hint.share == pytest.approx(1 / 3)
    assert hint.other_share == 0
    monkeypatch.setattr(endings, "POSITIONS", 4)  # not enough room: tried, as in the middle of a game
    assert weigh_choices(told, 2, 0, 400).best == "continue"


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "worked out to the end of the game"), ("fr", "calculé jusqu’à la fin de la partie")]
)
def test_a_hint_says_that_it_was_worked_out(lang: str, said: str) -> None:
    assert said in hint_text(weigh_choices(ending().position, 2, 0, 40), find_game("locker"), lang)


def test_the_coach_and_what_if_work_the_same_out() -> None:
    match = ending()
    codes = match.game.action_codes
    judged = choice_value(match.position, 2, 0, codes["continue"], open_streams((1,), 40))
    assert judged is not None
    assert (judged.best, judged.error, judged.is_costly) == ("surface", 0.0, True)
    assert judged.cost == pytest.approx(1 / 3, abs=1e-3)
    right = choice_value(match.position, 2, 0, codes["surface"], open_streams((1,), 40))
    assert right is not None
    assert (right.best, right.cost) == ("surface", 0)
    assert [(one.choice, one.half) for one in weigh_all(match, "A")] == [("surface", 0.0), ("continue", 0.0)]


def test_what_is_hidden_or_far_or_for_three_is_not_worked_out() -> None:
    assert exact_values(ending().position, 2, 0) is not None
    far = ending(deck=0b11110000 << 3)
    assert exact_values(far.position, 2, 0) is None
    divers = ending(skills=[1, 2, 0, 0])
    assert not is_end_in_sight(divers.position, 2, 0)
    filmed = ending(top=[3, 0, 0], top_n=1, seen_by=[2, 0, 0]).position  # by B alone
    assert not is_end_in_sight(filmed.redacted(0), 2, 0)
    assert is_end_in_sight(filmed.redacted(1), 2, 1)
    assert best_play_share(filmed, 2) is None
    three = Match("locker", players=3)
    assert exact_values(three.position, 3, 0) is None


def test_a_game_that_says_nothing_of_its_end_is_tried() -> None:
    match = Match("reef", players=2)
    assert not is_end_in_sight(match.position, 2, 0)


# The curve of a finished game

GIVEN_AWAY = 38  # a game of two by rule of thumb: A has it won, and takes the wrong card out of the net


@pytest.fixture(scope="module")
def given_away() -> Match:
    game = find_game("locker")
    return play_game(game, Match(game, players=2).options, ["sailor"], GIVEN_AWAY)


@pytest.fixture(scope="module")
def curve(given_away: Match) -> Report:
    return read_game(given_away, 4)


def test_a_game_given_away_near_the_end_is_seen_in_its_curve(given_away: Match, curve: Report) -> None:
    """By rule of thumb A had nothing left to lose there; by best play, everything."""
    number = given_away.log.index("A net chest", len(given_away.log) - 8) + 1
    assert curve.worked_out_from is not None
    assert curve.worked_out_from < number
    assert (curve.shares_after(number - 1), curve.shares_after(number)) == ((1.0, 0.0), (0.0, 1.0))
    judged = curve.happenings[number - 1].judgement
    assert judged is not None
    assert judged.cost == 1.0
    first = curve.worked_out_from - 1
    assert curve.shares_after(first) == tuple(map(curve.share, curve.happenings[first - 1].after))


def test_what_was_worked_out_is_what_every_fate_and_the_best_choice_bring(given_away: Match, curve: Report) -> None:
    assert curve.worked_out_from is not None
    for node in nodes_of(given_away):
        number, who = node.numbers[0], next(iter(node.codes))
        if number <= curve.worked_out_from:
            continue
        share = curve.shares_after(number - 1)[0]
        events = node.position.fates() if who == SEA else [(one, 1) for one in node.position.choices(who)]
        found = [(weight, after(node.position, who, event)) for event, weight in events]
        if who == SEA:
            total = sum(weight for weight, _ in found)
            assert share == pytest.approx(sum(weight * value for weight, value in found) / total)
        else:
            assert share == pytest.approx([max, min][who](value for _, value in found))


def after(position: Position, who: int, event: int) -> float:
    """A's share after an event, by best play."""
    then = position.copy()
    then.happen(who, event)
    if not then.actors():
        return {1: 1.0, 2: 0.0, 3: 0.5}[then.winners()]
    share = best_play_share(then, 2)
    assert share is not None
    return share


def test_a_report_keeps_what_was_worked_out_and_older_ones_have_nothing(curve: Report) -> None:
    assert read_report(report_text(curve)) == curve
    older = json.loads(report_text(curve))
    del older["worked_out"]
    assert read_report(json.dumps(older)).worked_out_from is None


def test_a_curve_for_three_is_not_worked_out() -> None:
    game = find_game("locker")
    three = play_game(game, Match(game, players=3).options, ["sailor"], 1)
    assert read_game(three, 4).worked_out == ()
