"""Barracuda's rule of thumb where more than two play: sailors mix, keep apart and cannot be read; two play as ever."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from fathoms import Match, Sea, games
from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.bots.levels import Bot
from fathoms.lab.balance.play import Run, shares_by_seat, watch_chunk
from fathoms.lab.contest.tournament import Entrant, Pairing, seatings
from fathoms.lab.simulate.simulation import Plan, simulate

BARRACUDA = games.find("barracuda")
TABLES: list[dict[str, Any]] = [{"players": 3}, {"players": 4}, {"players": 4, "teams": True}]
MANY = pytest.mark.parametrize("options", TABLES, ids=("three", "four", "teams"))

Reveal = tuple[list[int], list[int]]  # the hands, as masks, and the cards played from them, seat by seat


def reveals(options: dict[str, Any], deals: int) -> Iterator[Reveal]:
    """Every turn of games between sailors, each with a random number of its own."""
    for deal in range(deals):
        match, sea = Match(BARRACUDA, interpreted=False, **options), Sea.from_seed(deal)
        bots = {seat: Bot("sailor", 100 * deal + number) for number, seat in enumerate(match.seats)}
        match.drift(sea)
        while not match.over:
            hands, cards = match.position.record.hand.tolist(), []
            for seat in match.to_act:
                choice = bots[seat].choose(match, seat)
                if choice.startswith("play "):
                    cards.append(BARRACUDA.action_codes[choice] - BARRACUDA.action_codes["play 1"])
                match.play(f"{seat} {choice}")
            if cards:
                yield hands[: len(cards)], cards
            match.drift(sea)


def alike_at_random(first: int, second: int) -> float:
    """The chance that any card of one hand and any of another are the same."""
    return (first & second).bit_count() / (first.bit_count() * second.bit_count())


def shuffled(cards: np.ndarray, first: int, second: int) -> float:
    """How often two seats' cards are the same when those of one seat are taken from other turns and deals."""
    return float(np.mean(cards[:, first] == np.random.default_rng(1).permutation(cards[:, second])))


@MANY
def test_two_sailors_play_the_same_card_hardly_more_often_than_chance(options: dict[str, Any]) -> None:
    """In 13 of 15 reveals two of them did: chance is any card of the hands, or those of other turns and deals."""
    seen = list(reveals(options, 100))
    hands, cards = (np.array(part) for part in zip(*seen, strict=True))
    for one, two in combinations(range(options["players"]), 2):
        alike = float(np.mean(cards[:, one] == cards[:, two]))
        assert alike < np.mean([alike_at_random(int(row[one]), int(row[two])) for row in hands]) + 0.1
        assert alike < shuffled(cards, one, two) + 0.1


def share_among_deckhands(players: int, deals: int) -> float:
    """What the seats of sailors win, over duplicate deals in every seating with as many deckhands."""
    options = BARRACUDA.options.read(players=players)
    pairing = Pairing(BARRACUDA, options, Entrant("sailor"), Entrant("deckhand"), 2026)
    return sum(pairing.deals(0, deals, 1)) / deals


@pytest.mark.parametrize("players", [3, 4])
def test_sailors_win_three_quarters_against_deckhands(players: int) -> None:
    """They won 72 % with three and 65 % with four, for they got into each other's way."""
    assert share_among_deckhands(players, 200) > 0.75


@pytest.mark.parametrize("players", [3, 4])
def test_they_do_so_in_thousands_of_games(players: int) -> None:
    won = games_played = 0.0
    for seating in seatings(players):
        levels = ["sailor" if letter == "a" else "deckhand" for letter in seating]
        tally = simulate(Plan(BARRACUDA, [BARRACUDA.options.read(players=players)], levels, seed=3), 1500, cores=1)
        won += sum(tally.win_share(seat)[0] for seat in range(players) if seating[seat] == "a")
        games_played += 1
    assert won / games_played > 0.76


def test_a_team_of_sailors_beats_a_team_of_deckhands() -> None:
    plan = Plan(BARRACUDA, [BARRACUDA.options.read(players=4, teams=True)], ["sailor", "deckhand"] * 2, seed=3)
    tally = simulate(plan, 3000, cores=1)
    assert tally.win_share(0)[0] + tally.win_share(2)[0] > 0.85


@MANY
@pytest.mark.parametrize("wreck", range(1, 6))
def test_whoever_shuns_a_wreck_gains_little_among_sailors(options: dict[str, Any], wreck: int) -> None:
    """Without wreck 3, and any other card instead, one player won 2.38 times a fair share."""
    run = Run(BARRACUDA, [BARRACUDA.options.read(**options)], seed=5, subject=True, denied=f"play {wreck}")
    rows = watch_chunk(run, 0, 4000).rows
    shares = shares_by_seat(rows, options["players"]) / WHOLE_WIN
    subject = np.arange(len(rows)) % options["players"]
    assert float(shares[np.arange(len(rows)), subject].mean()) * options["players"] < 1.3


def test_two_sailors_play_as_they_always_did() -> None:
    """A digest of thousands of decisions, from before three and four players were thought of."""
    tables = [{}, {"layout": "random"}, {"extras": [1, 2]}, {"extras": [3, 6]}, {"goal": 10}]
    rows = [BARRACUDA.options.read(players=2, **table) for table in tables]
    assert simulate(Plan(BARRACUDA, rows, ["sailor"], seed=11), 500, cores=1).digest_text == "02cceb2e731a1a91"
