"""How levels that search look for a move of Davy Jones' Locker, where that differs (`bots.search.tree.Style`)."""

from fathoms.engine.kinds import Json

NEVER = 1 << 30  # one careless move in so many

STYLES: dict[str, Json] = {
    # Press on or go home: the two are often near each other, and a search that is sure sooner looks deeper.
    "abyss": {"values": "search", "explore": 0.5, "careless": NEVER},
}
