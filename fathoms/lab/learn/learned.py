"""Files of learned numbers: how they are asked for, and what a file says of itself: the command, version and seed.

A file that does not fit the game it is read for is refused by its name.
"""

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from importlib import metadata
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from fathoms.bots.networks.policy import POLICY_PARTS, Net, load_network
from fathoms.bots.networks.values import Values, features_of
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game

VALUE_PARTS = ("seats", "table", "last")
MADE = "made"  # what a file says of itself, as JSON


@dataclass(frozen=True)
class Settings:
    """What all trainings take: the options of their commands, with what is said of each. `kind` names the command."""

    kind = ""
    cores: Annotated[int, "Cores to play on."] = 1
    seed: Annotated[int, "Where the random numbers start."] = 1
    out: Annotated[Path | None, "Where it is kept, if not in the package."] = None

    def command(self, game: Game) -> str:
        """The command that trains so, less what is usual; of files their names."""
        words = ["fathoms", "train", self.kind, game.name]
        for one in fields(self):
            value = getattr(self, one.name)
            if value != one.default and one.name != "out":
                words += [f"--{one.name}", *([] if value is True else _names(value))]
        return shlex.join(words)


def _names(value: Any) -> list[str]:
    return [Path(value).name if isinstance(value, Path) else str(value)]


def save(file: Path, parts: Mapping[str, Any], game: Game, settings: Settings) -> None:
    """Keep what was learned, with how it was."""
    made = {
        "command": settings.command(game),
        "seed": settings.seed,
        "game": game.name,
        "rules": game.version,
        "fathoms": metadata.version("fathoms"),
        "numpy": np.__version__,
        "date": date.today().isoformat(),
    }
    columns: dict[str, Any] = {**parts, MADE: np.array(json.dumps(made))}
    np.savez(file, **columns)


def save_policy(file: Path, parts: Sequence[Any], game: Game, settings: Settings) -> None:
    save(file, dict(zip(POLICY_PARTS, parts, strict=True)), game, settings)


def save_values(file: Path, values: Values, game: Game, settings: Settings) -> None:
    save(file, dict(zip(VALUE_PARTS, values, strict=True)), game, settings)


def made_by(file: Path) -> dict[str, Any]:
    """What a file says of itself; nothing if it is older than that."""
    with np.load(file, allow_pickle=False) as parts:
        return dict(json.loads(str(parts[MADE]))) if MADE in parts else {}


def read_policy(file: Path, game: Game) -> Net:
    """The network in a file, for this game and the rules that it has now."""
    _check(file, game, POLICY_PARTS)
    net, module = load_network(file), features_of(game)
    width, half, leanings = net[0].shape[-1], len(net[2]), len(net[4])
    wanted = ((module.KNOWN_FEATURES, width), (width, half), (half,), (leanings, half), (leanings,), (half,), (1,))
    if tuple(part.shape for part in net) != wanted or leanings not in (0, module.LEANINGS):
        _refuse(file, f"{game.name} has {module.KNOWN_FEATURES} facts and {module.LEANINGS} actions", net)
    return net


def read_values(file: Path, game: Game) -> Values:
    """The values in a file, for this game and the rules that it has now."""
    _check(file, game, VALUE_PARTS)
    with np.load(file, allow_pickle=False) as parts:
        values, module = (parts["seats"], parts["table"], parts["last"]), features_of(game)
    width = len(values[2])
    wanted = ((3, module.SEAT_FEATURES, width), (module.TABLE_FEATURES + 1, width), (width,))
    if tuple(part.shape for part in values) != wanted:
        _refuse(
            file,
            f"{game.name} has {module.SEAT_FEATURES} and {module.TABLE_FEATURES} facts of a seat and a table",
            values,
        )
    return values


def _check(file: Path, game: Game, names: Sequence[str]) -> None:
    if not file.is_file():
        raise OptionError(f"there is no file {file}; allowed: one that `fathoms train` has kept")
    if features_of(game) is None:
        raise OptionError(f"{game.name} has no facts to learn from; see docs/howto/add-a-game.md")
    with np.load(file, allow_pickle=False) as parts:
        if missing := [name for name in names if name not in parts]:
            raise OptionError(f"{file.name} is of another kind: it has no {', '.join(missing)}")
    made = made_by(file)
    if made and (made["game"], made["rules"]) != (game.name, game.version):
        told = f"{made['game']}, rules {made['rules']}"
        raise OptionError(f"{file.name} was learned for {told}; allowed: one for {game.name}, rules {game.version}")


def _refuse(file: Path, why: str, parts: Sequence[Any]) -> None:
    shapes = ", ".join(str(part.shape) for part in parts)
    raise OptionError(f"{file.name} does not fit: {why}, and its arrays are {shapes}; train it again")
