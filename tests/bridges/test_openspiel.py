"""OpenSpiel's own tests and algorithms on our games: chance, information states, imagined worlds, solved endings."""

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    generate_playthrough,
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)
from open_spiel.python.observation import make_observation

import fathoms.bridges.openspiel  # noqa: F401 (registers the games)
from fathoms import IllegalMove, Match, OptionError
from fathoms.bots.levels import Bot

GAMES = ("barracuda", "locker", "nukha", "reef")
REGISTERED = tuple(f"python_fathoms_{name}" for name in (*GAMES, "barracuda_simultaneous"))


def load(game: str, **params: Any) -> Any:
    return pyspiel.load_game(f"python_fathoms_{game}", params)


def some_match(game: str, events: int, seed: int = 1, **options: Any) -> Match:
    """A match after some random events; its seas and bots are seeded."""
    match, bot, dice = Match(game, **options), Bot("deckhand", seed), np.random.default_rng(seed)
    while not match.over and len(match.log) < events:
        if match.to_act == ["sea"]:
            fates = match.fates()
            match.play(f"sea {dice.choice(list(fates), p=[float(p) for p in fates.values()])}")
        else:
            seat = match.to_act[0]
            match.play(f"{seat} {bot.choose(match, seat)}")
    return match


def follow(match: Match, game: str, **params: Any) -> Any:
    state = load(game, **params).new_initial_state()
    for line in match.log:
        state.apply_action(state.string_to_action(line))
    return state


@pytest.mark.parametrize("name", REGISTERED)
def test_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", REGISTERED)
def test_a_playthrough_replays(name: str, tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()
    fewest = pyspiel.load_game(name).get_type().min_num_players
    text = generate_playthrough.playthrough(f"{name}(players={fewest})", None, seed=4)
    assert text.count("\nInformationStateString(0) = ") > 5
    assert "Utilities" in text or "Returns() = " in text
    file = tmp_path / f"{name}.txt"
    file.write_text(text, encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert again == original


@pytest.mark.parametrize("game", GAMES)
def test_chance_is_exact_and_returns_add_up_to_nothing(game: str) -> None:
    match = some_match(game, 5000, players=3)
    assert match.over
    state, half_way = load(game, players=3).new_initial_state(), Match(game, players=3)
    for line in match.log:
        if state.is_chance_node():
            told = {state.action_to_string(a): p for a, p in state.chance_outcomes()}
            assert told == {f"sea {fate}": float(p) for fate, p in half_way.fates().items()}
        state.apply_action(state.string_to_action(line))
        half_way.play(line)
    assert sum(state.returns()) == pytest.approx(0)
    winners = [seat for seat, worth in zip(match.seats, state.returns(), strict=True) if worth == max(state.returns())]
    assert winners == match.winners


@pytest.mark.parametrize("game", GAMES)
def test_an_information_state_is_the_seats_own_log(game: str) -> None:
    match = some_match(game, 30, players=3)
    state = follow(match, game, players=3)
    for player, seat in enumerate(match.seats):
        assert state.information_state_string(player).split("\n") == [seat, *match.log_for(seat)]
        assert json.loads(state.observation_string(player)) == match.view(seat)


@pytest.mark.parametrize("game", GAMES)
def test_an_imagined_world_looks_the_same_and_tells_nothing(game: str) -> None:
    dice, differ = np.random.default_rng(3), 0
    for events in (12, 25, 40):
        state = follow(some_match(game, events, seed=events, players=3), game, players=3)
        if state.is_terminal():
            continue
        for player in range(3):
            world = state.resample_from_infostate(player, dice.random)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_tensor(player) == state.observation_tensor(player)
            assert world.current_player() == state.current_player()
            assert world.history() == []  # the true one would tell what is hidden
            assert state.action_to_string(0, 0) == world.action_to_string(0, 0)
            others = [other for other in range(3) if other != player]
            differ += any(world.observation_tensor(o) != state.observation_tensor(o) for o in others)
    assert differ > 0 or game in ("locker", "reef")  # little is hidden there


def test_public_and_private_make_up_what_a_seat_sees() -> None:
    match = some_match("nukha", 30, players=3)
    state = follow(match, "nukha", players=3)
    nobody, own = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    public = make_observation(state.get_game(), pyspiel.IIGObservationType(True, False, nobody))
    private = make_observation(state.get_game(), pyspiel.IIGObservationType(False, False, own))
    for player, seat in enumerate(match.seats):
        told = {**json.loads(public.string_from(state, player)), **json.loads(private.string_from(state, player))}
        assert told == match.view(seat)
        public.set_from(state, player)
        private.set_from(state, player)
        assert (
            np.logical_xor(public.tensor, private.tensor).tolist()
            == np.array(state.observation_tensor(player)).tolist()
        )
    assert json.loads(public.string_from(state, 0)) == match.view()


def test_hidden_choices_are_not_in_the_others_information_state() -> None:
    seen = []
    for card in (0, 3):
        state = load("barracuda", players=2).new_initial_state()
        state.apply_action(card)
        assert state.current_player() == 1
        seen.append((state.information_state_string(1), state.observation_string(1), state.observation_tensor(1)))
    assert seen[0] == seen[1]


def test_a_dreamer_learns_what_an_unveiled_card_was() -> None:
    state, dice = load("barracuda", players=2).new_initial_state(), np.random.default_rng(1)
    state.apply_action(0)
    after = {}
    for _ in range(40):
        world = state.resample_from_infostate(1, dice.random)
        assert world.information_state_string(1) == state.information_state_string(1)
        world.apply_action(2)  # B's own card: now both are turned
        told = after.setdefault(world.information_state_string(1), world.observation_string(1))
        assert told == world.observation_string(1)
    assert len(after) == 6  # one for each card of A's


def test_barracuda_is_the_same_game_turn_by_turn_and_all_at_once() -> None:
    one = load("barracuda", players=2).new_initial_state()
    many = load("barracuda_simultaneous", players=2).new_initial_state()
    dice, met = np.random.default_rng(1), 0
    while not many.is_terminal():
        if many.is_simultaneous_node():
            met += 1
            actions = [int(dice.choice(many.legal_actions(player))) for player in range(2)]
            many.apply_actions(actions)
            for action in actions:
                one.apply_action(action)
        else:
            action = int(dice.choice(many.legal_actions()))
            many.apply_action(action)
            one.apply_action(action)
    assert met > 3
    assert str(one) == str(many)
    assert one.returns() == many.returns()


def test_the_turn_based_transform_of_openspiel_takes_it() -> None:
    game = pyspiel.load_game_as_turn_based("python_fathoms_barracuda_simultaneous", {"players": 2})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_information_set_search_plays(game: str) -> None:
    state = follow(some_match(game, 20, seed=2, players=3), game, players=3)
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    dice = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, dice), 2.0, 12, random_state=dice)
    before = str(state)
    assert bot.step(state) in state.legal_actions()
    assert str(state) == before


