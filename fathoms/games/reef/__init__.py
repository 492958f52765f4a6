"""The Reef / Le Récif: a race for chests under a boat that moves on."""

from fathoms.engine.game import game_of

GAME = game_of(__name__, version=1, prefix="R")
