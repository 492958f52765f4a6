"""The games as OpenSpiel sees them, registered when this module is imported. Needs the extra `openspiel`.

`pyspiel.load_game("python_fathoms_nukha", {"players": 3})`: chance is explicit, an information state is the log as that
seat may read it, an observation its redacted record. Seats that choose at the same time do so one after the other,
each without seeing the others' choice; `python_fathoms_barracuda_simultaneous` has true simultaneous nodes instead.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from fathoms.bridges.common import least_worth, worth
from fathoms.engine.dialect import EVERYONE, SEA, SEATS, SPECTATOR
from fathoms.engine.errors import IllegalMove
from fathoms.engine.extras import needing
from fathoms.engine.game import Game, find_game
from fathoms.engine.kinds import Json
from fathoms.engine.match import Match, veil
from fathoms.engine.options import Values
from fathoms.engine.position import Position
from fathoms.games import names
from fathoms.lab.vector.observe import as_bits, observation_size, observe

with needing("openspiel"):
    import pyspiel

LONGEST = 10_000  # events; no game comes near it, and OpenSpiel wants a number
AFTER = "after"  # the parameter that lets a game begin in the middle: event lines, with ; between them
_PREFIX = "python_fathoms_"
_TERMINAL, _CHANCE, _SIMULTANEOUS = (
    int(player) for player in (pyspiel.PlayerId.TERMINAL, pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.SIMULTANEOUS)
)


@dataclass
class Course:
    """A position and how it came about: all that an OpenSpiel state of ours holds."""

    position: Position
    lines: list[tuple[str, int]] = field(default_factory=list)  # event lines, and who may read them whole
    dreamer: int | None = None  # the seat whose imagination this world comes from …
    awake: int = 0  # … and how many lines there were when it began to dream
    _actors: list[int] | None = None  # asked for many times between two events
    _offers: dict[int, dict[int, int]] = field(default_factory=dict)  # by who may act: his events and their weights

    def actors(self) -> list[int]:
        if self._actors is None:
            self._actors = self.position.actors()
        return self._actors

    def offers(self, who: int) -> dict[int, int]:
        """What a seat or the sea may do now, in ascending order, with the weights of the sea's fates."""
        found = self._offers.get(who)
        if found is None:
            fates = self.position.fates() if who == SEA else [(code, 1) for code in self.position.choices(who)]
            found = self._offers[who] = dict(sorted(fates))
        return found

    def copy(self) -> "Course":
        return Course(self.position.copy(), list(self.lines), self.dreamer, self.awake)

    def __deepcopy__(self, memo: dict[int, object]) -> "Course":
        return self.copy()  # what OpenSpiel asks for when it clones a state

    def __reduce__(self) -> tuple[Any, ...]:
        raw = self.position.states.view(np.uint8).tobytes()
        return _restored, (self.position.game.name, raw, self.lines, self.dreamer, self.awake)

    def happen(self, who: int, code: int, line: str) -> None:
        self.lines.append((line, self.position.audience(who, code)))
        if self.position.unveils(who, code):
            self.lines = [(said, heard if said.startswith("sea ") else EVERYONE) for said, heard in self.lines]
        self.position.happen(who, code)
        self._actors, self._offers = None, {}

    def told(self, viewer: int) -> list[str]:
        """The log as a viewer may read it; all of it once the game is over."""
        if not self.actors():
            return [line for line, _ in self.lines]
        return [line if audience >> viewer & 1 else veil(line) for line, audience in self.lines]

    def dreamt(self, viewer: int, seed: int) -> "Course":
        """A world the viewer cannot tell from this one: hidden pieces drawn anew, hidden lines left hidden."""
        world = self.position.redacted(viewer).imagined(viewer, np.array([seed], np.uint64))
        return Course(world, [(line, EVERYONE) for line in self.told(viewer)], viewer, len(self.lines))

    def recalled(self, viewer: int) -> str:
        """All a viewer was ever told, as one text.

        A dream does not say what its hidden lines were, though some seats know, and the dreamer will once they are
        unveiled. There the seat's record stands for them.
        """
        text = "\n".join((_name(viewer), *self.told(viewer)))
        if self.dreamer is None or (self.dreamer == viewer and len(self.lines) == self.awake):
            return text
        return f"{text}\n{self.position.redacted(viewer).bytes().hex()}"


def _restored(name: str, raw: bytes, lines: list[tuple[str, int]], dreamer: int | None, awake: int) -> Course:
    game = find_game(name)
    states = np.frombuffer(raw, np.uint8).copy().view(game.state)
    return Course(Position(game, states, False), lines, dreamer, awake)


