"""Barracuda: choose at the same time, dive for gold, and mind the fish."""

from fathoms.engine.game import game_of

GAME = game_of(__name__, version=1, prefix="B")
