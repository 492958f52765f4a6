"""What a game is: verbs over records, the sea, matches and their records. Knows no game by name."""
