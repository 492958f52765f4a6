"""Lookahead: a turn is worked out exactly, what follows is what was learned, and nothing hidden is looked at."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from fathoms import Match, games
from fathoms.bots.levels import Bot, think_about
from fathoms.bots.networks.policy import NO_POLICY, Net, lookahead_of
from fathoms.bots.networks.values import features_of
from fathoms.bots.solver.lookahead import Lookahead, can_look_ahead
from fathoms.bots.solver.solver import Solver, TooLarge, solve_game
from fathoms.engine.dialect import SEA
from fathoms.engine.position import Position
from fathoms.lab.learn.lookahead import blank_mind
from fathoms.lab.learn.network import PolicyNetwork
from fathoms.lab.solved.barracuda import OPENING
from tests.bots.test_policy import _facts
from tests.bots.test_search import positions

BARRACUDA = games.find("barracuda")


def some_hope(seed: int = 1) -> Net:
    """A network with values of its own that nobody taught it."""
    learner = PolicyNetwork(blank_mind(BARRACUDA, 16, seed))
    learner.parts[5][:] = np.random.default_rng(seed).normal(size=8) * 0.05
    return learner.net()


def turns_begin(count: int) -> Iterator[Position]:
    """Positions of games by sailors in which both choose."""
    for match, _ in positions("barracuda", 3 * count, players=2):
        if len(match.to_act) == 2 and count:
            count -= 1
            yield match.position


def hope_of_first(position: Position, net: Net) -> float:
    expected_shares = []
    for seat in range(2):
        known = np.zeros(features_of(BARRACUDA).KNOWN_FEATURES, np.float32)
        _facts(position.states, seat, known)
        expected_shares.append(float(PolicyNetwork(net).forward(known[None])[3][0]))
    return min(1.0, max(0.0, (1 + expected_shares[0] - expected_shares[1]) / 2))


def after(position: Position, *events: tuple[int, int]) -> Position:
    later = position.copy()
    for who, event in events:
        later.happen(who, event)
    return later


def by_the_book(position: Position, turn: int, net: Net) -> float:
    """A's share, by plain recursion to the next turn."""
    actors = position.actors()
    if not actors:
        return {1: 1.0, 2: 0.0, 3: 0.5}[position.winners()]
    if int(position.record.turn) > turn:
        return hope_of_first(position, net)
    if actors == [SEA]:
        fates = position.fates()
        total = sum(weight for _, weight in fates)
        return sum(weight * by_the_book(after(position, (SEA, fate)), turn, net) for fate, weight in fates) / total
    if len(actors) == 1:
        seat = actors[0]
        shares = [by_the_book(after(position, (seat, choice)), turn, net) for choice in position.choices(seat)]
        return max(shares) if seat == 0 else min(shares)
    return solve_game(matrix_of(position, turn, net))[0]


def matrix_of(position: Position, turn: int, net: Net) -> Any:
    return [
        [by_the_book(after(position, (0, mine), (1, theirs)), turn, net) for theirs in position.choices(1)]
        for mine in position.choices(0)
    ]


def test_a_turn_is_worked_out_as_by_the_book() -> None:
    net = some_hope()
    for position in turns_begin(2):
        solver = Solver(BARRACUDA, 1 << 13, remember_fates=False, net=net, turns=1)
        expected = np.array(matrix_of(position, int(position.record.turn), net))
        assert solver.matrix(position) == pytest.approx(expected, abs=1e-5)
        assert expected.std() > 0.001


def test_two_turns_are_the_next_turn_of_every_turn() -> None:
    position, net = next(turns_begin(1)), some_hope()
    two = Solver(BARRACUDA, 1 << 17, remember_fates=False, net=net, turns=2)
    one = Solver(BARRACUDA, 1 << 13, remember_fates=False, net=net, turns=1)
    mine, theirs = position.choices(0)[0], position.choices(1)[0]
    rolled = after(position, (0, mine), (1, theirs))
    expected, total = 0.0, 0
    for fate, weight in rolled.fates():
        later = after(rolled, (SEA, fate))
        assert later.to_act() == 3  # nobody is asked in between
        one.forget()
        expected += weight * one.value(later)
        total += weight
    assert two.matrix(position)[0, 0] == pytest.approx(expected / total)