def test_plain_search_plays_where_nothing_is_hidden() -> None:
    game = load("reef", players=2, first="A")
    state, dice = game.new_initial_state(), np.random.RandomState(1)
    state.apply_action(state.legal_actions()[0])
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    bot = mcts.MCTSBot(game, 2.0, 12, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
    assert bot.step(state) in state.legal_actions()


def locker_ending(deck: int, seed: int) -> Any:
    """Davy Jones' Locker with so few cards left that OpenSpiel can solve it."""
    match, bot = Match("locker", players=2, first="A"), Bot("deckhand", seed)
    while match.view()["deck"] > deck:
        if match.to_act == ["sea"]:
            fates = list(match.fates())
            match.play(f"sea {fates[seed * 7 % len(fates)]}")
        else:
            match.play(f"{match.to_act[0]} {bot.choose(match, match.to_act[0])}")
    assert not match.over
    return load("locker", players=2, first="A", after=";".join(match.log))


def best_value(state: Any) -> float:
    """What A gets when both play as well as possible, looking at everything that can happen."""
    if state.is_terminal():
        return float(state.returns()[0])
    if state.is_chance_node():
        return sum(p * best_value(state.child(fate)) for fate, p in state.chance_outcomes())
    values = [best_value(state.child(action)) for action in state.legal_actions()]
    return max(values) if state.current_player() == 0 else min(values)


def test_an_ending_is_solved_by_regret_minimisation() -> None:
    game = locker_ending(4, seed=1)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.02
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    assert value == pytest.approx(best_value(game.new_initial_state()), abs=0.02)


def test_sampling_solvers_run() -> None:
    sampled = external_sampling_mccfr.ExternalSamplingSolver(locker_ending(4, seed=1))
    for _ in range(3):
        sampled.iteration()
    assert sampled.average_policy()
    whole = outcome_sampling_mccfr.OutcomeSamplingSolver(load("nukha", players=3))
    whole.iteration()


def test_a_state_can_be_kept_and_brought_back() -> None:
    state = follow(some_match("nukha", 25, players=3), "nukha", players=3)
    again = pickle.loads(pickle.dumps(state))  # OpenSpiel's own way
    assert str(again) == str(state)
    assert all(again.information_state_string(p) == state.information_state_string(p) for p in range(3))


def test_options_come_as_parameters() -> None:
    game = load("locker", players=2, variant="hoard", tracker=True)
    assert json.loads(game.new_initial_state().observation_string(0))["variant"] == "hoard"
    wrecks = load("barracuda", players=2, extras="2,5", goal=10)
    assert "extras=2+5" in str(wrecks)  # what OpenSpiel can read again
    view = json.loads(wrecks.new_initial_state().observation_string(0))
    assert (view["goal"], [wreck["number"] for wreck in view["wrecks"] if wreck["card"] == "extra"]) == (10, [2, 5])


def test_bad_input_is_refused_with_what_is_allowed() -> None:
    with pytest.raises(OptionError, match="allowed: 2 to 4"):
        load("locker", players=9)
    with pytest.raises(IllegalMove, match="is not allowed"):
        load("locker", players=2, first="A", after="A surface")
    state = load("barracuda", players=2).new_initial_state()
    with pytest.raises(IllegalMove, match="allowed: 0, 1, 2, 3, 4, 5"):
        state.apply_action(9)
