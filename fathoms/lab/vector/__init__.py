"""Thousands of games stepped together, for programs that learn: `VectorGames`, and what a seat may know as bytes."""

from fathoms.lab.vector.games import Batch, VectorGames

__all__ = ["Batch", "VectorGames"]
