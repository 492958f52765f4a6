"""How levels that search look for a move in The Nukha's Cave, where that differs (`bots.search.tree.Style`)."""

from fathoms.engine.kinds import Json

STYLES: dict[str, Json] = {
    # Guided by the heuristic a search is as good after 50 ms as after a second: mate knows the rules alone.
    "mate": {"trust": 0.0, "careless": 1},
    # Whoever lies must not think that the others see it: they act on the policy of what they know, or as those do who
    # search, and nobody can tell which. What pays against one alone does worse. Both were learned mostly at tables of
    # three; with more they were not seen to be better than captain's own search.
    "abyss": {
        "policy": True,
        "explore": 2.5,
        "enough": 5000,
        "imitation": 0.5,
        "doubt": 20,
        "in_place": 2,
        "most_players": 3,
    },
}
