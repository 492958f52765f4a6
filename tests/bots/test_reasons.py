"""The coach about one player: the costliest decisions with a reason, the best one, and reports of before."""

import json
from dataclasses import replace

from fathoms.bots.coach.check import play_game
from fathoms.bots.coach.coach import Report, read_game, read_report, report_text
from fathoms.bots.coach.reasons import COSTLIEST, best_decision, costliest, with_reasons
from fathoms.engine.game import find_game
from fathoms.engine.match import Match


def careless_game() -> tuple[Match, Report]:
    """A game between careless hands, read: what they do costs them."""
    locker = find_game("locker")
    match = play_game(locker, Match(locker, players=2).options, ["deckhand"], 3)
    return match, read_game(match, 40)


def test_the_costliest_decisions_come_with_a_reason_in_both_languages() -> None:
    match, report = careless_game()
    found = [one for seat in report.seats for one in costliest(report, seat)]
    assert found, "careless hands lose something"
    for seat in report.seats:
        costs = [one.judgement.cost for one in costliest(report, seat) if one.judgement]
        assert costs == sorted(costs, reverse=True)
        assert len(costs) <= COSTLIEST
    told = with_reasons(match, report)
    assert set(told.reasons) == {str(one.number) for one in found}
    assert any(set(reason) == {"en", "fr"} for reason in told.reasons.values())
    assert read_report(report_text(told)) == told


def test_the_best_decision_gained_something_and_cost_nothing() -> None:
    _, report = careless_game()
    for number, seat in enumerate(report.seats):
        best = best_decision(report, seat)
        if best is not None:
            assert best.who == seat
            assert best.change[number] > 0
            assert best.judgement is not None
            assert not best.judgement.is_costly


def test_a_report_that_was_kept_before_there_were_reasons_is_read() -> None:
    _, report = careless_game()
    kept = json.loads(report_text(report))
    del kept["reasons"]
    assert read_report(json.dumps(kept)) == replace(report, reasons={})
