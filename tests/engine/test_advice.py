"""The conformance check of advice: the toy is advised the same by what a seat knows, and broken ones are found out."""

import zlib

import numpy as np
import pytest

from fathoms.bots.statistics import mean_from
from fathoms.engine.conform import Advice, Dice, Nonconformity, check_advice
from fathoms.engine.dialect import SEA, below
from fathoms.engine.position import Position
from tests.engine.toy import GAME, broken
from tests.engine.toy.state import KEEP, THROW

pytestmark = [
    pytest.mark.usefixtures("installed_toys", "by_hand"),
    pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning"),  # random numbers wrap around
]

WORLDS = 150
MIDDLE = 3  # pearls above it are kept where the highest wins


def advise(told: Position, seat: int) -> Advice:
    """Both choices, tried in worlds that a seat can imagine; whoever has yet to choose keeps what is likely to win."""
    rng = Dice(zlib.crc32(told.bytes())).rng
    wins = np.array(
        [[plays_out(told.imagined(seat, rng), seat, action, rng) for action in (KEEP, THROW)] for _ in range(WORLDS)]
    )
    best = int(wins.mean(axis=0).argmax())
    share = mean_from(wins[:, best].tolist())
    return Advice(told.game.action_text(best), share.value, share.half)


def plays_out(world: Position, seat: int, action: int, rng: np.ndarray) -> bool:
    future = world.copy()
    future.happen(seat, action)
    while actors := future.actors():
        if actors == [SEA]:
            future.happen(SEA, future.random_fate(lambda n: int(below(rng, n))))
        else:
            future.happen(actors[0], rule_of_thumb(future, actors[0]))
    return bool(future.winners() >> seat & 1)


def rule_of_thumb(world: Position, seat: int) -> int:
    high = int(world.record.hands[seat]) > MIDDLE
    return KEEP if int(world.record.calm) or high == (int(world.record.tide) == 1) else THROW


def from_what_is_known(position: Position, players: int, seat: int) -> Advice:
    return advise(position.redacted(seat).taken_back(seat), seat)


def from_what_is_true(position: Position, players: int, seat: int) -> Advice:
    return advise(position, seat)


def test_the_same_knowledge_gets_the_same_advice() -> None:
    assert check_advice(GAME, from_what_is_known, 12, 1).count > 2


def test_a_game_that_does_not_take_back_what_lies_face_down_is_found_out() -> None:
    """Those who have chosen are imagined to have chosen anyhow, those who have not to choose well."""
    with pytest.raises(Nonconformity, match=r"advice: . is advised .*face down"):
        check_advice(broken.LINGERING, from_what_is_known, 60, 1)


def test_advice_that_knows_what_the_seat_does_not_is_found_out() -> None:
    with pytest.raises(Nonconformity, match="in another world"):
        check_advice(GAME, from_what_is_true, 60, 1)


def test_advice_is_compared_by_its_interval() -> None:
    one = Advice("keep", 0.5, 0.04)
    assert not one.is_far_from(Advice("throw", 0.55, 0.04))
    assert one.is_far_from(Advice("keep", 0.57, 0.04))
