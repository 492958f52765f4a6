"""The table: a server where people and bots sit down together. Everything it sends comes from a seat's view."""
