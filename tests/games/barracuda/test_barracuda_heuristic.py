"""The rule of thumb: always a legal move, and better than any."""

import random

import numpy as np
import pytest

from fathoms import Match, Sea
from fathoms.bots.levels import Bot
from fathoms.engine.dialect import SEATS
from fathoms.games.barracuda.heuristic import heuristic
from tests.games.barracuda.barracuda_helpers import go, table


def advice(match: Match, seat: str, rng: np.ndarray) -> str:
    number = SEATS.index(seat)
    with np.errstate(over="ignore"):
        return match.game.action_text(int(heuristic(match.position.redacted(number).record, number, rng)))


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


def without_the_card(match: Match, seat: str, bot: Bot, chance: random.Random) -> str:
    """What a sailor plays who never plays the Barracuda card while he has another."""
    for _ in range(20):
        choice = bot.choose(match, seat)
        if choice != "play barracuda":
            return choice
    others = [choice for choice in match.choices(seat) if choice != "play barracuda"]
    return chance.choice(others or ["play barracuda"])


def wins(games: int, players: int, level: str, never_the_card: bool = False) -> float:
    """The share of the wins of one sailor among players of a level, each seat in turn."""
    won = 0.0
    for seed in range(games):
        match, sea = Match("barracuda", interpreted=False, players=players), Sea.from_seed(seed)
        odd, bot, other = match.seats[seed % players], Bot("sailor", seed), Bot(level, seed + 1)
        while not match.over:
            seat = match.to_act[0]
            if seat == odd and never_the_card:
                choice = without_the_card(match, seat, bot, random.Random(seed))
            else:
                choice = (bot if seat == odd else other).choose(match, seat)
            match.play(f"{seat} {choice}")
            match.drift(sea)
        won += (odd in match.winners) / len(match.winners)
    return won / games


def test_a_sailor_beats_a_deckhand_nine_times_in_ten():
    assert wins(200, 2, "deckhand") > 0.9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_never_playing_the_barracuda_card_is_no_improvement(players):
    """It won twice a fair share among four."""
    assert wins(150, players, "sailor", never_the_card=True) * players < 1.25


def test_two_sailors_come_to_an_end():
    """Waiting off the wrecks with the Barracuda card is safe; two who only wait would play a hundred turns."""
    lengths = []
    for seed in range(30):
        match, sea, bot = Match("barracuda", interpreted=False, players=2), Sea.from_seed(seed), Bot("sailor", seed)
        while not match.over:
            match.play(f"{match.to_act[0]} {bot.choose(match, match.to_act[0])}")
            match.drift(sea)
        lengths.append(int(match.position.record.turn))
    assert sum(lengths) / len(lengths) < 40


def test_it_banks_a_winning_bag_that_nobody_can_stop():
    """B has neither card 1 nor the Barracuda card."""
    match = table("3 1: stay", "4 b: sea roll 1; B send 2", players=2, extras=[1])
    assert {advice(match, "A", np.array([seed], np.uint64)) for seed in range(20)} == {"play 1"}


def test_it_takes_cards_back_in_the_shelter_while_a_full_bag_is_hunted():
    """B has the initiative and the Barracuda card, and the Barracuda lies beside the bank."""
    match = table("3 b: sea roll 1; B send 6", "4 b: sea roll 1; B send 6", players=2)
    assert {advice(match, "A", np.array([seed], np.uint64)) for seed in range(20)} == {"play 5"}


def test_it_banks_what_it_has_on_the_last_turn():
    """Only the chest counts after it."""
    match = table(players=2)
    record, played = match.position.redacted(0).record, {}
    for turn in (1, 100):
        record.turn = turn
        with np.errstate(over="ignore"):
            played[turn] = [int(heuristic(record, 0, np.array([seed], np.uint64))) for seed in range(40)]
    bank = match.game.action_codes["play 1"]
    assert played[1].count(bank) < 10
    assert played[100].count(bank) > 30


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
