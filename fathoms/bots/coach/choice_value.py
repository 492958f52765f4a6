"""What a choice is worth to a seat that knows what it knows: the coach's measure of decisions, and the hint's."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.coach import kernels
from fathoms.bots.coach.working_out import WorkedOut, work_out
from fathoms.bots.statistics import Z
from fathoms.engine.dialect import SEATS
from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.position import Position

Counts = npt.NDArray[np.int64]
Streams = npt.NDArray[np.uint64]
EXACT = 1000  # worlds that a share counts as, where it was worked out


def need_heuristic(game: Game) -> None:
    """The coach plays games on by rule of thumb; a game without one cannot be judged."""
    if not has_heuristic(game):
        raise OptionError(f"{game.name} has no rule of thumb to judge by; allowed: games with a part `heuristic`")


def open_streams(seed: tuple[int, ...], number: int) -> Streams:
    """So many independent streams of random numbers, the same for the same seed."""
    return np.random.default_rng(seed).integers(0, 2**64, number, dtype=np.uint64)


def share_table(players: int) -> Counts:
    """Winners as bits -> each seat's parts of the win; a game without winners does not end and is everybody's."""
    table = np.zeros((1 << len(SEATS), players), np.int64)
    for mask in range(1 << len(SEATS)):
        won = [seat for seat in range(players) if mask >> seat & 1] or list(range(players))
        table[mask, won] = WHOLE_WIN // len(won)
    return table


@dataclass(frozen=True)
class ChoiceValue:
    """A decision beside the best one found, both from what the seat knew. Shares are in parts of the worlds' wins."""

    choice: str
    best: str
    worlds: int
    share: int
    best_share: int
    error: float  # standard error of the cost

    @property
    def cost(self) -> float:
        """What the decision gave away, as a share of the win."""
        return (self.best_share - self.share) / (WHOLE_WIN * self.worlds)

    @property
    def is_costly(self) -> bool:
        """Whether the cost is more than the chance of the counting, 19 times in 20."""
        return self.cost > Z * self.error


def room_for(game: Game) -> kernels.Room:
    """Memory to play games on in."""
    size, seats = max(game.most_choices, game.most_fates), np.zeros((2, len(SEATS)), np.int64)
    out, weights = np.zeros(size, np.int32), np.zeros(size, np.int64)
    return kernels.Room(np.zeros(3, game.state), out, weights, np.zeros(1, np.uint64), seats[0], seats[1])


def try_choices(told: Position, players: int, seat: int, actions: list[int], streams: Streams) -> Counts:
    """The seat's parts of the win, a row for each imagined world and a column for each action: the same worlds for all.

    `told` is redacted for the seat: nothing else is known here.
    """
    game = told.game
    need_heuristic(game)
    outcomes = np.zeros((len(streams), len(actions)), np.uint8)
    kernels.weigh(told.states, room_for(game), seat, np.array(actions, np.int64), streams, outcomes)
    parts: Counts = share_table(players)[outcomes, seat]
    return parts


def choice_value(told: Position, players: int, seat: int, action: int, streams: Streams) -> ChoiceValue | None:
    """A decision's cost; None where there was nothing to decide. `told` is redacted for the seat.

    Whether others have already chosen face down changes nothing: the seat does not know what.
    Half of the worlds find the best choice, the other half measure by how much: were it the same half, the luckiest
    choice would look better than it is.
    """
    told = told.taken_back(seat)
    choices = told.choices(seat)
    if len(choices) < 2:
        return None
    worked = work_out(told, players, seat)
    if worked is not None:
        return _worked_value(told.game, worked, action)
    text = told.game.action_text
    half = len(streams) // 2
    sums = try_choices(told, players, seat, choices, streams[:half]).sum(axis=0)
    mine = choices.index(action)
    best = mine if sums[mine] == sums.max() else int(sums.argmax())
    if best != mine:
        pair = try_choices(told, players, seat, [choices[best], action], streams[half:])
        gap = pair[:, 0] - pair[:, 1]
        if gap.sum() > 0:
            worlds = len(pair)
            error = float(gap.std(ddof=1)) / WHOLE_WIN / worlds**0.5
            shares = (int(pair[:, 1].sum()), int(pair[:, 0].sum()))
            return ChoiceValue(text(action), text(choices[best]), worlds, *shares, error)
    return ChoiceValue(text(action), text(action), half, int(sums[mine]), int(sums[mine]), 0.0)


def _worked_value(game: Game, worked: WorkedOut, action: int) -> ChoiceValue:
    """A decision beside the best one, both worked out, in parts of a thousand worlds' wins."""
    best = next(iter(worked.values))
    parts = {one: round(worked.values[one] * WHOLE_WIN * EXACT) for one in (action, best)}
    if parts[best] == parts[action]:
        best = action
    error = worked.error if best != action else 0.0
    return ChoiceValue(game.action_text(action), game.action_text(best), EXACT, parts[action], parts[best], error)
