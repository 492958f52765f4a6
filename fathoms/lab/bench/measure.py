"""How fast it is: our games beside their peers, measured in turns in one run, told as ratios.

A bench is a list of lines (things that are run and give a rate) and of sections (functions that measure something of
their own and tell it in Markdown). A further section is one more function in `SECTIONS`.
"""

import os
import platform
import statistics
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from time import perf_counter

import numba
import numpy as np

from fathoms.engine.errors import OptionError
from fathoms.engine.game import Game, find_game, game_names
from fathoms.lab.bench.memory import memory_section
from fathoms.lab.bench.peers import Run, peer_versions, peers, stepping_peers
from fathoms.lab.bench.profile import profile_section
from fathoms.lab.bench.scaling import EXTRAS, on_cores, scaling_section
from fathoms.lab.bench.search import search_section
from fathoms.lab.vector.games import VectorGames

AT_ONCE = 4096  # games stepped in one call
PLAY, STEP = "random play", f"stepping {AT_ONCE:,} games at once, from Python"  # the two kinds of lines
ALONE = "stepped, choosing not counted"
STEPPED = {"stepped": True, ALONE: False}  # how a line of stepping is told, and whether choosing actions counts
CORES = os.cpu_count() or 1
GPU_FIGURES = "gpu.md"
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
    *((f"{name}, stepped", "Pgx leduc_holdem, stepped", 3.0) for name in game_names()),
    *((f"{name}, stepped", "Pgx backgammon, stepped", 10.0) for name in game_names()),
    *((f"{name}, {ALONE}", f"Pgx leduc_holdem, {ALONE}", 3.0) for name in game_names()),
    *((f"{name}, 2 cores", name, 1.8) for name in game_names()),
]
Progress = Callable[[str], None]


def gpu_section(progress: Progress, folder: Path | None) -> list[str]:
    """The figures of `fathoms bench --on gpu`, made where there is a GPU and kept beside the page."""
    if folder is None or not (folder / GPU_FIGURES).exists():
        return []
    made = f"Made by `fathoms bench --on gpu --write FOLDER`, kept in [{GPU_FIGURES}]({GPU_FIGURES})."
    return ["## On a GPU", "", made, "", *(folder / GPU_FIGURES).read_text(encoding="utf-8").splitlines()]


Section = Callable[[Progress, Path | None], list[str]]  # the folder of the page, if one is written
SECTIONS: list[Section] = [search_section, scaling_section, profile_section, memory_section, gpu_section]


@dataclass
class Line:
    """One thing that is measured: decisions a second, in every round."""

    name: str
    run: Run
    rates: list[float] = field(default_factory=list)
    game: Game | None = None
    kind: str = PLAY

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)


def _made_late(make: Callable[[], Run]) -> Run:
    """What is measured, compiled or made when it is first run."""
    made: list[Run] = []

    def run(seconds: float) -> tuple[int, float]:
        if not made:
            made.append(make())
        return made[0](seconds)

    return run


def own_lines() -> list[Line]:
    """Random play of each of our games, on one core and on all; and stepped, many at once."""
    lines = []
    for name in game_names():
        game = find_game(name)
        lines.append(Line(f"{name}", on_cores(game, {}, 1), game=game))
        if name in EXTRAS:
            lines.append(Line(f"{name}, {EXTRAS[name][0]}", on_cores(game, EXTRAS[name][1], 1), game=game))
        lines.append(Line(f"{name}, {CORES} cores", on_cores(game, {}, CORES), game=game))
        for told, choosing in STEPPED.items():
            stepped = _made_late(partial(_stepped, game, choosing))
            lines.append(Line(f"{name}, {told}", stepped, game=game, kind=STEP))
    return lines


