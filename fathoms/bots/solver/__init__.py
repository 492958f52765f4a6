"""Positions for two worked out exactly: to the end of the game, or some turns ahead with learned values."""
