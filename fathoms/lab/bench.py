"""How fast it is: random games of every game beside its peers, measured in turns in one run, told as ratios."""

import os
import platform
import resource
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numba
import numpy

from fathoms.engine.game import Game, find_game, game_names
from fathoms.lab.peers import Run, peer_versions, peers
from fathoms.lab.simulate import Plan, compile_for, play_chunk, simulate

# The settings of our own that are measured; with skills and a variant the same game must not slow down much.
EXTRAS: dict[str, list[dict[str, Any]]] = {"locker": [{"divers": "random", "variant": "hoard"}]}
# Who is compared with whom: (game, peer, at least this many times as fast).
BARS = [
    ("locker", "OpenSpiel hearts, its C++ loop", 2.0),
    ("locker", "OpenSpiel liars_dice, Python loop", 5.0),
    ("locker", "RLCard uno", 80.0),
    ("reef", "OpenSpiel hearts, its C++ loop", 2.0),
    ("reef", "OpenSpiel backgammon, Python loop", 20.0),
    ("barracuda", "OpenSpiel goofspiel(players=4), its C++ loop", 1.0),
    ("nukha", "OpenSpiel hearts, its C++ loop", 1.5),
    ("nukha", "OpenSpiel hanabi, its C++ loop", 4.0),
]


@dataclass
class Line:
    """One thing that was measured: decisions a second, in every round."""

    name: str
    run: Run
    rates: list[float] = field(default_factory=list)
    game: Game | None = None

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)


def own_lines(seconds_ready: Callable[[str], None] = lambda name: None) -> list[Line]:
    """Random play of each of our games, on one core and on all."""
    lines = []
    for name in game_names():
        game = find_game(name)
        seconds_ready(name)
        compile_for(game)
        lines.append(Line(f"{name}", _one_core(game, {}), game=game))
        for extra in EXTRAS.get(name, []):
            told = ", ".join(f"{key} {value}" for key, value in extra.items())
            lines.append(Line(f"{name}, {told}", _one_core(game, extra), game=game))
        lines.append(Line(f"{name}, {os.cpu_count()} cores", _all_cores(game), game=game))
    return lines


def _one_core(game: Game, options: dict[str, Any]) -> Run:
    plan = Plan(game, [game.options.read(**options)])

    def run(seconds: float) -> tuple[int, float]:
        decisions, first, start = 0, 0, perf_counter()
        while (spent := perf_counter() - start) < seconds:
            decisions += int(play_chunk(plan, first, 200)["decisions"].sum())
            first += 200
        return decisions, spent

    return run


def _all_cores(game: Game) -> Run:
    plan = Plan(game, [game.options.read()])

    def run(seconds: float) -> tuple[int, float]:
        games, spent, decisions = 4000, 0.0, 0
        while spent < seconds:
            start = perf_counter()
            decisions += simulate(plan, games).decisions
            spent += perf_counter() - start
        return decisions, spent

    return run


def measure(lines: list[Line], rounds: int, seconds: float, progress: Callable[[str], None]) -> None:
    """Measure everything in turns, so that a busy moment of the machine hits all alike."""
    for number in range(rounds):
        for line in lines:
            progress(f"round {number + 1} of {rounds}: {line.name}")
            decisions, spent = line.run(seconds)
            line.rates.append(decisions / spent)


def bench_lines(progress: Callable[[str], None]) -> list[Line]:
    own = own_lines(lambda name: progress(f"compiling {name}"))
    return own + [Line(name, run) for name, run in peers()]


def report(lines: list[Line], rounds: int, seconds: float) -> str:
    """The figures as Markdown."""
    return "\n".join([*_rates(lines), "", *_bars(lines), "", *_setting(rounds, seconds)]) + "\n"


def _rates(lines: list[Line]) -> list[str]:
    base = next((line.rate for line in lines if line.name == "OpenSpiel hearts, its C++ loop"), lines[0].rate)
    against = "hearts" if base != lines[0].rate else lines[0].name
    rows = [f"| random play | decisions/s | against {against} | bytes a state |", "| --- | ---: | ---: | ---: |"]
    for line in lines:
        size = str(line.game.state.itemsize) if line.game else ""
        rows.append(f"| {line.name} | {line.rate:,.0f} | {line.rate / base:.2f} | {size} |")
    return rows


def _bars(lines: list[Line]) -> list[str]:
    rates = {line.name: line.rate for line in lines}
    rows = ["| game | peer | times as fast | wanted |", "| --- | --- | ---: | ---: |"]
    for game, peer, wanted in BARS:
        if game in rates and peer in rates:
            rows.append(f"| {game} | {peer} | {rates[game] / rates[peer]:.2f} | {wanted:g} |")
    return rows if len(rows) > 2 else ["No peers are installed; `make bench-peers` installs and measures them."]


def _setting(rounds: int, seconds: float) -> list[str]:
    versions = {"python": platform.python_version(), "numba": numba.__version__, "numpy": numpy.__version__}
    told = ", ".join(f"{name} {version}" for name, version in {**versions, **peer_versions()}.items())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return [
        f"Median of {rounds} rounds of {seconds:g} s each, everything in turns; one core unless said otherwise; "
        f"{os.cpu_count()} cores, {platform.machine()}. A decision is a player's; what the sea does is not counted.",
        "",
        f"Versions: {told}. Peak memory of the whole run: {peak:.0f} MiB.",
    ]
