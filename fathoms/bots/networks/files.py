"""Files of learned numbers: what one says of itself, and whether it is for a game as it is now.

A file that is not is refused by its name, with what was found in it and what is wanted.
"""

import json
import zipfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import numpy as np

from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.kinds import Floats

MADE = "made"  # what a file says of itself, as JSON
Shape = tuple[int, ...]


def need_features(game: Game) -> ModuleType:
    """The part of a game that says what to look at."""
    if (module := game.part("features")) is None:
        raise OptionError(f"{game.name} has no facts to learn from; see docs/howto/add-a-game.md")
    return module


def made_by(file: Path) -> dict[str, str | int]:
    """The command, game, rules, versions and seed that made a file; nothing if it is older than that."""
    parts = _load(file)
    return dict(json.loads(str(parts[MADE]))) if MADE in parts else {}


def read_arrays(file: Path, game: Game, names: Sequence[str]) -> list[Floats]:
    """The arrays of a file that was learned for this game and the rules that it has now."""
    need_features(game)
    parts, made = _load(file), made_by(file)
    if missing := [name for name in names if name not in parts]:
        raise OptionError(f"{file} is of another kind: it has {', '.join(parts)}, and no {', '.join(missing)}")
    if made and (made["game"], made["rules"]) != (game.name, game.version):
        told = f"{made['game']}, rules {made['rules']}"
        raise OptionError(f"{file} was learned for {told}; allowed: one for {game.name}, rules {game.version}")
    return [parts[name] for name in names]


def _load(file: Path) -> dict[str, Floats]:
    """Everything in a file, by name."""
    if not file.is_file():
        raise OptionError(f"there is no file {file}; allowed: one that `fathoms train` has kept")
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as parts:
            return dict(parts)
    except (zipfile.BadZipFile, ValueError, EOFError) as error:
        raise OptionError(f"{file} holds no learned numbers; allowed: one that `fathoms train` has kept") from error


def check_shapes(file: Path, parts: Sequence[Floats], wanted: Sequence[Shape], why: str) -> None:
    """Refuse arrays of other shapes than those wanted, for the reason that `why` tells."""
    found = [part.shape for part in parts]
    if found != list(wanted):
        raise OptionError(
            f"{file} does not fit: {why}, so its arrays would be {_listed(wanted)}, and they are {_listed(found)}; "
            "allowed: one that `fathoms train` learns again"
        )


def _listed(shapes: Sequence[Shape]) -> str:
    return ", ".join("x".join(map(str, shape)) for shape in shapes)
