"""What the parts of a game beyond its rules are written with: counts, hints, metrics, boards in pixels."""
