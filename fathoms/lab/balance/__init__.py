"""Is a game fair, and what if it were changed? Games are played and watched (`play`), told as figures (`measure`),
and the figures become a report.
"""
