"""Simulation on a cluster: Ray plays the chunks wherever it has cores, on this machine alone if there is no other.

`RAY_ADDRESS` names a cluster to join. Needs the extra `cluster`.
"""

import os
from collections.abc import Iterator, Sequence
from types import ModuleType

from fathoms.engine.errors import OptionError
from fathoms.engine.extras import needing
from fathoms.engine.game import find_game
from fathoms.engine.options import Values
from fathoms.lab.parallel import in_order, portions
from fathoms.lab.simulate.simulation import Plan, Results, play_chunk

TASK = 10_000  # games in a task: long against what handing it out costs


def need_ray() -> ModuleType:
    with needing("cluster", instead="on=cpu, on=gpu"):
        import ray
    return ray


def _start(ray: ModuleType, cores: int) -> None:
    """Join a cluster or begin one here; on a busy machine Ray gives up waiting for itself, so it is asked twice."""
    here = {} if os.environ.get("RAY_ADDRESS") else {"num_cpus": cores, "include_dashboard": False}
    for last in (False, True):
        try:
            ray.init(log_to_driver=False, logging_level="error", **here)
            return
        except Exception as error:  # Ray raises its plain base class here
            ray.shutdown()
            if last:
                raise OptionError(f"Ray did not start ({error}); allowed: on=cpu, on=gpu") from error


def ray_chunks(plan: Plan, start: int, games: int, cores: int) -> Iterator[tuple[int, Results]]:
    """Games `start` to `games - 1` of a plan, a task at a time, in their order."""
    ray = need_ray()
    ours = not ray.is_initialized()
    if ours:
        _start(ray, cores)
    try:
        play = ray.remote(_play_there)
        told = f"{plan.game.package}:GAME", plan.options, plan.bots, plan.seed, plan.check
        hands = max(1, int(ray.cluster_resources().get("CPU", 1)))
        tasks = portions(start, games, TASK, hands)
        for (first, _), task in in_order(tasks, lambda portion: play.remote(*told, *portion), 2 * hands):
            yield first, ray.get(task)
    finally:
        if ours:
            ray.shutdown()


def _play_there(
    game: str, options: Sequence[Values], bots: Sequence[str], seed: int, check: bool, first: int, count: int
) -> Results:
    return play_chunk(Plan(find_game(game), options, bots, seed, check), first, count)
