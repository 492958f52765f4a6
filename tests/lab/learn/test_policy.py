"""Learning a policy: the gradient is that of the loss, gains are counted by hand, and self-play learns."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from fathoms import games
from fathoms.bots.networks.values import features_of
from fathoms.lab.learn.network import Floats, newborn, softmax
from fathoms.lab.learn.policy import PolicyLearner
from fathoms.lab.learn.self_play import Arena, Rows
from fathoms.lab.learn.self_play_kernels import EARLIER, LEARNER, RIVAL, SAILOR, Noted, look_back

NAMES = ("barracuda", "nukha")
ALONE = np.array([1.0, 0.0, 0.0, 0.0])


def some_parts(shapes: Sequence[tuple[int, ...]]) -> list[Floats]:
    dice = np.random.default_rng(3)
    return [dice.normal(size=shape) for shape in shapes]


def some_rows(dice: np.random.Generator, count: int, facts: int, actions: int) -> Rows:
    legal = (dice.random((count, actions)) < 0.6).astype(np.uint8)
    done = dice.integers(actions, size=count)
    legal[np.arange(count), done] = 1
    known = dice.normal(size=(count, facts)).astype(np.float32)
    numbers = dice.normal(size=(3, count)).astype(np.float32)
    return Rows(known, legal, done, -np.abs(numbers[0]) - 0.5, numbers[1], numbers[2])


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    dice = np.random.default_rng(2)
    shapes = ((5, 6), (6, 4), (4,), (3, 4), (3,), (4,), (1,))
    learner = PolicyLearner([dice.normal(size=shape) for shape in shapes])  # in double precision
    rows = some_rows(dice, 40, 5, 3)
    gradients, _ = learner.gradient(rows, 0.05, len(rows))
    for part, gradient in zip(learner.parts, gradients, strict=True):
        for place in list(np.ndindex(part.shape))[:8]:
            kept, ends = part[place], []
            for step in (1e-5, -1e-5):
                part[place] = kept + step
                ends.append(learner.loss(rows, 0.05))
            part[place] = kept
            assert gradient[place] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-4)


def test_a_gradient_can_be_shared_out() -> None:
    dice = np.random.default_rng(3)
    learner = PolicyLearner([dice.normal(size=shape) for shape in ((5, 6), (6, 4), (4,), (3, 4), (3,), (4,), (1,))])
    rows = some_rows(dice, 30, 5, 3)
    whole, _ = learner.gradient(rows, 0.02, 30)
    halves = [learner.gradient(rows.part(np.arange(30)[half]), 0.02, 30)[0] for half in (slice(11), slice(11, 30))]
    for one, first, second in zip(whole, *halves, strict=True):
        assert first + second == pytest.approx(one, abs=1e-6)


def test_a_step_by_shares_is_the_step_of_their_sum() -> None:
    shapes = ((5, 6), (6, 4), (4,), (3, 4), (3,), (4,), (1,))
    one, other = (PolicyLearner(some_parts(shapes)) for _ in range(2))
    rows = some_rows(np.random.default_rng(4), 30, 5, 3)
    one.step(one.gradient(rows, 0.02, 30)[0], 0.01)
    halves = [other.gradient(rows.part(np.arange(30)[half]), 0.02, 30)[0] for half in (slice(11), slice(11, 30))]
    other.step_together(halves, 0.01)
    for part, same in zip(one.parts, other.parts, strict=True):
        assert same == pytest.approx(part, abs=1e-6)


def test_gains_are_what_came_less_what_was_expected() -> None:
    """Seats A, B, A; A wins. With a fade of a half the first decision takes half of what the second gained."""
    seats, values = np.array([0, 1, 0]), np.array([0.25, 0.5, 0.75], np.float32)
    gains, returns = np.zeros(3, np.float32), np.zeros(3, np.float32)
    look_back(Noted(None, None, None, None, seats, values, gains, returns), 0, 3, 2, np.array([1.0, 0.0]), 0.5)
    assert gains == pytest.approx([0.5 + 0.5 * 0.25, -0.5, 0.25])
    assert returns == pytest.approx([0.875, 0.0, 1.0])


@pytest.mark.parametrize("name", NAMES)
def test_self_play_notes_what_was_known_and_done(name: str) -> None:
    game = games.find(name)
    learner = PolicyLearner(newborn(game, 16, 1))
    arena = Arena(game, 16, 3000, 1)
    rows = arena.play(4, 0, 30, (learner.net(),) * 3, ALONE, 0.95)
    again = Arena(game, 16, 3000, 1).play(4, 0, 30, (learner.net(),) * 3, ALONE, 0.95)
    assert all((one == other).all() for one, other in zip(vars(rows).values(), vars(again).values(), strict=True))
    assert 200 < len(rows) <= 3000
    assert rows.legal.sum(axis=1).min() >= 2
    assert (rows.legal[np.arange(len(rows)), rows.done] == 1).all()
    odds = softmax(learner.forward(rows.known)[2], rows.legal > 0)
    assert np.log(odds[np.arange(len(rows)), rows.done]) == pytest.approx(rows.logs, abs=1e-3)
    assert arena.shares.sum() == 0
    assert rows.known.shape[1] == features_of(game).KNOWN_FEATURES


def test_some_seats_are_an_earlier_selfs_or_a_sailors() -> None:
    game = games.find("barracuda")
    net = PolicyLearner(newborn(game, 16, 1)).net()
    arena = Arena(game, 16, 20_000, 1)
    arena.play(4, 0, 400, (net, net, net), np.array([0.0, 0.5, 0.0, 0.5]), 0.95)
    wins, seats = arena.shares.T
    assert seats[LEARNER] > seats[EARLIER] > 100
    assert seats[SAILOR] > 100
    assert wins[EARLIER] / seats[EARLIER] < 0.6 < wins[SAILOR] / seats[SAILOR]  # those who know nothing are no match


def test_rivals_hold_seats_and_are_not_learned_from() -> None:
    """The rival always does the first thing it can: whoever is learned from does it no more often than before."""
    game = games.find("nukha")
    learner = PolicyLearner(newborn(game, 16, 1))
    rival = PolicyLearner(newborn(game, 16, 2))
    rival.parts[4] -= 40 * np.arange(len(rival.parts[4]), dtype=np.float32)
    nets = (learner.net(), learner.net(), rival.net())
    alone, arena = (Arena(game, 16, 20_000, 1) for _ in range(2))
    usual = alone.play(4, 0, 100, nets, ALONE, 0.95)
    rows = arena.play(4, 0, 100, nets, np.array([0.0, 0.0, 1.0, 0.0]), 0.95)
    _, seats = arena.shares.T
    assert seats[LEARNER] > seats[RIVAL] > 80
    assert seats[EARLIER] == seats[SAILOR] == 0
    assert len(rows) < 0.85 * len(usual)
    odds = softmax(learner.forward(rows.known)[2], rows.legal > 0)
    assert np.log(odds[np.arange(len(rows)), rows.done]) == pytest.approx(rows.logs, abs=1e-3)
    assert (rows.done == rows.legal.argmax(axis=1)).mean() < 0.6


def test_self_play_learns_to_beat_its_beginnings() -> None:
    """Some steps of self-play in Barracuda, and then games of what came of them against what it started as."""
    game = games.find("barracuda")
    start = newborn(game, 32, 1)
    learner, arena, dice = PolicyLearner(start), Arena(game, 32, 20_000, 1), np.random.default_rng(1)
    for number in range(30):
        rows = arena.play(1, 200 * number, 200, (learner.net(),) * 3, ALONE, 0.95)
        for now in np.array_split(dice.permutation(len(rows)), 12):
            part = rows.part(now)
            scaled = Rows(part.known, part.legal, part.done, part.logs, part.gains / rows.gains.std(), part.returns)
            learner.step(learner.gradient(scaled, 0.01, len(now))[0], 0.002)
    arena.play(2, 0, 600, (learner.net(), *(PolicyLearner(start).net(),) * 2), np.array([0.0, 1.0, 0.0, 0.0]), 0.95)
    wins, seats = arena.shares.T
    assert wins[LEARNER] / seats[LEARNER] > 1.3 * wins[EARLIER] / seats[EARLIER]


def test_cores_play_side_by_side() -> None:
    game = games.find("nukha")
    net = PolicyLearner(newborn(game, 16, 1)).net()
    arenas = [Arena(game, 16, 2000, 1) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        parts = list(pool.map(lambda arena: arena.play(4, 0, 10, (net, net, net), ALONE, 0.95), arenas))
    assert (parts[0].known == parts[1].known).all()
