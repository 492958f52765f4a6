"""How long tables are kept, what is left of them, who holds the database, and its tidiness; by the host's settings."""
