"""The games, a folder each. `names()` lists what is installed, also from other packages; `find(name)` loads one."""

from fathoms.engine.game import find_game as find
from fathoms.engine.game import game_names as names

__all__ = ["find", "names"]
