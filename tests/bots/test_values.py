"""Learned values: what is trained is what is asked, and training learns."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fathoms import games
from fathoms.bots.networks import value_kernels, values
from fathoms.lab.learn import values as trainer
from fathoms.lab.learn.network import ValueNetwork
from fathoms.lab.learn.value_data import ValueData, with_others

FACTS, TABLE, WIDTH = 5, 3, 8


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_a_search_asks_the_network_that_was_trained(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dice = np.random.default_rng(players)
    seats = np.zeros((1, 6, FACTS), np.float32)
    seats[0, :players] = dice.normal(size=(players, FACTS))
    table = dice.normal(size=(1, TABLE + 1)).astype(np.float32)
    table[0, -1] = 1
    network = ValueNetwork.newborn(FACTS, TABLE + 1, WIDTH, 1)
    count = np.array([players])
    expected, _ = network.forward(with_others(seats, count), table, count)

    def write_seat(s: Any, seat: int, out: Any) -> None:
        out[:FACTS] = seats[0, seat]

    def write_table(s: Any, out: Any) -> None:
        out[:TABLE] = table[0, :TABLE]

    monkeypatch.setattr(value_kernels, "seat_features", write_seat)
    monkeypatch.setattr(value_kernels, "table_features", write_table)
    rewards, hidden = np.ones(6), np.zeros((8, WIDTH), np.float32)
    facts = np.zeros((8, max(FACTS, TABLE + 1)), np.float32)
    value_kernels.estimate(None, players, network.values(), value_kernels.ValueRoom(facts, hidden), rewards)
    assert rewards == pytest.approx(expected[0], abs=1e-5)
    assert rewards.sum() == pytest.approx(1)


def test_training_learns_who_is_ahead() -> None:
    """The first fact of a seat decides; after some steps the network knows."""
    dice = np.random.default_rng(3)
    seats = np.zeros((2000, 6, FACTS), np.float32)
    seats[:, :3] = dice.normal(size=(2000, 3, FACTS))
    table, players = np.ones((2000, TABLE + 1), np.float32), np.full(2000, 3)
    shares = np.zeros((2000, 6), np.float32)
    shares[np.arange(2000), seats[:, :3, 0].argmax(axis=1)] = 1
    network, inputs = ValueNetwork.newborn(FACTS, TABLE + 1, WIDTH, 1), with_others(seats, players)
    before = network.loss(inputs, table, players, shares)
    for start in range(0, 2000, 20):
        part = slice(start, start + 20)
        network.learn(inputs[part], table[part], players[part], shares[part], 0.01)
    assert network.loss(inputs, table, players, shares) < 0.4 * before


def test_values_learned_from_search_are_asked_for_by_name_and_may_be_missing(
    tmp_path: Path,
) -> None:
    game = replace(games.find("reef"), folder=tmp_path)
    (tmp_path / "weights").mkdir()
    assert values.values_of(game, "search") is values.NOTHING_LEARNED
    own = values.values_of(games.find("reef"))._asdict()
    for number, learned_from in enumerate(("heuristic", "search")):
        parts = {name: np.full_like(part, number) for name, part in own.items()}
        np.savez(values.values_file(game, learned_from), **parts)
        assert values.values_of(game, "heuristic").last[0] == 0
        assert values.values_of(game, "search").last[0] == number


def test_a_fit_to_searches_starts_from_the_values_given_and_moves_towards_their_worth() -> None:
    game = games.find("locker")
    start = values.values_of(game)
    network = ValueNetwork(start)
    how = trainer.ValueSettings(search=True, iterations=20, trust=0.0, rounds=20)
    found = trainer.play_chunk("locker", start, how.iterations, 1)
    rows = (with_others(found.seats, found.players), found.table, found.players, found.returns(0.0))
    before = network.loss(*rows)
    trainer.fit_to(network, found, how, lambda text: None)
    assert network.loss(*rows) < before
    assert all((part == old).all() for part, old in zip(values.values_of(game), start, strict=True))
    assert any((part != old).any() for part, old in zip(network.parts, start, strict=True))


def test_a_fit_that_does_not_help_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games kept apart, the first, contradict the others."""
    facts, players = np.ones((400, 2, FACTS), np.float32), np.full(400, 2)
    facts[:, 1] = -1
    shares = np.tile(np.array([0, 1], np.float32), (400, 1))
    shares[:20] = [1, 0]
    table, told, games_of_rows = np.ones((400, TABLE + 1), np.float32), np.full((400, 2), -1.0), np.arange(400)
    found = ValueData(facts, table, shares, told, players, games_of_rows)
    network = ValueNetwork.newborn(FACTS, TABLE + 1, WIDTH, 1)
    before = [part.copy() for part in network.parts]
    monkeypatch.setattr(trainer, "BATCH", 20)
    trainer.fit_to(network, found, trainer.ValueSettings(trust=1.0, rounds=3), lambda text: None)
    assert all((part == old).all() for part, old in zip(network.parts, before, strict=True))
