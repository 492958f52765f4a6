"""Simulation: the same numbers for the same seed, whatever plays beside it."""

import signal
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fathoms import OptionError, games
from fathoms.bots.chance_kernels import WHOLE_WIN
from fathoms.lab.simulate.kernels import RESULT
from fathoms.lab.simulate.simulation import CHUNK, Plan, Tally, play_chunk, simulate

GAMES = 3 * CHUNK + 7


def plan(*bots: str, seed: int = 1, check: bool = False, **options: Any) -> Plan:
    locker = games.find("locker")
    return Plan(locker, [locker.options.read(**options)], bots or ("deckhand",), seed, check)


def numbers(tally: Tally) -> dict[str, Any]:
    return tally.told()


def test_one_core_or_two_or_once_more_give_the_same_tally() -> None:
    one = simulate(plan(), GAMES, cores=1)
    assert one.games == GAMES
    assert numbers(one) == numbers(simulate(plan(), GAMES, cores=2)) == numbers(simulate(plan(), GAMES, cores=2))


def test_another_seed_gives_other_games() -> None:
    first, second = (simulate(plan(seed=seed), 500, cores=1) for seed in (1, 2))
    assert numbers(first) != numbers(second)


def test_the_beginning_of_a_long_simulation_is_the_short_one() -> None:
    tallies: list[dict[str, Any]] = []
    simulate(plan(), 2 * CHUNK, 1, lambda tally: tallies.append(numbers(tally)))
    assert tallies[0] == numbers(simulate(plan(), CHUNK, 1))


def test_every_game_has_a_winner_and_a_fair_share() -> None:
    tally = simulate(plan(), 4000, cores=1)
    assert tally.shares.sum() == 4000 * WHOLE_WIN
    assert tally.decisions > 0
    assert tally.longest <= tally.events
    for seat in range(3):
        share, half = tally.win_share(seat)
        assert abs(share - 1 / 3) < 3 * half
        assert tally.score(seat)[0] > 0
    assert tally.shares[3:].tolist() == [0, 0, 0]


def test_who_begins_is_worth_little_between_equals() -> None:
    tally = simulate(plan("sailor", players=2), 4000, cores=1)
    assert tally.win_share(0)[0] == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("bots", [("sailor", "deckhand"), ("deckhand", "sailor")])
def test_a_sailor_beats_a_deckhand(bots: tuple[str, str]) -> None:
    tally = simulate(plan(*bots, players=2), 3000, cores=1)
    share, half = tally.win_share(bots.index("sailor"))
    assert share - half > 0.75


def test_a_sailor_beats_three_deckhands() -> None:
    tally = simulate(plan("deckhand", "deckhand", "sailor", "deckhand", players=4), 2000, cores=1)
    assert tally.win_share(2)[0] > 0.5


def test_positions_are_checked_when_asked() -> None:
    tally = simulate(plan(check=True, players=4, divers="random"), 500, cores=1)
    assert (tally.faults, tally.first_fault) == (0, None)


def test_option_rows_are_played_in_turn() -> None:
    locker = games.find("locker")
    rows = [locker.options.read(players=players) for players in (2, 4)]
    results = play_chunk(Plan(locker, rows), 0, 100)
    assert not results["scores"][0::2, 2:].any()
    assert results["scores"][1::2, 3].any()


@pytest.mark.parametrize("after", [1, 2])
def test_an_interrupt_keeps_what_was_played(after: int) -> None:
    heard: list[int] = []

    def interrupt(tally: Tally) -> None:
        heard.append(tally.games)
        if len(heard) == after:
            signal.raise_signal(signal.SIGINT)

    tally = simulate(plan(), 50 * CHUNK, 1, interrupt)
    assert tally.games == heard[-1] == after * CHUNK


def test_an_interrupt_is_heard_as_before_when_the_simulation_is_over() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background begins deaf to it
    try:
        simulate(plan(), 10, 1)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_second_interrupt_leaves_at_once() -> None:
    def interrupt(tally: Tally) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(SystemExit):
        simulate(plan(), 3 * CHUNK, 1, interrupt)


@pytest.mark.parametrize("bots", [("captain",), ("sailor", "captain", "sailor"), ("",)])
def test_an_unknown_bot_is_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(OptionError, match="deckhand, sailor"):
        simulate(plan(*bots), 10)


@pytest.mark.parametrize("bots", [("sailor", "deckhand"), ()])
def test_too_few_bots_are_refused(bots: tuple[str, ...]) -> None:
    with pytest.raises(OptionError, match="one a seat"):
        simulate(replace(plan(), bots=bots), 10)


class TestTally:
    """What several cores bring in any order adds up to one tally."""

    @staticmethod
    def chunks() -> list[tuple[int, np.ndarray]]:
        found = []
        for k in range(30):
            results = np.zeros(50, RESULT)
            rng = np.random.default_rng(k)
            results["winners"] = rng.choice([1, 2, 3, 7], 50)
            results["scores"] = rng.integers(-50, 90, (50, 6))
            results["events"] = rng.integers(1, 300, 50)
            results["fault"][rng.integers(50)] = k % 3
            found.append((k * 50, results))
        return found

    def test_the_order_of_arrival_does_not_matter(self) -> None:
        forwards, backwards = Tally(), Tally()
        for first, results in self.chunks():
            forwards.add(results, first)
        for first, results in reversed(self.chunks()):
            backwards.add(results, first)
        assert numbers(forwards) == numbers(backwards)

    def test_the_first_fault_is_the_one_of_the_lowest_number(self) -> None:
        tally = Tally()
        for first, results in reversed(self.chunks()):
            tally.add(results, first)
        assert tally.first_fault is not None
        assert 50 <= tally.first_fault[0] < 100

    def test_a_shared_win_counts_in_parts(self) -> None:
        results = np.zeros(2, RESULT)
        results["winners"] = (0b011, 0b001)
        tally = Tally()
        tally.add(results, 0)
        assert (tally.shares / WHOLE_WIN).tolist() == [1.5, 0.5, 0, 0, 0, 0]
