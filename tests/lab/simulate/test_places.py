"""The same seed gives the same games wherever they are played: on cores, by a GPU's threads, on Ray."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fathoms import OptionError, games
from fathoms.lab import gpu
from fathoms.lab.simulate import gpu_kernels
from fathoms.lab.simulate.kernels import RESULT, Room, play_games
from fathoms.lab.simulate.simulation import Plan, Results, play_chunk, simulate

GAMES = 60


def plan(name: str, *bots: str, **options: Any) -> Plan:
    game = games.find(name)
    return Plan(game, [game.options.read(**options)], bots or ("deckhand",), seed=4)


def play_like_a_gpu(plan: Plan, first: int, count: int, threads: int) -> Results:
    """What the GPU's kernel does (`gpu_kernels.py`), its threads one after the other, the last one first."""
    game, results = plan.game, np.zeros(count, RESULT)
    for thread in reversed(range(threads)):
        mine, told = (np.frombuffer(b"\xa5" * game.state.itemsize, game.state).copy() for _ in range(2))
        out = np.full(max(game.most_choices, game.most_fates), -77, np.int32)  # a thread's memory begins as anything
        weights = np.full(game.most_fates, -77, np.int64)
        room = Room(told, np.zeros(1, np.uint64), out, weights, np.full(6, -77))
        play_games(mine, room, plan.games(first), thread, threads, results)
    return results


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize("threads", [1, 7, GAMES, 64])
def test_the_threads_of_a_gpu_play_the_games_of_a_core(name: str, threads: int) -> None:
    one = plan(name)
    assert play_like_a_gpu(one, 100, GAMES, threads).tobytes() == play_chunk(one, 100, GAMES).tobytes()


def test_rules_of_thumb_and_several_tables_too() -> None:
    locker = games.find("locker")
    rows = [locker.options.read(players=players) for players in (2, 3, 4)]
    one = Plan(locker, rows, ("sailor",), seed=8, check=True)
    assert play_like_a_gpu(one, 5, GAMES, 16).tobytes() == play_chunk(one, 5, GAMES).tobytes()


def test_the_kernel_of_the_gpu_calls_what_is_tested_here() -> None:
    source = Path(str(gpu_kernels.__file__)).read_text()
    assert re.search(r"play_run\(mine, \(told, rng, out, weights, score\), games, thread, threads, results\)", source)


class TestHashes:
    """A game's hash tells its number, its events and the position it ended in."""

    def test_no_two_games_share_one(self) -> None:
        results = play_chunk(plan("locker"), 0, 3000)
        assert len(np.unique(results["hash"])) == 3000

    def test_the_digest_is_the_sum_and_does_not_depend_on_chunks(self) -> None:
        one = plan("locker")
        whole, parts = play_chunk(one, 0, 50), [play_chunk(one, 0, 20), play_chunk(one, 20, 30)]
        assert np.array_equal(whole["hash"], np.concatenate(parts)["hash"])
        assert simulate(one, 50, 1).digest == sum(int(value) for value in whole["hash"]) % 2**64
        assert simulate(one, 50, 1).digest_text == f"{simulate(one, 50, 1).digest:016x}"

    def test_another_seed_or_another_bot_gives_another(self) -> None:
        digests = {simulate(one, 20, 1).digest for one in (plan("locker"), plan("locker", "sailor"))}
        locker = games.find("locker")
        digests.add(simulate(Plan(locker, [locker.options.read()], seed=5), 20, 1).digest)
        assert len(digests) == 3


def test_ray_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    from fathoms.lab.simulate import cluster

    monkeypatch.setattr(cluster, "TASK", 700)  # several tasks, and a last one that is shorter
    one = plan("locker", "sailor", "deckhand", "sailor")
    there = simulate(one, 2000, cores=2, on="ray")
    assert there.told() == simulate(one, 2000, cores=1).told()
    assert there.games == 2000


def test_a_place_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="allowed: cpu, gpu, ray"):
        simulate(plan("locker"), 10, on="moon")


def test_without_a_gpu_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cuda:
        @staticmethod
        def current_context() -> None:
            raise RuntimeError("Error at init:\n\nno driver was found\nlook for one\n:")

    monkeypatch.setattr(gpu, "cuda_module", lambda: Cuda)
    with pytest.raises(
        OptionError, match=r"no GPU can be used here \(Error at init: no driver was found\); allowed: on=cpu, on=ray"
    ):
        simulate(plan("locker"), 10, on="gpu")


def test_a_ray_that_does_not_start_is_asked_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    asked: list[int] = []

    def give_up(**settings: Any) -> None:
        asked.append(1)
        raise RuntimeError("too busy")

    monkeypatch.setattr(ray, "init", give_up)
    with pytest.raises(OptionError, match=r"Ray did not start \(too busy\); allowed: on=cpu, on=gpu"):
        simulate(plan("locker"), 10, on="ray")
    assert len(asked) == 2


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(OptionError, match=r"pip install 'fathoms\[cluster\]'"):
        simulate(plan("locker"), 10, on="ray")


def test_names_that_numpy_dropped_are_there_for_numba_cuda(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "_RENAMED", {"a_name_of_old": "vstack"})
    gpu.cuda_module.__wrapped__()
    assert np.a_name_of_old is np.vstack  # type: ignore[attr-defined]
    del np.a_name_of_old  # type: ignore[attr-defined]
