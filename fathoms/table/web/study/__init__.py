"""Pages to study a game with: hints, the coach and its curve, the laboratory."""
