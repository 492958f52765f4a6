"""Bots that sit at a table: a level, and what it does in a position. They see the redacted record and nothing else."""

import secrets

import numpy as np
import numpy.typing as npt

from fathoms.bots import kernels
from fathoms.bots.foresight import A_SECOND, Foresight, can_foresee
from fathoms.bots.search import Search, Style
from fathoms.engine.dialect import SEATS, below, next_random
from fathoms.engine.errors import OptionError
from fathoms.engine.hooks import has_heuristic, heuristic
from fathoms.engine.match import Match
from fathoms.engine.position import Position

# Any legal move; the rule of thumb; search; more of it; search with what was learned by playing.
LEVELS = ("deckhand", "sailor", "mate", "captain", "abyss")
QUICK_LEVELS = LEVELS[:2]  # those that do not search
SECONDS = {"mate": 0.05, "captain": 1.0, "abyss": 1.0}  # what a searching level thinks about a move, at most
STYLES = {"mate": Style(), "captain": Style(), "abyss": Style(values="search")}
ALWAYS, NEVER = 1, 1 << 30  # one careless move in so many
STYLES_OF_GAME = {
    "barracuda": {
        # Cards are chosen at the same time there, and whole imagined games say too little about which to choose.
        **dict.fromkeys(("mate", "captain"), Style(values="heuristic", turns=2)),
        # Two play a matrix game every turn, which can be worked out. With more, blind tries keep the regrets of what is
        # seldom played from jumping about.
        "abyss": Style(values="search", mix=0.3, foresight=2),
    },
    # Press on or go home: the two are often near each other, and a search that is sure sooner looks deeper.
    "locker": {"abyss": Style(values="search", explore=0.5, careless=NEVER)},
    "nukha": {
        # Guided by the rule of thumb a search is as good after 50 ms as after a second: mate knows the rules alone.
        "mate": Style(trust=0.0, careless=ALWAYS),
        # Whoever lies must not think that the others see it: they act on the instinct of what they know, or out of the
        # habits of those who search, and nobody can tell which. What pays against one alone does worse. Both were
        # learned mostly at tables of three; with more they were not seen to be better than captain's own search.
        "abyss": Style(instinct=True, explore=2.5, enough=5000, habit=0.5, doubt=20, in_place=2, most_players=3),
    },
}
NODES = {"mate": 1 << 14, "captain": 1 << 16, "abyss": 1 << 17}  # of a search's tree, at most


def style_of(level: str, game: str, players: int) -> Style:
    """How a searching level looks for a move in a game: as captain does, where it has learned too little."""
    style = STYLES_OF_GAME.get(game, STYLES).get(level, STYLES[level])
    return style if players <= style.most_players else style_of("captain", game, players)


class Bot:
    """One bot. The same seed, positions and number of iterations give the same moves."""

    def __init__(
        self, level: str, seed: int | None = None, iterations: int | None = None, seconds: float | None = None
    ) -> None:
        if level not in LEVELS:
            raise OptionError(f"unknown bot {level!r}; allowed: {', '.join(LEVELS)}")
        self.level = level
        self.iterations = iterations  # of a search; None: as many as the time allows
        self.seconds = SECONDS.get(level, 0.0) if seconds is None else seconds
        self._rng = np.array([secrets.randbits(64) if seed is None else seed], np.uint64)

    def choose(self, match: Match, seat: str) -> str:
        """The choice of a seat that owes a decision, in notation."""
        number = SEATS.index(seat)
        told = match.position.redacted(number)
        return match.game.action_text(self._decide(told, number))

    def _decide(self, told: Position, seat: int) -> int:
        with np.errstate(over="ignore"):
            if self.level == "deckhand" or not has_heuristic(told.game):
                choices = told.choices(seat)
                return choices[int(below(self._rng, len(choices)))]
            if self.level in SECONDS and not told.interpreted:
                return self._search(told, seat)
            if told.interpreted:
                return int(heuristic(told.record, seat, self._rng))
            return int(kernels.think(told.states, seat, self._rng))

    def _search(self, told: Position, seat: int) -> int:
        choices = told.choices(seat)
        if len(choices) == 1:
            return choices[0]
        thought = think_about(self.level, told, seat, self._rng, self.iterations, self.seconds)
        return thought.choose(int(next_random(self._rng)) / 2**64)


def think_about(
    level: str, told: Position, seat: int, rng: npt.NDArray[np.uint64], iterations: int | None, seconds: float
) -> Search | Foresight:
    """What a searching level makes of a position that is redacted for its seat, ready to choose."""
    style = style_of(level, told.game.name, int(told.record.players))
    if style.foresight and can_foresee(told):
        return Foresight(told, seat, style.foresight, int(seconds * A_SECOND) if iterations is None else iterations)
    search = Search(told, seat, rng, NODES[level], style)
    search.think(iterations, seconds)
    return search