def test_what_ends_within_the_turns_needs_no_hope() -> None:
    position = OPENING.position()
    wrong = PolicyNetwork(some_hope())
    wrong.parts[6][:] = 0.9
    ahead = Solver(BARRACUDA, 1 << 19, remember_fates=False, net=wrong.net(), turns=3)
    truth = Solver(BARRACUDA, 1 << 19, remember_fates=False)
    assert (ahead.matrix(position) == truth.matrix(position)).all()


def test_a_mixture_is_drawn_from() -> None:
    mixed = next(
        found
        for found in (Lookahead(position.redacted(0), 0, 1) for position in turns_begin(20))
        if max(found.mixture.values()) < 0.8
    )
    assert sum(mixed.mixture.values()) == pytest.approx(1)
    drawn = [mixed.choose((k + 0.5) / 1000) for k in range(1000)]
    for action, share in mixed.mixture.items():
        assert drawn.count(action) / 1000 == pytest.approx(share, abs=0.002)


def test_a_seat_that_chooses_alone_takes_the_best() -> None:
    asked = 0
    for match, seat in positions("barracuda", 60, players=2):
        if len(match.to_act) == 1 and len(match.choices(seat)) > 1:
            number = "AB".index(seat)
            solver = Solver(BARRACUDA, 1 << 13, remember_fates=False, net=lookahead_of(BARRACUDA), turns=1)
            values = solver.values(match.position)
            found = Lookahead(match.position.redacted(number), number, 1).choose(0.5)
            assert values[found] == max(values.values())
            asked += 1
    assert asked > 1


def test_the_card_that_the_other_has_chosen_changes_nothing() -> None:
    match = Match("barracuda", players=2, interpreted=False)
    found = []
    for card in (None, "1", "4", "barracuda"):
        other = Match.load(match.save()) if card is None else match_with(match, card)
        found.append(Lookahead(other.position.redacted(0), 0, 2).mixture)
    assert found[0] == found[1] == found[2] == found[3]


def match_with(match: Match, card: str) -> Match:
    other = Match.load(match.save())
    other.play(f"B play {card}")
    return other


def test_too_little_room_makes_it_look_a_turn_less_far() -> None:
    told = Match("barracuda", players=2, interpreted=False).position.redacted(0)
    assert Lookahead(told, 0, 2).turns == 2
    near = Lookahead(told, 0, 2, 500)
    assert near.turns == 1
    assert near.mixture == Lookahead(told, 0, 1).mixture
    with pytest.raises(TooLarge):
        Solver(BARRACUDA, 100, remember_fates=False, net=lookahead_of(BARRACUDA), turns=1).value(told)


def test_only_abyss_at_a_table_of_two_looks_ahead() -> None:
    rng = np.array([1], np.uint64)
    for level, players, game, looks_ahead in (
        ("abyss", 2, "barracuda", True),
        ("captain", 2, "barracuda", False),
        ("abyss", 3, "barracuda", False),
        ("abyss", 2, "reef", False),
    ):
        match, seat = positions(game, 1, players=players)[0]
        number = "ABC".index(seat)
        thought = think_about(level, match.position.redacted(number), number, rng, 20, 0.0)
        assert isinstance(thought, Lookahead) == looks_ahead
    assert lookahead_of(games.find("nukha")) is NO_POLICY
    assert not can_look_ahead(Match("barracuda", players=4).position)


def test_the_same_seed_and_room_give_the_same_moves() -> None:
    match = Match("barracuda", players=2, interpreted=False)
    moves = [[Bot("abyss", 5, iterations=iterations).choose(match, "A") for _ in range(3)] for iterations in (20, 20)]
    assert moves[0] == moves[1]


def test_what_was_learned_has_the_size_of_what_it_is_told() -> None:
    net = lookahead_of(BARRACUDA)
    assert net.first.shape[0] == features_of(BARRACUDA).KNOWN_FEATURES
    assert all(np.isfinite(part).all() for part in net)
    assert len(net.actions) == len(net.action_bias) == 0
