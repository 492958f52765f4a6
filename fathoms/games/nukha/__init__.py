"""The Nukha's Cave / La Grotte du Nukha: bluff, a Captain, mutiny."""

from fathoms.engine.game import game_of

GAME = game_of(__name__, version=1, prefix="N")
