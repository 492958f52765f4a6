"""How long bots may think when many want to, how long they take with nothing to think about, and how far they swim."""

import secrets
from collections import deque
from collections.abc import Hashable

from fathoms.bots.levels import SECONDS
from fathoms.engine.match import Match
from fathoms.table.live.pools import THINKERS

REMEMBERED = 32  # times that a kind of bot has thought


def thinking_seconds(level: str, waiting: int) -> float:
    """What a bot may think about a move when so many want to: less in a crowd, so that no table waits for long."""
    full = SECONDS[level]
    return max(full / max(1.0, waiting / THINKERS), min(SECONDS.values()))


def play_on(match: Match, seat: str, choice: str) -> bool:
    """Play a choice; whether the seat may take one more step of the swim that it is of."""
    line, game = f"{seat} {choice}", match.game
    match.play(line)
    possible = match.choices(seat) if game.has_swims and seat in match.to_act else []
    return any(game.goes_on(line, f"{seat} {one}") for one in possible)


class Tempo:
    """How long each kind of bot has thought lately: with one choice it takes as long, and so tells nothing."""

    def __init__(self) -> None:
        self._lately: dict[Hashable, deque[float]] = {}

    def note(self, kind: Hashable, seconds: float) -> None:
        self._lately.setdefault(kind, deque(maxlen=REMEMBERED)).append(seconds)

    def draw(self, kind: Hashable, otherwise: float) -> float:
        """One of the last times; `otherwise`, where that kind has not thought here yet."""
        return secrets.choice(self._lately.get(kind) or (otherwise,))
