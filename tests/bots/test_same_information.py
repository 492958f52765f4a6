"""Whoever knows the same is told the same: whether others have already laid their cards face down changes no advice."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from fathoms import Match, Sea
from fathoms.bots.coach import hints
from fathoms.bots.coach.choice_value import choice_value, open_streams
from fathoms.bots.coach.coach import read_game
from fathoms.bots.coach.hints import give_hint, hint_text
from fathoms.bots.levels import Bot
from fathoms.engine.dialect import SEATS

TABLES: list[dict[str, Any]] = [{"players": 2}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}]


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "IMAGINED", 12)


def are_allies(options: dict[str, Any], one: str, other: str) -> bool:
    return bool(options.get("teams")) and (SEATS.index(one) ^ SEATS.index(other)) == 2


def before_and_after(options: dict[str, Any], seed: int, count: int) -> Iterator[tuple[Match, Match, str]]:
    """Random positions in which a seat is to choose, before and after some of its opponents have chosen."""
    rng, sea = random.Random(seed), Sea.from_seed(seed)
    match = Match("barracuda", interpreted=False, **options)
    match.drift(sea)
    while count:
        if match.over:
            match, sea = Match("barracuda", interpreted=False, **options), Sea.from_seed(rng.randrange(1 << 30))
            match.drift(sea)
        seat = rng.choice(match.to_act)
        others = [one for one in match.to_act if one != seat and not are_allies(options, one, seat)]
        if len(match.choices(seat)) > 1 and others and rng.random() < 0.2:
            after = match.copy()
            for other in rng.sample(others, rng.randint(1, len(others))):
                after.play(f"{other} {rng.choice(after.choices(other))}")
            count -= 1
            yield match, after, seat
        match.play(f"{seat} {rng.choice(match.choices(seat))}")
        match.drift(sea)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_hint_is_the_same_before_and_after_others_choose(options: dict[str, Any]) -> None:
    for before, after, seat in before_and_after(options, 5, 12):
        assert seat in after.to_act
        one, two = give_hint(before, seat, 30), give_hint(after, seat, 30)
        assert (one.best, one.share, one.other, one.other_share, one.error) == (
            two.best,
            two.share,
            two.other,
            two.other_share,
            two.error,
        )
        assert hint_text(one, before.game, "en") == hint_text(two, after.game, "en")


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_decision_is_judged_the_same_before_and_after_others_choose(options: dict[str, Any]) -> None:
    for before, after, seat in before_and_after(options, 6, 12):
        number, streams = SEATS.index(seat), open_streams((1, 2), 60)
        action = before.position.choices(number)[0]
        one, two = (
            choice_value(match.position.redacted(number), match.players, number, action, streams)
            for match in (before, after)
        )
        assert one == two


@pytest.mark.parametrize("options", TABLES, ids=str)
@pytest.mark.parametrize("level", ["sailor", "mate", "abyss"])
def test_a_bot_chooses_the_same_before_and_after_others_choose(options: dict[str, Any], level: str) -> None:
    for before, after, seat in before_and_after(options, 7, 4):
        one, two = (Bot(level, 3, iterations=200).choose(match, seat) for match in (before, after))
        assert one == two


def judgements_of(lines: list[str], **options: Any) -> dict[str, Any]:
    match = Match("barracuda", interpreted=False, **options)
    for line in lines:
        match.play(line)
    return {one.who: one.judgement for one in read_game(match, playouts=60).happenings if one.who != "sea"}


def test_the_coach_does_not_care_in_which_order_cards_were_laid() -> None:
    start = Match("barracuda", interpreted=False, players=3)
    start.drift(Sea.from_seed(4))
    laid = [f"{seat} {start.choices(seat)[n]}" for n, seat in enumerate(start.seats)]
    assert judgements_of([*start.log, *laid], players=3) == judgements_of([*start.log, *laid[::-1]], players=3)


def test_the_coach_knows_what_an_ally_had_laid_and_nothing_else() -> None:
    start = Match("barracuda", interpreted=False, players=4, teams=True)
    start.drift(Sea.from_seed(4))
    first, ally, *others = [f"{seat} {start.choices(seat)[0]}" for seat in ("A", "C", "B", "D")]
    after_the_ally, after_the_others, alone = (
        judgements_of([*start.log, *lines], players=4, teams=True)["A"]
        for lines in ([ally, first], [*others, first], [first])
    )
    assert after_the_others == alone
    assert after_the_ally != alone


def test_positions_alike_to_a_seat_are_one_record() -> None:
    for options in TABLES:
        for before, after, seat in before_and_after(options, 8, 6):
            number = SEATS.index(seat)
            one, two = (match.position.redacted(number).taken_back(number) for match in (before, after))
            assert one.bytes() == two.bytes()
            assert set(two.actors()) >= set(before.position.actors())
