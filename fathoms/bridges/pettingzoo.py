"""The games as PettingZoo environments. Needs the extra `pettingzoo`.

`env("locker", players=3)` asks the seats that owe a decision, one at a time. `parallel_env("barracuda")` asks all seats
at once; those that owe nothing may only wait. The sea's fates come from the seed of `reset`. Observations are the
seat's redacted record bit by bit, rewards come at the end: 1 for winning alone, the sum over all seats 0.
"""

import io
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console

from fathoms.bridges.common import drift, worth
from fathoms.bridges.picture import draw_picture
from fathoms.engine.dialect import SEATS, SPECTATOR
from fathoms.engine.errors import OptionError
from fathoms.engine.extras import needing
from fathoms.engine.game import find_game
from fathoms.engine.kinds import Json
from fathoms.engine.position import Position
from fathoms.games.drawing import draw_view
from fathoms.lab.vector.observe import action_mask, observation_size, observe

with needing("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

RENDER_MODES = ("human", "ansi", "rgb_array")
_COLUMNS = 110

Observation = dict[str, npt.NDArray[Any]]


def env(game: str, render_mode: str | None = None, **options: object) -> Any:
    """An AEC environment. An illegal action ends the game with -1 for who took it, as in PettingZoo's own classics."""
    raw = wrappers.TerminateIllegalWrapper(SeatEnv(game, render_mode, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


def parallel_env(
    game: str, render_mode: str | None = None, max_cycles: int | None = None, **options: object
) -> "TogetherEnv":
    """A Parallel environment, cut off after `max_cycles` steps if that is given."""
    return TogetherEnv(game, render_mode, max_cycles, **options)


class Table:
    """A game between programs: what both kinds of environment rest on."""

    def __init__(self, game: str, render_mode: str | None, **options: object) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise OptionError(f"render_mode={render_mode!r} is not possible; allowed: {', '.join(RENDER_MODES)}")
        self.game = find_game(game)
        values = self.game.options.read(**options)
        self.players, self._encoded = int(values["players"]), self.game.options.encode(values)
        self.seats = list(SEATS[: self.players])
        self.render_mode = render_mode
        self._dice = np.random.default_rng()
        self.position = self._start()

    def _start(self) -> Position:
        return Position.start(self.game, self._encoded)

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        self.position = self._start()
        drift(self.position, self._dice)

    def play(self, seat: int, action: int) -> None:
        self.position.happen(seat, action)
        drift(self.position, self._dice)

    def any_choice(self, seat: int) -> int:
        return int(self._dice.choice(self.position.choices(seat)))

    def space(self, actions: int) -> spaces.Dict:
        bits = spaces.Box(0, 1, (8 * observation_size(self.game),), np.uint8)
        return spaces.Dict({"observation": bits, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})

    def observed(self, seat: int) -> npt.NDArray[np.uint8]:
        return np.unpackbits(observe(self.position, seat), bitorder="little")

    def mask(self, seat: int) -> npt.NDArray[np.int8]:
        return action_mask(self.position, seat).astype(np.int8)

    def rewards(self) -> dict[str, float]:
        return dict(zip(self.seats, worth(self.position, self.players), strict=True))

    def picture(self) -> str | npt.NDArray[np.uint8] | None:
        """What everybody may see, in the form the render mode asks for."""
        view = self.position.view(SPECTATOR, self.players)
        if self.render_mode == "rgb_array":
            return draw_picture(self.game, view)
        page = Console(file=io.StringIO(), width=_COLUMNS, force_terminal=self.render_mode == "human")
        page.print(draw_view(self.game, view, "en"))
        text: str = page.file.getvalue()  # type: ignore[attr-defined]
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode else None


def _metadata(table: Table, kind: str) -> Json:
    name = f"fathoms_{table.game.name}_v{table.game.version}"
    return {"name": name, "render_modes": list(RENDER_MODES), "is_parallelizable": kind == "parallel", "render_fps": 1}


class SeatEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """The seats that owe a decision, one after the other; those that choose at once see nothing of each other."""

    def __init__(self, game: str, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        self.table = Table(game, render_mode, **options)
        self.metadata, self.render_mode = _metadata(self.table, "aec"), render_mode
        self.possible_agents = list(self.table.seats)
        actions = self.table.game.actions
        self._observations = {seat: self.table.space(actions) for seat in self.possible_agents}
        self._actions = {seat: spaces.Discrete(actions) for seat in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Json | None = None) -> None:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Json] = {seat: {} for seat in self.agents}
        self.agent_selection = self._next()

    def _next(self) -> str:
        actors = self.table.position.actors()
        return SEATS[actors[0]] if actors else self.agents[0]

    def observe(self, agent: str) -> Observation:
        seat = SEATS.index(agent)
        return {"observation": self.table.observed(seat), "action_mask": self.table.mask(seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.table.play(SEATS.index(agent), int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self.table.rewards()
        if not self.table.position.to_act():
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self._next()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        return self.table.picture()

    def close(self) -> None:
        """Nothing is held open."""


class TogetherEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All seats at once. The last action is to wait: all that a seat may do that owes no decision.

    An action that is not legal is replaced by a legal one, drawn with the seed's dice; the seat's info then says so.
    """

    def __init__(
        self, game: str, render_mode: str | None = None, max_cycles: int | None = None, **options: object
    ) -> None:
        self.table = Table(game, render_mode, **options)
        self.metadata, self.render_mode = _metadata(self.table, "parallel"), render_mode
        self.max_cycles, self._cycles = max_cycles, 0
        self.possible_agents = list(self.table.seats)
        self.agents: list[str] = []
        self.wait = self.table.game.actions
        self._observations = {seat: self.table.space(self.wait + 1) for seat in self.possible_agents}
        self._actions = {seat: spaces.Discrete(self.wait + 1) for seat in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(
        self, seed: int | None = None, options: Json | None = None
    ) -> tuple[dict[str, Observation], dict[str, Json]]:
        self.table.begin(seed)
        self.agents, self._cycles = list(self.possible_agents), 0
        return self._observe(), {seat: {} for seat in self.agents}

    def _observe(self) -> dict[str, Observation]:
        return {agent: self._observed(SEATS.index(agent)) for agent in self.agents}

    def _observed(self, seat: int) -> Observation:
        waits = np.array([seat not in self.table.position.actors()], np.int8)
        mask = np.concatenate((self.table.mask(seat), waits))
        return {"observation": self.table.observed(seat), "action_mask": mask}

    def step(self, actions: dict[str, int]) -> tuple[Json, ...]:
        infos: dict[str, Json] = {seat: {} for seat in self.agents}
        for seat in self.table.position.actors():
            action = int(actions[SEATS[seat]])
            if action not in self.table.position.choices(seat):
                action = self.table.any_choice(seat)
                infos[SEATS[seat]]["replaced"] = True
            self.table.play(seat, action)
        self._cycles += 1
        over = not self.table.position.to_act()
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        rewards = {seat: self.table.rewards()[seat] for seat in self.agents}
        told = (self._observe(), rewards, dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut), infos)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return told

    def render(self) -> Any:
        return self.table.picture()

    def close(self) -> None:
        """Nothing is held open."""
