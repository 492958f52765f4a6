"""The PettingZoo environments pass PettingZoo's own tests, tell no secret, and picture the table."""

from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from fathoms import OptionError, games
from fathoms.bridges.common import worth
from fathoms.bridges.pettingzoo import env, parallel_env
from fathoms.bridges.picture import HEIGHT, WIDTH, draw_picture
from fathoms.engine.dialect import SEATS, SPECTATOR
from fathoms.engine.position import Position

GAMES = ("barracuda", "locker", "nukha", "reef")

# What PettingZoo recommends to newcomers: no dict as observation (its own classic games give one, with the mask), and
# names like `player_0` where ours are the letters of the seats.
RECOMMENDED = (
    "ignore:(Observation is not a NumPy array|Observation space for each agent|We recommend agents to be named)"
)


def play_on(table: Any, decisions: int, seed: int = 1) -> None:
    """Random legal play, for so many decisions or until the end."""
    table.reset(seed=seed)
    dice = np.random.default_rng(seed)
    for _ in table.agent_iter(decisions):
        observation, _, ended, _, _ = table.last()
        table.step(None if ended else int(dice.choice(np.flatnonzero(observation["action_mask"]))))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings(RECOMMENDED)
def test_api(game: str) -> None:
    api_test(env(game), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_seeds(game: str) -> None:
    seed_test(partial(env, game), num_cycles=60)
    parallel_seed_test(partial(parallel_env, game), num_cycles=60)


@pytest.mark.parametrize("game", GAMES)
def test_parallel_api(game: str) -> None:
    parallel_api_test(parallel_env(game), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
def test_max_cycles(game: str) -> None:
    def in_turn(max_cycles: int) -> Any:
        return parallel_to_aec(parallel_env(game, max_cycles=max_cycles))

    max_cycles_test(SimpleNamespace(parallel_env=partial(parallel_env, game), env=in_turn))


def drawn(picture: Any) -> bool:
    """Whether there is more than water: an empty sheet has one colour a line."""
    return picture.shape == (HEIGHT, WIDTH, 3) and max(len(np.unique(row, axis=0)) for row in picture[60::20]) > 5


@pytest.mark.parametrize("game", GAMES)
def test_rendering(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, game), {"rgb_array": drawn, "ansi": lambda text: len(text.splitlines()) > 5})
    assert capsys.readouterr().out.count("\n") > 20  # what `human` printed


@pytest.mark.parametrize("game", GAMES)
def test_a_picture_shows_what_changed(game: str) -> None:
    table = env(game, render_mode="rgb_array")
    play_on(table, 1)
    early = table.render()
    play_on(table, 25)
    assert (early != table.render()).mean() > 0.001


def test_a_game_without_a_board_is_pictured_by_its_fields() -> None:
    begun = {"game": "x", "seats": ["A", "B"], "to_act": ["A"], "choices": [], "over": False, "winners": []}
    holds = {"A": ["key-3"], "B": {"up": ["egg"], "n": 2}}
    view = {**begun, "scores": {"A": 1, "B": 2}, "row": ["anchor-5"] * 30, "deck": 4, "holds": holds}
    whole = draw_picture(games.find("locker"), view)
    for name in ("row", "deck", "holds"):
        without = {field: value for field, value in view.items() if field != name}
        assert (draw_picture(games.find("locker"), without) != whole).any(), name


@pytest.mark.parametrize("game", GAMES)
def test_rewards_come_at_the_end_and_add_up_to_nothing(game: str) -> None:
    table = env(game)
    play_on(table, 2000)
    position = table.unwrapped.table.position
    assert not position.to_act()
    rewards = worth(position, len(table.possible_agents))
    assert sum(rewards) == pytest.approx(0)
    assert {SEATS[i] for i, reward in enumerate(rewards) if reward == max(rewards)} == {
        SEATS[i] for i in range(6) if position.winners() >> i & 1
    }


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_is_the_same_in_every_world_the_seat_can_imagine(game: str) -> None:
    table = env(game)
    dice = np.array([5], np.uint64)
    for decisions in (4, 9, 17, 30):
        play_on(table, decisions, seed=decisions)
        inner = table.unwrapped.table
        for seat, name in enumerate(inner.seats):
            before = table.observe(name)
            truth: Position = inner.position
            inner.position = truth.redacted(seat).imagined(seat, dice)
            after = table.observe(name)
            inner.position = truth
            assert (before["observation"] == after["observation"]).all()
            assert (before["action_mask"] == after["action_mask"]).all()


def test_the_cards_the_others_chose_are_not_observed() -> None:
    seen = []
    for card in (0, 3):
        table = env("barracuda", players=2)
        table.reset(seed=1)
        table.step(card)
        seen.append(table.observe("B")["observation"])
        assert table.agent_selection == "B"
    assert (seen[0] == seen[1]).all()


def test_pictures_are_what_everybody_may_see() -> None:
    table = env("nukha", render_mode="rgb_array", players=3)
    play_on(table, 20)
    position = table.unwrapped.table.position
    shown = table.render()
    assert (shown == draw_picture(position.game, position.view(SPECTATOR, 3))).all()
    assert (shown != draw_picture(position.game, position.view(0, 3))).any()


def test_an_illegal_action_loses_the_game(caplog: pytest.LogCaptureFixture) -> None:
    table = env("locker", players=2)
    table.reset(seed=1)
    mover = table.agent_selection
    table.step(2)
    assert "Illegal move" in caplog.text
    assert table.rewards[mover] == -1
    assert all(table.terminations.values())


def test_a_parallel_environment_says_when_it_replaced_an_action() -> None:
    table = parallel_env("locker", players=2)
    observations, _ = table.reset(seed=1)
    mover = next(seat for seat, seen in observations.items() if not seen["action_mask"][-1])
    waiter = next(seat for seat in table.agents if seat != mover)
    assert observations[waiter]["action_mask"].nonzero()[0].tolist() == [table.wait]
    *_, infos = table.step({mover: table.wait, waiter: table.wait})
    assert infos == {mover: {"replaced": True}, waiter: {}}


def test_all_choose_at_once_in_barracuda() -> None:
    table = parallel_env("barracuda", players=4)
    observations, _ = table.reset(seed=1)
    assert all(seen["action_mask"].sum() == 6 for seen in observations.values())


def test_bad_settings_are_refused_by_name() -> None:
    with pytest.raises(OptionError, match="allowed: human, ansi, rgb_array"):
        env("locker", render_mode="hologram")
    with pytest.raises(OptionError, match="allowed: 2 to 4"):
        env("locker", players=9)
