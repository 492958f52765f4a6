"""What a table says: the choices with what they certainly do, the log line by line, and how the game stands."""
