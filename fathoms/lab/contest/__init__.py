"""How strong the bots are: tournaments on duplicate deals, Elo, and the ladder of all levels."""
