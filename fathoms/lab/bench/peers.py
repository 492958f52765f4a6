"""The peers of the field, played at random as their own users would play them. Needs the extra `bench`."""

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import metadata, util
from typing import Any

Run = Callable[[float], tuple[int, float]]  # seconds to spend -> decisions made, seconds spent on them


def peers() -> Iterator[tuple[str, Run]]:
    """The installed peers: what they are called, and how they are run."""
    if util.find_spec("pyspiel"):
        for game in ("hearts", "goofspiel(players=4)", "hanabi"):
            yield f"OpenSpiel {game}, its C++ loop", _spiel_bots(game)
        for game in ("liars_dice", "backgammon"):
            yield f"OpenSpiel {game}, Python loop", _spiel_python(game)
    if util.find_spec("rlcard"):
        yield "RLCard uno", _rlcard_uno
    if util.find_spec("pettingzoo") and util.find_spec("pygame"):
        yield "PettingZoo connect_four", _pettingzoo_connect_four
    if util.find_spec("catanatron"):
        yield "Catanatron, 4 random players", _catanatron


def stepping_peers(games: int, choosing: bool) -> Iterator[tuple[str, Callable[[], Run]]]:
    """The installed peers that step many games in one call, with the choosing of actions counted or not."""
    if util.find_spec("pgx"):
        for name in ("leduc_holdem", "backgammon"):
            yield f"Pgx {name}", partial(_pgx, name, games, choosing)


def peer_versions() -> dict[str, str]:
    found = {}
    for name in ("open_spiel", "rlcard", "pettingzoo", "catanatron", "pgx", "jax"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def _spiel_bots(name: str) -> Run:
    """OpenSpiel's own loop with its own uniform random bots: no Python inside a game."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]

    def run(seconds: float) -> tuple[int, float]:
        decisions, spent, seed = 0, 0.0, 0
        while spent < seconds:
            state = game.new_initial_state()
            start = time.perf_counter()
            pyspiel.evaluate_bots(state, bots, seed)
            spent += time.perf_counter() - start
            decisions += sum(1 for step in state.full_history() if step.player >= 0)
            seed += 1
        return decisions, spent

    return run


def _spiel_python(name: str) -> Run:
    import pyspiel

    game = pyspiel.load_game(name)

    def play_one(dice: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            decisions += act_at_random(state, dice)
        return decisions

    return _repeat(play_one)


def act_at_random(state: Any, dice: random.Random) -> bool:
    """Let chance or a player act in a state of OpenSpiel; whether it was a player."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(actions, weights)[0])
        return False
    state.apply_action(dice.choice(state.legal_actions()))
    return True


def _repeat(play_one: Callable[[random.Random], int]) -> Run:
    def run(seconds: float) -> tuple[int, float]:
        dice, decisions, start = random.Random(1), 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds:
            decisions += play_one(dice)
        return decisions, spent

    return run


def _rlcard_uno(seconds: float) -> tuple[int, float]:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("uno")
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def play_one(dice: random.Random) -> int:
        trajectories, _ = env.run(is_training=False)
        return sum(len(steps) // 2 for steps in trajectories)

    return _repeat(play_one)(seconds)


def _pettingzoo_connect_four(seconds: float) -> tuple[int, float]:
    from pettingzoo.classic import connect_four_v3

    env: Any = connect_four_v3.env()

    def play_one(dice: random.Random) -> int:
        env.reset(seed=dice.randrange(1 << 30))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            mask = observation["action_mask"]
            env.step(None if ended or cut else dice.choice(mask.nonzero()[0]))
            decisions += not (ended or cut)
        return decisions

    return _repeat(play_one)(seconds)


def _catanatron(seconds: float) -> tuple[int, float]:
    from catanatron import Color, Game, RandomPlayer

    def play_one(dice: random.Random) -> int:
        game = Game([RandomPlayer(color) for color in Color], seed=dice.randrange(1 << 30))
        game.play()
        return len(game.state.actions)

    return _repeat(play_one)(seconds)


def _pgx(name: str, games: int, choosing: bool) -> Run:
    """Pgx on the CPU as its own examples run it: vectorised, compiled, any legal action, ended games begun anew."""
    import jax
    import pgx
    from jax import numpy as jnp
    from pgx.experimental import auto_reset

    env: Any = pgx.make(name)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))

    @jax.jit
    def choose(key: Any, mask: Any) -> Any:
        for_choice, for_chance, kept = jax.random.split(key, 3)
        logits = jnp.log(mask.astype(jnp.float32))
        return jax.random.categorical(for_choice, logits, axis=-1), jax.random.split(for_chance, games), kept

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), games))
    now = [state, jax.random.PRNGKey(2)]

    def run(seconds: float) -> tuple[int, float]:
        decisions, spent = 0, 0.0
        while not decisions or spent < seconds:
            begun = time.perf_counter()
            actions, keys, now[1] = jax.block_until_ready(choose(now[1], now[0].legal_action_mask))
            chosen = time.perf_counter()
            now[0] = jax.block_until_ready(step(now[0], actions, keys))
            spent += time.perf_counter() - (begun if choosing else chosen)
            decisions += games
        return decisions, spent

    return run
