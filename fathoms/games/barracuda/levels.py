"""How levels that search look for a move of Barracuda, where that differs (`bots.search.tree.Style`)."""

from fathoms.engine.kinds import Json

# Cards are chosen at the same time, and whole imagined games say too little about which to choose.
_TWO_TURNS: Json = {"values": "heuristic", "turns": 2}

STYLES: dict[str, Json] = {
    "mate": _TWO_TURNS,
    "captain": _TWO_TURNS,
    # Two play a matrix game every turn, which can be worked out. With more, blind tries keep the regrets of what is
    # seldom played from jumping about.
    "abyss": {"values": "search", "mix": 0.3, "lookahead": 2},
}
