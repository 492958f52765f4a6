"""Learned files: each says how it was made, fits its game, and is refused by its name where it does not."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from fathoms import games
from fathoms.bots.networks.files import made_by
from fathoms.bots.networks.policy import NO_POLICY, read_policy
from fathoms.bots.networks.values import NOTHING_LEARNED, read_values, values_of
from fathoms.engine.errors import OptionError
from fathoms.lab.learn.imitation import ImitationSettings, train_imitation
from fathoms.lab.learn.learned import save_policy, save_values
from fathoms.lab.learn.lookahead import LookaheadSettings, train_lookahead
from fathoms.lab.learn.network import newborn
from fathoms.lab.learn.policy import PolicySettings, train_policy
from fathoms.lab.learn.values import ValueSettings, train_values

FILES = [(name, file) for name in games.names() for file in sorted(games.find(name).folder.glob("weights/*.npz"))]
LOCKER, NUKHA = games.find("locker"), games.find("nukha")


@pytest.mark.parametrize(("name", "file"), FILES)
def test_every_file_of_the_package_fits_its_game_and_is_told_of(name: str, file: Path) -> None:
    read = read_values if file.stem.startswith("values") else read_policy
    assert read(file, games.find(name))
    assert f"| `{file.name}` |" in (file.parent / "README.md").read_text(encoding="utf-8")


def test_a_file_says_how_it_was_made(tmp_path: Path) -> None:
    file = tmp_path / "kept.npz"
    how = PolicySettings(seed=4, gpu=True, rivals=tmp_path / "copy.npz", width=16, out=file)
    save_policy(file, newborn(NUKHA, 16, 4), NUKHA, how)
    made = made_by(file)
    assert made["command"] == "fathoms train policy nukha --seed 4 --gpu --width 16 --rivals copy.npz"
    assert (made["seed"], made["game"], made["rules"]) == (4, "nukha", NUKHA.version)
    assert all((one == other).all() for one, other in zip(read_policy(file, NUKHA), newborn(NUKHA, 16, 4), strict=True))


def test_a_file_of_another_game_or_of_other_rules_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "kept.npz"
    save_values(file, values_of(LOCKER), LOCKER, ValueSettings())
    assert (read_values(file, LOCKER).last == values_of(LOCKER).last).all()
    with pytest.raises(OptionError, match=r"kept\.npz was learned for locker, rules 1; allowed: one for reef"):
        read_values(file, games.find("reef"))
    newer = replace(LOCKER, version=2)
    with pytest.raises(OptionError, match=r"kept\.npz was learned for locker, rules 1; .* rules 2"):
        read_values(file, newer)


def test_a_file_of_another_shape_or_kind_is_refused_by_name(tmp_path: Path) -> None:
    values, policy = tmp_path / "values.npz", tmp_path / "policy.npz"
    save_values(values, NOTHING_LEARNED, LOCKER, ValueSettings())
    save_policy(policy, NO_POLICY, NUKHA, ImitationSettings())
    with pytest.raises(
        OptionError,
        match=r"values\.npz does not fit: locker has 46 .* 24 of a table, .* they are 3x0x0",
    ):
        read_values(values, LOCKER)
    with pytest.raises(OptionError, match=r"policy\.npz does not fit: nukha has \d+ facts"):
        read_policy(policy, NUKHA)
    with pytest.raises(OptionError, match=r"values\.npz is of another kind: it has seats, .*, and no first"):
        read_policy(values, LOCKER)
    with pytest.raises(OptionError, match="there is no file"):
        read_policy(tmp_path / "none.npz", NUKHA)


def test_training_keeps_what_it_learned_where_it_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    file = train_values(LOCKER, ValueSettings(rows=4000, rounds=2, width=8, out=tmp_path / "v.npz"), told.append)
    assert file == tmp_path / "v.npz"
    assert read_values(file, LOCKER).last.shape == (8,)
    assert made_by(file)["command"] == "fathoms train values locker --rounds 2 --rows 4000 --width 8"
    assert len(told) == 3
    assert np.isfinite(read_values(file, LOCKER).seats).all()


SMALLEST = {
    "policy": ("nukha", train_policy, PolicySettings(minutes=0.001, games=4, batch=64, rounds=1, width=16)),
    "imitation": (
        "nukha",
        train_imitation,
        ImitationSettings(iterations=30, minutes=0.001, games=12, rounds=1, width=16),
    ),
    "lookahead": ("barracuda", train_lookahead, LookaheadSettings(minutes=0.001, rows=60, rounds=1, width=16)),
}


@pytest.mark.parametrize("kind", SMALLEST)
def test_every_training_keeps_a_network_that_bots_can_read(kind: str, tmp_path: Path) -> None:
    name, train, how = SMALLEST[kind]
    file = train(games.find(name), replace(how, out=tmp_path / f"{kind}.npz"), lambda _: None)
    net = read_policy(file, games.find(name))
    assert net.first.shape[1] == 16
    assert all(np.isfinite(part).all() for part in net)
    assert str(made_by(file)["command"]).startswith(f"fathoms train {kind} {name} --")
