"""Learning values for lookahead in a game for two: what a turn's end is worth, from turns that are worked out.

The value of a position in which both choose is that of a matrix game over what the turn can lead to. Learning it makes
the next turn's values better, and so on back from the ends of games: fitted value iteration.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np

from fathoms.bots.networks.files import need_features
from fathoms.bots.networks.policy import lookahead_file, read_policy
from fathoms.bots.networks.policy_kernels import Net
from fathoms.bots.solver.kernels import Task
from fathoms.bots.solver.solver import NOBODY, room_for
from fathoms.engine.conform import Dice, random_options
from fathoms.engine.game import Game
from fathoms.engine.hooks import has_heuristic
from fathoms.engine.kinds import Floats, Ints
from fathoms.lab.learn.learned import Settings, save_policy
from fathoms.lab.learn.lookahead_kernels import Openings, Player, Rows, play_looking_ahead
from fathoms.lab.learn.network import Fit, PolicyNetwork, newborn
from fathoms.lab.simulate.kernels import Begin

OPENINGS = Openings(careless=30, late=0.1)
ASTRAY = 0.3  # of the decisions: values are those of perfect play wherever it starts
POSITIONS = 1 << 13  # of a turn
TABLES = 40
PLAIN = 30  # of them


@dataclass(frozen=True)
class LookaheadSettings(Settings):
    """How the values of turns' ends are learned."""

    kind = "lookahead"
    minutes: Annotated[float, "How long; compiling counts."] = 20.0
    rows: Annotated[int, "Rows that a core makes in a step."] = 2000
    batch: Annotated[int, "Rows per batch."] = 512
    rounds: Annotated[int, "How often the fit goes over the rows of a step."] = 4
    width: Annotated[int, "Width of a network that starts from nothing."] = 256
    rate: Annotated[float, "Rate of learning at first."] = 0.001
    keep: Annotated[int, "Steps between two reports."] = 10
    start: Annotated[Path | None, "A network to go on from."] = None


def train_lookahead(game: Game, how: LookaheadSettings, tell: Callable[[str], None]) -> Path:
    """Learn, and keep what was learned, on the way too; where."""
    file = how.out or lookahead_file(game)
    network = PolicyNetwork(read_policy(how.start, game) if how.start else blank_mind(game, how.width, how.seed))
    studies = [Study(game, how.rows, how.seed + core) for core in range(how.cores)]
    begun, number = time.monotonic(), 0
    with ThreadPoolExecutor(how.cores) as pool:
        fit = Fit(network, pool, how.cores, how.batch, how.rounds, how.seed)
        while (part := (time.monotonic() - begun) / (60 * how.minutes)) < 1:
            known, returns = _play_on(pool, studies, network.net(), how, number)
            error = _fit(fit, network, known, returns, how.rate * (1 - part) + how.rate / 30)
            number += 1
            if number % how.keep == 0:
                told = f"squared error {error:.5f} where the values vary by {returns.var():.4f}"
                tell(f"{game.name}: step {number}, {part:.0%}: {told}")
                save_policy(file, network.parts, game, how)
    save_policy(file, network.parts, game, how)
    return file


def _play_on(
    pool: ThreadPoolExecutor, studies: "Sequence[Study]", net: Net, how: LookaheadSettings, number: int
) -> tuple[Floats, Floats]:
    """The rows of a step, of all the cores."""
    starts = [(number * how.cores + core) * how.rows for core in range(how.cores)]
    jobs = [pool.submit(study.play, net, how.seed, start) for study, start in zip(studies, starts, strict=True)]
    known, returns = (np.concatenate(each) for each in zip(*(job.result() for job in jobs), strict=True))
    return known, returns


def _fit(fit: Fit, network: PolicyNetwork, known: Floats, returns: Floats, rate: float) -> float:
    return float(
        fit.run(len(returns), rate, lambda some, whole: network.value_gradient(known[some], returns[some], whole))
    )


def tables_for_two(game: Game, seed: int) -> Ints:
    """Encoded options of tables of two: three quarters plain ones, then whatever can be chosen."""
    dice, plain = Dice(seed), game.options.read(players=2)
    tables = [plain] * PLAIN
    while len(tables) < TABLES:
        options = random_options(game, dice)
        if options["players"] == 2:
            tables.append(options)
    return np.array([game.options.encode(values) for values in tables])


def blank_mind(game: Game, width: int, seed: int) -> list[Floats]:
    """A network that knows nothing and prefers nothing: only its value is learned."""
    parts = newborn(game, width, seed)
    return [*parts[:3], parts[3][:0], parts[4][:0], *parts[5:]]


class Study:
    """Where one core plays and works turns out: its room for games and for the rows of them."""

    def __init__(self, game: Game, rows: int, seed: int) -> None:
        has_heuristic(game)
        self._options, self._rows = (
            tables_for_two(game, seed),
            Rows(np.zeros((rows, need_features(game).KNOWN_FEATURES), np.float32), np.zeros(rows, np.float32)),
        )
        self._tables, self._worlds, self._blank = (np.zeros(size, game.state) for size in (1, 2, 1))
        self._game, size = game, max(game.most_choices, game.most_fates)
        self._out, self._weights = np.zeros(size, np.int32), np.zeros(size, np.int64)

    def play(self, net: Net, seed: int, first: int) -> tuple[Floats, Floats]:
        """What seats knew when a turn began, and what it was worth to them; the same from the same seed and `first`."""
        states, room = room_for(self._game, net, POSITIONS)
        task = Task(0, False, room.results[:0], NOBODY, net, 1)
        begin = Begin(self._blank, self._options, seed)
        player = Player(states, room, task, ASTRAY, self._out, self._weights)
        play_looking_ahead(self._tables, self._worlds, begin, first, OPENINGS, player, self._rows)
        return self._rows
