"""One's own: the list of one's games, one's devices, and being called when it is one's turn."""
