"""Positions small enough to be solved, and how far from perfect play each level is there. `study` makes the page."""