def _name(viewer: int) -> str:
    return "spectator" if viewer == SPECTATOR else "sea" if viewer == SEA else SEATS[viewer]


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games with its options, for OpenSpiel. A subclass for each says which."""

    kind: ClassVar[pyspiel.GameType]
    fathoms: ClassVar[Game]

    def __init__(self, params: Json | None = None) -> None:
        game, given = self.fathoms, {name: _plussed(value) for name, value in (params or {}).items()}
        begun = Match(game, interpreted=False, **read_options(game, given))
        for line in filter(None, str(given.get(AFTER, "")).split(";")):
            begun.play(line.strip())
        self.players, self.start = begun.players, Course(begun.position)
        self.simultaneous = self.kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        self.texts: dict[tuple[int, int], str] = {}
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.fates,
            num_players=self.players,
            min_utility=least_worth(self.players),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, info, given)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> "Observer":
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def line(self, who: int, code: int) -> str:
        """An event as a line of the log."""
        text = self.texts.get((who, code))
        if text is None:
            text = self.texts[who, code] = f"{_name(who)} {self.fathoms.text(who, code)}"
        return text


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, for OpenSpiel. Only `course` changes during play."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = game.start.copy()

    def current_player(self) -> int:
        actors = self.course.actors()
        if not actors:
            return _TERMINAL
        if actors[0] == SEA:
            return _CHANCE
        return _SIMULTANEOUS if len(actors) > 1 and self.get_game().simultaneous else actors[0]

    def is_terminal(self) -> bool:
        return not self.course.actors()

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.course.offers(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        weighted = self.course.offers(SEA)
        total = sum(weighted.values())
        return [(fate, weight / total) for fate, weight in weighted.items()]

    def _apply_action(self, action: int) -> None:
        self._happen(self.course.actors()[0], action)

    def _apply_actions(self, actions: list[int]) -> None:
        for seat in self.course.actors():
            self._happen(seat, actions[seat])

    def _happen(self, who: int, code: int) -> None:
        allowed = self.course.offers(who)
        if code not in allowed:
            raise IllegalMove(f"{code} is not an action of {_name(who)} now; allowed: {', '.join(map(str, allowed))}")
        self.course.happen(who, code, self.get_game().line(who, code))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.get_game().line(SEA if player == pyspiel.PlayerId.CHANCE else player, action))

    def returns(self) -> list[float]:
        return worth(self.course.position, self.num_players())

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A state with the same information state for `player`; its history is empty, so that it tells nothing."""
        twin: SpielState = self.get_game().new_initial_state()
        twin.course = self.course.dreamt(player, int(sampler() * 2**53))
        return twin

    def __str__(self) -> str:
        return "\n".join(line for line, _ in self.course.lines)


class Observer:
    """What a seat, or the public, is shown: the redacted record bit by bit, or as text; with recall, the log.

    Without public information there remains what a seat knows and the others do not: the bits, and the fields of the
    view, in which its record differs from the public's.
    """

    def __init__(self, game: SpielGame, kind: Any, params: object) -> None:
        if params:
            raise ValueError(f"an observation takes no parameters, not {params}")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or (kind.perfect_recall and not kind.public_info):
            raise ValueError("an observation is what one seat may know, or what everybody may")
        self._seat = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public, self._recall = bool(kind.public_info), bool(kind.perfect_recall)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self._recall:
            self.tensor = np.zeros(8 * observation_size(game.fathoms), np.float32)
            self.dict = {"record": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        seen = observe(state.course.position, self._viewer(player))
        self.tensor[:] = as_bits(seen if self._public else seen ^ observe(state.course.position, SPECTATOR))

    def string_from(self, state: SpielState, player: int) -> str:
        viewer, course, players = self._viewer(player), state.course, state.num_players()
        if self._recall:
            return course.recalled(viewer)
        view = course.position.view(viewer, players)
        if not self._public:
            public = course.position.view(SPECTATOR, players)
            view = {name: value for name, value in view.items() if value != public[name]}
        return json.dumps(view, ensure_ascii=False)

    def _viewer(self, player: int) -> int:
        return player if self._seat else SPECTATOR


def read_options(game: Game, params: Json) -> Values:
    """A game's options from OpenSpiel's parameters: where a list is wanted, its words stand with + between them."""
    given = {name: value for name, value in params.items() if name != AFTER}
    return {name: value.replace("+", ",") if isinstance(value, str) else value for name, value in given.items()}


def _parameters(game: Game) -> Json:
    """The options with their defaults, as OpenSpiel's numbers, flags and words."""
    found: Json = {"players": game.options.default_players, AFTER: ""}
    for option in game.options.options:
        plain = isinstance(option.default, bool | int | str)
        found[option.name] = _plussed(option.default) if plain else "none"
    return found


def _plussed(value: Any) -> Any:
    """A list's words with + between them: a comma ends a parameter in OpenSpiel's own notation."""
    return value.replace(",", "+") if isinstance(value, str) else value


def _register(name: str, game: Game, dynamics: Any) -> None:
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"Fathoms: {game.title['en']}",
        dynamics=dynamics,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.options.players.stop - 1,
        min_num_players=game.options.players.start,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(game),
    )
    # A class, not a function: OpenSpiel lets go of it after the interpreter is gone, and a class outlives that.
    pyspiel.register_game(kind, type(name, (SpielGame,), {"kind": kind, "fathoms": game}))


def _register_all() -> None:
    sequential, simultaneous = pyspiel.GameType.Dynamics.SEQUENTIAL, pyspiel.GameType.Dynamics.SIMULTANEOUS
    for name in names():
        game = find_game(name)
        _register(_PREFIX + name, game, sequential)
        if game.simultaneous:
            _register(f"{_PREFIX}{name}_simultaneous", game, simultaneous)


_register_all()
