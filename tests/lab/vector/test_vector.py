"""Stepping many games at once: the same as playing each of them by hand, whatever the number of threads."""

from typing import Any

import numpy as np
import pytest

from fathoms import IllegalMove, OptionError, games
from fathoms.bots.chance_kernels import pick_weighted
from fathoms.engine.dialect import SEA
from fathoms.engine.position import Position
from fathoms.lab.simulate.kernels import seed_game
from fathoms.lab.vector import games as vector
from fathoms.lab.vector.games import Batch, VectorGames
from fathoms.lab.vector.observe import action_mask, observe

N = 24


def any_choice(batch: Batch, turn: int) -> Any:
    places = np.arange(len(batch.counts))
    return batch.choices[places, (places * 31 + turn * 17) % batch.counts].copy()


class ByHand:
    """One place of a batch, played with Positions."""

    def __init__(self, name: str, seed: int, place: int, places: int, **options: Any) -> None:
        self.game = games.find(name)
        self.options = self.game.options.encode(self.game.options.read(**options))
        self.seed, self.number, self.places = seed, place, places
        self.rng = np.zeros(1, np.uint64)
        self.begin()

    def begin(self) -> None:
        with np.errstate(over="ignore"):
            seed_game(self.rng, self.seed, self.number)
        self.position = Position.start(self.game, self.options)
        self.drift()

    def drift(self) -> None:
        while self.position.actors() == [SEA]:
            codes, weights = np.array(self.position.fates()).T
            with np.errstate(over="ignore"):
                self.position.happen(SEA, int(codes[pick_weighted(weights, len(weights), self.rng)]))

    @property
    def seat(self) -> int:
        return self.position.actors()[0]

    def step(self, action: int) -> list[float]:
        """The rewards, where the game ended."""
        self.position.happen(self.seat, action)
        self.drift()
        if self.position.actors():
            return []
        winners = [self.position.winners() >> seat & 1 for seat in range(6)]
        self.number += self.places
        self.begin()
        return [one / sum(winners) for one in winners]


@pytest.mark.parametrize("name", ["barracuda", "locker"])  # choices at the same time, and in turn
def test_a_batch_is_its_games_played_by_hand(name: str) -> None:
    together = VectorGames(name, N, cores=2)
    batch = together.reset(seed=3)
    alone = [ByHand(name, 3, place, N) for place in range(N)]
    ended = 0
    for turn in range(90):
        actions = any_choice(batch, turn)
        batch = together.step(actions)
        for place, one in enumerate(alone):
            rewards = one.step(int(actions[place]))
            assert batch.dones[place] == bool(rewards)
            assert batch.rewards[place].tolist() == pytest.approx(rewards or [0] * 6)
            assert batch.numbers[place] == one.number
            assert batch.seats[place] == one.seat
            assert batch.observations[place].tobytes() == observe(one.position, one.seat).tobytes()
            assert batch.masks[place].tobytes() == action_mask(one.position, one.seat).tobytes()
            assert batch.choices[place, : batch.counts[place]].tolist() == one.position.choices(one.seat)
            ended += bool(rewards)
    assert ended >= N // 2


def everything(batch: Batch) -> list[bytes]:
    return [array.tobytes() for array in batch]


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    one = VectorGames("locker", N, cores=1)
    monkeypatch.setattr(vector, "PORTION", 5)  # so small that there is work for three, and a last portion of four
    three = VectorGames("locker", N, cores=3)
    first, second = one.reset(5), three.reset(5)
    for turn in range(60):
        assert everything(first) == everything(second)
        actions = any_choice(first, turn)
        first, second = one.step(actions), three.step(actions)


def test_resetting_begins_anew_and_seeds_differ() -> None:
    together = VectorGames("locker", N, players=2)
    begun = everything(together.reset(5))
    for turn in range(80):
        together.step(any_choice(together.batch, turn))
    assert everything(together.batch) != begun
    again = together.reset(5)
    assert again.observations.tobytes() == begun[0]
    assert again.masks.tobytes() == begun[1]
    assert not again.dones.any()
    assert not again.rewards.any()
    assert together.reset(6).observations.tobytes() != begun[0]


def test_more_threads_than_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector, "PORTION", 1)
    together = VectorGames("locker", 2, cores=5)
    together.reset()
    assert together.step(any_choice(together.batch, 0)).seats.shape == (2,)


class TestWhatIsRefused:
    @pytest.fixture
    def together(self) -> VectorGames:
        together = VectorGames("locker", N)
        together.reset(5)
        return together

    @pytest.mark.parametrize("action", [-1, 10**6, None])
    def test_an_action_that_is_no_choice_changes_nothing(self, together: VectorGames, action: int | None) -> None:
        actions = any_choice(together.batch, 1)
        actions[7] = int(np.flatnonzero(together.batch.masks[7] == 0)[0]) if action is None else action
        before, untouched = everything(together.batch), VectorGames("locker", N)
        with pytest.raises(IllegalMove, match=rf"action {actions[7]} in game 7 is not allowed; possible now: \["):
            together.step(actions)
        assert everything(together.batch) == before
        untouched.reset(5)
        for turn in range(30):  # not in the records behind what is shown either: play goes on as if nothing had been
            assert everything(together.step(any_choice(together.batch, turn))) == everything(
                untouched.step(any_choice(untouched.batch, turn))
            )

    def test_too_few_actions(self, together: VectorGames) -> None:
        with pytest.raises(OptionError, match=f"one for each of {N} games"):
            together.step([0])

    def test_stepping_before_a_reset(self) -> None:
        with pytest.raises(OptionError, match="reset, then step"):
            VectorGames("locker", N).step([0] * N)

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [({"on": "moon"}, "allowed: cpu, gpu"), ({"n": 0}, "1 or more"), ({"players": 9}, "allowed: 2 to 4")],
    )
    def test_what_cannot_be(self, arguments: dict[str, Any], told: str) -> None:
        with pytest.raises(OptionError, match=told):
            VectorGames("locker", **{"n": 3, **arguments})
