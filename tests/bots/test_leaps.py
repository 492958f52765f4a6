"""A curve that leaps near the end of a game: the leap is what somebody did, and no accident of sampling."""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.coach.check import play_game
from fathoms.bots.coach.choice_value import share_table
from fathoms.bots.coach.coach import Report, nodes_of, read_game
from fathoms.engine.dialect import SEA
from fathoms.engine.game import find_game
from fathoms.engine.hooks import heuristic
from fathoms.engine.match import Match
from fathoms.engine.position import Position

LEAPING = 10  # a game of four: D goes from nothing to the win and back within two decisions, and C the other way
MOST_FATES = 40  # at one event: with more, the rest is not counted up
ENOUGH = 3000  # events that are counted up for a position
FAR = 5  # standard errors


class TooMuch(Exception):
    pass


class Counter:
    """Each seat's share of the win, every fate counted with its odds, and the seats playing by rule of thumb."""

    def __init__(self, players: int) -> None:
        self.table, self.events = share_table(players), 0

    def count(self, position: Position) -> list[Fraction]:
        self.events += 1
        if self.events > ENOUGH:
            raise TooMuch
        actors = position.actors()
        if not actors:
            return [Fraction(int(part), WHOLE_WIN) for part in self.table[position.winners()]]
        if actors != [SEA]:
            return self.count(after(position, actors[0], by_rule_of_thumb(position, actors[0])))
        fates = position.fates()
        if len(fates) > MOST_FATES:
            raise TooMuch
        total = sum(weight for _, weight in fates)
        counted = [(Fraction(weight, total), self.count(after(position, SEA, fate))) for fate, weight in fates]
        return [
            sum((odds * shares[seat] for odds, shares in counted), Fraction(0)) for seat in range(len(counted[0][1]))
        ]


def after(position: Position, who: int, event: int) -> Position:
    then = position.copy()
    then.happen(who, event)
    return then


def by_rule_of_thumb(position: Position, seat: int) -> int:
    with np.errstate(over="ignore"):
        return int(heuristic(position.redacted(seat).record, seat, np.array([1], np.uint64)))


def counted_endings(match: Match) -> Iterator[tuple[int, list[Fraction]]]:
    """The last events of a game, backwards, each with the exact shares before it, as far as they can be counted."""
    for node in reversed(list(nodes_of(match))):
        try:
            yield node.numbers[0], Counter(match.players).count(node.position)
        except TooMuch:
            return


def leaps(report: Report, number: int) -> bool:
    change = [abs(part) / report.whole for part in report.happenings[number - 1].change]
    return max(change) > 0.45


def test_the_end_of_a_leaping_curve_is_what_counting_every_fate_gives() -> None:
    game = find_game("locker")
    match = play_game(game, Match(game, players=4).options, ["sailor", "deckhand"], LEAPING)
    report = read_game(match, 100, judging=False)
    counted = dict(counted_endings(match))
    assert any(leaps(report, number) for number in counted), "the leap is among what can be counted"
    for number, shares in counted.items():
        before = report.happenings[number - 2]
        for seat, share in enumerate(shares):
            found = before.after[seat] / report.whole
            assert abs(found - share) <= FAR * max(before.spread[seat], 0.01), (number, seat, found, float(share))
            assert share not in (0, 1) or found == share  # what is certain is told as certain
