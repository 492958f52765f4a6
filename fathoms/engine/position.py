"""A position of a game that Python can hold: one record, and the verbs over it, compiled or interpreted."""

import os
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from fathoms.engine import kernels
from fathoms.engine.dialect import SEA, SEA_BIT, SEATS, pick_share
from fathoms.engine.game import Game
from fathoms.engine.kinds import Json, Records, State

States = Records
MOST_FORESEEN = 8  # events in a row; a chain of certain fates is short


def interpreted_by_default() -> bool:
    return os.environ.get("FATHOMS_INTERPRETED", "") not in ("", "0")


class Position:
    """One record of `game`. Whoever calls `play` or `befall` has checked that it is legal."""

    __slots__ = ("game", "interpreted", "states")

    def __init__(self, game: Game, states: States, interpreted: bool) -> None:
        self.game = game
        self.states = states
        self.interpreted = interpreted

    @classmethod
    def start(cls, game: Game, options: npt.NDArray[np.int64], interpreted: bool = False) -> "Position":
        position = cls(game, np.zeros(1, game.state), interpreted)
        position._call("setup", options)
        return position

    def copy(self) -> "Position":
        raw = self.states.view(np.uint8).copy()  # also the bytes between fields, which a plain copy leaves to chance
        return Position(self.game, raw.view(self.game.state), self.interpreted)

    @property
    def record(self) -> State:
        """The record, with its fields as attributes."""
        return self.states.view(np.recarray)[0]

    def bytes(self) -> bytes:
        return self.states.tobytes()

    def _call(self, verb: str, *arguments: Any) -> Any:
        if not self.interpreted:
            return getattr(kernels, verb)(self.states, *arguments)
        function: Callable[..., Any] = getattr(self.game.rules, verb)
        with np.errstate(over="ignore"):  # random numbers wrap around
            return function(self.record, *arguments)

    def to_act(self) -> int:
        return int(self._call("to_act"))

    def actors(self) -> list[int]:
        """The seats that owe a decision, or [SEA], or [] when the game is over."""
        mask = self.to_act()
        return [SEA] if mask & SEA_BIT else [seat for seat in range(len(SEATS)) if mask >> seat & 1]

    def choices(self, seat: int) -> list[int]:
        out = np.zeros(self.game.most_choices, np.int32)
        return [int(code) for code in out[: self._call("choices", seat, out)]]

    def fates(self) -> list[tuple[int, int]]:
        """What the sea may do: fate id and weight."""
        out, weights = np.zeros(self.game.most_fates, np.int32), np.zeros(self.game.most_fates, np.int64)
        n = self._call("fates", out, weights)
        return [(int(out[i]), int(weights[i])) for i in range(n)]

    def random_fate(self, below: Callable[[int], int]) -> int:
        """A fate, as likely as its weight says; `below(n)` is a random whole number under n."""
        fates, weights = zip(*self.fates(), strict=True)
        return int(fates[pick_share(weights, len(weights), below(sum(weights)))])

    def happen(self, who: int, event: int) -> None:
        """A decision of a seat, or a fate of the sea."""
        if who == SEA:
            self._call("befall", event)
        else:
            self._call("play", who, event)

    def scores(self, players: int) -> list[int]:
        out = np.zeros(len(SEATS), np.int64)
        self._call("scores", out)
        return [int(score) for score in out[:players]]

    def winners(self) -> int:
        return int(self._call("winners"))

    def redacted(self, viewer: int) -> "Position":
        """A copy without what `viewer` may not know."""
        shown = self.copy()
        shown._call("redact", viewer)
        return shown

    def imagined(self, viewer: int, rng: npt.NDArray[np.uint64]) -> "Position":
        """A copy of a redacted position with a world filled in."""
        world = self.copy()
        world._call("imagine", viewer, rng)
        return world

    def taken_back(self, viewer: int) -> "Position":
        """A copy of a redacted position in which the others have yet to choose what they have chosen face down."""
        asked = self.copy()
        if hasattr(self.game.rules, "take_back"):
            asked._call("take_back", viewer)
        return asked

    def foreseen(self, seat: int, action: int, with_sea: bool = True) -> list[tuple[int, int, "Position"]]:
        """A decision and the fates after it that cannot be otherwise: who, which event, and the position after it.

        On a redacted position it is what its viewer can be sure of, where nothing that they cannot see takes part.
        """
        after, told = self, list[tuple[int, int, Position]]()
        event: tuple[int, int] | None = (seat, action)
        while event is not None and len(told) < MOST_FORESEEN:
            after = after.copy()
            after.happen(*event)
            told.append((*event, after))
            fates = after.fates() if with_sea and after.actors() == [SEA] else []
            event = (SEA, fates[0][0]) if len(fates) == 1 else None
        return told

    def audience(self, who: int, event: int) -> int:
        return int(self._call("audience", who, event))

    def unveils(self, who: int, event: int) -> bool:
        return bool(self._call("unveils", who, event))

    def why_not(self, seat: int, action: int) -> int:
        return int(self._call("why_not", seat, action))

    def sound(self) -> int:
        return int(self._call("sound"))

    def describe(self, viewer: int) -> Json:
        return self.game.describe(self._fields(), viewer)

    def view(self, viewer: int, players: int) -> Json:
        """All that `viewer` may know, JSON-ready; computed from the redacted record alone."""
        return self.redacted(viewer).told(viewer, players)

    def told(self, viewer: int, players: int) -> Json:
        """The view of a position that is redacted for its viewer."""
        actors, seats, mask = self.actors(), SEATS[:players], self.winners()
        view: Json = {
            "game": self.game.name,
            "seats": list(seats),
            "to_act": ["sea" if who == SEA else SEATS[who] for who in actors],
            "choices": [self.game.action_text(code) for code in self.choices(viewer)] if viewer in actors else [],
            "scores": dict(zip(seats, self.scores(players), strict=True)),
            "winners": [name for seat, name in enumerate(seats) if mask >> seat & 1],
            "over": not actors,
        }
        view.update(self.describe(viewer))
        return view

    def _fields(self) -> SimpleNamespace:
        """The record to read from: plain integers and arrays, since a record's attributes are slow to get at."""
        names = self.game.state.names or ()
        return SimpleNamespace(**dict(zip(names, self.states[0].item(), strict=True)))
