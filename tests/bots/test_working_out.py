"""Endings worked out: where little is left and all is open, hints and the coach play to the end and try nothing."""

from typing import Any

import pytest

from fathoms import Match
from fathoms.bots.coach import hints, working_out
from fathoms.bots.coach.choice_value import choice_value, open_streams
from fathoms.bots.coach.hints import hint_text, weigh_choices
from fathoms.bots.coach.weighing import weigh_choices as weigh_all
from fathoms.bots.coach.working_out import LEARNED, best_play_share, is_end_in_sight, work_out
from fathoms.engine.game import find_game
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
    monkeypatch.setattr(working_out, "POSITIONS", 4)  # not enough room: tried, as in the middle of a game
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
    found = work_out(ending().position, 2, 0)
    assert found is not None
    assert (found.how, found.error) == ("exact", 0.0)
    far = ending(deck=0b11110000 << 3)
    assert work_out(far.position, 2, 0) is None
    divers = ending(skills=[1, 2, 0, 0])
    assert not is_end_in_sight(divers.position, 2, 0)
    filmed = ending(top=[3, 0, 0], top_n=1, seen_by=[2, 0, 0]).position  # by B alone
    assert not is_end_in_sight(filmed.redacted(0), 2, 0)
    assert is_end_in_sight(filmed.redacted(1), 2, 1)
    assert best_play_share(filmed, 2) is None
    three = Match("locker", players=3)
    assert work_out(three.position, 3, 0) is None


def test_a_game_that_says_nothing_of_its_end_is_tried() -> None:
    match = Match("reef", players=2)
    assert not is_end_in_sight(match.position, 2, 0)


# Looking ahead: two who choose at once


def rich_and_bitten() -> Match:
    """A has six coins in the bag, and B the Barracuda card: by rule of thumb B always comes for them."""
    match = Match("barracuda", interpreted=False, players=2)
    for line in ("A play 3", "B play barracuda", "sea roll 1", "B send 6"):
        match.play(line)
    for line in ("A play 5", "B play barracuda", "sea roll 1", "B send 6"):
        match.play(line)
    return match


def test_nobody_is_sent_to_lose_a_full_bag_because_the_rule_of_thumb_wastes_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = hints.asked_of(rich_and_bitten(), "A")
    hint = weigh_choices(told, 2, 0, 400)
    assert (hint.best, hint.how, hint.error) == ("play 5", "ahead", LEARNED)
    assert 0.5 < hint.share < 0.55
    monkeypatch.setattr(working_out, "POSITIONS", 1)  # no room: tried
    tried = weigh_choices(told, 2, 0, 400)
    assert (tried.best, tried.how) == ("play 2", "tried")  # where the Barracuda takes all six


def test_looking_ahead_does_not_ask_who_has_chosen_already() -> None:
    before, after = rich_and_bitten(), rich_and_bitten()
    after.play("B play 1")
    asked = [work_out(match.position.redacted(0), 2, 0) for match in (before, after)]
    assert asked[0] == asked[1]
    assert asked[0] is not None
    mine, theirs = (work_out(before.position.redacted(seat), 2, seat) for seat in (0, 1))
    assert mine is not None
    assert theirs is not None
    assert next(iter(mine.values.values())) + next(iter(theirs.values.values())) == pytest.approx(1, abs=1e-6)


@pytest.mark.parametrize(("lang", "said"), [("en", "vary, so that nobody can read you"), ("fr", "variez, pour qu’on")])
def test_where_a_mixture_is_best_a_hint_says_so(lang: str, said: str) -> None:
    match = rich_and_bitten()
    hint = hints.give_hint(match, "A")
    assert hint.is_mixed
    assert said in hint_text(hint, match.game, lang)


def test_the_coach_looks_ahead_as_a_hint_does() -> None:
    match = rich_and_bitten()
    told, codes = match.position.redacted(0), match.game.action_codes
    hint = hints.give_hint(match, "A")
    judged = choice_value(told, 2, 0, codes["play barracuda"], open_streams((1,), 40))
    assert judged is not None
    assert (judged.best, judged.error) == (hint.best, LEARNED)
    mixed = choice_value(told, 2, 0, codes["play 1"], open_streams((1,), 40))
    assert mixed is not None
    assert not mixed.is_costly
