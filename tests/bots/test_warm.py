"""Compiling ahead: one game that fails does not keep the others waiting."""

import logging

import pytest

from fathoms.bots import warm
from fathoms.engine.game import Game
from fathoms.engine.match import Match
from fathoms.engine.sea import Sea
from tests.engine.toy import GAME, toy


def test_a_game_that_fails_is_logged_once_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = [toy("coral"), toy("broken"), toy("kelp")]
    done: list[str] = []

    def compile_it(game: Game) -> None:
        if game.name == "broken":
            raise RuntimeError("this does not compile")
        done.append(game.name)

    monkeypatch.setattr(warm, "is_ready", lambda game, purpose="table": False)
    monkeypatch.setattr(warm, "warm", compile_it)
    monkeypatch.setattr(warm, "warm_coach", compile_it)
    monkeypatch.setattr(warm, "has_heuristic", lambda game: True)
    with caplog.at_level(logging.ERROR):
        warm.warm_all(games)
    assert done == ["coral", "kelp", "coral", "kelp"]
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 1
    assert "broken" in told[0]
    assert "this does not compile" in caplog.text


def test_a_game_where_everything_is_allowed_has_nothing_to_refuse() -> None:
    match = Match(GAME, interpreted=True)
    match.drift(Sea.from_seed(1))
    log = list(match.log)
    warm._refuse_something(match)
    assert match.log == log
