"""Search that imagines the worlds a seat cannot tell apart: its tree, and the code compiled for all games."""
