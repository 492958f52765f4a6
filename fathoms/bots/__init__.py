"""Bots: the levels that sit at a table, and warming them up; beside them what they think with, and the coach."""
