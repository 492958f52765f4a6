"""Learning to look ahead: rows are two views of one value, late games are games, and fitting brings values nearer."""

from typing import Any

import numba
import numpy as np
import pytest

from fathoms import games
from fathoms.bots.networks.policy import Net
from fathoms.engine.hooks import hurry
from fathoms.engine.position import Position
from fathoms.games.barracuda.pieces import LAST_TURN
from fathoms.lab.learn.lookahead import Study, blank_mind, tables_for_two
from fathoms.lab.learn.network import Floats, PolicyNetwork

BARRACUDA = games.find("barracuda")


@numba.njit
def _hurry(states: Any, rng: Any) -> None:
    hurry(states[0], rng)


def test_rows_are_what_both_know_and_come_again_from_a_seed() -> None:
    net = PolicyNetwork(blank_mind(BARRACUDA, 16, 1)).net()
    known, worth = Study(BARRACUDA, 300, 1).play(net, 4, 0)
    again = Study(BARRACUDA, 300, 1).play(net, 4, 0)
    assert (known == again[0]).all()
    assert (worth == again[1]).all()
    assert worth[::2] + worth[1::2] == pytest.approx(np.ones(150))
    assert worth.std() > 0.01  # some games end within the turn
    assert not (known[::2] == known[1::2]).all()
    other, _ = Study(BARRACUDA, 300, 1).play(net, 5, 0)
    assert not (known == other).all()


def test_tables_are_of_two() -> None:
    found = tables_for_two(BARRACUDA, 3)
    players = [int(Position.start(BARRACUDA, options).record.players) for options in found]
    assert set(players) == {2}
    assert len(np.unique(found, axis=0)) > 5


def test_a_hurried_game_is_late_and_sound() -> None:
    rng = np.array([7], np.uint64)
    for options in tables_for_two(BARRACUDA, 3):
        position = Position.start(BARRACUDA, options)
        _hurry(position.states, rng)
        record = position.record
        assert LAST_TURN - 20 < record.turn <= LAST_TURN
        assert all(record.chest[seat] < record.goal for seat in range(2))
        assert position.sound() == 0
        assert position.actors()


def test_the_slope_of_the_value_is_that_of_its_error() -> None:
    dice = np.random.default_rng(2)
    learner = PolicyNetwork([dice.normal(size=shape) for shape in ((5, 6), (6, 4), (4,), (0, 4), (0,), (4,), (1,))])
    known, worth = dice.normal(size=(30, 5)), dice.random(30)
    slopes, error = learner.value_gradient(known, worth, 30)
    assert error == pytest.approx(squared_error(learner.net(), known, worth))
    for part, slope in zip(learner.parts, slopes, strict=True):
        for place in list(np.ndindex(part.shape))[:8]:
            kept, ends = part[place], []
            for step in (1e-5, -1e-5):
                part[place] = kept + step
                ends.append(squared_error(learner.net(), known, worth) / 2)
            part[place] = kept
            assert slope[place] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-4)


def squared_error(net: Net, known: Floats, worth: Floats) -> float:
    return float(((PolicyNetwork(net).forward(known)[3] - worth) ** 2).mean())


def test_fitting_brings_values_nearer_to_what_turns_are_worth() -> None:
    learner, study = PolicyNetwork(blank_mind(BARRACUDA, 32, 1)), Study(BARRACUDA, 600, 1)
    before = learner.net()
    for number in range(25):
        known, worth = study.play(learner.net(), 1, 1000 * number)
        for _ in range(8):
            learner.step(learner.value_gradient(known, worth, len(worth))[0], 0.003)
    fresh, worth = study.play(learner.net(), 2, 0)
    assert squared_error(learner.net(), fresh, worth) < 0.5 * squared_error(before, fresh, worth)
