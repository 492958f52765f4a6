"""How long tables are kept, what is left of them, and the database's own tidiness; all by the host's settings."""
