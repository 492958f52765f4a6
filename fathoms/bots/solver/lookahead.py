"""Lookahead: a turn or two of a game for two worked out exactly, and what was learned about what follows.

For games in which nothing is hidden but what both choose at the same time. The choice is drawn from a mixture that
loses nothing to an opponent who knows it, as far as the learned values are right.
"""

from fathoms.bots.networks.policy import NO_POLICY, lookahead_of
from fathoms.bots.search.kernels import choose_together
from fathoms.bots.solver.solver import Solver, TooLarge
from fathoms.engine.dialect import pick_share
from fathoms.engine.position import Position

A_SECOND = 1 << 17  # positions that there is room for in a second; a core of today works out about as many
ONE_TURN = 1 << 13  # positions that one turn has at most, with something to spare


def can_look_ahead(position: Position) -> bool:
    """Whether two play, and the game has something learned to look ahead with."""
    return int(position.record.players) == 2 and lookahead_of(position.game) is not NO_POLICY


class Lookahead:
    """One decision. `position` is redacted for `seat`: nothing else is known.

    It looks as many `turns` ahead as there are not more than `room` positions in them, and one in any case.
    """

    def __init__(self, position: Position, seat: int, turns: int, room: int = A_SECOND) -> None:
        self._root, self.seat, self.turns = position.copy(), seat, turns
        choose_together(self._root.states, seat)
        while self.turns > 1:
            try:
                self.mixture = self._look_ahead(room)
                return
            except TooLarge:
                self.turns -= 1
        self.mixture = self._look_ahead(max(room, ONE_TURN))

    def _look_ahead(self, room: int) -> dict[int, float]:
        game = self._root.game
        table = 2 * room  # half empty, a place is found at once
        solver = Solver(game, table, remember_fates=False, net=lookahead_of(game), turns=self.turns)
        return solver.mixture(self._root, self.seat)

    def choose(self, draw: float) -> int:
        """An action, as often as the mixture says; `draw` is from 0 up to 1."""
        actions, shares = list(self.mixture), list(self.mixture.values())
        return actions[int(pick_share(shares, len(shares), draw * sum(shares)))]
