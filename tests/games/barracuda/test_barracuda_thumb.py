"""The rule of thumb: always a legal move, and better than any."""

import random

import numpy as np
import pytest

from fathoms import Match
from fathoms.bots.thumb.barracuda import thumb
from fathoms.engine.dialect import SEATS
from tests.games.barracuda.barracuda_helpers import go, table


def advice(match: Match, seat: str, rng: np.ndarray) -> str:
    number = SEATS.index(seat)
    with np.errstate(over="ignore"):
        return match.game.action_text(int(thumb(match.position.redacted(number).record, number, rng)))


def finish(match: Match, sensible: str, seed: int) -> Match:
    """Play on with the rule of thumb in some seats and chance in the others."""
    chance, rng = random.Random(seed), np.array([seed], np.uint64)
    while not match.over:
        who = match.to_act[0]
        if who == "sea":
            event = chance.choice(list(match.fates()))
        else:
            event = advice(match, who, rng) if who in sensible else chance.choice(match.choices(who))
        match.play(f"{who} {event}")
    return match


@pytest.mark.parametrize("options", [{}, {"teams": True}, {"extras": [2, 6]}, {"extras": [1, 2], "teams": True}])
def test_its_moves_are_legal(options):
    for seed in range(3):
        assert finish(table(**options), "ABCD", seed).winners


def test_it_beats_chance():
    wins = sum(finish(table(players=2), "A", seed).winners == ["A"] for seed in range(40))
    assert wins >= 30


def test_it_banks_a_winning_bag():
    match = table("3 b: sea roll 1; B send 6", "4 b: sea roll 1; B send 6", players=2, extras=[1])
    assert {advice(match, "A", np.array([seed], np.uint64)) for seed in range(20)} == {"play 1"}


def test_it_robs_a_full_bag():
    match = table("5 3: stay", "4 4: stay", players=2)
    assert advice(match, "A", np.array([1], np.uint64)) == "rob B"


def test_it_sends_the_barracuda_to_a_full_bag():
    match = table("b 4: sea roll 2", players=2)
    assert advice(match, "A", np.array([1], np.uint64)) == "send 4"


def test_it_gathers_coins_with_the_ally_who_can_bank():
    """A has played card 1 and has 4 coins; C, who still holds it and has the initiative, takes them all."""
    match = go(table("1 b 5 b: stay", "3 b 5 b: stay", teams=True), "5 b 5 b: stay")
    assert match.to_act == ["C"]
    assert advice(match, "C", np.array([1], np.uint64)) == "share A 6"
