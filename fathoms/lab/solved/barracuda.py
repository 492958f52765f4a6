"""Barracuda made small: two players, fewer coins to win, a few turns left; worked out layer by layer.

A reduced game is a real position of the rules: chests that already hold most of the coins, and the last turns of the
hundred (B28, B29). Every pair of cards played at once is a matrix game over the values of what follows.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from fathoms.bots.levels import LEVELS, Bot
from fathoms.bots.matches import decisions, sea_drift
from fathoms.bots.solver.solver import Mixture, Solver, solve_game
from fathoms.engine.conform import Dice
from fathoms.engine.game import find_game
from fathoms.engine.match import Match
from fathoms.engine.position import Position
from fathoms.engine.sea import Sea
from fathoms.games.barracuda.pieces import LAST_TURN
from fathoms.lab.markdown import table
from fathoms.lab.solved.levels import Level
from fathoms.lab.solved.report import Mean, Progress

GOAL = 8
ROOM = 1 << 21
QUESTIONS = 1 << 13  # of a whole reduced game


@dataclass(frozen=True)
class Reduced:
    """A reduced game: what was played before it begins, the coins each side still needs, the turns that are left."""

    name: str
    lines: tuple[str, ...]
    coins: int
    turns: int

    def position(self) -> Position:
        match = Match("barracuda", players=2, goal=GOAL, interpreted=False)
        for line in self.lines:
            match.play(line)
        return shorten(match.position, GOAL - self.coins, self.turns)


def shorten(position: Position, banked: int, turns: int) -> Position:
    """A copy with so many more coins in both chests, and only the last turns to play."""
    short = position.copy()
    record = short.record
    for seat in range(2):
        record.chest[seat] += banked
    record.issued += 2 * banked
    record.turn = LAST_TURN + 1 - turns
    return short


ONE_TURN = ("A play 3", "B play 3", "sea roll 1 towards 6")  # a tie: a coin each, and the Unique action nobody's
TWO_TURNS = (*ONE_TURN, "A play 4", "B play 4", "sea roll 1 towards 6")
OPENING = Reduced("the opening, 2 coins to win, 3 turns", (), 2, 3)
TOGETHER = Reduced("both on wreck 3, 4 coins to win, 3 turns", ONE_TURN, 4, 3)
WHOLE = Reduced("both on wreck 4, 4 coins to win, 2 turns", TWO_TURNS, 4, 2)


def mixture_at(level: Level, position: Position, seat: int = 0) -> Mixture:
    """A level's mixture over a seat's choices, in their order."""
    found = level.mixture(position.redacted(seat), seat)
    return np.array([found.get(action, 0.0) for action in position.choices(seat)])


def margin(matrix: Mixture, mixture: Mixture) -> float:
    """What A's mixture loses to an opponent who knows it and answers best, against the value of the game."""
    return max(0.0, solve_game(matrix)[0] - float((mixture @ matrix).min()))  # less than nothing is rounding


def late_choices(seed: int, turns: int) -> Iterator[Position]:
    """Positions of games between two sailors in which both choose, one a game, shortened to these turns."""
    dice = Dice(seed)
    while True:
        match, sea = Match("barracuda", players=2, interpreted=False), Sea.from_seed(dice.below(1 << 30))
        bot, found = Bot("sailor", dice.below(1 << 30)), []
        for _ in decisions(match, dict.fromkeys(match.seats, bot), sea_drift(sea)):
            if len(match.to_act) == 2 and int(match.position.record.turn) > 1:
                found.append(match.position.copy())
        if found:
            yield shorten(dice.pick(found), 0, turns)


def study(count: int, seed: int, progress: Progress) -> str:
    """Margins at the opening, at `count` positions and over a whole reduced game, as Markdown."""
    return "\n\n".join(
        [
            _HEAD,
            *(_opening(reduced, seed, progress) for reduced in (OPENING, TOGETHER)),
            _many(count, seed, progress),
            _whole(seed, progress),
        ]
    )


_HEAD = """Two players, no extra cards. A reduced game is a position of the rules with chests that lack a few coins and
the last turns to play; it is worked out layer by layer, a matrix game wherever both choose. The margin is what a
level's mixture loses, in shares of the win, against an opponent who knows the mixture and answers best at that choice;
what follows is played perfectly by both. The mixture is that of one search."""


def _opening(reduced: Reduced, seed: int, progress: Progress) -> str:
    solver, position = Solver(find_game("barracuda"), ROOM, remember_fates=False), reduced.position()
    progress(f"barracuda: {reduced.name}")
    matrix = solver.matrix(position)
    value, best, _ = solve_game(matrix)
    cards = [find_game("barracuda").action_text(action).removeprefix("play ") for action in position.choices(0)]
    rows = [("perfect", f"{0:.4f}", *(f"{share:.3f}" for share in best))]
    for name in LEVELS:
        mixture = mixture_at(Level(name, seed), position)
        rows.append((name, f"{margin(matrix, mixture):.4f}", *(f"{share:.3f}" for share in mixture)))
    return f"""### {reduced.name[0].upper()}{reduced.name[1:]}
{solver.positions:,} positions with a decision; the value for A is {value:.4f}. How often each card is played:

{table(("level", "margin", *cards), rows)}"""


def _many(count: int, seed: int, progress: Progress) -> str:
    turns = 2
    solver, levels = Solver(find_game("barracuda"), ROOM, remember_fates=False), [Level(name, seed) for name in LEVELS]
    margins, worst = {name: Mean() for name in LEVELS}, dict.fromkeys(LEVELS, 0.0)
    for number, position in zip(range(count), late_choices(seed, turns), strict=False):
        solver.forget()
        matrix = solver.matrix(position)
        for level in levels:
            found = margin(matrix, mixture_at(level, position))
            margins[level.name].add(found)
            worst[level.name] = max(worst[level.name], found)
        progress(f"barracuda: {number + 1} of {count}")
    rows = [(name, margins[name], f"{worst[name]:.4f}") for name in LEVELS]
    return f"""### {count} positions of games between sailors, as if {turns} turns were left
{table(("level", "mean margin", "largest"), rows)}"""


def whole_game(level: Level, reduced: Reduced) -> tuple[float, int]:
    """What a level that plays A loses if B best responds at every decision of the game; and A's questions in it."""
    solver = Solver(find_game("barracuda"), ROOM, QUESTIONS, remember_fates=False)
    position = reduced.position()
    value = solver.value(position)
    mixtures = solver.ask(0, level.mixture)
    return value - solver.against(position, 0, mixtures), int((mixtures > 0).any(axis=1).sum())


def _whole(seed: int, progress: Progress) -> str:
    lost, questions = {}, 0
    for name in LEVELS:
        progress(f"barracuda: a whole game of {name}")
        lost[name], questions = whole_game(Level(name, seed), WHOLE)
    rows = [(name, f"{lost[name]:.4f}") for name in LEVELS]
    return f"""### A whole reduced game: {WHOLE.name}
B knows how A's level plays at each of the {questions:,} positions in which A has a choice, and best responds
throughout, not at one choice only.

{table(("level", "lost by A"), rows)}"""