def _stepped(game: Game, choosing: bool) -> Run:
    """Random play by stepping from Python, with observations and masks; with the choosing counted, or without."""
    together, dice, places = VectorGames(game, AT_ONCE), np.random.default_rng(1), np.arange(AT_ONCE)
    together.reset(1)

    def run(seconds: float) -> tuple[int, float]:
        decisions, spent = 0, 0.0
        while not decisions or spent < seconds:
            begun = perf_counter()
            batch = together.batch
            actions = batch.choices[places, (dice.random(AT_ONCE) * batch.counts).astype(np.int64)]
            chosen = perf_counter()
            together.step(actions)
            spent += perf_counter() - (begun if choosing else chosen)
            decisions += AT_ONCE
        return decisions, spent

    return run


def peer_lines() -> list[Line]:
    """The installed peers: random play, and those that step many games at once."""
    lines = [Line(name, run) for name, run in peers()]
    for told, choosing in STEPPED.items():
        for name, make in stepping_peers(AT_ONCE, choosing):
            lines.append(Line(f"{name}, {told}", _made_late(make), kind=STEP))
    return lines


def bench_lines(progress: Progress, only: str = "") -> list[Line]:
    """Everything that is measured, or only what has a word in its name; compiled."""
    lines = [line for line in own_lines() + peer_lines() if only in line.name]
    if not lines:
        raise OptionError(f"only={only!r} names nothing that is measured; allowed: a game, a peer, stepped, cores …")
    for line in lines:
        progress(f"compiling {line.name}")
        line.run(0.0)
    return lines


def measure(lines: list[Line], rounds: int, seconds: float, progress: Progress) -> None:
    """Measure everything in turns, so that a busy moment of the machine hits all alike."""
    for number in range(rounds):
        for line in lines:
            progress(f"round {number + 1} of {rounds}: {line.name}")
            decisions, spent = line.run(seconds)
            line.rates.append(decisions / spent)


def report(lines: list[Line], rounds: int, seconds: float, sections: list[list[str]]) -> str:
    """The figures as Markdown."""
    tables = [_rates(lines, PLAY, "OpenSpiel hearts, its C++ loop"), _rates(lines, STEP, "Pgx leduc_holdem, stepped")]
    parts = [*tables, _bars(lines), _setting(rounds, seconds), *sections]
    return "\n".join(line for part in parts for line in [*part, ""]).rstrip() + "\n"


def _rates(lines: list[Line], kind: str, against: str) -> list[str]:
    mine = [line for line in lines if line.kind == kind]
    if not mine:
        return []
    base = next((line for line in mine if line.name == against), mine[0])
    rows = [f"| {kind} | decisions/s | against {base.name} | bytes a state |", "| --- | ---: | ---: | ---: |"]
    for line in mine:
        size = str(line.game.state.itemsize) if line.game else ""
        rows.append(f"| {line.name} | {line.rate:,.0f} | {line.rate / base.rate:.2f} | {size} |")
    return rows


def _bars(lines: list[Line]) -> list[str]:
    rates = {line.name: line.rate for line in lines}
    rows = ["| game | against | times as fast | wanted |", "| --- | --- | ---: | ---: |"]
    for game, peer, wanted in BARS:
        if game in rates and peer in rates:
            rows.append(f"| {game} | {peer} | {rates[game] / rates[peer]:.2f} | {wanted:g} |")
    if not any(line.game is None for line in lines):
        rows += ["", "No peers are installed; `make bench-peers` installs and measures them."]
    return rows


def _setting(rounds: int, seconds: float) -> list[str]:
    versions = {"python": platform.python_version(), "numba": numba.__version__, "numpy": np.__version__}
    told = ", ".join(f"{name} {version}" for name, version in {**versions, **peer_versions()}.items())
    return [
        f"Median of {rounds} rounds of {seconds:g} s each, everything in turns; one core unless said otherwise, "
        f"stepping on all; {CORES} cores, {platform.machine()}, load average {os.getloadavg()[1]:.1f} over the last "
        f"five minutes (figures of several cores mean something where it is little above {CORES}). A decision is a "
        "player's; what the sea does is not counted. Whoever steps many games chooses any legal action by "
        "their own means, here with NumPy, in Pgx inside JAX.",
        "",
        f"Versions: {told}.",
    ]
