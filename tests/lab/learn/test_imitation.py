"""Copying a level that searches: what is noted of it, and that a copy comes to choose as it does."""

import numpy as np
import pytest

from fathoms import games
from fathoms.bots.networks.policy import policy_of
from fathoms.bots.networks.values import features_of
from fathoms.lab.learn.imitation import Choices, ImitationSettings, Imitator, Recorder, fit
from fathoms.lab.learn.network import newborn

GAME = games.find("nukha")


def recorder(iterations: int, rows: int = 6000) -> Recorder:
    return Recorder(GAME, "captain", iterations, policy_of(GAME), rows, 3)


def test_choices_are_the_same_from_the_same_seed() -> None:
    choices, again = recorder(30).play(5, 6), recorder(30).play(5, 6)
    assert all((one == other).all() for one, other in zip(vars(choices).values(), vars(again).values(), strict=True))
    assert set(choices.games.tolist()) == set(range(5, 11))
    alone = recorder(30).play(7, 1)
    assert (alone.known == choices.part(np.flatnonzero(choices.games == 7)).known).all()


def test_what_is_chosen_is_legal_and_one_of_several() -> None:
    choices = recorder(30).play(0, 6)
    assert (choices.legal[np.arange(len(choices)), choices.done] == 1).all()
    assert choices.legal.sum(axis=1).min() >= 2
    assert choices.known.shape[1] == features_of(GAME).KNOWN_FEATURES
    assert (choices.known[:, 1] == 1).all()  # the seat itself is there


def test_longer_searches_choose_otherwise() -> None:
    one, other = recorder(2).play(0, 3), recorder(60).play(0, 3)
    assert len(one) != len(other) or (one.done != other.done).any()


def test_rows_end_where_there_is_no_more_room() -> None:
    whole, some = recorder(2).play(0, 3), recorder(2, rows=10).play(0, 3)
    assert len(some) == 10
    assert (some.known == whole.known[:10]).all()


def test_the_slopes_are_those_of_the_loss() -> None:
    dice = np.random.default_rng(2)
    copy = Imitator([dice.normal(size=shape) for shape in ((5, 6), (6, 4), (4,), (3, 4), (3,), (4,), (1,))])
    legal = (dice.random((40, 3)) < 0.6).astype(np.uint8)
    done = dice.integers(3, size=40)
    legal[np.arange(40), done] = 1
    choices = Choices(dice.normal(size=(40, 5)), legal, done, np.arange(40))  # in double precision
    for part, slopes in zip(copy.parts, copy.slopes(choices), strict=True):
        for place in list(np.ndindex(part.shape))[:8]:
            kept, ends = part[place], []
            for step in (1e-5, -1e-5):
                part[place] = kept + step
                ends.append(copy.verdict(choices).loss)
            part[place] = kept
            assert slopes[place] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-6)


def test_whole_games_are_kept_apart() -> None:
    games_of = np.repeat(np.arange(20, 45), 3)
    blank = np.zeros((len(games_of), 1))
    lessons, exam = Choices(blank, blank, games_of, games_of).kept_apart()
    assert set(exam.games.tolist()) == {20, 30, 40}
    assert len(lessons) + len(exam) == len(games_of)
    assert not set(lessons.games.tolist()) & set(exam.games.tolist())


def test_an_imitation_foretells_better_than_its_start() -> None:
    choices = recorder(30).play(0, 60)
    start = newborn(GAME, 32, 1)
    copy, told = Imitator(start), list[str]()
    fit(copy, choices, ImitationSettings(rounds=6, rate=0.002), told.append)
    exam = choices.kept_apart()[1]
    before, after = Imitator(start).verdict(exam), copy.verdict(exam)
    assert len(told) == 7
    assert told[0] == f"at the start: {before}"
    assert any(text.endswith(f": {after}") for text in told)
    assert after.loss < 0.8 * before.loss
    assert after.right > before.right + 0.1
    assert (copy.parts[5] == start[5]).all()
    assert (copy.parts[6] == start[6]).all()
