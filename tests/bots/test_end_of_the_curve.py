"""The curve of a finished game near its end: worked out where it can be, by best play of both."""

import json

import pytest

from fathoms import Match
from fathoms.bots.coach.check import play_game
from fathoms.bots.coach.coach import Report, nodes_of, read_game, read_report, report_text
from fathoms.bots.coach.working_out import best_play_share
from fathoms.engine.dialect import SEA
from fathoms.engine.game import find_game
from fathoms.engine.position import Position

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
