"""Fathoms in a terminal: playing, replaying, and what commands print."""
