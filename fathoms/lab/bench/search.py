"""How fast the search is: iterations a second on one core from the opening, beside OpenSpiel's IS-MCTS in one run."""

import statistics
from collections.abc import Callable
from importlib import util
from pathlib import Path
from random import Random
from time import thread_time

import numpy as np

from fathoms.bots.search.tree import Search, Style
from fathoms.engine.game import game_names
from fathoms.engine.match import Match
from fathoms.engine.position import Position
from fathoms.lab.bench.peers import act_at_random
from fathoms.lab.contest.tournament import Deal

PEER = "OpenSpiel hearts after passing, its C++ IS-MCTS"
WANTED = {"locker": 1.2, "barracuda": 1.2, "reef": 0.5, "nukha": 0.5}  # times the peer
STYLES = {"learned values": Style(values="heuristic"), "whole games": Style()}
PLAYERS = 4
ITERATIONS, ROUNDS = 2000, 7
PASSES = 12  # decisions before the first trick of hearts

Work = Callable[[], float]  # seconds of processor time that so many iterations took


def opening(name: str) -> tuple[Position, int]:
    """The first decision of a game in which there is a choice, as its seat sees it."""
    match, sea = Match(name, interpreted=False, players=PLAYERS), Deal(1)
    sea.drift(match)
    while len(match.choices(match.to_act[0])) < 2:
        match.play(f"{match.to_act[0]} {match.choices(match.to_act[0])[0]}")
        sea.drift(match)
    seat = match.position.actors()[0]
    return match.position.redacted(seat), seat


def own_work(name: str, style: Style) -> Work:
    told, seat = opening(name)

    def work() -> float:
        search = Search(told, seat, np.array([1], np.uint64), style=style)
        start = thread_time()
        search.run(ITERATIONS)
        return thread_time() - start

    work()  # compiles
    return work


def hearts_work() -> Work:
    import pyspiel

    state, dice = pyspiel.load_game("hearts").new_initial_state(), Random(1)
    decisions = 0
    while decisions < PASSES or state.is_chance_node():
        decisions += act_at_random(state, dice)

    def work() -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, ITERATIONS, -1, final, False, False)
        start = thread_time()
        bot.step(state)
        return thread_time() - start

    return work


def search_section(progress: Callable[[str], None], folder: Path | None) -> list[str]:
    """Measured in turns, by processor time, so that a busy moment of the machine hits all alike."""
    works: dict[tuple[str, str], Work] = {}
    for name in game_names():
        progress(f"compiling the search of {name}")
        works |= {(name, how): own_work(name, style) for how, style in STYLES.items()}
    if util.find_spec("pyspiel"):
        works[PEER, "whole games"] = hearts_work()
    spent: dict[tuple[str, str], list[float]] = {key: [] for key in works}
    for number in range(ROUNDS):
        for key, work in works.items():
            progress(f"search, round {number + 1} of {ROUNDS}: {key[0]}, {key[1]}")
            spent[key].append(work())
    rates = {key: ITERATIONS / statistics.median(times) for key, times in spent.items()}
    return ["## Search", "", *told(rates), "", SETTING]


def told(rates: dict[tuple[str, str], float]) -> list[str]:
    """The table: what was searched, how an iteration ends, the rate, against the peer, and what is wanted."""
    peer = rates.get((PEER, "whole games"))
    rows = [
        "| search | an iteration ends with | iterations/s | against IS-MCTS | wanted |",
        "| --- | --- | ---: | ---: | ---: |",
    ]
    for (name, how), rate in rates.items():
        times = f"{rate / peer:.2f}" if peer else ""
        wanted = f"{WANTED[name]:g}" if how == "learned values" and name in WANTED else ""
        rows.append(f"| {name} | {how} | {rate:,.0f} | {times} | {wanted} |")
    return rows


SETTING = (
    f"{PLAYERS} players, the first decision with a choice, one core, median of {ROUNDS} rounds of {ITERATIONS:,} "
    "iterations by processor time. OpenSpiel plays every iteration's game to its end at random. `abyss` judges by "
    "learned values once the heuristic has played on to the end of the turn; `mate` and `captain` play the whole "
    "game by the heuristic, so their rate is also games per second (in Barracuda two turns "
    "of it, then learned values judge)."
)
