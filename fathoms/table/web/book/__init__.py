"""The rule books as pages: to learn a game, to look something up in a line, and the numbered rules."""
