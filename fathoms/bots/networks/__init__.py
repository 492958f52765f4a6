"""Learned networks of a game's folder `weights`: values of positions, and policies that say who would do what."""
