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
from typing import Annotated

import numpy as np

from fathoms.bots.networks.files import MADE
from fathoms.bots.networks.policy import POLICY_PARTS
from fathoms.bots.networks.value_kernels import Values
from fathoms.bots.networks.values import VALUE_PARTS
from fathoms.engine.game import Game
from fathoms.engine.kinds import Floats


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


def _names(value: object) -> list[str]:
    return [Path(value).name if isinstance(value, Path) else str(value)]


def save(file: Path, parts: Mapping[str, Floats], game: Game, settings: Settings) -> None:
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
    np.savez(file, allow_pickle=False, **{**parts, MADE: np.array(json.dumps(made))})


def save_policy(file: Path, parts: Sequence[Floats], game: Game, settings: Settings) -> None:
    save(file, dict(zip(POLICY_PARTS, parts, strict=True)), game, settings)


def save_values(file: Path, values: Values, game: Game, settings: Settings) -> None:
    save(file, dict(zip(VALUE_PARTS, values, strict=True)), game, settings)
