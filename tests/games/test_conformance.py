"""Every game of the house keeps its word; `fathoms conform GAME -n 200000` looks longer."""

import zlib

import numpy as np
import pytest

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.coach import hints, whole_moves
from fathoms.bots.coach.choice_value import Counts, Streams
from fathoms.engine.conform import (
    check_book,
    check_matches,
    check_modes,
    check_notation,
    check_positions,
    check_telling,
)
from fathoms.engine.game import find_game, game_names
from fathoms.engine.position import Position
from fathoms.engine.rulebook import rule_texts
from fathoms.lab.simulate.simulation import Plan, simulate

GAMES = ["barracuda", "locker", "nukha", "reef"]
OPEN = ["locker", "reef"]  # little or nothing is hidden there: there may be no other world to imagine


def test_the_house_has_these_games() -> None:
    assert game_names() == GAMES


@pytest.mark.parametrize("name", GAMES)
def test_notation_and_book(name: str) -> None:
    game = find_game(name)
    check_notation(game)
    check_book(game)


@pytest.mark.parametrize("name", GAMES)
def test_positions_of_random_games_are_sound_and_leak_nothing(name: str) -> None:
    assert check_positions(find_game(name), games=300, seed=11).count > 1000


@pytest.mark.parametrize("name", GAMES)
def test_interpreted_and_compiled_agree(name: str) -> None:
    check_modes(find_game(name), games=2, seed=12)


@pytest.mark.parametrize("name", GAMES)
def test_saves_copies_refusals_and_words(name: str) -> None:
    check_matches(find_game(name), games=2, seed=13)


@pytest.mark.parametrize("name", GAMES)
def test_views_and_logs_tell_no_secret(name: str) -> None:
    check_telling(find_game(name), games=6, seed=14)


def tried_by_lot(told: Position, players: int, seat: int, actions: list[int], streams: Streams) -> Counts:
    """Numbers that change with everything that is known, instead of games that are played on."""
    dice = np.random.default_rng((zlib.crc32(told.bytes()), seat, int(streams[0])))
    return dice.integers(0, 2, (len(streams), len(actions))) * WHOLE_WIN


@pytest.mark.parametrize("name", GAMES)
def test_positions_alike_to_a_seat_get_the_same_hint(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a hint looks at beyond what the seat knows would show."""
    monkeypatch.setattr(hints, "IMAGINED", 2)
    monkeypatch.setattr(hints, "CHECKED", 2000)
    for module in (hints, whole_moves):
        monkeypatch.setattr(module, "try_choices", tried_by_lot)
    found = hints.check_hints(find_game(name), games=2, seed=15).count
    assert found or name in OPEN


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_of_thumb_beats_carelessness(name: str) -> None:
    game = find_game(name)
    players = game.options.players[0]
    plan = Plan(game, [game.options.read(players=players)], ["sailor", *["deckhand"] * 5], seed=5)
    assert simulate(plan, 1000).win_share(0)[0] > 1.3 / players


@pytest.mark.parametrize("name", GAMES)
def test_every_event_can_be_explained_by_rules_of_the_book(name: str) -> None:
    game = find_game(name)
    verbs = {text.split()[0] for text in game.action_codes} | {f"sea {text.split()[0]}" for text in game.fate_codes}
    assert set(game.why) == verbs
    assert {rule for rules in game.why.values() for rule in rules} <= set(rule_texts(game.book("en")))
