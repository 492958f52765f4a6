"""Davy Jones' Locker / Le Cimetière marin: push your luck with ten suits of effects."""

from fathoms.engine.game import game_of

GAME = game_of(__name__, version=1, prefix="L")
