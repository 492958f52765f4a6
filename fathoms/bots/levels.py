"""Bots that sit at a table: a level, and what it does in a position. They see the redacted record and nothing else."""

import secrets

import numpy as np
import numpy.typing as npt

from fathoms.bots import kernels
from fathoms.bots.search.tree import Search, Style
from fathoms.bots.solver.lookahead import A_SECOND, Lookahead, can_look_ahead
from fathoms.engine.dialect import SEATS, below, next_random
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic, heuristic
from fathoms.engine.kinds import Json
from fathoms.engine.match import Match
from fathoms.engine.options import Text
from fathoms.engine.position import Position

# Any legal move; the rule of thumb; search; more of it; search with what was learned by playing.
LEVELS = ("deckhand", "sailor", "mate", "captain", "abyss")
ABOUT: dict[str, Text] = {  # what each is like to play against
    "deckhand": {
        "en": "Plays any legal move: for a first look.",
        "fr": "Joue n’importe quel coup permis : pour découvrir.",
    },
    "sailor": {
        "en": "Plays by a rule of thumb, quick and sensible: for a first real game.",
        "fr": "Suit quelques bons principes, vite et bien : pour une première vraie partie.",
    },
    "mate": {
        "en": "Thinks ahead a little: for those who know the rules.",
        "fr": "Réfléchit un peu à l’avance : pour qui connaît les règles.",
    },
    "captain": {
        "en": "Thinks ahead for up to a second: hard to beat.",
        "fr": "Réfléchit jusqu’à une seconde : difficile à battre.",
    },
    "abyss": {
        "en": "Thinks ahead with what it has learned by playing: the strongest there is.",
        "fr": "Réfléchit avec ce qu’il a appris en jouant : le plus fort de tous.",
    },
}
QUICK_LEVELS = LEVELS[:2]  # those that do not search
SECONDS = {"mate": 0.05, "captain": 1.0, "abyss": 1.0}  # what a searching level thinks about a move, at most
STYLES = {"mate": Style(), "captain": Style(), "abyss": Style(values="search")}
NODES = {"mate": 1 << 14, "captain": 1 << 16, "abyss": 1 << 17}  # of a search's tree, at most


def style_of(level: str, game: Game, players: int) -> Style:
    """How a searching level looks for a move in a game: as captain does, where it has learned too little."""
    own: dict[str, Json] = getattr(game.part("levels"), "STYLES", {})
    style = Style(**own[level]) if level in own else STYLES[level]
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
) -> Search | Lookahead:
    """What a searching level makes of a position that is redacted for its seat, ready to choose."""
    style = style_of(level, told.game, int(told.record.players))
    if style.lookahead and can_look_ahead(told):
        return Lookahead(told, seat, style.lookahead, int(seconds * A_SECOND) if iterations is None else iterations)
    search = Search(told, seat, rng, NODES[level], style)
    search.think(iterations, seconds)
    return search
