"""Small games with secrets: trees, regret minimisation and best responses, against what can be found by hand."""

import numpy as np
import pytest

from fathoms.bots.solver.solver import Policy, TooLarge
from fathoms.engine.position import Position
from fathoms.games.nukha.notation import ACCUSE, BUY, CLAIM_AS, LEAVE
from fathoms.games.nukha.pieces import CLAIM_OF
from fathoms.games.nukha.state import ANSWER, CLAIM, RESPOND
from fathoms.lab.solved.levels import Level
from fathoms.lab.solved.nukha import small_cave
from fathoms.lab.solved.tree import Tree


@pytest.fixture(scope="module")
def one_egg() -> Tree:
    """Scores 6, 5, 5, Purses counted. Half the time the Nomads come at once and A wins. Else B finds the Egg."""
    return Tree(small_cave("egg", (6, 4, 4)))


@pytest.fixture(scope="module")
def two_cards() -> Tree:
    return Tree(small_cave("egg lizard", (4, 4, 4)))


def always(phase: int, action: int) -> Policy:
    """A policy that does this when it is asked there, and anything elsewhere."""

    def policy(told: Position, seat: int) -> dict[int, float]:
        choices = told.choices(seat)
        if int(told.record.phase) == phase and action in choices:
            return {action: 1.0}
        return dict.fromkeys(choices, 1 / len(choices))

    return policy


def test_a_position_everybody_knows() -> None:
    start = small_cave("egg lizard", (4, 4, 4))
    assert start.sound() == 0
    for seat in range(3):
        told = start.redacted(seat)
        world = told.imagined(seat, np.array([seat], np.uint64))
        assert (world.record.cave, world.record.discard) == (start.record.cave, start.record.discard)


class TestOneEgg:
    """A, who leaves the Egg, wins: B's attack is a lie whatever it is, and 6 with the Bottle beats 6 (N27)."""

    def test_a_captain_who_buys_loses_half(self, one_egg: Tree) -> None:
        """Buying costs a coin and an Egg: 4 for A, and 6 for B."""
        shares = one_egg.ask(always(ANSWER, BUY))
        assert one_egg.worth(shares) == pytest.approx([0.5, 0.5, 0])
        assert one_egg.gains(shares)[0] == pytest.approx(0.5)

    def test_regret_minimisation_learns_to_leave_it(self, one_egg: Tree) -> None:
        solved = one_egg.minimise(200)
        assert one_egg.worth(solved) == pytest.approx([1, 0, 0], abs=1e-3)
        assert one_egg.gains(solved) == pytest.approx([0, 0, 0], abs=1e-3)

    def test_a_captain_who_leaves_it_has_nothing_to_gain(self, one_egg: Tree) -> None:
        shares = one_egg.ask(always(ANSWER, LEAVE))
        assert one_egg.worth(shares)[0] == pytest.approx(1)
        assert one_egg.gains(shares) == pytest.approx([0, 0, 0])


class TestTwoCards:
    def test_what_a_seat_knows_never_spans_layers_or_choices(self, two_cards: Tree) -> None:
        nodes, seen = two_cards._nodes, dict[int, tuple[int, int, int]]()
        layer = np.searchsorted(two_cards.layers, np.arange(len(nodes)), side="right")
        for number, node in enumerate(nodes):
            if 0 <= node["who"] < 3:
                here = (int(layer[number]), int(node["count"]), int(node["who"]))
                assert seen.setdefault(int(node["info"]), here) == here
        assert len(seen) == two_cards.questions

    def test_a_find_is_a_secret(self, two_cards: Tree) -> None:
        """A must answer B's first claim alike whatever B found: two positions, one information set; B's are two."""
        nodes = two_cards._nodes
        first_claims = np.flatnonzero(nodes["who"] == 1)[:2]
        assert len(set(nodes["info"][first_claims])) == 2
        answers = [nodes[int(nodes[number]["first"])] for number in first_claims]
        assert [int(node["who"]) for node in answers] == [0, 0]
        assert answers[0]["info"] == answers[1]["info"]

    def test_regret_minimisation_leaves_nothing_to_gain(self, two_cards: Tree) -> None:
        gains = two_cards.gains(two_cards.minimise(400))
        assert max(gains) < 1e-4
        assert min(gains) > -1e-12
        assert max(two_cards.gains(two_cards.even())) > 0.1

    def test_who_never_lies_and_who_always_doubts(self, two_cards: Tree) -> None:
        """A best response to an open book is worth more than one to play that was learned."""

        def honest(told: Position, seat: int) -> dict[int, float]:
            choices = told.choices(seat)
            truth = CLAIM_AS + int(CLAIM_OF[told.record.found]) if int(told.record.phase) == CLAIM else -1
            return {truth: 1.0} if truth in choices else dict.fromkeys(choices, 1 / len(choices))

        solved = two_cards.minimise(200)
        for policy in (honest, always(RESPOND, ACCUSE)):
            assert sum(two_cards.gains(two_cards.ask(policy))) > 0.05 + sum(two_cards.gains(solved))

    def test_one_seat_may_play_its_own_way(self, two_cards: Tree) -> None:
        solved, even = two_cards.minimise(200), two_cards.even()
        best = two_cards.best_responses(solved)
        for seat in range(3):
            worth = two_cards.worth(two_cards.instead(solved, seat, even))
            assert sum(worth) == pytest.approx(1)
            assert worth[seat] <= best[seat] + 1e-12

    def test_a_best_response_does_not_hang_on_what_it_replaces(self, two_cards: Tree) -> None:
        """Also where the seat's own play would never have come."""
        even = two_cards.even()
        stubborn = two_cards.ask(lambda told, seat: {told.choices(seat)[-1]: 1.0})
        for seat in range(3):
            replaced = two_cards.best_responses(two_cards.instead(even, seat, stubborn))[seat]
            assert replaced == pytest.approx(two_cards.best_responses(even)[seat])

    def test_levels_leave_something_to_gain(self, two_cards: Tree) -> None:
        """To the finder most of all: sailors buy, whatever he says."""
        captain, finder, third = two_cards.gains(two_cards.ask(Level("sailor").mixture))
        assert finder > 0.1 > captain > 0.01 > third


def test_a_tree_without_room_is_refused() -> None:
    with pytest.raises(TooLarge, match="more than 500 nodes"):
        Tree(small_cave("egg lizard", (4, 4, 4)), most=500)
