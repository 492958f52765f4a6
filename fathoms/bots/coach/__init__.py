"""What a decision was worth: the coach's report of a game, its sums checked, its words, and hints during play."""
