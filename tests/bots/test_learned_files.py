"""Bots refuse a learned file that is not for their game as it is now, and say which, what was found, what is wanted."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fathoms import games
from fathoms.bots.networks import policy, values
from fathoms.bots.networks.policy import imitated_policy_of, lookahead_of, policy_of
from fathoms.bots.networks.values import values_of
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game

READERS: dict[str, Callable[[Game], object]] = {
    "values.npz": values_of,
    "policy.npz": policy_of,
    "imitated_policy.npz": imitated_policy_of,
    "lookahead.npz": lookahead_of,
}
GAME_OF = {"values.npz": "locker", "lookahead.npz": "barracuda"}  # else the Cave's, which has policies


@pytest.fixture(params=READERS)
def kept(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Game, Path, object]:
    """A game, where bots look for one of its learned files, and what reads it."""
    game = games.find(GAME_OF.get(request.param, "nukha"))
    monkeypatch.setattr(policy, "_file", lambda _, what: tmp_path / f"{what}.npz")
    monkeypatch.setattr(values, "values_file", lambda *_: tmp_path / "values.npz")
    (tmp_path / request.param).write_bytes((game.folder / "weights" / request.param).read_bytes())
    return game, tmp_path / request.param, READERS[request.param]


def rewrite(file: Path, **changed: object) -> None:
    with np.load(file, allow_pickle=False) as parts:
        columns = dict(parts)
    np.savez(file, **columns | changed)


def refusal(game: Game, read: Callable[[Game], object]) -> str:
    with pytest.raises(OptionError) as refused:
        read(game)
    return str(refused.value)


def test_a_file_that_fits_is_read(kept: tuple[Game, Path, Callable[[Game], object]]) -> None:
    game, _, read = kept
    assert read(game)


def test_a_file_of_another_shape_is_refused_by_name(kept: tuple[Game, Path, Callable[[Game], object]]) -> None:
    game, file, read = kept
    first = "seats" if file.name == "values.npz" else "first"
    with np.load(file) as parts:
        shape = parts[first].shape
    rewrite(file, **{first: np.zeros((*shape[:-2], shape[-2] + 1, shape[-1]), np.float32)})
    told = refusal(game, read)
    assert str(file) in told
    assert "x".join(map(str, shape)) in told  # what is wanted
    assert f"{shape[-2] + 1}x{shape[-1]}" in told  # what was found


def test_a_file_of_other_rules_is_refused_by_name(kept: tuple[Game, Path, Callable[[Game], object]]) -> None:
    game, file, read = kept
    rewrite(file, made=np.array(json.dumps({"game": game.name, "rules": game.version})))
    newer = replace(game, version=game.version + 1)
    told = refusal(newer, read)
    assert f"{file} was learned for {game.name}, rules {game.version}" in told
    assert f"rules {newer.version}" in told
    rewrite(file, made=np.array(json.dumps({"game": "whist", "rules": game.version})))
    assert f"{file} was learned for whist" in refusal(game, read)


def test_a_file_of_another_kind_is_refused_by_name(kept: tuple[Game, Path, Callable[[Game], object]]) -> None:
    game, file, read = kept
    np.savez(file, tune=np.zeros(3))
    assert f"{file} is of another kind: it has tune, and no " in refusal(game, read)


def test_a_broken_file_is_refused_by_name(kept: tuple[Game, Path, Callable[[Game], object]]) -> None:
    game, file, read = kept
    file.write_bytes(b"PK\x03\x04 no numbers")
    assert f"{file} holds no learned numbers" in refusal(game, read)
    file.write_bytes(b"")
    assert f"{file} holds no learned numbers" in refusal(replace(game), read)
