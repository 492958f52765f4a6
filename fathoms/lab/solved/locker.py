"""Davy Jones' Locker to its end: the last cards of the deck by expectimax, and what each level loses there.

Without divers nobody decides while another knows more: what a Drone saw shows before anybody else is asked, and a Map's
cards go back or into the row. So with two players the end of the deck is a game of chance with open cards.
"""

from collections.abc import Iterator

from fathoms.bots.levels import LEVELS, Bot
from fathoms.bots.matches import decisions, sea_drift
from fathoms.bots.solver.solver import Solver, TooLarge
from fathoms.engine.conform import Dice
from fathoms.engine.dialect import count_bits
from fathoms.engine.game import find_game
from fathoms.engine.match import Match
from fathoms.engine.position import Position
from fathoms.engine.sea import Sea
from fathoms.lab.markdown import table
from fathoms.lab.solved.levels import Level
from fathoms.lab.solved.report import Mean, Progress

CARDS = 3  # left in the deck, at most
ROOM = 1 << 20  # positions worked out for one question, at most
EQUAL = 1e-9  # values nearer than this are one value


def late_questions(seed: int, cards: int = CARDS) -> Iterator[Position]:
    """One position of each of many games between two sailors: a choice with at most `cards` in the deck."""
    dice = Dice(seed)
    while True:
        found = list(_end_of_a_game(dice, cards))
        if found:
            yield dice.pick(found)


def _end_of_a_game(dice: Dice, cards: int) -> Iterator[Position]:
    match, sea = Match("locker", players=2, interpreted=False), Sea.from_seed(dice.below(1 << 30))
    bot = Bot("sailor", dice.below(1 << 30))
    for seat in decisions(match, dict.fromkeys(match.seats, bot), sea_drift(sea)):
        if count_bits(match.position.record.deck) <= cards and len(match.choices(seat)) > 1:
            yield match.position.copy()


def loss(values: dict[int, float], mixture: dict[int, float]) -> float:
    """What a mixture gives away against the best choice."""
    return sum(share * (max(values.values()) - values[action]) for action, share in mixture.items())


def rightness(values: dict[int, float], mixture: dict[int, float]) -> float:
    """How often a mixture makes a best choice."""
    best = max(values.values()) - EQUAL
    return sum(share for action, share in mixture.items() if values[action] > best)


def study(count: int, seed: int, progress: Progress) -> str:
    """What each level loses on `count` questions that matter, as Markdown."""
    solver, levels = Solver(find_game("locker"), ROOM), [Level(name, seed) for name in LEVELS]
    losses, right = {name: Mean() for name in LEVELS}, {name: Mean() for name in LEVELS}
    met = idle = skipped = 0
    for position in late_questions(seed):
        solver.forget()
        met += 1
        try:
            values = solver.values(position)
        except TooLarge:
            skipped += 1
            continue
        if max(values.values()) - min(values.values()) < EQUAL:
            idle += 1
            continue
        seat = position.actors()[0]
        for level in levels:
            mixture = level.mixture(position.redacted(seat), seat)
            losses[level.name].add(loss(values, mixture))
            right[level.name].add(rightness(values, mixture))
        progress(f"locker: {met - idle - skipped} of {count}")
        if met - idle - skipped == count:
            break
    rows = [(name, losses[name], f"{100 * right[name].mean:.1f} %") for name in LEVELS]
    return f"""Two players, no divers, at most {CARDS} cards left in the deck. Games between two sailors; from each that
gets there one choice is taken by lot: {met} in all. In {idle} of them every choice is worth the same. {skipped} had
more than {ROOM:,} positions to work out (nine bonus cards from a Locker of 28 have 6.9 million outcomes) and were left
aside. The other {met - idle - skipped} count. The loss is what a level's choice is worth less than the best one, in
shares of the win.

{table(("level", "mean loss", "best choices"), rows)}

A full expectimax: every fate with its exact odds to the end of the game, each position worked out once, in floating
point (a test compares it with fractions)."""
