"""A player that learns: OpenSpiel's DQN, written in JAX, plays Davy Jones' Locker against random play.

`pip install 'fathoms[learn]'`, then `python examples/learn.py`: prints how often it wins before and after.
"""

import argparse
import math
from typing import Any

import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.jax.dqn import DQN

import fathoms.bridges.openspiel  # noqa: F401 (registers the games)

GAME = "python_fathoms_locker"
LEARNER = 0


def table(seed: int) -> Any:
    """The game as OpenSpiel's learners see it; who begins is left to the sea."""
    sea = rl_environment.ChanceEventSampler(seed=seed)
    return rl_environment.Environment(GAME, players=2, chance_event_sampler=sea)


def learner(at: Any, seed: int) -> DQN:
    size, actions = at.observation_spec()["info_state"][0], at.action_spec()["num_actions"]
    return DQN(
        LEARNER,
        size,
        actions,
        hidden_layers_sizes=[64],
        batch_size=64,
        learning_rate=1e-3,
        optimizer_str="adam",
        learn_every=3,
        update_target_network_every=60,
        min_buffer_size_to_learn=200,
        discount_factor=0.9,
        epsilon_decay_duration=2000,
        epsilon_start=0.6,
        epsilon_end=0.05,
        seed=seed,
        allow_checkpointing=False,
    )


def score(at: Any) -> float:
    """The learner's points, as a share of a good game's."""
    return at.get_state.course.position.scores(2)[LEARNER] / 20


def as_arrays(step: Any) -> Any:
    """What the learner sees as arrays instead of lists, which JAX would take to pieces number by number."""
    for name, kind in (("info_state", np.float32), ("legal_actions", np.int32)):
        step.observations[name][LEARNER] = np.array(step.observations[name][LEARNER], kind)
    return step


def play(at: Any, agent: DQN, dice: np.random.Generator, learning: bool) -> float:
    """One game against random play; what it was worth to the learner.

    A game is long and won or lost at its end only, so while it learns every point counts as well.
    """
    step, before = at.reset(), 0.0
    while not step.last():
        if step.current_player() == LEARNER:
            action = agent.step(as_arrays(step), is_evaluation=not learning).action
        else:
            action = int(dice.choice(step.observations["legal_actions"][step.current_player()]))
        step = at.step([action])
        if learning and (step.last() or step.current_player() == LEARNER):
            after = score(at)
            step = step._replace(rewards=[step.rewards[LEARNER] + after - before, 0.0])
            before = after
    if learning:
        agent.step(as_arrays(step))
    return float(at.get_state.returns()[LEARNER])


def win_rate(at: Any, agent: DQN, games: int, seed: int) -> tuple[float, float]:
    """The share of games won against random play, and half its 95 % interval."""
    dice = np.random.default_rng(seed)
    share = sum((play(at, agent, dice, learning=False) + 1) / 2 for _ in range(games)) / games
    return share, 1.96 * math.sqrt(max(share * (1 - share), 1 / games) / games)


def train(games: int, judged: int, seed: int = 1) -> tuple[float, float]:
    """Learn from so many games; the win rates before and after, over `judged` games each."""
    at = table(seed)
    agent, dice = learner(at, seed), np.random.default_rng(seed)
    before, half = win_rate(at, agent, judged, seed)
    print(f"before: {before:.0%} ± {half:.0%} of {judged} games against random play")
    for _ in range(games):
        play(at, agent, dice, learning=True)
    after, half = win_rate(at, agent, judged, seed)
    print(f"after {games} games: {after:.0%} ± {half:.0%} of {judged} games against random play")
    return before, after


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300, help="to learn from")
    parser.add_argument("--judged", type=int, default=200, help="to measure the win rate over, before and after")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    train(asked.games, asked.judged, asked.seed)
